import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { invalidate, reload } from '../client/query.ts';
import { names, openShipList, row, ship, shipName, shipServer, shows } from './list-fixture.tsx';

const notice = page.getByRole('button', { name: '按 R', exact: false });

test('rows keep their places with new values while others change the list, until R', async () => {
  const server = shipServer(3);
  await openShipList('', {}, 600, true);
  await shows(1, 2, 3);
  const [first] = server.ships;
  server.ships = [{ ...first, id: '900', name: shipName(900) } as never, ...server.ships.slice(1)];
  server.ships = server.ships.map((one) => (one.id === '2' ? { ...one, tons: 777 } : one));
  await reload([ship.name]);
  await expect.poll(() => row(2).element().textContent).toContain('777');
  await shows(1, 2, 3);
  expect(notice.element().textContent).toBe('2 条有变化 · 按 R 刷新');
  expect(await barriers()).toEqual([]);
  await userEvent.keyboard('r');
  await expect.poll(names).toEqual([shipName(2), shipName(3), shipName(900)]);
  expect(notice.elements()).toHaveLength(0);
});

test('changes of this browser, and other pages or filters, are shown at once', async () => {
  const server = shipServer(30);
  await openShipList('?size=10', {}, 600, true);
  await expect.poll(() => names().length).toBe(10);
  server.ships = server.ships.slice(1);
  await invalidate(ship as never);
  await expect.poll(() => names()[0]).toBe(shipName(2));
  server.ships = server.ships.slice(1);
  await reload([ship.name]);
  await expect.element(notice).toBeVisible();
  await userEvent.click(page.getByRole('listitem', { name: '2', exact: true }).first());
  await expect.poll(() => names()[0]).toBe(shipName(13));
  expect(notice.elements()).toHaveLength(0);
});
