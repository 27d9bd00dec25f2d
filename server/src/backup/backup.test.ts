import { randomBytes } from 'node:crypto';
import { appendFile, cp, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealTrail } from '../kernel/audit/index.ts';
import { loadConfig } from '../kernel/config/index.ts';
import { type Db, openDb } from '../kernel/db/index.ts';
import { createFiles } from '../kernel/files/index.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { callExamples } from '../testing/call-examples.ts';
import { backUp } from './backup.ts';
import { Refused } from './manifest.ts';
import { restore } from './restore.ts';

let product: TestApp;
let place: string;
let empty: Db & { name: string };
/** As many rows of all kinds as the examples of all calls make, and a month long ago. */
beforeAll(async () => {
  product = await testApp({ SANDBOX: '1' });
  place = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-backup-'));
  const agent = await product.agent({ money: parseMoney('1000'), name: 'North' });
  for (const [call, example] of Object.entries(callExamples(product, agent))) {
    if (/^auth\/(session|lock)\//.test(call)) continue;
    const { who = product.admin, body, headers } = await example();
    await who.post(call, body, headers);
  }
  await product.db.pool.query(`select kernel_make_months('2024-02-01'::date, 1)`);
  await product.db.pool.query(
    `insert into log_usual (tenant_id, service_id, server_host, server_ip, env, log_level, log_id, create_time)
     values ('000000', 'x', 'x', 'x', 'x', 'info', 'long ago', '2024-02-03')`,
  );
  await product.app.audit.flush();
  await sealTrail(product.db, product.app.secrets);
  const name = `t_${randomBytes(6).toString('hex')}`;
  await product.db.pool.query(`create database ${name}`);
  empty = Object.assign(openDb({ ...product.db.connection, database: name }), { name });
});
afterAll(async () => {
  await empty.close();
  await product.db.pool.query(`drop database ${empty.name} with (force)`);
  await rm(place, { recursive: true, force: true });
  await product.close();
});

const elsewhere = (name: string, more = {}) =>
  loadConfig({ DATA_DIR: path.join(place, name), LOG_LEVEL: 'silent', ...more });

/** Everything about a database that a restore has to bring back, in words. */
async function portrait({ pool }: Pick<Db, 'pool'>) {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname in ('public', 'graphile_worker') and tablename not in ('schema_migration', 'schema_change', 'migrations') order by 1`,
  );
  const counts: Record<string, unknown> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query(
      `select count(*)::int as n, md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)) as digest from ${name} t`,
    );
    // Months that are only there to come may differ.
    if (rows[0]?.n > 0) counts[name] = rows[0];
  }
  const shape = async (query: string) =>
    (await pool.query(query)).rows.map((row) => Object.values(row).join(' ')).sort();
  return {
    counts,
    triggers: await shape(
      `select tgrelid::regclass, tgname, tgenabled from pg_trigger where not tgisinternal and tgrelid::regclass::text !~ '_20\\d{4}(\\d\\d)?$'`,
    ),
    constraints: await shape(
      `select conrelid::regclass, conname, convalidated, pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace and conparentid = 0 and contype in ('f', 'p', 'u', 'c')
         and conrelid::regclass::text !~ '_20\\d{4}(\\d\\d)?$'`,
    ),
    sequences: await shape(`select sequencename, last_value from pg_sequences where schemaname = 'public'`),
  };
}

it('a restore returns all backed-up data, and verifies books, stock and trails', async () => {
  const folder = path.join(place, 'backup');
  const made = await backUp(product.app.config, product.db, { folder });
  expect(made.database.tables.length).toBeGreaterThan(60);
  expect(made.files).toMatchObject({ missing: [], elsewhere: 0, count: expect.any(Number) });
  expect(made.files.count).toBeGreaterThan(3);
  const modeOf = async (name: string) => (await stat(path.join(folder, name))).mode & 0o777;
  expect([await modeOf('.'), await modeOf('secret.key'), await modeOf('manifest.json')]).toEqual([0o700, 0o600, 0o600]);

  const damaged = path.join(place, 'damaged');
  await cp(folder, damaged, { recursive: true });
  await appendFile(path.join(damaged, 'database/public.sys_user.gz'), 'x');
  const target = elsewhere('new');
  await expect(restore(target, empty, damaged)).rejects.toThrow('sys_user.gz differs from the manifest');
  const manifest = path.join(damaged, 'manifest.json');
  const other = (await readFile(manifest, 'utf8')).replace(/(03_ledger\.sql": ")[0-9a-f]{8}/, '$100000000');
  await writeFile(manifest, other);
  await expect(restore(target, empty, damaged)).rejects.toThrow('tables that are not those of a release');
  await rm(manifest);
  await expect(restore(target, empty, damaged)).rejects.toThrow('manifest.json is missing');
  await expect(restore(elsewhere('other', { SECRET_KEY: 'ab'.repeat(32) }), empty, folder)).rejects.toThrow(
    'differs from the key',
  );

  const before = await portrait(product.db);
  const restored = await restore(target, empty, folder);
  expect(restored).toMatchObject({ books: [], stock: [], trails: [] });
  expect(restored.proven).toBeGreaterThan(50);
  const after = await portrait(empty);
  expect(after).toEqual(before);
  // The old month is a month again, not a row of the default partition.
  const old = await empty.pool.query('select tableoid::regclass::text as name from log_usual where log_id = $1', [
    'long ago',
  ]);
  expect(old.rows).toEqual([{ name: 'log_usual_202402' }]);
  // A trail that is changed afterwards is still found.
  await expect(empty.pool.query('update audit_log set title = title')).rejects.toThrow();

  const [files, own] = [
    await createFiles(empty, path.join(target.dataDir, 'storage')),
    await createFiles(product.db, path.join(product.app.config.dataDir, 'storage')),
  ];
  const { rows } = await empty.pool.query<{ id: bigint }>(
    `select id from kernel_file where ready and (expires_at is null or expires_at > now())`,
  );
  expect(rows.length).toBeGreaterThan(3);
  for (const { id } of rows) expect(await text(await files.open(id))).toBe(await text(await own.open(id)));
  const keyOf = (dataDir: string) => readFile(path.join(dataDir, 'secret.key'), 'utf8');
  expect(await keyOf(target.dataDir)).toBe(await keyOf(product.app.config.dataDir));

  await expect(restore(elsewhere('third'), empty, folder)).rejects.toThrow(Refused);
  await expect(backUp(product.app.config, product.db, { folder })).rejects.toThrow('is not empty');
});

it('a backup without the key is restored with the setting alone, and names files that are missing', async () => {
  const folder = path.join(place, 'keyless');
  const { rows } = await product.db.pool.query<{ key: string }>(
    'select key from kernel_file where ready and expires_at is null limit 1',
  );
  const file = path.join(product.app.config.dataDir, 'storage/files', rows[0]?.key ?? '');
  const content = await readFile(file);
  await appendFile(file, 'altered');
  const { files } = await backUp(product.app.config, product.db, { folder, withoutKey: true });
  expect(files.missing).toEqual([rows[0]?.key]);
  expect(content.length).toBeGreaterThan(0);
  const name = `${empty.name}_b`;
  await product.db.pool.query(`create database ${name}`);
  const db = openDb({ ...product.db.connection, database: name });
  try {
    await expect(restore(elsewhere('keyless-target'), db, folder)).rejects.toThrow('contains no installation key');
  } finally {
    await db.close();
    await product.db.pool.query(`drop database ${name} with (force)`);
  }
});
