import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import type { Tier } from './tables.ts';

export interface PriceKey {
  readonly businessType: number;
  readonly serviceType: number;
  readonly filterType?: number | null | undefined;
  readonly activePeriod?: number | null | undefined;
  readonly countryCode: string;
}

/** The reader of a price: the agent (null: the list price of level 1), the level, and the ids of superior agents, nearest last. */
export interface PriceReader {
  readonly tenantId: string;
  readonly agentId: bigint | null;
  readonly agentLevel: number;
  readonly ancestors: readonly bigint[];
}

export interface ResolvedPrice {
  readonly unitPrice: Micro;
  /** Before the level discount; equal to `unitPrice` without one. */
  readonly basePrice: Micro;
  readonly source: 'agent' | 'upline' | 'level' | 'all';
  readonly priceId: bigint;
  readonly priceVersion: number;
  readonly tierFrom: number | null;
  readonly unit: number;
  readonly currency: string;
  readonly minQty: number | null;
  readonly tiers: readonly Tier[];
  /** For a row of the price book: whether it was used for a sale. */
  readonly used: boolean;
  /** The agent whose terms apply, null for the price list; the country of the row, which may be `*`. */
  readonly from: { readonly agentId: bigint | null; readonly countryCode: string };
  /** Other terms of the reader's agent. */
  readonly terms: PurchaseTerms;
}

/** Quantity terms of an agent. */
interface PurchaseTerms {
  /** Minimum of one purchase. */
  readonly minQty: number | null;
  /** Maximum quantities: of one country, and of all countries of a service together (`*`). Both apply. */
  readonly limits: readonly {
    readonly countryCode: string;
    readonly daily: number | null;
    readonly monthly: number | null;
  }[];
}
