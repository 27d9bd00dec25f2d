import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { barriers } from '../../testing/barriers.ts';
import { show } from '../../testing/show.tsx';
import Menus from './menu.tsx';

const entry = (id: string, name: string, nameEn: string, children: readonly object[] = []) => ({
  ...{ id, parentId: '0', code: `code-${id}`, name, nameEn, path: `/code-${id}`, source: 'TagsOutlined' },
  ...{ category: 1, isOpen: 1, sort: 1, meta: {}, children },
});
const orders = entry('5', '商品订单', 'Product orders');
const arrangement = {
  state: 'available',
  takenTime: null,
  takenBy: '',
  before: {
    staff: [entry('1', '代理管理', 'Agents', [orders, entry('6', '手册', 'Handbook')])],
    agents: [entry('1', '代理管理', 'Agents', [orders])],
  },
  after: {
    staff: [entry('2', '销售', 'Sales', [orders]), entry('1', '代理管理', 'Agents', [entry('6', '手册', 'Handbook')])],
    agents: [entry('3', '我的订单', 'Orders', [orders])],
  },
  moved: (['staff', 'agents'] as const).map((side) => ({
    ...{ id: '5', side, name: '商品订单', nameEn: 'Product orders', from: '代理管理', fromEn: 'Agents' },
    ...(side === 'staff' ? { to: '销售', toEn: 'Sales' } : { to: '我的订单', toEn: 'Orders' }),
  })),
  kept: [{ id: '6', name: '手册', nameEn: 'Handbook', reason: 'own' }],
  digest: 'a'.repeat(64),
};

async function menus(more: { answers?: Parameters<typeof answer>[0]; permissions?: readonly string[] } = {}) {
  const asked = answer({
    'system/menu/list': () => ({ records: [], total: 0, size: 30, current: 1, pages: 1 }),
    'system/menu/arrangement': () => arrangement,
    'system/menu/menu-list': () => arrangement.before.staff,
    'system/menu/take-over': () => ({ changed: 1, kept: [] }),
    'system/menu/undo-take-over': () => ({ changed: 1, kept: arrangement.kept }),
    'system/menu/move': () => null,
    ...more.answers,
  });
  const permissions = more.permissions ?? ['system/menu:view', 'system/menu:edit'];
  await show(<Menus />, { address: '/system/menu/index', permissions });
  return asked;
}
const panel = page.getByRole('dialog');
const textOf = (part: typeof panel): string => part.query()?.textContent ?? '';
const sent = (asked: Awaited<ReturnType<typeof menus>>, call: string) =>
  asked.filter(({ path }) => path === `system/menu/${call}`).map(({ body }) => body);

describe('the new arrangement', () => {
  test('is previewed for both menus and taken over as it was seen', async () => {
    const asked = await menus();
    await userEvent.click(page.getByRole('button', { name: '预览', exact: true }));
    const [now, afterwards] = [
      panel.getByRole('region', { name: '现在' }),
      panel.getByRole('region', { name: '之后' }),
    ];
    await expect.poll(() => textOf(now)).toContain('1 组 · 2 项');
    await expect.poll(() => textOf(afterwards)).toContain('2 组 · 2 项');
    await expect.element(panel.getByRole('row', { name: '商品订单 代理管理 销售' })).toBeVisible();
    await expect.element(panel.getByRole('listitem')).toHaveTextContent('手册 自建菜单：位置与名称不变');
    expect(await barriers()).toEqual([]);
    await userEvent.click(panel.getByText('代理与子账号'));
    await expect.element(panel.getByRole('row', { name: '商品订单 代理管理 我的订单' })).toBeVisible();
    await userEvent.click(panel.getByRole('button', { name: '启用' }));
    await expect.poll(() => sent(asked, 'take-over')).toEqual([{ digest: arrangement.digest }]);
    await expect.element(panel).not.toBeInTheDocument();
  });

  test('is undone from the same place, and says what was kept', async () => {
    const taken = { ...arrangement, state: 'taken', takenTime: '2026-01-02 03:04:05', takenBy: 'Ada Example' };
    const asked = await menus({ answers: { 'system/menu/arrangement': () => taken } });
    await expect.poll(() => textOf(page.getByRole('note'))).toContain('新排列使用中：Ada Example');
    await userEvent.click(page.getByRole('button', { name: '撤销…' }));
    await userEvent.click(panel.getByRole('button', { name: '撤销新排列' }));
    await expect.poll(() => sent(asked, 'undo-take-over')).toEqual([{ digest: arrangement.digest }]);
    await expect.element(page.getByText('已恢复原来的排列，1 项保留')).toBeVisible();
  });

  test('stays open with the reason when somebody else was faster', async () => {
    const refused = () => envelope(409, null, '新排列已经启用', { bizCode: 'MENU_TAKEN_OVER' });
    await menus({ answers: { 'system/menu/take-over': refused } });
    await userEvent.click(page.getByRole('button', { name: '预览', exact: true }));
    await userEvent.click(panel.getByRole('button', { name: '启用' }));
    await expect.element(panel.getByRole('alert')).toHaveTextContent('新排列已经启用');
  });

  test('can be seen but not taken over without the permission to edit menus', async () => {
    await menus({ permissions: ['system/menu:view'] });
    await userEvent.click(page.getByRole('button', { name: '预览', exact: true }));
    await expect.element(panel.getByRole('button', { name: '启用' })).toBeDisabled();
    await userEvent.hover(panel.getByRole('button', { name: '启用' }), { force: true });
    await expect.element(page.getByText('需要编辑菜单的权限')).toBeVisible();
  });

  test('is not mentioned where the installation began with it', async () => {
    const asked = await menus({
      answers: { 'system/menu/arrangement': () => ({ ...arrangement, state: 'delivered' }) },
    });
    await expect.poll(() => asked.some(({ path }) => path === 'system/menu/arrangement')).toBe(true);
    await expect.element(page.getByRole('button', { name: '调整顺序' })).toBeVisible();
    expect(page.getByRole('note').elements()).toEqual([]);
  });
});

test('entries are moved in the menu of staff or in that of agents', async () => {
  const asked = await menus();
  await userEvent.click(page.getByRole('button', { name: '调整顺序' }));
  await userEvent.click(panel.getByText('代理与子账号'));
  await expect
    .poll(() => asked.filter(({ path }) => path === 'system/menu/menu-list').map(({ query }) => query.get('side')))
    .toEqual(['staff', 'agents']);
  await userEvent.click(panel.getByText('代理管理'));
  await userEvent.click(panel.element().querySelector('.ant-tree-switcher') ?? document.body);
  await userEvent.click(panel.getByText('手册'));
  await userEvent.click(panel.getByRole('button', { name: /上移/ }));
  await expect.poll(() => sent(asked, 'move')).toEqual([{ id: '6', parentId: '1', beforeId: '5', side: 'agents' }]);
});
