import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { parkMouse } from '../../../testing/mouse.ts';
import { box, dialog, isAt, nameBox, names, openShipList, row, says, shipServer, shows } from '../list-fixture.tsx';
import { scrollerOf } from './scroller.ts';

describe('a list by the keyboard alone', () => {
  test('is walked, ticked, opened and left', async () => {
    shipServer(11);
    await parkMouse();
    await openShipList();
    row(1).element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await isAt(3);
    await userEvent.keyboard(' ');
    await says('已选 1 条');
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog(/查看/).getByText('Ship 003').first()).toBeVisible();
    await userEvent.keyboard('{ArrowRight}');
    await expect.element(dialog(/查看/).getByText('Ship 004').first()).toBeVisible();
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}');
    await expect.element(dialog(/查看/).getByText('Ship 002').first()).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog(/查看/)).not.toBeInTheDocument();
    // The row has the focus again after its panel and its question close.
    await isAt(3);
    await userEvent.keyboard('{Delete}');
    await expect.element(dialog('确定删除“Ship 003”？')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await isAt(3);
  });

  test('is walked from end to end, and no further', async () => {
    shipServer(5);
    await openShipList();
    row(1).element().focus();
    for (const [key, at] of [
      ['ArrowUp', 1],
      ['End', 5],
      ['ArrowDown', 5],
      ['ArrowUp', 4],
      ['Home', 1],
    ] as const) {
      await userEvent.keyboard(`{${key}}`);
      await isAt(at);
    }
  });

  const stops = () => document.querySelectorAll<HTMLElement>('[data-row-key][tabindex="0"]');

  test('is one tab stop, at the last focused row', async () => {
    shipServer(5);
    await openShipList();
    expect([...stops()].map((row) => row.dataset.rowKey)).toEqual(['1']);
    row(1).element().focus();
    await userEvent.keyboard('{ArrowDown}{ArrowDown}');
    await isAt(3);
    expect([...stops()].map((one) => one.dataset.rowKey)).toEqual(['3']);
    nameBox.element().focus();
    for (let turn = 0; turn < 40 && document.activeElement?.closest('[data-row-key]') === null; turn += 1)
      await userEvent.tab();
    // Tab reaches only the contents of the first rows.
    expect(document.activeElement?.closest<HTMLElement>('[data-row-key]')?.dataset.rowKey).toBe('1');
    expect(document.activeElement).not.toBe(row(1).element());
  });

  test('keeps a tab stop when other rows are drawn and when the previous rows are deleted', async () => {
    shipServer(100);
    await openShipList('?size=100');
    row(1).element().focus();
    await userEvent.keyboard('{End}');
    await isAt(100);
    expect([...stops()].map((one) => one.dataset.rowKey)).toEqual(['100']);
    scrollerOf(row(100).element()).scrollTo(0, 0);
    const inSight = () => [...stops()].filter((one) => one.dataset.rowKey !== '100');
    await expect.poll(inSight).toHaveLength(1);
  });

  test('has its keys also in a ticked box', async () => {
    shipServer(3);
    await openShipList();
    await userEvent.click(box(2));
    await says('已选 1 条');
    expect(document.activeElement?.tagName).toBe('INPUT');
    await userEvent.keyboard('e');
    await expect.element(dialog(/编辑/).getByLabelText('船名')).toHaveValue('Ship 002');
    await userEvent.keyboard('{Escape}');
  });

  test('is walked to its end, however little of it is drawn', async () => {
    shipServer(100);
    await openShipList('?size=100');
    expect(names().length).toBeLessThan(60);
    row(1).element().focus();
    await userEvent.keyboard('{End}');
    await isAt(100);
    await userEvent.keyboard('{ArrowDown}');
    await isAt(100);
    await userEvent.keyboard('{Home}');
    await isAt(1);
  });

  test('edits and adds by their keys, which rest while one types', async () => {
    shipServer(3);
    await openShipList();
    row(2).element().focus();
    await userEvent.keyboard('e');
    await expect.element(dialog(/编辑/).getByLabelText('船名')).toHaveValue('Ship 002');
    await userEvent.keyboard('{Escape}');
    await isAt(2);
    await userEvent.keyboard('n');
    await expect.element(dialog(/新增/)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog(/新增/)).not.toBeInTheDocument();
    await userEvent.keyboard('/');
    await expect.element(nameBox).toHaveFocus();
    await userEvent.keyboard('n/e');
    await expect.element(nameBox).toHaveValue('n/e');
    expect(document.querySelector('[role="dialog"]')).toBeNull();
  });

  test('opens the menu of a row, and has it back there', async () => {
    shipServer(3);
    await parkMouse();
    await openShipList();
    const more = row(2).getByRole('button', { name: '更多' });
    more.element().focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('menuitem', { name: '禁航' })).toHaveFocus();
    await expect.element(page.getByRole('menuitem', { name: '删除' })).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(more).toHaveFocus();
  });

  test('deletes the chosen rows from any of them, and else the row it is on', async () => {
    const server = shipServer(5);
    await openShipList();
    await userEvent.click(box(1));
    await userEvent.click(box(2));
    row(3).element().focus();
    await userEvent.keyboard('{Delete}');
    await expect.element(dialog('确定删除“Ship 003”？')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await isAt(3);
    await userEvent.keyboard('{ArrowUp}{Delete}');
    await userEvent.click(dialog('确定删除选中的 2 条数据？').getByRole('button', { name: '删除' }));
    await shows(3, 4, 5);
    // The rows go at once, and the request follows.
    await expect
      .poll(() => server.asked.filter(({ path }) => path.endsWith('remove')).map(({ body }) => body))
      .toEqual([{ ids: '1,2' }]);
    await expect.element(page.getByText(/已选/)).not.toBeInTheDocument();
  });
});
