import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
const admin: TestUser = product.admin;
afterAll(() => product.close());

let count = 0;
async function topMenu(change: Record<string, unknown> = {}): Promise<string> {
  count += 1;
  const answer = await admin.post('system/top-menu/submit', {
    code: `top-${count}`,
    name: `顶部 ${count}`,
    nameEn: `Top ${count}`,
    source: 'ShopOutlined',
    sort: count,
    ...change,
  });
  expect(answer.status, answer.body.msg).toBe(200);
  return answer.body.data.id;
}

interface Node {
  readonly id: string;
  readonly path: string;
  readonly title: string;
  readonly children?: Node[];
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);
const menuIdOf = async (code: string): Promise<string> => {
  const { rows } = await product.db.pool.query<{ id: string }>('select id::text from sys_menu where code = $1', [code]);
  return rows[0]?.id ?? '';
};
const pathsOf = async (user: TestUser, topMenuId?: string) =>
  flat((await user.get('system/menu/routes', { topMenuId })).body.data).map(({ path }) => path);
const namesOf = async (user: TestUser): Promise<string[]> =>
  (await user.get('system/menu/top-menu')).body.data.map(({ name }: { name: string }) => name);

describe('top menus', () => {
  it('of another tenant lead nowhere', async () => {
    const id = await topMenu({ code: 'foreign' });
    await product.db.pool.query(`update sys_top_menu set tenant_id = '111111' where id = $1`, [id]);
    expect((await admin.get('system/top-menu/grant-tree', { topMenuIds: id })).status).toBe(404);
    expect((await admin.post('system/top-menu/grant', { topMenuIds: [id], menuIds: [] })).status).toBe(404);
  });

  it('lead only to the menus bound to them, with the groups above', async () => {
    const id = await topMenu();
    const menuIds = [await menuIdOf('whatsapp/warehouse'), await menuIdOf('finance/log')];
    expect((await admin.post('system/top-menu/grant', { topMenuIds: [id], menuIds })).status).toBe(200);
    expect(await pathsOf(admin, id)).toEqual([
      ...['/work/stock', '/whatsapp/warehouse'],
      ...['/work/finance', '/work/books', '/finance/log'],
    ]);
    expect(await pathsOf(admin)).toContain('/agent/user');

    const tree = (await admin.get('system/top-menu/grant-tree', { topMenuIds: id })).body.data;
    expect([...tree.chosen].sort()).toEqual([...menuIds].sort());
    expect(flat(tree.menus).map(({ title }) => title)).toContain('仓库号码');
    expect(flat(tree.menus).map(({ title }) => title)).not.toContain('其他权限');

    await admin.post('system/top-menu/grant', { topMenuIds: [id], menuIds: [] });
    expect(await pathsOf(admin, id)).toEqual([]);
  });

  it('give no rights, and are visible only to users for whom they lead somewhere', async () => {
    const keeper = await product.staff('warehouse');
    const [stock, money] = [await topMenu({ name: '库存线' }), await topMenu({ name: '资金线' })];
    const both = [await menuIdOf('whatsapp/warehouse'), await menuIdOf('finance/log')];
    await admin.post('system/top-menu/grant', { topMenuIds: [stock], menuIds: both });
    await admin.post('system/top-menu/grant', { topMenuIds: [money], menuIds: both.slice(1) });
    expect(await namesOf(admin)).toEqual(['库存线', '资金线']);
    expect(await namesOf(keeper)).toEqual(['库存线']);
    expect(await pathsOf(keeper, stock)).toEqual(['/work/stock', '/whatsapp/warehouse']);
    await admin.post('system/top-menu/remove', { ids: stock });
    expect(await namesOf(keeper)).toEqual([]);
    expect(await pathsOf(keeper, stock)).toEqual([]);
  });

  it('refuse buttons, and unknown menus and top menus', async () => {
    const id = await topMenu();
    const grant = (topMenuIds: string[], menuIds: string[]) =>
      admin.post('system/top-menu/grant', { topMenuIds, menuIds });
    expect((await grant([id], [await menuIdOf('whatsapp/warehouse:edit')])).status).toBe(404);
    expect((await grant([id], ['999999999'])).status).toBe(404);
    expect((await grant([id, '999999999'], [])).status).toBe(404);
    expect((await admin.get('system/top-menu/grant-tree', { topMenuIds: '999999999' })).status).toBe(404);
  });
});

it('a change of several top menus based on an outdated state is refused', async () => {
  const topMenuIds = [await topMenu(), await topMenu()];
  const tree = async (ids: readonly string[]) =>
    (await admin.get('system/top-menu/grant-tree', { topMenuIds: ids })).body.data as {
      digest: string;
      chosen: string[];
    };
  const bind = async (ids: readonly string[], code: string, digest: string) =>
    admin.post('system/top-menu/grant', { topMenuIds: ids, menuIds: [await menuIdOf(code)], digest });
  const { digest } = await tree(topMenuIds);
  const [, second = ''] = topMenuIds;
  expect((await bind([second], 'system/post', (await tree([second])).digest)).status).toBe(200);
  const refused = await bind(topMenuIds, 'system/role', digest);
  expect([refused.status, refused.body.bizCode]).toEqual([409, 'SET_CHANGED']);
  expect((await tree([second])).chosen).toEqual([await menuIdOf('system/post')]);
  expect((await bind(topMenuIds, 'system/role', (await tree(topMenuIds)).digest)).status).toBe(200);
});
