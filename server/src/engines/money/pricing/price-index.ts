import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { applyRate, type Micro, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { prepared } from '../../../kernel/db/prepared.ts';
import type { PriceKey, PriceReader, ResolvedPrice } from './resolved-price.ts';
import type { Tier } from './tables.ts';

/** Share of an all-levels price that each level pays. */
export const LEVEL_DISCOUNT: Readonly<Record<number, string>> = { 1: '1', 2: '0.95', 3: '0.9', 4: '0.85' };

export const ANY_COUNTRY = '*';
export const AGENT_PRICE_KIND = { own: 1, resale: 2 } as const;

/** Raw rows: 64-bit integers arrive as text and are converted to bigint before use. */
interface KeyRow extends Record<string, unknown> {
  id: bigint;
  business_type: number;
  service_type: number;
  filter_type: number | null;
  active_period: number | null;
  country_code: string;
}
export interface AgentRow extends KeyRow {
  agent_id: bigint;
  kind: number;
  price: bigint | null;
  discount: string | null;
  enabled: number;
  min_qty: number | null;
  daily_limit: number | null;
  monthly_limit: number | null;
  version: number;
}
export interface BookRow extends KeyRow {
  agent_level: number;
  sale_price: bigint;
  min_price: bigint | null;
  cost_price: bigint;
  price_version: number;
  tiers: Tier[];
  unit: number;
  currency: string;
  min_qty: number | null;
  used: number;
}

interface PriceScope {
  readonly tenantId: string;
  readonly businesses: readonly number[];
  /** Null: all countries. `*` is always included. */
  readonly countries: readonly string[] | null;
  readonly levels: readonly number[];
  readonly agents: readonly bigint[];
}

/** Reads the part of the price book and the agents' terms in force that the scope needs, in one round trip. */
export async function loadPrices(run: Db | Tx, wanted: PriceScope): Promise<PriceIndex> {
  const { tenantId, businesses, countries, levels, agents } = wanted;
  const inCountries = countries
    ? sql`and country_code = any(${sql.param([...countries, ANY_COUNTRY])}::text[])`
    : sql``;
  // 64-bit integers as text, because JSON would round them.
  const found = await prepared<{ promised: AgentRow[]; book: BookRow[] }>(
    run,
    sql`
    select
      coalesce((select jsonb_agg(p) from (
        select id::text, agent_id::text, kind, business_type, service_type, filter_type, active_period, country_code, enabled, price::text as price,
          discount::text as discount, min_qty, daily_limit, monthly_limit, version
        from prc_agent_price
        where tenant_id = ${tenantId} and agent_id = any(${sql.param(agents)}::bigint[]) ${inCountries}
          and deleted_at is null and effective_time <= now() and (expire_time is null or expire_time > now())
      ) p), '[]') as promised,
      coalesce((select jsonb_agg(b) from (
        select id::text, business_type, service_type, filter_type, active_period, country_code, agent_level, sale_price::text as sale_price,
          min_price::text as min_price, cost_price::text as cost_price, price_version, tiers, unit, currency, min_qty, used
        from prc_price
        where tenant_id = ${tenantId} and business_type = any(${sql.param(businesses)}::int[]) ${inCountries}
          and agent_level = any(${sql.param(levels)}::int[]) and deleted_at is null and status in (1, 2) and effective_time <= now() and (expire_time is null or expire_time > now())
      ) b), '[]') as book`,
  );
  const { promised = [], book = [] } = found.rows[0] ?? {};
  return new PriceIndex(
    promised.map((row) => ({
      ...row,
      id: BigInt(row.id),
      agent_id: BigInt(row.agent_id),
      price: row.price === null ? null : BigInt(row.price),
    })),
    book.map((row) => ({
      ...row,
      id: BigInt(row.id),
      sale_price: BigInt(row.sale_price),
      min_price: row.min_price === null ? null : BigInt(row.min_price),
      cost_price: BigInt(row.cost_price),
    })),
  );
}

/** The prices of a scope by key; answers queries without the database. */
export class PriceIndex {
  readonly #promised = new Map<string, AgentRow>();
  readonly #book = new Map<string, BookRow>();
  /** All keys of the rows, each once. */
  readonly keys: readonly PriceKey[];

  constructor(promised: readonly AgentRow[], book: readonly BookRow[]) {
    for (const row of promised) this.#promised.set(`${row.agent_id} ${row.kind} ${nameOf(keyOf(row))}`, row);
    for (const row of book) this.#book.set(`${row.agent_level} ${nameOf(keyOf(row))}`, row);
    this.keys = [...new Map([...promised, ...book].map((row) => [nameOf(keyOf(row)), keyOf(row)])).values()];
  }

  /**
   * Returns the row of the price book for a level: the exact country before `*`, and within it the level before all
   * levels.
   */
  listed(key: PriceKey, level: number): BookRow | undefined {
    for (const countryCode of [key.countryCode, ANY_COUNTRY])
      for (const one of [level, 0]) {
        const row = this.#book.get(`${one} ${nameOf({ ...key, countryCode })}`);
        if (row) return row;
      }
    return undefined;
  }

  /** Returns the price a reader pays; null: no price, or it may not buy. `without` ignores the price of that row. */
  choose(reader: PriceReader, key: PriceKey, quantity: number, without?: bigint): ResolvedPrice | null {
    const listed = this.listed(key, reader.agentLevel);
    const nearest = [...reader.ancestors].reverse();
    if ([...nearest, reader.agentId].some((agentId) => this.#isOff(agentId, key))) return null;
    const own = this.#promise(reader.agentId, AGENT_PRICE_KIND.own, key, without);
    const upline = own ? undefined : this.#firstResale(nearest, key);
    const promise = own ?? upline;
    const terms = this.#termsOf(reader.agentId, key);
    const shared = {
      unit: listed?.unit ?? 4,
      currency: listed?.currency ?? BOOK_CURRENCY,
      minQty: terms.minQty ?? listed?.min_qty ?? null,
      terms,
    };
    if (promise) {
      const price = promisedAt(promise, listed, quantity);
      if (price === null) return null;
      return {
        ...shared,
        unitPrice: price,
        basePrice: price,
        source: own ? 'agent' : 'upline',
        priceId: promise.id,
        priceVersion: promise.version,
        from: { agentId: promise.agent_id, countryCode: promise.country_code },
        tierFrom: null,
        tiers: [],
        used: false,
      };
    }
    if (!listed) return null;
    const tier = tieredAt(listed, quantity);
    return {
      ...shared,
      unitPrice: bookPriceAt(listed, reader.agentLevel, quantity),
      basePrice: tier.price,
      source: listed.agent_level === 0 ? 'all' : 'level',
      priceId: listed.id,
      priceVersion: listed.price_version,
      from: { agentId: null, countryCode: listed.country_code },
      tierFrom: tier.from,
      tiers: listed.tiers,
      used: listed.used === 1,
    };
  }

  /** Whether an agent has an agreed price for exactly this key. */
  hasPrice(agentId: bigint, kind: number, key: PriceKey): boolean {
    const row = this.#promised.get(`${agentId} ${kind} ${nameOf(key)}`);
    return row !== undefined && (row.price !== null || row.discount !== null);
  }

  /** Rows of an agent that cover a key: for its country, then for every country. */
  #rowsOf(agentId: bigint | null, kind: number, key: PriceKey): AgentRow[] {
    if (agentId === null) return [];
    const countries = new Set([key.countryCode, ANY_COUNTRY]);
    return [...countries].flatMap(
      (countryCode) => this.#promised.get(`${agentId} ${kind} ${nameOf({ ...key, countryCode })}`) ?? [],
    );
  }

  #promise(agentId: bigint | null, kind: number, key: PriceKey, without?: bigint): AgentRow | undefined {
    return this.#rowsOf(agentId, kind, key).find(
      (row) => row.id !== without && (row.price !== null || row.discount !== null),
    );
  }

  #firstResale(nearest: readonly bigint[], key: PriceKey): AgentRow | undefined {
    for (const agentId of nearest) {
      const row = this.#promise(agentId, AGENT_PRICE_KIND.resale, key);
      if (row) return row;
    }
    return undefined;
  }

  /** Terms of a country override terms of all countries. */
  #isOff(agentId: bigint | null, key: PriceKey): boolean {
    return this.#rowsOf(agentId, AGENT_PRICE_KIND.own, key)[0]?.enabled === 0;
  }

  #termsOf(agentId: bigint | null, key: PriceKey): ResolvedPrice['terms'] {
    const rows = this.#rowsOf(agentId, AGENT_PRICE_KIND.own, key);
    return {
      minQty: rows.find(({ min_qty }) => min_qty !== null)?.min_qty ?? null,
      limits: rows
        .filter(({ daily_limit, monthly_limit }) => daily_limit !== null || monthly_limit !== null)
        .map(({ country_code, daily_limit, monthly_limit }) => ({
          countryCode: country_code,
          daily: daily_limit,
          monthly: monthly_limit,
        })),
    };
  }
}

/** Returns the price of an agreed row for a quantity; a discount applies to the price list. Null without a listed price. */
export const promisedAt = (
  promise: { readonly price: bigint | null; readonly discount: string | null },
  listed: BookRow | undefined,
  quantity: number,
): Micro | null => {
  if (promise.price !== null) return micros(promise.price);
  return listed ? applyRate(tieredAt(listed, quantity).price, promise.discount ?? '1') : null;
};

/** Returns the list price of a level for a quantity: a price for all levels less the level's discount, never below its floor. */
function bookPriceAt(listed: BookRow, level: number, quantity: number): Micro {
  const { price } = tieredAt(listed, quantity);
  const discounted = listed.agent_level === 0 ? applyRate(price, LEVEL_DISCOUNT[level] ?? '1') : price;
  const floor = listed.min_price;
  return floor !== null && floor > discounted ? micros(floor) : discounted;
}

function tieredAt(row: BookRow, quantity: number): { price: Micro; from: number | null } {
  const tier = row.tiers.filter(({ fromQty }) => fromQty <= quantity).at(-1);
  return tier ? { price: parseMoney(tier.price), from: tier.fromQty } : { price: micros(row.sale_price), from: null };
}

const keyOf = (row: KeyRow): PriceKey => ({
  businessType: row.business_type,
  serviceType: row.service_type,
  filterType: row.filter_type,
  activePeriod: row.active_period,
  countryCode: row.country_code,
});

/** Returns a key as text; equal keys have equal texts. */
export const nameOf = ({ businessType, serviceType, filterType, activePeriod, countryCode }: PriceKey): string =>
  `${businessType}-${serviceType}-${filterType ?? ''}-${activePeriod ?? ''}-${countryCode}`;
