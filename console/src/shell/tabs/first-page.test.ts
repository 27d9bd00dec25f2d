import '../../kit/testing/browser.ts';
import { expect, test } from 'vitest';
import { menuPlaces } from '../navigation/menu.ts';
import { firstPageOf } from './first-page.ts';

const places = menuPlaces([{ id: '1', name: '仓库', path: '/whatsapp/warehouse' }]);
const pages = new Set(['whatsapp/warehouse', 'finance/log', 'desk/task']);
const from = (chosen: string) => firstPageOf(chosen, places, pages);

test('a session begins with the page that was chosen', () => {
  expect(from('/whatsapp/warehouse/index')).toBe('/whatsapp/warehouse/index');
  expect(from('/whatsapp/warehouse')).toBe('/whatsapp/warehouse/index');
  expect(from('/desk/task/index')).toBe('/desk/task/index');
});

test('a session begins at home while the right to the page chosen is missing, or there is no such page', () => {
  expect(from('/finance/log/index')).toBe('/wel/index');
  expect(from('/no/such/page')).toBe('/wel/index');
});
