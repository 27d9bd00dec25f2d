import { randomUUID } from 'node:crypto';
import { type AppError, commonErrors, isAppError, storedParams } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../app/index.ts';
import { type Actor, holds } from '../auth/actor.ts';
import { type Db, outageOf, type Tx } from '../db/index.ts';
import { fullDisk } from '../full-disk.ts';
import type { Job, JobContext, JobResult, Json } from './define.ts';
import { JobCancelled, JobLost, JobRefused, JobStopping, jobErrors } from './errors.ts';
import { type TaskRow, tasks } from './tables.ts';
import {
  announce,
  enqueue,
  isSystem,
  moveTask,
  restoreActor,
  returnTask,
  type TaskChanges,
  type TaskEvent,
} from './tasks.ts';

/** Progress is written and pushed at most this often per task. */
export const PROGRESS_INTERVAL_MILLIS = 1000;
const RETRY_SECONDS = [2, 10, 60, 300];
const OUTAGE_SECONDS = 10;
/** Runs cut off without a checkpoint in between after which a task counts as the cause: it is not started again. */
const INTERRUPTIONS_MAX = 2;

/** The jobs this process is running, by task id: how a cancellation or the process's end reaches them. */
export type Running = Map<bigint, AbortController>;

/**
 * Runs one queue entry of one task to its end: claims the task, runs the job, records how it ended. Returns normally
 * when the entry is used up; throws only when another worker holds it, so that the queue keeps that worker's entry.
 */
export async function runTask(app: App, running: Running, job: Job, taskId: bigint, jobId: bigint): Promise<void> {
  const runner = randomUUID();
  const row = await claim(app, taskId, jobId, runner);
  if (!row) return;
  const controller = new AbortController();
  running.set(taskId, controller);
  const progress = progressWriter(app, row, runner, controller);
  const owner = await ownerOf(app, app.db.drizzle, job, row);
  const context = contextOf(app, { job, row, runner, actor: owner.actor }, controller, progress);
  const mine = and(eq(tasks.id, row.id), eq(tasks.runner, runner));
  const end = (event: TaskEvent, values: TaskChanges, more?: (tx: Tx) => Promise<void>) =>
    conclude(app, mine, event, { ...progress.latest(), ...values, runner: null }, more);
  const stop = () => {
    const { reason } = controller.signal;
    const values = reason instanceof JobRefused ? failure(reason.refusal) : { endTime: new Date() };
    return end(reason instanceof JobRefused ? 'fail' : 'stop', values);
  };
  if (owner.refusal) controller.abort(new JobRefused(owner.refusal));
  else if (row.cancelRequested) controller.abort(new JobCancelled());
  try {
    if (row.attemptsWithoutProgress > job.attempts || row.interruptions >= INTERRUPTIONS_MAX)
      throw jobErrors.TASK_INTERRUPTED();
    const input = z.decode(job.input, row.input);
    const result = (await job.run(context, input)) ?? {};
    await progress.settle();
    if (isReason(controller.signal, JobLost)) throw controller.signal.reason;
    if (isReason(controller.signal, JobRefused)) await stop();
    else if (result.failure) await end('fail', { ...outcome(result), ...failure(result.failure) });
    else if (result.handedOver)
      await end('handOver', {}, async (tx) => {
        const [now] = await tx
          .select({ cancelRequested: tasks.cancelRequested })
          .from(tasks)
          .where(eq(tasks.id, row.id));
        // Requested during this run, which may have looked at its signal before; a run that began cancelled waits for the work under way.
        if (now?.cancelRequested && !row.cancelRequested) await returnTask(tx, row.taskNo);
      });
    else if (!result.waiting) await end('finish', { ...outcome(result), endTime: new Date() });
    else if (isReason(controller.signal, JobCancelled)) await stop();
    else await end('wait', outcome(result));
  } catch (error) {
    await progress.settle();
    if (error instanceof JobLost || isReason(controller.signal, JobLost)) throw error;
    if (isReason(controller.signal, JobCancelled)) await stop();
    else if (isReason(controller.signal, JobStopping)) {
      await end('requeue', { attemptsWithoutProgress: sql`greatest(${tasks.attemptsWithoutProgress} - 1, 0)` }, (tx) =>
        enqueue(tx, row.id, job.name),
      );
    } else if (isAppError(error)) await end('fail', failure(error));
    else if (outageOf(error) !== undefined) {
      // Not the job's fault, and it does not use up its attempts.
      app.log.warn({ err: error, task: row.taskNo, job: job.name }, 'a job waits for the database');
      await end('requeue', { attemptsWithoutProgress: sql`greatest(${tasks.attemptsWithoutProgress} - 1, 0)` }, (tx) =>
        enqueue(tx, row.id, job.name, new Date(Date.now() + OUTAGE_SECONDS * 1000)),
      );
    } else {
      app.log.error({ err: error, task: row.taskNo, job: job.name, attempt: row.attempt }, 'a job failed');
      app.audit.error({ error, actor: context.actor });
      if (row.attemptsWithoutProgress >= job.attempts)
        await end('fail', failure(fullDisk(error) ?? commonErrors.INTERNAL()));
      else {
        const seconds = RETRY_SECONDS[Math.min(row.attemptsWithoutProgress, RETRY_SECONDS.length) - 1] ?? 2;
        await end('requeue', {}, (tx) => enqueue(tx, row.id, job.name, new Date(Date.now() + seconds * 1000)));
      }
    }
  } finally {
    if (running.get(taskId) === controller) running.delete(taskId);
  }
}

/** Returns the present owner of a task, with a refusal where the owner has lost the right to it. */
async function ownerOf(
  app: App,
  executor: Db['drizzle'] | Tx,
  { permission }: Job,
  row: TaskRow,
): Promise<{ readonly actor: Actor; readonly refusal?: AppError }> {
  const started = restoreActor(row.actor);
  if (isSystem(started)) return { actor: started };
  const now = await app.sessions.actorOf(executor, started.userId, started.narrowing);
  if (!now) return { actor: started, refusal: jobErrors.TASK_OWNER_CLOSED() };
  if (permission !== undefined && !holds(now, permission))
    return { actor: started, refusal: commonErrors.NO_PERMISSION() };
  return { actor: { ...now, sessionId: null, ip: started.ip } };
}

/** Claims a task, unless it has ended or has a newer queue entry. */
function claim(app: App, taskId: bigint, jobId: bigint, runner: string): Promise<TaskRow | undefined> {
  return app.db.tx(async (tx) => {
    const row = await moveTask(tx, 'claim', and(eq(tasks.id, taskId), eq(tasks.jobId, jobId)), {
      runner,
      attempt: sql`${tasks.attempt} + 1`,
      attemptsWithoutProgress: sql`${tasks.attemptsWithoutProgress} + 1`,
      // Still running by its row: the run before did not end.
      interruptions: sql`${tasks.interruptions} + (${tasks.state} = ${taskState.is.running})::int`,
      startTime: sql`coalesce(${tasks.startTime}, now())`,
      // Without a checkpoint a run starts over, with the progress at zero.
      done: sql`case when ${tasks.checkpoint} is null then 0 else ${tasks.done} end`,
    });
    if (row) await announce(tx, row);
    return row;
  });
}

/** Records the end of a run and notifies the owner. JobLost when another runner has the task. */
async function conclude(
  app: App,
  mine: SQL | undefined,
  event: TaskEvent,
  values: TaskChanges,
  more?: (tx: Tx) => Promise<void>,
): Promise<void> {
  await app.db.tx(async (tx) => {
    const row = await moveTask(tx, event, mine, values);
    if (!row) throw new JobLost(`another worker took the task over before ${event}`);
    await more?.(tx);
    await announce(tx, row);
  });
}

function contextOf(
  app: App,
  { job, row, runner, actor }: { job: Job; row: TaskRow; runner: string; actor: Actor },
  controller: AbortController,
  progress: ReturnType<typeof progressWriter>,
): JobContext {
  return {
    app,
    taskNo: row.taskNo,
    actor,
    signal: controller.signal,
    attempt: row.attempt,
    confirmation: row.confirmation,
    state: <T extends Json>() => row.checkpoint as T | null,
    checkpoint: async (tx, next) => {
      const write = (db: Tx) =>
        db
          .update(tasks)
          .set({
            checkpoint: next,
            attemptsWithoutProgress: 0,
            interruptions: 0,
            ...progress.latest(),
            updateTime: new Date(),
          })
          .where(and(eq(tasks.id, row.id), eq(tasks.runner, runner), eq(tasks.state, taskState.is.running)))
          .returning({ cancelRequested: tasks.cancelRequested });
      const [written] = await (tx ? write(tx) : app.db.tx(write));
      if (!written) {
        controller.abort(new JobLost());
        throw controller.signal.reason;
      }
      const { refusal } = await ownerOf(app, tx ?? app.db.drizzle, job, row);
      if (controller.signal.aborted) return;
      if (refusal) controller.abort(new JobRefused(refusal));
      else if (written.cancelRequested) controller.abort(new JobCancelled());
    },
    progress: progress.report,
  };
}

/**
 * Keeps the newest progress and writes it at most once a second; `settle` waits for a write under way and stops.
 * The end of a run writes the newest values together with the final state.
 */
function progressWriter(app: App, row: TaskRow, runner: string, controller: AbortController) {
  let [done, total, note] = [row.done, row.total, row.note];
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;
  let last = 0;
  let settled = false;
  const write = async (): Promise<void> => {
    timer = undefined;
    last = Date.now();
    try {
      await app.db.tx(async (tx) => {
        const rows = await tx
          .update(tasks)
          .set({ done, total, note, updateTime: new Date() })
          .where(and(eq(tasks.id, row.id), eq(tasks.runner, runner), eq(tasks.state, taskState.is.running)))
          .returning();
        const [written] = rows;
        if (!written) controller.abort(new JobLost());
        else {
          if (written.cancelRequested && !controller.signal.aborted) controller.abort(new JobCancelled());
          await announce(tx, written);
        }
      });
    } catch (error) {
      app.log.warn({ err: error, task: row.taskNo }, 'progress could not be written');
    }
  };
  const schedule = () => {
    if (settled || timer || writing) return;
    timer = setTimeout(
      () => {
        writing = write().finally(() => {
          writing = undefined;
        });
      },
      Math.max(0, last + PROGRESS_INTERVAL_MILLIS - Date.now()),
    );
  };
  return {
    report: (nextDone: number, nextTotal: number, nextNote?: Text): void => {
      [done, total, note] = [
        BigInt(nextDone),
        BigInt(nextTotal),
        nextNote ? { zh: nextNote.zh, en: nextNote.en } : note,
      ];
      schedule();
    },
    latest: () => ({ done, total, note }),
    settle: async (): Promise<void> => {
      settled = true;
      clearTimeout(timer);
      await writing;
    },
  };
}

const isReason = (signal: AbortSignal, kind: abstract new (...args: never[]) => Error): boolean =>
  signal.aborted && signal.reason instanceof kind;

const outcome = (result: JobResult): TaskChanges => ({
  result: result.result ?? null,
  resultFileId: result.resultFileId ?? null,
  reportFileId: result.reportFileId ?? null,
});

const failure = (error: AppError): TaskChanges => ({
  failureCode: error.code,
  failureParams: storedParams(error),
  endTime: new Date(),
});
