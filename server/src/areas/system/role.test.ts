import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const product = await testApp();
await openRole(product.db, 'clerk', [
  ...['view', 'add', 'edit', 'delete', 'grant'].map((action) => `system/role:${action}`),
  'system/post:view',
]);
afterAll(() => product.close());

let count = 0;
async function role(change: Record<string, unknown> = {}): Promise<{ id: string; key: string }> {
  count += 1;
  const key = `made_${count}`;
  const form = {
    roleName: `角色 ${count}`,
    roleNameEn: `Role ${count}`,
    roleAlias: key,
    sort: count,
    status: 1,
    ...change,
  };
  const { status, body } = await product.admin.post('system/role/submit', form);
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return { id: body.data.id, key };
}
const idOf = async (code: string): Promise<string> =>
  (await product.db.pool.query('select id::text from sys_menu where code = $1', [code])).rows[0]?.id;
const roleIdOf = async (alias: string): Promise<string> =>
  (await product.db.pool.query(`select id::text from sys_role where role_alias = $1 and tenant_id = '000000'`, [alias]))
    .rows[0]?.id;
const keysOf = async (id: string, who = product.admin): Promise<string[]> =>
  (await who.get('system/menu/role-tree-keys', { roleIds: id })).body.data.menu;
const grant = (who: TestUser, id: string, menuIds: readonly string[]) =>
  who.post('system/role/grant', { roleIds: [id], menuIds });

interface Node {
  readonly id: string;
  readonly title: string;
  readonly children?: Node[];
}
const flat = (nodes: readonly Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])]);

describe('the grants of a role', () => {
  it('are listed page by page, with rows and routes; the administrator’s are everything', async () => {
    const { id } = await role();
    const given = async (roleId: string, who = product.admin) => {
      const { status, body } = await who.get('system/role/given', { roleId });
      return status === 200 ? body.data : status;
    };
    expect(await given(id)).toMatchObject({ givesEverything: 0, pages: [], dataScopes: [], apiScopes: [] });
    const scope = {
      ...{ resourceCode: 'system/post', scopeName: '本机构岗位', scopeNameEn: 'Posts of the department' },
      ...{ scopeType: 4, scopeField: '*', writableField: '*' },
    };
    const scopeId = (await product.admin.post('system/data-scope/submit', scope)).body.data.id;
    const menuIds = [await idOf('system/post:view'), await idOf('system/post:edit'), await idOf('desk/notice')];
    await product.admin.post('system/role/grant', { roleIds: [id], menuIds, dataScopeIds: [scopeId] });
    const found = await given(id);
    const pages = found.pages.map(({ titleEn, pathEn, buttons }: Record<string, { titleEn: string }[] | string>) => [
      ...[titleEn, pathEn, (buttons as { titleEn: string }[]).map((button) => button.titleEn)],
    ]);
    expect(pages).toEqual(
      expect.arrayContaining([
        ['Posts', 'Settings / People and rights', ['View', 'Edit']],
        ['Notices', 'Settings / Content', ['View']],
      ]),
    );
    expect(pages).toHaveLength(2);
    expect(found.dataScopes).toMatchObject([{ title: '本机构岗位', path: '岗位管理' }]);
    expect(await given(await roleIdOf('administrator'))).toMatchObject({ givesEverything: 1, pages: [] });
    const clerk = await product.staff('clerk');
    expect(await given(id, clerk)).toMatchObject({ pages: found.pages });
    expect(await given(id, await product.staff('support'))).toBe(403);
    expect(await given(id, (await secondTenantOf(product)).admin)).toBe(404);
  });

  it('are not replaced after a concurrent change of any kind of grant', async () => {
    const { id } = await role();
    const [view, edit] = [await idOf('system/post:view'), await idOf('system/post:edit')];
    const found = async () => (await product.admin.get('system/menu/role-tree-keys', { roleIds: id })).body.data;
    const put = (digest: string | undefined, menuIds: readonly string[], more = {}) =>
      product.admin.post('system/role/grant', { roleIds: [id], menuIds, ...(digest ? { digest } : {}), ...more });
    const opened = await found();
    expect((await put(opened.digest, [view])).status).toBe(200);
    const refused = await put(opened.digest, [edit]);
    expect([refused.status, refused.body.bizCode]).toEqual([409, 'SET_CHANGED']);
    expect((await found()).menu).toEqual([view]);
    const scope = {
      ...{ resourceCode: 'system/post', scopeName: '全部岗位', scopeNameEn: 'All posts' },
      ...{ scopeType: 1, scopeField: '*', writableField: '*' },
    };
    const scopeId = (await product.admin.post('system/data-scope/submit', scope)).body.data.id;
    const { digest } = await found();
    expect((await put(digest, [view], { dataScopeIds: [scopeId] })).status).toBe(200);
    expect((await put(digest, [])).body.bizCode).toBe('SET_CHANGED');
    // The same set has the same digest again, and a client without a digest replaces the present set.
    expect((await put((await found()).digest, [view, edit])).status).toBe(200);
    expect((await put(undefined, [view])).status).toBe(200);
    expect((await found()).menu).toEqual([view]);
    // The history of the role contains the grants.
    const history = (await product.admin.get('log/audit/history', { resource: 'system/role', id }, { lang: 'en' })).body
      .data;
    expect(history[0]).toMatchObject({
      title: 'Roles · Grant',
      changes: [{ label: 'Menu or button', from: 'Edit', to: null }],
    });
  });

  it('are replaced by only one of two requests based on the same state', async () => {
    const { id } = await role();
    const { digest } = (await product.admin.get('system/menu/role-tree-keys', { roleIds: id })).body.data;
    const wanted = await Promise.all(['view', 'add', 'edit', 'delete'].map((action) => idOf(`system/post:${action}`)));
    const answers = await Promise.all(
      wanted.map((menuId) => product.admin.post('system/role/grant', { roleIds: [id], menuIds: [menuId], digest })),
    );
    const taken = answers.flatMap(({ status }, index) => (status === 200 ? [wanted[index]] : []));
    expect(taken).toHaveLength(1);
    expect((await keysOf(id)).filter((one) => wanted.includes(one))).toEqual(taken);
  });

  it('apply at once in open sessions, and end as quickly', async () => {
    const { id, key } = await role();
    const who = await product.staff(key);
    expect((await who.get('system/post/list')).status).toBe(403);
    expect((await grant(product.admin, id, [await idOf('system/post'), await idOf('system/post:view')])).status).toBe(
      200,
    );
    await expect.poll(async () => (await who.get('system/post/list')).status).toBe(200);
    const { body } = await who.get('system/menu/routes');
    expect(flat(body.data).map(({ title, ...node }) => (node as unknown as { code: string }).code)).toContain(
      'system/post',
    );
    await grant(product.admin, id, []);
    await expect.poll(async () => (await who.get('system/post/list')).status).toBe(403);
  });

  it('include the button that opens a page, if the actor holds it', async () => {
    const [page, view] = [await idOf('system/post'), await idOf('system/post:view')];
    const { id } = await role();
    await grant(product.admin, id, [page]);
    expect((await keysOf(id)).sort()).toEqual([page, view].sort());
    const tree = flat((await product.admin.get('system/menu/grant-tree')).body.data.menu);
    expect(tree.find((node) => node.id === page)).toMatchObject({ needs: view });
    const doors = (
      await product.db.pool.query(`select id::text, code from sys_menu where code = 'agent/product-order'`)
    ).rows[0];
    expect(tree.find((node) => node.id === doors.id)).toMatchObject({ needs: await idOf('agent/product:orders') });
  });

  it('are taken from child roles too', async () => {
    const above = await role();
    const below = await role({ parentId: above.id });
    const [view, edit] = [await idOf('system/post:view'), await idOf('system/post:edit')];
    await grant(product.admin, above.id, [view, edit]);
    await grant(product.admin, below.id, [view, edit]);
    await grant(product.admin, above.id, [view]);
    expect(await keysOf(below.id)).toEqual([view]);
  });

  it('never exceed the actor’s rights, and keep grants the actor does not hold', async () => {
    const clerk = await product.staff('clerk');
    const { id } = await role();
    const [held, beyond] = [await idOf('system/post:view'), await idOf('system/user:grant')];
    const offered = flat((await clerk.get('system/menu/grant-tree')).body.data.menu).map((node) => node.id);
    expect(offered).toContain(held);
    expect(offered).not.toContain(beyond);
    expect((await grant(clerk, id, [beyond])).body.bizCode).toBe('ROLE_NOT_ASSIGNABLE');
    expect(await keysOf(id)).toEqual([]);
    await grant(product.admin, id, [held, beyond]);
    expect((await grant(clerk, id, [])).status).toBe(200);
    expect(await keysOf(id)).toEqual([beyond]);
    expect((await grant(clerk, id, [held, beyond])).status).toBe(200);
    expect((await keysOf(id)).sort()).toEqual([held, beyond].sort());
  });

  it('are copied as far as the actor holds them', async () => {
    const clerk = await product.staff('clerk');
    const { id } = await role();
    const [held, beyond] = [await idOf('system/post:view'), await idOf('system/user:grant')];
    await grant(product.admin, id, [held, beyond]);
    const copy = await clerk.post('system/role/copy', {
      id,
      roleName: '副本',
      roleNameEn: 'Copy',
      roleAlias: 'copied',
    });
    expect(await keysOf(copy.body.data.id)).toEqual([held]);
    const again = await clerk.post('system/role/copy', {
      id,
      roleName: '副本',
      roleNameEn: 'Copy',
      roleAlias: 'copied',
    });
    expect(again.body).toMatchObject({ bizCode: 'DUPLICATE', data: { fields: [{ field: 'roleAlias' }] } });
  });

  it('are compared with another role’s grants', async () => {
    const [one, other] = [await role(), await role()];
    const [view, edit] = [await idOf('system/post:view'), await idOf('system/post:edit')];
    await grant(product.admin, one.id, [view]);
    await grant(product.admin, other.id, [view, edit]);
    const { body } = await product.admin.get('system/role/compare', { first: one.id, second: other.id });
    expect(body.data.menu).toEqual([
      expect.objectContaining({ id: view, path: '设置 / 人员与权限 / 岗位管理', inFirst: true, inSecond: true }),
      expect.objectContaining({ id: edit, inFirst: false, inSecond: true }),
    ]);
  });
});

describe('a role', () => {
  it('with holders or descendants cannot be removed, and the error names them', async () => {
    const above = await role();
    const { key } = await role({ parentId: above.id });
    const who = await product.staff(key);
    expect((await product.admin.post('system/role/remove', { ids: above.id })).body).toMatchObject({
      bizCode: 'IN_USE',
      msg: expect.stringContaining('下级角色'),
    });
    const held = await roleIdOf(key);
    expect((await product.admin.post('system/role/remove', { ids: held })).body.msg).toContain('用户引用（共 1 个');
    const { body } = await product.admin.get('system/role/holders', { roleId: held });
    expect(body.data).toMatchObject({ total: 1, users: [{ id: String(who.id), account: who.account }] });
    const { records } = (await product.admin.get('system/role/list', { roleAlias: key })).body.data;
    expect(records).toMatchObject([{ userCount: 1 }]);
  });

  it('that is built in stays: nobody can disable, move, remove or grant the administrator role', async () => {
    const id = await roleIdOf('administrator');
    const other = await role();
    const attempts = [
      product.admin.post('system/role/submit', { id, status: 0 }),
      product.admin.post('system/role/submit', { id, parentId: other.id }),
      product.admin.post('system/role/remove', { ids: await roleIdOf('agent') }),
    ];
    for (const answer of await Promise.all(attempts)) expect(answer.body.bizCode).toBe('ROLE_BUILT_IN');
    expect((await grant(product.admin, id, [])).body.bizCode).toBe('ROLE_NOT_ASSIGNABLE');
    expect((await product.admin.get('system/post/list')).status).toBe(200);
  });

  it('with more rights than the actor cannot be changed by the actor', async () => {
    const clerk = await product.staff('clerk');
    const { id } = await role();
    await grant(product.admin, id, [await idOf('system/user:grant')]);
    for (const answer of [
      await clerk.post('system/role/submit', { id, status: 0 }),
      await clerk.post('system/role/remove', { ids: id }),
      await clerk.post('system/role/submit', { id: await roleIdOf('administrator'), roleName: '我' }),
    ])
      expect([answer.status, answer.body.bizCode]).toEqual([403, 'ROLE_BEYOND']);
  });

  it('gives no rights while it is disabled', async () => {
    const { id, key } = await role();
    await grant(product.admin, id, [await idOf('system/post:view')]);
    const who = await product.staff(key);
    expect((await who.get('system/post/list')).status).toBe(200);
    await product.admin.post('system/role/submit', { id, status: 0 });
    await expect.poll(async () => (await who.get('system/post/list')).status).toBe(403);
  });

  it('can be below every role except itself and its descendants', async () => {
    const above = await role({ roleName: '上' });
    const below = await role({ roleName: '下', parentId: above.id });
    const { body } = await product.admin.get('system/role/tree-by-id', { roleId: above.id });
    const ids = flat(body.data).map((node) => node.id);
    expect(ids).not.toContain(above.id);
    expect(ids).not.toContain(below.id);
    expect(ids).toContain(await roleIdOf('finance'));
  });

  it('of another tenant is unknown', async () => {
    const { admin } = await secondTenantOf(product);
    const { id } = await role();
    const view = await idOf('system/post:view');
    const answers = [
      admin.get('system/role/tree', { tenantId: '000000' }),
      admin.get('system/role/tree-by-id', { roleId: id }),
      admin.get('system/role/holders', { roleId: id }),
      admin.get('system/role/compare', { first: id, second: id }),
      admin.get('system/menu/role-tree-keys', { roleIds: id }),
      grant(admin, id, [view]),
      admin.post('system/role/copy', { id, roleName: 'x', roleNameEn: 'x', roleAlias: 'taken-over' }),
    ];
    for (const answer of await Promise.all(answers)) expect(answer.status, answer.body.msg).toBe(404);
    expect(await keysOf(id)).toEqual([]);
  });
});
