import { describe, expect, test } from 'vitest';
import '../testing/browser.ts';
import { relativeTime, spanText } from '../fields/time.ts';
import { secondsLeftAt } from './time-left.ts';

describe('time left', () => {
  test('follows the speed seen so far', () => expect(secondsLeftAt(100, 600, 1100, 5)).toBe(5));
  test('is unknown while nothing has moved', () => {
    expect(secondsLeftAt(100, 100, 1100, 5)).toBeUndefined();
    expect(secondsLeftAt(0, 50, 100, 0.2)).toBeUndefined();
  });
  test('is said shortly', () => {
    expect([spanText(45, 'en'), spanText(200, 'en'), spanText(7500, 'en'), spanText(60, 'zh')]).toEqual([
      '45 s',
      '3 min 20 s',
      '2 h 5 min',
      '1 分',
    ]);
  });
  test('a time of the wire has a distance from now', () => {
    expect(relativeTime('2026-01-31 08:00:00', 'en', Date.UTC(2026, 0, 31, 8))).toMatch(/hour|now/);
    expect(relativeTime('nonsense', 'en')).toBe('');
  });
});
