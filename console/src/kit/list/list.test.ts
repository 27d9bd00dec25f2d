import { country } from '@trade-assistant/contract/areas/user/country.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FIRST_PAGE,
  isAddressOf,
  type ListState,
  listInput,
  readAddress,
  tidyFilters,
  writeAddress,
} from './address.ts';
import { isShown, moved, NO_ARRANGEMENT, ordered, toggled } from './arrangement.ts';
import { addressOfTask } from './use-addressed-task.ts';

const allowed = new Set([
  'current',
  'size',
  'ascs',
  'descs',
  'nameZh',
  'status',
  'createTime_dategt',
  'createTime_datelt',
]);

describe('a list in the address', () => {
  test('starts without a query', () => expect(writeAddress(FIRST_PAGE)).toBe(''));

  test('carries filters, order and page by the names of the wire', () => {
    const state: ListState = {
      current: 3,
      size: 50,
      sort: '-createTime',
      filters: { nameZh: '中 国', createTime_dategt: '2026-01-01 00:00:00' },
    };
    const query = writeAddress(state);
    expect(Object.fromEntries(new URLSearchParams(query))).toEqual({
      nameZh: '中 国',
      createTime_dategt: '2026-01-01 00:00:00',
      descs: 'createTime',
      current: '3',
      size: '50',
    });
    expect(listInput(state, { businessType: 1 })).toEqual({
      current: 3,
      size: 50,
      descs: 'createTime',
      nameZh: '中 国',
      createTime_dategt: '2026-01-01 00:00:00',
      businessType: 1,
    });
  });

  test('is read back as it was written', () => {
    fc.assert(
      fc.property(
        fc.record({
          current: fc.integer({ min: 1, max: 99_999 }),
          size: fc.constantFrom(10, 30, 50, 100, 200),
          sort: fc.constantFrom('', 'id', '-createTime'),
          filters: fc.dictionary(fc.constantFrom('nameZh', 'status'), fc.string({ minLength: 1 })),
        }),
        (state) => {
          expect(readAddress(writeAddress(state), allowed)).toEqual({ ...state, filters: { ...state.filters } });
        },
      ),
    );
  });

  test('ignores names and numbers the list does not know', () => {
    expect(readAddress('?tab=2&password=x&current=-1&size=abc&nameZh=', allowed)).toEqual(FIRST_PAGE);
    expect(readAddress('?size=100000', allowed).size).toBe(200);
  });

  test('knows its own addresses', () => {
    expect(isAddressOf('/user/country', 'user/country')).toBe(true);
    expect(isAddressOf('/user/country/index', 'user/country')).toBe(true);
    expect(isAddressOf('/user/country-two', 'user/country')).toBe(false);
  });

  test('accepts what the contract accepts', () => {
    expect(country.calls.list.input.meta()?.parameters).toContain('nameZh');
  });

  test('drops filters that were emptied', () =>
    expect(tidyFilters({ a: ' x ', b: '  ', c: undefined })).toEqual({ a: 'x' }));

  test('names the task that waits, where a screen can show it', () => {
    expect(addressOfTask({ taskNo: 'IM1', bizType: 'whatsapp/pre-warehouse' })).toBe(
      '/whatsapp/pre-warehouse?task=IM1',
    );
    expect(addressOfTask({ taskNo: 'IM1', bizType: 'https://evil.example' })).toBeUndefined();
    expect(addressOfTask({ taskNo: 'IM1', bizType: null })).toBeUndefined();
  });
});

describe('arranged columns', () => {
  const columns = [{ name: 'a' }, { name: 'b' }, { name: 'c', isHiddenAtFirst: true }, { name: 'd' }];
  const names = (arrangement = NO_ARRANGEMENT) => ordered(columns, arrangement).map(({ name }) => name);

  test('stand as the contract has them until they are moved', () => expect(names()).toEqual(['a', 'b', 'c', 'd']));
  test('keep the order they were given', () =>
    expect(names(moved(columns, NO_ARRANGEMENT, 'd', 0))).toEqual(['d', 'a', 'b', 'c']));
  test('a new column takes its place behind its left neighbour', () => {
    expect(names({ ...NO_ARRANGEMENT, order: ['d', 'b', 'a', 'gone'] })).toEqual(['d', 'b', 'c', 'a']);
  });
  test('are switched on and off, also those that start hidden', () => {
    const [a, , c] = columns as [(typeof columns)[number], unknown, (typeof columns)[number]];
    expect([isShown(a, NO_ARRANGEMENT), isShown(c, NO_ARRANGEMENT)]).toEqual([true, false]);
    const changed = toggled(c, toggled(a, NO_ARRANGEMENT));
    expect([isShown(a, changed), isShown(c, changed)]).toEqual([false, true]);
  });
});
