import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byCountry } from './by-country.ts';

const row = (countryCode: string, available: number, assigned = 0) => ({
  countryCode,
  sellable: Math.floor(available / 2),
  available,
  assigned,
});

describe('stock by country', () => {
  test('sums the kinds of one country and puts the largest first', () => {
    const [first, second] = byCountry([row('US', 10, 5), row('GB', 100), row('US', 3)], true);
    expect([first?.code, first?.counts.available]).toEqual(['GB', 100]);
    expect([second?.code, second?.counts.available, second?.counts.assigned]).toEqual(['US', 13, 5]);
  });

  test('shows only the saleable stock to users without the totals', () => {
    expect(byCountry([row('US', 10, 5)], false)[0]?.counts).toMatchObject({ available: 5, assigned: 0 });
  });

  test('loses no number', () => {
    const counts = fc.nat({ max: 1_000_000 });
    const rows = fc.array(fc.tuple(fc.constantFrom('US', 'GB', 'DE'), counts, counts).map((parts) => row(...parts)));
    fc.assert(
      fc.property(rows, (given) => {
        const total = byCountry(given, true).reduce((sum, { counts: of }) => sum + of.available + of.assigned, 0);
        expect(total).toBe(given.reduce((sum, { available, assigned }) => sum + available + assigned, 0));
      }),
    );
  });
});
