import { describe, expect, it } from 'vitest';
import { applyRate, formatMoney, isMoney, micros, parseMoney, roundMoney, splitMoney, sum, times } from './money.ts';

/** Every expected figure is written out: a test that computed it would only repeat the code. */
const money = parseMoney;

describe('an amount as text', () => {
  it.each([
    ['0', 0n],
    ['12.5', 12_500_000n],
    ['0.000001', 1n],
    ['-0.000001', -1n],
    ['-12.05', -12_050_000n],
    ['99999999999999.999999', 99_999_999_999_999_999_999n],
  ])('%s is read and written exactly', (text, value) => {
    expect(parseMoney(text)).toBe(value);
    expect(formatMoney(value)).toBe(text);
  });

  it('may have trailing zeros, and shows the requested decimals', () => {
    expect([money('007'), money('1.500000'), money('-0')]).toEqual([7_000_000n, 1_500_000n, 0n]);
    expect(formatMoney(12_500_000n, 2)).toBe('12.50');
    expect(formatMoney(-3_000_000n, 2)).toBe('-3.00');
    expect(formatMoney(1_234_567n, 2)).toBe('1.234567');
  });

  it.each(['', '-', '1.', '.5', '+1', ' 1', '1 ', '1,5', '1e3', '0x1', '1.1234567', '123456789012345', '１'])(
    'is not “%s”',
    (text) => {
      expect(isMoney(text)).toBe(false);
      expect(() => parseMoney(text)).toThrow(RangeError);
    },
  );
});

describe('a rate', () => {
  it.each([
    // [micro-units, rate, half-up, down]; exact values in the remarks
    [10n, '0.95', 10n, 9n], // 9.5
    [-10n, '0.95', -10n, -9n], // −9.5: away from zero
    [10n, '-0.95', -10n, -9n],
    [30n, '0.85', 26n, 25n], // 25.5
    [11n, '0.95', 10n, 10n], // 10.45
    [9n, '0.95', 9n, 8n], // 8.55
    [1n, '0.5', 1n, 0n],
    [1n, '0.499999', 0n, 0n],
    [1n, '0.500001', 1n, 0n],
    [-1n, '0.499999', 0n, 0n],
    [-1n, '0.500001', -1n, 0n],
    [3n, '1.5', 5n, 4n], // 4.5
    [-3n, '1.5', -5n, -4n],
    [0n, '0.95', 0n, 0n],
    [7n, '1', 7n, 7n],
    [7n, '0', 0n, 0n],
  ])('%s × %s', (amount, rate, halfUp, down) => {
    expect(applyRate(micros(amount), rate)).toBe(halfUp);
    expect(applyRate(micros(amount), rate, 'half-up')).toBe(halfUp);
    expect(applyRate(micros(amount), rate, 'down')).toBe(down);
  });

  it('is exact where floating point is not', () => {
    expect(formatMoney(applyRate(money('99999999999999.999999'), '0.85'))).toBe('84999999999999.999999');
    expect(formatMoney(applyRate(money('1.1'), '1.1'))).toBe('1.21');
  });
});

describe('rounding to places', () => {
  it.each([
    // [amount, places, half-up, down]
    ['1.005', 2, '1.01', '1'],
    ['1.004999', 2, '1', '1'],
    ['1.009999', 2, '1.01', '1'],
    ['-1.005', 2, '-1.01', '-1'],
    ['-1.004999', 2, '-1', '-1'],
    ['2.5', 0, '3', '2'],
    ['-2.5', 0, '-3', '-2'],
    ['0.000005', 5, '0.00001', '0'],
    ['1.234567', 6, '1.234567', '1.234567'],
  ] as const)('%s to %d', (amount, places, halfUp, down) => {
    expect(formatMoney(roundMoney(money(amount), places))).toBe(halfUp);
    expect(formatMoney(roundMoney(money(amount), places, 'down'))).toBe(down);
  });
});

it('multiplies and adds exactly', () => {
  expect(times(money('0.333333'), 3)).toBe(money('0.999999'));
  expect(times(money('-0.1'), 3n)).toBe(money('-0.3'));
  expect(sum([money('0.1'), money('0.2'), money('-0.4')])).toBe(money('-0.1'));
  expect(sum([])).toBe(0n);
});

describe('splitting', () => {
  it.each([
    // [micro-units, weights, parts]
    [1_000_000n, [1n, 1n, 1n], [333_334n, 333_333n, 333_333n]], // a tie goes to the earlier part
    [-1_000_000n, [1n, 1n, 1n], [-333_334n, -333_333n, -333_333n]],
    [10n, [3n, 3n, 1n], [4n, 4n, 2n]], // 4.29, 4.29, 1.43: the largest remainder first
    [11n, [3n, 3n, 1n], [5n, 5n, 1n]], // 4.71, 4.71, 1.57: two are left over
    [5n, [0n, 1n], [0n, 5n]],
    [0n, [1n, 2n], [0n, 0n]],
    [1n, [1n, 1n], [1n, 0n]],
  ])('%s by %s', (amount, weights, parts) => {
    expect(splitMoney(micros(amount), weights)).toEqual(parts);
  });

  it('needs weights', () => {
    for (const weights of [[], [0n, 0n], [2n, -1n]]) {
      expect(() => splitMoney(money('1'), weights)).toThrow(RangeError);
    }
  });
});
