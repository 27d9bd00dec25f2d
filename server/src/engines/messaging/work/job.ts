import { type AppError, commonErrors, isAppError, storedParams } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { id } from '@trade-assistant/contract/kit/schema.ts';
import { eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import {
  defineJob,
  type Job,
  JobCancelled,
  type JobContext,
  type JobResult,
  type Json,
  startTask,
} from '../../../kernel/jobs/index.ts';
import { closeWork } from './close.ts';
import { joinShares, lockWork, moveWork, wakeWorkers } from './control.ts';
import { workErrors } from './errors.ts';
import { logTask } from './events.ts';
import type { WorkKind } from './kind.ts';
import { clearLines, forgetList, planLanes, planStage } from './lines.ts';
import { holdStage } from './money.ts';
import { expiryOf, payUntil } from './retention.ts';
import { CLASS, RUNNING, WORK, WORK_DRAFT } from './states.ts';
import { type WorkTask, workTasks } from './tables.ts';

const input = z.object({ workId: id(), input: z.json() });

const jobs = new WeakMap<WorkKind, Job<typeof input>>();

/** Returns the job that runs the phases of a kind: reading, starting, closing. While chunks are worked it uses no slot. */
export function workJob(kind: WorkKind): Job<typeof input> {
  const known = jobs.get(kind);
  if (known) return known;
  const job = defineJob({
    name: kind.name,
    permission: kind.permission,
    title: kind.title,
    input,
    run: (context, given) => runPhases(kind, context, given.workId, given.input as Json),
  });
  jobs.set(kind, job);
  return job;
}

export interface NewWork {
  readonly prefix: string;
  readonly taskName: string;
  readonly title: Text;
  readonly owner: { readonly id: bigint; readonly path: string; readonly name: string };
  /** Given to `read` of the kind. */
  readonly input: Json;
  readonly values: Partial<typeof workTasks.$inferInsert> & Pick<typeof workTasks.$inferInsert, 'evidence'>;
  /** Whether the owner sees it in the task centre. */
  readonly isVisible?: boolean;
}

/** Opens a task in the caller's transaction; its lines are read in the background. */
export async function openWork(tx: Tx, actor: Actor, kind: WorkKind, work: NewWork): Promise<WorkTask> {
  const [task] = await tx
    .insert(workTasks)
    .values({
      ...work.values,
      tenantId: actor.tenantId,
      kind: kind.name,
      resource: kind.resource,
      taskNo: businessNo(work.prefix),
      taskName: work.taskName,
      ownerId: work.owner.id,
      ownerPath: work.owner.path,
      ownerName: work.owner.name,
      status: WORK.reading,
      // In whole milliseconds: lines carry the same time, and are found by it.
      createTime: new Date(),
      jobTaskNo: '',
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning();
  invariant(task, 'work-opened', work.taskName);
  await logTask(tx, actor, task, 'create', { from: null });
  const { taskNo } = await startTask(
    tx,
    actor,
    workJob(kind),
    { workId: task.id, input: work.input as z.output<typeof input>['input'] },
    {
      title: work.title,
      bizType: kind.resource,
      bizNo: task.taskNo,
      ...(work.isVisible === undefined ? {} : { visible: work.isVisible }),
    },
  );
  await tx.update(workTasks).set({ jobTaskNo: taskNo }).where(eq(workTasks.id, task.id));
  return { ...task, jobTaskNo: taskNo };
}

/**
 * Starts a further stage of a finished task, whose lines were added, in the caller's transaction.
 * @throws STATE_CONFLICT, BALANCE_NOT_ENOUGH, refusals of the quote
 */
export async function startStage(
  app: App,
  tx: Tx,
  actor: Actor,
  kind: WorkKind,
  task: WorkTask,
  stage: number,
): Promise<void> {
  await planStage(tx, task, stage);
  const planned = await lockWork(tx, actor, task.id);
  if (kind.charge) {
    await kind.charge.quote(app, tx, planned);
    await holdStage(tx, actor, kind, planned);
  }
  const { taskNo } = await startTask(
    tx,
    actor,
    workJob(kind),
    { workId: task.id, input: null },
    {
      title: { zh: `${kind.title.zh}：${task.taskName}`, en: `${kind.title.en}: ${task.taskName}` },
      bizType: kind.resource,
      bizNo: task.taskNo,
    },
  );
  const moved = await moveWork(tx, actor, planned, 'upgrade', {
    jobTaskNo: taskNo,
    finishTime: null,
    expireTime: null,
    progressTime: new Date(),
  });
  await joinShares(tx, moved);
  await wakeWorkers(tx);
}

async function runPhases(kind: WorkKind, job: JobContext, workId: bigint, given: Json): Promise<JobResult> {
  const { app, actor, signal } = job;
  const load = async () => {
    const [task] = await app.db.drizzle.select().from(workTasks).where(eq(workTasks.id, workId));
    invariant(task, 'work-task', String(workId));
    return task;
  };
  let task = await load();
  if (signal.aborted && signal.reason instanceof JobCancelled) return cancelled(kind, job, task);
  if (task.status === WORK.reading) {
    await app.db.tx((tx) => clearLines(tx, task));
    try {
      await kind.read(job, task, given);
      await app.db.tx(async (tx) => {
        await planStage(tx, task, 1);
        await forgetList(tx, task);
        const read = await lockWork(tx, actor, workId);
        if (kind.isConfirmed) await draftWork(tx, actor, read);
        else await beginWork(app, tx, actor, kind, read);
      });
    } catch (error) {
      if (signal.aborted && signal.reason instanceof JobCancelled) return cancelled(kind, job, await load());
      if (isAppError(error)) {
        const now = await load();
        // The cancellation was committed before its signal came.
        if (now.isCancelling) return cancelled(kind, job, now);
        await fail(kind, job, now, error);
      }
      throw error;
    }
    task = await load();
  }
  if (task.status === WORK.unpaid || task.status === WORK.queued) return { handedOver: true };
  if (RUNNING.includes(task.status)) {
    if (task.openChunks > 0 || task.awaitingCount > 0) return { handedOver: true };
    task = await closeWork(app, kind, actor, task);
  }
  return { result: await kind.summary(app, task) };
}

/** Keeps a task that was read as a draft: nothing is held or handed over before its owner confirms it. */
async function draftWork(tx: Tx, actor: Actor, task: WorkTask): Promise<void> {
  if (task.isCancelling) throw commonErrors.STATE_CONFLICT();
  await tx.execute(sql`
    update work_task set results[1] = stage_lines,
      country_codes = (select coalesce(jsonb_agg(distinct country_code order by country_code), '[]') from work_lane where task_id = ${task.id})
    where id = ${task.id}`);
  await moveWork(tx, actor, task, 'draft');
}

/**
 * Quotes a draft, holds its money and starts it, or queues it until its time, in the caller's transaction.
 * @throws STATE_CONFLICT, BALANCE_NOT_ENOUGH, refusals of the quote
 */
export async function confirmWork(app: App, tx: Tx, actor: Actor, kind: WorkKind, task: WorkTask): Promise<WorkTask> {
  if (task.isCancelling || ![...WORK_DRAFT, WORK.review].includes(task.status)) throw commonErrors.STATE_CONFLICT();
  if (task.submitCount === 0) throw workErrors.NO_VALID_LINES();
  await kind.charge?.quote(app, tx, task);
  await holdStage(tx, actor, kind, task);
  await tx.execute(sql`
    update work_line set charge = 1 where task_id = ${task.id} and create_time = ${task.createTime} and is_current and state = 1`);
  const jobTaskNo = await openJob(tx, task, kind);
  const queued = await moveWork(tx, actor, task, 'queue', { jobTaskNo });
  if (task.scheduleTime !== null && task.scheduleTime > new Date()) return queued;
  return startWork(tx, queued);
}

/** Opens the background task of a task that goes on; its owner sees it. */
async function openJob(tx: Tx, task: WorkTask, kind: WorkKind): Promise<string> {
  const { taskNo } = await startTask(
    tx,
    { ...systemActor(task.tenantId), userId: task.ownerId, realName: task.ownerName },
    workJob(kind),
    { workId: task.id, input: null },
    {
      title: { zh: `${kind.title.zh}：${task.taskName}`, en: `${kind.title.en}: ${task.taskName}` },
      bizType: kind.resource,
      bizNo: task.taskNo,
    },
  );
  return taskNo;
}

/** Starts a draft of the program, which nobody pays for and no background task shows. */
export async function startLines(tx: Tx, actor: Actor, draft: WorkTask): Promise<WorkTask> {
  await planStage(tx, draft, 1);
  await tx.execute(sql`update work_task set results[1] = stage_lines where id = ${draft.id}`);
  const queued = await moveWork(tx, actor, await lockWork(tx, actor, draft.id), 'queue');
  return startWork(tx, queued);
}

/** Starts a queued task. */
export async function startWork(tx: Tx, queued: WorkTask): Promise<WorkTask> {
  // The job runs in the name of the owner; the program starts the task.
  const running = await moveWork(tx, systemActor(queued.tenantId), queued, 'start', {
    startTime: new Date(),
    progressTime: new Date(),
  });
  await joinShares(tx, running);
  await wakeWorkers(tx);
  return running;
}

/**
 * Adds lines to a task that was confirmed: those of chunks above `afterChunk`, in lanes of their own with a hold of their own. A completed
 * task runs again. @returns the lines and the money held for them
 * @throws STATE_CONFLICT, BALANCE_NOT_ENOUGH, refusals of the quote
 */
export async function extendWork(
  app: App,
  tx: Tx,
  actor: Actor,
  kind: WorkKind,
  { task, afterChunk, readyAt }: { task: WorkTask; afterChunk: number; readyAt: Date | null },
) {
  const planned = await planLanes(tx, task, { stage: task.stage, afterChunk, readyAt });
  await kind.charge?.quote(app, tx, task);
  const isDraft = WORK_DRAFT.includes(task.status) || task.status === WORK.review;
  const held = isDraft ? null : await holdStage(tx, actor, kind, task);
  await tx.execute(sql`
    update work_task set stage_lines = stage_lines + ${planned.lines}, open_chunks = open_chunks + ${planned.chunks}, results[1] = results[1] + ${planned.lines},
      country_codes = (select coalesce(jsonb_agg(distinct country_code order by country_code), '[]') from work_lane where task_id = ${task.id})
    where id = ${task.id}`);
  if (!isDraft)
    await tx.execute(sql`
      update work_line set charge = 1 where task_id = ${task.id} and create_time = ${task.createTime} and is_current and state = 1
        and chunk_no > ${afterChunk}`);
  if ([WORK.completed, WORK.partly].some((status) => status === task.status)) {
    const jobTaskNo = await openJob(tx, task, kind);
    const moved = await moveWork(tx, actor, task, 'upgrade', {
      ...{
        jobTaskNo,
        finishTime: null,
        expireTime: null,
        completeType: null,
        isEnding: false,
        progressTime: new Date(),
      },
    });
    await joinShares(tx, moved);
  }
  await wakeWorkers(tx);
  return { lines: planned.lines, held };
}

/** Refusals after which a task waits for its owner, who recharges or accepts the price of the numbers that were read. */
const AWAITED = new Set(['BALANCE_NOT_ENOUGH', 'PRICE_CHANGED']);

/**
 * Quotes, holds the money and starts a task whose lines were read; without funds it waits for them. One without open lines closes at once.
 * @throws NO_VALID_LINES, STATE_CONFLICT for a task that is being cancelled, refusals of the quote
 */
export async function beginWork(app: App, tx: Tx, actor: Actor, kind: WorkKind, task: WorkTask): Promise<void> {
  if (task.isCancelling) throw commonErrors.STATE_CONFLICT();
  if (kind.charge) {
    if (task.status === WORK.reading && task.stageLines === 0) throw workErrors.NO_VALID_LINES();
    try {
      await kind.charge.quote(app, tx, task);
      await holdStage(tx, actor, kind, task);
    } catch (error) {
      if (!isAppError(error) || !AWAITED.has(error.code) || task.status !== WORK.reading) throw error;
      await moveWork(tx, actor, task, 'lackFunds', {
        payUntil: payUntil(),
        failReason: error.code,
        failParams: storedParams(error),
      });
      return;
    }
  }
  const queued = await moveWork(tx, actor, task, 'queue', {
    payUntil: null,
    failReason: null,
    failParams: null,
    ...(task.stageLines === 1 ? { class: CLASS.transactional } : {}),
  });
  await startWork(tx, queued);
}

/** Ends a cancelled task as soon as no batch is under way; until then the task waits for the last answers. */
async function cancelled(kind: WorkKind, job: JobContext, task: WorkTask): Promise<JobResult> {
  const { app, actor, signal } = job;
  if (task.status === WORK.cancelled) throw signal.reason;
  const isUnderWay = await app.db.tx(async (tx) => {
    await tx.update(workTasks).set({ isCancelling: true }).where(eq(workTasks.id, task.id));
    const { rows } = await tx.execute(
      sql`select from work_chunk where task_id = ${task.id} and state <> 2 and (state = 1 or attempt_id is not null)
        union all select from work_task where id = ${task.id} and awaiting_count > 0 limit 1`,
    );
    return rows.length > 0;
  });
  if (isUnderWay) return { handedOver: true };
  await closeWork(app, kind, actor, { ...task, isCancelling: true });
  throw signal.reason;
}

const NO_VALID_LINES = workErrors.NO_VALID_LINES().code;

const fail = (kind: WorkKind, { app, actor }: JobContext, task: WorkTask, error: AppError): Promise<void> =>
  failReading(app, kind, actor, task, { code: error.code, params: storedParams(error) });

/** Why the list of a task could not be read: a code of an error with its parameters. */
interface Failure {
  readonly code: string;
  readonly params: Record<string, string | number> | null;
}

/** Ends a task whose list could not be read, with the reason; nothing for one that is not being read. */
export async function failReading(
  app: App,
  kind: WorkKind,
  actor: Actor,
  { id }: WorkTask,
  { code, params }: Failure,
): Promise<void> {
  await app.db.tx(async (tx) => {
    const locked = await lockWork(tx, actor, id);
    if (locked.status !== WORK.reading) return;
    // Lines that were all refused stay with their reasons.
    if (code !== NO_VALID_LINES) await clearLines(tx, locked);
    await forgetList(tx, locked);
    await kind.close?.(tx, locked);
    await moveWork(tx, actor, locked, 'fail', {
      failReason: code,
      failParams: params,
      finishTime: new Date(),
      expireTime: expiryOf(app, false),
      reason: code,
    });
  });
}
