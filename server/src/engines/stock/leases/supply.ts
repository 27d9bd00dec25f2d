import { leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { eachAlone } from '../../../kernel/jobs/index.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { STOCK } from '../inventory/index.ts';
import { today } from './rent.ts';

const { active, overdue } = leaseStatus.is;

/**
 * Notifies staff of rented numbers whose supply ends before their lease: once per supply end date, as many days before
 * as owners are reminded. A number without a supply end belongs to the platform. @returns how many numbers
 */
export async function warnOfSupply(db: Db): Promise<number> {
  const { rows: tenants } = await db.drizzle.execute<{ tenant: string }>(
    sql`select distinct tenant_id as tenant from agt_lease where status in (${active}, ${overdue})`,
  );
  let count = 0;
  await eachAlone(tenants, async ({ tenant }) => {
    count += await db.tx((tx) => warnTenant(tx, tenant), { retry: true });
  });
  return count;
}

async function warnTenant(tx: Tx, tenantId: string): Promise<number> {
  const { rows } = await tx.execute<{ n: number; first: string | null; last: string | null }>(sql`
    with due as (
      select agt_lease.id, i.lease_end from agt_lease join inv_item i on i.id = agt_lease.item_id
      where agt_lease.tenant_id = ${tenantId} and agt_lease.status in (${active}, ${overdue}) and i.lease_end < agt_lease.end_date
        and i.lease_end <= ${today} + ${integerParameter(sql`agt_lease.tenant_id`, 'lease.remindDays')}
        and agt_lease.supply_warned is distinct from i.lease_end
      order by agt_lease.id for update of agt_lease skip locked
    ), noted as (
      update agt_lease l set supply_warned = due.lease_end from due where due.id = l.id returning due.lease_end
    )
    select count(*)::int as n, min(lease_end)::text as first, max(lease_end)::text as last from noted`);
  const { n = 0, first = null, last = null } = rows[0] ?? {};
  if (n > 0 && first && last)
    await sendMessage(tx, systemActor(tenantId), {
      to: { roleKeys: ['administrator', 'admin', 'warehouse'] },
      key: 'LEASE_SUPPLY',
      params: { n: String(n), date: first },
      bizType: warehouse.name,
      // Stock keepers need no access to the owners.
      route: `/${warehouse.name}/index?stockStatus_in=${STOCK.assigned}&leaseEnd_dategt=${first}&leaseEnd_datelt=${last}`,
    });
  return n;
}
