import { embeddedNumber } from '@trade-assistant/contract/areas/whatsapp/embedded-number.ts';
import { and, eq, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { allOrNone, setApart } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { isLate, matchOf } from './match.ts';
import { changeTask, OPEN, recordSteps, STATUS, settleUse } from './states.ts';
import { type SeedTask, seedTasks } from './tables.ts';

const { planned, running, timedOut, cancelled } = STATUS;
/** Time to report, from the dispatch. */
export const REPORT_HOURS = 24;
const SLICE = 200;

interface Moved extends Record<string, unknown> {
  readonly id: string;
  readonly tenant: string;
  readonly seed: string;
}

/** Starts the planned tasks of messages that were handed over; the report is due in 24 hours. Repetitions change nothing. @returns how many */
export async function dispatchSeed(tx: Tx, orderId: bigint, e164s: readonly bigint[]): Promise<number> {
  if (e164s.length === 0) return 0;
  const { rows } = await tx.execute<Moved>(sql`
    update sed_task set status = ${running}, dispatch_time = now(), due_time = now() + make_interval(hours => ${REPORT_HOURS}),
      update_time = now(), version = version + 1
    where order_id = ${orderId} and e164 = any(${sql.param(e164s.map(String))}::bigint[]) and status = ${planned} and deleted_at is null
    returning id::text, tenant_id as tenant, embedded_number_id::text as seed`);
  await note(tx, rows, { from: planned, to: running, event: 'dispatch' });
  return rows.length;
}

/** Stores the provider's receipt of a seed (`line_status`) and compares it with the report. @returns whether the order has the seed */
export async function seedReceipt(
  tx: Tx,
  receipt: { readonly orderId: bigint; readonly e164: bigint; readonly providerStatus: number },
): Promise<boolean> {
  const [task] = await tx
    .select()
    .from(seedTasks)
    .where(
      and(
        eq(seedTasks.orderId, receipt.orderId),
        eq(seedTasks.e164, receipt.e164),
        sql`${seedTasks.deletedAt} is null`,
      ),
    )
    .for('update');
  if (!task) return false;
  if (task.providerStatus === receipt.providerStatus) return true;
  await compare(tx, { ...task, providerStatus: receipt.providerStatus });
  return true;
}

/** Stores receipt and result of a locked task. */
async function compare(tx: Tx, task: SeedTask): Promise<void> {
  const { providerStatus, reportedStatus, status } = task;
  const isOver = !(OPEN as readonly number[]).includes(status);
  const matchResult = matchOf({ providerStatus, reportedStatus, isOver, isLate: isLate(task) });
  const result = status === cancelled ? task.matchResult : matchResult;
  await changeTask(tx, systemActor(task.tenantId), task, { providerStatus, matchResult: result });
}

/** Cancels the planned tasks of an order and gives their uses of today back; tasks that were sent go on. @returns how many */
export async function cancelSeeds(tx: Tx, orderId: bigint): Promise<number> {
  const { rows } = await tx.execute<Moved>(sql`
    update sed_task set status = ${cancelled}, update_time = now(), version = version + 1
    where order_id = ${orderId} and status = ${planned} and deleted_at is null
    returning id::text, tenant_id as tenant, embedded_number_id::text as seed`);
  await note(tx, rows, { from: planned, to: cancelled, event: 'cancel' });
  await releaseUse(
    tx,
    rows.map(({ seed }) => BigInt(seed)),
  );
  return rows.length;
}

/**
 * Records what comes with a step that a person takes with planned tasks; the caller has locked the rows and writes their states.
 */
export async function stepSeedTasks(tx: Tx, tasks: readonly SeedTask[], step: 'dispatch' | 'cancel'): Promise<void> {
  const ids = tasks.map(({ id }) => String(id));
  const status = step === 'dispatch' ? running : cancelled;
  // The constraint on dispatched tasks looks at state and times together.
  await tx.execute(sql`
    update sed_task set status = ${status},
      dispatch_time = case when ${step} = 'dispatch' then now() else dispatch_time end,
      due_time = case when ${step} = 'dispatch' then now() + make_interval(hours => ${REPORT_HOURS}) else due_time end
    where id = any(${sql.param(ids)}::bigint[])`);
  if (step === 'cancel') await endTasks(tx, tasks);
}

/** Gives the uses of removed tasks back that were not sent. */
export async function removeSeedTasks(tx: Tx, tasks: readonly SeedTask[]): Promise<void> {
  await tx.execute(
    sql`update sed_task set deleted_at = now() where id = any(${sql.param(tasks.map(({ id }) => String(id)))}::bigint[])`,
  );
  await endTasks(tx, tasks);
}

async function endTasks(tx: Tx, tasks: readonly SeedTask[]): Promise<void> {
  const numbersOf = (some: readonly SeedTask[]) => some.map(({ embeddedNumberId }) => embeddedNumberId);
  await releaseUse(tx, numbersOf(tasks.filter(({ status }) => status === planned)));
  await settleUse(tx, numbersOf(tasks));
}

/** Gives a use of today back to numbers whose task was not sent, and frees them. */
export async function releaseUse(tx: Tx, numberIds: readonly bigint[]): Promise<void> {
  if (numberIds.length === 0) return;
  await tx.execute(sql`
    update sed_number n set used_count = used_count - 1
    from (select id from sed_number where id = any(${sql.param(numberIds.map(String))}::bigint[]) order by id for update) l
    where n.id = l.id and used_count > 0 and used_day = ${todayOf(sql`n.tenant_id`)}`);
  await settleUse(tx, numberIds);
}

/** Ends tasks without a report 24 hours after their dispatch. @returns how many of at most 200 */
export async function endOverdueTasks(tx: Tx, batch = allOrNone): Promise<number> {
  const { rows } = await tx.execute<Moved>(sql`
    select id::text, tenant_id as tenant, embedded_number_id::text as seed from sed_task
    where status = ${running} and due_time <= now() and deleted_at is null and ${batch.isNotSetApart(sql`id`)}
    order by id limit ${SLICE} for update skip locked`);
  await batch.each(tx, rows, async (own, row) => {
    await own.execute(sql`
      update sed_task set status = ${timedOut}, match_result = 5, update_time = now(), version = version + 1
      where id = ${row.id}::bigint`);
    await note(own, [row], { from: running, to: timedOut, event: 'timeout' });
    await settleUse(own, [BigInt(row.seed)]);
  });
  return rows.length;
}

const ends = setApart('seeds/overdue');

/** Ends all overdue tasks. */
export async function endAllOverdue(app: Pick<App, 'db' | 'log'>): Promise<void> {
  while ((await app.db.tx((tx) => endOverdueTasks(tx, ends.batch(app)))) === SLICE);
}

async function note(tx: Tx, rows: readonly Moved[], step: Parameters<typeof recordSteps>[2]): Promise<void> {
  for (const [tenant, moved] of Map.groupBy(rows, (row) => row.tenant)) {
    await recordSteps(
      tx,
      tenant,
      step,
      moved.map(({ id }) => BigInt(id)),
    );
    announceChange(tx, tenant, embeddedNumber);
  }
}
