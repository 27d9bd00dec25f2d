import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync, gzipSync } from 'node:zlib';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp, type Running } from './app.ts';
import { prepareUpgrade } from './backup/before-upgrade.ts';
import { FILE_LIST, MANIFEST, type Manifest } from './backup/manifest.ts';
import { restore } from './backup/restore.ts';
import { verifyLedger } from './engines/money/ledger/index.ts';
import { DEFAULT_TENANT, menuArrangement, takeOverMenu } from './engines/people/identity/index.ts';
import { systemActor } from './kernel/auth/actor.ts';
import { loadConfig } from './kernel/config/index.ts';
import { type Db, openDb } from './kernel/db/index.ts';
import { databaseVersion, migrate } from './kernel/db/migrate.ts';
import { type TestDb, testDb } from './kernel/testing/index.ts';
import { VERSION } from './kernel/version.ts';
import { seedInstallation } from './prepare.ts';
import { openBuyers } from './testing/market.ts';
import { registeredCalls } from './testing/registry-calls.ts';
import { startServerProcess } from './testing/server-process.ts';

const SQL = fileURLToPath(new URL('../database/', import.meta.url));
const QUIET = { CAPTCHA: 'off', MESSAGE_PORT: 'off', LOG_LEVEL: 'silent', RATE_LIMIT: '100000000' };
/** Each has its database with demo data in the repository (`scripts/release-image.mjs`). */
const RELEASES = readdirSync(new URL('../database/releases/', import.meta.url)).flatMap(
  (name) => /^(.*)\.image\.br$/.exec(name)?.[1] ?? [],
);
let db: TestDb;
let folder: string;
beforeAll(async () => {
  db = await testDb({ seeded: true });
  folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-upgrade-'));
});
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

/** The tables of this version with further migrations, like a later version. */
async function later(name: string, migrations: Readonly<Record<string, string>>): Promise<string> {
  const made = path.join(folder, name);
  await cp(SQL, made, { recursive: true });
  await mkdir(path.join(made, 'migrations'), { recursive: true });
  for (const [file, text] of Object.entries(migrations)) await writeFile(path.join(made, 'migrations', file), text);
  return made;
}
const one = async (query: string) => (await db.pool.query(query)).rows[0];

describe.each(RELEASES)('an installation of release %s', (version) => {
  const key = { SECRET_KEY: `${'0'.repeat(63)}1` };
  let upgraded: Db;
  let product: Running;

  beforeAll(async () => {
    const name = `u_${version.replaceAll('.', '_')}`;
    await db.pool.query(`create database ${name}`);
    upgraded = openDb({ ...db.connection, database: name, max: 8 });
    const config = loadConfig({ ...QUIET, ...key, DATA_DIR: path.join(folder, version) });
    const { manifest, ...proofs } = await restore(config, upgraded, await unpacked(version, path.join(folder, name)));
    expect(manifest.version).toBe(version);
    expect(proofs).toMatchObject({ books: [], stock: [], trails: [] });
    await seedInstallation(upgraded, {});
    product = await createApp(config, upgraded, pino({ level: 'silent' }));
  });
  afterAll(async () => {
    await product.close();
    await upgraded.close();
  });

  test('has the tables, columns, constraints, indexes and triggers of a new one', async () => {
    expect(await shapeOf(upgraded)).toEqual(await shapeOf(db));
  });

  test('keeps its menu until it is taken over', async () => {
    const { state, moved, before } = await upgraded.tx((tx) => menuArrangement(tx));
    expect(state).toBe('available');
    expect(moved.length).toBeGreaterThan(100);
    expect(before.staff.map(({ code }) => code)).toContain('whatsapp');
  });

  test('has the codes and names of the menus, roles, dictionaries and parameters of a new one', async () => {
    await upgraded.tx((tx) => takeOverMenu(tx, systemActor(DEFAULT_TENANT)));
    const [own, fresh] = [await namesOfRows(upgraded), await namesOfRows(db)];
    for (const [table, rows] of fresh) {
      const missing = new Set(rows).difference(new Set(own.get(table)));
      expect([...missing], `${table}: a migration must change them`).toEqual([]);
    }
  });

  test.each(['demo_admin', 'demo_agent'])('shows every list to %s', async (account) => {
    const { rows } = await upgraded.pool.query<{ id: bigint; tenant_id: string }>(
      'select id, tenant_id from sys_user where account = $1',
      [account],
    );
    const [user] = rows;
    const { accessToken } = await upgraded.tx((tx) =>
      product.app.sessions.open(tx, {
        userId: user?.id ?? 0n,
        tenantId: user?.tenant_id ?? '',
        address: '127.0.0.1',
        userAgent: 'test',
      }),
    );
    const refused: string[] = [];
    for (const { path: call, name } of registeredCalls) {
      if (name !== 'list' && name !== 'page') continue;
      const url = `/api/${call}`;
      const { statusCode } = await product.server.inject({ url, headers: { token: `bearer ${accessToken}` } });
      // Agents may not see every list.
      if (statusCode !== 200 && statusCode !== 403) refused.push(`${call} ${statusCode}`);
    }
    expect(refused).toEqual([]);
  });

  test('is upgraded once: a second start changes nothing', async () => {
    expect(await migrate(upgraded)).toEqual([]);
    expect(await databaseVersion(upgraded)).toBe(VERSION);
  });
});

/** Unpacks a stored release into a backup, as its own program wrote it, without files. */
async function unpacked(version: string, target: string): Promise<string> {
  const image = await readFile(new URL(`../database/releases/${version}.image.br`, import.meta.url));
  const { manifest, tables } = JSON.parse(brotliDecompressSync(image).toString('utf8')) as {
    manifest: Manifest;
    tables: Record<string, string>;
  };
  await mkdir(path.join(target, 'database'), { recursive: true });
  const digests = new Map<string, string>();
  const write = async (name: string, content: Buffer | string) => {
    await writeFile(path.join(target, name), content);
    digests.set(name, createHash('sha256').update(content).digest('hex'));
  };
  for (const [file, rows] of Object.entries(tables)) await write(file, gzipSync(rows));
  await write(FILE_LIST, '[]');
  const digestOf = (name: string) => digests.get(name) ?? '';
  const database = {
    ...manifest.database,
    tables: manifest.database.tables.map((table) => ({ ...table, sha256: digestOf(table.file) })),
  };
  const files = { count: 0, bytes: 0, sha256: digestOf(FILE_LIST), elsewhere: 0, missing: [] };
  await write(MANIFEST, JSON.stringify({ ...manifest, database, files }));
  return target;
}

/** Tables with rows of each installation's own: people, keys, and records of what happened. */
const OF_INSTALLATION = /^(kernel_|schema_|audit_|log_|auth_|sys_user|sys_tenant)/;

/** Returns the codes and names of rows by table. The other values of a seeded row belong to the administrator. */
async function namesOfRows(from: Pick<Db, 'pool'>): Promise<Map<string, string[]>> {
  const { rows: columns } = await from.pool.query<{ table: string; names: string[] }>(`
    select relname as table, array_agg(attname::text order by attname) as names from pg_attribute join pg_class c on c.oid = attrelid
    where attnum > 0 and not attisdropped and relkind in ('r', 'p') and not relispartition and relnamespace = 'public'::regnamespace
      and atttypid in ('text'::regtype, 'varchar'::regtype, 'bpchar'::regtype, 'jsonb'::regtype) and attname ~ '(code|name|alias|key|title|label|content|zh|en)$' group by relname`);
  const found = new Map<string, string[]>();
  for (const { table, names } of columns.filter((one) => !OF_INSTALLATION.test(one.table))) {
    const list = names.map((name) => `"${name}"`).join(', ');
    const { rows } = await from.pool.query<{ row: string }>(
      `select json_build_array(${list})::text as row from "${table}"`,
    );
    if (rows.length > 0)
      found.set(
        table,
        rows.map(({ row }) => row),
      );
  }
  return found;
}

/** The definition of a database without its rows; partitions of months are left out, since they depend on the day. */
async function shapeOf(from: Pick<Db, 'pool'>): Promise<Record<string, string[]>> {
  const named = `relnamespace = 'public'::regnamespace and not relispartition and relname !~ '_\\d{6}(_|$)'`;
  const statements = {
    columns: `select format('%s.%s %s %s %s', relname, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid))
      from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = attrelid and adnum = attnum
      where attnum > 0 and not attisdropped and relkind in ('r', 'p', 'v') and ${named}`,
    constraints: `select format('%s %s %s', relname, conname, pg_get_constraintdef(o.oid)) from pg_constraint o join pg_class c on c.oid = conrelid
      where conparentid = 0 and ${named}`,
    indexes: `select pg_get_indexdef(indexrelid) from pg_index join pg_class c on c.oid = indrelid where ${named}`,
    triggers: `select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid where not tgisinternal and ${named}`,
    functions: `select pg_get_functiondef(p.oid) from pg_proc p where pronamespace = 'public'::regnamespace and prokind = 'f'
      and not exists (select from pg_depend d where d.objid = p.oid and deptype = 'e')`,
    comments: `select format('%s %s %s', objoid::regclass, objsubid, description) from pg_description join pg_class c on c.oid = objoid
      where classoid = 'pg_class'::regclass and ${named}`,
  };
  const found: Record<string, string[]> = {};
  for (const [kind, statement] of Object.entries(statements)) {
    const { rows } = await from.pool.query<Record<string, string>>(statement);
    found[kind] = rows.flatMap((row) => Object.values(row)).sort();
  }
  return found;
}

test('a start on a database of release 0.2.0 names both versions and makes a backup of it first', async () => {
  const release = JSON.parse(await readFile(new URL('../database/releases/0.2.0.json', import.meta.url), 'utf8'));
  await db.pool.query('create database u_prepared');
  const old = openDb({ ...db.connection, database: 'u_prepared', max: 4 });
  await migrate(old, { only: new Set(Object.keys(release.files)) });
  // Seeds of this version need its tables.
  await old.pool.query(`insert into sys_tenant (tenant_id, tenant_name, linkman) values ('000000', 'First', '')`);
  await old.pool.query(`insert into schema_migration select * from schema_change; drop table schema_change`);
  const place = path.join(folder, 'prepared');
  const config = loadConfig({ ...QUIET, DATA_DIR: place, SECRET_KEY: '1'.repeat(64) });
  await mkdir(place);
  const said: string[] = [];
  await prepareUpgrade(config, old, (line) => void said.push(line));
  expect(said[0]).toContain(`Upgrading from version 0.2.0 to ${VERSION}`);
  const [backup = ''] = readdirSync(path.join(place, 'backups'));
  expect(said[1]).toContain(backup);
  const manifest: Manifest = JSON.parse(await readFile(path.join(place, 'backups', backup, MANIFEST), 'utf8'));
  expect(manifest.database.migrations).toEqual(release.files);
  await migrate(old);
  await prepareUpgrade(config, old, (line) => void said.push(line));
  expect(said).toHaveLength(2);
  await old.close();
});

test('an installation with money is upgraded completely or not, and an older program reports the newer database', async () => {
  await openBuyers(db, 2, parseMoney('5'));
  const first = {
    '9001_more.sql': 'alter table fin_wallet add column probe integer; update sys_tenant set version = version;',
  };
  const half = {
    '9002_half.sql': 'create table probe_half (n integer); update sys_user set name = name || 1; select 1 / 0;',
  };
  const [next, broken] = [await later('next', first), await later('broken', { ...first, ...half })];
  const people = () => one(`select string_agg(name, ',' order by id) as names from sys_user`);
  const before = await people();
  const isUnchanged = async () => {
    expect(await one(`select to_regclass('probe_half') as half`)).toEqual({ half: null });
    expect(await people()).toEqual(before);
  };

  await expect(migrate(db, { folder: broken })).rejects.toThrow(
    /changed nothing.*9002_half\.sql failed: division by zero/s,
  );
  await isUnchanged();
  // The successful migration is rolled back too: the older version starts with its own tables.
  expect(await migrate(db)).toEqual([]);

  expect(await migrate(db, { folder: next })).toEqual(['migrations/9001_more.sql']);
  expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);
  await expect(migrate(db, { folder: broken })).rejects.toThrow('9002_half.sql failed');
  await isUnchanged();
  expect(await migrate(db, { folder: next })).toEqual([]);

  const { user, database, host } = db.connection;
  const older = startServerProcess({ DATABASE_URL: `postgres://${user}@/${database}?host=${host}`, DATA_DIR: folder });
  const said = await older.then(
    () => 'it started',
    (error: Error) => error.message,
  );
  expect(said).toContain('数据库比此版本新（已有 migrations/9001_more.sql）');
  expect(said).toContain('The database is newer than this version: it has migrations/9001_more.sql');
  expect(said).not.toMatch(/\n\s+at /);
});
