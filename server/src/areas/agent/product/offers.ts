import { businessType, serviceType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, times } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray, isNull, ne, or, type SQL, sql } from 'drizzle-orm';
import { type ResolvedPrice, resolvePrices } from '../../../engines/money/pricing/index.ts';
import { countries, type StockCounts, stockCounts } from '../../../engines/stock/inventory/index.ts';
import {
  customerOf,
  ORDER,
  type Product,
  productOrders,
  products,
  readerOf,
  SHELF,
} from '../../../engines/stock/orders/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';

/** Staff see every product, buyers those that are on sale now. */
export const onSale = (actor: Actor): SQL | undefined =>
  actor.userType === userType.is.staff ? undefined : isOffered();

/** The condition that a product is on sale now. */
export const isOffered = (): SQL | undefined =>
  and(
    eq(products.shelfStatus, SHELF.on),
    or(isNull(products.onTime), sql`${products.onTime} <= now()`),
    or(isNull(products.offTime), sql`${products.offTime} > now()`),
  );

interface Figures {
  readonly salePrice: Micro | null;
  /** The minimum of the agent's terms, if it is above the product's. */
  readonly minBuy: number;
  /** Pieces; null: unlimited. */
  readonly stock: number | null;
  readonly saleCount: number;
}

/** Returns the reader's prices and minimum quantities, stock and sales, for all products of a page at once. */
export async function figures(c: Context, rows: readonly Product[]): Promise<Figures[]> {
  const [prices, counts, sold, bought] = await Promise.all([
    pricesOf(c, rows),
    countsOf(c, rows),
    soldOf(c, rows),
    boughtOf(c, rows),
  ]);
  return rows.map((row, index) => ({
    salePrice: prices[index]?.unitPrice ?? null,
    minBuy: leastOf(row, prices[index]?.terms.minQty ?? 0),
    stock: stockOf(c.actor, row, counts, bought.has(row.id)),
    saleCount: sold.get(row.id) ?? 0,
  }));
}

/** Returns the pieces of the smallest purchase with at least this many numbers. */
function leastOf({ minBuy, stepBuy, specQty }: Product, minQty: number): number {
  const pieces = Math.ceil(minQty / specQty);
  return pieces <= minBuy ? minBuy : Math.ceil(pieces / stepBuy) * stepBuy;
}

/** Returns the reader's price of one number in the smallest purchase. */
async function pricesOf(c: Context, rows: readonly Product[]): Promise<(ResolvedPrice | null)[]> {
  const { db } = c.app;
  const asked = rows.map(
    ({ businessType: business, serviceType: service, filterType, activePeriod, countryCode, minBuy, specQty }) => ({
      key: { businessType: business, serviceType: service, filterType, activePeriod, countryCode: countryCode ?? '*' },
      quantity: minBuy * specQty,
    }),
  );
  return resolvePrices(db, await readerOf(db, c.actor), asked);
}

function countsOf(c: Context, rows: readonly Product[]): Promise<StockCounts[]> {
  const codes = [...new Set(rows.flatMap(({ countryCode }) => (countryCode === null ? [] : [countryCode])))];
  return stockCounts(c.app.db, c.actor.tenantId, sql`country_code = any(${sql.param(codes)}::text[])`);
}

async function soldOf(c: Context, rows: readonly Product[]): Promise<Map<bigint, number>> {
  const { rows: sold } = await c.app.db.drizzle.execute<{ id: string; sold: string }>(sql`
    select product_id::text as id, sum(sold)::text as sold from agt_product_sale
    where product_id = any(${sql.param(rows.map(({ id }) => id))}::bigint[]) group by 1`);
  return new Map(sold.map((row) => [BigInt(row.id), Number(row.sold)]));
}

/** Returns the products that the reader, or for a sub-user its agent, has bought and not cancelled. */
async function boughtOf(c: Context, rows: readonly Product[]): Promise<Set<bigint>> {
  if (c.actor.userType === userType.is.staff) return new Set();
  const found = await c.app.db.drizzle
    .selectDistinct({ id: productOrders.productId })
    .from(productOrders)
    .where(
      and(
        eq(productOrders.tenantId, c.actor.tenantId),
        eq(productOrders.agentId, customerOf(c.actor)),
        inArray(
          productOrders.productId,
          rows.map(({ id }) => id),
        ),
        ne(productOrders.status, ORDER.cancelled),
      ),
    );
  return new Set(found.map(({ id }) => id));
}

export const soldColumn = sql`(
  select coalesce(sum(s.sold), 0) from agt_product_sale s where s.product_id = ${products}.id)`;

/** The exact stock, for sorting; unlimited products come last. */
export const stockColumn = sql`(case when ${products}.service_type = ${serviceType.is.package} then null else (
  select coalesce(sum(n.available), 0) / ${products}.spec_qty from inv_counter n
  where n.tenant_id = ${products}.tenant_id and n.business_type = ${products}.business_type
    and n.country_code = ${products}.country_code
    and (coalesce(${products}.number_type, 0) = 0 or n.number_type = ${products}.number_type)
    and (coalesce(${products}.capability, 0) & n.capability) = coalesce(${products}.capability, 0)) end)`;

/** Returns the place of a product among the reader's prices of one piece, for sorting; none without a price. */
export async function priceColumn(c: Context): Promise<SQL> {
  const offered = await c.app.db.drizzle
    .select()
    .from(products)
    .where(and(visible(c.actor, products, 'tenant'), onSale(c.actor)))
    .orderBy(asc(products.id))
    .limit(CHOSEN_MAX);
  const prices = await pricesOf(c, offered);
  const priced = offered.flatMap(({ id, specQty }, index) => {
    const price = prices[index]?.unitPrice;
    return price === undefined ? [] : [{ id, piece: times(price, specQty) }];
  });
  const ordered = priced.sort((a, b) => (a.piece < b.piece ? -1 : a.piece > b.piece ? 1 : 0));
  return sql`array_position(${sql.param(ordered.map(({ id }) => String(id)))}::bigint[], ${products}.id)`;
}

/** Returns the pieces available now; buyers get the exact figure of products they bought, and of small stock. */
function stockOf(actor: Actor, product: Product, counts: readonly StockCounts[], isBought: boolean): number | null {
  if (product.serviceType === serviceType.is.package) return null;
  const numbers = counts.filter((kind) => isOf(product, kind)).reduce((sum, { available }) => sum + available, 0);
  const pieces = Math.floor(numbers / product.specQty);
  return actor.userType === userType.is.staff || isBought ? pieces : blurred(pieces);
}

const isOf = (product: Product, kind: StockCounts): boolean =>
  kind.businessType === product.businessType &&
  kind.countryCode === product.countryCode &&
  (!product.numberType || kind.numberType === product.numberType) &&
  ((product.capability ?? 0) & kind.capability) === (product.capability ?? 0);

/** Rounded down: exact below a hundred, then tens, then thousands. */
function blurred(count: number): number {
  if (count < 100) return count;
  const step = count < 1000 ? 10 : 1000;
  return Math.floor(count / step) * step;
}

const CHOSEN_MAX = 5000;

/** Returns countries with products on sale, with their stock and the reader's lowest price. */
export async function countryChoices(c: Context, keyword: string | undefined) {
  const offered = await c.app.db.drizzle
    .select()
    .from(products)
    .where(and(visible(c.actor, products, 'tenant'), onSale(c.actor), eq(products.shelfStatus, SHELF.on)))
    .orderBy(asc(products.id))
    .limit(CHOSEN_MAX);
  if (offered.length === 0) return [];
  const codes = [...new Set(offered.flatMap(({ countryCode }) => (countryCode === null ? [] : [countryCode])))];
  const part = keyword ? `%${keyword.replace(/[\\%_]/g, '\\$&')}%` : null;
  const matching =
    part === null
      ? undefined
      : sql`(${countries.nameZh} ilike ${part} or ${countries.nameEn} ilike ${part} or ${countries.countryCode} ilike ${part} or ${countries.dialCode} like ${part.replace('+', '')})`;
  const [found, prices, counts] = await Promise.all([
    c.app.db.drizzle
      .select()
      .from(countries)
      .where(and(visible(c.actor, countries, 'tenant'), inArray(countries.countryCode, codes), matching))
      .orderBy(asc(countries.sort), asc(countries.nameEn)),
    pricesOf(c, offered),
    countsOf(c, offered),
  ]);
  return found.map((country) => {
    const here = offered.flatMap((product, index) =>
      product.countryCode === country.countryCode ? [{ product, price: prices[index]?.unitPrice ?? null }] : [],
    );
    const sold = counts.filter((kind) => here.some(({ product }) => isOf(product, kind)));
    const numbers = sold.reduce((sum, { available }) => sum + available, 0);
    const serves = here.some(({ product }) => enabledFor(country, product.businessType));
    return {
      value: country.countryCode,
      label: country.nameZh,
      labelEn: country.nameEn,
      dialCode: country.dialCode,
      flag: country.flag ?? '',
      disabled: country.isBlocked === 1 || country.status !== 1 || !serves,
      stock: c.actor.userType === userType.is.staff ? numbers : blurred(numbers),
      fromPrice: lowest(here.flatMap(({ price }) => (price === null ? [] : [price]))),
    };
  });
}

function enabledFor(country: typeof countries.$inferSelect, business: number): boolean {
  if (business === businessType.is.whatsapp) return country.whatsappEnabled === 1;
  if (business === businessType.is.telegram) return country.telegramEnabled === 1;
  return business === businessType.is.sms && country.smsEnabled === 1;
}

const lowest = (prices: readonly Micro[]): Micro | null =>
  prices.reduce<Micro | null>((least, price) => (least === null || price < least ? price : least), null);
