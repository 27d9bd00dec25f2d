import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadDemo } from '../demo/index.ts';
import { loadConfig } from '../kernel/config/index.ts';
import type { Db } from '../kernel/db/index.ts';
import type { Timer } from '../kernel/jobs/index.ts';
import { openSecrets } from '../kernel/secrets/index.ts';
import { type TestDb, testDb } from '../kernel/testing/index.ts';
import { type TestApp, testApp } from '../testing/app.ts';

/**
 * Longer than the demo's past and future together: no moved day meets one that has not moved yet. With the same leap years, so that ends
 * of months stay what they are.
 */
const AWAY = `interval '4 years'`;
/** Timers that change several rows of the demo in transactions of their own. */
const LOOPS_LEAST = 4;
/** Of this test: what it notes, and the clocks of the machine itself. */
const NOT_MOVED = ['kernel_timer', 'kernel_worker', 'schema_change', 'bad_touch'];

/** A row that one transaction changed. */
interface Touch extends Record<string, unknown> {
  readonly table: string;
  readonly key: string;
  readonly transaction: string;
}

/** Rows of a table that a timer changes in transactions of their own: the one that throws in the second run, and the others. */
interface Loop {
  readonly timer: string;
  readonly table: string;
  readonly bad: string;
  readonly others: readonly string[];
}

let base: TestDb;
let [first, second]: (TestApp | undefined)[] = [];
let dataDir: string;

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-bad-row-'));
  base = await testDb({ seeded: true });
  const { secretKey } = loadConfig({ DATA_DIR: dataDir, ...KEY });
  await loadDemo(base, { password: 'demo-Password-1', secrets: await openSecrets({ key: secretKey, dataDir }) });
  await passTime(base);
  await watch(base);
  await base.pool.query('vacuum (analyze)');
  await base.db.close();
  first = await testApp(KEY, { of: base.connection.database });
  second = await testApp(KEY, { of: base.connection.database });
});
afterAll(async () => {
  await first?.db.pool.query(`drop database ${base.connection.database}`);
  await first?.close();
  await second?.close();
  await rm(dataDir, { recursive: true, force: true });
});
const KEY = { SECRET_KEY: '7'.repeat(64), PRIVATE_ENDPOINTS: '1' };

const query = async <Row extends object>(db: Db, text: string, values: unknown[] = []) =>
  (await db.pool.query<Row>(text, values)).rows;

/** Makes everything due: every time and day of the demo is moved back. */
async function passTime(db: Db): Promise<void> {
  const columns = await query<{ table: string; column: string }>(
    db,
    `select c.relname as table, a.attname as column
     from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and a.attnum > 0 and not a.attisdropped
       and a.attgenerated = '' and a.attidentity = '' and a.atttypid in ('timestamptz'::regtype, 'timestamp'::regtype, 'date'::regtype)
       and c.relname <> all($1)
       -- Rows stay in their partition, and with the rows they refer to.
       and not exists (select from pg_partitioned_table p where p.partrelid = c.oid and a.attnum = any(p.partattrs::int2[]))
       and not exists (select from pg_constraint f where f.contype = 'f'
         and (f.conrelid = c.oid and a.attnum = any(f.conkey) or f.confrelid = c.oid and a.attnum = any(f.confkey)))`,
    [NOT_MOVED],
  );
  for (const table of new Set(columns.map(({ table }) => table))) {
    const moved = columns.filter((one) => one.table === table).map(({ column }) => column);
    await query(db, `alter table ${table} disable trigger user`);
    await query(db, `update ${table} set ${moved.map((column) => `${column} = ${column} - ${AWAY}`).join(', ')}`);
    await query(db, `alter table ${table} enable trigger user`);
  }
}

/** Lets the database note each row that is changed or deleted, with its transaction. */
async function watch(db: Db): Promise<void> {
  await query(
    db,
    `create table bad_touch (place bigint generated always as identity, "table" text, key text, transaction text);
    create function bad_note() returns trigger language plpgsql as $$ begin
      execute format('insert into bad_touch ("table", key, transaction) select %L, (%s)::text, txid_current()::text from old_rows',
        tg_table_name, tg_argv[0]);
      return null;
    end $$;
    create function bad_throw() returns trigger language plpgsql as $$ begin raise exception 'the bad row'; end $$`,
  );
  const tables = await query<{ table: string }>(
    db,
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_index i on i.indrelid = c.oid and i.indisprimary
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)`,
    [NOT_MOVED],
  );
  for (const { table } of tables)
    for (const change of ['update', 'delete'])
      await query(
        db,
        `create trigger bad_${change} after ${change} on ${table} referencing old table as old_rows
         for each statement execute function bad_note('${await keyOf(db, table, '')}')`,
      );
}

/** Runs a timer, and returns the rows it changed in order. */
async function touchesOf(product: TestApp, timer: Timer): Promise<Touch[]> {
  await query(product.db, 'truncate bad_touch');
  await timer.run(product.app).catch(() => undefined);
  return query<Touch>(product.db, 'select "table", key, transaction from bad_touch order by place');
}

function loopsOf(timer: Timer, touches: readonly Touch[]): Loop[] {
  return [...Map.groupBy(touches, ({ table }) => table)].flatMap(([table, rows]) => {
    const [begin] = rows;
    if (!begin) return [];
    const withBad = new Set(rows.filter(({ key }) => key === begin.key).map(({ transaction }) => transaction));
    const ofBad = new Set(rows.filter(({ transaction }) => withBad.has(transaction)).map(({ key }) => key));
    const others = [...new Set(rows.map(({ key }) => key))].filter((key) => !ofBad.has(key));
    return others.length > 0 ? [{ timer: timer.name, table, bad: begin.key, others }] : [];
  });
}

it('a row that throws keeps no timer from the other rows', async () => {
  if (!first || !second) throw new Error('There is no product');
  const loops: Loop[] = [];
  const stopped: string[] = [];
  for (const timer of first.running.jobs.timers) {
    const [one] = await presentLoops(second.db, loopsOf(timer, await touchesOf(first, timer)));
    if (!one) {
      await touchesOf(second, timer);
      continue;
    }
    loops.push(one);
    const isBad = `${await keyOf(second.db, one.table, 'old.')}::text = '${one.bad.replaceAll("'", "''")}'`;
    await query(
      second.db,
      `create trigger bad_row before update or delete on ${one.table} for each row when (${isBad}) execute function bad_throw()`,
    );
    const touched = new Set((await touchesOf(second, timer)).map(({ table, key }) => `${table} ${key}`));
    await query(second.db, `drop trigger bad_row on ${one.table}`);
    const missing = one.others.filter((key) => !touched.has(`${one.table} ${key}`));
    if (missing.length > 0)
      stopped.push(`${timer.name}: ${missing.length} of ${one.others.length} rows of ${one.table}`);
  }
  expect(stopped).toEqual([]);
  // The demo has work for them: more than one row each.
  expect(new Set(loops.map(({ timer }) => timer)).size).toBeGreaterThanOrEqual(LOOPS_LEAST);
});

/** Keeps what a timer did to rows that were there before: new ones have other keys in another database. */
async function presentLoops(db: Db, loops: readonly Loop[]): Promise<Loop[]> {
  const kept: Loop[] = [];
  for (const loop of loops) {
    const key = await keyOf(db, loop.table, '');
    const rows = await query<{ key: string }>(
      db,
      `select ${key}::text as key from ${loop.table} where ${key}::text = any($1)`,
      [[loop.bad, ...loop.others]],
    );
    const present = new Set(rows.map((row) => row.key));
    const others = loop.others.filter((one) => present.has(one));
    if (present.has(loop.bad) && others.length > 0) kept.push({ ...loop, others });
  }
  return kept;
}

async function keyOf(db: Db, table: string, prefix: string): Promise<string> {
  const [row] = await query<{ key: string }>(
    db,
    `select format('row(%s)', string_agg($2 || quote_ident(a.attname), ', ' order by a.attnum)) as key
     from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary`,
    [table, prefix],
  );
  return row?.key ?? '';
}
