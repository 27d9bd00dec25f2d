import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { createFiles, type Files } from '../../../../kernel/files/index.ts';
import {
  JobCancelled,
  type JobContext,
  JobStopping,
  type Json,
  startTask,
  tasks,
} from '../../../../kernel/jobs/index.ts';
import { testApp } from '../../../../kernel/jobs/testing/app.ts';
import { testDb } from '../../../../kernel/testing/index.ts';
import { importJob, inventoryTimers, startImport } from '../index.ts';
import { countRows, defaults, fictionalNumbers, stockKeeper } from '../stock-fixture.ts';

const db = await testDb({ seeded: true });
const folder: string = await mkdtemp(join(tmpdir(), 'import-restart-'));
const files: Files = await createFiles(db, folder);
afterAll(async () => {
  await db.close();
  await rm(folder, { recursive: true, force: true });
});

/** An uploaded list with its batch and task, and a function that runs the job repeatedly, as a worker would. */
async function upload(content: string, commit = false) {
  const file = await files.put(Readable.from([Buffer.from(content)]), {
    actor: stockKeeper,
    name: 'list.txt',
    maxBytes: 1e6,
  });
  const started = await db.tx((tx) =>
    startImport(tx, stockKeeper, {
      file,
      batchName: 'Test',
      defaults: { ...defaults, ownerType: 1 },
      countryCode: null,
      commit,
      bulk: false,
    }),
  );
  const input = {
    batchNo: started.batchNo,
    fileId: file.id,
    fileName: 'list.txt',
    countryCode: null,
    commit,
    bulk: false,
  };
  let checkpoint: Json = null;
  const run = (context: Partial<JobContext> = {}, files2: Files = files) =>
    importJob.run(
      {
        app: { ...testApp(db), files: files2 },
        taskNo: started.taskNo,
        actor: stockKeeper,
        signal: new AbortController().signal,
        attempt: 1,
        confirmation: null,
        state: <T extends Json>() => checkpoint as T | null,
        checkpoint: async (_tx, next) => {
          checkpoint = next;
        },
        progress: () => {},
        ...context,
      },
      input,
    );
  return { ...started, run };
}

const rowsOf = async (batchNo: string) =>
  (await db.pool.query<{ n: number }>('select count(*)::int as n from inv_staged where batch_no = $1', [batchNo]))
    .rows[0]?.n;
const list = fictionalNumbers(50)
  .map((number) => `+${number}`)
  .join('\n');

it('keeps the batch open for the next run when it dies between its rows and its report', async () => {
  const { batchNo, run } = await upload(`${list}\nbad line`);
  // The process dies after the commit of the rows and before the report: the checkpoint is never written.
  const dying = run({
    checkpoint: async () => {
      throw new Error('the process is gone');
    },
  });
  await expect(dying).rejects.toThrow('the process is gone');
  expect(await rowsOf(batchNo)).toBe(50);
  const stored = await db.pool.query('select status from inv_batch where batch_no = $1', [batchNo]);
  expect(stored.rows[0].status).toBe(0);
});

it('stages no number twice when it runs twice without a checkpoint in between', async () => {
  const { batchNo, run } = await upload(list);
  const keep = { ...files, remove: async () => {} };
  const failing = run({ checkpoint: () => Promise.reject(new Error('lost')) }, keep);
  await expect(failing).rejects.toThrow('lost');
  const result = await run({}, keep);
  expect(result).toMatchObject({ waiting: true, result: { state: 'reported', goodLines: 50, rejectedLines: 0 } });
  expect(await rowsOf(batchNo)).toBe(50);
  // A run after its checkpoint only returns the present state.
  expect(await run({}, keep)).toMatchObject({ waiting: true, result: { goodLines: 50 } });
  expect(await rowsOf(batchNo)).toBe(50);
});

it('stops when the process stops, and keeps the batch for the next run', async () => {
  const { batchNo, run } = await upload(list);
  const controller = new AbortController();
  controller.abort(new JobStopping());
  await expect(run({ signal: controller.signal })).rejects.toBeInstanceOf(JobStopping);
  expect(await rowsOf(batchNo)).toBe(0);
  expect(await run()).toMatchObject({ waiting: true, result: { goodLines: 50 } });
});

it('leaves nothing when it is cancelled while reading or while waiting', async () => {
  await db.pool.query('delete from inv_staged');
  const before = await countRows(db);
  for (const waits of [false, true]) {
    const { batchNo, run } = await upload(list);
    if (waits) await run();
    const controller = new AbortController();
    controller.abort(new JobCancelled());
    await expect(run({ signal: controller.signal })).rejects.toBeInstanceOf(JobCancelled);
    expect(await rowsOf(batchNo)).toBe(0);
    const stored = await db.pool.query('select status, ready_count from inv_batch where batch_no = $1', [batchNo]);
    expect([3, 4]).toContain(stored.rows[0].status);
    expect(stored.rows[0].ready_count).toBe(0n);
  }
  const after = await countRows(db);
  expect(after).toMatchObject({ staged: 0, files: before['files'], 'open batches': before['open batches'] });
});

it('withdraws a batch whose task ended without it', async () => {
  const { batchNo, taskNo } = await upload(list);
  const timer = inventoryTimers.find(({ name }) => name === 'inventory/fail-orphan-batches');
  const status = async () =>
    (await db.pool.query('select status from inv_batch where batch_no = $1', [batchNo])).rows[0].status;
  await timer?.run(testApp(db));
  expect(await status()).toBe(0);
  await db.drizzle.update(tasks).set({ state: 5, endTime: new Date() }).where(eq(tasks.taskNo, taskNo));
  await timer?.run(testApp(db));
  expect(await status()).toBe(4);
});

it('stores its input in a form that it reads back unchanged', async () => {
  const { taskNo } = await db.tx((tx) =>
    startTask(tx, stockKeeper, importJob, {
      batchNo: 'PW',
      fileId: 7n,
      fileName: 'a',
      countryCode: 'US',
      commit: true,
      bulk: false,
    }),
  );
  const [row] = await db.drizzle.select({ input: tasks.input }).from(tasks).where(eq(tasks.taskNo, taskNo));
  expect(row?.input).toMatchObject({ fileId: '7', commit: true });
});
