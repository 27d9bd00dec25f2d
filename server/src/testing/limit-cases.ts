import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { describe, expect, it } from 'vitest';
import type { Db, Tx } from '../kernel/db/index.ts';
import type { LimitWindow } from '../kernel/declared-limits.ts';
import type { TestDb } from '../kernel/testing/index.ts';
import { type InterleavingDb, interleavingDb } from './interleaving-db.ts';

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
  /** Uses within this time count; absent or `use`: each use alone. */
  readonly counts?: LimitWindow;
  /** What was used before in tests of earlier uses. */
  readonly earlier: bigint;
  bound(): Promise<Bound>;
}

/** A limit that code declares: its name and window are known there. */
export type TriedLimit = Pick<LimitCase, 'value' | 'isLeast' | 'earlier' | 'bound'>;

/** Repeats a use. @returns whether it always went */
export const repeat = async (times: bigint, once: () => Promise<boolean>): Promise<boolean> => {
  let went = true;
  for (let time = 0n; time < times; time += 1n) went = await once();
  return went;
};

/** Whether work in a transaction is not refused. */
export const goesIn = async (db: Pick<Db, 'tx'>, work: (tx: Tx) => Promise<unknown>): Promise<boolean> => {
  try {
    await db.tx(work);
    return true;
  } catch (error) {
    if (isAppError(error)) return false;
    throw error;
  }
};

const began = (unit: 'day' | 'month') =>
  `(date_trunc('${unit}', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai')`;
const ofCalendar = (unit: 'day' | 'month') => ({
  inside: began(unit),
  outside: `${began(unit)} - interval '1 microsecond'`,
});
const moving = (interval: string, margin = '1 minute') => ({
  // Less than the whole time, as the test itself takes a moment.
  inside: `now() - interval '${interval}' + interval '${margin}'`,
  outside: `now() - interval '${interval}'`,
});
/** The earliest time of uses that count, and a time before. */
const TIMES: Readonly<Record<Exclude<LimitWindow, 'use'>, { readonly inside: string; readonly outside: string }>> = {
  minute: moving('1 minute', '30 seconds'),
  hour: moving('1 hour'),
  '24 hours': moving('24 hours'),
  day: ofCalendar('day'),
  month: ofCalendar('month'),
  ever: ofCalendar('day'),
};

/** Runs two works at once, one statement of each in turn. */
export type Together = (works: readonly (() => Promise<boolean>)[]) => Promise<boolean[]>;

/** Returns the options of a test's server whose works can meet, and how two of them meet. */
export function meetings(): {
  readonly reach: (connection: TestDb['connection']) => Db;
  readonly together: Together;
} {
  let interleaving: InterleavingDb | undefined;
  return {
    reach: (connection) => {
      interleaving = interleavingDb(connection);
      return interleaving.db;
    },
    together: (works) => {
      if (!interleaving) throw new Error('the server was not started with `reach`');
      let turn = 0;
      return interleaving.interleave(works, (many) => {
        turn += 1;
        return turn % many;
      });
    },
  };
}

/**
 * Tries a limit: just inside, at it and beyond; after earlier uses within its time and before; and by two at once, of whom each sends a statement
 * in turn, so that a use that counts before the other has written is seen every time.
 */
export function tryLimit({ value, isLeast, counts, earlier, bound }: LimitCase, together: Together): void {
  it.each([
    ['just inside', isLeast ? value + 1n : value - 1n, true],
    ['at it', value, true],
    ['just beyond', isLeast ? value - 1n : value + 1n, false],
  ] as const)('%s: %d goes: %s', async (_, amount, goes) => {
    expect(await (await bound()).use(amount)).toBe(goes);
  });
  if (counts === undefined || counts === 'use') return;
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

  it('used up before its time', async () => {
    const somebody = await bound();
    expect(await somebody.use(value)).toBe(true);
    await somebody.usedAt?.(outside);
    expect(await somebody.use(earlier)).toBe(isForgotten);
  });

  it('two at once take what is left once', async () => {
    const somebody = await bound();
    expect(await somebody.use(value - earlier)).toBe(true);
    const both = await together([() => somebody.use(earlier), () => somebody.use(earlier)]);
    expect(both.filter(Boolean)).toHaveLength(1);
  });
}
