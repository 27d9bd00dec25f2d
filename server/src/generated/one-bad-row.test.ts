import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../kernel/db/index.ts';
import type { Timer } from '../kernel/jobs/index.ts';
import type { TestDb } from '../kernel/testing/index.ts';
import { type TestApp, testApp } from '../testing/app.ts';
import { DEMO_SETTINGS, NOT_MOVED, pastDemo } from '../testing/past-demo.ts';

/** Timers that change several rows of the demo, one after the other. */
const LOOPS_LEAST = 9;
/** Not watched: what the test notes, and the clocks of the machine itself. */
const NOT_WATCHED = [...NOT_MOVED, 'bad_touch'];

/** A row that one statement changed. */
interface Touch extends Record<string, unknown> {
  readonly table: string;
  readonly key: string;
  readonly statement: string;
}

/** Rows of a table that a timer changes by statements of their own: the one that throws in the second run, and the others. */
interface Loop {
  readonly timer: string;
  readonly table: string;
  readonly bad: string;
  readonly others: readonly string[];
}

let base: TestDb;
let [first, second]: (TestApp | undefined)[] = [];

beforeAll(async () => {
  base = await pastDemo();
  await watch(base);
  await base.pool.query('vacuum (analyze)');
  await base.db.close();
  first = await testApp(DEMO_SETTINGS, { of: base.connection.database });
  second = await testApp(DEMO_SETTINGS, { of: base.connection.database });
});
afterAll(async () => {
  await first?.db.pool.query(`drop database ${base.connection.database}`);
  await first?.close();
  await second?.close();
});

const query = async <Row extends object>(db: Db, text: string, values: unknown[] = []) =>
  (await db.pool.query<Row>(text, values)).rows;

/** Lets the database note each row that is changed or deleted, with its statement. */
async function watch(db: Db): Promise<void> {
  await query(
    db,
    `create table bad_touch (place bigint generated always as identity, "table" text, key text, statement text);
    create sequence bad_statement;
    create function bad_note() returns trigger language plpgsql as $$ begin
      execute format('insert into bad_touch ("table", key, statement) select %L, (%s)::text, %L from old_rows',
        tg_table_name, tg_argv[0], nextval('bad_statement'));
      return null;
    end $$;
    -- A rollback does not set a sequence back.
    create sequence bad_thrown;
    create function bad_throw() returns trigger language plpgsql as $$ begin
      perform nextval('bad_thrown');
      raise exception 'the bad row';
    end $$`,
  );
  const tables = await query<{ table: string }>(
    db,
    `select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace
       join pg_index i on i.indrelid = c.oid and i.indisprimary
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)`,
    [NOT_WATCHED],
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
  return query<Touch>(product.db, 'select "table", key, statement from bad_touch order by place');
}

function loopsOf(timer: Timer, touches: readonly Touch[]): Loop[] {
  return [...Map.groupBy(touches, ({ table }) => table)].flatMap(([table, rows]) => {
    const [begin] = rows;
    if (!begin) return [];
    const withBad = new Set(rows.filter(({ key }) => key === begin.key).map(({ statement }) => statement));
    const ofBad = new Set(rows.filter(({ statement }) => withBad.has(statement)).map(({ key }) => key));
    const others = [...new Set(rows.map(({ key }) => key))].filter((key) => !ofBad.has(key));
    return others.length > 0 ? [{ timer: timer.name, table, bad: begin.key, others }] : [];
  });
}

it('a row that throws keeps no timer from the other rows', async () => {
  if (!first || !second) throw new Error('There is no product');
  const loops = new Set<string>();
  const stopped: string[] = [];
  for (const timer of first.running.jobs.timers) {
    const touches = await touchesOf(first, timer);
    const [loop] = await presentLoops(second.db, loopsOf(timer, touches));
    const one = loop ?? (await withCopies(second.db, timer, touches));
    if (!one) {
      await touchesOf(second, timer);
      continue;
    }
    const { touched, hasThrown } = await touchedBeside(second, timer, one);
    // A copy that the timer does not choose proves nothing.
    if (!loop && !hasThrown) continue;
    loops.add(timer.name);
    const missing = one.others.filter((key) => !touched.has(`${one.table} ${key}`));
    if (missing.length > 0)
      stopped.push(`${timer.name}: ${missing.length} of ${one.others.length} rows of ${one.table}`);
  }
  expect(stopped).toEqual([]);
  // The demo has work for them.
  expect(loops.size, [...loops].join(', ')).toBeGreaterThanOrEqual(LOOPS_LEAST);
});

/** Runs a timer while one row throws. */
async function touchedBeside(product: TestApp, timer: Timer, { table, bad }: Loop) {
  const isBad = `${await keyOf(product.db, table, 'old.')}::text = '${bad.replaceAll("'", "''")}'`;
  await query(
    product.db,
    `create trigger bad_row before update or delete on ${table} for each row when (${isBad}) execute function bad_throw()`,
  );
  const thrown = async () =>
    (await query<{ n: string }>(product.db, 'select last_value as n, is_called from bad_thrown'))[0];
  const before = await thrown();
  const touched = new Set((await touchesOf(product, timer)).map(({ table, key }) => `${table} ${key}`));
  await query(product.db, `drop trigger bad_row on ${table}`);
  return { touched, hasThrown: JSON.stringify(await thrown(), text) !== JSON.stringify(before, text) };
}
const text = (_key: string, value: unknown) => (typeof value === 'bigint' ? String(value) : value);

/** Copies the only row that a timer changes twice: the first copy throws in the second run. */
async function withCopies(db: Db, timer: Timer, touches: readonly Touch[]): Promise<Loop | undefined> {
  for (const [table, rows] of Map.groupBy(touches, (touch) => touch.table)) {
    const [only, ...more] = new Set(rows.map(({ key }) => key));
    if (only === undefined || more.length > 0) continue;
    const bad = await copyOf(db, table, only, 1);
    const other = bad && (await copyOf(db, table, only, 2));
    if (other) return { timer: timer.name, table, bad, others: [other] };
  }
  return undefined;
}

/** Copies a row under another key, with other texts where they are unique. @returns its key, undefined if the table takes no copy */
async function copyOf(db: Db, table: string, key: string, no: number): Promise<string | undefined> {
  const columns = await query<{ name: string; sequence: string | null; isUnique: boolean; isText: boolean }>(
    db,
    `select a.attname as name, pg_get_serial_sequence(quote_ident($1), a.attname) as sequence,
       exists (select from pg_index i where i.indrelid = a.attrelid and i.indisunique and a.attnum = any(i.indkey)) as "isUnique",
       a.atttypid in ('text'::regtype, 'varchar'::regtype) as "isText"
     from pg_attribute a where a.attrelid = quote_ident($1)::regclass and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`,
    [table],
  );
  if (!columns.some(({ sequence }) => sequence !== null)) return undefined;
  const values = columns.map(({ name, sequence, isUnique, isText }) =>
    sequence !== null
      ? `nextval('${sequence}')`
      : isUnique && isText && name !== 'tenant_id'
        ? `r."${name}" || '-${no}'`
        : `r."${name}"`,
  );
  const names = columns.map(({ name }) => `"${name}"`).join(', ');
  try {
    const [row] = await query<{ key: string }>(
      db,
      `insert into ${table} (${names}) overriding system value select ${values.join(', ')} from ${table} r
       where ${await keyOf(db, table, 'r.')}::text = $1 returning ${await keyOf(db, table, '')}::text as key`,
      [key],
    );
    return row?.key;
  } catch {
    return undefined;
  }
}

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
