import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { type TaskProgress, taskState } from '@trade-assistant/contract/kit/task.ts';
import { and, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core';
import { z } from 'zod';
import { type Actor, holds, systemActor } from '../auth/actor.ts';
import { businessNo } from '../business-no.ts';
import type { Db, Tx } from '../db/index.ts';
import { invariant } from '../invariant.ts';
import { push, rooms } from '../realtime/push.ts';
import type { Job, Json } from './define.ts';
import { jobErrors } from './errors.ts';
import { type StoredActor, type TaskRow, tasks } from './tables.ts';

/** Notification channel of cancelled tasks; the payload is the task's id. */
export const CANCEL_CHANNEL = 'kernel_task_cancel';
export const ALL_TASKS = 'desk/task:all';

const { queued, running, waiting, done, failed, cancelled } = taskState.is;

/** Every way a task's state may change: from which states, to which. */
export const transitions = {
  claim: { from: [queued, running], to: running },
  requeue: { from: [running], to: queued },
  wait: { from: [running], to: waiting },
  handOver: { from: [running], to: running },
  return: { from: [running], to: queued },
  confirm: { from: [waiting], to: queued },
  finish: { from: [running], to: done },
  fail: { from: [running], to: failed },
  stop: { from: [running], to: cancelled },
  withdraw: { from: [queued, waiting], to: cancelled },
} as const;
export type TaskEvent = keyof typeof transitions;
export type TaskChanges = PgUpdateSetSource<typeof tasks>;

export interface StartOptions {
  /** Shown in the task centre; the job's own title by default. */
  readonly title?: Text;
  readonly bizType?: string;
  readonly bizNo?: string;
  /** Whether the owner sees it in the task centre (yes by default). */
  readonly visible?: boolean;
  /** Not before this instant. */
  readonly runAt?: Date;
}

/**
 * Queues background work in the caller's transaction: nothing runs unless it commits, and once it has committed the
 * work survives any crash.
 */
export async function startTask<I extends z.ZodType>(
  tx: Tx,
  actor: Actor,
  job: Job<I>,
  input: z.output<I>,
  options: StartOptions = {},
): Promise<{ taskNo: string; id: bigint }> {
  const title = options.title ?? job.title;
  const taskNo = businessNo('TK');
  const [row] = await tx
    .insert(tasks)
    .values({
      taskNo,
      tenantId: actor.tenantId,
      ownerId: actor.userId,
      ownerName: actor.realName.slice(0, 64),
      actor: storeActor(actor),
      job: job.name,
      titleZh: title.zh.slice(0, 255),
      titleEn: title.en.slice(0, 255),
      bizType: options.bizType ?? null,
      bizNo: options.bizNo ?? null,
      visible: options.visible === false ? 0 : 1,
      input: z.encode(job.input, input) as Json,
    })
    .returning({ id: tasks.id });
  invariant(row, 'task-inserted', taskNo);
  await enqueue(tx, row.id, job.name, options.runAt);
  return { taskNo, id: row.id };
}

/** Continues a task that waits for its owner's confirmation. */
export async function resumeTask(tx: Tx, actor: Actor, taskNo: string, confirmation: Json = true): Promise<void> {
  const row = await ownTask(tx, actor, taskNo, { lock: true });
  const moved = await moveTask(tx, 'confirm', eq(tasks.id, row.id), { confirmation, runner: null });
  if (!moved) throw jobErrors.TASK_NOT_WAITING();
  await enqueue(tx, row.id, row.job);
}

/** Runs the job of a handed-over task again, in the caller's transaction. Does nothing when it runs or has ended. */
export async function returnTask(tx: Tx, taskNo: string): Promise<void> {
  const row = await moveTask(tx, 'return', and(eq(tasks.taskNo, taskNo), isNull(tasks.runner)));
  if (row) await enqueue(tx, row.id, row.job);
}

/** Writes and pushes the progress of a handed-over task. */
export async function reportProgress(tx: Tx, taskNo: string, done: bigint, total: bigint): Promise<void> {
  const [row] = await tx
    .update(tasks)
    .set({ done, total, updateTime: new Date() })
    .where(and(eq(tasks.taskNo, taskNo), eq(tasks.state, running), isNull(tasks.runner)))
    .returning();
  if (row) await announce(tx, row);
}

/** Cancels a task: at once before its first run, otherwise after its cleanup. TASK_ENDED when it has ended. */
export async function cancelTask(tx: Tx, actor: Actor, taskNo: string): Promise<void> {
  const row = await ownTask(tx, actor, taskNo, { lock: true });
  if (row.state !== queued && row.state !== running && row.state !== waiting) throw jobErrors.TASK_ENDED();
  if (row.attempt === 0) {
    const moved = await moveTask(tx, 'withdraw', eq(tasks.id, row.id), { endTime: new Date() });
    invariant(moved !== undefined, 'task-withdrawn', taskNo);
    await announce(tx, moved);
    return;
  }
  await tx.update(tasks).set({ cancelRequested: true, updateTime: new Date() }).where(eq(tasks.id, row.id));
  if (row.state === waiting) await moveTask(tx, 'confirm', eq(tasks.id, row.id), { confirmation: null, runner: null });
  if (row.state !== running) await enqueue(tx, row.id, row.job);
  else await returnTask(tx, taskNo);
  await tx.execute(sql`select pg_notify(${CANCEL_CHANNEL}, ${row.id.toString()})`);
}

/** The task, if the actor owns it (or sees the whole tenant's); NOT_FOUND otherwise. */
export async function ownTask(
  db: Tx | Db['drizzle'],
  actor: Actor,
  taskNo: string,
  options: { lock?: boolean } = {},
): Promise<TaskRow> {
  const query = db
    .select()
    .from(tasks)
    .where(and(eq(tasks.taskNo, taskNo), taskScope(actor)));
  const [row] = await (options.lock ? query.for('update') : query);
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** Which tasks exist for an actor. */
export const taskScope = (actor: Actor): SQL | undefined =>
  and(eq(tasks.tenantId, actor.tenantId), holds(actor, ALL_TASKS) ? undefined : eq(tasks.ownerId, actor.userId));

/** The only function that changes a task's state; undefined when the event does not apply to the present state. */
export async function moveTask(
  tx: Tx,
  event: TaskEvent,
  which: SQL | undefined,
  values: TaskChanges = {},
): Promise<TaskRow | undefined> {
  const { from, to } = transitions[event];
  const rows = await tx
    .update(tasks)
    .set({ ...values, state: to, updateTime: new Date() })
    .where(and(which, inArray(tasks.state, [...from])))
    .returning();
  return rows[0];
}

/** Puts a task (again) into the queue; only the newest entry may run it. */
export async function enqueue(tx: Tx, taskId: bigint, job: string, runAt?: Date): Promise<void> {
  await tx.execute(sql`
    update kernel_task set job_id = (
      select (graphile_worker.add_job(
        ${job}, json_build_object('taskId', ${taskId}::bigint::text),
        run_at => ${runAt ? runAt.toISOString() : null}::timestamptz, max_attempts => 30000
      )).id
    ) where id = ${taskId}`);
}

/** Pushes the state of a task to its owner and followers once the transaction commits. */
export async function announce(tx: Tx, row: TaskRow): Promise<void> {
  await push(tx, {
    rooms: [rooms.user(row.ownerId), rooms.task(row.taskNo)],
    event: 'progress',
    payload: {
      taskNo: row.taskNo,
      done: Number(row.done),
      total: Number(row.total),
      state: row.state,
      notes: row.note,
    } satisfies TaskProgress,
  });
}

export const storeActor = (actor: Actor): StoredActor => ({
  userId: actor.userId.toString(),
  tenantId: actor.tenantId,
  account: actor.account,
  realName: actor.realName,
  userType: actor.userType,
  ownerPath: actor.ownerPath,
  deptIds: actor.deptIds.map(String),
  roleKeys: actor.roleKeys,
  ...(actor.narrowing
    ? {
        narrowing: {
          deptId: actor.narrowing.deptId?.toString() ?? null,
          roleId: actor.narrowing.roleId?.toString() ?? null,
        },
      }
    : {}),
  ip: actor.ip,
});

const SYSTEM = systemActor('').userId.toString();

/** Returns the starter of a task. Rights are read when a run starts; the program itself has all. */
export const restoreActor = (stored: StoredActor): Actor =>
  stored.userId === SYSTEM
    ? systemActor(stored.tenantId)
    : {
        ...stored,
        userId: BigInt(stored.userId),
        deptIds: stored.deptIds.map(BigInt),
        narrowing: stored.narrowing && {
          deptId: stored.narrowing.deptId === null ? null : BigInt(stored.narrowing.deptId),
          roleId: stored.narrowing.roleId === null ? null : BigInt(stored.narrowing.roleId),
        },
        permissions: new Set(),
        mustChangePassword: false,
        sessionId: null,
      };

export const isSystem = ({ userId }: Actor): boolean => userId.toString() === SYSTEM;
