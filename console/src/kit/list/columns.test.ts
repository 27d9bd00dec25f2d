import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { expect, test } from 'vitest';
import { type Column, columnsOf, isWideEnough, roomForTitles } from './columns.tsx';

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
