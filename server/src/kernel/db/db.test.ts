import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestDb, testDb } from '../testing/index.ts';
import { openDb, sqlState } from './index.ts';
import { isCurrent, migrate } from './migrate.ts';

let db: TestDb;
beforeAll(async () => {
  db = await testDb();
  await db.pool.query('create table probe (id int primary key, n bigint not null default 0)');
  await db.pool.query('insert into probe (id) values (1), (2)');
});
afterAll(() => db.close());

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

  it('is tried again after a deadlock when its work says it may be', async () => {
    let runs = 0;
    let held = 0;
    const { promise: bothHold, resolve: holding } = Promise.withResolvers<void>();
    const swap = (first: number, second: number) =>
      db.tx(
        async (tx) => {
          runs += 1;
          await tx.execute(sql`update probe set n = n + 1 where id = ${first}`);
          // Each holds its row before either asks for the other's; who is tried again finds both gone by.
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

  it('is not tried again when nothing says it may be', async () => {
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
  it('hears what commits, not what is rolled back, and goes on after the connection broke', async () => {
    const heard: string[] = [];
    const stop = await db.listen('probe', (payload) => heard.push(payload));
    const until = async (count: number) => {
      for (let turn = 0; turn < 200 && heard.length < count; turn += 1)
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
    for (let turn = 0; turn < 100 && heard.length < 2; turn += 1) {
      await db.pool.query(`select pg_notify('probe', 'two')`);
      await new Promise((resolve) => setTimeout(resolve, 30));
    }
    expect(heard[0]).toBe('one');
    expect(heard).toContain('two');
    expect(heard).not.toContain('never');
    await stop();
  });
});

describe('migrations', () => {
  const folderWith = async (files: Record<string, string>) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-migrations-'));
    for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, name), text);
    return folder;
  };
  const emptyDatabase = async () => {
    const name = `m_${Date.now().toString(36)}_${Math.floor(Math.random() * 1e6)}`;
    await db.pool.query(`create database ${name}`);
    return openDb({ ...db.connection, database: name, max: 4 });
  };

  it('run once and in order when two nodes start at the same moment', async () => {
    const folder = await folderWith({
      '0001_a.sql': 'create table a (n int); select pg_sleep(0.1);',
      '0002_b.sql': 'insert into a values (1);',
    });
    const one = await emptyDatabase();
    const other = openDb({ ...db.connection, database: one.pool.options.database ?? '', max: 2 });
    const ran = await Promise.all([migrate(one, folder), migrate(other, folder)]);
    expect(ran.flat().sort()).toEqual(['0001_a.sql', '0002_b.sql']);
    expect((await one.pool.query('select count(*)::int as n from a')).rows[0].n).toBe(1);
    expect(await isCurrent(one, folder)).toBe(true);
    await other.close();
    await one.close();
    await rm(folder, { recursive: true });
  });

  it('leave nothing behind when one fails, and refuse files that changed and databases that are newer', async () => {
    const own = await emptyDatabase();
    const folder = await folderWith({
      '0001_a.sql': 'create table a (n int);',
      '0002_b.sql': 'create table b (n int); select 1 / 0;',
    });
    await expect(migrate(own, folder)).rejects.toThrow('0002_b.sql');
    expect((await own.pool.query(`select to_regclass('b') as b`)).rows[0].b).toBeNull();
    await writeFile(path.join(folder, '0001_a.sql'), 'create table a (n bigint);');
    await expect(migrate(own, folder)).rejects.toThrow('was changed');
    await rm(path.join(folder, '0001_a.sql'));
    await expect(migrate(own, folder)).rejects.toThrow('newer');
    await own.close();
    await rm(folder, { recursive: true });
  });

  it('take a file that names what it replaces for the one that ran, whatever version of it is met first', async () => {
    const own = await emptyDatabase();
    const before = 'create table a (n int);';
    const folder = await folderWith({ '0001_a.sql': before });
    await migrate(own, folder);
    const checksum = createHash('sha256').update(before).digest('hex');
    await writeFile(path.join(folder, '0001_a.sql'), `-- replaces: ${checksum}\ncreate table a (n integer);`);
    expect(await migrate(own, folder)).toEqual([]);
    // What is recorded from then on is the new text: the old one is another file again.
    await writeFile(path.join(folder, '0001_a.sql'), before);
    await expect(migrate(own, folder)).rejects.toThrow('was changed');
    await own.close();
    await rm(folder, { recursive: true });
  });
});
