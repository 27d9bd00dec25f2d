import '../testing/browser.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { describe, expect, test } from 'vitest';
import { currentZone } from '../zone.ts';
import { relativeTime, spanText } from './time.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
/** Wording for a time this many seconds from now. */
const from = (seconds: number, locale: 'zh' | 'en' = 'en') =>
  relativeTime(formatTime(new Date(NOW + seconds * 1000), currentZone()), locale, NOW);

describe('the distance of a time', () => {
  test.each([
    [0, 'now'],
    [-1, '1 second ago'],
    [-59, '59 seconds ago'],
    [-60, '1 minute ago'],
    [-119, '1 minute ago'],
    [-3_599, '59 minutes ago'],
    [-3_600, '1 hour ago'],
    [-86_399, '23 hours ago'],
    [-86_400, 'yesterday'],
    [-172_800, '2 days ago'],
    [-2_629_800, 'last month'],
    [-31_557_600, 'last year'],
    [60, 'in 1 minute'],
    [86_400, 'tomorrow'],
  ])('of %d seconds is “%s”', (seconds, words) => {
    expect(from(seconds)).toBe(words);
  });

  test('is worded in both languages, and empty without a time', () => {
    expect([from(-180, 'zh'), from(-86_400, 'zh')]).toEqual(['3分钟前', '昨天']);
    expect(['', 'soon', '2026-02-30 00:00:00'].map((wire) => relativeTime(wire, 'zh', NOW))).toEqual(['', '', '']);
  });
});

test.each([
  [-5, '0 s', '0 秒'],
  [0, '0 s', '0 秒'],
  [59.4, '59 s', '59 秒'],
  [59.5, '1 min', '1 分'],
  [61, '1 min 1 s', '1 分 1 秒'],
  [599, '9 min 59 s', '9 分 59 秒'],
  [601, '10 min', '10 分'],
  [3_599, '59 min', '59 分'],
  [3_600, '1 h', '1 小时'],
  [3_661, '1 h 1 min', '1 小时 1 分'],
  [90_000, '25 h', '25 小时'],
])('a span of %d seconds is %s', (seconds, en, zh) => {
  expect([spanText(seconds, 'en'), spanText(seconds, 'zh')]).toEqual([en, zh]);
});
