import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import type { Tier } from './tables.ts';

export interface PriceKey {
  readonly businessType: number;
  readonly serviceType: number;
  readonly filterType?: number | null | undefined;
  readonly activePeriod?: number | null | undefined;
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
  /** Whose promise it is, null for the price book; the country it stands under, which may be `*`. */
  readonly from: { readonly agentId: bigint | null; readonly countryCode: string };
  /** What else is agreed with the reader's agent. */
  readonly terms: PurchaseTerms;
}

/** What is agreed with an agent about how many numbers it buys. */
interface PurchaseTerms {
  /** Of one purchase, at least. */
  readonly minQty: number | null;
  /** At most: of one country, and of all of a service together (`*`). Both hold. */
  readonly limits: readonly {
    readonly countryCode: string;
    readonly daily: number | null;
    readonly monthly: number | null;
  }[];
}
