import { preOrderSkip } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { LATEST_TODAY, todayOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { eachAlone } from '../../../kernel/jobs/index.ts';
import { assertCountryServed, lockLines, matchLine, pauseInLine, releaseLocked } from '../inventory/index.ts';
import { loadPayer } from '../orders/index.ts';
import { end } from './decide.ts';
import { deliverLocked, deliverTo } from './deliver.ts';
import { notifyBuyer } from './notices.ts';
import { PREORDER } from './states.ts';
import { type PreOrder, preOrders } from './tables.ts';

/** Days after the latest delivery, 72 hours, at which undelivered pieces are refunded. */
const OVERDUE_DAYS = 3;
/** Numbers after which `matchLine` stops, to be called again. */
const MATCHED_AT_ONCE = 10_000;
/** Hours that numbers stay locked for a pre-order that is passed over. */
const KEPT_HOURS = 24;

/**
 * Does what time asks of pre-orders: refunds overdue ones, gives the numbers of those passed over to the next in line after a day, retries
 * those whose buyers can be charged again, and delivers. Each pre-order has its own transaction; any number of nodes may run it.
 */
export async function runDuePreOrders(db: Db): Promise<void> {
  await eachAlone([endOverdue, passOn, retrySkipped, matchLines, deliverAll], (step) => step(db));
}

async function idsWhere(db: Db, condition: ReturnType<typeof sql>): Promise<{ id: bigint; tenantId: string }[]> {
  const { rows } = await db.drizzle.execute<{ id: string; tenant_id: string }>(
    sql`select id::text, tenant_id from agt_preorder where deleted_at is null and ${condition} order by id`,
  );
  return rows.map(({ id, tenant_id: tenantId }) => ({ id: BigInt(id), tenantId }));
}

/** Runs one transaction for each; an error of one does not stop the others. */
const each = (
  db: Db,
  rows: readonly { id: bigint; tenantId: string }[],
  work: (tx: Tx, id: bigint, tenantId: string) => Promise<void>,
): Promise<void> => eachAlone(rows, ({ id, tenantId }) => db.tx((tx) => work(tx, id, tenantId), { retry: true }));

const isOverdue = sql`latest_date + ${OVERDUE_DAYS}::int < ${todayOf(sql`agt_preorder.tenant_id`)}`;

async function endOverdue(db: Db): Promise<void> {
  const due = await idsWhere(
    db,
    sql`status in (${PREORDER.submitted}, ${PREORDER.approved}, ${PREORDER.partly}) and latest_date < ${LATEST_TODAY} - ${OVERDUE_DAYS}::int and ${isOverdue}`,
  );
  await each(db, due, async (tx, id, tenantId) => {
    const [row] = await tx.select().from(preOrders).where(eq(preOrders.id, id)).for('update');
    if (!row) return;
    const event = row.status === PREORDER.submitted ? 'lapse' : 'overdue';
    const isOpen =
      row.status === PREORDER.submitted || row.status === PREORDER.approved || row.status === PREORDER.partly;
    if (!isOpen) return;
    const { moved, released } = await end(tx, systemActor(tenantId), row, event, {}, undefined);
    await notifyBuyer(tx, moved, 'PREORDER_OVERDUE', {
      date: row.latestDate,
      amount: `${formatMoney(released)} ${row.currency}`,
    });
  });
}

/** Gives numbers to the next in line that were locked a day for a pre-order that is passed over. */
async function passOn(db: Db): Promise<void> {
  const due = await idsWhere(
    db,
    sql`status in (${PREORDER.approved}, ${PREORDER.partly}) and skip_time <= now() - make_interval(hours => ${KEPT_HOURS}::int)
      and exists (select from inv_item i where i.preorder_id = agt_preorder.id)`,
  );
  await each(db, due, async (tx, id, tenantId) => {
    const [row] = await tx.select().from(preOrders).where(eq(preOrders.id, id)).for('update');
    if (!row || row.skipTime === null) return;
    await lockLines(tx, tenantId, [row]);
    if ((await releaseLocked(tx, systemActor(tenantId), id)) > 0) await matchLine(tx, tenantId, row);
  });
}

/**
 * Delivers to pre-orders that are passed over once their buyers can be charged; those without locked numbers are back in line. A balance
 * has to cover the rest of one piece.
 */
async function retrySkipped(db: Db): Promise<void> {
  const payable = sql`skip_reason <> ${preOrderSkip.is.balance} or coalesce((
      select sum(w.balance) from fin_wallet w where w.user_id = agt_preorder.buyer_id and w.kind in (1, 7) and w.currency = agt_preorder.currency), 0)
    >= unit_price * spec_qty - least((deposit_amount - deposit_used - refund_amount) / greatest(approved_qty - delivered_qty - refunded_qty, 1), unit_price * spec_qty)`;
  const due = await idsWhere(
    db,
    sql`status in (${PREORDER.approved}, ${PREORDER.partly}) and skip_reason is not null and (${payable})`,
  );
  const failures: unknown[] = [];
  for (const { id, tenantId } of due)
    await (async () => {
      if (await deliverTo(db, tenantId, id)) return;
      await db.tx((tx) => resumeEmpty(tx, tenantId, id), { retry: true });
    })().catch((error: unknown) => void failures.push(error));
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${due.length} pre-orders failed`, { cause: failures[0] });
}

/** Puts a pre-order that has no locked numbers back in line; the next delivery finds out whether its buyer can be charged. */
async function resumeEmpty(tx: Tx, tenantId: string, id: bigint): Promise<void> {
  const [row] = await tx.select().from(preOrders).where(eq(preOrders.id, id)).for('update');
  if (!row || row.skipReason === null) return;
  const { rows } = await tx.execute(sql`select from inv_item where preorder_id = ${id} limit 1`);
  if (rows.length > 0 || !(await isServed(tx, row))) return;
  await lockLines(tx, tenantId, [row]);
  await pauseInLine(tx, id, false);
  await matchLine(tx, tenantId, row);
}

/** Returns whether the buyer may buy and the country is served. */
async function isServed(tx: Tx, row: PreOrder): Promise<boolean> {
  if ((await loadPayer(tx, { tenantId: row.tenantId, userId: row.buyerId })) instanceof AppError) return false;
  return assertCountryServed(tx, row, row.countryCode).then(
    () => true,
    (error: unknown) => {
      if (error instanceof AppError) return false;
      throw error;
    },
  );
}

/** Locks numbers that could not be locked when they returned to sale: a buyer was taking them, or they were more than one transaction takes. */
async function matchLines(db: Db): Promise<void> {
  const { rows } = await db.drizzle.execute<{ tenant_id: string; business_type: number; country_code: string }>(sql`
    select distinct q.tenant_id, q.business_type, q.country_code from inv_waiting q
    where not q.is_paused and exists (
      select from inv_counter c where c.tenant_id = q.tenant_id and c.business_type = q.business_type and c.country_code = q.country_code
        and (q.number_type is null or c.number_type = q.number_type) and c.capability & q.capability = q.capability
      having sum(c.available) > 0)`);
  await eachAlone(rows, async (row) => {
    const place = { businessType: row.business_type, countryCode: row.country_code };
    while ((await db.tx((tx) => matchLine(tx, row.tenant_id, place), { retry: true })) >= MATCHED_AT_ONCE);
  });
}

async function deliverAll(db: Db): Promise<void> {
  const { rows } = await db.drizzle.execute<{ tenant_id: string }>(
    sql`select distinct tenant_id from inv_waiting where not is_paused`,
  );
  await eachAlone(rows, ({ tenant_id: tenantId }) => deliverLocked(db, tenantId));
}
