import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Agent } from './agents.ts';
import { pricingErrors } from './errors.ts';
import {
  AGENT_PRICE_KIND,
  ANY_COUNTRY,
  type BookRow,
  loadPrices,
  nameOf,
  type PriceIndex,
  promisedAt,
} from './price-index.ts';
import type { PriceKey } from './resolved-price.ts';
import type { AgentPrice } from './tables.ts';

/** Most refused prices named in an error. */
const NAMED_MAX = 20;

/** A price below its floor, as the error names it. */
interface RefusedPrice {
  readonly agentId: string;
  readonly agentName: string;
  readonly kind: number;
  readonly countryCode: string;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
  /** The lowest allowed price if that is the price of the agent above; null for costs, which stay hidden. */
  readonly least: string | null;
}

/**
 * Refuses prices below their floor, in every country and quantity they apply to: cost and floor of the price list, and
 * the price of the superior agent (for a resale price: of the agent itself). Rates may not exceed the margin.
 * @throws PRICE_BELOW_FLOOR naming the prices, REBATE_ABOVE_MARGIN
 */
export async function assertAboveFloors(
  tx: Tx,
  actor: Actor,
  agents: readonly Agent[],
  rows: readonly AgentPrice[],
): Promise<void> {
  const agentOf = new Map(agents.map((agent) => [agent.id, agent]));
  const index = await loadPrices(tx, {
    tenantId: actor.tenantId,
    businesses: [...new Set(rows.map(({ businessType }) => businessType))],
    countries: null,
    levels: [
      ...new Set([0, ...agents.flatMap(({ reader, parent }) => [reader.agentLevel, parent?.reader.agentLevel ?? 0])]),
    ],
    agents: [...new Set(agents.flatMap(({ id, reader }) => [id, ...reader.ancestors]))],
  });
  const countries = countriesOf(index);
  const refused: RefusedPrice[] = [];
  for (const row of rows) {
    const agent = agentOf.get(row.agentId);
    if (!agent) continue;
    const others = row.countryCode === ANY_COUNTRY ? (countries.get(nameOf(row)) ?? []) : [];
    for (const countryCode of [row.countryCode, ...others]) {
      // Terms of the country itself are checked separately.
      const key = { ...row, countryCode };
      if (countryCode !== row.countryCode && index.hasPrice(row.agentId, row.kind, key)) continue;
      assertRates(row, index.listed(key, agent.reader.agentLevel));
      const low = tooLow(index, agent, row, key);
      if (low) refused.push({ ...nameRefused(agent, key), least: low.least === null ? null : formatMoney(low.least) });
    }
  }
  if (refused.length > 0) throw pricingErrors.PRICE_BELOW_FLOOR({}, { prices: refused.slice(0, NAMED_MAX) });
}

function tooLow(index: PriceIndex, agent: Agent, row: AgentPrice, key: PriceKey): { least: bigint | null } | undefined {
  if (row.price === null && row.discount === null) return undefined;
  const listed = index.listed(key, agent.reader.agentLevel);
  const payer = row.kind === AGENT_PRICE_KIND.resale ? agent : agent.parent;
  const above = payer ? index.listed(key, payer.reader.agentLevel) : undefined;
  for (const quantity of quantitiesOf(listed, above)) {
    const price = promisedAt(row, listed, quantity);
    if (price === null) continue;
    const paid = payer ? index.choose(payer.reader, key, quantity) : null;
    if (paid && price < paid.unitPrice) return { least: paid.unitPrice };
    if (listed && (price < listed.cost_price || price < (listed.min_price ?? 0n))) return { least: null };
  }
  return undefined;
}

/** Returns the quantities at which a price can change. */
const quantitiesOf = (...listed: readonly (BookRow | undefined)[]): Set<number> =>
  new Set([1, ...listed.flatMap((row) => row?.tiers.map(({ fromQty }) => fromQty) ?? [])]);

/** Refuses rates whose total exceeds the margin of the price. */
function assertRates(row: AgentPrice, listed: BookRow | undefined): void {
  const percent = Number(row.rebateRate1 ?? 0) + Number(row.rebateRate2 ?? 0);
  if (percent === 0 || !listed || listed.cost_price === 0n) return;
  for (const quantity of quantitiesOf(listed)) {
    const price = promisedAt({ price: null, discount: '1' }, listed, quantity) ?? 0n;
    // In hundredths of a percent, to avoid rounding.
    if (price * BigInt(Math.round(percent * 100)) > (price - listed.cost_price) * 10_000n)
      throw pricingErrors.REBATE_ABOVE_MARGIN();
  }
}

/** Returns the countries with their own price, by the name of the general key. */
function countriesOf({ keys }: PriceIndex): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const key of keys) {
    if (key.countryCode === ANY_COUNTRY) continue;
    const name = nameOf({ ...key, countryCode: ANY_COUNTRY });
    found.set(name, [...(found.get(name) ?? []), key.countryCode]);
  }
  return found;
}

const nameRefused = (agent: Agent, key: PriceKey & Pick<AgentPrice, 'kind'>) => ({
  agentId: String(agent.id),
  agentName: agent.name,
  kind: key.kind,
  countryCode: key.countryCode,
  filterType: key.filterType ?? null,
  activePeriod: key.activePeriod ?? null,
});
