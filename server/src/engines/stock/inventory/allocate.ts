import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { prepared } from '../../../kernel/db/prepared.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { inventoryErrors } from './errors.ts';
import { STOCK } from './states.ts';

/** Criteria for the numbers to take. All `capability` bits must be present. */
export interface Criteria {
  readonly businessType: number;
  readonly countryCode: string;
  readonly numberType?: number | null;
  readonly capability?: number | null;
  readonly warehouseCode?: string | null;
  /** Only numbers that a check found alive within this many hours. */
  readonly aliveWithinHours?: number | null;
}

/** 1 first in first out, 2 random, 3 consecutive numbers. */
export const STRATEGY = { fifo: 1, random: 2, consecutive: 3 } as const;

/**
 * Days, in UTC, that the lease of a number must still last to be sold; `inv_sellable` in the database applies the same
 * rule.
 */
export const LEASE_MINIMUM_DAYS = 7;

/** Returns the earliest lease end that may still be sold, `yyyy-MM-dd`. */
export const earliestSellableLeaseEnd = (): string =>
  new Date(Date.now() + LEASE_MINIMUM_DAYS * 86_400_000).toISOString().slice(0, 10);

export interface Allocation {
  readonly criteria: Criteria;
  readonly quantity: number;
  readonly strategy?: number;
  /** Take the numbers locked for this pre-order. */
  readonly preorder?: bigint | undefined;
  /** Reserve until this time, or deliver at once to the agent. */
  readonly as: { readonly reserveUntil: Date } | { readonly assignTo: bigint | null };
}

/** An allocation as parameters of `inv_take` and `inv_issue` in the database. */
export const allocationParameters = (
  actor: Actor,
  { criteria, quantity, strategy, preorder, as }: Allocation,
): Record<string, unknown> => ({
  tenant: actor.tenantId,
  user: actor.userId,
  quantity,
  strategy: strategy ?? STRATEGY.fifo,
  businessType: criteria.businessType,
  countryCode: criteria.countryCode,
  numberType: criteria.numberType ?? null,
  capability: criteria.capability ?? null,
  warehouseCode: criteria.warehouseCode ?? null,
  aliveWithinHours: criteria.aliveWithinHours ?? null,
  ...(preorder === undefined ? {} : { preorder }),
  ...as,
});

/**
 * Takes numbers out of stock for a delivery note: selects them, changes their states and writes the note's lines by
 * one statement. Rows that another buyer is taking are skipped, so parallel buyers do not wait. All or nothing unless
 * partial is allowed.
 * @returns how many numbers were taken
 * @throws STOCK_NOT_ENOUGH {n}: how many are available now
 */
export async function allocate(
  tx: Tx,
  actor: Actor,
  allocation: Allocation & {
    readonly outboundId: bigint;
    /** Take fewer numbers instead of refusing. */
    readonly allowPartial?: boolean;
  },
): Promise<number> {
  const first = allocation.strategy === STRATEGY.consecutive ? await firstOfRun(tx, actor, allocation) : null;
  const take = toJson({ ...allocationParameters(actor, allocation), outbound: allocation.outboundId, first });
  const result = await prepared<{ taken: number }>(tx, sql`select inv_take(${take}::jsonb) as taken`);
  const taken = result.rows[0]?.taken ?? 0;
  if (taken === 0 || (taken < allocation.quantity && !allocation.allowPartial))
    throw inventoryErrors.STOCK_NOT_ENOUGH({ n: taken });
  return taken;
}

/**
 * Locks numbers on sale for a pre-order, by hand: all or nothing unless partial is allowed. Call `lockLines` before.
 * @returns how many
 * @throws STOCK_NOT_ENOUGH {n}
 */
export async function lockForPreorder(
  tx: Tx,
  actor: Actor,
  {
    preorderId,
    allowPartial,
    ...allocation
  }: Omit<Allocation, 'as'> & { readonly preorderId: bigint; readonly allowPartial?: boolean | undefined },
): Promise<number> {
  const asked = { ...allocation, as: { assignTo: null } };
  const first = allocation.strategy === STRATEGY.consecutive ? await firstOfRun(tx, actor, asked) : null;
  const take = toJson({ ...allocationParameters(actor, asked), first });
  const result = await tx.execute(sql`
    update inv_item set stock_status = ${STOCK.locked}, preorder_id = ${preorderId}, update_user = ${actor.userId}, update_time = now(),
      version = version + 1
    where id in (select unnest(inv_pick(${take}::jsonb)))`);
  const locked = result.rowCount ?? 0;
  if (locked === 0 || (locked < allocation.quantity && !allowPartial))
    throw inventoryErrors.STOCK_NOT_ENOUGH({ n: locked });
  return locked;
}

/** The condition on a row of `inv_sellable`. */
export const matchesCriteria = (actor: Pick<Actor, 'tenantId'>, criteria: Criteria) => sql`
  tenant_id = ${actor.tenantId} and business_type = ${criteria.businessType} and country_code = ${criteria.countryCode}
  ${criteria.numberType ? sql`and number_type = ${criteria.numberType}` : sql``}
  ${criteria.capability ? sql`and (capability & ${criteria.capability}::int) = ${criteria.capability}::int` : sql``}
  ${criteria.warehouseCode ? sql`and warehouse_code = ${criteria.warehouseCode}` : sql``}
  ${criteria.aliveWithinHours ? sql`and survive_status = 1 and survive_time >= now() - make_interval(hours => ${criteria.aliveWithinHours}::int)` : sql``}`;

/** Returns the first number of the first consecutive run that is long enough; runs are found by number minus rank. */
async function firstOfRun(tx: Tx, actor: Actor, { criteria, quantity }: Allocation): Promise<bigint> {
  const run = await tx.execute<{ first: bigint | null }>(sql`
    select min(e164) as first from (
      select e164, e164 - row_number() over (order by e164) as island from inv_sellable where ${matchesCriteria(actor, criteria)}
    ) numbered group by island having count(*) >= ${quantity} order by 1 limit 1`);
  const first = run.rows[0]?.first;
  if (first === undefined || first === null) throw inventoryErrors.STOCK_NOT_ENOUGH({ n: 0 });
  return first;
}

/** Delivers the reserved numbers of a note to the buyer. @returns how many */
export async function deliverLines(tx: Tx, actor: Actor, outboundId: bigint, assignTo: bigint | null): Promise<number> {
  const result = await tx.execute(sql`
    update inv_item set stock_status = ${STOCK.assigned}, assigned_to = ${assignTo}, assign_time = now(), assign_seq = assign_seq + 1,
      reserve_expire_time = null, update_user = ${actor.userId}, update_time = now(), version = version + 1
    where outbound_id = ${outboundId} and stock_status = ${STOCK.reserved}`);
  return result.rowCount ?? 0;
}

/** Returns the reserved numbers of a note to stock. @returns how many */
export async function releaseLines(tx: Tx, actor: Actor, outboundId: bigint): Promise<number> {
  const result = await tx.execute(sql`
    with freed as (
      update inv_item set stock_status = ${STOCK.available}, outbound_id = null, reserve_expire_time = null,
        update_user = ${actor.userId}, update_time = now(), version = version + 1
      where outbound_id = ${outboundId} and stock_status = ${STOCK.reserved} returning id
    )
    update inv_outbound_line l set state = 2 from freed where l.outbound_id = ${outboundId} and l.item_id = freed.id`);
  return result.rowCount ?? 0;
}

/**
 * Takes delivered numbers back from a buyer; they stay in their country's quarantine before they may be sold again.
 * @param itemIds the numbers; all of the note if absent. `isReplaced`: other numbers take their place, so nothing is given back
 * @returns how many were taken back
 */
export async function returnDeliveredLines(
  tx: Tx,
  actor: Actor,
  outboundId: bigint,
  itemIds?: readonly bigint[],
  { isReplaced = false }: { readonly isReplaced?: boolean } = {},
): Promise<number> {
  const result = await tx.execute(sql`
    with back as (
      update inv_item i set stock_status = ${STOCK.quarantine}, outbound_id = null, assigned_to = null,
        quarantine_until = ${quarantineEnd}, update_user = ${actor.userId}, update_time = now(), version = i.version + 1
      where i.outbound_id = ${outboundId} and i.stock_status = ${STOCK.assigned}
        ${itemIds ? sql`and i.id = any(${sql.param([...itemIds])}::bigint[])` : sql``}
      returning i.id
    )
    update inv_outbound_line l set ${isReplaced ? sql`state = 4` : sql`state = 2, return_time = now()`} from back where l.outbound_id = ${outboundId} and l.item_id = back.id`);
  return result.rowCount ?? 0;
}

/**
 * Takes numbers from their owner after the end of their lease; they stay in their country's quarantine. Their notes
 * still count them as delivered, because nothing is refunded.
 * @returns how many
 */
export async function takeBackNumbers(tx: Tx, actor: Actor, itemIds: readonly bigint[]): Promise<number> {
  const result = await tx.execute(sql`
    with back as (
      update inv_item i set stock_status = ${STOCK.quarantine}, outbound_id = null, assigned_to = null, quarantine_until = ${quarantineEnd},
        update_user = ${actor.userId}, update_time = now(), version = i.version + 1
      where i.tenant_id = ${actor.tenantId} and i.stock_status = ${STOCK.assigned} and i.id = any(${sql.param([...itemIds])}::bigint[])
      returning i.id
    )
    update inv_outbound_line l set state = 3 from back where l.item_id = back.id and l.state = 1`);
  return result.rowCount ?? 0;
}

/** The end of quarantine of a number `i` taken back today. */
const quarantineEnd = sql`now() + make_interval(days => coalesce((
  select quarantine_days from inv_country c where c.tenant_id = i.tenant_id and c.country_code = i.country_code and c.deleted_at is null), 90))`;
