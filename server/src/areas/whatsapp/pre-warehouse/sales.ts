import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, inArray, sql } from 'drizzle-orm';
import { LEVEL_DISCOUNT, resolvePriceForReaders } from '../../../engines/money/pricing/index.ts';
import { items } from '../../../engines/stock/inventory/index.ts';
import { type Product, products, SHELF } from '../../../engines/stock/orders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';

const LEVELS = Object.keys(LEVEL_DISCOUNT).map(Number);
const SOLD_AS: readonly number[] = [serviceType.is.number, serviceType.is.lease];

/** Numbers of a batch that are sold alike. */
interface Kind {
  readonly batchNo: string;
  readonly countryCode: string;
  readonly businessType: number;
  readonly numberType: number;
  /** Capabilities that all of them have. */
  readonly capability: number;
  readonly stocked: number;
  readonly available: number;
  readonly unlisted: number;
  /** Available numbers that no other rule keeps from sale. */
  readonly sellable: number;
}

/** Returns for each batch the kinds of its numbers in stock, how many are on sale, at which price, and what is missing to sell them. */
export async function batchSales(c: Context, { batchNos }: { readonly batchNos: readonly string[] }) {
  const kinds = await kindsOf(c, batchNos);
  const offers = await offersOf(c, kinds);
  const prices = await pricesOf(c, kinds, offers);
  const shown = kinds.map((kind, index) => {
    const price = prices[index] ?? null;
    const product = offers[index];
    const missing = missingOf(kind, price, product);
    return {
      ...kind,
      serviceType: product?.serviceType ?? serviceType.is.number,
      onSale: missing === null ? kind.sellable : 0,
      price,
      productId: product?.id ?? null,
      productName: (product && (c.locale === 'en' ? product.nameEn || product.nameZh : product.nameZh)) ?? null,
      missing,
    };
  });
  return batchNos.map((batchNo) => {
    const own = shown.filter((kind) => kind.batchNo === batchNo);
    return { batchNo, onSale: own.reduce((sum, { onSale }) => sum + onSale, 0), kinds: own };
  });
}

/** Returns the first thing that keeps numbers from sale; null when they are on sale. */
function missingOf({ available, unlisted, sellable }: Kind, price: Prices | null, product: Product | undefined) {
  if (available === 0) return unlisted > 0 ? ('listing' as const) : ('numbers' as const);
  if (price === null) return 'price' as const;
  if (!product) return 'product' as const;
  if (!isOnSale(product)) return 'shelf' as const;
  return sellable === 0 ? ('unfit' as const) : null;
}

async function kindsOf(c: Context, batchNos: readonly string[]): Promise<Kind[]> {
  const count = (condition: ReturnType<typeof sql>) => sql<number>`count(*) filter (where ${condition})::int`;
  return c.app.db.drizzle
    .select({
      batchNo: sql<string>`${items.batchNo}`,
      countryCode: items.countryCode,
      businessType: items.businessType,
      numberType: items.numberType,
      capability: sql<number>`bit_and(${items.capability})`,
      stocked: sql<number>`count(*)::int`,
      available: count(sql`${items.stockStatus} = 0`),
      unlisted: count(sql`${items.stockStatus} = 4`),
      sellable: count(sql`exists (select 1 from inv_sellable s where s.id = ${items.id})`),
    })
    .from(items)
    .where(and(visible(c.actor, items, 'tenant'), inArray(items.batchNo, [...batchNos])))
    .groupBy(items.batchNo, items.countryCode, items.businessType, items.numberType)
    .orderBy(sql`count(*) desc`, items.countryCode, items.businessType, items.numberType);
}

/** Whether agents can buy a product at this time. */
const isOnSale = ({ shelfStatus, onTime, offTime }: Product): boolean =>
  shelfStatus === SHELF.on && (onTime === null || onTime <= new Date()) && (offTime === null || offTime > new Date());

/** Returns the product that sells each kind, one on sale before others. */
async function offersOf(c: Context, kinds: readonly Kind[]): Promise<(Product | undefined)[]> {
  if (kinds.length === 0) return [];
  const rows = await c.app.db.drizzle
    .select()
    .from(products)
    .where(
      and(
        visible(c.actor, products, 'tenant'),
        inArray(products.serviceType, [...SOLD_AS]),
        inArray(products.countryCode, [...new Set(kinds.map(({ countryCode }) => countryCode))]),
      ),
    )
    .orderBy(products.serviceType, products.sort, products.id);
  const onSaleFirst = rows.toSorted((a, b) => Number(isOnSale(b)) - Number(isOnSale(a)));
  return kinds.map((kind) => onSaleFirst.find((product) => sells(product, kind)));
}

const sells = (product: Product, kind: Kind): boolean =>
  product.countryCode === kind.countryCode &&
  product.businessType === kind.businessType &&
  (product.numberType === null || product.numberType === kind.numberType) &&
  ((product.capability ?? 0) & ~kind.capability) === 0;

interface Prices {
  readonly from: Micro;
  readonly to: Micro;
  readonly currency: string;
}

/** Returns the lowest and the highest list price of one number over all agent levels; null without any. */
async function pricesOf(c: Context, kinds: readonly Kind[], offers: readonly (Product | undefined)[]) {
  const { tenantId } = c.actor;
  const asked = kinds.flatMap(({ businessType, countryCode }, index) =>
    LEVELS.map((agentLevel) => ({
      reader: { tenantId, agentId: null, agentLevel, ancestors: [] },
      key: { businessType, countryCode, serviceType: offers[index]?.serviceType ?? serviceType.is.number },
      quantity: 1,
    })),
  );
  const found = await resolvePriceForReaders(c.app.db, asked);
  return kinds.map((_, index): Prices | null => {
    const own = found.slice(index * LEVELS.length, (index + 1) * LEVELS.length).filter((price) => price !== null);
    const [first] = own;
    if (!first) return null;
    const amounts = own.map(({ unitPrice }) => unitPrice).sort((a, b) => (a < b ? -1 : 1));
    return { from: amounts[0] as Micro, to: amounts.at(-1) as Micro, currency: first.currency };
  });
}
