import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyLedger } from './engines/ledger/index.ts';
import { migrate } from './kernel/db/migrate.ts';
import { type TestDb, testDb } from './kernel/testing/index.ts';
import { openBuyers } from './testing/market.ts';
import { startServerProcess } from './testing/server-process.ts';

const SQL = fileURLToPath(new URL('../database/', import.meta.url));
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

  await expect(migrate(db, broken)).rejects.toThrow(/changed nothing.*9002_half\.sql failed: division by zero/s);
  await isUnchanged();
  // The successful migration is rolled back too: the older version starts with its own tables.
  expect(await migrate(db)).toEqual([]);

  expect(await migrate(db, next)).toEqual(['migrations/9001_more.sql']);
  expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);
  await expect(migrate(db, broken)).rejects.toThrow('9002_half.sql failed');
  await isUnchanged();
  expect(await migrate(db, next)).toEqual([]);

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
