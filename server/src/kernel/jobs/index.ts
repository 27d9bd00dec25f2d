import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger as QueueLogger, type Runner, run, type WorkerEvents } from 'graphile-worker';
import type { App, JobQueue } from '../app/index.ts';
import type { Db } from '../db/index.ts';
import { plainPool } from '../db/plain-pool.ts';
import type { Job, Service, Timer } from './define.ts';
import { JobCancelled, JobLost, JobStopping } from './errors.ts';
import { type Lease, openLease } from './lease.ts';
import { type Running, runTask } from './run.ts';
import { CANCEL_CHANNEL } from './tasks.ts';
import { startTimers } from './timers.ts';

export { allOrNone, type Batch, eachAlone, setApart } from './apart.ts';
export {
  defineJob,
  defineService,
  defineTimer,
  type Job,
  type JobContext,
  type JobResult,
  type Json,
  type Service,
  type Timer,
} from './define.ts';
export {
  defineDeliveries,
  type Mine,
  putBack,
  type Taken,
} from './deliveries.ts';
export { JobCancelled, JobStopping, jobErrors } from './errors.ts';
export { openPauses } from './pauses.ts';
export { storeOutcome } from './store-outcome.ts';
export { type TaskRow, tasks } from './tables.ts';
export {
  ALL_TASKS,
  cancelTask,
  ownTask,
  reportProgress,
  resumeTask,
  returnTask,
  startTask,
  taskScope,
} from './tasks.ts';

const DEFAULT_CONCURRENCY = 4;
const RECOVER_INTERVAL_MILLIS = 3000;
const POLL_INTERVAL_MILLIS = 2000;
/** How long a stopping process waits for its jobs to put down their tools. */
const STOP_MILLIS = 20_000;
const RESTART_MILLIS = 1000;
/** An entry that is locked for this worker so long, and that it does not run at two looks, was in an answer that a broken connection lost. */
const STRANDED_SECONDS = 3;

export interface JobsOptions {
  readonly jobs: readonly Job[];
  readonly timers: readonly Timer[];
  readonly services?: readonly Service[];
  /** Jobs this process runs at the same time. */
  readonly concurrency?: number;
  readonly recoverEveryMillis?: number;
}

/** Background work of one process. Tasks are started anywhere with `startTask`; only a started `Jobs` runs them. */
export interface Jobs extends JobQueue {
  readonly timers: readonly Timer[];
  /** Begins to work the queue and the timers. Not called in a process that only serves requests. */
  start(app: App): Promise<void>;
  /** Puts running jobs back into the queue (they continue from their last checkpoint) and stops. */
  stop(): Promise<void>;
}

export function createJobs(db: Db, options: JobsOptions): Jobs {
  const byName = new Map(options.jobs.map((job) => [job.name, job]));
  if (byName.size !== options.jobs.length) throw new Error('Two jobs have the same name');
  let worker: Worker | undefined;
  return {
    names: [...byName.keys()],
    timers: options.timers,
    get state() {
      return worker ? (worker.working ? 'working' : 'lost') : 'idle';
    },
    start: async (app) => {
      // Jobs have none of the time limits of calls.
      worker = await startWorker({ ...app, db: app.db.background }, byName, options);
    },
    stop: async () => {
      await worker?.stop();
      worker = undefined;
    },
    depth: async () => {
      const { rows } = await db.pool.query<{ waiting: number; running: number }>(
        `select count(*) filter (where locked_at is null and run_at <= now() and attempts < max_attempts)::int as waiting,
                count(*) filter (where locked_at is not null)::int as running
         from graphile_worker.jobs`,
      );
      return rows[0] ?? { waiting: 0, running: 0 };
    },
  };
}

interface Worker {
  readonly working: boolean;
  stop(): Promise<void>;
}

/** Works the queue until stopped; a lost database connection ends one session of it and begins another. */
async function startWorker(app: App, jobs: ReadonlyMap<string, Job>, options: JobsOptions): Promise<Worker> {
  const running: Running = new Map();
  const stopping = new AbortController();
  let session: Session | undefined;
  const unlisten = await app.db.listen(CANCEL_CHANNEL, (taskId) => {
    running.get(BigInt(taskId))?.abort(new JobCancelled());
  });
  const work = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const lost = await session?.lost;
      session = undefined;
      if (stopping.signal.aborted) return;
      app.log.warn({ err: lost }, 'the worker lost its connection; its jobs are given up and it signs in again');
      while (!session && !stopping.signal.aborted) {
        await sleep(RESTART_MILLIS, undefined, { signal: stopping.signal }).catch(() => {});
        if (stopping.signal.aborted) return;
        session = await startSession(app, jobs, running, options).catch((error: unknown) => {
          app.log.warn({ err: error }, 'the worker could not sign in again');
          return undefined;
        });
      }
    }
  };
  session = await startSession(app, jobs, running, options);
  const working = work();
  return {
    get working() {
      return session !== undefined;
    },
    stop: async () => {
      stopping.abort();
      await unlisten();
      await session?.stop();
      await working;
      // A session that began while it was being stopped.
      await session?.stop();
    },
  };
}

interface Session {
  /** Settles when the session is over: by `stop`, or because the database or the queue was lost. */
  readonly lost: Promise<unknown>;
  /** Safe to call twice. */
  stop(): Promise<void>;
}

async function startSession(
  app: App,
  jobs: ReadonlyMap<string, Job>,
  running: Running,
  options: JobsOptions,
): Promise<Session> {
  const concurrency = options.concurrency ?? DEFAULT_CONCURRENCY;
  const over = Promise.withResolvers<unknown>();
  const pool = plainPool(app.db, concurrency + 2, 'trade-assistant worker');
  /** Entries of the queue that this worker is running. */
  const started = new Set<string>();
  let runner: Runner | undefined;
  let timers: Awaited<ReturnType<typeof startTimers>> | undefined;
  const services: { stop(): Promise<void> }[] = [];
  let recovering: NodeJS.Timeout | undefined;
  let lease: Lease | undefined;
  let closing: Promise<void> | undefined;
  const close = (reason: Error): Promise<void> => {
    closing ??= (async () => {
      clearInterval(recovering);
      for (const controller of running.values()) controller.abort(reason);
      await within(
        STOP_MILLIS,
        Promise.all([runner?.stop().catch(() => {}), timers?.stop(), ...services.map((one) => one.stop())]),
      );
      await within(2000, pool.end());
      await lease?.release();
    })();
    over.resolve(reason);
    return closing;
  };
  const lose = () => void close(new JobLost());
  try {
    lease = await openLease(app.db, lose);
    const named = nameLease(lease);
    named.events.on('job:start', ({ job }) => started.add(job.id));
    named.events.on('job:complete', ({ job }) => started.delete(job.id));
    await lease.recover();
    runner = await run({
      pgPool: pool,
      concurrency,
      pollInterval: POLL_INTERVAL_MILLIS,
      noHandleSignals: true,
      events: named.events,
      parsedCronItems: [],
      logger: queueLogger(app),
      taskList: Object.fromEntries([...jobs.values()].map((job) => [job.name, queueTask(app, running, job)])),
    });
    runner.promise.then(lose, lose);
    await named.done;
    timers = await startTimers(app, lease, options.timers);
    for (const service of options.services ?? []) services.push(await service.start(app, lease.workerId));
  } catch (error) {
    await close(new JobStopping());
    throw error;
  }
  const held = lease;
  let before: readonly string[] = [];
  const recover = async (): Promise<void> => {
    const dead = await held.recover();
    if (dead > 0) app.log.warn({ dead }, 'took over the work of dead workers');
    const stranded = (await held.locked(STRANDED_SECONDS)).filter((id) => !started.has(id));
    if (stranded.some((id) => before.includes(id))) {
      app.log.warn({ stranded }, 'entries of the queue were given to this worker, and the answer was lost');
      lose();
    }
    before = stranded;
  };
  let isLooking = false;
  recovering = setInterval(() => {
    // Two looks that waited for one silent database would count as two, a moment apart.
    if (isLooking) return;
    isLooking = true;
    recover()
      .catch((error: unknown) => held.alive && app.log.warn({ err: error }, 'dead workers could not be looked for'))
      .finally(() => {
        isLooking = false;
      });
  }, options.recoverEveryMillis ?? RECOVER_INTERVAL_MILLIS);
  return { lost: over.promise, stop: () => close(new JobStopping()) };
}

/** Writes the queue pool's id into the lease the moment the pool exists, before it can lock an entry for long. */
function nameLease(lease: Lease): { events: WorkerEvents; done: Promise<void> } {
  const events = new EventEmitter() as unknown as WorkerEvents;
  const named = Promise.withResolvers<void>();
  // Awaited after the runner has started; a failure before that must not count as unhandled.
  named.promise.catch(() => {});
  events.once('pool:create', ({ workerPool }) => lease.name(workerPool.id).then(named.resolve, named.reject));
  return { events, done: named.promise };
}

const queueTask =
  (app: App, running: Running, job: Job) =>
  (payload: unknown, helpers: { job: { id: string } }): Promise<void> =>
    runTask(app, running, job, BigInt((payload as { taskId: string }).taskId), BigInt(helpers.job.id));

/** Waits for work, but not longer than this. */
async function within(millis: number, work: Promise<unknown>): Promise<void> {
  await Promise.race([work, sleep(millis, undefined, { ref: false })]);
}

function queueLogger(app: App): QueueLogger {
  const levels = { error: 'error', warning: 'warn', info: 'debug', debug: 'trace' } as const;
  return new QueueLogger((scope) => (level, message, meta) => {
    app.log[levels[level as keyof typeof levels] ?? 'debug']({ ...scope, ...(level === 'error' ? meta : {}) }, message);
  });
}
