import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { int, money, text } from '@trade-assistant/contract/kit/field.ts';
import { resource } from '@trade-assistant/contract/kit/resource.ts';
import { describe, expect, test } from 'vitest';
import { type Column, columnsOf, currencyOf, isWideEnough, leadingFirst, roomForTitles } from './columns.tsx';

const everything = () => true;
const columnIn = (columns: readonly Column[], name: string): Column =>
  columns.find((column) => column.name === name) ?? expect.unreachable(name);

const isCut = (changes: Parameters<typeof columnsOf>[1], name: string, density: 'large' | 'medium' = 'medium') =>
  !isWideEnough(columnIn(columnsOf(country, changes, everything), name), 'zh', density);

test('a column is cut where what stands in it may be wider', () => {
  expect(isCut({}, 'nameEn')).toBe(true);
  expect(isCut({}, 'status')).toBe(false);
  expect(isCut({ status: { width: 60 } }, 'status')).toBe(false);
  expect(isCut({ status: { width: 60 } }, 'status', 'large')).toBe(true);
  expect(isCut({ status: { width: 50 } }, 'status')).toBe(true);
});

test('a column that the screen draws itself is cut unless it says how wide it is', () => {
  expect(isCut({ status: { render: () => 'x' } }, 'status')).toBe(true);
  expect(isCut({ status: { render: () => 'x', contentWidth: { zh: 28, en: 28 } } }, 'status')).toBe(false);
});

test('a column makes room for its title and the marks beside it, in the language shown, up to a limit', () => {
  const width = (locale: 'zh' | 'en', change: Partial<Column>) => {
    const [column] = roomForTitles(
      [{ ...columnIn(columnsOf(country, {}, everything), 'status'), ...change }],
      locale,
      'medium',
    );
    return column?.width;
  };
  const title = { zh: '数量', en: 'Quantity' };
  expect(width('zh', { title, width: 60, isSortable: false })).toBe(60);
  expect(width('en', { title, width: 60, isSortable: false })).toBe(73 + 16);
  expect(width('en', { title, width: 60, isSortable: true })).toBe(73 + 16 + 14);
  expect(width('en', { title, width: 120, isSortable: true })).toBe(120);
  expect(width('en', { title: { zh: '', en: 'w'.repeat(40) }, width: 60 })).toBe(200);
});

describe('the columns of a list', () => {
  const label = { zh: '名称', en: 'Name' };
  const ship = resource('sea/ship', {
    title: label,
    fields: {
      name: text({ label, max: 9, list: true, sort: true }),
      note: text({ label, max: 9 }),
      cost: money({ label, list: true, may: 'cost', width: 60 }),
      spare: int({ label, list: 'hidden' }),
    },
    calls: {},
    extras: { cost: label },
  });
  const names = (changes: Parameters<typeof columnsOf>[1] = {}, can: (code: string) => boolean = everything) =>
    columnsOf(ship, changes, can).map(({ name }) => name);

  test('are the fields that are listed, those at first hidden included', () => {
    expect(names()).toEqual(['name', 'cost', 'spare']);
    expect(columnsOf(ship, {}, everything).map(({ isHiddenAtFirst }) => isHiddenAtFirst)).toEqual([false, false, true]);
    expect(columnsOf(ship, {}, everything).map(({ isSortable }) => isSortable)).toEqual([true, false, false]);
  });

  test('leave out what only others may see, whatever the screen says of it', () => {
    const asked: string[] = [];
    const nobody = (code: string) => {
      asked.push(code);
      return false;
    };
    expect(names({}, nobody)).toEqual(['name', 'spare']);
    expect(asked).toEqual(['sea/ship:cost']);
    expect(names({ cost: { width: 200, render: () => 'secret' } }, nobody)).toEqual(['name', 'spare']);
    expect(names({}, (code) => code === 'sea/ship:cost')).toContain('cost');
  });

  test('are changed, left out and added to by the screen', () => {
    expect(names({ name: false, note: {}, own: { title: label } })).toEqual(['note', 'cost', 'spare', 'own']);
    const [name] = columnsOf(ship, { name: { width: 77, align: 'center' } }, everything);
    expect(name).toMatchObject({ title: label, width: 77, align: 'center', isSortable: true });
    const own = columnIn(columnsOf(ship, { own: { width: 50 } }, everything), 'own');
    expect(own).toMatchObject({ title: { zh: '', en: '' }, width: 50, isSortable: false });
    expect(own.render({ id: '1' })).toBeNull();
  });

  test('stand right where they are numbers, and an amount has room for its currency', () => {
    expect(columnsOf(ship, {}, everything).map(({ align, width }) => [align, width])).toEqual([
      ['left', 140],
      ['right', 130],
      ['right', 100],
    ]);
  });

  test('begin with those that are named, in that order', () => {
    const columns = columnsOf(ship, {}, everything);
    expect(leadingFirst(columns, ['spare', 'missing', 'name']).map(({ name }) => name)).toEqual([
      'spare',
      'name',
      'cost',
    ]);
    expect(leadingFirst(columns)).toEqual(columns);
  });
});

test('an amount shows the currency its row names, and the currency itself does not', () => {
  expect(currencyOf('cost', { id: '1', currency: 'USDT' })).toBe('USDT');
  expect(currencyOf('currency', { id: '1', currency: 'USDT' })).toBeUndefined();
  for (const currency of ['', null, undefined, 5]) expect(currencyOf('cost', { id: '1', currency })).toBeUndefined();
});
