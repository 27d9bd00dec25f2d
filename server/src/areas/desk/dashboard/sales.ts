import type { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, type Column, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import { isSold, productOrders } from '../../../engines/orders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { countryNames } from './country-names.ts';
import { daysIn, type Period, type PeriodInput, periodOf, previousPeriod } from './period.ts';
import { answerMeta } from './reader.ts';

type Metric = 'amount' | 'count' | 'numbers';
type SalesFilters = PeriodInput & {
  readonly businessType?: number | undefined;
  readonly countryCode?: string | undefined;
};
type Input<K extends keyof typeof dashboard.calls> = CallInput<typeof dashboard, K, 'out'>;

const SLICES = 9;
const LEADERS = 10;

/** Selects orders of a period that are not cancelled and visible to the reader. */
export const sales = (c: Context, { from, until }: Period, asked: Partial<SalesFilters> = {}): SQL | undefined =>
  and(
    visible(c.actor, productOrders, 'owner'),
    gte(productOrders.createTime, from),
    lt(productOrders.createTime, until),
    isSold(sql`${productOrders.status}`),
    asked.businessType === undefined ? undefined : eq(productOrders.businessType, asked.businessType),
    asked.countryCode === undefined ? undefined : eq(productOrders.countryCode, asked.countryCode),
  );

/** Net value of a sale after refunds, in micro-units, orders, or numbers. */
export const netSales: Readonly<Record<Metric, SQL>> = {
  amount: sql`coalesce(sum(${productOrders.amount} - ${productOrders.refundAmount}), 0)`,
  count: sql`count(*)`,
  numbers: sql`coalesce(sum(${productOrders.numbers} - ${productOrders.refundedQty} * (${productOrders.numbers} / ${productOrders.quantity})), 0)`,
};

/** Returns a figure in wire format. */
export const metricText = (metric: Metric, value: bigint): string =>
  metric === 'amount' ? formatMoney(value) : value.toString();

export async function salesByDay(c: Context, { metric, ...asked }: Input<'bar-chart'>) {
  const period = periodOf(asked, c.zone);
  const day = sql`to_char(${productOrders.createTime} at time zone ${c.zone}::text, 'YYYY-MM-DD')`;
  const [rows, earlier] = await Promise.all([
    grouped(c, sales(c, period, asked), metric, [productOrders.businessType, day]),
    grouped(c, sales(c, previousPeriod(period), asked), metric, []),
  ]);
  const days = daysIn(period, c.zone);
  const kinds = [...new Set(rows.map(({ keys: [kind] }) => kind))].sort();
  const found = new Map(rows.map(({ keys, value }) => [keys.join(' '), value]));
  return {
    ...answerMeta(),
    title: c.locale === 'zh' ? '销售趋势' : 'Sales by day',
    unit: unitOf(c, metric),
    xAxis: days,
    series: kinds.map((kind) => ({
      name: businessName(c, Number(kind)),
      nameKey: `b${kind}`,
      data: days.map((one) => metricText(metric, found.get(`${kind} ${one}`) ?? 0n)),
    })),
    total: metricText(metric, total(rows)),
    before: metricText(metric, total(earlier)),
  };
}

export async function salesShares(c: Context, { metric, dimension, ...asked }: Input<'pie-chart'>) {
  const key = {
    country: productOrders.countryCode,
    businessType: productOrders.businessType,
    product: productOrders.productId,
  }[dimension];
  const rows = (await grouped(c, sales(c, periodOf(asked, c.zone), asked), metric, [key]))
    .filter(({ value }) => value > 0n)
    .sort((a, b) => compare(b.value, a.value));
  const largest = rows.slice(0, SLICES).map(({ keys: [nameKey = ''], value }) => ({ nameKey, value }));
  const rest = total(rows.slice(SLICES));
  const slices = rest > 0n ? [...largest, { nameKey: '*', value: rest }] : largest;
  const [names, percents] = [await namesOf(c, dimension, slices), percentages(slices.map(({ value }) => value))];
  return {
    ...answerMeta(),
    title: c.locale === 'zh' ? '销售占比' : 'Share of sales',
    unit: unitOf(c, metric),
    dimension,
    total: metricText(metric, total(rows)),
    data: slices.map(({ nameKey, value }, index) => ({
      nameKey,
      name: nameKey === '*' ? (c.locale === 'zh' ? '其他' : 'Other') : (names.get(nameKey) ?? nameKey),
      value: metricText(metric, value),
      percent: percents[index] ?? 0,
    })),
  };
}

const WEEKDAYS = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const;

export async function salesByBucket(c: Context, { metric, bucket, ...asked }: Input<'bar-tick-align-chart'>) {
  const period = periodOf(asked, c.zone);
  const local = sql`${productOrders.createTime} at time zone ${c.zone}::text`;
  const key = {
    weekday: sql`extract(isodow from ${local})::int`,
    day: sql`to_char(${local}, 'YYYY-MM-DD')`,
    hour: sql`extract(hour from ${local})::int`,
  }[bucket];
  const rows = await grouped(c, sales(c, period, asked), metric, [key]);
  const found = new Map(rows.map(({ keys: [name = ''], value }) => [name, value]));
  const days = bucket === 'day' ? daysIn(period, c.zone) : [];
  const { keys, xAxis } = {
    weekday: { keys: WEEKDAYS.zh.map((_, index) => String(index + 1)), xAxis: [...WEEKDAYS[c.locale]] },
    day: { keys: days, xAxis: days },
    hour: { keys: HOUR_LABELS.map((_, index) => String(index)), xAxis: [...HOUR_LABELS] },
  }[bucket];
  const values = keys.map((one) => found.get(one) ?? 0n);
  const top = values.reduce((best, value, index) => (value > (values[best] ?? 0n) ? index : best), 0);
  return {
    ...answerMeta(),
    title: c.locale === 'zh' ? '订单分布' : 'When orders come',
    unit: unitOf(c, metric),
    xAxis,
    data: values.map((value) => metricText(metric, value)),
    average: averageOf(metric, total(rows), bucket === 'hour' ? values.length : daysIn(period, c.zone).length),
    max: { index: top, value: metricText(metric, values[top] ?? 0n) },
  };
}

/** Money to the micro-unit, counts to one decimal. */
const averageOf = (metric: Metric, sum: bigint, parts: number): string => {
  if (metric === 'amount') return metricText(metric, parts === 0 ? 0n : sum / BigInt(parts));
  return String(parts === 0 ? 0 : Math.round((Number(sum) / parts) * 10) / 10);
};

/** Labels of the hours of a day. */
export const HOUR_LABELS: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, '0')}:00`,
);

export async function leaderboard(c: Context, { metric, ...asked }: Input<'leaderboard'>) {
  const period = periodOf(asked, c.zone);
  const [now, earlier] = await Promise.all([
    ranking(c, metric, period, asked),
    ranking(c, metric, previousPeriod(period), asked),
  ]);
  const rankBefore = new Map(earlier.map(({ agentId, rank }) => [agentId, rank]));
  return {
    ...answerMeta(),
    records: now.slice(0, LEADERS).map(({ value, ...row }) => {
      const was = rankBefore.get(row.agentId);
      return { ...row, value: metricText(metric, value), change: was === undefined ? null : was - row.rank };
    }),
  };
}

/** Returns all buyers by rank; equal values share a rank, the earlier buyer first. */
async function ranking(c: Context, metric: Metric, period: Period, asked: SalesFilters) {
  const rows = await c.app.db.drizzle
    .select({
      agentId: productOrders.agentId,
      agentName: sql<string>`max(${productOrders.agentName})`,
      value: sql<bigint>`${netSales[metric]}::text`.mapWith(BigInt),
      count: sql<number>`count(*)::int`,
      rank: sql<number>`rank() over (order by ${netSales[metric]} desc)::int`,
    })
    .from(productOrders)
    .where(sales(c, period, asked))
    .groupBy(productOrders.agentId)
    .orderBy(sql`5, max(${productOrders.id})`)
    .limit(1000);
  return rows;
}

interface Group {
  readonly keys: readonly string[];
  readonly value: bigint;
}

async function grouped(
  c: Context,
  where: SQL | undefined,
  metric: Metric,
  keys: readonly (SQL | Column)[],
): Promise<Group[]> {
  const names = keys.map((key) => sql`(${key})::text`);
  const { rows } = await c.app.db.drizzle.execute<{ keys: string[]; value: string }>(sql`
    select ${names.length > 0 ? sql`array[${sql.join(names, sql`, `)}]` : sql`array[]::text[]`} as keys, (${netSales[metric]})::text as value
    from ${productOrders} where ${where} ${names.length > 0 ? sql`group by 1` : sql``}`);
  return rows.map((row) => ({ keys: row.keys, value: BigInt(row.value) }));
}

const total = (rows: readonly { readonly value: bigint }[]): bigint => rows.reduce((sum, { value }) => sum + value, 0n);
const compare = (a: bigint, b: bigint): number => (a < b ? -1 : a > b ? 1 : 0);

/** Returns shares in per cent with two decimals that sum to 100: the largest remainders get the rounding difference. */
export function percentages(values: readonly bigint[]): number[] {
  const whole = values.reduce((sum, value) => sum + value, 0n);
  if (whole === 0n) return values.map(() => 0);
  const parts = values.map((value, index) => ({
    index,
    points: Number((value * 10_000n) / whole),
    left: (value * 10_000n) % whole,
  }));
  const missing = 10_000 - parts.reduce((sum, { points }) => sum + points, 0);
  const raised = new Set(
    [...parts]
      .sort((a, b) => compare(b.left, a.left) || a.index - b.index)
      .slice(0, missing)
      .map(({ index }) => index),
  );
  return parts.map(({ index, points }) => (points + (raised.has(index) ? 1 : 0)) / 100);
}

const businessName = (c: Context, value: number): string => c.app.dictionaries.nameOf(businessType, value, c.locale);

const unitOf = (c: Context, metric: Metric): string =>
  metric === 'amount'
    ? BOOK_CURRENCY
    : { zh: { count: '单', numbers: '个' }, en: { count: 'orders', numbers: 'numbers' } }[c.locale][metric];

async function namesOf(
  c: Context,
  dimension: Input<'pie-chart'>['dimension'],
  slices: readonly { nameKey: string }[],
): Promise<ReadonlyMap<string, string>> {
  const keys = slices.map(({ nameKey }) => nameKey).filter((key) => key !== '*');
  if (dimension === 'country') return countryNames(c);
  if (dimension === 'businessType') return new Map(keys.map((key) => [key, businessName(c, Number(key))]));
  const { rows } = await c.app.db.drizzle.execute<{ id: string; name: string }>(sql`
    select id::text, ${c.locale === 'zh' ? sql`name_zh` : sql`name_en`} as name from agt_product where id = any(${sql.param(keys)}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
