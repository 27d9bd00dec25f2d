import { expect, test } from 'vitest';
import { changeText } from './figure.tsx';

test.each([
  ['110', '100', '+10.0 %'],
  ['90', '100', '-10.0 %'],
  ['0', '100', '-100.0 %'],
  ['999', '100', '+899.0 %'],
  ['1000', '100', '+900.0 %'],
  ['86094.8', '100', null],
  ['5', '0', null],
  ['0', '0', undefined],
])('%s after %s is shown as %s', (now, before, shown) => expect(changeText(now, before)).toBe(shown));
