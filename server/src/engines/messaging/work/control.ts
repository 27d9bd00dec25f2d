import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { cancelTask } from '../../../kernel/jobs/index.ts';
import { announceChange, announceRecord } from '../../../kernel/realtime/index.ts';
import { assertTransition } from '../../../kernel/resource/states.ts';
import { workErrors } from './errors.ts';
import { logTask } from './events.ts';
import { listed, PAUSED, RUNNING, WORK, WORK_CHANNEL, type WorkEvent, workMachine } from './states.ts';
import { type WorkTask, workTasks } from './tables.ts';

/** Locks a task of the actor's tenant. @throws NOT_FOUND */
export async function lockWork(tx: Tx, actor: Pick<Actor, 'tenantId'>, id: bigint): Promise<WorkTask> {
  const [task] = await tx
    .select()
    .from(workTasks)
    .where(and(eq(workTasks.id, id), eq(workTasks.tenantId, actor.tenantId)))
    .for('no key update');
  if (!task) throw commonErrors.NOT_FOUND();
  return task;
}

/** Moves a task to another state, with its history. @throws STATE_CONFLICT */
export async function moveWork(
  tx: Tx,
  actor: Actor,
  task: WorkTask,
  event: WorkEvent,
  change: Partial<typeof workTasks.$inferInsert> & { reason?: string } = {},
): Promise<WorkTask> {
  const { reason, ...values } = change;
  assertTransition(workMachine, event, task.status);
  const { to } = workMachine[event];
  const [moved] = await tx
    .update(workTasks)
    .set({ ...values, status: to, updateTime: sql`now()`, version: sql`${workTasks.version} + 1` })
    .where(and(eq(workTasks.id, task.id), inArray(workTasks.status, [...workMachine[event].from])))
    .returning();
  if (!moved) throw commonErrors.STATE_CONFLICT();
  await logTask(tx, actor, moved, event, { from: task.status, reason });
  announceWork(tx, task);
  return moved;
}

/** Announces a change of the lists that show a task. */
export function announceWork(tx: Tx, { tenantId, resource, id }: Pick<WorkTask, 'tenantId' | 'resource' | 'id'>): void {
  announceChange(tx, tenantId, resource);
  announceRecord(tx, tenantId, resource, id);
}

/** Tells all nodes, once the transaction commits, that there may be work. */
export const wakeWorkers = (tx: Tx): Promise<unknown> => tx.execute(sql`select pg_notify(${WORK_CHANNEL}, '')`);

/**
 * Pauses a running task: batches under way are stored, nothing else is handed over. By the owner, or by staff or the program with a
 * reason; only staff resume the latter.
 * @throws STATE_CONFLICT
 */
export async function pauseWork(tx: Tx, actor: Actor, id: bigint, by: 1 | 2, reason: string | null): Promise<void> {
  const task = await lockWork(tx, actor, id);
  if (![...RUNNING, WORK.queued].includes(task.status) || task.paused !== PAUSED.no || task.isCancelling)
    throw commonErrors.STATE_CONFLICT();
  await setPause(tx, actor, task, by, reason);
}

/** Pauses a task that has something to hand over, unless it is paused already, until the reason is gone: the code of an error. */
export async function pauseByProgram(tx: Tx, { id, tenantId }: WorkTask, reason: string): Promise<void> {
  const actor = systemActor(tenantId);
  const task = await lockWork(tx, actor, id);
  const isAllHanded = RUNNING.includes(task.status) && task.openChunks === 0;
  if (task.paused === PAUSED.no && !isAllHanded) await setPause(tx, actor, task, PAUSED.byProgram, reason);
}

/**
 * Resumes a paused task, by its owner, by staff, or, as 3, because the reason of the program is gone.
 * @throws STATE_CONFLICT, PAUSED_BY_STAFF for an owner whose task staff paused
 */
export async function resumeWork(tx: Tx, actor: Actor, id: bigint, by: 1 | 2 | 3): Promise<void> {
  const task = await lockWork(tx, actor, id);
  if (task.paused === PAUSED.no || ![...RUNNING, WORK.queued].includes(task.status))
    throw commonErrors.STATE_CONFLICT();
  if (task.paused === PAUSED.byProgram && by !== PAUSED.byProgram) throw commonErrors.STATE_CONFLICT();
  if (task.paused > by) throw workErrors.PAUSED_BY_STAFF({ reason: task.pauseReason ?? '' });
  await setPause(tx, actor, task, PAUSED.no, null);
  await joinShares(tx, task);
  await wakeWorkers(tx);
}

/**
 * Resumes a paused task as its owner or staff ask. One that the program paused needs what `assertMay` asks for, and may be given another
 * declaration of source.
 * @throws STATE_CONFLICT, PAUSED_BY_STAFF, those of `assertMay`
 */
export async function resumeByPerson(
  tx: Tx,
  actor: Actor,
  { id, by, consentId }: { readonly id: bigint; readonly by: 1 | 2; readonly consentId: bigint | null | undefined },
  assertMay: (task: WorkTask) => Promise<void>,
): Promise<void> {
  const task = await lockWork(tx, actor, id);
  if (task.paused !== PAUSED.byProgram) return resumeWork(tx, actor, id, by);
  const chosen = { ...task, consentId: consentId ?? task.consentId };
  await assertMay(chosen);
  await tx.update(workTasks).set({ consentId: chosen.consentId }).where(eq(workTasks.id, id));
  await resumeWork(tx, actor, id, PAUSED.byProgram);
}

type Setting = 'taskName' | 'remark' | 'priority' | 'quota' | 'scheduleTime' | 'speedPerMinute';

/** Changes settings of a task; absent ones stay. */
export const changeTask = (
  tx: Tx,
  actor: Actor,
  id: bigint,
  settings: { readonly [K in Setting]?: WorkTask[K] | undefined },
): Promise<unknown> =>
  tx
    .update(workTasks)
    .set({
      ...(settings as Partial<WorkTask>),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`version + 1`,
    })
    .where(eq(workTasks.id, id));

async function setPause(tx: Tx, actor: Actor, task: WorkTask, paused: number, reason: string | null): Promise<void> {
  await tx
    .update(workTasks)
    .set({ paused, pauseReason: reason, progressTime: sql`now()`, updateTime: sql`now()`, version: sql`version + 1` })
    .where(eq(workTasks.id, task.id));
  await logTask(tx, actor, task, paused === PAUSED.no ? 'resume' : 'pause', { reason });
  announceWork(tx, task);
}

/**
 * Cancels a task: nothing is handed over any more; results of batches under way still count, and the rest of the money returns
 * when they are in. `reason`: the code of an error, where the program cancels.
 * @throws STATE_CONFLICT
 */
export async function cancelWork(tx: Tx, actor: Actor, id: bigint, reason: string | null = null): Promise<void> {
  const task = await lockWork(tx, actor, id);
  assertTransition(workMachine, 'cancel', task.status);
  if (task.isCancelling) throw commonErrors.STATE_CONFLICT();
  await tx
    .update(workTasks)
    .set({ isCancelling: true, updateTime: sql`now()`, version: sql`version + 1` })
    .where(eq(workTasks.id, id));
  await logTask(tx, actor, task, 'cancelling', { reason });
  // The caller may cancel the task; its job belongs to its owner.
  await cancelTask(tx, systemActor(task.tenantId), task.jobTaskNo);
}

/**
 * Ends a task before all of it was handed over: the rest is cancelled, and the task completes when the last receipt has come.
 * @throws STATE_CONFLICT
 */
export async function endWork(
  tx: Tx,
  actor: Actor,
  id: bigint,
  completeType: number,
  reason: string | null = null,
): Promise<void> {
  const task = await lockWork(tx, actor, id);
  if (!RUNNING.includes(task.status) || task.isCancelling || task.isEnding) throw commonErrors.STATE_CONFLICT();
  await tx
    .update(workTasks)
    .set({ isEnding: true, completeType, updateTime: sql`now()`, version: sql`version + 1` })
    .where(eq(workTasks.id, id));
  await logTask(tx, actor, task, 'end', { reason });
  announceWork(tx, task);
}

/** Puts a task and its owner level with the others: neither saved-up credit nor a debt from times without work counts. */
export async function joinShares(tx: Tx, { id, tenantId, ownerId }: WorkTask): Promise<void> {
  const isRunning = sql`t.status in (${listed(RUNNING)}) and t.open_chunks > 0 and t.id <> ${id}`;
  await tx.execute(sql`
    insert into work_owner (tenant_id, owner_id, share)
    select ${tenantId}, ${ownerId}, coalesce((select min(o.share) from work_owner o join work_task t on t.tenant_id = o.tenant_id and t.owner_id = o.owner_id
      where ${isRunning}), 0)
    on conflict (tenant_id, owner_id) do update set share = case
      when exists (select from work_task t where t.owner_id = ${ownerId} and ${isRunning}) then work_owner.share
      else greatest(work_owner.share, excluded.share) end`);
  await tx.execute(sql`
    update work_task set share = greatest(share, coalesce((select min(t.share) from work_task t where t.owner_id = ${ownerId} and ${isRunning}), 0))
    where id = ${id}`);
}
