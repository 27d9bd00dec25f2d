import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { applyRate, type Micro, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { prepared } from '../../kernel/db/prepared.ts';
import { invariant } from '../../kernel/invariant.ts';
import { pricingErrors } from './errors.ts';
import type { Tier } from './tables.ts';

/** What an agent level pays of a price that is meant for all levels. Level 1 pays all of it. */
export const LEVEL_DISCOUNT: Readonly<Record<number, string>> = { 1: '1', 2: '0.95', 3: '0.9', 4: '0.85' };

export interface PriceKey {
  readonly businessType: number;
  readonly serviceType: number;
  readonly filterType?: number | null;
  readonly activePeriod?: number | null;
  readonly countryCode: string;
}

/** Who asks: the agent (null: the list price of level 1), the level, and the ids of the agents above, nearest last. */
export interface PriceReader {
  readonly tenantId: string;
  readonly agentId: bigint | null;
  readonly agentLevel: number;
  readonly ancestors: readonly bigint[];
}

export interface ResolvedPrice {
  readonly unitPrice: Micro;
  /** Before the level discount; equal to `unitPrice` where none applies. */
  readonly basePrice: Micro;
  readonly source: 'agent' | 'upline' | 'level' | 'all';
  readonly priceId: bigint;
  readonly priceVersion: number;
  readonly tierFrom: number | null;
  readonly unit: number;
  readonly currency: string;
  readonly minQty: number | null;
  readonly tiers: readonly Tier[];
  /** Of a row of the price book: whether something was sold by it already. */
  readonly used: boolean;
}

/**
 * The price of one unit for one reader and quantity, at this moment. First hit wins: the agent's own price; the nearest
 * upline's resale price; the price book by country and level, country and all levels, any country and level, any country
 * and all. Within each, the exact country before `*`. Then the quantity tier, then (only for prices meant for all levels)
 * the level discount, never below the floor.
 * @throws PRICE_NOT_FOUND
 */
export async function resolvePrice(
  db: Db | Tx,
  reader: PriceReader,
  key: PriceKey,
  quantity: number,
): Promise<ResolvedPrice> {
  const [found] = await resolvePrices(db, reader, [{ key, quantity }]);
  if (!found) throw pricingErrors.PRICE_NOT_FOUND();
  return found;
}

/** The same for many keys at once, for lists: null where there is no price. One round trip however many keys. */
export const resolvePrices = (
  db: Db | Tx,
  reader: PriceReader,
  asked: readonly { key: PriceKey; quantity: number }[],
): Promise<(ResolvedPrice | null)[]> =>
  resolvePriceForReaders(
    db,
    asked.map((one) => ({ ...one, reader })),
  );

/** The same for many readers of one tenant. One round trip however many. */
export async function resolvePriceForReaders(
  db: Db | Tx,
  asked: readonly { reader: PriceReader; key: PriceKey; quantity: number }[],
): Promise<(ResolvedPrice | null)[]> {
  const tenantId = asked[0]?.reader.tenantId;
  if (tenantId === undefined) return [];
  invariant(
    asked.every(({ reader }) => reader.tenantId === tenantId),
    'prices-of-several-tenants',
  );
  const countries = [...new Set(asked.map(({ key }) => key.countryCode)), '*'];
  const businesses = [...new Set(asked.map(({ key }) => key.businessType))];
  const levels = [...new Set([0, ...asked.map(({ reader }) => reader.agentLevel)])];
  const agents = [
    ...new Set(
      asked.flatMap(({ reader }) => [...reader.ancestors, ...(reader.agentId === null ? [] : [reader.agentId])]),
    ),
  ];
  // Both in one round trip; 64-bit integers travel as text, JSON would round them.
  const found = await prepared<{ promised: AgentRow[]; book: BookRow[] }>(
    db,
    sql`
    select
      coalesce((select jsonb_agg(p) from (
        select id::text, agent_id::text, kind, business_type, service_type, filter_type, active_period, country_code, price::text as price, discount::text as discount, version
        from prc_agent_price
        where tenant_id = ${tenantId} and agent_id = any(${sql.param(agents)}::bigint[]) and country_code = any(${sql.param(countries)}::text[])
          and deleted_at is null and status = 1 and effective_time <= now() and (expire_time is null or expire_time > now())
      ) p), '[]') as promised,
      coalesce((select jsonb_agg(b) from (
        select id::text, business_type, service_type, filter_type, active_period, country_code, agent_level, sale_price::text as sale_price,
          min_price::text as min_price, price_version, tiers, unit, currency, min_qty, used
        from prc_price
        where tenant_id = ${tenantId} and business_type = any(${sql.param(businesses)}::int[]) and country_code = any(${sql.param(countries)}::text[])
          and agent_level = any(${sql.param(levels)}::int[]) and deleted_at is null and status in (1, 2) and effective_time <= now() and (expire_time is null or expire_time > now())
      ) b), '[]') as book`,
  );
  const { promised = [], book = [] } = found.rows[0] ?? {};
  const promises = promised.map((row) => ({
    ...row,
    id: BigInt(row.id),
    agent_id: BigInt(row.agent_id),
    price: row.price === null ? null : BigInt(row.price),
  }));
  const listed = book.map((row) => ({
    ...row,
    id: BigInt(row.id),
    sale_price: BigInt(row.sale_price),
    min_price: row.min_price === null ? null : BigInt(row.min_price),
  }));
  return asked.map(({ reader, key, quantity }) => choose(reader, key, quantity, promises, listed));
}

/** Raw rows: 64-bit integers arrive as text and are turned into bigint before use. */
interface KeyRow extends Record<string, unknown> {
  id: bigint;
  business_type: number;
  service_type: number;
  filter_type: number | null;
  active_period: number | null;
  country_code: string;
}
interface AgentRow extends KeyRow {
  agent_id: bigint;
  kind: number;
  price: bigint | null;
  discount: string | null;
  version: number;
}
interface BookRow extends KeyRow {
  agent_level: number;
  sale_price: bigint;
  min_price: bigint | null;
  price_version: number;
  tiers: Tier[];
  unit: number;
  currency: string;
  min_qty: number | null;
  used: number;
}

function choose(
  reader: PriceReader,
  key: PriceKey,
  quantity: number,
  promised: readonly AgentRow[],
  book: readonly BookRow[],
): ResolvedPrice | null {
  const listed = book
    .filter((row) => fits(row, key) && (row.agent_level === 0 || row.agent_level === reader.agentLevel))
    .sort((a, b) => bookRank(a) - bookRank(b))
    .at(0);
  const own = promised
    .filter((row) => fits(row, key) && row.kind === 1 && row.agent_id === reader.agentId)
    .sort(exactFirst)
    .at(0);
  const nearest = [...reader.ancestors].reverse();
  const upline = own
    ? undefined
    : promised
        .filter((row) => fits(row, key) && row.kind === 2 && nearest.includes(row.agent_id))
        .sort((a, b) => nearest.indexOf(a.agent_id) - nearest.indexOf(b.agent_id) || exactFirst(a, b))
        .at(0);
  const promise = own ?? upline;
  if (!promise && !listed) return null;
  const shared = {
    unit: listed?.unit ?? 4,
    currency: listed?.currency ?? BOOK_CURRENCY,
    minQty: listed?.min_qty ?? null,
    tiers: promise ? [] : (listed?.tiers ?? []),
    used: !promise && listed?.used === 1,
  };
  if (promise) {
    const base = promise.price ?? (listed ? applyRate(tiered(listed, quantity).price, promise.discount ?? '1') : null);
    if (base === null) return null;
    const unitPrice = micros(base);
    return {
      ...shared,
      unitPrice,
      basePrice: unitPrice,
      source: own ? 'agent' : 'upline',
      priceId: promise.id,
      priceVersion: promise.version,
      tierFrom: null,
    };
  }
  if (!listed) return null;
  const tier = tiered(listed, quantity);
  const discounted =
    listed.agent_level === 0 ? applyRate(tier.price, LEVEL_DISCOUNT[reader.agentLevel] ?? '1') : tier.price;
  const floor = listed.min_price;
  const unitPrice = floor !== null && floor > discounted ? micros(floor) : discounted;
  return {
    ...shared,
    unitPrice,
    basePrice: tier.price,
    source: listed.agent_level === 0 ? 'all' : 'level',
    priceId: listed.id,
    priceVersion: listed.price_version,
    tierFrom: tier.from,
  };
}

const fits = (row: KeyRow, key: PriceKey): boolean =>
  row.business_type === key.businessType &&
  row.service_type === key.serviceType &&
  (row.filter_type ?? null) === (key.filterType ?? null) &&
  (row.active_period ?? null) === (key.activePeriod ?? null) &&
  (row.country_code === key.countryCode || row.country_code === '*');

const exactFirst = (a: KeyRow, b: KeyRow): number => Number(a.country_code === '*') - Number(b.country_code === '*');
const bookRank = (row: BookRow): number => (row.country_code === '*' ? 2 : 0) + (row.agent_level === 0 ? 1 : 0);

function tiered(row: BookRow, quantity: number): { price: Micro; from: number | null } {
  const tier = row.tiers.filter(({ fromQty }) => fromQty <= quantity).at(-1);
  return tier ? { price: parseMoney(tier.price), from: tier.fromQty } : { price: micros(row.sale_price), from: null };
}
