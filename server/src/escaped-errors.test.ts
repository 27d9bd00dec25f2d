import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { STOPPED_BY_ERROR } from './escaped-errors.ts';
import { type TestDb, testDb } from './kernel/testing/index.ts';
import { startServerProcess } from './testing/server-process.ts';

let db: TestDb;
let dataDir: string;
beforeAll(async () => {
  db = await testDb({ seeded: true });
  dataDir = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-escaped-'));
});
afterAll(async () => {
  await db.close();
  await rm(dataDir, { recursive: true, force: true });
});

it.each([
  ['error', 'process.on("SIGUSR2", () => { throw new Error("it escaped") })'],
  ['rejection', 'process.on("SIGUSR2", () => void Promise.reject(new Error("it escaped")))'],
])('an %s nothing catches is recorded and ends in an orderly stop', async (_kind, fault) => {
  await db.pool.query('truncate log_error');
  const { user, database, host } = db.connection;
  const server = await startServerProcess({
    DATABASE_URL: `postgres://${user}@/${database}?host=${host}`,
    DATA_DIR: dataDir,
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fault)}`,
  });
  process.kill(server.pid, 'SIGUSR2');
  expect(await server.ended).toBe(STOPPED_BY_ERROR);
  const { rows } = await db.pool.query<{ message: string }>('select message from log_error');
  expect(rows).toEqual([{ message: 'it escaped' }]);
  // In order: its worker signed out instead of being found dead by others.
  expect((await db.pool.query('select from kernel_worker')).rowCount).toBe(0);
  await server.stop();
});
