import { type SQL, sql } from 'drizzle-orm';
import { STATUS } from './states.ts';

/**
 * Compares settled claims with stock and money, across tenants; each is a check for `verifyLedger`, with the claim's number as its key.
 */
export const WARRANTY_CHECKS: readonly SQL[] = [
  sql`select 'warranty-differs-from-stock' as "check", w.claim_no as key, '1 / 1' as expected,
      concat_ws(' / ', (select count(*) from inv_outbound_line l where l.outbound_id = w.outbound_id and l.item_id = w.item_id and l.state = 4),
        (select count(*) from inv_outbound_line l where l.outbound_id = w.replacement_note_id and l.item_id = w.replacement_item_id)) as actual
    from war_claim w where w.status = ${sql.raw(String(STATUS.replaced))}
      and (not exists (select from inv_outbound_line l where l.outbound_id = w.outbound_id and l.item_id = w.item_id and l.state = 4)
        or not exists (select from inv_outbound_line l where l.outbound_id = w.replacement_note_id and l.item_id = w.replacement_item_id))`,
  sql`select 'order-numbers' as "check", o.order_no as key, o.numbers::text as expected, n.kept::text as actual
    from agt_product_order o join lateral (
      select sum(delivered_qty - returned_qty) as kept, count(*) as notes from inv_outbound
      where tenant_id = o.tenant_id and order_no = o.order_no and (id = o.outbound_id or outbound_type = 3)) n on true
    where o.status = 3 and n.notes > 1 and n.kept <> o.numbers`,
];
