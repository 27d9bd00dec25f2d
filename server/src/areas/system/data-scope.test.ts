import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';

const BUTTONS = ['view', 'add', 'edit', 'delete'].map((action) => `system/post:${action}`);
let product: TestApp;
let head: string;
let team: string;
let other: string;
beforeAll(async () => {
  product = await testApp();
  const dept = async (code: string, parentId: string | null) => {
    const form = { code, deptName: code, deptNameEn: code, deptCategory: 2, sort: 1, parentId };
    return (await product.admin.post('system/dept/submit', form)).body.data.id as string;
  };
  head = await dept('head', null);
  team = await dept('team', head);
  other = await dept('other', null);
});
afterAll(() => product.close());

const sql = (text: string, values: unknown[]) => product.db.pool.query(text, values);
const done = ({ status, body }: Awaited<ReturnType<TestUser['get']>>) => {
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data;
};
let count = 0;
/** Somebody with a role that has these data scopes, in these departments. */
async function member(scopes: readonly Record<string, unknown>[], depts: readonly string[] = []): Promise<TestUser> {
  count += 1;
  const key = `ruled_${count}`;
  await openRole(product.db, key, BUTTONS);
  await give(key, scopes);
  const who = await product.staff(key);
  for (const dept of depts)
    await sql('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [`${who.id}`, dept]);
  product.app.sessions.forget();
  return who;
}
async function give(key: string, scopes: readonly Record<string, unknown>[]): Promise<void> {
  const { rows } = await sql('select id::text from sys_role where role_alias = $1', [key]);
  const { rows: menus } = await sql('select menu_id::text as id from sys_role_menu where role_id = $1', [rows[0].id]);
  const dataScopeIds: string[] = [];
  for (const scope of scopes) {
    const form = {
      resourceCode: 'system/post',
      scopeName: '规则',
      scopeNameEn: 'Rule',
      scopeField: '*',
      writableField: '*',
    };
    dataScopeIds.push(done(await product.admin.post('system/data-scope/submit', { ...form, ...scope })).id);
  }
  const menuIds = menus.map(({ id }) => id);
  done(await product.admin.post('system/role/grant', { roleIds: [rows[0].id], menuIds, dataScopeIds }));
}
/** A post of somebody, or of a department. */
async function post(of: { user?: TestUser; dept?: string; category?: number }): Promise<string> {
  count += 1;
  const form = {
    postCode: `p-${count}`,
    postName: `岗位 ${count}`,
    postNameEn: `Post ${count}`,
    category: of.category ?? 3,
    sort: 1,
  };
  const { id } = done(await product.admin.post('system/post/submit', form));
  await sql('update sys_post set create_user = coalesce($2, create_user), create_dept = $3 where id = $1', [
    id,
    of.user ? `${of.user.id}` : null,
    of.dept ?? null,
  ]);
  return id;
}
const seen = async (who: TestUser): Promise<string[]> =>
  done(await who.get('system/post/list', { size: 200 })).records.map(({ id }: { id: string }) => id);

/** Every way to a row: all of them open, or all of them shut. */
async function reaches(who: TestUser, id: string): Promise<boolean> {
  const isListed = (await seen(who)).includes(id);
  const { total } = done(await who.get('system/post/list', { id_in: id }));
  const ways = {
    counted: total === 1,
    detail: (await who.get('system/post/detail', { id })).status === 200,
    select: done(await who.get('system/post/select', { id })).length === 1,
    edit: (await who.post('system/post/submit', { id, sort: 2 })).status === 200,
    remove: (await who.post('system/post/remove', { ids: id })).status === 200,
  };
  if (ways.remove) await sql('update sys_post set deleted_at = null where id = $1', [id]);
  expect(ways).toEqual(Object.fromEntries(Object.keys(ways).map((way) => [way, isListed])));
  return isListed;
}

describe('the rows of a role', () => {
  it('are its own, its department’s, or those below, on every way to them', async () => {
    const own = await member([{ scopeType: 2 }], [head]);
    const dept = await member([{ scopeType: 3 }], [head]);
    const below = await member([{ scopeType: 4 }], [head]);
    const nowhere = await member([{ scopeType: 4 }]);
    const [mine, atHead, atTeam, elsewhere] = [
      await post({ user: own, dept: other }),
      await post({ dept: head }),
      await post({ dept: team }),
      await post({ dept: other }),
    ];
    const table = async (who: TestUser) => Promise.all([mine, atHead, atTeam, elsewhere].map((id) => reaches(who, id)));
    expect(await table(own)).toEqual([true, false, false, false]);
    expect(await table(dept)).toEqual([false, true, false, false]);
    expect(await table(below)).toEqual([false, true, true, false]);
    expect(await table(nowhere)).toEqual([false, false, false, false]);
    expect(await table(await member([{ scopeType: 1 }]))).toEqual([true, true, true, true]);
    const before = await sql('select count(*)::int as n from sys_post where deleted_at is null and sort = 2', []);
    expect((await below.post('system/post/submit', { id: elsewhere, sort: 77 })).status).toBe(404);
    expect(
      (await sql('select count(*)::int as n from sys_post where deleted_at is null and sort = 2', [])).rows,
    ).toEqual(before.rows);
  });

  it('are those that meet all conditions of a custom rule, and no text becomes a statement', async () => {
    const who = await member([{ scopeType: 5, scopeValue: { category_in: '1,2', postName_like: '岗位' } }]);
    expect(await reaches(who, await post({ category: 1 }))).toBe(true);
    expect(await reaches(who, await post({ category: 3 }))).toBe(false);
    const quoted = await member([{ scopeType: 5, scopeValue: { postName_like: "' or true --" } }]);
    expect(await seen(quoted)).toEqual([]);
    const form = {
      resourceCode: 'system/post',
      scopeName: '规则',
      scopeNameEn: 'Rule',
      scopeType: 5,
      scopeField: '*',
      writableField: '*',
    };
    for (const scopeValue of [null, {}, { '1=1': '1' }, { tenantId: '000000' }, { size: '5' }, { category_in: 'x' }])
      expect((await product.admin.post('system/data-scope/submit', { ...form, scopeValue })).body).toMatchObject({
        bizCode: 'SCOPE_CONDITION',
        data: { fields: [{ field: 'scopeValue' }] },
      });
    for (const change of [{ resourceCode: 'system/region' }, { scopeType: 1, scopeField: 'passwordHash' }])
      expect((await product.admin.post('system/data-scope/submit', { ...form, ...change })).status).toBe(400);
  });

  it('are those of any of somebody’s roles', async () => {
    const who = await member([{ scopeType: 2 }], [head]);
    const [mine, atHead] = [await post({ user: who }), await post({ dept: head })];
    expect([await reaches(who, mine), await reaches(who, atHead)]).toEqual([true, false]);
    const { rows } = await sql(`select role_id from sys_user_role where user_id = $1`, [`${who.id}`]);
    const second = await member([{ scopeType: 3 }]);
    await sql('insert into sys_user_role select $1, role_id from sys_user_role where user_id = $2', [
      `${who.id}`,
      `${second.id}`,
    ]);
    product.app.sessions.forget();
    expect([await reaches(who, mine), await reaches(who, atHead)]).toEqual([true, true]);
    // One that opens the resource without a rule reaches all of it.
    await openRole(product.db, 'unruled', ['system/post:view']);
    await sql(`insert into sys_user_role select $1, id from sys_role where role_alias = 'unruled'`, [`${who.id}`]);
    product.app.sessions.forget();
    expect(await reaches(who, await post({ dept: other }))).toBe(true);
    expect(rows).toHaveLength(1);
  });
});

describe('the fields of a role', () => {
  it('are left out, not sought, not sorted by and not written where a rule hides them', async () => {
    const id = await post({ dept: head });
    const who = await member([{ scopeType: 1, scopeField: 'postCode,sort', writableField: 'sort' }]);
    const row = done(await who.get('system/post/detail', { id }));
    expect(Object.keys(row)).not.toContain('category');
    expect(Object.keys(row)).toContain('postName');
    expect(Object.keys(done(await who.get('system/post/list')).records[0])).not.toContain('category');
    expect((await who.get('system/post/list', { category: 1 })).status).toBe(403);
    expect((await who.post('system/post/submit', { id, category: 1 })).status).toBe(403);
    expect((await who.post('system/post/submit', { id, postName: '别的' })).status).toBe(400);
    expect((await who.post('system/post/submit', { id, sort: 8, postCode: row.postCode })).status).toBe(200);
    const { rows } = await sql('select category, post_name, sort from sys_post where id = $1', [id]);
    expect(rows).toEqual([{ category: 3, post_name: row.postName, sort: 8 }]);
  });
});

describe('whoever reaches a part only', () => {
  it('grants no more than that part', async () => {
    await openRole(product.db, 'part', [
      ...BUTTONS,
      'system/role:view',
      'system/role:grant',
      'system/data-scope:edit',
      'system/data-scope:add',
    ]);
    await give('part', [{ scopeType: 2 }]);
    const clerk = await product.staff('part');
    const scopes = (await clerk.get('system/menu/grant-tree')).body.data.dataScope;
    const own: string = scopes.find(({ title }: { title: string }) => title === '岗位管理').children[0].id;
    await openRole(product.db, 'target', []);
    const { rows } = await sql(`select id::text from sys_role where role_alias = 'target'`, []);
    const { rows: views } = await sql(`select id::text from sys_menu where code = 'system/post:view'`, []);
    const grant = (dataScopeIds: readonly string[]) =>
      clerk.post('system/role/grant', { roleIds: [rows[0].id], menuIds: [views[0].id], dataScopeIds });
    expect((await grant([])).body.bizCode).toBe('SCOPE_NEEDED');
    const all = done(
      await product.admin.post('system/data-scope/submit', {
        ...{ resourceCode: 'system/post', scopeName: '全部', scopeNameEn: 'All', scopeType: 1 },
        ...{ scopeField: '*', writableField: '*' },
      }),
    ).id;
    expect((await grant([all])).body.bizCode).toBe('ROLE_NOT_ASSIGNABLE');
    expect((await clerk.post('system/data-scope/submit', { id: own, scopeType: 1 })).status).toBe(403);
    expect((await grant([own])).status).toBe(200);
  });
});

describe('a route with a scope of its own', () => {
  it('is refused to all roles but those it is granted to', async () => {
    const path = 'system/post/select';
    const who = await member([]);
    expect((await who.get(path)).status).toBe(200);
    const form = { scopeName: '选项', scopeNameEn: 'Options', scopePath: `/api/${path}`, scopeMethod: 1 };
    const { id } = done(await product.admin.post('system/api-scope/submit', form));
    await expect.poll(async () => (await who.get(path)).status, { timeout: 1_000 }).toBe(403);
    expect((await who.get('system/post/list')).status).toBe(200);
    expect((await product.admin.get(path)).status).toBe(200);
    const { rows } = await sql('select role_id::text as id from sys_user_role where user_id = $1', [`${who.id}`]);
    const { rows: menus } = await sql('select menu_id::text as id from sys_role_menu where role_id = $1', [rows[0].id]);
    const grant = { roleIds: [rows[0].id], menuIds: menus.map((one) => one.id), apiScopeIds: [id] };
    done(await product.admin.post('system/role/grant', grant));
    await expect.poll(async () => (await who.get(path)).status, { timeout: 1_000 }).toBe(200);
    expect((await product.admin.post('system/api-scope/remove', { ids: id })).body.bizCode).toBe('IN_USE');
    for (const scopePath of ['/api/system/post/nothing', '/api/auth/session/list'])
      expect((await product.admin.post('system/api-scope/submit', { ...form, scopePath })).body.bizCode).toBe(
        'ROUTE_UNKNOWN',
      );
  });
});
