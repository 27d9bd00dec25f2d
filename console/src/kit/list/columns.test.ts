import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { expect, test } from 'vitest';
import { type Column, columnsOf, isWideEnough } from './columns.tsx';

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
