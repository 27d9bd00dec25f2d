import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import type { Criteria } from './allocate.ts';
import { BATCH, STAGED, STOCK } from './states.ts';

/** Numbers of one line: of a business and country. */
export interface Place {
  readonly businessType: number;
  readonly countryCode: string;
}

/** Returns each place once. */
export const distinctPlaces = (rows: readonly Place[]): Place[] => [
  ...new Map(
    rows.map(({ businessType, countryCode }) => [`${businessType}:${countryCode}`, { businessType, countryCode }]),
  ).values(),
];

/** A pre-order that waits for numbers: as many as `wanted` are still to be delivered to it. */
export interface Waiting extends Place {
  readonly preorderId: bigint;
  readonly numberType: number | null;
  readonly capability: number | null;
  readonly since: Date;
  readonly wanted: number;
}

/** Adds a pre-order to the line. Numbers that arrive meanwhile wait for the commit, so that none passes it unseen. */
export async function joinLine(tx: Tx, { tenantId }: Pick<Actor, 'tenantId'>, entry: Waiting): Promise<void> {
  const { preorderId, businessType, countryCode, numberType, capability, since, wanted } = entry;
  await tx.execute(sql`select pg_advisory_xact_lock(inv_line_gate(${tenantId}, ${businessType}::int, ${countryCode}))`);
  await tx.execute(sql`
    insert into inv_waiting (preorder_id, tenant_id, business_type, country_code, number_type, capability, since, wanted)
    values (${preorderId}, ${tenantId}, ${businessType}, ${countryCode}, ${numberType}, ${capability ?? 0}, ${since}, ${wanted})`);
}

/**
 * Locks the lines of some places: call it before numbers of these places are locked or changed, so that all writers lock in one order.
 * @returns whether pre-orders wait there
 */
export async function lockLines(tx: Tx, tenantId: string, places: readonly Place[]): Promise<boolean> {
  if (places.length === 0) return false;
  const { rows } = await tx.execute<{ waits: boolean }>(
    sql`select inv_lock_line(${tenantId}, ${toJson(places)}::jsonb) as waits`,
  );
  return rows[0]?.waits === true;
}

type Follow = (tx: Tx, tenantId: string) => Promise<void>;
let follow: Follow = async () => undefined;

/** Sets what a transaction that locks numbers does before it commits: the engine of pre-orders queues their delivery. */
export const whenLocked = (work: Follow): void => {
  follow = work;
};

export const followLocking: Follow = (tx, tenantId) => follow(tx, tenantId);

/** Locks numbers in stock for the pre-orders of a line, first approved first. @returns how many */
export async function matchLine(tx: Tx, tenantId: string, { businessType, countryCode }: Place): Promise<number> {
  const { rows } = await tx.execute<{ locked: number }>(
    sql`select inv_match(${tenantId}, ${businessType}::int, ${countryCode}) as locked`,
  );
  const locked = rows[0]?.locked ?? 0;
  if (locked > 0) await followLocking(tx, tenantId);
  return locked;
}

/**
 * Sets how many numbers a pre-order still waits for; with 0 it leaves the line. Locked numbers stay until they are delivered or released.
 */
export const setWanted = (tx: Tx, preorderId: bigint, wanted: number) =>
  wanted > 0
    ? tx.execute(sql`update inv_waiting set wanted = ${wanted} where preorder_id = ${preorderId}`)
    : tx.execute(sql`delete from inv_waiting where preorder_id = ${preorderId}`);

/** Passes a pre-order over until it is resumed. */
export const pauseInLine = (tx: Tx, preorderId: bigint, isPaused: boolean) =>
  tx.execute(
    sql`update inv_waiting set is_paused = ${isPaused} where preorder_id = ${preorderId} and is_paused <> ${isPaused}`,
  );

/** Returns how many numbers are locked for a pre-order. */
export async function lockedFor(
  run: Pick<Tx, 'execute'>,
  preorderIds: readonly bigint[],
): Promise<Map<bigint, number>> {
  const { rows } = await run.execute<{ id: string; n: number }>(sql`
    select preorder_id::text as id, count(*)::int as n from inv_item where preorder_id = any(${sql.param([...preorderIds])}::bigint[]) group by 1`);
  return new Map(rows.map(({ id, n }) => [BigInt(id), n]));
}

/**
 * Returns locked numbers of a pre-order to stock: those beyond the `keep` oldest. Call `lockLines` before, and `matchLine` after for the
 * next in line.
 * @returns how many
 */
export async function releaseLocked(tx: Tx, actor: Actor, preorderId: bigint, keep = 0): Promise<number> {
  const result = await tx.execute(sql`
    update inv_item set stock_status = ${STOCK.available}, preorder_id = null, update_user = ${actor.userId}, update_time = now(),
      version = version + 1
    where id in (select id from inv_item where preorder_id = ${preorderId} order by id offset ${keep} for update)`);
  return result.rowCount ?? 0;
}

/** A kind of number with how many of them arrive. */
export interface Arriving extends Place {
  readonly numberType: number;
  readonly capability: number;
  readonly n: number;
}

/** Returns the ready numbers of a batch that is reported or imported, by kind. */
export async function arrivingInBatch(
  run: Pick<Tx, 'execute'>,
  tenantId: string,
  batchNo: string,
): Promise<Arriving[]> {
  const { rows } = await run.execute<Record<string, string | number>>(sql`
    select s.business_type, s.country_code, s.number_type, s.capability, count(*)::int as n
    from inv_staged s join inv_batch b on b.id = s.batch_id
    where b.tenant_id = ${tenantId} and b.batch_no = ${batchNo} and b.status in (${BATCH.reported}, ${BATCH.committed})
      and s.batch_no = ${batchNo} and s.status = ${STAGED.ready} and s.deleted_at is null
    group by 1, 2, 3, 4`);
  return rows.map((row) => ({
    businessType: Number(row['business_type']),
    countryCode: String(row['country_code']),
    numberType: Number(row['number_type']),
    capability: Number(row['capability']),
    n: Number(row['n']),
  }));
}

/** Returns how many of the arriving numbers each waiting pre-order would get now; the others are left out. */
export async function forecastOf(
  run: Pick<Tx, 'execute'>,
  tenantId: string,
  arriving: readonly Arriving[],
): Promise<Map<bigint, number>> {
  if (arriving.length === 0) return new Map();
  const { rows } = await run.execute<{ id: string; n: number }>(sql`
    select preorder::text as id, sum(to_rank - after_rank)::int as n from inv_plan(${tenantId}, ${toJson(arriving)}::jsonb, false) group by 1`);
  return new Map(rows.map(({ id, n }) => [BigInt(id), n]));
}

/** A pre-order in line. */
export interface InLine extends Place {
  readonly preorderId: bigint;
  readonly numberType: number | null;
  readonly capability: number;
  readonly since: Date;
  /** From 1 on, among all of its business and country that ask for the same kind. */
  readonly place: number;
  /** Numbers it waits for, beside the locked ones. */
  readonly waiting: number;
  readonly locked: number;
  readonly isPaused: boolean;
  /** Numbers moved to stock a day that fit, of the last 30 days. */
  readonly perDay: number;
  /** `yyyy-MM-dd` in the tenant's time zone; null without stock-in. */
  readonly expectedOn: string | null;
}

const RATE_DAYS = 30;

/** Returns the line of a tenant, or of one place, in order. */
export async function lineOf(
  run: Db | Tx,
  tenantId: string,
  place?: { readonly [K in keyof Place]?: Place[K] | undefined },
): Promise<InLine[]> {
  const tx = 'drizzle' in run ? run.drizzle : run;
  const { rows } = await tx.execute<Record<string, string | number | boolean | null>>(sql`
    with line as (
      select q.*, coalesce(l.n, 0) as locked, greatest(q.wanted - coalesce(l.n, 0), 0) as waiting
      from inv_waiting q
      left join lateral (select count(*) as n from inv_item i where i.preorder_id = q.preorder_id) l on true
      where q.tenant_id = ${tenantId}
        ${place?.businessType === undefined ? sql`` : sql`and q.business_type = ${place.businessType}`}
        ${place?.countryCode === undefined ? sql`` : sql`and q.country_code = ${place.countryCode}`}
    ), rates as (
      select kind.*, ${rateOf(sql`kind.business_type`, sql`kind.country_code`, sql`kind.number_type`, sql`kind.capability`, tenantId)} as per_day
      from (select distinct business_type, country_code, number_type, capability from line) kind
    )
    select l.preorder_id::text, l.business_type, l.country_code, l.number_type, l.capability, l.since, l.is_paused, l.locked::int, l.waiting::int,
      (row_number() over same)::int as place, r.per_day::float8,
      ${expected(sql`sum(l.waiting) over same`, sql`r.per_day`, tenantId)} as expected_on
    from line l join rates r on r.business_type = l.business_type and r.country_code = l.country_code
      and r.number_type is not distinct from l.number_type and r.capability = l.capability
    window same as (partition by l.business_type, l.country_code, l.number_type, l.capability order by l.since, l.preorder_id rows unbounded preceding)
    order by l.business_type, l.country_code, l.number_type, l.capability, l.since, l.preorder_id`);
  return rows.map((row) => ({
    preorderId: BigInt(String(row['preorder_id'])),
    businessType: Number(row['business_type']),
    countryCode: String(row['country_code']),
    numberType: row['number_type'] === null ? null : Number(row['number_type']),
    capability: Number(row['capability']),
    since: new Date(String(row['since'])),
    place: Number(row['place']),
    waiting: Number(row['waiting']),
    locked: Number(row['locked']),
    isPaused: row['is_paused'] === true,
    perDay: Number(row['per_day']),
    expectedOn: row['expected_on'] === null ? null : String(row['expected_on']),
  }));
}

/** Days ahead beyond which no date is named. */
const EXPECTED_DAYS_MAX = 365;

/** The date by which so many numbers have arrived at a rate, as text; null without one. */
const expected = (numbers: SQL, perDay: SQL, tenantId: string) => sql`
  case when ${perDay} > 0 and ceil((${numbers}) / ${perDay}) <= ${EXPECTED_DAYS_MAX}
    then (${todayOf(tenantId)} + ceil((${numbers}) / ${perDay})::int)::text end`;

/** Numbers a day that were moved to stock in the last 30 days and fit the criteria. */
const rateOf = (
  business: SQL,
  country: SQL,
  type: SQL,
  capability: SQL,
  tenantId: string,
) => sql`(select coalesce(sum(a.arrived), 0) / ${RATE_DAYS}::numeric from inv_arrival a
  where a.tenant_id = ${tenantId} and a.business_type = ${business} and a.country_code = ${country}
    and a.day > (now() at time zone 'UTC')::date - ${RATE_DAYS}::int
    and (${type}::int is null or a.number_type = ${type}) and a.capability & coalesce(${capability}::int, 0) = coalesce(${capability}::int, 0))`;

/** Returns the place of a pre-order for some criteria that joined the line now, and when its numbers are expected. */
export async function placeAtEnd(
  run: Db | Tx,
  tenantId: string,
  { businessType, countryCode, numberType = null, capability = 0 }: Criteria,
  numbers: number,
): Promise<{ readonly place: number; readonly expectedOn: string | null }> {
  const tx = 'drizzle' in run ? run.drizzle : run;
  const { rows } = await tx.execute<{ ahead: number; expected_on: string | null }>(sql`
    select l.ahead, ${expected(sql`l.waiting + ${numbers}::int`, sql`l.per_day`, tenantId)} as expected_on
    from (
      select count(*)::int as ahead,
        coalesce(sum(greatest(q.wanted - (select count(*) from inv_item i where i.preorder_id = q.preorder_id), 0)), 0) as waiting,
        ${rateOf(sql`${businessType}::int`, sql`${countryCode}::text`, sql`${numberType}::int`, sql`${capability ?? 0}::int`, tenantId)} as per_day
      from inv_waiting q where q.tenant_id = ${tenantId} and q.business_type = ${businessType} and q.country_code = ${countryCode}
        and q.number_type is not distinct from ${numberType}::int and q.capability = ${capability ?? 0}
    ) l`);
  return { place: (rows[0]?.ahead ?? 0) + 1, expectedOn: rows[0]?.expected_on ?? null };
}
