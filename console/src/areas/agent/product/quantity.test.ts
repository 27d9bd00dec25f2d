import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  amountOf,
  type Limits,
  largestQuantity,
  problemOfQuantity,
  smallestQuantity,
  tiersOfPieces,
  unitPriceOf,
} from './quantity.ts';

const limits = (minBuy: number, maxBuy: number, stepBuy: number, stock: number | null): Limits => ({
  minBuy,
  maxBuy,
  stepBuy,
  stock,
});

describe('how many can be bought', () => {
  test.each([
    [limits(1, 100, 1, 30), 1, 30],
    [limits(1, 100, 1, null), 1, 100],
    [limits(5, 100, 10, 47), 10, 40],
    [limits(10, 100, 10, 9), 10, 0],
  ])('case %#', (given, least, most) =>
    expect([smallestQuantity(given), largestQuantity(given)]).toEqual([least, most]),
  );

  test.each([
    [null, 'missing'],
    [1.5, 'missing'],
    [5, 'below'],
    [15, 'step'],
    [50, 'above'],
    [20, undefined],
  ])('%s: %s', (quantity, problem) => expect(problemOfQuantity(quantity, limits(10, 100, 10, 40))).toBe(problem));

  test('every offered quantity can be bought', () => {
    const counts = fc.integer({ min: 1, max: 5_000 });
    fc.assert(
      fc.property(counts, counts, counts, fc.option(fc.nat({ max: 5_000 })), (min, max, step, stock) => {
        const given = limits(min, max, step, stock);
        const most = largestQuantity(given);
        if (most > 0) {
          expect(problemOfQuantity(most, given)).toBeUndefined();
          expect(problemOfQuantity(smallestQuantity(given), given)).toBeUndefined();
        }
      }),
    );
  });
});

describe('the price', () => {
  const price = { salePrice: '0.1', specQty: 10, tiers: [{ fromQty: 100, price: '0.09' }] };

  test('the tier depends on numbers, not on pieces', () => {
    expect(unitPriceOf(price, 9)).toBe('0.1');
    expect(unitPriceOf(price, 10)).toBe('0.09');
  });

  test('is exact', () => {
    expect(formatMoney(amountOf(price, 3) ?? 0n)).toBe('3');
    expect(formatMoney(amountOf({ salePrice: '0.000001', specQty: 1, tiers: [] }, 1_000_000) ?? 0n)).toBe('1');
  });

  test('is not known without a price', () => {
    expect(amountOf({ salePrice: null, specQty: 1, tiers: [] }, 1)).toBeUndefined();
  });
});

test('tiers of packs begin at the first pack that reaches them and have the price of a pack', () => {
  const tiers = [
    { fromQty: 50, price: '1.02' },
    { fromQty: 195, price: '1' },
    { fromQty: 200, price: '0.98' },
  ];
  expect(tiersOfPieces(tiers, 10)).toEqual([
    { fromQty: 5, price: '10.2' },
    { fromQty: 20, price: '9.8' },
  ]);
  expect(tiersOfPieces(tiers, 1).map(({ fromQty }) => fromQty)).toEqual([50, 195, 200]);
});
