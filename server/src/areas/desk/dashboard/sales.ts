import type { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { agentLevel, businessType, serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../kernel/http/context.ts';
import { countryNames } from './country-names.ts';
import { averageOf, checkFindings, figuresBy, type Metric, metricText, unitOf } from './figures-by.ts';
import { daysIn, type Period, periodOf, previousPeriod } from './period.ts';
import { answerMeta, zoneOfDays } from './reader.ts';
import type { SalesFilters, SalesGroup } from './sales-by.ts';

type Input<K extends keyof typeof dashboard.calls> = CallInput<typeof dashboard, K, 'out'>;

const SLICES = 9;
const LEADERS = 10;

export async function salesByDay(c: Context, { metric, ...asked }: Input<'bar-chart'>) {
  const zone = await zoneOfDays(c);
  const period = periodOf(asked, zone);
  const [rows, earlier] = await Promise.all([
    figuresBy(c, zone, { ...filtersOf(asked), period, metric, keys: ['businessType', 'day'] }),
    figuresBy(c, zone, { ...filtersOf(asked), period: previousPeriod(period), metric, keys: [] }),
  ]);
  const days = daysIn(period, zone);
  const kinds = [...new Set(rows.map(({ keys: [kind = '*'] }) => kind))].sort();
  const found = new Map(rows.map(({ keys, value }) => [keys.join(' '), value]));
  return {
    ...answerMeta(zone),
    title: c.locale === 'zh' ? '销售趋势' : 'Sales by day',
    unit: unitOf(c, metric),
    xAxis: days,
    legend: kinds.map((kind) => businessName(c, kind)),
    totals: Object.fromEntries(
      kinds.map((kind) => [`b${kind}`, metricText(metric, total(rows.filter(({ keys: [one] }) => one === kind)))]),
    ),
    series: kinds.map((kind) => ({
      name: businessName(c, kind),
      nameKey: `b${kind}`,
      stack: 'sale',
      data: days.map((one) => metricText(metric, found.get(`${kind} ${one}`) ?? 0n)),
    })),
    total: metricText(metric, total(rows)),
    before: metricText(metric, total(earlier)),
  };
}

export async function salesShares(c: Context, { metric, dimension, ...asked }: Input<'pie-chart'>) {
  const zone = await zoneOfDays(c);
  const period = periodOf(asked, zone);
  const unit = dimension === 'result' ? 'numbers' : metric;
  const rows = (await groupsOf(c, zone, { ...filtersOf(asked), period, metric, dimension }))
    .filter(({ value }) => value > 0n)
    .sort((a, b) => compare(b.value, a.value));
  const largest = rows.slice(0, SLICES).map(({ keys: [nameKey = ''], value }) => ({ nameKey, value }));
  const rest = total(rows.slice(SLICES));
  const slices = rest > 0n ? [...largest, { nameKey: '*', value: rest }] : largest;
  const [names, percents] = [await namesOf(c, dimension, slices), percentages(slices.map(({ value }) => value))];
  return {
    ...answerMeta(zone),
    title: c.locale === 'zh' ? '销售占比' : 'Share of sales',
    unit: unitOf(c, unit),
    dimension,
    total: metricText(unit, total(rows)),
    data: slices.map(({ nameKey, value }, index) => ({
      nameKey,
      name: nameKey === '*' ? (c.locale === 'zh' ? '其他' : 'Other') : (names.get(nameKey) ?? nameKey),
      value: metricText(unit, value),
      percent: percents[index] ?? 0,
    })),
  };
}

const WEEKDAYS = {
  zh: ['周一', '周二', '周三', '周四', '周五', '周六', '周日'],
  en: ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
} as const;

export async function salesByBucket(c: Context, { metric, bucket, ...asked }: Input<'bar-tick-align-chart'>) {
  const zone = await zoneOfDays(c);
  const period = periodOf(asked, zone);
  const rows = await figuresBy(c, zone, { ...filtersOf(asked), period, metric, keys: [bucket] });
  const found = new Map(rows.map(({ keys: [name = ''], value }) => [name, value]));
  const days = bucket === 'day' ? daysIn(period, zone) : [];
  const { keys, xAxis } = {
    weekday: { keys: WEEKDAYS.zh.map((_, index) => String(index + 1)), xAxis: [...WEEKDAYS[c.locale]] },
    day: { keys: days, xAxis: days },
    hour: { keys: HOUR_LABELS.map((_, index) => String(index)), xAxis: [...HOUR_LABELS] },
  }[bucket];
  const values = keys.map((one) => found.get(one) ?? 0n);
  const top = values.reduce((best, value, index) => (value > (values[best] ?? 0n) ? index : best), 0);
  return {
    ...answerMeta(zone),
    title: c.locale === 'zh' ? '订单分布' : 'When orders come',
    unit: unitOf(c, metric),
    xAxis,
    data: values.map((value) => metricText(metric, value)),
    average: averageOf(metric, total(rows), bucket === 'hour' ? values.length : daysIn(period, zone).length),
    max: { index: top, value: metricText(metric, values[top] ?? 0n) },
  };
}

/** Labels of the hours of a day. */
export const HOUR_LABELS: readonly string[] = Array.from(
  { length: 24 },
  (_, hour) => `${String(hour).padStart(2, '0')}:00`,
);

export async function leaderboard(c: Context, { metric, ...asked }: Input<'leaderboard'>) {
  const zone = await zoneOfDays(c);
  const period = periodOf(asked, zone);
  const ranked = (of: Period) =>
    figuresBy(c, zone, { ...filtersOf(asked), period: of, metric, keys: ['agent'] }).then((rows) =>
      withRanks(rows.sort((a, b) => compare(b.value, a.value) || compare(idOf(a), idOf(b)))),
    );
  const [now, earlier] = await Promise.all([ranked(period), ranked(previousPeriod(period))]);
  const rankBefore = new Map(earlier.map(({ keys: [agentId], rank }) => [agentId, rank]));
  const leaders = now.slice(0, LEADERS);
  const [agents, whole] = [await agentsOf(c, leaders.map(idOf)), total(now)];
  const mine = now.find((row) => idOf(row) === c.actor.userId);
  return {
    ...answerMeta(zone),
    records: leaders.map((row) => {
      const was = rankBefore.get(row.keys[0]);
      return {
        ...{ rank: row.rank, count: row.count, value: metricText(metric, row.value) },
        agentId: idOf(row),
        ...(agents.get(String(idOf(row))) ?? { agentName: '', level: null, levelName: '' }),
        rate: whole === 0n ? 0 : Number((row.value * 10_000n) / whole) / 100,
        change: was === undefined ? null : was - row.rank,
      };
    }),
    me: mine ? { rank: mine.rank, value: metricText(metric, mine.value) } : null,
  };
}

const idOf = ({ keys: [id = '0'] }: { readonly keys: readonly string[] }): bigint => BigInt(id);

/** Adds ranks to sorted rows; equal values share a rank. */
function withRanks<T extends { readonly value: bigint }>(rows: readonly T[]): (T & { readonly rank: number })[] {
  let rank = 0;
  return rows.map((row, index) => {
    if (index === 0 || row.value !== rows[index - 1]?.value) rank = index + 1;
    return { ...row, rank };
  });
}

async function agentsOf(c: Context, ids: readonly bigint[]) {
  const { rows } = await c.app.db.drizzle.execute<{ id: string; name: string; level: number | null }>(
    sql`select id::text, real_name as name, agent_level as level from sys_user where id = any(${sql.param(ids.map(String))}::bigint[])`,
  );
  return new Map(
    rows.map(({ id, name, level }) => [
      id,
      {
        agentName: name,
        level,
        levelName: level === null ? '' : c.app.dictionaries.nameOf(agentLevel, level, c.locale),
      },
    ]),
  );
}

const filtersOf = ({ businessType: business, countryCode }: SalesFilters): SalesFilters => ({
  businessType: business,
  countryCode,
});

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

const businessName = (c: Context, key: string): string =>
  key === '*' ? (c.locale === 'zh' ? '全部' : 'All') : c.app.dictionaries.nameOf(businessType, Number(key), c.locale);

async function namesOf(
  c: Context,
  dimension: Input<'pie-chart'>['dimension'],
  slices: readonly { nameKey: string }[],
): Promise<ReadonlyMap<string, string>> {
  const keys = slices.map(({ nameKey }) => nameKey).filter((key) => key !== '*');
  if (dimension === 'country') return countryNames(c);
  const dictionary = { businessType, serviceType, agentLevel, result: checkResult, product: null }[dimension];
  if (dictionary !== null)
    return new Map(keys.map((key) => [key, c.app.dictionaries.nameOf(dictionary, Number(key), c.locale)]));
  const { rows } = await c.app.db.drizzle.execute<{ id: string; name: string }>(sql`
    select id::text, ${c.locale === 'zh' ? sql`name_zh` : sql`name_en`} as name from agt_product where id = any(${sql.param(keys)}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Sums a figure by a dimension; services are those of the products, levels those that the agents have now. */
async function groupsOf(
  c: Context,
  zone: string,
  {
    dimension,
    ...asked
  }: SalesFilters & { period: Period; metric: Metric; dimension: Input<'pie-chart'>['dimension'] },
): Promise<SalesGroup[]> {
  if (dimension === 'result') return checkFindings(c, asked);
  if (dimension === 'country' || dimension === 'businessType' || dimension === 'product')
    return figuresBy(c, zone, { ...asked, keys: [dimension] });
  const isLevel = dimension === 'agentLevel';
  const groups = await figuresBy(c, zone, { ...asked, keys: [isLevel ? 'agent' : 'product'] });
  const { rows } = await c.app.db.drizzle.execute<{ id: string; key: string }>(sql`
    select id::text, coalesce(${isLevel ? sql`agent_level` : sql`service_type`}, 0)::text as key
    from ${isLevel ? sql`sys_user` : sql`agt_product`}
    where id = any(${sql.param(groups.map(({ keys: [id] }) => id).filter((id) => id !== '*'))}::bigint[])`);
  const keyOf = new Map(rows.map(({ id, key }) => [id, key]));
  const sums = new Map<string, SalesGroup>();
  for (const {
    keys: [id = ''],
    value,
    count,
  } of groups) {
    const key = keyOf.get(id) ?? '0';
    const sum = sums.get(key);
    sums.set(key, { keys: [key], value: value + (sum?.value ?? 0n), count: count + (sum?.count ?? 0) });
  }
  return [...sums.values()];
}
