import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';

const BUTTONS = ['view', 'add', 'edit', 'delete'].map((action) => `system/post:${action}`);
const product = await testApp();
const dept = async (code: string, parentId: string | null) => {
  const form = { code, deptName: code, deptNameEn: code, deptCategory: 2, sort: 1, parentId };
  return (await product.admin.post('system/dept/submit', form)).body.data.id as string;
};
const head: string = await dept('head', null);
const team: string = await dept('team', head);
const other: string = await dept('other', null);
afterAll(() => product.close());

const sql = (text: string, values: unknown[]) => product.db.pool.query(text, values);
const done = ({ status, body }: Awaited<ReturnType<TestUser['get']>>) => {
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data;
};
let count = 0;
/** A user with a role that has these data scopes, in these departments. */
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
/** A post created by a user, or in a department. */
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

/** Whether all calls for a row accept it; fails if some do and others do not. */
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
  it('are its own, its department’s, or those below, in every call', async () => {
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

  it('include agents on the page of users, by the stricter of the rules about both', async () => {
    const page = ['view', 'edit', 'status', 'search', 'balance'].map((action) => `system/user:${action}`);
    const manager = async (scopes: readonly Record<string, unknown>[], more: readonly string[] = []) => {
      count += 1;
      const key = `people_${count}`;
      await openRole(product.db, key, [...page, ...more]);
      await give(key, scopes);
      const who = await product.staff(key);
      await sql('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [`${who.id}`, head]);
      product.app.sessions.forget();
      return who;
    };
    const colleague = await product.staff('support');
    await sql('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [`${colleague.id}`, head]);
    const [ours, theirs] = [await product.agent(), await product.agent()];
    const below = await product.agent({ parent: ours });
    await sql('update sys_user set create_dept = $2 where id = $1', [`${ours.id}`, head]);
    await sql('update sys_user set create_dept = $2 where id = $1', [`${theirs.id}`, other]);
    const people = { colleague, ours, below, theirs };
    const met = async (who: TestUser) => {
      const listed = done(await who.get('system/user/page', { size: 200 })).records.map(({ id }: { id: string }) => id);
      const found: string[] = [];
      for (const [name, { id, row }] of Object.entries(people)) {
        const isListed = listed.includes(String(id));
        if (isListed) found.push(name);
        const update = { id: String(id), realName: row.realName };
        expect((await who.post('system/user/update', update)).status === 200, `${name} edited`).toBe(isListed);
        const lock = { userId: String(id), status: 2, until: '2099-01-01 00:00:00', reason: 'Looked into' };
        const locked = await who.post('system/user/update-status', lock);
        expect(locked.status === 200, `${name} locked`).toBe(isListed);
        await sql("update sys_user set status = 1, status_path = '/' where id = $1", [`${id}`]);
        const money = { ids: String(id), money: '5', reason: 'Bank slip' };
        if (row.userType === 2)
          expect((await who.post('system/user/web/manual-update-balance', money)).status === 200, `${name} paid`).toBe(
            isListed,
          );
      }
      return found;
    };
    const dept = { resourceCode: 'system/user', scopeType: 3 };
    expect(await met(await manager([dept]))).toEqual(['colleague', 'ours', 'below']);
    // A user who also opens the page of agents without a rule sees all of them there, and no more of them here.
    const both = await manager([dept], ['agent/user:view']);
    expect(await met(both)).toEqual(['colleague', 'ours', 'below']);
    expect((await both.get('agent/user/detail', { id: String(theirs.id) })).status).toBe(200);
    // With rules about both, the stricter one applies.
    const onlyBelow = { resourceCode: 'agent/user', scopeType: 5, scopeValue: { account_equal: below.account } };
    const strict = await manager([dept, onlyBelow], ['agent/user:view']);
    expect(await met(strict)).toEqual(['colleague', 'below']);
    expect((await strict.get('agent/user/detail', { id: String(ours.id) })).status).toBe(404);
    const onlyTheirs = { resourceCode: 'agent/user', scopeType: 5, scopeValue: { account_equal: theirs.account } };
    expect(await met(await manager([dept, onlyTheirs], ['agent/user:view']))).toEqual(['colleague']);
    // A rule about agents alone does not limit staff.
    expect(await met(await manager([onlyTheirs]))).toEqual(['colleague', 'theirs']);
  });

  it('also limit pickers of users and the figures of today', async () => {
    const key = 'picker';
    await openRole(product.db, key, [
      'system/user:view',
      'system/user:search',
      'system/user:status',
      'finance/day:view',
      'system/role:view',
    ]);
    const colleague = await product.staff('support');
    const stranger = await product.staff('support');
    const scopeValue = { account_equal: colleague.account };
    await give(key, [
      { resourceCode: 'system/user', scopeType: 5, scopeValue },
      { resourceCode: 'finance/day', scopeType: 5, scopeValue: { day_ge: '2026-01-01' } },
    ]);
    const who = await product.staff(key);
    product.app.sessions.forget();
    const ids = (rows: readonly Record<string, string>[]) => rows.map(({ id, value }) => id ?? value);
    const own = [String(colleague.id)];
    expect(ids(done(await who.get('system/user/search/user', { size: 200 })).records)).toEqual(own);
    expect(done(await who.get('system/user/search/user', { size: 200 })).total).toBe(1);
    expect(ids(done(await who.get('system/user/leader-choices')))).toEqual(own);
    expect(done(await who.get('system/user/leader-choices', { id: String(stranger.id) }))).toEqual([]);
    const { rows } = await sql(
      "select id::text from sys_role where role_alias = 'support' and tenant_id = '000000'",
      [],
    );
    expect(ids(done(await who.get('system/role/holders', { roleId: rows[0].id })).users)).toEqual(own);
    await sql("update sys_user set real_name = 'Same' where id = any($1)", [[`${colleague.id}`, `${stranger.id}`]]);
    expect(done(await who.get('system/user/duplicates', { userId: String(colleague.id) }))).toEqual([]);
    expect((await who.get('finance/day/today')).status).toBe(404);
    expect((await product.admin.get('finance/day/today')).status).toBe(200);
  });

  it('meet all conditions of a custom rule, and its text never becomes SQL', async () => {
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

  it('are the union over all roles of the user', async () => {
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
    // A role that opens the resource without a rule includes all rows.
    await openRole(product.db, 'unruled', ['system/post:view']);
    await sql(`insert into sys_user_role select $1, id from sys_role where role_alias = 'unruled'`, [`${who.id}`]);
    product.app.sessions.forget();
    expect(await reaches(who, await post({ dept: other }))).toBe(true);
    expect(rows).toHaveLength(1);
  });
});

describe('the fields of a role', () => {
  it('are left out, and not searched, sorted or written, if a rule hides them', async () => {
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

describe('users limited by rules', () => {
  it('cannot write a rule with a field that is writable but hidden; names and states are always visible', async () => {
    const form = { resourceCode: 'system/post', scopeName: '规则', scopeNameEn: 'Rule', scopeType: 2 };
    const submit = (scopeField: string, writableField: string) =>
      product.admin.post('system/data-scope/submit', { ...form, scopeField, writableField });
    expect((await submit('sort', 'sort,category')).body).toMatchObject({
      bizCode: 'SCOPE_HIDDEN',
      data: { fields: [{ field: 'writableField', message: expect.stringContaining('岗位类型') }] },
    });
    for (const [visible, writable] of [
      ['sort', 'sort,postName'],
      ['sort', '*'],
      ['*', 'category'],
    ] as const)
      expect((await submit(visible, writable)).status, `${visible} ${writable}`).toBe(200);
  });

  it('are no longer limited after the rule is deleted', async () => {
    const key = `gone_${count}`;
    count += 1;
    await openRole(product.db, key, [...BUTTONS, 'system/role:grant', 'system/role:view']);
    await give(key, [{ scopeType: 3 }]);
    const who = await product.staff(key);
    product.app.sessions.forget();
    // A role that opens posts with its own rule, which is then deleted.
    const target = `narrowed_${count}`;
    await openRole(product.db, target, []);
    const { rows: roles } = await sql('select id::text from sys_role where role_alias = $1', [target]);
    const { rows: own } = await sql(
      'select data_scope_id::text as id from sys_role_data_scope g join sys_role r on r.id = g.role_id where r.role_alias = $1',
      [key],
    );
    const { rows: menus } = await sql("select id::text from sys_menu where code = 'system/post:view'", []);
    const grant = (dataScopeIds: string[]) =>
      who.post('system/role/grant', { roleIds: [roles[0].id], menuIds: [menus[0].id], dataScopeIds });
    done(await grant([own[0].id]));
    await sql('update sys_data_scope set deleted_at = now() where id = $1', [own[0].id]);
    await sql(
      `insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_field, writable_field)
       values ('000000', 'system/post', '另', 'Other', 3, '*', '*')`,
      [],
    );
    await sql(
      `insert into sys_role_data_scope (role_id, data_scope_id) select r.id, s.id from sys_role r, sys_data_scope s
       where r.role_alias = $1 and s.scope_name = '另'`,
      [key],
    );
    product.app.sessions.forget();
    const kept = { roleIds: [roles[0].id], menuIds: [menus[0].id] };
    expect((await who.post('system/role/grant', kept)).body.bizCode).toBe('SCOPE_NEEDED');
  });

  it('cannot grant more than their own part', async () => {
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

describe('a route with its own scope', () => {
  it('is refused to all roles without it', async () => {
    const path = 'system/post/select';
    const who = await member([]);
    expect((await who.get(path)).status).toBe(200);
    const form = { scopeName: '选项', scopeNameEn: 'Options', scopePath: `/api/${path}`, scopeMethod: 1 };
    const { id } = done(await product.admin.post('system/api-scope/submit', form));
    await expect.poll(async () => (await who.get(path)).status).toBe(403);
    expect((await who.get('system/post/list')).status).toBe(200);
    expect((await product.admin.get(path)).status).toBe(200);
    const { rows } = await sql('select role_id::text as id from sys_user_role where user_id = $1', [`${who.id}`]);
    const { rows: menus } = await sql('select menu_id::text as id from sys_role_menu where role_id = $1', [rows[0].id]);
    const grant = { roleIds: [rows[0].id], menuIds: menus.map((one) => one.id), apiScopeIds: [id] };
    done(await product.admin.post('system/role/grant', grant));
    await expect.poll(async () => (await who.get(path)).status).toBe(200);
    expect((await product.admin.post('system/api-scope/remove', { ids: id })).body.bizCode).toBe('IN_USE');
    for (const scopePath of ['/api/system/post/nothing', '/api/auth/session/list'])
      expect((await product.admin.post('system/api-scope/submit', { ...form, scopePath })).body.bizCode).toBe(
        'ROUTE_UNKNOWN',
      );
  });

  it('is lost by child roles together with their parent, but data scopes are not', async () => {
    const path = 'system/post/list';
    const form = { scopeName: '列表', scopeNameEn: 'List', scopePath: `/api/${path}`, scopeMethod: 1 };
    const apiScope = done(await product.admin.post('system/api-scope/submit', form)).id as string;
    const dataScope = done(
      await product.admin.post('system/data-scope/submit', {
        ...{ resourceCode: 'system/post', scopeName: '全', scopeNameEn: 'All', scopeType: 1 },
        ...{ scopeField: '*', writableField: '*' },
      }),
    ).id as string;
    const { rows: menus } = await sql("select id::text from sys_menu where code = 'system/post:view'", []);
    const roles: string[] = [];
    for (const [index, level] of ['above', 'between', 'below'].entries()) {
      const names = { roleName: level, roleNameEn: level, roleAlias: `line_${level}`, sort: 1, status: 1 };
      const parentId = index === 0 ? {} : { parentId: roles[index - 1] };
      roles.push(done(await product.admin.post('system/role/submit', { ...names, ...parentId })).id);
    }
    const grant = (roleIds: string[], apiScopeIds: string[], dataScopeIds: string[]) =>
      product.admin.post('system/role/grant', { roleIds, menuIds: [menus[0].id], apiScopeIds, dataScopeIds });
    done(await grant(roles, [apiScope], [dataScope]));
    const who = await product.staff('line_below');
    expect((await who.get(path)).status).toBe(200);
    const [above = ''] = roles;
    done(await grant([above], [], []));
    await expect.poll(async () => (await who.get(path)).status).toBe(403);
    const held = async (table: string) =>
      (await sql(`select role_id::text as id from ${table} where role_id = any($1) order by role_id`, [roles])).rows
        .length;
    expect([await held('sys_role_api_scope'), await held('sys_role_data_scope')]).toEqual([0, 2]);
  });
});
