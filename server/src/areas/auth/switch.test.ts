import type { AddressInfo } from 'node:net';
import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { TOTP } from 'otpauth';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { fictionalNumbers, multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import { push, rooms } from '../../kernel/realtime/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { harmlessRequests, permissionOf, registeredCalls } from '../../testing/registry-calls.ts';
import { openRole } from '../../testing/role.ts';

const BUTTONS = ['view', 'add', 'edit', 'delete'].map((action) => `system/post:${action}`);
afterAll(() => product.close());

const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);
const roleId = async (key: string) =>
  (await sql('select id::text from sys_role where role_alias = $1', [key])).rows[0].id as string;
const done = ({ status, body }: Awaited<ReturnType<TestUser['get']>>) => {
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data;
};
const product = await testApp();
const dept = async (code: string) => {
  const form = { code, deptName: code, deptNameEn: code, deptCategory: 2, sort: 1 };
  return done(await product.admin.post('system/dept/submit', form)).id as string;
};
const [north, south] = [await dept('north'), await dept('south')];
await openRole(product.db, 'ruled', [...BUTTONS, 'system/role:view', 'system/role:grant']);
await openRole(product.db, 'clerk', ['desk/notice:view', 'system/role:view', 'system/role:grant']);
const [ruled, clerk] = [await roleId('ruled'), await roleId('clerk')];
const scope = done(
  await product.admin.post('system/data-scope/submit', {
    ...{ resourceCode: 'system/post', scopeName: '本机构', scopeNameEn: 'Department' },
    ...{ scopeType: 4, scopeField: '*', writableField: '*' },
  }),
).id as string;
const { rows } = await sql('select menu_id::text as id from sys_role_menu where role_id = $1', [ruled]);
const grants = { roleIds: [ruled], menuIds: rows.map(({ id }) => id), dataScopeIds: [scope] };
done(await product.admin.post('system/role/grant', grants));
const turn = async (on: 0 | 1) => {
  const values = [{ paramKey: 'account.switchMode', paramValue: String(on) }];
  done(await product.admin.post('system/param/update-control-panel', { values }));
};
const also = (who: TestUser, ...roles: string[]) =>
  sql('insert into sys_user_role (user_id, role_id) select $1, unnest($2::bigint[])', [`${who.id}`, roles]);
const belongs = (who: TestUser, ...depts: string[]) =>
  sql('insert into sys_user_dept (user_id, dept_id) select $1, unnest($2::bigint[])', [`${who.id}`, depts]);

/** A user with both roles, in both departments. */
async function both(): Promise<TestUser> {
  const who = await product.staff('ruled');
  await also(who, clerk);
  await belongs(who, north, south);
  product.app.sessions.forget();
  return who;
}
const signIn = (who: TestUser, headers: Record<string, string>, more = {}) =>
  product.guest.post(
    'auth/oauth/token',
    { grant_type: 'password', username: who.account, password: digestOf('Test-password-1'), ...more },
    headers,
  );
const by = ({ body }: { body: { access_token: string } }) => ({ token: `bearer ${body.access_token}` });
const codes = async (headers: Record<string, string>) =>
  (done(await product.guest.get('system/menu/buttons', {}, headers)) as { children: { code: string }[] }[])
    .flatMap(({ children }) => children.map(({ code }) => code))
    .sort();

it('is off by default: a requested role is ignored and a switch refused', async () => {
  const who = await both();
  const entered = await signIn(who, { 'dept-id': north, 'role-id': clerk });
  expect(entered.body.role_id.split(',').sort()).toEqual([ruled, clerk].sort());
  expect(done(await who.get('auth/session/duties'))).toMatchObject({ isOn: 0, deptId: null, roleId: null });
  expect((await who.post('auth/session/switch', { roleId: 'x' })).status).toBe(400);
  const refused = await who.post('auth/session/switch', { roleId: clerk });
  expect([refused.status, refused.body.bizCode]).toEqual([400, 'SWITCH_OFF']);
  done(await who.post('auth/session/switch', {}));
});

describe('a session narrowed to one role', () => {
  beforeAll(() => turn(1));

  it('has exactly the rights of that role in every call', async () => {
    const who = await both();
    const entered = await signIn(who, { 'role-id': clerk });
    expect(entered.body).toMatchObject({ role_id: clerk, role_name: 'clerk' });
    const own = by(entered);
    const alone = await product.staff('clerk');
    expect(await codes(own)).toEqual(await codes({ token: `bearer ${alone.token}` }));
    expect(done(await product.guest.get('auth/oauth/user-info', {}, own)).roles).toEqual(['clerk']);
    // Also by parameters, and as its own answer says.
    expect((await signIn(who, {}, { roleId: ruled })).body.role_id).toBe(ruled);
    expect(done(await product.guest.get('auth/session/duties', {}, own))).toMatchObject({
      ...{ isOn: 1, deptId: null, roleId: clerk },
      roles: expect.arrayContaining([expect.objectContaining({ id: ruled }), expect.objectContaining({ id: clerk })]),
    });
    // A user with all rights who works as a clerk.
    const chief = await product.staff('administrator');
    await also(chief, clerk);
    const narrowed = by(await signIn(chief, { 'role-id': clerk }));
    const open: string[] = [];
    for (const call of registeredCalls) {
      const permission = permissionOf(call);
      if (!permission || (await alone.actor()).permissions.has(permission)) continue;
      for (const request of harmlessRequests(call)) {
        const { statusCode } = await product.server.inject({ ...request, headers: narrowed });
        if (statusCode !== 403) open.push(`${call.path}: ${statusCode}`);
      }
    }
    expect(open).toEqual([]);
  });

  it('must be a role of the user; no session is opened otherwise', async () => {
    const who = await both();
    const count = async () =>
      (await sql('select count(*)::int as n from auth_session where user_id = $1', [`${who.id}`])).rows[0].n;
    const before = await count();
    const foreign = await roleId('finance');
    for (const headers of [
      { 'role-id': foreign },
      { 'role-id': 'clerk' },
      { 'dept-id': '999999' },
      { 'role-id': '-1' },
    ])
      expect((await signIn(who, headers)).body.error_code).toBe('DUTY_NOT_OWN');
    await sql('update sys_role set status = 0 where id = $1', [foreign]);
    await also(who, foreign);
    expect((await signIn(who, { 'role-id': foreign })).body.error_code).toBe('DUTY_NOT_OWN');
    await sql('update sys_role set status = 1 where id = $1', [foreign]);
    expect((await who.post('auth/session/switch', { deptId: '999999' })).body.bizCode).toBe('DUTY_NOT_OWN');
    expect(await count()).toBe(before);
    // A wrong password reveals nothing about roles.
    const guess = await signIn(who, { 'role-id': foreign }, { password: digestOf('Wrong-password-1') });
    expect(guess.body.error_code).toBe('SIGN_IN_FAILED');
  });

  it('grants only what that role has', async () => {
    const who = await both();
    await also(who, await roleId('administrator'));
    await openRole(product.db, 'target', []);
    const [target, menus] = [
      await roleId('target'),
      await sql('select id::text, code from sys_menu where code = any($1)', [['system/post:view', 'desk/notice:view']]),
    ];
    const menu = (code: string) => menus.rows.find((row) => row.code === code).id as string;
    const own = by(await signIn(who, { 'role-id': clerk }));
    const grant = (...menuIds: string[]) =>
      product.guest.post('system/role/grant', { roleIds: [target], menuIds }, own);
    expect((await grant(menu('system/post:view'))).body.bizCode).toBe('ROLE_NOT_ASSIGNABLE');
    done(await grant(menu('desk/notice:view')));
    // One role of a user cannot use the scope of another.
    const asRuled = by(await signIn(who, { 'role-id': ruled }));
    const free = await product.guest.post(
      'system/role/grant',
      { roleIds: [target], menuIds: [menu('system/post:view'), menu('desk/notice:view')], dataScopeIds: [] },
      asRuled,
    );
    expect(free.body.bizCode).toBe('SCOPE_NEEDED');
    const admin = await product.admin.get('system/user/detail', { id: String(product.admin.id) });
    const reset = await product.guest.post('system/user/reset-password', { userIds: admin.body.data.id }, own);
    expect(reset.status).toBe(403);
  });

  it('sees the rows of the chosen department', async () => {
    const who = await both();
    const posts: string[] = [];
    for (const dept of [north, south]) {
      const form = { postCode: `post-${dept}`, postName: '岗位', postNameEn: 'Post', category: 3, sort: 1 };
      const { id } = done(await product.admin.post('system/post/submit', form));
      await sql('update sys_post set create_dept = $2 where id = $1', [id, dept]);
      posts.push(id);
    }
    const seen = async (headers: Record<string, string>) => {
      const { records } = done(await product.guest.get('system/post/list', { id_in: posts.join(',') }, headers));
      return new Set(records.map(({ id }: { id: string }) => id));
    };
    expect(await seen(by(await signIn(who, { 'role-id': ruled })))).toEqual(new Set(posts));
    expect(await seen(by(await signIn(who, { 'role-id': ruled, 'dept-id': south })))).toEqual(new Set([posts[1]]));
    const own = by(await signIn(who, { 'dept-id': north, 'role-id': ruled }));
    expect(await seen(own)).toEqual(new Set([posts[0]]));
    // Rows created in the session belong to the department.
    const form = { postCode: 'made', postName: '新', postNameEn: 'New', category: 3, sort: 1 };
    const { id } = done(await product.guest.post('system/post/submit', form, own));
    expect((await sql('select create_dept::text from sys_post where id = $1', [id])).rows[0].create_dept).toBe(north);
  });

  it('is switched in place, in all its windows and sockets, and back', async () => {
    await product.server.listen({ port: 0, host: '127.0.0.1' });
    product.app.realtime.attach(product.server.server);
    const url = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`;
    const who = await both();
    const socket = io(url, { path: '/ws', transports: ['websocket'], auth: { token: who.token }, reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    // Notifications of earlier tests may still arrive.
    const changed: unknown[] = [];
    socket.on('changed', (change) => changed.push(change));
    expect((await who.get('system/post/list')).status).toBe(200);
    done(await who.post('auth/session/switch', { roleId: clerk, deptId: north }));
    await expect.poll(() => changed).toContainEqual({ resource: 'system/menu' });
    await expect.poll(async () => (await who.get('system/post/list')).status).toBe(403);
    expect(await who.actor()).toMatchObject({ roleKeys: ['clerk'], deptIds: [BigInt(north)] });
    // Events of the other role are not for this session any more.
    const receivedEvents = async () => {
      const events: string[] = [];
      const last = new Promise<void>((resolve) => {
        socket.on('said', (key: string) => {
          events.push(key);
          if (key === 'clerk') resolve();
        });
      });
      await product.db.tx(async (tx) => {
        for (const key of ['ruled', 'clerk'])
          await push(tx, { rooms: [rooms.role(DEFAULT_TENANT, key)], event: 'said', payload: key });
      });
      await last;
      socket.off('said');
      return events;
    };
    await expect.poll(receivedEvents).toEqual(['clerk']);
    done(await who.post('auth/session/switch', {}));
    await expect.poll(async () => (await who.get('system/post/list')).status).toBe(200);
    socket.disconnect();
  });

  it('ends when its role or department is taken away', async () => {
    const who = await both();
    const entered = await signIn(who, { 'role-id': clerk });
    const inDept = await signIn(who, { 'dept-id': south });
    const status = async (own: { token: string }) => (await product.guest.get('auth/oauth/user-info', {}, own)).status;
    expect([await status(by(entered)), await status(by(inDept))]).toEqual([200, 200]);
    done(await product.admin.post('system/user/grant', { userIds: String(who.id), roleIds: ruled }));
    await expect.poll(() => status(by(entered))).toBe(401);
    expect(await status(by(inDept))).toBe(200);
    const fresh = await product.guest.post('auth/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: entered.body.refresh_token,
    });
    expect(fresh.body.error_code).toBe('SESSION_EXPIRED');
    done(await product.admin.post('system/user/submit', { id: String(who.id), deptIds: [north] }));
    await expect.poll(() => status(by(inDept))).toBe(401);
  });

  it('keeps its narrowing when it is renewed, or changes it then; an invalid choice has no effect', async () => {
    const who = await both();
    const entered = await signIn(who, { 'role-id': clerk });
    const renew = (token: string, headers = {}) =>
      product.guest.post('auth/oauth/token', { grant_type: 'refresh_token', refresh_token: token }, headers);
    const same = await renew(entered.body.refresh_token, { 'role-id': '', 'dept-id': '' });
    expect(same.body.role_id).toBe(clerk);
    const foreign = await renew(same.body.refresh_token, { 'role-id': await roleId('finance') });
    expect(foreign.body.error_code).toBe('DUTY_NOT_OWN');
    const other = await renew(same.body.refresh_token, { 'role-id': ruled });
    expect(other.body).toMatchObject({ role_id: ruled });
  });

  it('takes the choice of the first sign-in step', async () => {
    const who = await both();
    const { secret } = done(await who.post('auth/two-factor/enrol', { password: digestOf('Test-password-1') }));
    const code = () => new TOTP({ secret }).generate();
    done(await who.post('auth/two-factor/confirm', { code: code() }));
    await sql('update auth_totp set last_step = 0 where user_id = $1', [`${who.id}`]);
    const first = await signIn(who, { 'role-id': clerk });
    expect(first.body.error_code).toBe('SECOND_FACTOR_REQUIRED');
    const second = { grant_type: 'totp', ticket: first.body.data.ticket, code: code() };
    expect((await product.guest.post('auth/oauth/token', second)).body.role_id).toBe(clerk);
  });

  it('is named in explanations', async () => {
    const who = await both();
    const ask = async (more = {}) => {
      const input = { userId: String(who.id), path: '/api/system/post/list', ...more };
      return done(await product.admin.get('system/access/explain', input));
    };
    expect((await ask()).isAllowed).toBe(1);
    const narrowed = await ask({ roleId: clerk });
    expect(narrowed.isAllowed).toBe(0);
    expect(narrowed.steps.at(-1).text).toContain('其角色“clerk”均未授予');
    const foreign = { userId: String(who.id), path: '/api/system/post/list', roleId: await roleId('finance') };
    expect((await product.admin.get('system/access/explain', foreign)).body.bizCode).toBe('DUTY_NOT_OWN');
  });

  it('queues work with its own rights, which still applies after they are taken away', async () => {
    const importIn = async (who: TestUser) => {
      const fields = {
        ...{ batchName: who.account, countryCode: 'US', numberType: 1, capability: 8, warehouseCode: 'WH01' },
        ...{
          sourceType: 1,
          supplierName: 'Supplier',
          rightsAttested: 1,
          provenanceNote: 'Invoice 7',
          costPrice: '1.2',
        },
        commit: 1,
      };
      const { body, headers } = multipart(fields, { name: 'list.txt', content: fictionalNumbers(2).join('\n') });
      const keeper = await roleId('warehouse');
      const own = by(await signIn(who, { 'role-id': keeper }));
      return done(await product.guest.post('whatsapp/pre-warehouse/import', body, { ...headers, ...own })).taskNo;
    };
    const people = [await product.staff('warehouse'), await product.staff('warehouse')] as const;
    for (const who of people) await also(who, await roleId('administrator'));
    const tasks = [await importIn(people[0]), await importIn(people[1])];
    await sql('delete from sys_user_role where user_id = $1 and role_id = $2', [
      `${people[1].id}`,
      await roleId('warehouse'),
    ]);
    await product.work();
    const states = async () => {
      const { rows } = await sql(
        'select state, failure_code from kernel_task where task_no = any($1) order by array_position($1, task_no)',
        [tasks],
      );
      return rows;
    };
    await expect.poll(async () => (await states()).every(({ state }) => state >= taskState.is.done)).toBe(true);
    expect(await states()).toEqual([
      { state: taskState.is.done, failure_code: null },
      { state: taskState.is.failed, failure_code: 'TASK_OWNER_CLOSED' },
    ]);
  });
});
