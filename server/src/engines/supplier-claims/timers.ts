import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { sql } from 'drizzle-orm';
import { systemActor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { defineTimer, type Timer } from '../../kernel/jobs/index.ts';
import { holdersOf } from '../identity/index.ts';
import { sendMessage } from '../messages/index.ts';

const HOUR_MILLIS = 3_600_000;
const SLICE = 100;

/** Notifies staff who record answers of claims that their supplier has not answered in time, once for each deadline. @returns how many */
export async function remindOfClaims(tx: Tx): Promise<number> {
  const { rows } = await tx.execute<{ id: string; tenant: string; no: string; supplier: string }>(sql`
    update sup_claim c set reminded_deadline = c.deadline
    from (
      select id from sup_claim where status = ${supplierClaimStatus.is.sent} and deadline < now() and reminded_deadline is distinct from deadline
        and deleted_at is null order by id limit ${SLICE} for update skip locked
    ) due, sup_supplier s
    where c.id = due.id and s.id = c.supplier_id
    returning c.id::text as id, c.tenant_id as tenant, c.claim_no as no, s.supplier_name as supplier`);
  for (const { id, tenant, no, supplier } of rows)
    await sendMessage(tx, systemActor(tenant), {
      to: { userIds: await holdersOf(tx, tenant, `${supplierClaim.name}:answer`) },
      key: 'SUPPLIER_CLAIM_OVERDUE',
      params: { no, supplier },
      ...{ bizType: supplierClaim.name, bizId: id, route: `/${supplierClaim.name}/index?record=${id}` },
    });
  return rows.length;
}

export const supplierClaimTimers: readonly Timer[] = [
  defineTimer({
    name: 'supplier-claims/overdue',
    every: HOUR_MILLIS,
    run: async ({ db }) => {
      while ((await db.tx(remindOfClaims)) > 0);
    },
  }),
];
