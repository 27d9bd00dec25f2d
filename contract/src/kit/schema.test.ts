import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { micros } from './money.ts';
import { amount, amountText, flag, id, ids } from './schema.ts';
import { sentenceOf } from './sentences.ts';

const isTaken = (schema: z.ZodType, value: unknown) => schema.safeParse(value).success;
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index + 1).join(',');

describe('an id', () => {
  it('is a bigint on the server and text on the wire', () => {
    expect(z.decode(id(), '9007199254740993')).toBe(9007199254740993n);
    expect(z.encode(id(), 9007199254740993n)).toBe('9007199254740993');
  });

  it('has one to eighteen digits and nothing else', () => {
    expect([isTaken(id(), '0'), isTaken(id(), '9'.repeat(18))]).toEqual([true, true]);
    for (const wrong of ['', '9'.repeat(19), '-1', '+1', ' 1', '1 ', '1.0', '1e3', '0x1', '1,2', 1, null])
      expect(isTaken(id(), wrong), String(wrong)).toBe(false);
  });
});

describe('ids of a bulk call', () => {
  it('are joined by commas, and each counts once, in any notation', () => {
    expect(z.decode(ids(), '3,1,3')).toEqual([3n, 1n]);
    expect(z.decode(ids(), '7,07')).toEqual([7n]);
    expect(z.encode(ids(), [3n, 1n])).toBe('3,1');
  });

  it('are one to two hundred different ones, or up to the call’s limit', () => {
    expect(isTaken(ids(), numbers(200))).toBe(true);
    expect(isTaken(ids(), `${numbers(200)},1`)).toBe(true);
    expect(isTaken(ids(), numbers(201))).toBe(false);
    expect([isTaken(ids(2), '1,2'), isTaken(ids(2), '1,2,3')]).toEqual([true, false]);
  });

  it.each(['', ',', '1,', ',1', '1,,2', '1, 2', '1;2', 'all', '1'.repeat(19)])('are not “%s”', (text) => {
    expect(isTaken(ids(), text)).toBe(false);
  });
});

describe('an amount', () => {
  it('is in micro-units on the server and decimal on the wire', () => {
    expect(z.decode(amount(), '-12.50')).toBe(-12_500_000n);
    expect(z.encode(amount(), micros(-12_500_000n))).toBe('-12.5');
  });

  it('has twelve digits before the point, so that sums of many still fit 64 bits; an answer may be such a sum', () => {
    for (const sign of ['', '-']) {
      for (const rule of [amount(), amountText()]) {
        expect(isTaken(rule, `${sign}999999999999.999999`)).toBe(true);
        expect(isTaken(rule, `${sign}1000000000000`)).toBe(false);
        expect(isTaken(rule, `${sign}99999999999999.999999`)).toBe(false);
      }
    }
    expect(z.encode(amount(), micros(9_000_000_000_000_000_000n))).toBe('9000000000000');
  });

  it('is refused in both languages', () => {
    for (const wrong of ['', '1.1234567', '1,5', '1e3']) {
      const issue = amount().safeParse(wrong).error?.issues[0];
      expect(issue && sentenceOf(issue), wrong).toEqual({
        zh: '应为金额，最多 6 位小数',
        en: 'should be an amount with at most six decimals',
      });
    }
  });
});

it('yes and no are 1 and 0, as numbers', () => {
  expect([0, 1].map((value) => isTaken(flag(), value))).toEqual([true, true]);
  expect([2, -1, '1', true, null].map((value) => isTaken(flag(), value))).toEqual([false, false, false, false, false]);
});
