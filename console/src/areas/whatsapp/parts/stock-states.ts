import type { stockStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';

export type StockState = keyof typeof stockStatus.entries;

/** Counts by stock state, as far as the reader may see them. */
export type StockCounts = { readonly [S in StockState]?: number | null | undefined };

/** The states in their order in charts: saleable stock first. */
export const STOCK_STATES: readonly StockState[] = [
  'available',
  'locked',
  'reserved',
  'assigned',
  'quarantine',
  'unlisted',
  'dead',
  'retired',
];
