import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { CLAIM_NUMBERS_MAX } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { currentSupplier, ofSuppliers } from '../suppliers/index.ts';

const { open, accepted, partly, cancelled } = supplierClaimStatus.is;

export interface SupplierBalance {
  readonly supplierId: bigint;
  readonly supplierName: string;
  readonly currency: string;
  readonly claims: number;
  readonly claimed: Micro;
  readonly accepted: Micro;
  readonly received: Micro;
  /** Accepted and neither received nor written off. */
  readonly due: Micro;
}

/** Returns what suppliers owe by currency, over claims that were sent, with those of merged records; of one supplier or of all. */
export async function supplierBalances(db: Db, actor: Actor, supplierId?: bigint): Promise<SupplierBalance[]> {
  const { rows } = await db.drizzle.execute<Record<string, string>>(sql`
    select s.id::text as id, s.supplier_name as name, c.currency, count(*)::text as claims, sum(c.amount)::text as claimed,
      coalesce(sum(c.accepted_amount), 0)::text as accepted, sum(c.received_amount)::text as received,
      coalesce(sum(c.accepted_amount - c.received_amount) filter (where c.status in (${accepted}, ${partly})), 0)::text as due
    from sup_claim c join sup_supplier s on s.id = ${currentSupplier(sql`c.supplier_id`)}
    where c.tenant_id = ${actor.tenantId} and c.status not in (${open}, ${cancelled}) and c.deleted_at is null
      ${supplierId === undefined ? sql`` : sql`and ${ofSuppliers(sql`c.supplier_id`, [supplierId])}`}
    group by 1, 2, 3 order by 2, 3`);
  const money = (text: string | undefined) => micros(BigInt(text ?? '0'));
  return rows.map((row) => ({
    supplierId: BigInt(row['id'] ?? '0'),
    supplierName: row['name'] ?? '',
    currency: row['currency'] ?? '',
    claims: Number(row['claims']),
    claimed: money(row['claimed']),
    accepted: money(row['accepted']),
    received: money(row['received']),
    due: money(row['due']),
  }));
}

/** Returns the items of written numbers and number IDs of a tenant, in any order. */
export async function itemsNamed(tx: Tx, actor: Actor, named: readonly string[]): Promise<bigint[]> {
  const digits = named.map((one) => one.replace(/^\+/, '')).filter((one) => /^\d{7,15}$/.test(one));
  const { rows } = await tx.execute<{ id: string }>(sql`
    select id::text from (
      select distinct on (e164) id from inv_item where tenant_id = ${actor.tenantId} and deleted_at is null
        and e164 = any(${sql.param(digits)}::bigint[]) order by e164, id desc
    ) of_numbers
    union select id::text from inv_item where tenant_id = ${actor.tenantId} and deleted_at is null and item_no = any(${sql.param([...named])}::text[])`);
  return rows.map(({ id }) => BigInt(id));
}

/** Returns the IDs of numbers that can be added to a claim, of items `i` within a condition: of a supplier, and on no live claim. */
export async function claimableItems(tx: Tx, actor: Actor, within: SQL): Promise<{ numbers: string[]; isMore: 0 | 1 }> {
  const { rows } = await tx.execute<{ item_no: string }>(sql`
    select i.item_no from inv_item i
    where i.tenant_id = ${actor.tenantId} and i.deleted_at is null and i.supplier_id is not null and ${within}
      and not exists (select from sup_claim_line l where l.item_id = i.id and l.is_live = 1)
    order by i.id limit ${CLAIM_NUMBERS_MAX + 1}`);
  const isMore = rows.length > CLAIM_NUMBERS_MAX ? 1 : 0;
  return { numbers: rows.slice(0, CLAIM_NUMBERS_MAX).map((row) => row.item_no), isMore };
}
