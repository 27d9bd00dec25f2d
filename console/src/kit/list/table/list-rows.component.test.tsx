import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import {
  address,
  box,
  button,
  dialog,
  openShipList,
  refusal,
  reload,
  row,
  says,
  shipServer,
  shows,
} from '../list-fixture.tsx';

describe('the rows of a list', () => {
  test('stay selected on other pages, and bulk actions are disabled without any', async () => {
    shipServer(11);
    await openShipList();
    await userEvent.click(button('删除'));
    await says('请选择至少一条数据');
    await userEvent.click(box(2));
    await userEvent.click(box(5), { modifiers: ['Shift'] });
    await says('已选 4 条');
    await userEvent.click(page.getByTitle('2', { exact: true }));
    await userEvent.click(box(11));
    await says('已选 5 条');
    // Shift reaches over no page.
    await userEvent.click(page.getByTitle('1', { exact: true }));
    await userEvent.click(box(8), { modifiers: ['Shift'] });
    await says('已选 6 条');
    await expect.element(box(3)).toBeChecked();
    await expect.element(box(1)).not.toBeChecked();
    await userEvent.click(button('清除'));
    await expect.element(box(3)).not.toBeChecked();
  });

  test('of a page are selected by the box above them, which shows when only some are', async () => {
    shipServer(3);
    await openShipList();
    const all = page.getByRole('checkbox', { name: '选择本页' });
    await userEvent.click(box(2));
    await expect.element(all).toBePartiallyChecked();
    await userEvent.click(all);
    await says('已选 3 条');
    await expect.element(all).toBeChecked();
    await userEvent.click(all);
    await expect.element(box(2)).not.toBeChecked();
  });

  test('stay selected after a reload, except deleted ones', async () => {
    const server = shipServer(11);
    await openShipList();
    await userEvent.click(box(1));
    await userEvent.click(page.getByTitle('2', { exact: true }));
    await userEvent.click(box(11));
    await says('已选 2 条');
    reload();
    await says('已选 2 条');
    await expect.element(box(11)).toBeChecked();
    await userEvent.click(page.getByTitle('1', { exact: true }));
    await expect.element(box(1)).toBeChecked();
    server.ships = server.ships.filter(({ id }) => id !== '11');
    reload();
    await says('已选 1 条');
  });

  test('are all selected with one press after selecting a page, and are handled in parts', async () => {
    const sizes: number[] = [];
    const server = shipServer(250, {
      'sea/ship/remove': ({ body }) => {
        const gone = String((body as { ids: string }).ids).split(',');
        sizes.push(gone.length);
        if (gone.includes('5')) return refusal('数据被引用，不能删除');
        server.ships = server.ships.filter(({ id }) => !gone.includes(id));
        return null;
      },
    });
    await openShipList();
    const offer = button('选择全部 250 条结果');
    await userEvent.click(box(1));
    await says('已选 1 条');
    await expect.element(offer).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('checkbox', { name: '选择本页' }));
    await says('已选 10 条');
    await userEvent.click(offer);
    await says('已选 250 条');
    await expect.element(offer).not.toBeInTheDocument();
    await userEvent.click(page.getByTitle('2', { exact: true }));
    await expect.element(page.getByRole('checkbox', { name: '选择本页' })).toBeChecked();
    await userEvent.click(button('删除'));
    await userEvent.click(dialog('确定删除选中的 250 条数据？').getByRole('button', { name: '删除' }));
    await says('50 条成功，200 条失败');
    await says('数据被引用，不能删除 × 200');
    // Failed rows stay selected.
    await says('已选 200 条');
    expect(sizes).toEqual([200, 50]);
  });

  test('are not handled in parts by an all-or-nothing action', async () => {
    const server = shipServer(250);
    await openShipList();
    await userEvent.click(page.getByRole('checkbox', { name: '选择本页' }));
    await userEvent.click(button('选择全部 250 条结果'));
    await says('已选 250 条');
    await userEvent.click(button('赠送'));
    await says('“赠送”一次最多 200 条');
    expect(server.asked.some(({ path }) => path.endsWith('give'))).toBe(false);
  });

  test('raise no question when the action suits none of them', async () => {
    const server = shipServer(9);
    await openShipList();
    await userEvent.click(box(7));
    await userEvent.click(button('赠送'));
    await says('所选数据都不能“赠送”');
    expect(dialog(/赠送/).elements()).toEqual([]);
    await userEvent.click(box(8));
    await userEvent.click(button('赠送'));
    await expect.poll(() => server.asked.find(({ path }) => path.endsWith('give'))?.body).toEqual({ ids: '8' });
  });

  test('lead to the previous page when the last page becomes empty', async () => {
    shipServer(11);
    await openShipList('?current=2');
    row(11).element().focus();
    await userEvent.keyboard('{Delete}');
    await userEvent.click(dialog(/确定删除/).getByRole('button', { name: '删除' }));
    await shows(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    expect(address()).toEqual({});
  });
});

describe('an action', () => {
  const reason = page.getByRole('dialog').getByLabelText('原因');

  test('asks its question once, and sends the answer for the row', async () => {
    const server = shipServer(2, { 'sea/ship/ban': () => ({ okCount: 1, failCount: 0, fails: [] }) });
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '更多' }));
    await userEvent.click(page.getByRole('menuitem', { name: '禁航' }));
    await userEvent.click(dialog('禁航 · Ship 002').getByRole('button', { name: '禁航' }));
    await says('请输入原因');
    await userEvent.fill(reason, 'storm');
    await userEvent.click(dialog('禁航 · Ship 002').getByRole('button', { name: '禁航' }));
    await says('操作成功！');
    await expect.element(dialog('禁航 · Ship 002')).not.toBeInTheDocument();
    const sent = server.asked.filter(({ path }) => path.endsWith('ban'));
    expect(sent.map(({ body }) => body)).toEqual([{ ids: '2', reason: 'storm' }]);
    expect(sent[0]?.headers.get('idempotency-key')).toMatch(/.{16}/);
  });

  test('runs on all selected rows, and shows which were refused and why', async () => {
    shipServer(4, {
      'sea/ship/ban': () => ({
        okCount: 1,
        failCount: 2,
        fails: [
          { id: '2', bizCode: 'X', msg: '已禁航' },
          { id: '3', bizCode: 'X', msg: '已禁航' },
        ],
      }),
    });
    await openShipList();
    await userEvent.click(page.getByRole('checkbox', { name: '选择本页' }));
    await userEvent.click(box(4));
    await userEvent.click(button('禁航'));
    await expect.element(dialog('禁航 · 3 条')).toBeVisible();
    await userEvent.fill(reason, 'storm');
    await userEvent.click(dialog('禁航 · 3 条').getByRole('button', { name: '禁航' }));
    await says('1 条成功，2 条失败');
    await says('已禁航 × 2');
  });

  test('in its dialog survives a reload, and asks before it discards the draft', async () => {
    shipServer(2);
    await openShipList();
    await userEvent.click(row(2).getByRole('button', { name: '更多' }));
    await userEvent.click(page.getByRole('menuitem', { name: '禁航' }));
    await userEvent.fill(reason, 'A typed reason');
    reload();
    await says('草稿已保留，尚未提交：禁航 · 船 · Ship 002');
    await userEvent.click(button('继续填写'));
    await expect.element(reason).toHaveValue('A typed reason');
    await userEvent.keyboard('{Escape}');
    await says('有未保存的修改');
    await userEvent.click(button('继续编辑'));
    await expect.element(reason).toHaveValue('A typed reason');
    await userEvent.click(dialog('禁航 · Ship 002').getByRole('button', { name: '取消' }));
    await userEvent.click(button('放弃修改'));
    await expect.element(dialog('禁航 · Ship 002')).not.toBeInTheDocument();
    reload();
    await shows(1, 2);
    expect(document.querySelector('[role="dialog"]')).toBeNull();
    await expect.element(button('继续填写')).not.toBeInTheDocument();
  });
});
