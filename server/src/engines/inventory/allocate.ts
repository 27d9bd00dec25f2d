import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { prepared } from '../../kernel/db/prepared.ts';
import { inventoryErrors } from './errors.ts';
import { STOCK } from './states.ts';

/** Which numbers a buyer or extractor wants. `capability` bits must all be present. */
export interface Criteria {
  readonly businessType: number;
  readonly countryCode: string;
  readonly numberType?: number | null;
  readonly capability?: number | null;
  readonly warehouseCode?: string | null;
  /** Only numbers a check found alive within so many hours. */
  readonly aliveWithinHours?: number | null;
}

/** 1 first in first out, 2 random, 3 consecutive numbers. */
export const STRATEGY = { fifo: 1, random: 2, consecutive: 3 } as const;

/** A number whose lease ends sooner than this is not sold. */
export const LEASE_MINIMUM_DAYS = 7;

/** The earliest end of a lease that may still be sold, `yyyy-MM-dd`. */
export const shortestLease = (): string =>
  new Date(Date.now() + LEASE_MINIMUM_DAYS * 86_400_000).toISOString().slice(0, 10);

export interface Allocation {
  readonly criteria: Criteria;
  readonly quantity: number;
  readonly outboundId: bigint;
  readonly strategy?: number;
  /** Hold until this time, or hand over at once to the agent. */
  readonly as: { readonly reserveUntil: Date } | { readonly assignTo: bigint | null };
  /** Take what there is instead of refusing. */
  readonly allowPartial?: boolean;
}

/**
 * Takes numbers out of stock for a delivery note: picks, moves and writes the note's lines in one statement. Rows that
 * another buyer is taking are skipped, so parallel buyers neither wait nor meet. All or nothing unless partial is allowed.
 * @returns how many numbers were taken
 * @throws STOCK_NOT_ENOUGH {n}: how many could be had at this moment
 */
export async function allocate(tx: Tx, actor: Actor, allocation: Allocation): Promise<number> {
  const { outboundId, quantity } = allocation;
  const picked =
    allocation.strategy === STRATEGY.consecutive
      ? await consecutive(tx, actor, allocation)
      : pick(actor, allocation, allocation.strategy === STRATEGY.random ? sql`random()` : OLDEST_FIRST);
  const change =
    'reserveUntil' in allocation.as
      ? sql`stock_status = ${STOCK.reserved}, reserve_expire_time = ${allocation.as.reserveUntil}`
      : sql`stock_status = ${STOCK.assigned}, assigned_to = ${allocation.as.assignTo}, assign_time = now(), assign_seq = i.assign_seq + 1`;
  const result = await prepared<{ taken: number }>(
    tx,
    sql`
    with picked as materialized (${picked}),
    moved as (
      update inv_item i set ${change}, outbound_id = ${outboundId}, update_user = ${actor.userId}, update_time = now(), version = i.version + 1
      from picked where i.id = picked.id
      returning i.id, i.e164, i.country_code
    ),
    lines as (
      insert into inv_outbound_line (outbound_id, item_id, e164, country_code)
      select ${outboundId}::bigint, id, e164, country_code from moved
    )
    select count(*)::int as taken from moved`,
  );
  const taken = Number(result.rows[0]?.taken ?? 0);
  if (taken === 0 || (taken < quantity && !allocation.allowPartial))
    throw inventoryErrors.STOCK_NOT_ENOUGH({ n: taken });
  return taken;
}

/** The order of the index of numbers on sale, and of no other: `id` alone would let the planner walk past all that was sold. */
const OLDEST_FIRST = sql`id + 0`;

/** The condition a number on sale meets. */
export const sellable = (actor: Pick<Actor, 'tenantId'>, criteria: Criteria) => sql`
  tenant_id = ${actor.tenantId} and business_type = ${criteria.businessType} and country_code = ${criteria.countryCode}
  and stock_status = ${STOCK.available} and deleted_at is null and owner_type = 1 and survive_status <> 2
  and (lease_end is null or lease_end >= current_date + ${LEASE_MINIMUM_DAYS}::int)
  ${criteria.numberType ? sql`and number_type = ${criteria.numberType}` : sql``}
  ${criteria.capability ? sql`and (capability & ${criteria.capability}::int) = ${criteria.capability}::int` : sql``}
  ${criteria.warehouseCode ? sql`and warehouse_code = ${criteria.warehouseCode}` : sql``}
  ${criteria.aliveWithinHours ? sql`and survive_status = 1 and survive_time >= now() - make_interval(hours => ${criteria.aliveWithinHours}::int)` : sql``}`;

const pick = (actor: Actor, { criteria, quantity }: Allocation, order: ReturnType<typeof sql>) =>
  sql`select id from inv_item where ${sellable(actor, criteria)} order by ${order} limit ${quantity} for update skip locked`;

/** The first run of consecutive numbers long enough; islands are found by number minus rank, then the run is locked. */
async function consecutive(tx: Tx, actor: Actor, { criteria, quantity }: Allocation) {
  const run = await tx.execute<{ first: bigint | string }>(sql`
    select min(e164) as first from (
      select e164, e164 - row_number() over (order by e164) as island from inv_item where ${sellable(actor, criteria)}
    ) numbered group by island having count(*) >= ${quantity} order by 1 limit 1`);
  const first = run.rows[0]?.first;
  if (first === undefined) throw inventoryErrors.STOCK_NOT_ENOUGH({ n: 0 });
  return sql`select id from inv_item where ${sellable(actor, criteria)} and e164 >= ${BigInt(first)} and e164 < ${BigInt(first) + BigInt(quantity)} order by e164 for update skip locked`;
}

/** Reserved numbers of a note become the buyer's. @returns how many */
export async function deliverLines(tx: Tx, actor: Actor, outboundId: bigint, assignTo: bigint | null): Promise<number> {
  const result = await tx.execute(sql`
    update inv_item set stock_status = ${STOCK.assigned}, assigned_to = ${assignTo}, assign_time = now(), assign_seq = assign_seq + 1,
      reserve_expire_time = null, update_user = ${actor.userId}, update_time = now(), version = version + 1
    where outbound_id = ${outboundId} and stock_status = ${STOCK.reserved}`);
  return result.rowCount ?? 0;
}

/** Reserved numbers of a note go back on sale. @returns how many */
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
 * Delivered numbers come back from a buyer and wait out their country's quarantine before they may be sold again.
 * @param itemIds the numbers; all of the note when left out
 * @returns how many came back
 */
export async function giveBackLines(
  tx: Tx,
  actor: Actor,
  outboundId: bigint,
  itemIds?: readonly bigint[],
): Promise<number> {
  const result = await tx.execute(sql`
    with back as (
      update inv_item i set stock_status = ${STOCK.quarantine}, outbound_id = null, assigned_to = null,
        quarantine_until = now() + make_interval(days => coalesce((
          select quarantine_days from inv_country c where c.tenant_id = i.tenant_id and c.country_code = i.country_code and c.deleted_at is null), 90)),
        update_user = ${actor.userId}, update_time = now(), version = i.version + 1
      where i.outbound_id = ${outboundId} and i.stock_status = ${STOCK.assigned}
        ${itemIds ? sql`and i.id = any(${sql.param([...itemIds])}::bigint[])` : sql``}
      returning i.id
    )
    update inv_outbound_line l set state = 2 from back where l.outbound_id = ${outboundId} and l.item_id = back.id`);
  return result.rowCount ?? 0;
}
