import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { allOrNone, defineTimer, setApart, type Timer } from '../../../kernel/jobs/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { holdersOf } from '../../people/identity/index.ts';
import { currentSupplier } from '../suppliers/index.ts';

const HOUR_MILLIS = 3_600_000;
const SLICE = 100;
const reminders = setApart('supplier-claims/overdue');

/** Notifies staff who record answers of claims that their supplier has not answered in time, once for each deadline. @returns how many */
export async function remindOfClaims(tx: Tx, batch = allOrNone): Promise<number> {
  const { rows } = await tx.execute<{ id: string; tenant: string; no: string; supplier: string }>(sql`
    select c.id::text as id, c.tenant_id as tenant, c.claim_no as no, s.supplier_name as supplier
    from sup_claim c join sup_supplier s on s.id = ${currentSupplier(sql`c.supplier_id`)}
    where c.status = ${supplierClaimStatus.is.sent} and c.deadline < now() and c.reminded_deadline is distinct from c.deadline
      and c.deleted_at is null and ${batch.isNotSetApart(sql`c.id`)}
    order by c.id limit ${SLICE} for update of c skip locked`);
  await batch.each(tx, rows, async (own, { id, tenant, no, supplier }) => {
    await own.execute(sql`update sup_claim set reminded_deadline = deadline where id = ${id}::bigint`);
    await sendMessage(own, systemActor(tenant), {
      to: { userIds: await holdersOf(own, tenant, `${supplierClaim.name}:answer`) },
      key: 'SUPPLIER_CLAIM_OVERDUE',
      params: { no, supplier },
      ...{ bizType: supplierClaim.name, bizId: id, route: `/${supplierClaim.name}/index?record=${id}` },
    });
  });
  return rows.length;
}

export const supplierClaimTimers: readonly Timer[] = [
  defineTimer({
    name: 'supplier-claims/overdue',
    every: HOUR_MILLIS,
    run: async (app) => {
      while ((await app.db.tx((tx) => remindOfClaims(tx, reminders.batch(app)))) > 0);
    },
  }),
];
