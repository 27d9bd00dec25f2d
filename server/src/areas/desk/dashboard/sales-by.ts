import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { SALE_TOTALS, type SaleTotals, saleTotals } from '../../../engines/reporting/totals/index.ts';
import { isSold, productOrders } from '../../../engines/stock/orders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { ruledRows } from '../../../kernel/resource/data-rules.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { dayOf, hourOf, type Period, startOfDay } from './period.ts';

const HOUR_MILLIS = 3_600_000;

export type Metric = 'amount' | 'count' | 'numbers';

export interface SalesFilters {
  readonly businessType?: number | undefined;
  readonly countryCode?: string | undefined;
}

/** Keys that group sales; `day`, `weekday` and `hour` are those of the tenant's zone. */
export type SalesKey = 'month' | 'day' | 'weekday' | 'hour' | 'businessType' | 'country' | 'product' | 'agent';

export interface SalesGroup {
  /** Values of the keys, in their order. */
  readonly keys: readonly string[];
  /** In micro-units, orders, or numbers. */
  readonly value: bigint;
  readonly count: number;
}

/** Selects orders of a period that are not cancelled and visible to the reader. */
export const sales = (c: Context, { from, until }: Period, asked: SalesFilters = {}): SQL | undefined =>
  and(
    visible(c.actor, productOrders, 'owner'),
    gte(productOrders.createTime, from),
    lt(productOrders.createTime, until),
    isSold(sql`${productOrders.status}`),
    asked.businessType === undefined ? undefined : eq(productOrders.businessType, asked.businessType),
    asked.countryCode === undefined ? undefined : eq(productOrders.countryCode, asked.countryCode),
  );

const SUMS: Readonly<Record<Metric, SQL>> = {
  amount: sql`coalesce(sum(${productOrders.amount} - ${productOrders.refundAmount}), 0)`,
  count: sql`count(*)`,
  numbers: sql`coalesce(sum(${productOrders.numbers} - ${productOrders.refundedQty} * (${productOrders.numbers} / ${productOrders.quantity})), 0)`,
};
const TOTAL_SUMS: Readonly<Record<Metric, SQL>> = {
  amount: sql`coalesce(sum(s.amount), 0)`,
  count: sql`coalesce(sum(s.orders), 0)`,
  numbers: sql`coalesce(sum(s.numbers), 0)`,
};
const TOTAL_KEYS: Readonly<Record<SalesKey, SQL>> = {
  month: sql`to_char(s.day, 'YYYY-MM')`,
  day: sql`s.day`,
  weekday: sql`extract(isodow from s.day)::int`,
  hour: sql`s.hour`,
  businessType: sql`s.business_type`,
  country: sql`s.country_code`,
  product: sql`s.product_id`,
  agent: sql`s.agent_id`,
};

/** Sales of a period by some keys, net of refunds: from the totals where they have these keys, else from the orders. */
export async function salesBy(
  c: Context,
  zone: string,
  { period, metric, keys, ...asked }: SalesFilters & { period: Period; metric: Metric; keys: readonly SalesKey[] },
): Promise<SalesGroup[]> {
  const kind = totalsFor(c, zone, period, keys, asked);
  const names = keys.map((key) => (kind ? sql`(${TOTAL_KEYS[key]})::text` : keyOfRows(key, zone)));
  // Groups of numbers and dates take a third of the time of groups of texts.
  const groups = kind
    ? sql.join(
        keys.map((key) => TOTAL_KEYS[key]),
        sql`, `,
      )
    : sql`1`;
  const from = kind
    ? sql`${(kind ? TOTAL_SUMS : SUMS)[metric]}::text as value, ${TOTAL_SUMS.count}::int as count from ${saleTotals(kind)}
        where ${ofTotals(c, zone, period, asked)}`
    : sql`${SUMS[metric]}::text as value, count(*)::int as count from ${productOrders} where ${sales(c, period, asked)}`;
  const { rows } = await c.app.db.drizzle.execute<{ keys: string[]; value: string; count: number }>(sql`
    select ${names.length > 0 ? sql`array[${sql.join(names, sql`, `)}]` : sql`array[]::text[]`} as keys, ${from}
    ${names.length > 0 ? sql`group by ${groups}` : sql``}`);
  return rows.flatMap(({ keys: found, value, count }) =>
    count === 0 && names.length > 0 ? [] : [{ keys: found, value: BigInt(value), count }],
  );
}

/** The totals that answer a question; null: only the orders do. */
function totalsFor(
  c: Context,
  zone: string,
  { from, until }: Period,
  keys: readonly SalesKey[],
  asked: SalesFilters,
): SaleTotals | null {
  const { actor } = c;
  if (!isWhole(from, zone) || ruledRows(actor, productOrders)) return null;
  if (!isWhole(until, zone))
    return actor.userType === userType.is.staff && isOfHours({ from, until }, zone) && keys.length === 0
      ? 'hour'
      : null;
  if (actor.userType !== userType.is.staff && actor.userType !== userType.is.agent) return null;
  const isByAgent = actor.userType === userType.is.agent || keys.includes('agent');
  const isOfAll =
    asked.businessType === undefined &&
    asked.countryCode === undefined &&
    !keys.includes('businessType') &&
    !keys.includes('country');
  const kind: SaleTotals = isByAgent ? (isOfAll ? 'agentDay' : 'agent') : keys.includes('hour') ? 'hour' : 'day';
  const own: readonly string[] = SALE_TOTALS[kind].keys;
  return (['hour', 'product'] as const).every(
    (key) => !keys.includes(key) || own.includes({ hour: 'hour', product: 'product_id' }[key]),
  )
    ? kind
    : null;
}

const isWhole = (instant: Date, zone: string): boolean =>
  startOfDay(dayOf(instant, zone), zone).getTime() === instant.getTime();

/** Whether a period is the first hours of a day, none of which a change of the clock repeats or skips. */
const isOfHours = ({ from, until }: Period, zone: string): boolean =>
  until.getTime() - from.getTime() === hourOf(until, zone) * HOUR_MILLIS;

const ofTotals = (c: Context, zone: string, { from, until }: Period, asked: SalesFilters): SQL | undefined =>
  and(
    sql`s.tenant_id = ${c.actor.tenantId}`,
    sql`s.day >= ${dayOf(from, zone)}::date`,
    isWhole(until, zone)
      ? sql`s.day < ${dayOf(until, zone)}::date`
      : sql`(s.day, s.hour) < (${dayOf(until, zone)}::date, ${hourOf(until, zone)}::int)`,
    asked.businessType === undefined ? undefined : sql`s.business_type = ${asked.businessType}`,
    asked.countryCode === undefined ? undefined : sql`s.country_code = ${asked.countryCode}`,
    c.actor.userType === userType.is.agent
      ? sql`s.agent_id in (select id from sys_user where tenant_id = ${c.actor.tenantId} and owner_path like ${`${c.actor.ownerPath}%`})`
      : undefined,
  );

function keyOfRows(key: SalesKey, zone: string): SQL {
  const local = sql`${productOrders.createTime} at time zone ${zone}::text`;
  return {
    month: sql`to_char(${local}, 'YYYY-MM')`,
    day: sql`to_char(${local}, 'YYYY-MM-DD')`,
    weekday: sql`extract(isodow from ${local})::int::text`,
    hour: sql`extract(hour from ${local})::int::text`,
    businessType: sql`${productOrders.businessType}::text`,
    country: sql`${productOrders.countryCode}`,
    product: sql`${productOrders.productId}::text`,
    agent: sql`${productOrders.agentId}::text`,
  }[key];
}
