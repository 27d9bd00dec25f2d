import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import {
  ALL_PERMISSIONS,
  address,
  button,
  dialog,
  openShipList,
  reload,
  row,
  says,
  shipServer,
} from '../list-fixture.tsx';

const permissions = [...ALL_PERMISSIONS, 'sea/voyage:view'];
const tab = (name: string) => page.getByRole('tab', { name, exact: true });
const isShown = (name: string) => expect.element(tab(name)).toHaveAttribute('aria-selected', 'true');
const voyages = (count: number) => ({
  'sea/voyage/list': ({ query }: { query: URLSearchParams }) => ({
    records: Array.from({ length: count }, (_, at) => ({
      id: String(70 + at),
      port: `Port ${at} of ${query.get('shipId')}`,
    })),
    total: count,
    size: 10,
    current: 1,
    pages: 1,
  }),
});

test('a record has its address, with the tab that is shown, and is found by it', async () => {
  const server = shipServer(3, voyages(2));
  await openShipList('', { permissions });
  await userEvent.click(row(2).getByRole('button', { name: '查看' }));
  await expect.poll(address).toEqual({ record: '2' });
  await userEvent.click(tab('航次'));
  await says('Port 1 of 2');
  await expect.poll(address).toEqual({ record: '2', tab: 'voyages' });
  const asked = server.asked.find(({ path }) => path === 'sea/voyage/list');
  expect(Object.fromEntries(asked?.query ?? [])).toEqual({ shipId: '2', ascs: 'port', current: '1', size: '10' });
  reload();
  await says('Port 1 of 2');
  await isShown('航次');
  // The next one, on the same tab.
  await userEvent.click(button('下一条'));
  await says('Port 1 of 3');
  await expect.poll(address).toEqual({ record: '3', tab: 'voyages' });
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.poll(address).toEqual({});
});

test('an address opens a record of another page than the one that is shown', async () => {
  shipServer(30);
  await openShipList('?record=25&tab=log', { permissions });
  await says('Log of Ship 025');
  await isShown('日志');
});

test('the address of a deleted record shows that it does not exist, and loses its record id', async () => {
  shipServer(3);
  await openShipList('?record=99', { permissions });
  await says('该记录不存在或不可见');
  await expect.poll(address).toEqual({});
});

test('related rows lead to their own list, filtered and open', async () => {
  shipServer(3, voyages(1));
  await openShipList('?record=2&tab=voyages', { permissions });
  await expect
    .element(dialog(/船/).getByRole('link', { name: '查看' }))
    .toHaveAttribute('href', '/sea/voyage/index?shipId=2&record=70');
  await expect
    .element(page.getByRole('link', { name: '在列表中打开' }))
    .toHaveAttribute('href', '/sea/voyage/index?shipId=2');
});

test('hides the tab of a list the user may not read, and moves between tabs with arrow keys', async () => {
  shipServer(3);
  await openShipList('?record=2', {});
  await expect.element(tab('日志')).toBeVisible();
  expect(tab('航次').elements()).toEqual([]);
  tab('详情').element().focus();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  await says('Log of Ship 002');
  // The arrows were meant for the tabs, not for the next record.
  await expect.poll(address).toEqual({ record: '2', tab: 'log' });
});

test.each(looks)('nothing keeps people out: $theme, $locale', async (look) => {
  shipServer(3, voyages(2));
  await openShipList('?record=2&tab=voyages', { permissions, ...look });
  await says('Port 1 of 2');
  expect(await barriers()).toEqual([]);
});
