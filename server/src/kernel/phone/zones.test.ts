import { expect, it } from 'vitest';
import table from './zones.json' with { type: 'json' };
import { zonesOfNumber } from './zones.ts';

it.each([
  [12165550123n, '1', ['America/New_York']],
  [18085550123n, '1', ['Pacific/Honolulu']],
  [12085550123n, '1', ['America/Boise', 'America/Los_Angeles']],
  [79115550123n, '7', ['Europe/Moscow']],
  [74215550123n, '7', ['Asia/Vladivostok']],
  [5511960000000n, '55', ['America/Sao_Paulo']],
])('the prefix of %s has its zones', (number, code, zones) => {
  expect(zonesOfNumber(number, code)).toEqual(zones);
});

it.each([
  ['a prefix that is not known', 18005550123n, '1'],
  ['a number of another country', 12165550123n, '44'],
  ['a country without zones by prefix', 84900000000n, '84'],
  ['the calling code only', 1n, '1'],
])('%s has none', (_what, number, code) => {
  expect(zonesOfNumber(number, code)).toBe(null);
});

it('names zones that the runtime knows, each prefix once', () => {
  for (const zone of new Set(Object.keys(table.prefixes).flatMap((names) => names.split('&'))))
    expect(() => Temporal.Now.zonedDateTimeISO(zone), zone).not.toThrow();
  const prefixes = Object.values(table.prefixes).flatMap((all) => all.split(' '));
  expect(new Set(prefixes).size).toBe(prefixes.length);
});
