import '../../kit/testing/browser.ts';
import { expect, test } from 'vitest';
import { menuPlaces } from '../navigation/menu.ts';
import { firstPageOf } from './first-page.ts';

const places = menuPlaces([{ id: '1', name: '仓库', path: '/whatsapp/warehouse' }]);
const pages = new Set(['whatsapp/warehouse', 'finance/log', 'desk/task']);
const from = (chosen: string) => firstPageOf(chosen, places, pages);

test('a session starts with the chosen page', () => {
  expect(from('/whatsapp/warehouse/index')).toBe('/whatsapp/warehouse/index');
  expect(from('/whatsapp/warehouse')).toBe('/whatsapp/warehouse/index');
  expect(from('/desk/task/index')).toBe('/desk/task/index');
});

test('a session starts at home without the permission for the chosen page, or when it does not exist', () => {
  expect(from('/finance/log/index')).toBe('/wel/index');
  expect(from('/no/such/page')).toBe('/wel/index');
});
