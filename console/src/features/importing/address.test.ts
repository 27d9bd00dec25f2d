import { expect, test } from 'vitest';
import { importAddress, openingOf } from './address.ts';

/** The address parameter that opened the list, with its value. */
const wishOf = (address: string) => {
  const [[name, value] = []] = [...new URLSearchParams(address.split('?')[1])];
  return `${name}=${value}`;
};

test('an address opens an import with the given values filled in', () => {
  const initial = { countryCode: 'US', numberType: 1, warehouseCode: 'WH 01' };
  expect(openingOf(wishOf(importAddress('whatsapp/pre-warehouse', initial)))).toEqual({ initial });
});

test('an address opens an empty import, or an earlier one', () => {
  expect(importAddress('whatsapp/pre-warehouse')).toBe('/whatsapp/pre-warehouse/index?import=1');
  expect(openingOf('import=1')).toEqual({ initial: {} });
  expect(openingOf('task=IM1')).toEqual({ taskNo: 'IM1' });
  expect(openingOf(undefined)).toEqual({});
});
