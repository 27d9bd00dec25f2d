import { preOrderStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import type { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import type { ResolvedPrice } from '../../money/pricing/index.ts';
import type { Buyer } from './buyer.ts';
import { orderErrors } from './errors.ts';
import { ORDER } from './states.ts';

const NOT_PLACED = sql.raw([preOrderStatus.is.draft, preOrderStatus.is.revoked, preOrderStatus.is.rejected].join(', '));
/** Pieces of pre-order `p` that are delivered or still to come. */
export const PREORDERED = sql.raw('(coalesce(p.approved_qty, p.quantity) - p.refunded_qty)');

/** Pre-orders that limits count, at their submission; their later deliveries do not count again. */
export const preOrdersOf = (columns: SQL, of: SQL, since: SQL): SQL => sql`
  select ${columns} from agt_preorder p where ${of} and p.submit_time >= ${since} and p.status not in (${NOT_PLACED})`;

declareLimit({ name: 'spending of a buyer in a day', window: 'day', unit: 'money' });
declareLimit({ name: 'spending of a buyer in a month', window: 'month', unit: 'money' });
declareLimit({ name: 'units that an agent buys in a day', window: 'day', unit: 'units' });
declareLimit({ name: 'units that an agent buys in a month', window: 'month', unit: 'units' });

/** What a quota counts: units of a service in a country. */
export interface Counted {
  readonly tenantId: string;
  /** The agent, whose sub-users count too. */
  readonly agentId: bigint;
  readonly businessType: number;
  readonly serviceType: number;
  readonly countryCode: string;
  readonly units: number;
  readonly limits: ResolvedPrice['terms']['limits'];
}

/**
 * Refuses a purchase or task above the agent's daily or monthly quota, per country or in total. Those of its sub-users count; cancelled and
 * refunded ones do not. Those of one agent wait for its lock.
 * @throws QUOTA_DAY, QUOTA_MONTH
 */
export async function assertWithinQuota(tx: Tx, counted: Counted): Promise<void> {
  if (counted.limits.length === 0) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`quota:${counted.agentId}`}, 0))`);
  const refusal = await quotaRefusal(tx, counted);
  if (refusal) throw refusal;
}

/** Returns QUOTA_DAY or QUOTA_MONTH for units above the agent's quota at this moment, or null. */
export async function quotaRefusal(run: Pick<Tx, 'execute'>, counted: Counted): Promise<AppError | null> {
  const { tenantId, agentId, businessType, serviceType, countryCode, units, limits } = counted;
  if (limits.length === 0) return null;
  const isToday = sql`create_time >= ${startOfCurrent('day', tenantId)}`;
  const isHere = sql`country_code = ${countryCode}`;
  const month = startOfCurrent('month', tenantId);
  const buyers = sql`any(array(select u.id from sys_user u
    where u.id = ${agentId} or (u.parent_id = ${agentId} and u.user_type = ${userType.is.subUser})))`;
  const { rows } = await run.execute<Record<'day' | 'month' | 'dayHere' | 'monthHere', string>>(sql`
    select coalesce(sum(n) filter (where ${isToday}), 0)::text as day, coalesce(sum(n), 0)::text as month,
      coalesce(sum(n) filter (where ${isToday} and ${isHere}), 0)::text as "dayHere",
      coalesce(sum(n) filter (where ${isHere}), 0)::text as "monthHere"
    from (
      select o.create_time, o.country_code, o.numbers / o.quantity * (o.quantity - o.refunded_qty) as n
      from agt_product_order o join agt_product p on p.id = o.product_id
      where o.buyer_id = ${buyers} and o.tenant_id = ${tenantId} and o.agent_id = ${agentId} and o.business_type = ${businessType}
        and p.service_type = ${serviceType} and o.status <> ${ORDER.cancelled} and o.pre_order_id is null and o.create_time >= ${month}
      union all
      ${preOrdersOf(
        sql`p.submit_time, p.country_code, ${PREORDERED} * p.spec_qty`,
        sql`p.buyer_id = ${buyers} and p.tenant_id = ${tenantId} and p.agent_id = ${agentId} and p.business_type = ${businessType}
          and (p.product_snapshot ->> 'serviceType')::int = ${serviceType}`,
        month,
      )}
      union all
      select t.create_time, l.country_code, l.units - l.released
      from work_task t join work_lane l on l.task_id = t.id and l.charge_id is not null
      where t.owner_id = ${buyers} and t.tenant_id = ${tenantId} and t.agent_id = ${agentId} and t.business_type = ${businessType}
        and t.service_type = ${serviceType} and t.create_time >= ${month}
    ) counted`);
  const used = rows[0];
  for (const { countryCode: country, daily, monthly } of limits) {
    const isAll = country === '*';
    const left = (limit: number, so: string | undefined) => Math.max(0, limit - Number(so ?? 0));
    if (daily !== null && units > left(daily, isAll ? used?.day : used?.dayHere))
      return orderErrors.QUOTA_DAY({ n: left(daily, isAll ? used?.day : used?.dayHere) });
    if (monthly !== null && units > left(monthly, isAll ? used?.month : used?.monthHere))
      return orderErrors.QUOTA_MONTH({ n: left(monthly, isAll ? used?.month : used?.monthHere) });
  }
  return null;
}

/**
 * Refuses a purchase above the buyer's spending limits. Purchases of one buyer wait for its lock, so that concurrent
 * ones are counted together.
 * @throws SPEND_LIMIT {left}
 */
export async function assertWithinLimits(
  tx: Tx,
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  buyer: Pick<Buyer, 'spendLimitDay' | 'spendLimitMonth'>,
  amount: Micro,
): Promise<void> {
  if (buyer.spendLimitDay === null && buyer.spendLimitMonth === null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`spend:${actor.userId}`}, 0))`);
  const refusal = await spendRefusal(tx, actor, buyer, amount);
  if (refusal) throw refusal;
}

/** Returns SPEND_LIMIT for a purchase above the buyer's spending limits at this moment, or null. */
export async function spendRefusal(
  run: Pick<Tx, 'execute'>,
  actor: Pick<Actor, 'tenantId' | 'userId'>,
  buyer: Pick<Buyer, 'spendLimitDay' | 'spendLimitMonth'>,
  amount: Micro,
): Promise<AppError | null> {
  if (buyer.spendLimitDay === null && buyer.spendLimitMonth === null) return null;
  const spent = (await spentBy(run, actor.tenantId, [actor.userId])).get(actor.userId);
  for (const [limit, used] of [
    [buyer.spendLimitDay, spent?.day ?? ZERO],
    [buyer.spendLimitMonth, spent?.month ?? ZERO],
  ] as const) {
    if (limit === null || used + amount <= limit) continue;
    return orderErrors.SPEND_LIMIT({ left: formatMoney(limit > used ? limit - used : 0n) });
  }
  return null;
}

/**
 * Returns the spending of buyers on orders, renewals and tasks of the present day and month, as limits count it; buyers
 * without spending are left out.
 */
export async function spentBy(
  run: Pick<Tx, 'execute'>,
  tenantId: string,
  buyerIds: readonly bigint[],
): Promise<Map<bigint, { readonly day: Micro; readonly month: Micro }>> {
  const { rows } = await run.execute<{ id: string; day: string; month: string }>(sql`
    select id::text, coalesce(sum(amount) filter (where create_time >= ${startOfCurrent('day', tenantId)}), 0)::text as day,
      coalesce(sum(amount), 0)::text as month
    from (
      select buyer_id as id, amount - refund_amount as amount, create_time from agt_product_order
      where buyer_id = any(${sql.param(buyerIds)}::bigint[]) and status <> ${ORDER.cancelled} and pre_order_id is null
        and create_time >= ${startOfCurrent('month', tenantId)}
      union all
      ${preOrdersOf(sql`p.buyer_id, p.unit_price * ${PREORDERED} * p.spec_qty, p.submit_time`, sql`p.buyer_id = any(${sql.param(buyerIds)}::bigint[])`, startOfCurrent('month', tenantId))}
      union all
      select owner_id, amount - refund_amount, create_time from agt_lease_renewal
      where owner_id = any(${sql.param(buyerIds)}::bigint[]) and create_time >= ${startOfCurrent('month', tenantId)}
      union all
      select owner_id, amount, create_time from sms_phone_month
      where owner_id = any(${sql.param(buyerIds)}::bigint[]) and create_time >= ${startOfCurrent('month', tenantId)}
      union all
      select owner_id, hold_amount - refunded_amount, create_time from work_task
      where owner_id = any(${sql.param(buyerIds)}::bigint[]) and create_time >= ${startOfCurrent('month', tenantId)}
    ) spent
    group by id`);
  return new Map(
    rows.map(({ id, day, month }) => [BigInt(id), { day: micros(BigInt(day)), month: micros(BigInt(month)) }]),
  );
}
