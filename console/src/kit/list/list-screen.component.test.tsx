import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../testing/barriers.ts';
import { looks } from '../../testing/looks.ts';
import {
  address,
  box,
  button,
  dialog,
  head,
  nameBox,
  names,
  openShipList,
  refusal,
  reload,
  row,
  says,
  shipServer,
  shows,
} from './list-fixture.tsx';

describe('the content of a list', () => {
  test('is in its address: search, order and page', async () => {
    shipServer(25);
    await openShipList();
    await userEvent.fill(nameBox, 'Ship 0');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toEqual({ name: 'Ship 0' });
    await userEvent.click(head('船名'));
    await expect.poll(address).toEqual({ name: 'Ship 0', ascs: 'name' });
    await userEvent.click(page.getByTitle('3', { exact: true }));
    await expect.poll(address).toEqual({ name: 'Ship 0', ascs: 'name', current: '3' });
    await shows(21, 22, 23, 24, 25);
    // A search starts at the first page.
    await userEvent.fill(nameBox, 'Ship 01');
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toEqual({ name: 'Ship 01', ascs: 'name' });
  });

  test('is found again by its address', async () => {
    const server = shipServer(25);
    await openShipList('?name=Ship+0&descs=name&current=2&nobody=x');
    await shows(15, 14, 13, 12, 11, 10, 9, 8, 7, 6);
    await expect.element(nameBox).toHaveValue('Ship 0');
    expect(Object.fromEntries(server.asked[0]?.query ?? [])).toEqual({
      name: 'Ship 0',
      descs: 'name',
      current: '2',
      size: '10',
    });
  });

  test('sorts by a clicked column title: ascending, descending, unsorted', async () => {
    shipServer(3);
    await openShipList();
    await userEvent.click(head('大小'));
    expect(address()).toEqual({});
    await userEvent.click(head('吨位'));
    await expect.poll(address).toEqual({ ascs: 'tons' });
    await expect.element(head('吨位')).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(head('吨位'));
    await expect.poll(address).toEqual({ descs: 'tons' });
    await shows(3, 2, 1);
    await userEvent.click(head('吨位'));
    await expect.poll(address).toEqual({});
    // Only sortable columns can be reached, also with the keyboard.
    const reached = page
      .getByRole('columnheader')
      .elements()
      .filter((title) => title.hasAttribute('tabindex'));
    expect([...new Set(reached.map(({ textContent }) => textContent))]).toEqual(['船名', '吨位', '创建时间']);
    head('船名').element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.poll(address).toEqual({ ascs: 'name' });
  });

  test('explains an empty list and offers a next step', async () => {
    shipServer(3);
    await openShipList();
    await userEvent.fill(nameBox, 'nosuchname');
    await userEvent.keyboard('{Enter}');
    await says('没有符合条件的数据');
    await userEvent.click(button('清除筛选'));
    await shows(1, 2, 3);
    await expect.element(nameBox).toHaveValue('');
  });

  test('stays when more could not be had, with why and another try', async () => {
    let isDown = false;
    const server = shipServer(12, {});
    await openShipList();
    const real = window.fetch;
    window.fetch = (...asked) => (isDown ? Promise.resolve(refusal('稍后再试', { code: 500 })) : real(...asked));
    isDown = true;
    await userEvent.click(button('刷新'));
    await says('稍后再试');
    expect(names()).toHaveLength(10);
    isDown = false;
    await userEvent.click(page.getByRole('alert').getByRole('button', { name: '重试' }));
    await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
    expect(server.asked.length).toBe(2);
  });

  test('shows neither costs nor buttons without the permission', async () => {
    const server = shipServer(2);
    // The server leaves out fields the user may not see.
    server.ships = server.ships.map(({ cost: _cost, ...seen }) => seen as (typeof server.ships)[number]);
    await openShipList('', { permissions: ['sea/ship:view'] });
    expect(page.getByRole('columnheader', { name: '成本' }).elements()).toEqual([]);
    expect(page.getByRole('checkbox').elements()).toEqual([]);
    for (const name of ['新增', '导出', '删除', '编辑', '禁航'])
      expect(page.getByRole('button', { name, exact: true }).elements(), name).toEqual([]);
    await userEvent.keyboard('n');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    await userEvent.click(row(1).getByRole('button', { name: '查看' }));
    await expect.element(dialog(/查看/)).toBeVisible();
    expect(dialog(/查看/).getByText('成本').elements()).toEqual([]);
  });
});

describe('how a list looks', () => {
  test('its columns: shown and ordered as one chose, in a new visit too', async () => {
    shipServer(2);
    await openShipList();
    await userEvent.click(button('列设置'));
    const column = (name: string) => page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox');
    await userEvent.click(column('吨位'));
    await expect.element(head('吨位')).not.toBeInTheDocument();
    await userEvent.click(column('最近出现'));
    await expect.element(head('最近出现')).toBeVisible();
    reload();
    await expect.poll(() => names().length).toBe(2);
    await expect.element(head('最近出现')).toBeVisible();
    expect(page.getByRole('columnheader', { name: '吨位' }).elements()).toEqual([]);
    await userEvent.click(button('列设置'));
    await userEvent.click(button('恢复默认'));
    await expect.element(head('吨位')).toBeVisible();
    await expect.element(head('最近出现')).not.toBeInTheDocument();
  });

  test('its search: hidden when asked, in a new visit too, and back by its key', async () => {
    shipServer(2);
    await openShipList();
    await userEvent.click(button('隐藏搜索'));
    await expect.element(nameBox).not.toBeInTheDocument();
    reload();
    await expect.poll(() => names().length).toBe(2);
    await expect.element(nameBox).not.toBeInTheDocument();
    await userEvent.keyboard('/');
    await expect.element(nameBox).toHaveFocus();
  });

  test('keeps its search form open as the user left it, without earlier filters', async () => {
    shipServer(2);
    await openShipList();
    await userEvent.fill(nameBox, 'nosuchname');
    await userEvent.keyboard('{Enter}');
    await userEvent.click(button('清除筛选'));
    await expect.poll(() => names().length).toBe(2);
    await userEvent.click(button('更多'));
    reload();
    await expect.poll(() => names().length).toBe(2);
    await expect.element(nameBox).toHaveValue('');
    await expect.element(button('收起')).toBeVisible();
  });

  test('its density: chosen from a menu, for all lists', async () => {
    shipServer(2);
    await openShipList();
    await userEvent.click(button('密度'));
    await userEvent.click(page.getByRole('menuitem', { name: '紧凑' }));
    const height = () => row(1).element().getBoundingClientRect().height;
    await expect.poll(height).toBe(32);
    reload();
    await expect.poll(() => names().length).toBe(2);
    expect(height()).toBe(32);
  });
});

test.each([10, 100])('%i rows moved sideways keep their first cells and their actions in sight', async (size) => {
  shipServer(100);
  await page.viewport(780, 800);
  onTestFinished(() => page.viewport(1280, 800));
  await openShipList(`?size=${size}`);
  // More columns than the window has room for.
  await userEvent.click(button('列设置'));
  for (const name of ['最近出现', '创建人', '更新时间'])
    await userEvent.click(page.getByRole('listitem').filter({ hasText: name }).getByRole('checkbox'));
  // Columns hidden to make room are included.
  const folded = page.getByText('已隐藏');
  while (folded.elements().length > 0) await userEvent.click(folded.first());
  await userEvent.keyboard('{Escape}');
  /** Left edges of the box, the name and the actions, which stay, and of a cell that scrolls. */
  const edges = () => {
    const cells = [...row(3).element().querySelectorAll('td')];
    return [0, 1, cells.length - 1, 4].map((at) => Math.round(cells[at]?.getBoundingClientRect().x ?? 0));
  };
  await expect.element(head('更新时间')).toBeInTheDocument();
  const before = edges();
  await userEvent.wheel(row(3), { delta: { x: 60 } });
  await expect.poll(() => edges()[3]).toBeLessThan((before[3] ?? 0) - 40);
  expect(edges().slice(0, 3)).toEqual(before.slice(0, 3));
});

describe('a list as a file', () => {
  test.each([
    ['the whole result', false],
    ['the chosen rows', true],
  ])('has %s, with the columns and the order that are shown', async (_case, isOfChosen) => {
    const server = shipServer(12);
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await openShipList('?name=Ship&descs=name&current=2');
    if (isOfChosen) for (const n of [1, 2]) await userEvent.click(box(n));
    await userEvent.click(button('导出'));
    await userEvent.click(page.getByRole('menuitem', { name: 'CSV (.csv)' }).nth(isOfChosen ? 1 : 0));
    await expect
      .poll(() => saved.mock.contexts.map((link) => (link as HTMLAnchorElement).download))
      .toEqual(['ships.csv']);
    saved.mockRestore();
    expect(server.asked.find(({ path }) => path.endsWith('export'))?.body).toEqual({
      name: 'Ship',
      descs: 'name',
      columns: 'name,size,tons,cost,createTime',
      format: 'csv',
      ...(isOfChosen ? { ids: '1,2' } : {}),
    });
  });
});

describe('a list that the browser prints', () => {
  const rows = () => document.querySelectorAll('[data-row-key]').length;

  test.each([10, 100])('prints all of its %i rows as text: neither boxes nor actions', async (size) => {
    shipServer(100);
    await openShipList(`?size=${size}&name=Ship`);
    await expect.element(head('操作')).toBeVisible();
    onTestFinished(() => void window.dispatchEvent(new Event('afterprint')));
    window.dispatchEvent(new Event('beforeprint'));
    await expect.poll(rows).toBe(size);
    expect([...row(1).element().querySelectorAll('td')].map(({ textContent }) => textContent)).toEqual([
      'Ship 001',
      '小',
      '10',
      '1.50 USDT',
      '2026-01-01 08:00:00',
    ]);
    expect(document.querySelectorAll('table :is(button, input)').length).toBe(0);
    // The filters are printed as a list because the form is not printed.
    await expect.element(page.getByRole('list', { name: '当前筛选' })).toHaveTextContent('船名Ship清除全部');
    window.dispatchEvent(new Event('afterprint'));
    await expect.element(head('操作')).toBeVisible();
    await expect.element(box(1)).toBeVisible();
  });
});

describe('on a phone', () => {
  beforeEach(async () => {
    await page.viewport(390, 800);
    onTestFinished(() => page.viewport(1280, 800));
  });

  test('shows the actions of a list within its edges, less frequent ones in a menu', async () => {
    const server = shipServer(3);
    await openShipList();
    await expect.element(button('新增')).toBeVisible();
    const bar = document.querySelector<HTMLElement>('.kit-toolbar');
    expect(bar && bar.scrollWidth <= bar.clientWidth).toBe(true);
    for (const each of bar?.querySelectorAll('button') ?? [])
      expect(each.getBoundingClientRect().right).toBeLessThanOrEqual(390);
    await expect.element(button('新增')).toBeVisible();
    // The first one is above the cards; each card has its own.
    await userEvent.click(page.elementLocator(bar as HTMLElement).getByRole('button', { name: '更多' }));
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await userEvent.click(page.getByRole('menuitem', { name: 'CSV (.csv)' }));
    await expect.poll(() => saved.mock.contexts.length).toBe(1);
    saved.mockRestore();
    expect(server.asked.find(({ path }) => path.endsWith('export'))?.body).toMatchObject({ format: 'csv' });
  });

  test('replaces the add button with bulk actions while rows are selected', async () => {
    const server = shipServer(3);
    await openShipList();
    await userEvent.click(page.getByRole('checkbox').first());
    await says('已选 1 条');
    await userEvent.click(button('操作'));
    await userEvent.click(page.getByRole('menuitem', { name: '删除' }));
    await userEvent.click(page.getByRole('dialog').getByRole('button', { name: /^(确定|删除)$/ }));
    await expect.poll(() => server.ships.length).toBe(2);
    await expect.element(button('新增')).toBeVisible();
  });
});

test.each(looks)('a list and its panels have no accessibility violations: $theme, $locale', async (look) => {
  shipServer(12);
  const [columns, more, view] = look.locale === 'zh' ? ['列设置', '更多', /查看/] : ['Columns', 'More', /View/];
  await openShipList('', look);
  await userEvent.click(page.getByRole('checkbox').first());
  expect(await barriers()).toEqual([]);
  await userEvent.click(button(columns));
  await expect.element(page.getByRole('listitem').first()).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  await userEvent.click(row(2).getByRole('button', { name: more }));
  await expect.element(page.getByRole('menuitem').first()).toBeVisible();
  expect(await barriers()).toEqual([]);
  await userEvent.keyboard('{Escape}');
  row(2).element().focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(dialog(view)).toBeVisible();
  expect(await barriers()).toEqual([]);
});
