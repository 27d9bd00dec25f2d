import { type SQL, sql } from 'drizzle-orm';
import { IN_LINE, PREORDER } from './states.ts';

const open = sql.raw([PREORDER.submitted, ...IN_LINE].join(', '));
const inLine = sql.raw(IN_LINE.join(', '));

/**
 * Compares pre-orders with their deposits, orders, locked numbers and places in line, across tenants; each is a check for `verifyLedger`,
 * with the pre-order number as its key.
 */
export const PREORDER_CHECKS: readonly SQL[] = [
  sql`select 'preorder-differs-from-hold' as "check", p.pre_order_no as key,
      (case when p.status in (${open}) then p.deposit_amount - p.deposit_used - p.refund_amount else 0 end)::text as expected,
      coalesce(h.amount - h.captured - h.released, 0)::text as actual
    from agt_preorder p left join fin_hold h on h.id = p.hold_id
    where coalesce(h.amount - h.captured - h.released, 0)
      <> case when p.status in (${open}) then p.deposit_amount - p.deposit_used - p.refund_amount else 0 end`,
  sql`select 'preorder-differs-from-orders' as "check", p.pre_order_no as key, concat_ws(' / ', p.delivered_qty, p.paid_amount, p.fills) as expected,
      concat_ws(' / ', o.pieces, o.amount, o.n) as actual
    from agt_preorder p left join lateral (
      select coalesce(sum(quantity), 0) as pieces, coalesce(sum(amount), 0) as amount, count(*) as n from agt_product_order where pre_order_id = p.id
    ) o on true
    where (p.delivered_qty, p.paid_amount, p.fills) is distinct from (o.pieces::int, o.amount::bigint, o.n::int)`,
  sql`select 'preorder-differs-from-line' as "check", p.pre_order_no as key,
      (case when p.status in (${inLine}) then (p.approved_qty - p.delivered_qty - p.refunded_qty) * p.spec_qty else 0 end)::text as expected,
      coalesce(q.wanted, 0)::text as actual
    from agt_preorder p left join inv_waiting q on q.preorder_id = p.id
    where coalesce(q.wanted, 0) <> case when p.status in (${inLine}) then (p.approved_qty - p.delivered_qty - p.refunded_qty) * p.spec_qty else 0 end`,
  sql`select 'preorder-locks-too-many' as "check", coalesce(p.pre_order_no, i.preorder_id::text) as key, coalesce(max(q.wanted), 0)::text as expected,
      count(*)::text as actual
    from inv_item i left join agt_preorder p on p.id = i.preorder_id left join inv_waiting q on q.preorder_id = i.preorder_id
    where i.preorder_id is not null group by 2, i.preorder_id having count(*) > coalesce(max(q.wanted), 0)`,
];
