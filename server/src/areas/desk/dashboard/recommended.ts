import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { resolvePrices } from '../../../engines/money/pricing/index.ts';
import { type StockCounts, stockCounts } from '../../../engines/stock/inventory/index.ts';
import { productOrders, products, readerOf, SHELF } from '../../../engines/stock/orders/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { countryNames } from './country-names.ts';
import { periodOf } from './period.ts';
import { zoneOfDays } from './reader.ts';

const MOST = 8;
/** Products considered: a tenant rarely has more on sale, and the others hardly sell. */
const LOOKED_AT = 500;

/** Returns products with stock and a price for the reader: recommended first, then by score. */
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
  const kept = await keptShares(c, from);
  const offers = rows.flatMap(({ product, sold7d }, index) => {
    const price = prices[index];
    const kinds = product.serviceType === serviceType.is.package ? null : kindsOf(product, counts);
    const isInStock = kinds === null || kinds.some(({ available }) => available >= product.specQty * product.minBuy);
    if (!price || !isInStock) return [];
    const stock = kinds && sum(kinds, 'available');
    const [held, alive] = [sum(kinds ?? [], 'total'), sum(kinds ?? [], 'alive')];
    return {
      ...{ product, sold7d, salePrice: price.unitPrice, stock },
      aliveRate: held === 0 ? null : alive / held,
      keptRate: kept.get(`${product.businessType} ${product.countryCode}`) ?? null,
      coverDays: stock === null ? COVER_DAYS : (stock * SALE_DAYS) / Math.max(sold7d * product.specQty, 1),
    };
  });
  const best = Math.max(1, ...offers.map(({ sold7d }) => sold7d));
  const scored = offers.map((offer) => ({ ...offer, score: scoreOf(offer, best) }));
  const names = await countryNames(c);
  const say = (text: Text) => text[c.locale];
  return scored
    .sort(
      (a, b) => b.product.isRecommend - a.product.isRecommend || b.score - a.score || a.product.sort - b.product.sort,
    )
    .slice(0, MOST)
    .map(({ product, sold7d, salePrice, stock, aliveRate, keptRate, coverDays, score }) => ({
      productId: product.id,
      productName: say({ zh: product.nameZh, en: product.nameEn }),
      businessType: product.businessType,
      countryCode: product.countryCode,
      countryName: names.get(product.countryCode ?? '') ?? '',
      flag: product.countryCode ?? '',
      salePrice,
      specQty: product.specQty,
      unit: product.unit,
      serviceType: product.serviceType,
      sold7d,
      isRecommend: product.isRecommend === 1,
      tag: product.isRecommend === 1 ? say({ zh: '推荐', en: 'Recommended' }) : '',
      stock,
      aliveRate: percent(aliveRate),
      deliveryRate7d: percent(keptRate),
      score: Math.round(score * 1000) / 1000,
      reason: [
        ...(stock !== null && coverDays >= COVER_DAYS ? [say({ zh: '库存充足', en: 'Well stocked' })] : []),
        ...(aliveRate === null
          ? []
          : [say({ zh: `存活率 ${percent(aliveRate)}%`, en: `${percent(aliveRate)}% in service` })]),
        ...(sold7d > 0 ? [say({ zh: `7天售出 ${sold7d}`, en: `${sold7d} sold in 7 days` })] : []),
      ],
    }));
}

const SALE_DAYS = 7;
/** Stock for so many days of sales is enough. */
const COVER_DAYS = 14;

interface Offer {
  readonly sold7d: number;
  readonly aliveRate: number | null;
  readonly keptRate: number | null;
  readonly coverDays: number;
}

/** Returns the score of an offer, 0 to 1; an unknown rate counts as the middle. */
const scoreOf = ({ aliveRate, keptRate, coverDays, sold7d }: Offer, best: number): number =>
  0.35 * (aliveRate ?? 0.5) +
  0.25 * (keptRate ?? 0.5) +
  0.2 * Math.min(1, coverDays / COVER_DAYS) +
  0.2 * (sold7d / best);

const kindsOf = (product: typeof products.$inferSelect, counts: readonly StockCounts[]): StockCounts[] =>
  counts.filter(
    (kind) =>
      kind.businessType === product.businessType &&
      kind.countryCode === product.countryCode &&
      (!product.numberType || kind.numberType === product.numberType) &&
      ((product.capability ?? 0) & kind.capability) === (product.capability ?? 0),
  );

const sum = (kinds: readonly StockCounts[], of: 'available' | 'total' | 'alive'): number =>
  kinds.reduce((all, kind) => all + kind[of], 0);

const percent = (share: number | null): number | null => (share === null ? null : Math.round(share * 1000) / 10);

/** Returns by business and country the share of the numbers delivered since a time that were not returned. */
async function keptShares(c: Context, from: Date): Promise<ReadonlyMap<string, number>> {
  const { rows } = await c.app.db.drizzle.execute<{ key: string; share: number }>(sql`
    select business_type || ' ' || country_code as key, 1 - sum(returned_qty)::float8 / sum(delivered_qty) as share from inv_outbound
    where tenant_id = ${c.actor.tenantId} and deliver_time >= ${from.toISOString()}::timestamptz and delivered_qty > 0 group by 1`);
  return new Map(rows.map(({ key, share }) => [key, share]));
}
