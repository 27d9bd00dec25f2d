import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { stockCounts } from '../../../engines/inventory/index.ts';
import { productOrders, products, readerOf, SHELF } from '../../../engines/orders/index.ts';
import { resolvePrices } from '../../../engines/pricing/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { periodOf } from './period.ts';
import { zoneOfDays } from './reader.ts';

const MOST = 8;
/** Products considered: a tenant rarely has more on sale, and the others hardly sell. */
const LOOKED_AT = 500;

/** Returns products with stock and a price for the reader: recommended first, then by sales. */
export async function recommended(c: Context) {
  const { db } = c.app;
  const { from } = periodOf({ range: '7d' }, await zoneOfDays(c));
  // The ranking is the same for all readers and names no buyer.
  const sold = db.drizzle
    .select({ productId: productOrders.productId, n: sql<number>`sum(${productOrders.quantity})::int`.as('n') })
    .from(productOrders)
    .where(
      and(
        eq(productOrders.tenantId, c.actor.tenantId),
        sql`${productOrders.createTime} >= ${from.toISOString()}::timestamptz`,
        sql`${productOrders.status} not in (0, 4)`,
      ),
    )
    .groupBy(productOrders.productId)
    .as('sold');
  const rows = await db.drizzle
    .select({ product: products, sold7d: sql<number>`coalesce(${sold.n}, 0)` })
    .from(products)
    .leftJoin(sold, eq(sold.productId, products.id))
    .where(
      and(
        visible(c.actor, products, 'tenant'),
        eq(products.shelfStatus, SHELF.on),
        or(isNull(products.onTime), sql`${products.onTime} <= now()`),
        or(isNull(products.offTime), gt(products.offTime, sql`now()`)),
      ),
    )
    .orderBy(desc(products.isRecommend), desc(sql`coalesce(${sold.n}, 0)`), products.sort, products.id)
    .limit(LOOKED_AT);
  if (rows.length === 0) return [];
  const [counts, prices] = await Promise.all([
    stockCounts(db, c.actor.tenantId),
    resolvePrices(
      db,
      await readerOf(db, c.actor),
      rows.map(({ product: { businessType: business, serviceType: service, countryCode, minBuy, specQty } }) => ({
        key: { businessType: business, serviceType: service, countryCode: countryCode ?? '*' },
        quantity: minBuy * specQty,
      })),
    ),
  ]);
  const isInStock = (product: typeof products.$inferSelect): boolean =>
    product.serviceType === serviceType.is.package ||
    counts.some(
      (kind) =>
        kind.businessType === product.businessType &&
        kind.countryCode === product.countryCode &&
        (!product.numberType || kind.numberType === product.numberType) &&
        ((product.capability ?? 0) & kind.capability) === (product.capability ?? 0) &&
        kind.available >= product.specQty * product.minBuy,
    );
  return rows
    .flatMap(({ product, sold7d }, index) => {
      const price = prices[index];
      return price && isInStock(product) ? [{ product, sold7d, salePrice: price.unitPrice }] : [];
    })
    .slice(0, MOST)
    .map(({ product, sold7d, salePrice }) => ({
      productId: product.id,
      productName: c.locale === 'zh' ? product.nameZh : product.nameEn,
      businessType: product.businessType,
      countryCode: product.countryCode,
      salePrice,
      specQty: product.specQty,
      unit: product.unit,
      serviceType: product.serviceType,
      sold7d,
      isRecommend: product.isRecommend === 1,
    }));
}
