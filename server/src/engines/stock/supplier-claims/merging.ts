import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { currentSupplier, ofSuppliers } from '../suppliers/index.ts';
import { supplierClaimErrors } from './errors.ts';

const { open } = supplierClaimStatus.is;

const openOf = (actor: Actor, supplierId: bigint): SQL => sql`c.tenant_id = ${actor.tenantId} and c.status = ${open}
  and c.deleted_at is null and ${ofSuppliers(sql`c.supplier_id`, [supplierId])}`;

/** Returns how many claims on a supplier were not sent yet. */
export async function openClaimsOf(db: Db, actor: Actor, supplierId: bigint): Promise<number> {
  const { rows } = await db.drizzle.execute<{ n: number }>(
    sql`select count(*)::int as n from sup_claim c where ${openOf(actor, supplierId)}`,
  );
  return Number(rows[0]?.n ?? 0);
}

/**
 * Refuses a merged supplier with two open claims for one batch and currency: the next failed number would belong to both.
 * @throws SUPPLIER_CLAIMS_BOTH_OPEN
 */
export async function assertOneOpenClaim(tx: Tx, actor: Actor, supplierId: bigint): Promise<void> {
  const { rows } = await tx.execute<{ batch: string | null; currency: string; claims: string }>(sql`
    select c.batch_no as batch, c.currency, string_agg(c.claim_no, ', ' order by c.id) as claims from sup_claim c
    where ${openOf(actor, supplierId)} group by 1, 2 having count(*) > 1 order by min(c.id) limit 1`);
  const [pair] = rows;
  if (pair) throw supplierClaimErrors.SUPPLIER_CLAIMS_BOTH_OPEN({ ...pair, batch: pair.batch ?? '—' });
}

/**
 * Refuses to undo a merge after which a claim got numbers of both suppliers. The caller has undone it in this transaction.
 * @throws SUPPLIER_CLAIM_JOINT
 */
export async function assertClaimsSeparate(
  tx: Tx,
  actor: Actor,
  { id, intoId, since }: { readonly id: bigint; readonly intoId: bigint; readonly since: Date },
): Promise<void> {
  const { rows } = await tx.execute<{ claim: string }>(sql`
    select c.claim_no as claim from sup_claim c join sup_claim_line l on l.claim_id = c.id and l.is_live = 1 and l.create_time >= ${since}
      join inv_item i on i.id = l.item_id
    where c.tenant_id = ${actor.tenantId} and ${ofSuppliers(sql`c.supplier_id`, [id, intoId])}
      and ${currentSupplier(sql`i.supplier_id`)} <> ${currentSupplier(sql`c.supplier_id`)} order by c.id limit 1`);
  const [joint] = rows;
  if (joint) throw supplierClaimErrors.SUPPLIER_CLAIM_JOINT({ claim: joint.claim });
}
