import { STOCK_STATES, type StockCounts, type StockState } from '../parts/stock-states.ts';

interface KindOfNumber extends StockCounts {
  readonly countryCode: string;
  readonly sellable: number;
  readonly lockedForPreorder?: number | null | undefined;
}

export interface CountryStock {
  readonly code: string;
  readonly counts: Readonly<Record<StockState, number>>;
}

/**
 * Returns the rows summed up by country, the largest stock first. Without the totals only the saleable stock is known.
 */
export function byCountry(rows: readonly KindOfNumber[], hasTotals: boolean): CountryStock[] {
  const countries = new Map<string, Record<StockState, number>>();
  for (const row of rows) {
    const counts = countries.get(row.countryCode) ?? none();
    for (const state of STOCK_STATES) {
      counts[state] += hasTotals
        ? ((state === 'locked' ? row.lockedForPreorder : row[state]) ?? 0)
        : state === 'available'
          ? row.sellable
          : 0;
    }
    countries.set(row.countryCode, counts);
  }
  return [...countries]
    .map(([code, counts]) => ({ code, counts }))
    .sort((a, b) => sizeOf(b.counts) - sizeOf(a.counts) || a.code.localeCompare(b.code));
}

const none = (): Record<StockState, number> => ({
  available: 0,
  reserved: 0,
  assigned: 0,
  quarantine: 0,
  unlisted: 0,
  dead: 0,
  retired: 0,
  locked: 0,
});

const sizeOf = (counts: Readonly<Record<StockState, number>>): number =>
  STOCK_STATES.reduce((sum, state) => sum + counts[state], 0);
