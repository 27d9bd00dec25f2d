import { createHash } from 'node:crypto';
import type { inventory } from '@trade-assistant/contract/areas/whatsapp/inventory.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { micros } from '@trade-assistant/contract/kit/money.ts';
import { type ListQuery, type Page, toPage } from '@trade-assistant/contract/kit/page.ts';
import type { RowOf } from '@trade-assistant/contract/kit/resource.ts';
import { type SQL, sql } from 'drizzle-orm';
import { resolvePrices } from '../../../engines/money/pricing/index.ts';
import { reachedStock, type StockCounts, warehouses } from '../../../engines/stock/inventory/index.ts';
import { readerOf } from '../../../engines/stock/orders/index.ts';
import { hiddenByRule } from '../../../kernel/auth/rule-fields.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';

type Row = RowOf<typeof inventory>;

/**
 * Returns stock by kind of number, for the reader's numbers, from the counters: a few thousand rows at most, so they
 * are filtered and sorted here, and only the requested page is completed with names and prices.
 */
export async function stockPage(c: Context, query: ListQuery): Promise<Page<Row>> {
  const canSeeTotals = c.can('whatsapp/inventory:totals');
  if (!canSeeTotals && query.more['alertOnly'] === 1) throw commonErrors.NO_PERMISSION();
  const lowStock = lowStockOf(c);
  const times = query.filters.filter(({ field }) => field === 'lastInTime');
  const columns = query.filters.filter((one) => !times.includes(one));
  const kinds = await reachedStock(c.app.db, c.actor, conditionOf(columns));
  const shown = kinds
    .filter(({ lastInTime }) => times.every((one) => isWithin(lastInTime, one)))
    .map((kind) => visibleStock(kind, canSeeTotals ? (n) => n : rounded))
    .filter(({ kind, sellable }) => isAsked(query, kind, sellable, lowStock))
    .sort((a, b) => order(query, a, b));
  const from = (query.current - 1) * query.size;
  const records = await completed(c, shown.slice(from, from + query.size));
  return toPage(records, shown.length, query);
}

/** Whether a time meets a condition; a missing one is only different from each time. */
function isWithin(time: Date | null, { operator, value }: Filter): boolean {
  const [at, limit] = [time?.getTime(), (value as Date).getTime()];
  if (operator === 'ne') return at !== limit;
  if (at === undefined) return false;
  if (operator === 'gt') return at > limit;
  if (operator === 'ge') return at >= limit;
  if (operator === 'lt') return at < limit;
  return operator === 'le' ? at <= limit : at === limit;
}

/** Figures of a kind as the reader may see them. */
interface VisibleStock {
  readonly kind: StockCounts;
  readonly sellable: number;
  readonly lockedForPreorder: number;
  readonly soldToday: number;
  readonly sold7d: number;
  /** Null when nothing was sold in seven days. */
  readonly daysOfCover: number | null;
}

const WEEK = 7;

function visibleStock(kind: StockCounts, see: (figure: number) => number): VisibleStock {
  const [sellable, sold7d] = [see(kind.available), see(kind.sold7d)];
  return {
    ...{ kind, sellable, sold7d, lockedForPreorder: see(kind.locked), soldToday: see(kind.soldToday) },
    daysOfCover: sold7d === 0 ? null : Math.floor((sellable * WEEK) / sold7d),
  };
}

/** Rounds a quantity for readers without totals: exact below a hundred, hundreds below a thousand, capped there. */
function rounded(available: number): number {
  if (available <= 100) return available;
  return available >= 1000 ? 1000 : Math.floor(available / 100) * 100;
}

/** Returns the limit below which stock is low. */
const lowStockOf = ({ app, actor }: Context): number => app.parameters.get(actor.tenantId, 'inventory.lowStock');

const isAsked = ({ more }: ListQuery, { available }: StockCounts, sellable: number, lowStock: number): boolean =>
  (more['zeroOnly'] !== 1 || sellable === 0) && (more['alertOnly'] !== 1 || available < lowStock);

/** Compares by displayed quantities, so that the order reveals no more than they do; then by kind. */
function order({ sort }: ListQuery, a: VisibleStock, b: VisibleStock): number {
  for (const { field, descending } of sort) {
    const difference =
      field === 'countryCode'
        ? compare(a.kind.countryCode, b.kind.countryCode)
        : field === 'id'
          ? compare(idOf(a.kind), idOf(b.kind))
          : compare(figureOf(a, field), figureOf(b, field));
    if (difference !== 0) return descending ? -difference : difference;
  }
  return compare(keyOf(a.kind), keyOf(b.kind));
}

/** Returns the displayed figure that a list is sorted by; stock without sales lasts longest. */
function figureOf(stock: VisibleStock, field: string): number {
  if (field === 'daysOfCover') return stock.daysOfCover ?? Number.MAX_SAFE_INTEGER;
  return field === 'soldToday' || field === 'sold7d' ? stock[field] : stock.sellable;
}

const compare = <T extends string | bigint | number>(a: T, b: T): number => (a < b ? -1 : a > b ? 1 : 0);

const keyOf = ({ businessType, countryCode, numberType, capability, warehouseCode }: StockCounts): string =>
  [businessType, countryCode, numberType, capability, warehouseCode].join(':');

/** Returns an id for a kind, which has no row: 56 bits of its name's hash, the same on every node and day. */
const idOf = (kind: StockCounts): bigint =>
  BigInt(
    `0x${createHash('sha256')
      .update(`${kind.tenantId}:${keyOf(kind)}`)
      .digest('hex')
      .slice(0, 14)}`,
  );

async function completed(c: Context, page: readonly VisibleStock[]): Promise<Row[]> {
  const [names, prices] = await Promise.all([warehouseNames(c), pricesOf(c, page)]);
  const lowStock = lowStockOf(c);
  // An average would reveal costs that rules hide.
  const isCostHidden = hiddenByRule(warehouse, c.ruleOf?.(warehouse.name)).includes('costPrice');
  return page.map(({ kind, ...figures }, index) => ({
    id: idOf(kind),
    businessType: kind.businessType,
    countryCode: kind.countryCode,
    numberType: kind.numberType,
    capability: kind.capability,
    warehouseCode: kind.warehouseCode,
    warehouseName: names.get(kind.warehouseCode) ?? kind.warehouseCode,
    ...figures,
    available: kind.available,
    reserved: kind.reserved,
    assigned: kind.assigned,
    quarantine: kind.quarantine,
    unlisted: kind.unlisted,
    dead: kind.dead,
    retired: kind.retired,
    total: kind.total,
    lowStockThreshold: lowStock,
    alert: kind.available < lowStock ? 1 : 0,
    avgCost: kind.avgCost === null || isCostHidden ? null : micros(kind.avgCost),
    salePrice: prices[index]?.unitPrice ?? null,
    aliveRate: kind.total === 0 ? null : Math.round((kind.alive / kind.total) * 100),
    lastInTime: kind.lastInTime,
    lastOutTime: kind.lastOutTime,
  }));
}

async function warehouseNames(c: Context): Promise<Map<string, string>> {
  const rows = await c.app.db.drizzle
    .select({ code: warehouses.warehouseCode, zh: warehouses.nameZh, en: warehouses.nameEn })
    .from(warehouses)
    .where(visible(c.actor, warehouses, 'tenant'));
  return new Map(rows.map(({ code, zh, en }) => [code, c.locale === 'zh' ? zh : en]));
}

/** Returns the reader's price of one number of each kind. */
async function pricesOf(c: Context, page: readonly VisibleStock[]) {
  const reader = await readerOf(c.app.db, c.actor);
  const keys = page.map(({ kind: { businessType, countryCode } }) => ({
    businessType,
    countryCode,
    serviceType: serviceType.is.number,
  }));
  return resolvePrices(
    c.app.db,
    reader,
    keys.map((key) => ({ key, quantity: 1 })),
  );
}

/** Columns of the counters that a list may be filtered by. */
const COLUMNS: Readonly<Record<string, SQL>> = {
  businessType: sql`business_type`,
  countryCode: sql`country_code`,
  numberType: sql`number_type`,
  capability: sql`capability`,
  warehouseCode: sql`warehouse_code`,
};

function conditionOf(filters: readonly Filter[]): SQL {
  const conditions = filters.map(({ field, operator, value }) => {
    const column = COLUMNS[field];
    if (!column) throw new Error(`No counter column for the filter ${field}`);
    if (operator === 'in') return sql`${column}::text = any(${sql.param((value as unknown[]).map(String))}::text[])`;
    if (operator === 'has') return sql`(${column} & ${value}::int) = ${value}::int`;
    return operator === 'ne' ? sql`${column} is distinct from ${value}` : sql`${column} = ${value}`;
  });
  return conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `);
}
