import { seedTaskStatus } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { logState, logStates, type StateMachine } from '../../../kernel/resource/states.ts';
import { type SeedTask, seedTasks } from './tables.ts';

export const SEED_TASK = 'whatsapp/embedded-number-task';
export const STATUS = seedTaskStatus.is;
const { planned, running, reported, approved, rejected, timedOut } = STATUS;

/** Steps of one task; the dispatch, the end and the timeout of many are statements. */
export const seedMachine = {
  report: { from: [running], to: reported },
  reportLate: { from: [running, timedOut], to: timedOut },
  approve: { from: [reported, timedOut, rejected], to: approved },
  reject: { from: [reported, timedOut, approved], to: rejected },
  cheat: { from: [reported, timedOut, approved, rejected], to: rejected },
  /** The mark of cheating is withdrawn: the task is reviewed again. */
  appealWon: { from: [rejected], to: reported },
  appealWonLate: { from: [rejected], to: timedOut },
} as const satisfies StateMachine<string>;
export type SeedEvent = keyof typeof seedMachine;

/** Moves a locked task and notes the step. @throws STATE_CONFLICT */
export async function moveTask(
  tx: Tx,
  actor: Actor,
  task: SeedTask,
  event: SeedEvent,
  { reason, ...changes }: Partial<typeof seedTasks.$inferInsert> & { readonly reason?: string | undefined } = {},
): Promise<SeedTask> {
  const { from, to } = seedMachine[event];
  if (!(from as readonly number[]).includes(task.status)) throw commonErrors.STATE_CONFLICT();
  const moved = await changeTask(tx, actor, task, { ...changes, status: to });
  const type = { type: SEED_TASK, id: task.id, from: task.status, to };
  await logState(tx, actor, { ...type, event: event === 'appealWonLate' ? 'appealWon' : event, reason });
  return moved;
}

/** Writes columns of a locked task, and tells open lists. */
export async function changeTask(
  tx: Tx,
  actor: Actor,
  task: SeedTask,
  changes: Partial<typeof seedTasks.$inferInsert>,
): Promise<SeedTask> {
  const audit = {
    updateUser: actor.userId || null,
    updateTime: sql`now()`,
    version: sql`${seedTasks.version} + 1`,
  };
  const [row] = await tx
    .update(seedTasks)
    .set({ ...changes, ...audit })
    .where(eq(seedTasks.id, task.id))
    .returning();
  if (!row) throw commonErrors.NOT_FOUND();
  announceChange(tx, task.tenantId, SEED_TASK);
  return row;
}

/** The tasks an actor reaches: staff those of their tenant, agents none, whatever their roles grant. */
export const reachableTasks = (actor: Actor): SQL =>
  (actor.userType === userType.is.staff ? visible(actor, seedTasks, 'tenant') : undefined) ?? sql`false`;

/** Returns a task that the actor reaches, locked. @throws NOT_FOUND */
export async function lockTask(tx: Tx, actor: Actor, id: bigint): Promise<SeedTask> {
  const [task] = await tx
    .select()
    .from(seedTasks)
    .where(and(reachableTasks(actor), eq(seedTasks.id, id)))
    .for('update');
  if (!task) throw commonErrors.NOT_FOUND();
  return task;
}

/** Notes the same step of tasks of one tenant, made by the program. */
export async function recordSteps(
  tx: Tx,
  tenantId: string,
  step: { readonly from: number | null; readonly to: number; readonly event: string },
  ids: readonly bigint[],
): Promise<void> {
  if (ids.length === 0) return;
  await logStates(tx, systemActor(tenantId), { type: SEED_TASK, ...step }, ids);
  announceChange(tx, tenantId, SEED_TASK);
}

/** States of tasks whose seed number is in use. */
export const OPEN = [planned, running] as const;

/** Sets numbers to "in use" or "available" by their open tasks; disabled and invalid ones stay. */
export async function settleUse(tx: Tx, numberIds: readonly bigint[]): Promise<void> {
  if (numberIds.length === 0) return;
  await tx.execute(sql`
    update sed_number n set status = case when o.is_open then 2 else 1 end
    from (
      select s.id, exists (select from sed_task t where t.embedded_number_id = s.id and t.status in (0, 1) and t.deleted_at is null) as is_open
      from sed_number s where s.id = any(${sql.param([...new Set(numberIds.map(String))])}::bigint[]) and s.status in (1, 2) order by s.id for update
    ) o
    where n.id = o.id and n.status <> case when o.is_open then 2 else 1 end`);
}
