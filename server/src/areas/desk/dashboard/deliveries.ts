import type { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { toPage } from '@trade-assistant/contract/kit/page.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { and, eq, gte, inArray, isNotNull, lt, type SQL, sql } from 'drizzle-orm';
import { isHandedOver, outbounds } from '../../../engines/stock/inventory/index.ts';
import { ORDER, productOrders } from '../../../engines/stock/orders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { countryNames } from './country-names.ts';
import {
  addDays,
  dayOf,
  daysIn,
  hourOf,
  type Period,
  type PeriodInput,
  periodOf,
  previousPeriod,
  startOfDay,
} from './period.ts';
import { answerMeta, zoneOfDays } from './reader.ts';
import { HOUR_LABELS } from './sales.ts';

type Input<K extends keyof typeof dashboard.calls> = CallInput<typeof dashboard, K, 'out'>;
type DeliveryFilters = PeriodInput & {
  readonly businessType?: number | undefined;
  readonly countryCode?: string | undefined;
};

const ENDING_MOST = 10;
const DAY_MILLIS = 86_400_000;

const delivered = (c: Context, { from, until }: Period, asked: Partial<DeliveryFilters> = {}): SQL | undefined =>
  and(
    visible(c.actor, outbounds, 'owner'),
    isHandedOver(sql`${outbounds.status}`),
    gte(outbounds.deliverTime, from),
    lt(outbounds.deliverTime, until),
    asked.businessType === undefined ? undefined : eq(outbounds.businessType, asked.businessType),
    asked.countryCode === undefined ? undefined : eq(outbounds.countryCode, asked.countryCode),
  );

const counts = {
  notes: sql<number>`count(*)::int`,
  numbers: sql<number>`coalesce(sum(${outbounds.deliveredQty}), 0)::int`,
  returned: sql<number>`coalesce(sum(${outbounds.returnedQty}), 0)::int`,
};
const NONE = { notes: 0, numbers: 0, returned: 0 };

/** Returns notes, numbers and returns of a period. */
export async function deliveryTotals(c: Context, period: Period, asked: Partial<DeliveryFilters> = {}) {
  const [found] = await c.app.db.drizzle
    .select(counts)
    .from(outbounds)
    .where(delivered(c, period, asked));
  return found ?? NONE;
}

export async function deliveriesByDay(c: Context, asked: Input<'deliveries'>) {
  const zone = await zoneOfDays(c);
  const period = periodOf(asked, zone);
  const day = sql<string>`to_char(${outbounds.deliverTime} at time zone ${zone}::text, 'YYYY-MM-DD')`;
  const [now, earlier, rows] = await Promise.all([
    deliveryTotals(c, period, asked),
    deliveryTotals(c, previousPeriod(period), asked),
    c.app.db.drizzle
      .select({ day, ...counts })
      .from(outbounds)
      .where(delivered(c, period, asked))
      .groupBy(sql`1`),
  ]);
  const found = new Map(rows.map((row) => [row.day, row]));
  const xAxis = daysIn(period, zone);
  return {
    ...answerMeta(zone),
    ...now,
    returnRate: rateOf(now.returned, now.numbers),
    before: earlier,
    byDay: {
      xAxis,
      numbers: xAxis.map((one) => found.get(one)?.numbers ?? 0),
      returned: xAxis.map((one) => found.get(one)?.returned ?? 0),
    },
  };
}

export async function deliveriesByHour(c: Context, { date = new Date() }: Input<'hourly-deliveries'>) {
  const zone = await zoneOfDays(c);
  const day = dayOf(date, zone);
  const period = { from: startOfDay(day, zone), until: startOfDay(addDays(day), zone) };
  const rows = await c.app.db.drizzle
    .select({
      hour: sql<number>`extract(hour from ${outbounds.deliverTime} at time zone ${zone}::text)::int`,
      ...counts,
    })
    .from(outbounds)
    .where(delivered(c, period))
    .groupBy(sql`1`);
  const found = new Map(rows.map((row) => [row.hour, row]));
  const now = new Date();
  const today = dayOf(now, zone);
  const hourNow = hourOf(now, zone);
  const isToCome = (hour: number) => day > today || (day === today && hour > hourNow);
  const figures = (pick: 'numbers' | 'notes') =>
    HOUR_LABELS.map((_, hour) => (isToCome(hour) ? null : (found.get(hour)?.[pick] ?? 0)));
  const numbers = figures('numbers');
  const peak = numbers.reduce<number>((best, value, hour) => ((value ?? 0) > (numbers[best] ?? 0) ? hour : best), 0);
  return {
    ...answerMeta(zone),
    date: day,
    xAxis: [...HOUR_LABELS],
    series: [
      { nameKey: 'numbers', name: c.locale === 'zh' ? '号码' : 'Numbers', data: numbers },
      { nameKey: 'notes', name: c.locale === 'zh' ? '出库单' : 'Notes', data: figures('notes') },
    ],
    peakHour: rows.length === 0 ? null : peak,
    total: rows.reduce((sum, row) => sum + row.numbers, 0),
  };
}

export async function deliveryLeaderboard(
  c: Context,
  { subject, current, size, ...asked }: Input<'delivery-leaderboard'>,
) {
  const key = subject === 'agent' ? outbounds.agentId : outbounds.countryCode;
  const rows = await c.app.db.drizzle
    .select({
      subjectId: sql<string>`${key}::text`,
      agentName: sql<string | null>`max(${outbounds.agentName})`,
      ...counts,
      lastTime: sql<Date | null>`max(${outbounds.deliverTime})`.mapWith((text: string) => new Date(text)),
      rank: sql<number>`rank() over (order by sum(${outbounds.deliveredQty}) desc)::int`,
      subjects: sql<number>`count(*) over ()::int`,
    })
    .from(outbounds)
    .where(and(delivered(c, periodOf(asked, await zoneOfDays(c)), asked), isNotNull(key)))
    .groupBy(key)
    .orderBy(sql`rank() over (order by sum(${outbounds.deliveredQty}) desc), ${key}`)
    .limit(size)
    .offset((current - 1) * size);
  const names = subject === 'country' ? await countryNames(c) : new Map<string, string>();
  return toPage(
    rows.map(({ subjectId, agentName, rank, numbers, returned, lastTime }) => ({
      rank,
      subjectId,
      subjectName: (subject === 'country' ? names.get(subjectId) : agentName) ?? subjectId,
      value: numbers,
      returnRate: rateOf(returned, numbers),
      lastTime,
    })),
    rows[0]?.subjects ?? 0,
    { current, size },
  );
}

const ending = (c: Context, days: number): SQL | undefined =>
  and(
    visible(c.actor, productOrders, 'owner'),
    inArray(productOrders.status, [ORDER.completed, ORDER.partlyRefunded]),
    gte(productOrders.warrantyUntil, sql`now()`),
    lt(productOrders.warrantyUntil, sql`now() + make_interval(days => ${days}::int)`),
  );

/** Returns the filters by which the list of orders shows the same orders. */
export const endingFilter = (c: Context, days: number): URLSearchParams =>
  new URLSearchParams({
    status_in: [ORDER.completed, ORDER.partlyRefunded].join(),
    warrantyUntil_dategt: formatTime(new Date(), c.zone),
    warrantyUntil_datelt: formatTime(new Date(Date.now() + days * DAY_MILLIS), c.zone),
  });

/** Returns how many orders lose their warranty within some days. */
export async function countEndingWarranties(c: Context, days: number): Promise<number> {
  const [found] = await c.app.db.drizzle.select({ n: counts.notes }).from(productOrders).where(ending(c, days));
  return found?.n ?? 0;
}

export async function warranties(c: Context, { days }: Input<'warranties'>) {
  const zone = await zoneOfDays(c);
  const [total, rows] = await Promise.all([
    countEndingWarranties(c, days),
    c.app.db.drizzle
      .select()
      .from(productOrders)
      .where(ending(c, days))
      .orderBy(productOrders.warrantyUntil, productOrders.id)
      .limit(ENDING_MOST),
  ]);
  return {
    ...answerMeta(zone),
    total,
    records: rows.flatMap(({ id, warrantyUntil, productName, productNameEn, ...row }) =>
      warrantyUntil === null
        ? []
        : [{ ...row, orderId: id, warrantyUntil, productName: (c.locale === 'en' && productNameEn) || productName }],
    ),
  };
}

const rateOf = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 10_000) / 100);
