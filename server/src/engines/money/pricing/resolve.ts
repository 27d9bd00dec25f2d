import type { Db, Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { noPriceIn } from './errors.ts';
import { loadPrices } from './price-index.ts';
import type { PriceKey, PriceReader, ResolvedPrice } from './resolved-price.ts';

/**
 * Returns the present price of one unit for one reader and quantity. An item disabled for the reader's agent or an
 * agent above has no price. The first match wins: the agent's own price; the nearest upline's resale price; the price
 * book by country and level, country and all levels, any country and level, any country and all levels. Within each,
 * the exact country comes before `*`. Then the quantity tier applies, then (only for all-levels prices) the level
 * discount, never below the floor.
 * @throws PRICE_NOT_FOUND
 */
export async function resolvePrice(
  db: Db | Tx,
  reader: PriceReader,
  key: PriceKey,
  quantity: number,
): Promise<ResolvedPrice> {
  const [found] = await resolvePrices(db, reader, [{ key, quantity }]);
  if (!found) throw noPriceIn([key.countryCode]);
  return found;
}

/** Returns prices of many keys, for lists; null for none. One round trip for any number of keys. */
export const resolvePrices = (
  db: Db | Tx,
  reader: PriceReader,
  asked: readonly { key: PriceKey; quantity: number }[],
): Promise<(ResolvedPrice | null)[]> =>
  resolvePriceForReaders(
    db,
    asked.map((one) => ({ ...one, reader })),
  );

/** Returns prices for many readers of one tenant. One round trip for any number. */
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
  const index = await loadPrices(db, {
    tenantId,
    businesses: distinct(asked.map(({ key }) => key.businessType)),
    countries: distinct(asked.map(({ key }) => key.countryCode)),
    levels: distinct([0, ...asked.map(({ reader }) => reader.agentLevel)]),
    agents: distinct(
      asked.flatMap(({ reader }) => [...reader.ancestors, ...(reader.agentId === null ? [] : [reader.agentId])]),
    ),
  });
  return asked.map(({ reader, key, quantity }) => index.choose(reader, key, quantity));
}

const distinct = <T>(values: readonly T[]): T[] => [...new Set(values)];
