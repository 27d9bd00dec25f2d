import { formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Db } from '../../../kernel/db/index.ts';
import { resolvePrices } from './resolve.ts';
import type { PriceKey, PriceReader, ResolvedPrice } from './resolved-price.ts';
import type { Tier } from './tables.ts';

export interface CurrentPriceFilter {
  readonly businessType: number;
  readonly serviceType: number;
  /**
   * Limits to the prices of one country, including those for all countries; without it the whole book, country by
   * country.
   */
  readonly countryCode?: string | undefined;
}

export interface CurrentPrice {
  readonly priceId: bigint;
  readonly countryCode: string;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
  readonly unit: number;
  readonly unitPrice: Micro;
  readonly currency: string;
  readonly minQty: number | null;
  /** Prices of the reader by minimum quantity. */
  readonly tiers: readonly Tier[];
}

/** Returns every present price of a service for one reader; never a cost. Sorted by country, then check. */
export async function currentPrices(db: Db, reader: PriceReader, asked: CurrentPriceFilter): Promise<CurrentPrice[]> {
  const keys = await pricedKeys(db, reader, asked);
  const found = await resolveWithTiers(
    db,
    reader,
    keys.map((key) => ({ key, quantity: 1 })),
  );
  return keys.flatMap((key, index) => {
    const price = found[index];
    return price ? [currentOf(key, price)] : [];
  });
}

/** Returns the prices of one reader in the order asked, null for none; their tiers have the reader's own prices. */
export async function resolveWithTiers(
  db: Db,
  reader: PriceReader,
  asked: readonly { readonly key: PriceKey; readonly quantity: number }[],
): Promise<(ResolvedPrice | null)[]> {
  const found = await resolvePrices(db, reader, asked);
  const steps = found.flatMap((price, index) =>
    (price?.tiers ?? []).map(({ fromQty }) => ({
      key: (asked[index] as (typeof asked)[number]).key,
      quantity: fromQty,
    })),
  );
  const stepPrices = await resolvePrices(db, reader, steps);
  let step = 0;
  return found.map((price) => {
    if (price === null) return null;
    const own = stepPrices.slice(step, step + price.tiers.length);
    step += price.tiers.length;
    return { ...price, tiers: tiersOf(price, own) };
  });
}

/** Returns when the prices of a service last changed: written, effective, or expired. */
export async function pricesChangedAt(db: Db, tenantId: string, asked: CurrentPriceFilter): Promise<Date | null> {
  const result = await db.drizzle.execute<{ at: string | null }>(sql`
    select (extract(epoch from greatest(
      max(update_time),
      max(effective_time) filter (where effective_time <= now()),
      max(expire_time) filter (where expire_time <= now()))) * 1000)::bigint::text as at
    from (
      select update_time, effective_time, expire_time from prc_price
      where tenant_id = ${tenantId} and business_type = ${asked.businessType} and service_type = ${asked.serviceType}
      union all
      select update_time, effective_time, expire_time from prc_agent_price
      where tenant_id = ${tenantId} and business_type = ${asked.businessType} and service_type = ${asked.serviceType}
    ) changes`);
  const at = result.rows[0]?.at ?? null;
  return at === null ? null : new Date(Number(at));
}

/** Returns the keys that have a price in the book or in the reader's terms now. */
async function pricedKeys(db: Db, reader: PriceReader, asked: CurrentPriceFilter): Promise<PriceKey[]> {
  const { businessType, serviceType, countryCode } = asked;
  const agents = [...reader.ancestors, ...(reader.agentId === null ? [] : [reader.agentId])];
  const inForce = sql`tenant_id = ${reader.tenantId} and business_type = ${businessType} and service_type = ${serviceType}
    and deleted_at is null and effective_time <= now() and (expire_time is null or expire_time > now())
    ${countryCode ? sql`and country_code in (${countryCode}, '*')` : sql``}`;
  const result = await db.drizzle.execute<{
    country: string;
    filter_type: number | null;
    active_period: number | null;
  }>(sql`
    select distinct ${countryCode ? sql`${countryCode}::text` : sql`country_code`} as country, filter_type, active_period
    from (
      select country_code, filter_type, active_period from prc_price where ${inForce} and status in (1, 2) and agent_level in (0, ${reader.agentLevel})
      union all
      select country_code, filter_type, active_period from prc_agent_price where ${inForce} and agent_id = any(${sql.param(agents)}::bigint[])
    ) priced
    order by 1, 2 nulls first, 3 nulls first`);
  return result.rows.map((row) => ({
    businessType,
    serviceType,
    countryCode: row.country,
    filterType: row.filter_type,
    activePeriod: row.active_period,
  }));
}

const tiersOf = ({ tiers }: ResolvedPrice, prices: readonly (ResolvedPrice | null)[]): Tier[] =>
  tiers.map(({ fromQty, price }, index) => {
    const resolved = prices[index];
    return { fromQty, price: resolved ? formatMoney(resolved.unitPrice) : price };
  });

const currentOf = (key: PriceKey, price: ResolvedPrice): CurrentPrice => ({
  priceId: price.priceId,
  countryCode: key.countryCode,
  filterType: key.filterType ?? null,
  activePeriod: key.activePeriod ?? null,
  unit: price.unit,
  unitPrice: price.unitPrice,
  currency: price.currency,
  minQty: price.minQty,
  tiers: price.tiers,
});
