import { setTimeout as sleep } from 'node:timers/promises';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type Db, openDb } from '../db/index.ts';
import { type FreezableProxy, openFreezableProxy } from '../testing/freezable-proxy.ts';
import { testDb } from '../testing/index.ts';
import { createJobs, defineJob, type Jobs, startTask } from './index.ts';
import { testActor, testApp } from './testing/app.ts';
import { countJob } from './testing/jobs.ts';

/** Short enough for a test, long enough for a busy machine. */
const WAITS = { suspect: 300, answer: 700, repeat: 100, connect: 3000 };
const JOBS = 4;

const db = await testDb();
await db.pool.query('create table test_effect (task_no text, n integer, attempt integer)');
let line: FreezableProxy;
let reached: Db;
let jobs: Jobs | undefined;
/** Rejections that nobody awaits: each would end the process. */
const escaped: unknown[] = [];
const note = (reason: unknown) => void escaped.push(reason);

/** Runs until released. */
let released: PromiseWithResolvers<void>;
let begun = 0;
const heldJob = defineJob({
  name: 'test/held',
  title: { zh: '等待', en: 'Held' },
  input: z.object({}),
  async run() {
    begun += 1;
    await released.promise;
    return { result: 'released' };
  },
});

beforeAll(async () => {
  line = await openFreezableProxy(db.connection);
  process.on('unhandledRejection', note);
});
afterEach(async () => {
  released.resolve();
  line.thaw();
  await jobs?.stop();
  await reached.close();
});
afterAll(async () => {
  process.off('unhandledRejection', note);
  await line.close();
  await db.close();
});

async function heldJobs(): Promise<void> {
  released = Promise.withResolvers();
  begun = 0;
  reached = openDb({ ...db.connection, host: line.host, max: 8, waits: WAITS });
  jobs = createJobs(reached, { jobs: [heldJob, countJob], timers: [], concurrency: JOBS, recoverEveryMillis: 200 });
  await jobs.start(testApp(reached));
  for (let n = 0; n < JOBS; n += 1) await db.tx((tx) => startTask(tx, testActor(), heldJob, {}));
  await expect.poll(() => begun).toBe(JOBS);
}

const openTasks = async () =>
  (await db.pool.query('select 1 from kernel_task where state <> $1', [taskState.is.done])).rowCount;

test.each([
  ['for a moment', () => sleep(100)],
  ['until it is noticed', () => expect.poll(() => reached.state.isAway).toBe(true)],
])('jobs that end while the database is silent %s end once, and the queue goes on', async (_what, silence) => {
  await heldJobs();
  line.freeze();
  released.resolve();
  await silence();
  line.thaw();
  await db.tx((tx) => startTask(tx, testActor(), countJob, { to: 3, pauseMillis: 0 }));
  await expect.poll(openTasks).toBe(0);
  expect((await db.pool.query('select n from test_effect order by n')).rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
  await db.pool.query('truncate test_effect');
  expect(escaped).toEqual([]);
});

test('an entry that the queue gave to this worker in a lost answer is run', async () => {
  await heldJobs();
  released.resolve();
  await expect.poll(openTasks).toBe(0);
  await db.tx(async (tx) => {
    await startTask(tx, testActor(), countJob, { to: 2, pauseMillis: 0 });
    // As the queue leaves it when the connection breaks before its answer arrives.
    await tx.execute(sql`
      update graphile_worker._private_jobs set locked_at = now() - interval '10 seconds', locked_by = (select pool_id from kernel_worker)`);
  });
  await expect.poll(openTasks).toBe(0);
  expect((await db.pool.query('select n from test_effect order by n')).rows).toEqual([{ n: 1 }, { n: 2 }]);
  await db.pool.query('truncate test_effect');
  expect(escaped).toEqual([]);
});

test('jobs whose connections are all ended at once go on', async () => {
  await heldJobs();
  for (let turn = 0; turn < 5; turn += 1) {
    await db.pool.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    if (turn === 2) released.resolve();
  }
  await expect.poll(openTasks).toBe(0);
  expect(escaped).toEqual([]);
});
