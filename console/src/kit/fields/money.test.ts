import { formatMoney, isMoney, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { cleanMoney, groupedMoney, settledMoney, shortMoney } from './money.ts';

describe('an amount in a cell', () => {
  test.each([
    ['1234567.891', '1,234,567.89'],
    ['0.0035', '0.0035'],
    ['-42.5', '-42.50'],
    ['0', '0.00'],
    ['999.995', '1,000.00'],
    ['not money', 'not money'],
  ])('%s is shown as %s', (wire, shown) => {
    expect(shortMoney(wire)).toBe(shown);
  });
  test.each([
    ['1.23456', '1.2346'],
    ['12.5', '12.50'],
    ['0.000125', '0.000125'],
  ])('%s of one piece is shown as %s', (wire, shown) => {
    expect(shortMoney(wire, 4)).toBe(shown);
  });
  test('shows every digit on hover', () => expect(groupedMoney('1234.567891')).toBe('1,234.567891'));
});

describe('text typed into a money input', () => {
  test.each([
    ['1,234.50', '1234.50'],
    ['１２．５', '12.5'],
    ['$ 12 USDT', '12'],
    ['007', '7'],
    ['.5', '0.5'],
    ['1.2.3', '1.23'],
    ['1.12345678', '1.123456'],
    ['-5', '5'],
    ['1e9', '19'],
    ['', ''],
  ])('%s becomes %s', (typed, kept) => {
    expect(cleanMoney(typed)).toBe(kept);
  });
  test('keeps a leading minus where one is allowed', () => expect(cleanMoney('-5.', { negative: true })).toBe('-5.'));

  test('is an amount or empty after leaving the field, whatever was typed', () => {
    fc.assert(
      fc.property(fc.string(), (typed) => {
        const settled = settledMoney(cleanMoney(typed, { negative: true }));
        expect(settled === '' || isMoney(settled)).toBe(true);
      }),
    );
  });
  test('no amount changes by being shown in the box and left again', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(10n ** 19n), max: 10n ** 19n }), (value) => {
        const wire = formatMoney(micros(value));
        expect(parseMoney(settledMoney(cleanMoney(wire, { negative: true })))).toBe(value);
      }),
    );
  });
});
