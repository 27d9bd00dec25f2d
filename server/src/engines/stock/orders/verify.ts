import { type SQL, sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { ORDER } from './states.ts';

const PAID = sql.raw([ORDER.completed, ORDER.partlyRefunded, ORDER.refunded].join(', '));

/** Orders with fewer delivered numbers than the note says; missing numbers are later refunded or delivered. */
const missing = sql`
  from agt_product_order o join inv_outbound n on n.id = o.outbound_id
  cross join lateral (select count(*) as lines from inv_outbound_line where outbound_id = n.id) l
  where o.status in (${sql.raw(String(ORDER.awaiting))}, ${PAID})
    and l.lines < case o.status when ${sql.raw(String(ORDER.awaiting))} then o.numbers else n.delivered_qty end`;

/** Returns how many numbers of paid orders were never delivered, by order id; complete orders are left out. */
export async function missingNumbers(
  tx: Pick<Tx, 'execute'>,
  orderIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const { rows } = await tx.execute<{ id: string; missing: number }>(sql`
    select o.id::text, (n.delivered_qty - l.lines)::int as missing ${missing} and o.status <> ${ORDER.awaiting}
      and o.id = any(${sql.param([...orderIds])}::bigint[])`);
  return new Map(rows.map(({ id, missing: count }) => [BigInt(id), count]));
}

export const missingNumbersOf = async (tx: Tx, { id }: { readonly id: bigint }): Promise<number> =>
  (await missingNumbers(tx, [id])).get(id) ?? 0;

/**
 * Compares orders with their numbers, charges and refunds, across tenants; each is a check for `verifyLedger`, with the order number as
 * its key.
 */
export const ORDER_CHECKS: readonly SQL[] = [
  sql`select 'order-incomplete' as "check", o.order_no as key, o.numbers::text as expected, l.lines::text as actual ${missing}`,
  sql`select 'order-differs-from-charge' as "check", o.order_no as key, concat_ws(' / ', o.paid_amount, o.refund_amount) as expected,
      concat_ws(' / ', coalesce(j.total_amount, 0), coalesce(r.total, 0)) as actual
    from agt_product_order o left join fin_journal j on j.id = o.journal_id
    left join lateral (select sum(total_amount) as total from fin_journal where reversal_of = j.id) r on true
    where o.status in (${PAID})
      and (o.paid_amount, o.refund_amount) is distinct from (coalesce(j.total_amount, 0), coalesce(r.total, 0)::bigint)`,
];
