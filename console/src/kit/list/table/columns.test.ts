import { productOrders } from '@trade-assistant/contract/areas/agent/product.ts';
import { financeLog } from '@trade-assistant/contract/areas/finance/log.ts';
import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { int, money, text } from '@trade-assistant/contract/kit/field.ts';
import { resource } from '@trade-assistant/contract/kit/resource.ts';
import { describe, expect, test } from 'vitest';
import { type Column, columnsOf, currencyOf, leadingFirst } from './columns.tsx';
import { partsOf } from './row-cards.tsx';

const everything = () => true;
const columnIn = (columns: readonly Column[], name: string): Column =>
  columns.find((column) => column.name === name) ?? expect.unreachable(name);

test('a column wraps where its content may be long, and never where its kind is short', () => {
  const wraps = (changes: Parameters<typeof columnsOf>[1], name: string) =>
    columnIn(columnsOf(country, changes, everything, 'zh'), name).wraps;
  expect(wraps({}, 'nameZh')).toBe('whole');
  expect(wraps({}, 'status')).toBe(false);
  expect(wraps({}, 'countryCode')).toBe(false);
  // Also where the screen draws it itself.
  expect(wraps({ status: { width: 60, render: () => 'x' } }, 'status')).toBe(false);
  expect(wraps({ nameZh: { wraps: false } }, 'nameZh')).toBe(false);
});

test('a dictionary is printed in words, whatever the screen draws', () => {
  const drawn = 'drawn';
  const columns = columnsOf(
    country,
    { status: { render: () => drawn }, nameZh: { render: () => drawn } },
    everything,
    'zh',
  );
  expect(columnIn(columns, 'status').print({ id: '1', status: 1 })).not.toBe(drawn);
  expect(columnIn(columns, 'nameZh').print({ id: '1' })).toBe(drawn);
});

test('a card has the name of the row, the status, what distinguishes rows, and numbers before all others', () => {
  const parts = partsOf(columnsOf(country, {}, everything, 'zh'));
  expect(parts.name?.name).toBe('nameZh');
  expect(parts.status?.name).toBe('status');
  expect(parts.figures.map(({ name }) => name)).toEqual(['countryCode', 'nameEn', 'sort', 'createTime']);
  expect(partsOf([])).toEqual({ name: undefined, status: undefined, figures: [] });
});

test('the card of a row with only a time shows its owner and the important values', () => {
  const leading = ['createTime', 'userName', 'walletKind', 'amount', 'afterAmount', 'beforeAmount'];
  const parts = partsOf(leadingFirst(columnsOf(financeLog, {}, everything, 'zh'), leading));
  expect(parts.name?.name).toBe('createTime');
  expect(parts.figures.map(({ name }) => name)).toEqual(['userName', 'amount', 'afterAmount', 'beforeAmount']);
});

test('the card of an order shows product, country and time', () => {
  const leading = ['orderNo', 'status', 'productName', 'quantity', 'amount'];
  const columns = leadingFirst(columnsOf(productOrders, {}, everything, 'zh'), leading);
  const { figures } = partsOf(columns.filter(({ isHiddenAtFirst }) => !isHiddenAtFirst));
  expect(figures.map(({ name }) => name)).toEqual([
    'productName',
    'quantity',
    'amount',
    'countryCode',
    'unitPrice',
    'createTime',
  ]);
});

describe('a name in two languages', () => {
  const columnsIn = (locale: 'zh' | 'en', changes: Parameters<typeof columnsOf>[1] = {}) =>
    columnsOf(country, changes, everything, locale);
  const first = (locale: 'zh' | 'en') =>
    columnsIn(locale)
      .filter(({ name }) => name.startsWith('name'))
      .map(({ name, title, isHiddenAtFirst }) => [name, title[locale], isHiddenAtFirst]);

  test("is one column in the reader's, and one that can be switched on", () => {
    expect(first('zh')).toEqual([
      ['nameZh', '国家名称', false],
      ['nameEn', '英文名称', true],
    ]);
    expect(first('en')).toEqual([
      ['nameZh', 'Chinese name', true],
      ['nameEn', 'Name', false],
    ]);
  });

  test('is drawn otherwise in either language by one change', () => {
    const drawn = { nameZh: { render: () => 'drawn' } };
    expect(columnIn(columnsIn('zh', drawn), 'nameZh').render({ id: '1' })).toBe('drawn');
    expect(columnIn(columnsIn('en', drawn), 'nameEn').render({ id: '1' })).toBe('drawn');
    expect(columnIn(columnsIn('en', drawn), 'nameZh').render({ id: '1' })).not.toBe('drawn');
  });
});

describe('the columns of a list', () => {
  const label = { zh: '名称', en: 'Name' };
  const ship = resource('sea/ship', {
    title: label,
    fields: {
      name: text({ label, max: 9, list: true, sort: true }),
      note: text({ label, max: 9 }),
      cost: money({ label, list: true, readPermission: 'cost' }),
      spare: int({ label, list: 'hidden' }),
    },
    calls: {},
    extras: { cost: label },
  });
  const names = (changes: Parameters<typeof columnsOf>[1] = {}, can: (code: string) => boolean = everything) =>
    columnsOf(ship, changes, can, 'zh').map(({ name }) => name);

  test('are the listed fields, including those hidden by default', () => {
    expect(names()).toEqual(['name', 'cost', 'spare']);
    expect(columnsOf(ship, {}, everything, 'zh').map(({ isHiddenAtFirst }) => isHiddenAtFirst)).toEqual([
      false,
      false,
      true,
    ]);
    expect(columnsOf(ship, {}, everything, 'zh').map(({ isSortable }) => isSortable)).toEqual([true, false, false]);
  });

  test('leave out fields the user may not see, even when the screen names them', () => {
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
    const [name] = columnsOf(ship, { name: { width: 77, align: 'center' } }, everything, 'zh');
    expect(name).toMatchObject({ title: label, width: 77, align: 'center', isSortable: true });
    const own = columnIn(columnsOf(ship, { own: { width: 50 } }, everything, 'zh'), 'own');
    expect(own).toMatchObject({ title: { zh: '', en: '' }, width: 50, isSortable: false });
    expect(own.render({ id: '1' })).toBeNull();
  });

  test('align numbers right', () => {
    expect(columnsOf(ship, {}, everything, 'zh').map(({ align }) => align)).toEqual(['left', 'right', 'right']);
  });

  test('start with the named ones, in that order', () => {
    const columns = columnsOf(ship, {}, everything, 'zh');
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
