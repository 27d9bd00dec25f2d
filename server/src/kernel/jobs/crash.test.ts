import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { testDb } from '../testing/index.ts';
import { createJobs, type Jobs, startTask, type TaskRow, tasks } from './index.ts';
import { openLease } from './lease.ts';
import { testActor, testApp } from './testing/app.ts';
import { countJob, testJobs } from './testing/jobs.ts';

const { done, running } = taskState.is;
const actor = testActor();
const children: ChildProcess[] = [];
let node: Jobs | undefined;

const db = await testDb();
await db.pool.query('create table test_effect (task_no text, n integer, attempt integer)');
afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
  }
  await node?.stop();
  node = undefined;
});
afterAll(() => db.close());

/** Starts a worker in a separate process; resolves once it processes the queue. */
async function startProcess(): Promise<ChildProcess> {
  const { host, port, database, user, connectionString } = db.pool.options;
  const child = spawn(process.execPath, [fileURLToPath(new URL('testing/worker-process.ts', import.meta.url))], {
    env: { ...process.env, TEST_DATABASE: JSON.stringify({ host, port, database, user, connectionString }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  await once(child.stdout, 'data');
  return child;
}

async function startNode(): Promise<void> {
  node = createJobs(db, { jobs: testJobs, timers: [], recoverEveryMillis: 200 });
  await node.start(testApp(db));
}

async function until(taskNo: string, reached: (row: TaskRow) => boolean, seconds = 60): Promise<TaskRow> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const [found] = await db.drizzle.select().from(tasks).where(eq(tasks.taskNo, taskNo));
    if (found && reached(found)) return found;
    if (Date.now() > end) throw new Error(`task stayed in state ${found?.state} at ${found?.done}/${found?.total}`);
    await sleep(25);
  }
}

const effects = async (taskNo: string) =>
  (
    await db.pool.query<{ n: number; attempt: number }>(
      'select n, attempt from test_effect where task_no = $1 order by n',
      [taskNo],
    )
  ).rows;
const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

test('a task of a killed process continues in another and repeats no step', async () => {
  const child = await startProcess();
  const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 12, pauseMillis: 5, killAt: 7 }));
  await once(child, 'exit');
  expect(child.signalCode).toBe('SIGKILL');
  await until(taskNo, ({ state, checkpoint }) => state === running && (checkpoint as { n: number }).n === 7);
  await startNode();
  const ended = await until(taskNo, ({ state }) => state === done);
  expect(ended).toMatchObject({ attempt: 2, result: { counted: 12 } });
  const done12 = await effects(taskNo);
  expect(done12.map(({ n }) => n)).toEqual(upTo(12));
  expect(done12.map(({ attempt }) => attempt)).toEqual([1, 1, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
  const workers = await db.pool.query('select process_id from kernel_worker');
  expect(workers.rows).toEqual([{ process_id: process.pid }]);
});

test('a running worker takes over a dead one’s task without being restarted', async () => {
  const child = await startProcess();
  const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 60, pauseMillis: 20 }));
  await until(taskNo, ({ state, checkpoint }) => state === running && checkpoint !== null);
  await startNode();
  await sleep(300);
  child.kill('SIGKILL');
  await until(taskNo, ({ state }) => state === done);
  expect((await effects(taskNo)).map(({ n }) => n)).toEqual(upTo(60));
});

test('a worker that only lost its connection gives up its task, and no step runs twice', async () => {
  await startNode();
  const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 80, pauseMillis: 20 }));
  await until(taskNo, ({ state, checkpoint }) => state === running && checkpoint !== null);
  await db.pool.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'trade-assistant lease' and datname = current_database()`,
  );
  const ended = await until(taskNo, ({ state }) => state === done);
  expect(ended.attempt).toBe(2);
  expect((await effects(taskNo)).map(({ n }) => n)).toEqual(upTo(80));
  expect(node?.state).toBe('working');
});

describe('recovery', () => {
  const lockedBy = async (): Promise<Record<string, string | null>> => {
    const { rows } = await db.pool.query<{ key: string; locked_by: string | null }>(
      `select key, locked_by from graphile_worker.jobs where key like 'test-%'`,
    );
    return Object.fromEntries(rows.map(({ key, locked_by }) => [key, locked_by]));
  };
  /** An entry that a pool took some time ago. */
  const taken = async (key: string, pool: string, seconds: number) => {
    await db.pool.query(`select graphile_worker.add_job('test/none', job_key => $1)`, [key]);
    await db.pool.query(
      `update graphile_worker._private_jobs set locked_by = $2, locked_at = now() - make_interval(secs => $3) where key = $1`,
      [key, pool, seconds],
    );
  };
  afterEach(() => db.pool.query(`delete from graphile_worker._private_jobs where key like 'test-%'`));

  test('keeps the work of a live worker for any time, and returns that of a dead one', async () => {
    const [own, other] = [await openLease(db, () => {}), await openLease(db, () => {})];
    await own.name('own-pool');
    await other.name('other-pool');
    await taken('test-own', 'own-pool', 86_400);
    await taken('test-other', 'other-pool', 86_400);
    expect(await own.recover()).toBe(0);
    expect(await lockedBy()).toEqual({ 'test-own': 'own-pool', 'test-other': 'other-pool' });
    expect((await db.pool.query('select id::text from kernel_worker order by id')).rows).toEqual(
      [own, other].map(({ workerId }) => ({ id: workerId.toString() })),
    );

    // The latest connection is the other worker's.
    await db.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'trade-assistant lease' and datname = current_database() order by backend_start desc limit 1`,
    );
    await expect.poll(() => other.alive).toBe(false);
    await expect.poll(() => own.recover()).toBe(1);
    expect(await lockedBy()).toEqual({ 'test-own': 'own-pool', 'test-other': null });
    expect(await own.recover()).toBe(0);
    await Promise.all([own.release(), other.release()]);
  });

  test('returns the entries of an unregistered pool after its time to register', async () => {
    const own = await openLease(db, () => {});
    await taken('test-new', 'starting-pool', 10);
    await taken('test-left', 'unknown-pool', 16);
    expect(await own.recover()).toBe(0);
    expect(await lockedBy()).toEqual({ 'test-new': 'starting-pool', 'test-left': null });
    await own.release();
  });
});

test('a task that killed its process twice is not started a third time', async () => {
  // As if one process, and two processes, had died in them without a checkpoint in between.
  const start = async (deaths: number) => {
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 3, pauseMillis: 0 }));
    await db.pool.query(
      `update kernel_task set state = 1, attempt = $2, attempts_without_progress = $2, interruptions = $2 - 1, runner = 'dead' where task_no = $1`,
      [taskNo, deaths],
    );
    return taskNo;
  };
  const [once, twice] = [await start(1), await start(2)];
  await startNode();
  expect((await until(twice, ({ endTime }) => endTime !== null)).failureCode).toBe('TASK_INTERRUPTED');
  expect(await effects(twice)).toEqual([]);
  await until(once, ({ state }) => state === done);
  expect((await effects(once)).map(({ n }) => n)).toEqual(upTo(3));
});
