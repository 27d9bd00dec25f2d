import { describe, expect, test } from 'vitest';
import { nextTier, problemOfTiers, tiersIn } from './tiers.ts';

const tier = (fromQty: number, price: string) => ({ fromQty, price });

describe('tiers of a price', () => {
  test.each([
    [[], undefined],
    [[tier(1, '0.5'), tier(100, '0.45'), tier(1000, '0.45')], undefined],
    [[tier(1, '0.5'), tier(1, '0.4')], 'Quantities must increase from tier to tier'],
    [[tier(1, '0.5'), tier(10, '0.500001')], 'Prices must not increase from tier to tier'],
    [[tier(1, '')], 'Every tier needs a quantity and a price'],
    [[tier(0, '1')], 'Every tier needs a quantity and a price'],
  ])('case %#', (tiers, problem) => expect(problemOfTiers(tiers)?.en).toBe(problem));

  test('compares prices as amounts, not as texts', () => {
    expect(problemOfTiers([tier(1, '10'), tier(10, '9.5')])).toBeUndefined();
  });

  test('a further tier starts from the one before', () => {
    expect(nextTier([])).toEqual({ fromQty: 1, price: '' });
    expect(nextTier([tier(100, '0.4')])).toEqual({ fromQty: 1000, price: '0.4' });
  });

  test('nothing is no tiers', () => expect(tiersIn(null)).toEqual([]));
});
