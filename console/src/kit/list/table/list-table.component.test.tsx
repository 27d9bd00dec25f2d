import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { barriers } from '../../../testing/barriers.ts';
import { looks } from '../../../testing/looks.ts';
import { show } from '../../../testing/show.tsx';
import {
  box,
  button,
  dialog,
  head,
  names,
  openShipList,
  reload,
  row,
  says,
  ship,
  shipServer,
  shows,
} from '../list-fixture.tsx';
import type { Row } from '../types.ts';
import { columnsOf, ownColumn } from './columns.tsx';
import { ListTable } from './list-table.tsx';
import { scrollerOf } from './scroller.ts';
import type { Tree } from './use-tree.ts';

const edges = (element: Element) => element.getBoundingClientRect();

describe('a table', () => {
  test('is scrolled by its page, below a heading that stays', async () => {
    shipServer(40);
    await openShipList('?size=30');
    const scroller = scrollerOf(row(1).element());
    scroller.scrollTo(0, 400);
    await expect.poll(() => edges(head('船名').element()).top).toBe(edges(scroller).top);
    expect(edges(row(1).element()).top).toBeLessThan(0);
    // A row that gets the keyboard is not left behind the heading.
    const hidden = row(5).element();
    hidden.focus();
    expect(edges(hidden).top).toBeGreaterThanOrEqual(edges(head('船名').element()).bottom);
  });

  test('has an actions column as wide as its buttons, and rows of 40 pixels', async () => {
    shipServer(3);
    await openShipList();
    const menu = edges(row(1).element().querySelector('.kit-row-menu') as Element);
    const cell = edges(row(1).element().lastElementChild as Element);
    expect(cell.width).toBeLessThan(menu.width + 8);
    expect(edges(row(1).element()).height).toBe(40);
  });

  test('shows two lines of a long text, and all of it on hover', async () => {
    const note = 'of a very long note '.repeat(40);
    await show(
      <ListTable
        label="Notes"
        columns={[ownColumn('note', { wraps: 'two-lines', render: () => note })]}
        rows={[{ id: '1' }]}
        shown={[{ id: '1' }]}
      />,
    );
    const cell = page.getByText(note.trim()).element() as HTMLElement;
    expect(cell.clientHeight).toBe(36);
    expect(cell.scrollHeight).toBeGreaterThan(36);
    await userEvent.hover(cell);
    expect(cell.title).toBe(note);
  });

  test.each([
    ['by a second press', () => userEvent.click(row(2).getByRole('button', { name: '更多' }))],
    ['by Esc', () => userEvent.keyboard('{Escape}')],
    ['by a press elsewhere', () => userEvent.click(page.getByRole('heading', { level: 1 }))],
  ])('closes the menu of a row %s', async (_how, close) => {
    shipServer(3);
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '更多' }));
    await expect.element(page.getByRole('menuitem', { name: '禁航' })).toBeVisible();
    await close();
    await expect.element(page.getByRole('menuitem', { name: '禁航' })).not.toBeInTheDocument();
    await expect.element(row(2).getByRole('button', { name: '更多' })).toHaveAttribute('aria-expanded', 'false');
  });

  test.each(looks)('shows rows with children as a tree: $theme, $locale', async (look) => {
    const child = { id: '2', name: 'Ship 002' } as Row;
    const parent = { id: '1', name: 'Ship 001', children: [child] } as Row;
    const tree: Tree = {
      rows: [parent],
      opened: ['1'],
      onToggle: vi.fn(),
      isLoading: false,
      error: null,
      onRetry: vi.fn(),
    };
    await show(
      <ListTable
        label="Fleet"
        columns={columnsOf(ship, {}, () => true, 'zh')}
        rows={[parent]}
        shown={[parent, child]}
        tree={tree}
        sort="-name"
        onSort={vi.fn()}
        selection={undefined}
        rowMenu={() => null}
        empty={null}
        onOpen={vi.fn()}
        onKeyDown={vi.fn()}
        onFocus={vi.fn()}
      />,
      look,
    );
    await expect.element(row(1)).toHaveAttribute('aria-expanded', 'true');
    await expect.element(row(1)).toHaveAttribute('aria-level', '1');
    await expect.element(row(2)).toHaveAttribute('aria-level', '2');
    expect(row(2).element().hasAttribute('aria-expanded')).toBe(false);
    await expect.element(page.getByRole('columnheader').first()).toHaveAttribute('aria-sort', 'descending');
    expect(await barriers()).toEqual([]);
    await userEvent.click(row(1).getByRole('button'));
    expect(tree.onToggle).toHaveBeenCalledExactlyOnceWith('1');
  });
});

describe('a page of a list', () => {
  const sizes = page.getByRole('combobox', { name: '每页条数' });
  const choose = async (name: string) => {
    await userEvent.click(sizes);
    await userEvent.click(page.getByText(name, { exact: true }).last());
  };

  test('has as many rows as fit until the user chooses a size, and again on request', async () => {
    shipServer(60);
    await openShipList('', {}, 800);
    const fitting = names().length;
    expect(fitting).toBeGreaterThan(10);
    // None is cut in half, and the pager shows.
    const scroller = scrollerOf(row(1).element());
    expect(scroller.scrollHeight).toBe(scroller.clientHeight);
    await choose('30 条/页');
    await expect.poll(() => names().length).toBe(30);
    reload();
    await expect.poll(() => names().length).toBe(30);
    await choose(`自动（${fitting} 条/页）`);
    await expect.poll(() => names().length).toBe(fitting);
  });
});

describe('a list on a phone', () => {
  test.each(looks)('is cards with their actions: $theme, $locale', async (look) => {
    await page.viewport(390, 844);
    onTestFinished(() => page.viewport(1280, 800));
    shipServer(12);
    await openShipList('', look);
    await shows(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    const card = page.getByRole('listitem').filter({ hasText: 'Ship 002' });
    const [large, tons, view] = look.locale === 'zh' ? ['大', '吨位', /查看/] : ['Large', 'Tons', /View/];
    await expect.element(card.getByText(large, { exact: true })).toBeVisible();
    await expect.element(card.getByText(tons)).toBeVisible();
    expect(edges(card.element()).right).toBeLessThanOrEqual(390);
    expect(await barriers()).toEqual([]);
    await userEvent.click(card.getByRole('checkbox'));
    await says(look.locale === 'zh' ? '已选 1 条' : '1 selected');
    await userEvent.click(card.getByRole('button', { name: view }));
    await expect.element(dialog(view)).toBeVisible();
  });
});

describe('columns without room', () => {
  const shownHeads = () =>
    page
      .getByRole('columnheader')
      .elements()
      .map(({ textContent }) => textContent)
      .filter((text) => text && text !== '操作');
  const narrow = async (width: number) => {
    await page.viewport(width, 800);
    onTestFinished(() => page.viewport(1280, 800));
  };

  const wideRows = () => {
    const server = shipServer(3);
    server.ships = server.ships.map((one) => ({
      ...one,
      name: `${one.name} of a long name`,
      tons: 1_234_567_890_123,
      cost: '1234567890123.5',
    }));
  };

  test('are folded away, the last first, and come back with the room', async () => {
    wideRows();
    await openShipList();
    const all = ['船名', '大小', '吨位', '成本', '创建时间'];
    expect(shownHeads()).toEqual(all);
    await narrow(800);
    await expect.poll(shownHeads).toEqual(all.slice(0, 4));
    // The cells below go along, and nothing is behind the actions.
    const cells = [...row(1).element().querySelectorAll<HTMLElement>('td')].filter(
      ({ offsetWidth }) => offsetWidth > 0,
    );
    expect(cells.at(-2)?.textContent).toMatch(/^1,234,567,890,123\.50/);
    expect(edges(row(1).element()).right).toBeLessThanOrEqual(800);
    await expect.element(button('列设置')).toHaveAccessibleDescription('1 列已隐藏');
    await page.viewport(1280, 800);
    await expect.poll(shownHeads).toEqual(all);
    await expect.element(button('列设置')).not.toHaveAttribute('aria-description');
  });

  test('stay where the rows are sorted by them, or the user chose them', async () => {
    wideRows();
    await openShipList();
    await userEvent.click(head('创建时间'));
    await narrow(800);
    await expect.poll(shownHeads).toEqual(['船名', '大小', '吨位', '创建时间']);
    await userEvent.click(button('列设置'));
    await userEvent.click(page.getByText('已隐藏'));
    await expect.poll(shownHeads).toEqual(['船名', '大小', '成本', '创建时间']);
    reload();
    await expect.poll(shownHeads).toEqual(['船名', '大小', '成本', '创建时间']);
  });
});

test('keeps the box of a row and the focus together', async () => {
  shipServer(3);
  await openShipList();
  await userEvent.click(box(2));
  await expect.element(row(2)).toHaveAttribute('data-chosen');
  await userEvent.click(button('刷新'));
  await expect.element(row(2)).toHaveAttribute('data-chosen');
});
