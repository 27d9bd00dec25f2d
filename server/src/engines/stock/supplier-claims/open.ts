import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logStates } from '../../../kernel/resource/states.ts';
import { currentSupplier, holdMerges } from '../suppliers/index.ts';

const { open } = supplierClaimStatus.is;

/** A number in stock that failed. */
export interface FailedNumber {
  readonly itemId: bigint;
  readonly warrantyClaimId?: bigint | null | undefined;
  /** Checks or other findings in words, at most 1,000 characters; longer ones are cut. */
  readonly evidence?: string | null | undefined;
  /** Micro-units of the number's currency; default: its cost. */
  readonly amount?: Micro | null | undefined;
}

export interface OpenedClaims {
  /** The claims that the numbers were added to. */
  readonly claimIds: readonly bigint[];
  readonly added: number;
  /** Numbers without a supplier, or on a claim already. */
  readonly skipped: number;
}

const CHECKS_MAX = 1000;

/**
 * Adds failed numbers to the open claims of their suppliers, one for each supplier, batch and currency, also of a record merged into it; a
 * missing claim is opened.
 * Numbers without a supplier, of other tenants and numbers of a live claim are skipped, so a repeated call changes nothing. The number of
 * statements does not depend on the number of items.
 */
export async function openSupplierClaims(
  tx: Tx,
  actor: Actor,
  { items }: { readonly items: readonly FailedNumber[] },
): Promise<OpenedClaims> {
  // Each number once: the first of a list counts.
  const given = [...new Map(items.toReversed().map((item) => [item.itemId, item])).values()];
  if (given.length === 0) return { claimIds: [], added: 0, skipped: 0 };
  await holdMerges(tx, actor.tenantId);
  const list = given.map(({ itemId, warrantyClaimId, evidence, amount }) => ({
    item: String(itemId),
    warranty: warrantyClaimId ? String(warrantyClaimId) : null,
    checks: evidence?.slice(0, CHECKS_MAX) ?? null,
    amount: amount === null || amount === undefined ? null : String(amount),
  }));
  const failed = sql`
    select i.id as item_id, i.e164, ${currentSupplier(sql`i.supplier_id`)} as supplier_id, i.batch_no, i.currency, f.warranty, f.checks, coalesce(f.amount, i.cost_price) as amount
    from jsonb_to_recordset(${JSON.stringify(list)}::jsonb) as f (item bigint, warranty bigint, checks text, amount bigint)
    join inv_item i on i.id = f.item and i.tenant_id = ${actor.tenantId} and i.supplier_id is not null
    where not exists (select from sup_claim_line l where l.item_id = i.id and l.is_live = 1)`;
  const groups = await tx.execute<Group & Record<string, unknown>>(sql`
    select distinct supplier_id::text as supplier, batch_no as batch, currency from (${failed}) n order by 1, 2, 3`);
  if (groups.rows.length === 0) return { claimIds: [], added: 0, skipped: given.length };
  const ids = await openClaims(tx, actor, groups.rows);
  const lines = await tx.execute<{ claim_id: string; n: number }>(sql`
    with added as (
      insert into sup_claim_line (tenant_id, claim_id, item_id, e164, amount, checks, warranty_claim_id)
      select ${actor.tenantId}, c.id, n.item_id, n.e164, n.amount, n.checks, n.warranty
      from (${failed}) n join sup_claim c on c.id = any(${sql.param(ids)}::bigint[])
        and ${currentSupplier(sql`c.supplier_id`)} = n.supplier_id and c.batch_no is not distinct from n.batch_no and c.currency = n.currency
      order by n.item_id
      on conflict do nothing returning claim_id, amount
    ), summed as (select claim_id, count(*)::int as n, sum(amount)::bigint as amount from added group by 1)
    update sup_claim c set item_count = c.item_count + s.n, amount = c.amount + s.amount, update_time = now(), version = c.version + 1
    from summed s where c.id = s.claim_id
    returning c.id::text as claim_id, s.n`);
  const added = lines.rows.reduce((sum, { n }) => sum + Number(n), 0);
  announceChange(tx, actor.tenantId, supplierClaim);
  return { claimIds: lines.rows.map(({ claim_id }) => BigInt(claim_id)), added, skipped: given.length - added };
}

interface Group extends Record<string, unknown> {
  readonly supplier: string;
  readonly batch: string | null;
  readonly currency: string;
}

/** A claim of the group: of the supplier, or of a record that was merged into it. */
const isWanted = sql`c.supplier_id = any(sup_members(array[w.supplier])) and c.batch_no is not distinct from w.batch and c.currency = w.currency`;

/** Tries to have an open claim for each group; a claim that is sent at this moment needs another one. */
const TRIES = 3;

/**
 * Returns the open claims of groups, locked in the order of their ids so that none is sent before its numbers are added; missing ones
 * are opened.
 * @throws STATE_CONFLICT when claims are sent faster than opened
 */
async function openClaims(tx: Tx, actor: Actor, groups: readonly Group[]): Promise<bigint[]> {
  const wanted = JSON.stringify(groups.map((group) => ({ ...group, no: businessNo('SC') })));
  for (let tries = 0; tries < TRIES; tries += 1) {
    const made = await tx.execute<{ id: string }>(sql`
      insert into sup_claim (tenant_id, claim_no, supplier_id, batch_no, currency, create_user, create_user_name, create_dept, update_user)
      select ${actor.tenantId}, w.no, w.supplier, w.batch, w.currency, ${actor.userId}::bigint, ${actor.realName},
        ${actor.deptIds[0] ?? null}::bigint, ${actor.userId}::bigint
      from jsonb_to_recordset(${wanted}::jsonb) as w (no text, supplier bigint, batch text, currency text)
      where not exists (select from sup_claim c where ${isWanted} and c.status = ${open} and c.deleted_at is null)
      order by w.supplier, w.batch, w.currency
      on conflict do nothing returning id::text`);
    const opened = made.rows.map(({ id }) => BigInt(id));
    await logStates(tx, actor, { type: supplierClaim.name, from: null, to: open, event: 'create' }, opened);
    const { rows } = await tx.execute<{ id: string }>(sql`
      select c.id::text from sup_claim c
      join jsonb_to_recordset(${wanted}::jsonb) as w (supplier bigint, batch text, currency text)
        on ${isWanted}
      where c.tenant_id = ${actor.tenantId} and c.status = ${open} and c.deleted_at is null order by c.id for update of c`);
    if (rows.length === groups.length) return rows.map(({ id }) => BigInt(id));
  }
  throw commonErrors.STATE_CONFLICT();
}
