import { describe, expect, it } from 'vitest';
import type { LimitWindow } from '../kernel/declared-limits.ts';

/** Somebody subject to a limit, with a way to use it up. */
export interface Bound {
  /** Uses an amount at once, or a number of times. @returns whether it was permitted */
  use(amount: bigint): Promise<boolean>;
  /** Moves all uses so far to another time; for limits that count. */
  usedAt?(sqlTime: string): Promise<unknown>;
}

/** A limit as tests try it. */
export interface LimitCase {
  readonly name: string;
  /** In the smallest unit that counts. */
  readonly value: bigint;
  readonly isLeast?: true;
  /** Uses within this time count; absent: each use alone. */
  readonly counts?: LimitWindow;
  /** What was used before in tests of earlier uses. */
  readonly earlier: bigint;
  bound(): Promise<Bound>;
}

const began = (unit: 'day' | 'month') =>
  `(date_trunc('${unit}', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;
const ofCalendar = (unit: 'day' | 'month') => ({
  inside: began(unit),
  outside: `${began(unit)} - interval '1 microsecond'`,
});
const moving = (interval: string) => ({
  // Less than the whole time, as the test itself takes a moment.
  inside: `now() - interval '${interval}' + interval '1 minute'`,
  outside: `now() - interval '${interval}'`,
});
/** The earliest time of uses that count, and a time before. */
const TIMES: Readonly<Record<LimitWindow, { readonly inside: string; readonly outside: string }>> = {
  hour: moving('1 hour'),
  '24 hours': moving('24 hours'),
  day: ofCalendar('day'),
  month: ofCalendar('month'),
  ever: ofCalendar('day'),
};

/** Tries a limit: just inside, at it and beyond; after earlier uses within its time and before; and by two at once. */
export function tryLimit({ value, isLeast, counts, earlier, bound }: LimitCase): void {
  it.each([
    ['just inside', isLeast ? value + 1n : value - 1n, true],
    ['at it', value, true],
    ['just beyond', isLeast ? value - 1n : value + 1n, false],
  ] as const)('%s: %d goes: %s', async (_, amount, goes) => {
    expect(await (await bound()).use(amount)).toBe(goes);
  });
  if (!counts) return;
  const isForgotten = counts !== 'ever';
  const { inside, outside } = TIMES[counts];

  describe('after earlier uses', () => {
    it.each([
      ['as its time began', inside, value - earlier, true],
      ['as its time began', inside, value - earlier + 1n, false],
      ['before its time', outside, value - earlier + 1n, isForgotten],
      ['before its time', outside, value, isForgotten],
    ] as const)('%s', async (_, time, amount, goes) => {
      const somebody = await bound();
      expect(await somebody.use(earlier)).toBe(true);
      await somebody.usedAt?.(time);
      expect(await somebody.use(amount)).toBe(goes);
    });
  });

  it('two at once take what is left once', async () => {
    const somebody = await bound();
    expect(await somebody.use(value - earlier)).toBe(true);
    const both = await Promise.all([somebody.use(earlier), somebody.use(earlier)]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });
}
