import { setTimeout as sleep } from 'node:timers/promises';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { PUSH_CHANNEL } from '../realtime/push.ts';
import { testDb } from '../testing/index.ts';
import { cancelTask, createJobs, type Jobs, ownTask, resumeTask, startTask, type TaskRow, tasks } from './index.ts';
import { enqueue } from './tasks.ts';
import { testActor, testApp } from './testing/app.ts';
import { busyJob, confirmationJob, countJob, failJob, handOverJob, testJobs } from './testing/jobs.ts';

const { done, failed, cancelled, running, waiting, queued } = taskState.is;
const actor = testActor();
let nodes: Jobs[] = [];

const db = await testDb();
await db.pool.query('create table test_effect (task_no text, n integer, attempt integer)');
afterEach(async () => {
  await Promise.all(nodes.map((node) => node.stop()));
  nodes = [];
});
afterAll(() => db.close());

async function startNode(): Promise<Jobs> {
  const jobs = createJobs(db, { jobs: testJobs, timers: [], recoverEveryMillis: 200 });
  nodes.push(jobs);
  await jobs.start(testApp(db));
  return jobs;
}

async function row(taskNo: string): Promise<TaskRow> {
  const [found] = await db.drizzle.select().from(tasks).where(eq(tasks.taskNo, taskNo));
  if (!found) throw new Error(`no task ${taskNo}`);
  return found;
}

async function until(taskNo: string, reached: (row: TaskRow) => boolean, seconds = 60): Promise<TaskRow> {
  const end = Date.now() + seconds * 1000;
  for (;;) {
    const found = await row(taskNo);
    if (reached(found)) return found;
    if (Date.now() > end) throw new Error(`task stayed in state ${found.state} at ${found.done}/${found.total}`);
    await sleep(25);
  }
}

const effects = async (taskNo: string): Promise<number[]> =>
  (await db.pool.query<{ n: number }>('select n from test_effect where task_no = $1 order by n', [taskNo])).rows.map(
    ({ n }) => n,
  );

const upTo = (n: number) => Array.from({ length: n }, (_, index) => index + 1);

describe('a task', () => {
  test('runs once its transaction commits, and its result stays', async () => {
    await startNode();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 5, pauseMillis: 0 }, { bizNo: 'PW1' }));
    const ended = await until(taskNo, ({ state }) => state === done);
    expect(ended).toMatchObject({ result: { counted: 5 }, done: 5n, total: 5n, bizNo: 'PW1', attempt: 1, ownerId: 7n });
    expect(ended.endTime).not.toBeNull();
    expect(await effects(taskNo)).toEqual(upTo(5));
  });

  test('leaves no trace when its transaction rolls back', async () => {
    let taskNo = '';
    await expect(
      db.tx(async (tx) => {
        taskNo = (await startTask(tx, actor, countJob, { to: 1, pauseMillis: 0 })).taskNo;
        throw new Error('the business changed its mind');
      }),
    ).rejects.toThrow('changed its mind');
    await expect(row(taskNo)).rejects.toThrow('no task');
    expect(await createJobs(db, { jobs: [], timers: [] }).depth()).toEqual({ waiting: 0, running: 0 });
  });

  test('with several entries in the queue runs for the newest alone', async () => {
    const { taskNo } = await db.tx(async (tx) => {
      const started = await startTask(tx, actor, countJob, { to: 5, pauseMillis: 20 });
      await enqueue(tx, started.id, countJob.name);
      return started;
    });
    const node = await startNode();
    const ended = await until(taskNo, ({ state }) => state === done);
    await expect.poll(() => node.depth()).toEqual({ waiting: 0, running: 0 });
    expect(await row(taskNo)).toMatchObject({ attempt: 1, endTime: ended.endTime });
    expect(await effects(taskNo)).toEqual(upTo(5));
  });

  test('that is refused fails at once, with the code and the parameters of its text', async () => {
    await startNode();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, failJob, { how: 'refuse' }));
    const ended = await until(taskNo, ({ state }) => state === failed);
    expect(ended).toMatchObject({ failureCode: 'TEST_REFUSED', failureParams: { n: 3 }, attempt: 1 });
  });

  test('that breaks is tried again, and fails as our fault when it stays broken', async () => {
    await startNode();
    const [once, always] = await db.tx(async (tx) => [
      await startTask(tx, actor, failJob, { how: 'break-once' }),
      await startTask(tx, actor, failJob, { how: 'break' }),
    ]);
    expect(await until(once.taskNo, ({ state }) => state === done)).toMatchObject({ attempt: 2, result: 'better' });
    expect(await until(always.taskNo, ({ state }) => state === failed)).toMatchObject({
      attempt: 2,
      failureCode: 'INTERNAL',
    });
  });

  test('waits for its owner and continues after the confirmation', async () => {
    await startNode();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, confirmationJob, {}));
    expect(await until(taskNo, ({ state }) => state === waiting)).toMatchObject({ result: { question: 'go on?' } });
    await db.tx((tx) => resumeTask(tx, actor, taskNo, { rows: 3 }));
    expect(await until(taskNo, ({ state }) => state === done)).toMatchObject({ result: { answer: { rows: 3 } } });
    await expect(db.tx((tx) => resumeTask(tx, actor, taskNo))).rejects.toMatchObject({ code: 'TASK_NOT_WAITING' });
  });

  test('is visible only to its owner and holders of the permission for all tasks', async () => {
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 1, pauseMillis: 0 }));
    const see = (own: Parameters<typeof testActor>[0]) => ownTask(db.drizzle, testActor(own), taskNo);
    await expect(see({})).resolves.toMatchObject({ taskNo });
    await expect(see({ userId: 8n })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(see({ userId: 8n, permissions: new Set(['desk/task:all']) })).resolves.toMatchObject({ taskNo });
    await expect(see({ tenantId: '111111', permissions: new Set(['desk/task:all']) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    for (const work of [cancelTask, resumeTask])
      await expect(db.tx((tx) => work(tx, testActor({ userId: 8n }), taskNo))).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    await db.tx((tx) => cancelTask(tx, actor, taskNo));
  });
});

describe('cancelling', () => {
  test('a queued task ends it at once, and it never runs', async () => {
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 3, pauseMillis: 0 }));
    await db.tx((tx) => cancelTask(tx, actor, taskNo));
    await startNode();
    // The queue is first in, first out: when a later task has ended, this one had its turn.
    const later = await db.tx((tx) => startTask(tx, actor, countJob, { to: 1, pauseMillis: 0 }));
    await until(later.taskNo, ({ state }) => state === done);
    expect(await row(taskNo)).toMatchObject({ state: cancelled, attempt: 0 });
    expect(await effects(taskNo)).toEqual([]);
    await expect(db.tx((tx) => cancelTask(tx, actor, taskNo))).rejects.toMatchObject({ code: 'TASK_ENDED' });
  });

  test('a running task reaches it on whichever node it runs', async () => {
    await startNode();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 10_000, pauseMillis: 20 }));
    await until(taskNo, ({ state, done: steps }) => state === running && steps > 0n);
    await db.tx((tx) => cancelTask(tx, actor, taskNo));
    const ended = await until(taskNo, ({ state }) => state === cancelled);
    expect((await effects(taskNo)).length).toBe(Number(ended.done));
  });

  test('a task that is just being handed over runs it once more', async () => {
    await startNode();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, handOverJob, {}));
    await until(taskNo, ({ state }) => state === running);
    await db.tx((tx) => cancelTask(tx, actor, taskNo));
    expect(await until(taskNo, ({ state }) => state === cancelled)).toMatchObject({ attempt: 2 });
  });

  test('a waiting task lets it clean up and ends it', async () => {
    await startNode();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, confirmationJob, {}));
    await until(taskNo, ({ state }) => state === waiting);
    await db.tx((tx) => cancelTask(tx, actor, taskNo));
    // The job ignores its signal and requests another confirmation; a cancelled task must still end.
    await until(taskNo, ({ state }) => state === cancelled);
  });
});

describe('progress', () => {
  test('is pushed and stored at most once a second, and the last state always arrives', async () => {
    await startNode();
    const pushed: { payload: { done: number; state: number; notes: { en: string } | null } }[] = [];
    const unlisten = await db.listen(PUSH_CHANNEL, (text) => pushed.push(JSON.parse(text)));
    const started = performance.now();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, busyJob, { millis: 3300 }));
    const ended = await until(taskNo, ({ state }) => state === done);
    const seconds = (performance.now() - started) / 1000;
    await expect.poll(() => pushed.at(-1)?.payload.state).toBe(done);
    await unlisten();
    const during = pushed.filter(({ payload }) => payload.state === running && payload.done > 0);
    expect(during.length).toBeGreaterThanOrEqual(1);
    expect(during.length).toBeLessThanOrEqual(1 + seconds);
    // It made far more steps than it reported.
    expect(Number(ended.done)).toBeGreaterThan(10 * during.length);
    expect(pushed.at(-1)?.payload).toMatchObject({
      state: done,
      done: ended.result,
      notes: { en: `Step ${ended.result}` },
    });
  });
});

describe('a stopping process', () => {
  test('puts its tasks back, and they go on elsewhere from where they were', async () => {
    const first = await startNode();
    const { taskNo } = await db.tx((tx) => startTask(tx, actor, countJob, { to: 40, pauseMillis: 60 }));
    await until(taskNo, ({ state, checkpoint }) => state === running && checkpoint !== null);
    await first.stop();
    expect((await row(taskNo)).state).toBe(queued);
    await startNode();
    await until(taskNo, ({ state }) => state === done);
    expect(await effects(taskNo)).toEqual(upTo(40));
    expect((await row(taskNo)).attempt).toBe(2);
  });
});
