import { createHash } from 'node:crypto';
import { productTag } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import type { stockLevels } from '@trade-assistant/contract/areas/app/index.ts';
import { serviceType, unit } from '@trade-assistant/contract/dictionaries.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { formatMoney, times } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { resolvePrices } from '../../engines/money/pricing/index.ts';
import { countries, type StockCounts, stockCounts } from '../../engines/stock/inventory/index.ts';
import { type Product, products, SHELF } from '../../engines/stock/orders/index.ts';
import type { Context } from '../../kernel/http/context.ts';

type Level = (typeof stockLevels)[number];

interface PublicProduct {
  readonly productId: bigint;
  readonly name: string;
  readonly businessType: number;
  readonly countryCode: string | null;
  readonly countryName: string;
  readonly flag: string;
  readonly fromPrice: string | null;
  readonly currency: string;
  readonly unit: string;
  readonly stockLevel: Level;
  readonly stockText: string;
  readonly tags: string[];
}

interface PriceList {
  readonly etag: string;
  readonly products: PublicProduct[];
}

const PRODUCTS_MAX = 500;
const LIFE_MILLIS = 60_000;
const LISTS_MAX = 200;
/** Pieces below which stock is low. */
const LOW = 50;
const LEVELS: Readonly<Record<Level, Text>> = {
  plenty: { zh: '充足', en: 'In stock' },
  low: { zh: '紧张', en: 'Low stock' },
  out: { zh: '缺货', en: 'Out of stock' },
};

const lists = new WeakMap<object, Map<string, { readonly until: number; readonly list: Promise<PriceList> }>>();

/** Returns the products on sale with list prices; answers of the last minute are repeated. */
export function publicProducts(
  c: Context,
  of: { readonly tenantId: string; readonly businessType: number | undefined },
): Promise<PriceList> {
  const known = lists.get(c.app) ?? new Map();
  lists.set(c.app, known);
  const key = `${of.tenantId} ${of.businessType ?? ''} ${c.locale}`;
  const cached = known.get(key);
  if (cached && cached.until > Date.now()) return cached.list;
  const list = read(c, of);
  known.delete(key);
  if (known.size >= LISTS_MAX) known.clear();
  known.set(key, { until: Date.now() + LIFE_MILLIS, list });
  list.catch(() => known.delete(key));
  return list;
}

async function read(c: Context, { tenantId, businessType }: { tenantId: string; businessType: number | undefined }) {
  const { db } = c.app;
  const offered = await db.drizzle
    .select()
    .from(products)
    .where(
      and(
        eq(products.tenantId, tenantId),
        isNull(products.deletedAt),
        businessType === undefined ? undefined : eq(products.businessType, businessType),
        eq(products.shelfStatus, SHELF.on),
        or(isNull(products.onTime), sql`${products.onTime} <= now()`),
        or(isNull(products.offTime), sql`${products.offTime} > now()`),
      ),
    )
    .orderBy(asc(products.sort), asc(products.id))
    .limit(PRODUCTS_MAX);
  const codes = [...new Set(offered.flatMap(({ countryCode }) => (countryCode === null ? [] : [countryCode])))];
  const [prices, counts, places] = await Promise.all([
    pricesOf(c, tenantId, offered),
    stockCounts(db, tenantId, sql`country_code = any(${sql.param(codes)}::text[])`),
    db.drizzle
      .select()
      .from(countries)
      .where(and(eq(countries.tenantId, tenantId), isNull(countries.deletedAt), inArray(countries.countryCode, codes))),
  ]);
  const placeOf = new Map(places.map((place) => [place.countryCode, place]));
  const rows = offered.map((product, index): PublicProduct => {
    const place = placeOf.get(product.countryCode ?? '');
    const price = prices[index]?.unitPrice;
    const level = levelOf(product, counts);
    return {
      productId: product.id,
      name: c.locale === 'en' ? product.nameEn || product.nameZh : product.nameZh,
      businessType: product.businessType,
      countryCode: product.countryCode,
      countryName: (c.locale === 'en' ? place?.nameEn : place?.nameZh) ?? '',
      flag: place?.flag ?? '',
      fromPrice: price === undefined ? null : formatMoney(times(price, product.specQty)),
      currency: product.currency,
      unit: c.app.dictionaries.nameOf(unit, product.unit, c.locale),
      stockLevel: level,
      stockText: LEVELS[level][c.locale],
      tags: Object.values(productTag.is)
        .filter((tag) => (product.tags & tag) !== 0)
        .map((tag) => c.app.dictionaries.nameOf(productTag, tag, c.locale)),
    };
  });
  const text = JSON.stringify(rows, (_, value) => (typeof value === 'bigint' ? String(value) : value));
  return { etag: `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`, products: rows };
}

/** Returns list prices of the smallest purchases: without an agent's level and terms. */
function pricesOf(c: Context, tenantId: string, rows: readonly Product[]) {
  return resolvePrices(
    c.app.db,
    { tenantId, agentId: null, agentLevel: 1, ancestors: [] },
    rows.map(({ businessType, serviceType: service, filterType, activePeriod, countryCode, minBuy, specQty }) => ({
      key: { businessType, serviceType: service, filterType, activePeriod, countryCode: countryCode ?? '*' },
      quantity: minBuy * specQty,
    })),
  );
}

function levelOf(product: Product, counts: readonly StockCounts[]): Level {
  if (product.serviceType === serviceType.is.package) return 'plenty';
  const capability = product.capability ?? 0;
  const numbers = counts
    .filter(
      (kind) =>
        kind.businessType === product.businessType &&
        kind.countryCode === product.countryCode &&
        (!product.numberType || kind.numberType === product.numberType) &&
        (capability & kind.capability) === capability,
    )
    .reduce((sum, { available }) => sum + available, 0);
  const pieces = Math.floor(numbers / product.specQty);
  return pieces <= 0 ? 'out' : pieces < LOW ? 'low' : 'plenty';
}
