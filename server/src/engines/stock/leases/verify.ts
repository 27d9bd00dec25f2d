import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';

/** An inconsistency of a lease or a renewal. */
interface LeaseMismatch {
  readonly check: 'months' | 'renewal' | 'stock';
  /** Id of the lease or the renewal. */
  readonly id: string;
}

/**
 * Returns inconsistencies of leases: whether every month was charged once, and whether months and last days, renewals
 * with their months, journals and refunds, and delivered numbers agree. Reads all leases.
 */
export async function verifyLeases(tx: Pick<Tx, 'execute'>): Promise<LeaseMismatch[]> {
  const { rows } = await tx.execute<{ check: LeaseMismatch['check']; id: string }>(sql`
    select 'months' as "check", l.id::text from agt_lease l
      left join lateral (select count(*) as n, max(month_no) as last, max(until_date) as until,
          count(*) filter (where refund_time is null) as kept from agt_lease_month where lease_id = l.id) m on true
      where m.n <> l.months or m.last <> l.months or m.until <> l.end_date or (m.kept = 0) <> (l.status = 4)
    union all
    select 'renewal', r.id::text from agt_lease_renewal r
      left join lateral (select count(*) as n, sum(amount) as amount, coalesce(sum(amount) filter (where refund_time is not null), 0) as back
        from agt_lease_month where renewal_id = r.id) m on true
      left join fin_journal j on j.id = r.journal_id
      where m.n <> r.numbers * r.months or m.amount <> r.amount or m.back <> r.refund_amount
        or coalesce(j.total_amount, 0) <> r.amount or j.event_code <> 'LEASE'
        or r.refund_amount <> (select coalesce(sum(total_amount), 0) from fin_journal b where b.reversal_of = j.id)
    union all
    select 'stock', l.id::text from agt_lease l left join inv_item i on i.id = l.item_id and i.stock_status = 2 and i.outbound_id in
        (select id from inv_outbound n where n.tenant_id = l.tenant_id and n.order_no = l.order_no)
      where (l.status in (1, 2)) <> (i.id is not null)`);
  return rows;
}
