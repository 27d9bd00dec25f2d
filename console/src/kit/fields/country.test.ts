import '../testing/browser.ts';
import { expect, test } from 'vitest';
import { countryName, flagOf, inOrder } from './country.tsx';

test('a flag is made of the two letters, and is the globe without them', () => {
  expect([flagOf('US'), flagOf('AD'), flagOf('ZW')]).toEqual(['🇺🇸', '🇦🇩', '🇿🇼']);
  for (const code of ['*', '', 'us', 'U', 'USA']) expect(flagOf(code)).toBe('🌐');
});

test('a country has a name in both languages, also one without an entry', () => {
  expect([countryName('US', 'zh'), countryName('US', 'en')]).toEqual(['美国', 'United States']);
  expect([countryName('*', 'zh'), countryName('*', 'en')]).toEqual(['所有国家', 'All countries']);
  // A code unknown to the browser, and an invalid one.
  expect([countryName('QQ', 'en'), countryName('nowhere!', 'en'), countryName('', 'en')]).toEqual([
    'QQ',
    'nowhere!',
    '',
  ]);
});

test('sorts countries in the company’s order, and at equal places by name in the reader’s language', () => {
  const choice = (label: string, labelEn: string, sort: number) => ({ label, labelEn, sort });
  const choices = [
    choice('中国', 'China', 1),
    choice('德国', 'Germany', 1),
    choice('加拿大', 'Canada', 1),
    choice('美国', 'United States', 0),
  ];
  expect(inOrder(choices, 'zh').map(({ label }) => label)).toEqual(['美国', '德国', '加拿大', '中国']);
  expect(inOrder(choices, 'en').map(({ labelEn }) => labelEn)).toEqual(['United States', 'Canada', 'China', 'Germany']);
});
