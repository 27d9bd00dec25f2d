import type { Db, Tx } from '../../kernel/db/index.ts';
import { invariant } from '../../kernel/invariant.ts';
import { pricingErrors } from './errors.ts';
import { loadPrices } from './price-index.ts';
import type { PriceKey, PriceReader, ResolvedPrice } from './resolved-price.ts';

/**
 * The price of one unit for one reader and quantity, at this moment. Nobody buys what is not enabled for its agent or one above.
 * First hit wins: the agent's own price; the nearest
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
