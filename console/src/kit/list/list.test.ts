import { country } from '@trade-assistant/contract/areas/user/country.ts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  FIRST_PAGE,
  isAddressOf,
  type ListState,
  listInput,
  partsOfView,
  readAddress,
  withoutEmptyFilters,
  writeAddress,
} from './state/address.ts';
import { pageOf } from './state/use-part-of-result.ts';
import { isArrangement, isShown, moved, NO_ARRANGEMENT, ordered, toggled } from './table/arrangement.ts';

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
    expect(listInput(state)).toEqual({
      current: 3,
      size: 50,
      descs: 'createTime',
      nameZh: '中 国',
      createTime_dategt: '2026-01-01 00:00:00',
    });
  });

  test('names a saved view alone as long as the list is as it was saved', () => {
    const start: ListState = { ...FIRST_PAGE, sort: '-createTime' };
    const filters = { status: '1', nameZh: 'x' };
    const view = { id: '7', base: partsOfView({ filters: { nameZh: 'x', status: '1' }, sort: '-createTime' }) };
    expect(writeAddress({ ...start, filters, view }, start)).toBe('?view=7');
    expect(readAddress('?view=7', allowed, start).view).toEqual({ id: '7', due: 'whole' });
    const changed = writeAddress({ ...start, filters: { status: '2' }, view }, start);
    expect(Object.fromEntries(new URLSearchParams(changed))).toEqual({
      status: '2',
      view: '7',
      descs: 'createTime',
    });
    expect(readAddress(changed, allowed, start)).toMatchObject({
      filters: { status: '2' },
      view: { id: '7', due: 'look' },
    });
    // Without filters it is still another list than the view.
    const cleared = writeAddress({ ...start, filters: {}, view }, start);
    expect(readAddress(cleared, allowed, start).view).toEqual({ id: '7', due: 'look' });
    expect(readAddress('?view=x', allowed, start).view).toBeUndefined();
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

  test('keeps page and size within their bounds and returns to the initial state', () => {
    const start: ListState = { current: 1, size: 30, sort: '-createTime', filters: {} };
    const read = (search: string) => readAddress(search, allowed, start);
    expect(read('')).toEqual(start);
    for (const wrong of ['size=0', 'size=1.5', 'size=1e1', 'size=1234567890', 'size='])
      expect(read(`?${wrong}`).size, wrong).toBe(30);
    expect([read('?size=1').size, read('?size=200').size, read('?size=201').size]).toEqual([1, 200, 200]);
    expect([read('?current=0').current, read('?current=999999999').current]).toEqual([1, 999_999_999]);
  });

  test('distinguishes no sorting from the initial sorting', () => {
    const start: ListState = { ...FIRST_PAGE, sort: '-createTime' };
    const back = (sort: string) => readAddress(writeAddress({ ...start, sort }, start), allowed, start).sort;
    expect(['', '-createTime', 'createTime', 'id'].map(back)).toEqual(['', '-createTime', 'createTime', 'id']);
    expect(writeAddress({ ...start, sort: '' }, start)).toBe('?ascs=');
    expect(writeAddress(start, start)).toBe('');
    expect(readAddress('?ascs=a&descs=b', allowed).sort).toBe('-b');
  });

  test('has its size in the address only where it differs from the default', () => {
    const start: ListState = { ...FIRST_PAGE, size: 50 };
    expect(writeAddress({ ...start, size: 10 }, start)).toBe('?size=10');
    expect(writeAddress({ ...start, size: 50 }, start)).toBe('');
  });

  test('does not let a filter replace its page', () => {
    expect(readAddress('?current=2&size=50&ascs=nameZh', allowed).filters).toEqual({});
  });

  test('knows its own addresses', () => {
    expect(isAddressOf('/user/country', 'user/country')).toBe(true);
    expect(isAddressOf('/user/country/index', 'user/country')).toBe(true);
    expect(isAddressOf('/user/country-two', 'user/country')).toBe(false);
  });

  test('accepts every value the contract accepts', () => {
    expect(country.calls.list.input.meta()?.parameters).toContain('nameZh');
  });

  test('drops filters that were emptied', () =>
    expect(withoutEmptyFilters({ a: ' x ', b: '  ', c: undefined })).toEqual({ a: 'x' }));
});

describe('arranged columns', () => {
  const columns = [{ name: 'a' }, { name: 'b' }, { name: 'c', isHiddenAtFirst: true }, { name: 'd' }];
  const names = (arrangement = NO_ARRANGEMENT) => ordered(columns, arrangement).map(({ name }) => name);

  test('have the contract’s order until they are moved', () => expect(names()).toEqual(['a', 'b', 'c', 'd']));
  test('keep the order they were given', () =>
    expect(names(moved(columns, NO_ARRANGEMENT, 'd', 0))).toEqual(['d', 'a', 'b', 'c']));
  test('a new column follows its left neighbour', () => {
    expect(names({ ...NO_ARRANGEMENT, order: ['d', 'b', 'a', 'gone'] })).toEqual(['d', 'b', 'c', 'a']);
  });
  test('are switched on and off, including those hidden by default', () => {
    const [a, , c] = columns as [(typeof columns)[number], unknown, (typeof columns)[number]];
    expect([isShown(a, NO_ARRANGEMENT), isShown(c, NO_ARRANGEMENT)]).toEqual([true, false]);
    const changed = toggled(c, toggled(a, NO_ARRANGEMENT));
    expect([isShown(a, changed), isShown(c, changed)]).toEqual([false, true]);
    expect(toggled(c, toggled(a, changed))).toEqual(NO_ARRANGEMENT);
  });
  test('are moved as far as there are places', () => {
    expect(names(moved(columns, NO_ARRANGEMENT, 'b', -1))).toEqual(['b', 'a', 'c', 'd']);
    expect(names(moved(columns, NO_ARRANGEMENT, 'b', 3))).toEqual(['a', 'c', 'd', 'b']);
    expect(names(moved(columns, NO_ARRANGEMENT, 'b', 9))).toEqual(['a', 'c', 'd', 'b']);
    const switched = toggled({ name: 'a' }, NO_ARRANGEMENT);
    expect(moved(columns, switched, 'b', 0)).toEqual({ order: ['b', 'a', 'c', 'd'], hidden: ['a'], shown: [] });
  });
  test('a new first column comes first', () => {
    expect(names({ ...NO_ARRANGEMENT, order: ['d', 'c', 'b'] })).toEqual(['a', 'd', 'c', 'b']);
  });
  test('are distinguished from other kept values', () => {
    expect([NO_ARRANGEMENT, { ...NO_ARRANGEMENT, more: 1 }].map(isArrangement)).toEqual([true, true]);
    for (const wrong of [null, [], 'order', { order: [] }, { ...NO_ARRANGEMENT, shown: {} }])
      expect(isArrangement(wrong)).toBe(false);
  });
});

test('a plain list is one page', () => {
  expect(pageOf([{ id: '1' }, { id: '2' }])).toEqual({
    records: [{ id: '1' }, { id: '2' }],
    total: 2,
    size: 2,
    current: 1,
    pages: 1,
  });
  expect(pageOf(undefined)).toBeUndefined();
});
