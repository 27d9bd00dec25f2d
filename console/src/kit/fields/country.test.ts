import '../testing/browser.ts';
import { expect, test } from 'vitest';
import { countryName, flagOf } from './country.tsx';

test('a flag is made of the two letters, and is the globe where there are none', () => {
  expect([flagOf('US'), flagOf('AD'), flagOf('ZW')]).toEqual(['🇺🇸', '🇦🇩', '🇿🇼']);
  for (const code of ['*', '', 'us', 'U', 'USA']) expect(flagOf(code)).toBe('🌐');
});

test('a country has a name in both languages, also one that nobody has entered', () => {
  expect([countryName('US', 'zh'), countryName('US', 'en')]).toEqual(['美国', 'United States']);
  expect([countryName('*', 'zh'), countryName('*', 'en')]).toEqual(['所有国家', 'All countries']);
  // What the browser does not know, and what is no code at all.
  expect([countryName('QQ', 'en'), countryName('nowhere!', 'en'), countryName('', 'en')]).toEqual([
    'QQ',
    'nowhere!',
    '',
  ]);
});
