import { leaseProblem, leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { LEASES_MAX, lease } from '@trade-assistant/contract/areas/agent/lease.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { todayOf, zoneOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { plainNumber } from '../../../kernel/phone/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { leaseErrors } from './errors.ts';
import { type LeaseRow, leases } from './tables.ts';

const { active, overdue } = leaseStatus.is;
/** States of numbers that the owner still has. */
export const RUNNING_LEASES = [active, overdue];
const RUNNING = RUNNING_LEASES;

/** A lease is over after its last day, in the tenant's time zone. */
export const today = todayOf(sql`agt_lease.tenant_id`);

/** Most months from today that a lease may last. */
const REACH_MONTHS = 36;

export interface RentedOrder {
  readonly id: bigint;
  readonly orderNo: string;
  readonly outboundId: bigint;
  readonly tenantId: string;
  readonly ownerId: bigint;
  readonly ownerPath: string;
  readonly ownerName: string;
  readonly agentId: bigint;
  readonly productName: string;
  readonly productNameEn: string;
  readonly businessType: number;
  readonly countryCode: string;
  readonly currency: string;
  readonly months: number;
  readonly monthPrice: Micro;
  readonly autoRenew: boolean;
  readonly at: Date;
}

/** Opens a lease for every number an order has just delivered, with its paid months. @returns how many */
export async function openLeases(tx: Tx, actor: Actor, order: RentedOrder): Promise<number> {
  const at = sql`${order.at.toISOString()}::timestamptz`;
  const by = sql`${actor.userId || null}::bigint, ${actor.realName || actor.account || null}::text`;
  const { rows } = await tx.execute<{ n: number }>(sql`
    with opened as (
      insert into agt_lease (tenant_id, owner_id, owner_path, owner_name, agent_id, item_id, e164, order_id, order_no, product_name,
        product_name_en, business_type, country_code, start_date, end_date, months, month_price, currency, auto_renew,
        create_user, create_user_name, create_time, update_user, update_time)
      select ${order.tenantId}, ${order.ownerId}::bigint, ${order.ownerPath}, ${order.ownerName}, ${order.agentId}::bigint, l.item_id,
        l.e164, ${order.id}::bigint, ${order.orderNo}, ${order.productName}, ${order.productNameEn}, ${order.businessType}::int,
        ${order.countryCode}, d.start, (d.start + make_interval(months => ${order.months}::int))::date, ${order.months}::int,
        ${order.monthPrice}::bigint, ${order.currency}, ${order.autoRenew ? 1 : 0}::int, ${by}, ${at}, ${actor.userId || null}::bigint, ${at}
      from inv_outbound_line l, (select (${at} at time zone ${zoneOf(order.tenantId)})::date as start) d
      where l.outbound_id = ${order.outboundId} and l.state = 1
      order by l.item_id
      returning id, tenant_id, owner_id, owner_path, start_date, months, month_price, paused_days
    ), paid as (
      insert into agt_lease_month (tenant_id, owner_id, owner_path, lease_id, month_no, doc_no, is_auto, from_date, until_date, amount,
        create_user, create_user_name, create_time, update_time)
      select tenant_id, owner_id, owner_path, id, n, ${order.orderNo}, 0, ${daysOf.from}, ${daysOf.until}, month_price, ${by}, ${at}, ${at}
      from opened, generate_series(1, months) n
    )
    select count(*)::int as n from opened`);
  announceChange(tx, order.tenantId, lease);
  return rows[0]?.n ?? 0;
}

/** The days of the n-th month: the first begins with the lease, each further one on the day after the month before. */
const daysOf = {
  from: sql`case n when 1 then start_date else (start_date + make_interval(months => n - 1))::date + paused_days + 1 end`,
  until: sql`(start_date + make_interval(months => n))::date + paused_days`,
};

/** A choice among the caller's own leases: the named ones, or all that end within some days, including overdue ones. */
export interface LeaseChoice {
  readonly ids?: readonly bigint[] | undefined;
  readonly withinDays?: number | undefined;
}

export interface ChosenLease extends LeaseRow {
  /** Its last day after the requested months. */
  readonly nextEnd: string;
}

/**
 * Returns the owner's leases to renew, by id.
 * @param isLocked whether to lock them until the end of the transaction
 * @throws LEASE_CHOICE, NOT_FOUND for others' leases, LEASE_OVER, LEASE_NONE, LEASE_TOO_MANY, LEASE_TOO_FAR
 */
export async function chosenLeases(
  tx: Pick<Tx, 'select'>,
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  { ids, withinDays, months, isLocked }: LeaseChoice & { readonly months: number; readonly isLocked: boolean },
): Promise<ChosenLease[]> {
  if ((ids === undefined) === (withinDays === undefined)) throw leaseErrors.LEASE_CHOICE();
  const nextEnd = sql`((${leases.startDate} + make_interval(months => ${leases.months} + ${months}::int))::date + ${leases.pausedDays})`;
  const found = tx
    .select({
      ...getTableColumns(leases),
      nextEnd: sql<string>`${nextEnd}::text`,
      isTooFar: sql<boolean>`${nextEnd} > ${today} + make_interval(months => ${REACH_MONTHS}::int)`,
    })
    .from(leases)
    .where(
      and(
        eq(leases.tenantId, actor.tenantId),
        eq(leases.ownerId, actor.userId),
        ids
          ? inArray(leases.id, [...ids])
          : and(inArray(leases.status, RUNNING), sql`${leases.endDate} <= ${today} + ${withinDays}::int`),
      ),
    )
    .orderBy(asc(leases.id))
    .limit(LEASES_MAX + 1);
  const rows = isLocked ? await found.for('update') : await found;
  if (ids && rows.length < ids.length) throw commonErrors.NOT_FOUND();
  if (rows.length === 0) throw leaseErrors.LEASE_NONE();
  if (rows.length > LEASES_MAX) throw leaseErrors.LEASE_TOO_MANY({ n: LEASES_MAX });
  const over = rows.filter(({ status }) => !RUNNING.includes(status as typeof active));
  if (over[0]) throw leaseErrors.LEASE_OVER({ n: over.length, number: plainNumber(over[0].e164) });
  const far = rows.find(({ isTooFar }) => isTooFar);
  if (far) throw leaseErrors.LEASE_TOO_FAR({ months: REACH_MONTHS, number: plainNumber(far.e164) });
  return rows;
}

export interface PaidMonths {
  readonly leaseIds: readonly bigint[];
  readonly months: number;
  readonly unitPrice: Micro;
  readonly renewalId: bigint;
  readonly renewalNo: string;
  readonly isAuto: boolean;
  readonly at?: Date | undefined;
}

/** Extends locked leases by paid months: each month has one row, which can exist once. */
export async function renewMonths(tx: Tx, actor: Actor, paid: PaidMonths): Promise<void> {
  const of = sql`id = any(${sql.param(paid.leaseIds)}::bigint[])`;
  const at = paid.at ? sql`${paid.at.toISOString()}::timestamptz` : sql`now()`;
  const by = actor.userId || null;
  await tx.execute(sql`
    update agt_lease set months = months + ${paid.months}::int,
      end_date = (start_date + make_interval(months => months + ${paid.months}::int))::date + paused_days, month_price = ${paid.unitPrice},
      status = ${active}, problem = null, attempt_time = null, reminded_days = null,
      update_user = ${by}::bigint, update_time = ${at}, version = version + 1
    where ${of}`);
  await tx.execute(sql`
    insert into agt_lease_month (tenant_id, owner_id, owner_path, lease_id, month_no, renewal_id, doc_no, is_auto, from_date, until_date,
      amount, create_user, create_user_name, create_time, update_time)
    select tenant_id, owner_id, owner_path, id, n, ${paid.renewalId}::bigint, ${paid.renewalNo}, ${paid.isAuto ? 1 : 0}::int,
      ${daysOf.from}, ${daysOf.until}, ${paid.unitPrice}::bigint, ${by}::bigint, ${actor.realName || actor.account || null}::text, ${at}, ${at}
    from agt_lease, generate_series(months - ${paid.months}::int + 1, months) n
    where ${of}
    order by id, n`);
  announceChange(tx, actor.tenantId, lease);
}

/** Hours between attempts to renew a lease automatically. */
const ATTEMPT_HOURS = 1;

/** Stores why locked leases could not renew automatically; the next attempt follows in an hour. */
export const markProblem = (tx: Tx, ids: readonly bigint[], problem: keyof typeof leaseProblem.is) =>
  tx
    .update(leases)
    .set({
      problem: leaseProblem.is[problem],
      attemptTime: sql`now() + make_interval(hours => ${ATTEMPT_HOURS}::int)`,
      updateTime: sql`now()`,
    })
    .where(inArray(leases.id, [...ids]));

/**
 * Switches automatic renewal of the caller's own leases. @returns how many changed
 * @throws NOT_FOUND for others' leases, LEASE_OVER
 */
export async function setAutoRenew(
  tx: Tx,
  actor: Actor,
  { ids, isOn }: { readonly ids: readonly bigint[]; readonly isOn: boolean },
): Promise<number> {
  const rows = await tx
    .select({ id: leases.id, status: leases.status, e164: leases.e164 })
    .from(leases)
    .where(and(eq(leases.tenantId, actor.tenantId), eq(leases.ownerId, actor.userId), inArray(leases.id, [...ids])))
    .orderBy(asc(leases.id))
    .for('update');
  if (rows.length < ids.length) throw commonErrors.NOT_FOUND();
  const over = rows.filter(({ status }) => !RUNNING.includes(status as typeof active));
  if (over[0]) throw leaseErrors.LEASE_OVER({ n: over.length, number: plainNumber(over[0].e164) });
  const wanted = isOn ? 1 : 0;
  const changed = await tx
    .update(leases)
    .set({
      autoRenew: wanted,
      // Switching it on tries again now and clears the reason of the last failure.
      problem: null,
      attemptTime: null,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${leases.version} + 1`,
    })
    .where(and(inArray(leases.id, [...ids]), sql`${leases.autoRenew} <> ${wanted}`))
    .returning({ id: leases.id });
  announceChange(tx, actor.tenantId, lease);
  return changed.length;
}

/**
 * Returns how many running leases in the reader's scope end within some days, and the last of those days; null if the
 * reader rents nothing.
 */
export async function countEndingLeases(
  db: Db,
  actor: Actor,
  days: number,
): Promise<{ readonly until: string; readonly count: number | null }> {
  // An aggregate has no row from which to take the tenant.
  const here = todayOf(actor.tenantId);
  const [found] = await db.drizzle
    .select({
      until: sql<string>`(${here} + ${days}::int)::text`,
      count: sql<number>`(count(*) filter (where ${leases.endDate} <= ${here} + ${days}::int))::int`,
      all: sql<number>`count(*)::int`,
    })
    .from(leases)
    .where(and(visible(actor, leases, 'owner'), inArray(leases.status, RUNNING)));
  return { until: found?.until ?? '', count: found?.all ? found.count : null };
}
