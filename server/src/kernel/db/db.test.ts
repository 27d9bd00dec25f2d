import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { testDb } from '../testing/index.ts';
import { openDb, sqlState } from './index.ts';
import { isCurrent, migrate } from './migrate.ts';

const db = await testDb();
await db.pool.query('create table probe (id int primary key, n bigint not null default 0)');
await db.pool.query('insert into probe (id) values (1), (2)');
afterAll(() => db.close());

it('has few connections for reads over many lists, with statements of three seconds at most', async () => {
  const { rows } = await db.overview.pool.query('show statement_timeout');
  expect(rows).toEqual([{ statement_timeout: '3s' }]);
  expect(db.overview.pool.options.max).toBe(4);
});

describe('a transaction', () => {
  it('is rolled back whole when its work throws', async () => {
    const work = db.tx(async (tx) => {
      await tx.execute(sql`update probe set n = 99`);
      throw new Error('no');
    });
    await expect(work).rejects.toThrow('no');
    const { rows } = await db.pool.query('select sum(n)::int as n from probe');
    expect(rows[0].n).toBe(0);
  });

  it('is retried after a deadlock if the caller allows it', async () => {
    let runs = 0;
    let held = 0;
    const { promise: bothHold, resolve: holding } = Promise.withResolvers<void>();
    const swap = (first: number, second: number) =>
      db.tx(
        async (tx) => {
          runs += 1;
          await tx.execute(sql`update probe set n = n + 1 where id = ${first}`);
          // Each holds its row before either requests the other's; the retried one finds both free.
          held += 1;
          if (held === 2) holding();
          await bothHold;
          await tx.execute(sql`update probe set n = n + 1 where id = ${second}`);
        },
        { retry: true },
      );
    await Promise.all([swap(1, 2), swap(2, 1)]);
    expect(runs).toBeGreaterThan(2);
    const { rows } = await db.pool.query('select n from probe order by id');
    expect(rows.map(({ n }) => n)).toEqual([2n, 2n]);
  });

  it('is not retried unless the caller allows it', async () => {
    let runs = 0;
    const work = db.tx(async (tx) => {
      runs += 1;
      await tx.execute(sql`do $$ begin raise exception 'x' using errcode = '40001'; end $$`);
    });
    const error = await work.catch((thrown: unknown) => thrown);
    expect(sqlState(error)).toBe('40001');
    expect(runs).toBe(1);
  });
});

describe('listening', () => {
  it('receives committed notifications, not rolled-back ones, and continues after a broken connection', async () => {
    const received: string[] = [];
    const stop = await db.listen('probe', (payload) => received.push(payload));
    const until = async (count: number) => {
      for (let turn = 0; turn < 200 && received.length < count; turn += 1)
        await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await db.tx((tx) => tx.execute(sql`select pg_notify('probe', 'one')`));
    await db
      .tx(async (tx) => {
        await tx.execute(sql`select pg_notify('probe', 'never')`);
        throw new Error('no');
      })
      .catch(() => undefined);
    await until(1);
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like '%listener%'`,
    );
    for (let turn = 0; turn < 100 && received.length < 2; turn += 1) {
      await db.pool.query(`select pg_notify('probe', 'two')`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(received[0]).toBe('one');
    expect(received).toContain('two');
    expect(received).not.toContain('never');
    await stop();
  });
});

describe('the database folder', () => {
  const write = async (folder: string, files: Record<string, string>) => {
    for (const [name, text] of Object.entries(files)) {
      await mkdir(path.dirname(path.join(folder, name)), { recursive: true });
      await writeFile(path.join(folder, name), text);
    }
  };
  const folderWith = async (files: Record<string, string>) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-database-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    await write(folder, files);
    return folder;
  };
  const emptyDatabase = async () => {
    const name = `m_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
    await db.pool.query(`create database ${name}`);
    const own = openDb({ ...db.connection, database: name, max: 4 });
    onTestFinished(() => own.close());
    return own;
  };
  const TABLE = { 'baseline/01_a.sql': 'create table a (n int);' };

  it('runs once and in order when two nodes start at the same moment', async () => {
    const folder = await folderWith({
      'migrations/0001_b.sql': 'insert into a select doubled(1);',
      'baseline/02_b.sql': 'alter table a add column m int; select pg_sleep(0.1);',
      ...TABLE,
      // Reads a table that comes after it.
      'functions/x/doubled.sql':
        'create or replace function doubled(n int) returns bigint language sql as $$ select n + (select count(*) from a) $$;',
    });
    const one = await emptyDatabase();
    const other = openDb({ ...db.connection, database: one.pool.options.database ?? '', max: 2 });
    onTestFinished(() => other.close());
    expect(await isCurrent(db, folder)).toBe(false);
    const ran = await Promise.all([migrate(one, { folder: folder }), migrate(other, { folder: folder })]);
    expect(ran.flat()).toEqual([
      'functions/x/doubled.sql',
      'baseline/01_a.sql',
      'baseline/02_b.sql',
      'migrations/0001_b.sql',
    ]);
    expect((await one.pool.query('select n from a')).rows).toEqual([{ n: 1 }]);
    expect(await isCurrent(one, folder)).toBe(true);
    expect(await migrate(one, { folder: folder })).toEqual([]);
  });

  it('applies a function again when its text is new, before the migrations that use it', async () => {
    const own = await emptyDatabase();
    const named = (n: number) => ({
      'functions/x/one.sql': `create or replace function one() returns int language sql as $$ select ${n} $$;`,
    });
    const folder = await folderWith({ ...TABLE, ...named(1) });
    await migrate(own, { folder: folder });
    await write(folder, { ...named(2), 'migrations/0001_b.sql': 'insert into a values (one());' });
    expect(await migrate(own, { folder: folder })).toEqual(['functions/x/one.sql', 'migrations/0001_b.sql']);
    expect((await own.pool.query('select n from a')).rows).toEqual([{ n: 2 }]);
    // The older version continues: everything it needs still exists.
    await rm(path.join(folder, 'migrations/0001_b.sql'));
    expect(await isCurrent(own, folder)).toBe(true);
  });

  it('leaves a database as it was when anything fails', async () => {
    const own = await emptyDatabase();
    const folder = await folderWith(TABLE);
    await migrate(own, { folder: folder });
    await write(folder, {
      'functions/x/one.sql': 'create function one() returns int language sql as $$ select 1 $$;',
      'migrations/0001_b.sql': 'create table b (n int);',
      'migrations/0002_c.sql': 'select 1 / 0;',
    });
    await expect(migrate(own, { folder: folder })).rejects.toThrow('migrations/0002_c.sql failed: division by zero');
    const { rows } = await own.pool.query(`select to_regclass('b') as b, to_regproc('one') as one`);
    expect(rows).toEqual([{ b: null, one: null }]);
    expect(await isCurrent(own, folder)).toBe(false);
  });

  it('refuses files that changed after they ran, databases that are newer, and files it cannot place', async () => {
    const own = await emptyDatabase();
    const folder = await folderWith({ ...TABLE, 'migrations/0001_b.sql': 'create table b (n int);' });
    await migrate(own, { folder: folder });
    await write(folder, { 'migrations/0001_b.sql': 'create table b (n bigint);' });
    await expect(migrate(own, { folder: folder })).rejects.toThrow('migrations/0001_b.sql was changed');
    await rm(path.join(folder, 'migrations/0001_b.sql'));
    await expect(migrate(own, { folder: folder })).rejects.toThrow(
      'newer than this version: it has migrations/0001_b.sql',
    );
    await write(folder, {
      'migrations/0001_b.sql': 'create table b (n int);',
      'baseline/02_c.sql': 'create table c (n int);',
    });
    await expect(migrate(own, { folder: folder })).rejects.toThrow('baseline/02_c.sql came to the baseline');
    await write(folder, { 'baseline/02_d.sql': '' });
    await expect(migrate(own, { folder: folder })).rejects.toThrow('Two files have the number baseline/02');
    await write(folder, { 'migrations/x.sql': '' });
    await expect(migrate(own, { folder: folder })).rejects.toThrow('migrations/x.sql is neither');
  });

  it('runs online files step by step outside the transaction, and continues at the failed file', async () => {
    const own = await emptyDatabase();
    const folder = await folderWith({
      ...TABLE,
      'migrations/0001_fill.sql': 'insert into a select 0 from generate_series(1, 25)',
      'migrations/0002_b.online.sql': `-- Nobody waits for it.
-- step: add the index
create index concurrently if not exists a_n on a (n);
-- repeat: count rows up
update a set n = 1 where ctid = any(array(select ctid from a where n = 0 limit 10));
`,
      'migrations/0003_c.online.sql': '-- step: divide\nselect 1 / (select count(*) from a where n = 2);\n',
    });
    const steps: string[] = [];
    const onStep = (step: string) => void steps.push(step);
    await expect(migrate(own, { folder, onStep })).rejects.toThrow('continues there');
    expect(steps.slice(2)).toEqual([
      ...['add the index', 'count rows up', ...[10, 20, 25].map((rows) => `count rows up, ${rows}`)].map(
        (step) => `migrations/0002_b.online.sql: ${step}`,
      ),
      'migrations/0003_c.online.sql: divide',
    ]);
    expect((await own.pool.query('select distinct n from a')).rows).toEqual([{ n: 1 }]);
    await own.pool.query('update a set n = 2');
    expect(await migrate(own, { folder })).toEqual(['migrations/0003_c.online.sql']);
  });

  it('leaves a database that a newer version upgraded as it is, and is refused by one that has no use for it', async () => {
    const own = await emptyDatabase();
    const table = 'create table kernel_installation (key text primary key, value text not null);';
    const folder = await folderWith({ 'baseline/01_a.sql': table });
    await migrate(own, { folder });
    const upgraded = (version: string, minimum: string) =>
      own.pool.query(
        `insert into kernel_installation values ('version', $1), ('minimumVersion', $2)
         on conflict (key) do update set value = excluded.value`,
        [version, minimum],
      );
    await upgraded('0.4.0', '0.3.0');
    // What the newer version knows, the older one does not.
    await own.pool.query(`insert into schema_change (name, checksum) values ('migrations/0009_new.sql', 'x')`);
    await write(folder, { 'functions/x/one.sql': 'create function one() returns int language sql as $$ select 1 $$;' });
    expect(await migrate(own, { folder, version: '0.3.0' })).toEqual([]);
    expect((await own.pool.query(`select to_regproc('one') as one`)).rows).toEqual([{ one: null }]);
    await upgraded('0.10.0', '0.4.0');
    await expect(migrate(own, { folder, version: '0.3.9' })).rejects.toThrow(
      'needs version 0.4.0 or later; this is 0.3.9',
    );
    await expect(migrate(own, { folder, version: '0.10.0' })).rejects.toThrow('it has migrations/0009_new.sql');
  });

  it('treats a file that names a replaced checksum as the file that ran, with either version first', async () => {
    const own = await emptyDatabase();
    const before = TABLE['baseline/01_a.sql'];
    const folder = await folderWith(TABLE);
    await migrate(own, { folder: folder });
    const checksum = createHash('sha256').update(before).digest('hex');
    await write(folder, { 'baseline/01_a.sql': `-- replaces: ${checksum}\ncreate table a (n integer);` });
    expect(await migrate(own, { folder: folder })).toEqual([]);
    // The new text is recorded from now on: the old text counts as another file.
    await write(folder, TABLE);
    await expect(migrate(own, { folder: folder })).rejects.toThrow('was changed');
  });

  it('of the product has functions that the database can read whole', async () => {
    const functions = new URL('../../../database/functions/', import.meta.url);
    const names = (await readdir(functions, { recursive: true })).filter((name) => name.endsWith('.sql'));
    expect(names.length).toBeGreaterThan(15);
    // Now that the tables are there, with their bodies checked.
    for (const name of names) await db.pool.query(await readFile(new URL(name, functions), 'utf8'));
  });
});
