import { agentProduct, productOrders as orders } from '@trade-assistant/contract/areas/agent/product.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { businessType, serviceType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { and, asc, eq, inArray, isNull, or, type SQL, sql } from 'drizzle-orm';
import { countries, inventoryErrors, type StockCounts, stockCounts } from '../../engines/inventory/index.ts';
import {
  type Product,
  type ProductOrder,
  PurchaseBatcher,
  productOrders,
  products,
  readerOf,
  SHELF,
} from '../../engines/orders/index.ts';
import { type ResolvedPrice, resolvePrices } from '../../engines/pricing/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import { businessNo } from '../../kernel/business-no.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChangeNow } from '../../kernel/realtime/index.ts';
import { exportList } from '../../kernel/resource/export.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { refund } from './product-refund.ts';

export const productErrors = defineErrors({
  PRODUCT_COUNTRY: { status: 400, zh: '号码商品须选择国家', en: 'A product of numbers needs a country' },
  PRODUCT_ORDERED: {
    status: 400,
    zh: '商品已有订单，不能删除，请下架',
    en: 'This product has orders: take it off the shelf instead of deleting it',
  },
  PRODUCT_QUANTITIES: {
    status: 400,
    zh: '单次上限不能小于起购数量，且两者之间须有步长的倍数',
    en: 'The maximum must not be below the minimum, with a multiple of the step between them',
  },
});

export default resourceRoutes(agentProduct, products, {
  scope: 'tenant',
  rows: (c) => onSale(c.actor),
  computed: {
    fields: ['salePrice', 'stock', 'saleCount'],
    fill: figures,
    order: () => ({ stock: stockColumn, saleCount: soldColumn }),
  },
  beforeSave: async (c, tx, input, existing) => {
    const next = { ...existing, ...input } as Product;
    await assertSellable(tx, c.actor, next);
    return existing ? input : { ...input, productNo: businessNo('PD'), currency: BOOK_CURRENCY };
  },
  beforeRemove: async (c, tx, rows) => {
    const ids = rows.map(({ id }) => id);
    const [ordered] = await tx
      .select({ id: productOrders.id })
      .from(productOrders)
      .where(and(eq(productOrders.tenantId, c.actor.tenantId), inArray(productOrders.productId, ids)))
      .limit(1);
    if (ordered) throw productErrors.PRODUCT_ORDERED();
  },
  // Its country may have been removed, or blocked, since.
  beforeRestore: async (c, tx, rows) => {
    for (const row of rows) await assertSellable(tx, c.actor, row);
  },
  actions: {
    'refund-order': refund,
    buy: {
      keyed: (c, { useDeclaration, ...asked }, { keyed, write }) =>
        batcherOf(c.app.db).buy({
          actor: c.actor,
          purchase: { ...asked, useDeclaration: useDeclaration === 1 || useDeclaration === true },
          keyed,
          answer: ({ order, balance }) => {
            const { orderNo, id: orderId, outboundId, outboundNo, quantity, unitPrice, amount, status } = order;
            return write({ orderNo, orderId, outboundId, outboundNo, quantity, unitPrice, amount, balance, status });
          },
        }),
    },
    'order-list': async (c, query: ListQuery) => {
      const page = await listRows<ProductOrder>(c.app.db, { actor: c.actor, ...ORDERS }, query);
      return { ...page, records: page.records.map(namedFor(c)) };
    },
    'order-export': (c, query: ListQuery) => {
      const { name: resource, title, fields } = orders;
      const complete = async (rows: ProductOrder[]) => rows.map(namedFor(c));
      return exportList<ProductOrder>(c, { resource, title, fields, ...ORDERS, complete }, query);
    },
    'bulk-country-select': (c, { keyword }) => countryChoices(c, keyword),
  },
});

/** The lists a purchase moves. */
const TOUCHED = [
  'agent/product',
  'agent/user',
  'whatsapp/inventory',
  'whatsapp/warehouse',
  'whatsapp/outbound',
  'finance/log',
];

const batchers = new WeakMap<Db, PurchaseBatcher>();

/** One batcher for each database of a process. */
function batcherOf(db: Db): PurchaseBatcher {
  let batcher = batchers.get(db);
  if (batcher === undefined) {
    batcher = new PurchaseBatcher(db, (actor) => announceChangeNow(db, actor.tenantId, TOUCHED));
    batchers.set(db, batcher);
  }
  return batcher;
}

const ORDERS = { table: productOrders, scope: 'owner' } as const;

/** Orders with their products' names in the reader's language. */
const namedFor = (c: Context) => (row: ProductOrder) => ({
  ...row,
  productName: c.locale === 'en' ? row.productNameEn || row.productName : row.productName,
});

/** Staff see every product, buyers those that are on sale now. */
function onSale(actor: Actor): SQL | undefined {
  if (actor.userType === userType.is.staff) return undefined;
  return and(
    eq(products.shelfStatus, SHELF.on),
    or(isNull(products.onTime), sql`${products.onTime} <= now()`),
    or(isNull(products.offTime), sql`${products.offTime} > now()`),
  );
}

interface Figures {
  readonly salePrice: Micro | null;
  /** As agreed with the reader's agent, where that is more than the product asks. */
  readonly minBuy: number;
  /** Pieces; null: unlimited. */
  readonly stock: number | null;
  readonly saleCount: number;
}

/** The reader's own prices and least quantity, the stock and what was sold, for all products of a page at once. */
async function figures(c: Context, rows: readonly Product[]): Promise<Figures[]> {
  const [prices, counts, sold] = await Promise.all([pricesOf(c, rows), countsOf(c, rows), soldOf(c, rows)]);
  return rows.map((row, index) => ({
    salePrice: prices[index]?.unitPrice ?? null,
    minBuy: leastOf(row, prices[index]?.terms.minQty ?? 0),
    stock: stockOf(c.actor, row, counts),
    saleCount: sold.get(row.id) ?? 0,
  }));
}

/** Pieces of the smallest purchase that has so many numbers. */
function leastOf({ minBuy, stepBuy, specQty }: Product, minQty: number): number {
  const pieces = Math.ceil(minQty / specQty);
  return pieces <= minBuy ? minBuy : Math.ceil(pieces / stepBuy) * stepBuy;
}

/** What one number costs the reader in the smallest purchase. */
async function pricesOf(c: Context, rows: readonly Product[]): Promise<(ResolvedPrice | null)[]> {
  const { db } = c.app;
  const asked = rows.map(({ businessType: business, serviceType: service, countryCode, minBuy, specQty }) => ({
    key: { businessType: business, serviceType: service, countryCode: countryCode ?? '*' },
    quantity: minBuy * specQty,
  }));
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

const soldColumn = sql`(
  select coalesce(sum(s.sold), 0) from agt_product_sale s where s.product_id = ${products}.id)`;

/** As `stockOf` counts it, before it is blurred; what is unlimited comes after everything else. */
const stockColumn = sql`(case when ${products}.service_type = ${serviceType.is.package} then null else (
  select coalesce(sum(n.available), 0) / ${products}.spec_qty from inv_counter n
  where n.tenant_id = ${products}.tenant_id and n.business_type = ${products}.business_type
    and n.country_code = ${products}.country_code
    and (coalesce(${products}.number_type, 0) = 0 or n.number_type = ${products}.number_type)
    and (coalesce(${products}.capability, 0) & n.capability) = coalesce(${products}.capability, 0)) end)`;

/** Pieces that could be bought now. Buyers learn the exact figure only where it is small. */
function stockOf(actor: Actor, product: Product, counts: readonly StockCounts[]): number | null {
  if (product.serviceType === serviceType.is.package) return null;
  const numbers = counts.filter((kind) => isOf(product, kind)).reduce((sum, { available }) => sum + available, 0);
  const pieces = Math.floor(numbers / product.specQty);
  return actor.userType === userType.is.staff ? pieces : blurred(pieces);
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

async function assertSellable(tx: Tx, actor: Actor, product: Product): Promise<void> {
  const { minBuy, maxBuy, stepBuy, countryCode } = product;
  if (Math.floor(maxBuy / stepBuy) * stepBuy < minBuy) throw productErrors.PRODUCT_QUANTITIES();
  if (!countryCode) {
    if (product.serviceType === serviceType.is.number) throw productErrors.PRODUCT_COUNTRY();
    return;
  }
  const known = await tx
    .select({ id: countries.id })
    .from(countries)
    .where(and(visible(actor, countries, 'tenant'), eq(countries.countryCode, countryCode)));
  if (known.length === 0) throw inventoryErrors.COUNTRY_UNKNOWN({ code: countryCode });
}

const CHOSEN_MAX = 5000;

/** Countries something is on sale in, with what there is and the lowest price the reader would pay. */
async function countryChoices(c: Context, keyword: string | undefined) {
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
