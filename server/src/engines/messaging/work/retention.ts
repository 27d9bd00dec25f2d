import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { dropOldPartitions } from '../../../kernel/db/partitions.ts';
import { setApart } from '../../../kernel/jobs/index.ts';
import { PLATFORM } from '../../../kernel/parameters/index.ts';
import { cancelWork, lockWork, moveWork } from './control.ts';
import type { WorkKinds } from './kind.ts';
import { notifyTaskOwner } from './notices.ts';
import { listed, WORK, WORK_DRAFT, WORK_ENDED, workMachine } from './states.ts';
import { type WorkTask, workTasks } from './tables.ts';

/** A task without funds can be paid for so long. */
const UNPAID_HOURS = 24;
/** Tasks per run; the others follow with the next one. */
const TASKS_MAX = 100;
/** Line numbers deleted per transaction. */
const STEP_LINES = 10_000;
/** Channels report messages up to thirty days later, and repeat their reports for a week. */
const HANDED_DAYS = 40;
const DAY_MILLIS = 86_400_000;

export const payUntil = (): Date => new Date(Date.now() + UNPAID_HOURS * 3_600_000);

/** Returns when the lines of a task that ends now are deleted. */
export const expiryOf = (app: App, isHanded: boolean): Date =>
  new Date(Date.now() + Math.max(app.parameters.get(PLATFORM, 'check.days'), isHanded ? HANDED_DAYS : 0) * DAY_MILLIS);

/** Makes the lines of tasks due for deletion now, in the caller's transaction. Their uploads cannot be read from now on. */
export async function expireWork(tx: Tx, ids: readonly bigint[]): Promise<void> {
  const these = sql`${sql.param(ids.map(String))}::bigint[]`;
  await tx.execute(sql`update work_task set expire_time = now() where id = any(${these}) and purged_time is null`);
  await tx.execute(sql`
    update kernel_file set expires_at = now() where id in (select file_id from work_task where id = any(${these}))
      and not exists (
        select from work_task t where t.file_id = kernel_file.id and t.id <> all(${these}) and t.purged_time is null)`);
}

/** Why a task has no lines: its owner had them deleted before the end of their retention. */
export const PURGED_ON_REQUEST = 'LIST_DELETED';

/**
 * Deletes the numbers and results of a finished task before the end of their retention; counts and money stay. They cannot be read from now
 * on; a timer deletes the rows.
 * @throws STATE_CONFLICT
 */
export async function purgeOnRequest(tx: Tx, actor: Actor, id: bigint): Promise<void> {
  const task = await lockWork(tx, actor, id);
  await moveWork(tx, actor, task, 'purge', { failReason: task.failReason ?? PURGED_ON_REQUEST });
  await expireWork(tx, [id]);
}

const unpaid = setApart('work/unpaid');
const old = setApart('work/purge');
const keyOf = ({ id }: { readonly id: bigint }): string => String(id);

/** Cancels tasks that were not paid in time, and tells their owners. */
export async function endUnpaid(app: App, kinds: WorkKinds): Promise<void> {
  const due = and(
    eq(workTasks.status, WORK.unpaid),
    eq(workTasks.isCancelling, sql`false`),
    sql`pay_until <= now() and id <> all(${sql.param(unpaid.ids(app))}::bigint[])`,
  );
  const rows = await app.db.drizzle.select().from(workTasks).where(due).orderBy(workTasks.payUntil).limit(TASKS_MAX);
  await unpaid.each(app, rows, keyOf, ({ id, tenantId }) =>
    app.db.tx(async (tx) => {
      const actor = systemActor(tenantId);
      const task = await lockWork(tx, actor, id);
      if (task.status !== WORK.unpaid || task.isCancelling) return;
      await tx.update(workTasks).set({ failReason: 'PAYMENT_EXPIRED' }).where(eq(workTasks.id, id));
      await cancelWork(tx, actor, id, 'PAYMENT_EXPIRED');
      await notifyTaskOwner(tx, kinds, task, 'CHECK_UNPAID', { hours: String(UNPAID_HOURS) });
    }),
  );
}

/**
 * Deletes the lines of tasks whose retention has ended: the task says so first, so that nobody downloads a part. Counters, money and
 * lanes stay. An interrupted deletion continues with the next run. @returns the number of purged tasks
 */
export async function purgeWork(app: App): Promise<number> {
  const rows = await app.db.drizzle
    .select()
    .from(workTasks)
    .where(
      sql`purged_time is null and expire_time <= now() and (status in (${listed(WORK_ENDED)}) or deleted_at is not null) and id <> all(${sql.param(old.ids(app))}::bigint[])`,
    )
    .orderBy(workTasks.expireTime)
    .limit(TASKS_MAX);
  let purged = 0;
  await old.each(app, rows, keyOf, async ({ id, tenantId }) => {
    const actor = systemActor(tenantId);
    const task = await app.db.tx(async (tx) => {
      const found = await lockWork(tx, actor, id);
      // The release before left removed drafts as they were.
      const isRemovedDraft = found.deletedAt !== null && WORK_DRAFT.includes(found.status);
      const locked = isRemovedDraft ? await moveWork(tx, actor, found, 'cancel', { finishTime: new Date() }) : found;
      if (locked.status === WORK.purged) return locked;
      // Upgraded meanwhile.
      const isEnded = (workMachine.purge.from as readonly number[]).includes(locked.status);
      return isEnded ? moveWork(tx, actor, locked, 'purge') : null;
    });
    if (!task) return;
    await deleteLines(app.db, task);
    purged += 1;
  });
  return purged;
}

async function deleteLines(db: Db, task: WorkTask): Promise<void> {
  const isTask = sql`task_id = ${task.id}`;
  for (let from = 0; from < task.totalCount; from += STEP_LINES)
    await db.drizzle.execute(sql`
      delete from work_line where ${isTask} and create_time = ${task.createTime}
        and line_no > ${from} and line_no <= ${from + STEP_LINES}`);
  await db.tx(async (tx) => {
    await tx.execute(sql`delete from work_attempt where ${isTask}`);
    await tx.execute(sql`delete from work_chunk where ${isTask}`);
    // Another task may check the same upload.
    await tx.execute(sql`
      update kernel_file set expires_at = now() where id = ${task.fileId} and not exists (
        select from work_task t where t.file_id = kernel_file.id and t.id <> ${task.id} and t.purged_time is null)`);
    await tx.update(workTasks).set({ purgedTime: sql`now()`, updateTime: sql`now()` }).where(eq(workTasks.id, task.id));
  });
}

/** Drops the weeks of lines that are older than every task that still has lines, and than the retention. @returns their names */
export async function dropOldWeeks(app: App): Promise<string[]> {
  const days = app.parameters.get(PLATFORM, 'check.days');
  const { rows } = await app.db.drizzle.execute<{ weeks: number }>(sql`
    select ceil(extract(epoch from now() - least(now() - make_interval(days => ${days}::int), min(create_time))) / 604800)::int as weeks
    from work_task where purged_time is null`);
  return dropOldPartitions(app.db, 'work_line', (rows[0]?.weeks ?? 0) + 1);
}
