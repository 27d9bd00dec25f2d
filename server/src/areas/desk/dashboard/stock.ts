import type { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import { businessType, numberType } from '@trade-assistant/contract/dictionaries.ts';
import type { Dictionary } from '@trade-assistant/contract/kit/dictionary.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { type SQL, sql } from 'drizzle-orm';
import { items, reachedStock, type StockCounts } from '../../../engines/stock/inventory/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { ruledRows } from '../../../kernel/resource/data-rules.ts';
import { countryNames } from './country-names.ts';
import { dayOf, daysIn, periodOf } from './period.ts';
import { answerMeta, isStaff, zoneOfDays } from './reader.ts';
import { salesBy } from './sales-by.ts';

type Input<K extends keyof typeof dashboard.calls> = CallInput<typeof dashboard, K, 'out'>;

const DAY_MILLIS = 86_400_000;
const SALE_DAYS = 7;
const COUNTRIES = 10;
/** Upper limits of the groups of idle stock, in days. */
const IDLE_DAYS = [7, 30, 90] as const;

/** The numbers of a country, business and type, with any capability and warehouse. */
interface Kind {
  readonly businessType: number;
  readonly countryCode: string;
  readonly numberType: number;
  readonly available: number;
  readonly lastSoldTime: Date | null;
}

export async function soldOutCountries(c: Context, { limit }: Input<'zero-inventory'>) {
  const zone = await zoneOfDays(c);
  const [kinds, daily, names, { low: total }, waiting] = await Promise.all([
    kindsOf(c),
    soldDaily(c, zone),
    countryNames(c),
    stockHeadline(c),
    waitingPreorders(c),
  ]);
  const threshold = c.app.parameters.get(c.actor.tenantId, 'inventory.lowStock');
  const coverDays = c.app.parameters.get(c.actor.tenantId, 'inventory.coverDays');
  const low = kinds
    .filter(({ available }) => available < threshold)
    .map((kind) => ({
      ...kind,
      perDay: daily.get(`${kind.businessType} ${kind.countryCode}`) ?? 0,
      waitingPreorderQty: waiting.get(`${kind.businessType} ${kind.countryCode}`) ?? 0,
    }))
    .sort(
      (a, b) =>
        b.waitingPreorderQty - a.waitingPreorderQty ||
        b.perDay - a.perDay ||
        a.available - b.available ||
        compare(a.countryCode, b.countryCode),
    );
  return {
    ...answerMeta(zone),
    total,
    records: low.slice(0, limit).map(({ perDay, ...kind }) => ({
      ...kind,
      businessName: nameIn(c, businessType, kind.businessType),
      countryName: names.get(kind.countryCode) ?? kind.countryCode,
      threshold,
      flag: kind.countryCode,
      zeroSince: kind.available === 0 ? kind.lastSoldTime : null,
      avgDailySold7d: Math.round(perDay * 10) / 10,
      suggestQty: Math.max(0, Math.ceil(perDay * coverDays) + kind.waitingPreorderQty - kind.available),
    })),
  };
}

export async function stockStatistics(c: Context, input: Input<'inventory-statistics'>) {
  const zone = await zoneOfDays(c);
  const where = input.businessType === undefined ? sql`true` : sql`business_type = ${input.businessType}`;
  const [counts, names, trend] = await Promise.all([
    reachedStock(c.app.db, c.actor, where),
    countryNames(c),
    isStaff(c) && !ruledRows(c.actor, items) ? stockTrend(c, zone, input.businessType) : null,
  ]);
  const sum = (pick: (row: StockCounts) => number) => counts.reduce((all, row) => all + pick(row), 0);
  const all = sum(({ total }) => total);
  return {
    ...answerMeta(zone),
    summary: {
      total: all,
      available: sum(({ available }) => available),
      reserved: sum(({ reserved }) => reserved),
      assigned: sum(({ assigned }) => assigned),
      quarantine: sum(({ quarantine }) => quarantine),
      unlisted: sum(({ unlisted }) => unlisted),
      dead: sum(({ dead }) => dead),
      retired: sum(({ retired }) => retired),
      aliveRate: all === 0 ? null : Math.round((sum(({ alive }) => alive) / all) * 1000) / 10,
    },
    byBusiness: tally(counts, (row) => String(row.businessType)).map(({ key, available, assigned, dead }) => ({
      ...{ nameKey: `b${key}`, name: nameIn(c, businessType, Number(key)), available, assigned, dead },
    })),
    byType: tally(counts, (row) => String(row.numberType)).map(({ key, available }) => ({
      nameKey: `t${key}`,
      name: nameIn(c, numberType, Number(key)),
      available,
    })),
    byCountry: byCountryOf(c, counts, names),
    idle: idle(counts),
    trend,
  };
}

/** Returns arrivals, deliveries and returns of the tenant on each of the last thirty days. */
async function stockTrend(c: Context, zone: string, business: number | undefined) {
  const period = periodOf({ range: '30d' }, zone);
  const { tenantId } = c.actor;
  const from = period.from.toISOString();
  const day = (at: SQL) => sql`to_char(${at} at time zone ${zone}::text, 'YYYY-MM-DD')`;
  const ofBusiness = business === undefined ? sql`` : sql`and business_type = ${business}`;
  const { rows } = await c.app.db.drizzle.execute<{ day: string; came: number; left: number; returned: number }>(sql`
    select day, sum(came)::int as came, sum(gone)::int as left, sum(returned)::int as returned from (
      select day::text as day, arrived as came, 0 as gone, 0 as returned from inv_arrival
        where tenant_id = ${tenantId} and day >= ${dayOf(period.from, zone)}::date ${ofBusiness}
      union all
      select ${day(sql`deliver_time`)}, 0, delivered_qty, 0 from inv_outbound
        where tenant_id = ${tenantId} and deliver_time >= ${from}::timestamptz ${ofBusiness}
      union all
      select ${day(sql`return_time`)}, 0, 0, 1 from inv_outbound_line l join inv_outbound o on o.id = l.outbound_id
        where o.tenant_id = ${tenantId} and return_time >= ${from}::timestamptz ${ofBusiness}
    ) moved group by day`);
  const found = new Map(rows.map((row) => [row.day, row]));
  const xAxis = daysIn(period, zone);
  const of = (name: 'came' | 'left' | 'returned') => xAxis.map((one) => found.get(one)?.[name] ?? 0);
  return { xAxis, in: of('came'), out: of('left'), returned: of('returned') };
}

/** Returns the quantity on sale and the number of stock rows below the threshold, as the inventory list counts them. */
export async function stockHeadline(c: Context): Promise<{ available: number; low: number }> {
  const rows = await reachedStock(c.app.db, c.actor);
  const threshold = c.app.parameters.get(c.actor.tenantId, 'inventory.lowStock');
  return {
    available: rows.reduce((sum, { available }) => sum + available, 0),
    low: rows.filter(({ available }) => available < threshold).length,
  };
}

async function kindsOf(c: Context): Promise<Kind[]> {
  const kinds = new Map<string, Kind>();
  for (const row of await reachedStock(c.app.db, c.actor)) {
    const key = `${row.businessType} ${row.countryCode} ${row.numberType}`;
    const known = kinds.get(key);
    kinds.set(key, {
      businessType: row.businessType,
      countryCode: row.countryCode,
      numberType: row.numberType,
      available: row.available + (known?.available ?? 0),
      lastSoldTime: later(row.lastOutTime, known?.lastSoldTime ?? null),
    });
  }
  return [...kinds.values()];
}

/** Returns numbers that approved pre-orders wait for, by business and country. */
async function waitingPreorders(c: Context): Promise<ReadonlyMap<string, number>> {
  const { rows } = await c.app.db.drizzle.execute<{ key: string; n: number }>(sql`
    select business_type || ' ' || country_code as key, sum(coalesce(approved_qty, 0) - delivered_qty - refunded_qty)::int as n
    from agt_preorder where tenant_id = ${c.actor.tenantId} and status in (2, 3) and deleted_at is null group by 1`);
  return new Map(rows.map(({ key, n }) => [key, n]));
}

/** Returns numbers sold per day in the last week, by business and country. */
async function soldDaily(c: Context, zone: string): Promise<ReadonlyMap<string, number>> {
  const period = periodOf({ range: '7d' }, zone);
  const rows = await salesBy(c, zone, { period, metric: 'numbers', keys: ['businessType', 'country'] });
  return new Map(rows.map(({ keys, value }) => [keys.join(' '), Number(value) / SALE_DAYS]));
}

/** Groups numbers on sale by the age of the last sale of their kind or, without a sale, of their arrival. */
function idle(counts: readonly StockCounts[]) {
  const ends: readonly (number | null)[] = [...IDLE_DAYS, null];
  const groups = ends.map((toDays, index) => ({
    fromDays: index === 0 ? 0 : (IDLE_DAYS[index - 1] ?? 0),
    toDays,
    available: 0,
  }));
  for (const { available, lastOutTime, lastInTime } of counts) {
    const since = lastOutTime ?? lastInTime;
    const days = since === null ? Number.POSITIVE_INFINITY : (Date.now() - since.getTime()) / DAY_MILLIS;
    const group = groups.find(({ toDays }) => toDays === null || days < toDays);
    if (group) group.available += available;
  }
  return groups;
}

/** Returns the ten countries with the most numbers on sale, then the rest as `*`. */
function byCountryOf(c: Context, counts: readonly StockCounts[], names: ReadonlyMap<string, string>) {
  const all = tally(counts, ({ countryCode }) => countryCode);
  const sum = (rows: typeof all, of: 'available' | 'assigned') => rows.reduce((left, row) => left + row[of], 0);
  const whole = sum(all, 'available');
  const rest = all.slice(COUNTRIES);
  const lines = [
    ...all.slice(0, COUNTRIES).map(({ key, ...row }) => ({ ...row, countryCode: key, name: names.get(key) ?? key })),
    ...(rest.length > 0
      ? [
          {
            ...{ countryCode: '*', name: c.locale === 'zh' ? '其他' : 'Other' },
            ...{ available: sum(rest, 'available'), assigned: sum(rest, 'assigned') },
          },
        ]
      : []),
  ];
  return lines.map(({ countryCode, name, available, assigned }) => ({
    ...{ countryCode, name, available, assigned },
    rate: whole === 0 ? 0 : Math.round((available / whole) * 10_000) / 100,
  }));
}

/** Sums stock by a key, in descending order of the numbers on sale; omits keys without any. */
function tally(counts: readonly StockCounts[], keyOf: (row: StockCounts) => string) {
  const found = new Map<string, { available: number; assigned: number; dead: number }>();
  for (const row of counts) {
    const sum = found.get(keyOf(row)) ?? { available: 0, assigned: 0, dead: 0 };
    sum.available += row.available;
    sum.assigned += row.assigned;
    sum.dead += row.dead;
    found.set(keyOf(row), sum);
  }
  return [...found]
    .map(([key, sums]) => ({ key, ...sums }))
    .filter(({ available }) => available > 0)
    .sort((a, b) => b.available - a.available || compare(a.key, b.key));
}

const later = (a: Date | null, b: Date | null): Date | null => (a === null || (b !== null && b > a) ? b : a);
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
const nameIn = (c: Context, dictionary: Dictionary, value: number): string =>
  c.app.dictionaries.nameOf(dictionary, value, c.locale);
