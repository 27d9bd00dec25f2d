import { taskState } from '@trade-assistant/contract/kit/task.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { roleIdsOfKeys } from '../../engines/people/identity/index.ts';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { digestOf, verifyPassword } from '../../kernel/auth/password.ts';
import { workbookBomb, workbookOf } from '../../kernel/spreadsheet/testing.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { openRole } from '../../testing/role.ts';
import { secondTenantOf } from '../../testing/second-tenant.ts';

const CLERK = ['view', 'add', 'edit', 'delete', 'status', 'reset-password'];
let product: TestApp;
/** Administers users, but not their roles. */
let clerk: TestUser;
beforeAll(async () => {
  product = await testApp();
  await product.work();
  await openRole(
    product.db,
    'clerk',
    CLERK.map((action) => `system/user:${action}`),
  );
  clerk = await product.staff('clerk');
});
afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

let count = 0;
const form = (more: object = {}) => ({ account: `hired_${++count}`, realName: 'Ada Example', ...more });
const submit = (who: TestUser, body: object) => who.post('system/user/submit', body);
const detail = async (id: unknown) => (await product.admin.get('system/user/detail', { id })).body.data;
const added = async (more: object = {}): Promise<string> => {
  const { status, body } = await submit(product.admin, form(more));
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.id;
};
const roleOf = async (key: string) => String((await product.db.tx((tx) => roleIdsOfKeys(tx, '000000', [key])))[0]);
const deptOf = async (more: object = {}) =>
  (
    await product.admin.post('system/dept/submit', {
      ...{ code: `unit-${++count}`, deptName: '船务', deptNameEn: 'Shipping', deptCategory: 2, sort: 1 },
      ...more,
    })
  ).body.data.id as string;
const postOf = async () =>
  (
    await product.admin.post('system/post/submit', {
      ...{ postCode: `post-${++count}`, postName: '单证员', postNameEn: 'Document clerk', category: 3, sort: 1 },
    })
  ).body.data.id as string;
const signIn = async (account: string, password: string) =>
  (
    await product.guest.post('auth/oauth/token', {
      grant_type: 'password',
      username: account,
      password: digestOf(password),
    })
  ).body;

describe('a member of staff', () => {
  it('is added with departments, posts, roles and a leader, and shown with their names', async () => {
    const [deptId, postId, role] = [await deptOf(), await postOf(), await roleOf('warehouse')];
    const leaderId = await added({ realName: 'Grace Lead' });
    const id = await added({ deptIds: [deptId], postIds: [postId], roleIds: [role], leaderId, code: 'E-7' });
    expect(await detail(id)).toMatchObject({
      ...{ userType: 1, status: 1, name: 'Ada Example', platform: 1, code: 'E-7', leaderName: 'Grace Lead' },
      ...{
        deptIds: [deptId],
        deptName: '船务',
        postIds: [postId],
        postName: '单证员',
        roleIds: [role],
        roleName: '仓管',
      },
    });
    for (const query of [{ deptId }, { postId }, { roleId: role, account_equal: (await detail(id)).account }])
      expect((await product.admin.get('system/user/page', query)).body.data.records).toMatchObject([{ id }]);
    // Ids may be comma-separated too, as in a query string; omitted fields stay.
    expect((await submit(product.admin, { id, postIds: `${postId}`, deptIds: [] })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ deptIds: [], postIds: [postId], leaderName: 'Grace Lead' });
    expect((await product.admin.post('system/post/remove', { ids: postId })).body).toMatchObject({
      bizCode: 'IN_USE',
      msg: expect.stringContaining('Ada Example'),
    });
  });

  it('gets nothing of another tenant, and nothing that does not exist', async () => {
    const { admin } = await secondTenantOf(product);
    const theirs = (
      await admin.post('system/dept/submit', {
        ...{ code: 'theirs', deptName: '外', deptNameEn: 'Theirs', deptCategory: 2, sort: 1 },
      })
    ).body.data.id;
    const { records } = (await admin.get('system/user/page')).body.data;
    const refused = async (more: object) => (await submit(product.admin, form(more))).body.bizCode;
    expect(await refused({ deptIds: [theirs] })).toBe('DEPT_UNKNOWN');
    expect(await refused({ postIds: ['999999999'] })).toBe('POST_UNKNOWN');
    expect(await refused({ roleIds: [records[0].roleIds[0]] })).toBe('ROLE_NOT_ASSIGNABLE');
    expect(await refused({ leaderId: records[0].id })).toBe('LEADER_INVALID');
    const agent = await product.agent();
    expect((await submit(product.admin, { id: `${agent.id}`, deptIds: [await deptOf()] })).body.bizCode).toBe(
      'STAFF_ONLY',
    );
  });

  it('cannot lead a person above in the chain of leaders', async () => {
    const first = await added();
    const second = await added({ leaderId: first });
    for (const leaderId of [first, second])
      expect((await submit(product.admin, { id: first, leaderId })).body.bizCode, leaderId).toBe('LEADER_INVALID');
  });
});

describe('administrators of users without the permission for roles', () => {
  it('cannot assign roles, nor raise their own rights directly or through others', async () => {
    const admin = await roleOf('administrator');
    for (const body of [form({ roleIds: [admin] }), { id: `${clerk.id}`, roleIds: [admin] }])
      expect((await submit(clerk, body)).body.bizCode).toBe('FIELD_NOT_PERMITTED');
    expect((await clerk.post('system/user/grant', { userIds: `${clerk.id}`, roleIds: admin })).status).toBe(403);
    expect((await submit(clerk, { id: `${clerk.id}`, deptIds: [await deptOf()] })).body.bizCode).toBe('OWN_DUTIES');
    expect((await submit(clerk, { id: `${product.admin.id}`, email: 'mine@example.com' })).status).toBe(403);
    const finance = await product.staff('finance');
    for (const [userId, code] of [
      [finance.id, 'RIGHTS_BEYOND'],
      [product.admin.id, 'NO_PERMISSION'],
      [clerk.id, 'RESET_OWN'],
    ])
      expect((await clerk.post('system/user/reset-password', { userIds: String(userId) })).body.bizCode).toBe(code);
    expect((await finance.get('system/user/info')).status).toBe(200);
  });

  it('with that permission assign roles within their own rights, but not to themselves', async () => {
    await openRole(
      product.db,
      'clerk_roles',
      [...CLERK, 'grant'].map((action) => `system/user:${action}`),
    );
    const giver = await product.staff('clerk_roles');
    const [own, other] = [await roleOf('clerk'), await roleOf('finance')];
    const id = await added();
    const give = async (userIds: unknown, roleIds: string) =>
      (await giver.post('system/user/grant', { userIds: String(userIds), roleIds })).body;
    expect(await give(id, own)).toMatchObject({ code: 200 });
    expect(await give(id, other)).toMatchObject({ bizCode: 'ROLE_NOT_ASSIGNABLE' });
    expect(await give(giver.id, own)).toMatchObject({ bizCode: 'OWN_DUTIES' });
    const offered = (await giver.get('system/user/role-choices')).body.data.map(
      ({ value }: { value: string }) => value,
    );
    expect([offered.includes(own), offered.includes(other)]).toEqual([true, false]);
    expect((await giver.get('system/user/role-choices', { id: other })).body.data).toMatchObject([{ disabled: true }]);
  });
});

describe('a reset password', () => {
  it('is random, shown once, ends the sessions and must be changed', async () => {
    const [one, other] = [await product.staff('clerk'), await product.staff('clerk')];
    const body = { userIds: `${one.id},${other.id}` };
    const first = await clerk.post('system/user/reset-password', body, { 'idempotency-key': 'reset' });
    const again = await clerk.post('system/user/reset-password', body, { 'idempotency-key': 'reset' });
    const passwords = [first, again].flatMap(({ body }) =>
      body.data.map(({ password }: { password: string }) => password),
    );
    expect(new Set(passwords).size).toBe(4);
    expect((await one.get('system/user/info')).status).toBe(401);
    const { rows } = await product.db.pool.query(
      `select coalesce(string_agg(t::text, ''), '') as text from (select to_jsonb(l) from audit_log l union all
       select to_jsonb(u) from log_usual u union all select to_jsonb(k) from kernel_idempotency k) t`,
    );
    for (const password of passwords) expect(rows[0].text).not.toContain(password);

    expect(await signIn(one.account, passwords[0] ?? '')).toHaveProperty('error_code');
    const [repeated] = again.body.data;
    const { access_token } = await signIn(repeated.account, repeated.password);
    const headers = { token: `bearer ${access_token}` };
    expect((await product.guest.get('system/user/page', {}, headers)).body.bizCode).toBe('PASSWORD_CHANGE_REQUIRED');
    const changed = {
      oldPassword: digestOf(repeated.password),
      newPassword: 'My-own-pass-1',
      newPassword1: 'My-own-pass-1',
    };
    expect((await product.guest.post('system/user/update-password', changed, headers)).status).toBe(200);
    await expect.poll(async () => (await product.guest.get('system/user/page', {}, headers)).status).toBe(200);
  });

  it('is the first password of an added user', async () => {
    const id = await added();
    const { account } = await detail(id);
    expect(await signIn(account, 'Test-password-1')).toHaveProperty('error_code');
    const { body } = await product.admin.post('system/user/reset-password', { userIds: id });
    expect(await signIn(account, body.data[0].password)).toMatchObject({ user_id: id });
  });

  it('is the one of the parameter if set, for clients that do not show the answer', async () => {
    const id = await added();
    const { account } = await detail(id);
    const initial = 'Harbour-2026';
    await product.setParameter(
      'account.initialPassword',
      product.app.secrets.seal(initial, 'parameter account.initialPassword 000000'),
    );
    const { body } = await product.admin.post('system/user/reset-password', { userIds: id });
    expect(body.data).toMatchObject([{ account, password: initial }]);
    const { access_token } = await signIn(account, initial);
    const headers = { token: `bearer ${access_token}` };
    expect((await product.guest.get('system/user/page', {}, headers)).body.bizCode).toBe('PASSWORD_CHANGE_REQUIRED');
    await product.setParameter('account.initialPassword', '');
    const again = await product.admin.post('system/user/reset-password', { userIds: id });
    expect(again.body.data[0].password).not.toBe(initial);
    expect(await signIn(account, initial)).toHaveProperty('error_code');
  });

  it('expires after its time', async () => {
    const id = await added();
    const { account } = await detail(id);
    const reset = async () =>
      (await product.admin.post('system/user/reset-password', { userIds: id })).body.data[0].password as string;
    const given = (ago: string) =>
      product.db.pool.query('update sys_user set password_given_at = now() - $2::interval where id = $1', [id, ago]);
    const password = await reset();
    await given('167 hours');
    expect(await signIn(account, password)).toMatchObject({ user_id: id });
    await given('169 hours');
    expect(await signIn(account, password)).toMatchObject({ error_code: 'ONE_TIME_PASSWORD_OVER' });
    expect(await signIn(account, 'Wrong-password-1')).toMatchObject({ error_code: 'SIGN_IN_FAILED' });
    expect(await signIn(account, await reset())).toMatchObject({ user_id: id });
  });
});

describe('removing users', () => {
  const remove = async (who: TestUser, ids: string) => (await who.post('system/user/remove', { ids })).body;

  it('refuses oneself, the last administrators, and required users', async () => {
    const other = await product.staff('administrator');
    const deputy = await product.staff('administrator');
    expect(await remove(other, `${other.id}`)).toMatchObject({ bizCode: 'REMOVE_OWN' });
    expect(await remove(clerk, `${other.id}`)).toMatchObject({ bizCode: 'NO_PERMISSION' });
    const everybody = `${product.admin.id},${other.id},${deputy.id}`;
    expect(await remove(clerk, everybody)).toMatchObject({ bizCode: 'LAST_ADMINISTRATOR' });
    expect(await remove(product.admin, `${other.id},${deputy.id}`)).toMatchObject({ code: 200 });
    const rich = await product.agent({ money: 1n });
    expect(await remove(product.admin, `${rich.id}`)).toMatchObject({ bizCode: 'IN_USE' });
    const parent = await product.agent();
    const { account } = await product.agent({ parent });
    expect(await remove(product.admin, `${parent.id}`)).toMatchObject({ msg: expect.stringContaining(account) });
  });

  it('refuses to disable oneself, and to give all administrators another role', async () => {
    const administrators = async (): Promise<string[]> =>
      (
        await product.db.pool.query<{ id: string }>(
          `select u.id::text from sys_user u join sys_user_role ur on ur.user_id = u.id
           where ur.role_id = $1 and u.status = 1 and u.deleted_at is null order by u.id`,
          [await roleOf('administrator')],
        )
      ).rows.map(({ id }) => id);
    await product.staff('administrator');
    const before = await administrators();
    expect(before.length).toBeGreaterThan(1);
    const userId = `${product.admin.id}`;
    const disabled = await product.admin.post('system/user/update-status', { userId, status: 0, reason: 'Leaves' });
    expect(disabled.body.bizCode).toBe('SELF_CHANGE');
    const given = { userIds: before.join(','), roleIds: await roleOf('support') };
    for (const who of [product.admin, clerk]) {
      const { status, body } = await who.post('system/user/grant', given);
      expect([400, 403], body.msg).toContain(status);
    }
    expect(await administrators()).toEqual(before);
  });

  it('ends the sessions of a removed user', async () => {
    const gone = await product.staff('support');
    expect(await remove(clerk, `${gone.id}`)).toMatchObject({ code: 200 });
    expect((await gone.get('system/user/info')).status).toBe(401);
  });
});

it('fields that no form sets are refused in every call', async () => {
  const id = await added();
  const before = await detail(id);
  const { rows } = await product.db.pool.query('select to_jsonb(u) as row from sys_user u where id = $1', [id]);
  // A form may send a read row back: its read-only fields are ignored.
  const readable = ['status', 'userType'];
  const own = {
    tenantId: '999999',
    createUser: '1',
    status: 0,
    balance: '9',
    passwordHash: 'x',
    userType: 2,
  };
  const calls: Record<string, object> = {
    submit: { id, sort: '' },
    update: { id, sort: '' },
    'update-info': { name: 'X' },
    'update-platform': { userId: id, userExt: 'x' },
    'invite-code/update': {},
    unlock: { userIds: id },
    grant: { userIds: id, roleIds: await roleOf('support') },
  };
  for (const [call, body] of Object.entries(calls))
    for (const [name, value] of Object.entries(own)) {
      if (call === 'update-platform' && name === 'userType') continue;
      const { status } = await product.admin.post(`system/user/${call}`, { ...body, [name]: value });
      const isRead = ['submit', 'update'].includes(call) && readable.includes(name);
      expect(status, `${call} ${name}`).toBe(isRead ? 200 : 400);
    }
  const changed = { version: expect.any(Number), updateTime: expect.any(String) };
  expect(await detail(id)).toEqual({ ...before, ...changed });
  const after = (await product.db.pool.query('select to_jsonb(u) as row from sys_user u where id = $1', [id])).rows;
  const kept = ({ version: _v, update_time: _t, update_user: _u, ...row }: Record<string, unknown>) => row;
  expect(kept(after[0].row)).toEqual(kept(rows[0].row));
});

it('rows contain the tenant, and accept no other one', async () => {
  const id = await added();
  const row = await detail(id);
  expect(row).toMatchObject({ tenantId: '000000', tenantName: expect.stringMatching(/./) });
  const { records } = (await product.admin.get('system/user/page', { account_equal: row.account })).body.data;
  expect(records).toMatchObject([{ id, tenantId: '000000', tenantName: row.tenantName }]);
  const sent = { ...row, realName: 'Sent back' };
  expect((await product.admin.post('system/user/update', sent)).status).toBe(200);
  const other = await product.admin.post('system/user/update', { ...row, tenantId: '000001' });
  expect([other.status, (await detail(id)).tenantId]).toEqual([400, '000000']);
});

it('a new account accepts a first password, to be changed later, from users who may reset passwords', async () => {
  const form = { account: 'with_password', realName: 'Somebody' };
  const send = (more: object) => product.admin.post('system/user/submit', { ...form, ...more });
  expect((await send({ password: 'short' })).body.bizCode).toBe('PASSWORD_WEAK');
  expect((await send({ password: 'password1' })).body.bizCode).toBe('PASSWORD_COMMON');
  expect((await send({ password: 'A-fine-secret-1', password2: 'another' })).body.bizCode).toBe('PASSWORDS_DIFFER');
  const { body } = await send({ password: 'A-fine-secret-1', password2: 'A-fine-secret-1' });
  const { rows } = await product.db.pool.query(
    'select must_change_password as must, password_hash as hash, credentials_reset_by::text as by from sys_user where id = $1',
    [body.data.id],
  );
  expect(rows[0]).toMatchObject({ must: 1, by: String(product.admin.id) });
  expect(await verifyPassword(rows[0].hash, 'A-fine-secret-1')).toBe(true);
  const again = await product.admin.post('system/user/submit', { id: body.data.id, password: 'A-fine-secret-2' });
  expect(again.body.bizCode).toBe('PASSWORD_OF_OTHERS');
  const { rows: logged } = await product.db.pool.query(
    `select 1 from audit_log where audit_log::text like '%A-fine-secret%'`,
  );
  expect(logged).toEqual([]);
});

it('locked users, and users blocked after wrong passwords, are unlocked', async () => {
  const { id, account } = await product.staff('support');
  const locked = { userId: `${id}`, status: 2, until: '2099-01-01 00:00:00', reason: 'Away' };
  expect((await product.admin.post('system/user/update-status', locked)).status).toBe(200);
  await product.db.pool.query(
    `insert into auth_attempt values ('000000', $1, '127.0.0.1', 9, now() + interval '1 hour')`,
    [account],
  );
  expect((await clerk.post('system/user/unlock', { userIds: `${id}` })).status).toBe(200);
  expect(await detail(id)).toMatchObject({ status: 1, restUntil: null });
});

it('users are found by parts of their names, departments and posts', async () => {
  const [deptId, postId] = [await deptOf({ deptName: '灯塔组', deptNameEn: 'Lighthouse' }), await postOf()];
  const id = await added({ realName: 'Keeper Example', deptIds: [deptId], postIds: [postId] });
  await product.agent({ name: 'Keeper Trading' });
  const found = async (query: Record<string, unknown>) =>
    (await product.admin.get('system/user/search/user', query, { lang: 'en' })).body.data;
  expect(await found({ name: 'keeper' })).toMatchObject({
    total: 1,
    records: [{ id, realName: 'Keeper Example', deptName: 'Lighthouse', postName: 'Document clerk' }],
  });
  expect((await found({ deptName: '灯塔', postName: 'clerk' })).total).toBe(1);
  expect((await found({ deptName: '100%' })).total).toBe(0);
});

it('similar users are found', async () => {
  const first = await added({ realName: 'Double Example', email: 'double@example.com', phone: '+12025550111' });
  const second = await added({ realName: 'double example', email: 'DOUBLE@example.com' });
  const third = await added({ realName: 'Third', phone: '+1 2025550111'.replace(' ', '') });
  const { body } = await product.admin.get('system/user/duplicates', { userId: first });
  expect(body.data.map(({ id, same }: { id: string; same: string[] }) => [id, same])).toEqual([
    [second, ['email', 'realName']],
    [third, ['phone']],
  ]);
});

describe('money', () => {
  it('moves through the ledger, once per key', async () => {
    const agent = await product.agent({ money: 2_000_000n });
    const body = { money: '-1.5', ids: `${agent.id}`, reason: 'Correction' };
    const send = () => product.admin.post('system/user/web/manual-update-balance', body, { 'idempotency-key': 'web' });
    expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
    expect((await product.admin.get('system/user/platform-detail', { id: agent.id })).body.data).toMatchObject({
      balance: '0.5',
      userType: 1,
    });
    expect((await product.admin.post('system/user/web/manual-update-balance', body)).body.bizCode).toBe(
      'BALANCE_NOT_ENOUGH',
    );
    expect((await clerk.post('system/user/web/manual-update-balance', body)).status).toBe(403);
  });

  it('does not move when the platform fields change', async () => {
    const agent = await product.agent({ money: 2_000_000n });
    const set = async (more: object) =>
      (await product.admin.post('system/user/update-platform', { userId: `${agent.id}`, ...more })).body;
    expect(await set({ userType: 2, userExt: '{"build":7}', balance: '2', brokerage: '0' })).toMatchObject({
      code: 200,
    });
    expect(await set({ balance: '9' })).toMatchObject({ bizCode: 'BALANCE_BY_LEDGER' });
    expect((await product.admin.get('system/user/platform-detail', { id: agent.id })).body.data).toMatchObject({
      ...{ userType: 2, userExt: '{"build":7}', balance: '2' },
    });
  });
});

it('every user can change the own invite code to an unused one', async () => {
  const [one, other] = [await product.agent(), await product.agent()];
  const change = async (who: TestUser, body: object) => (await who.post('system/user/invite-code/update', body)).body;
  const own = (await one.get('system/user/invite-code')).body.data.inviteCode;
  expect(own).toMatch(/^[A-Z2-9]{8}$/);
  expect((await change(one, {})).data.inviteCode).not.toBe(own);
  expect((await change(one, { inviteCode: 'HARBOUR2' })).code).toBe(400);
  expect((await change(one, { inviteCode: 'HARBAUR2' })).data.inviteCode).toBe('HARBAUR2');
  expect(await change(other, { inviteCode: 'HARBAUR2' })).toMatchObject({ bizCode: 'INVITE_TAKEN' });
  expect((await one.get('system/user/invite-code')).body.data.inviteCode).toBe('HARBAUR2');
});

describe('an import', () => {
  const HEADER = 'account,real name,email,birthday,platform,roles,departments,posts';
  /** With a comma for each column, as spreadsheets write it. */
  const whole = (line: string) => line + ','.repeat(HEADER.split(',').length - line.split(',').length);
  const start = async (lines: readonly string[], isCovered = 0, who = product.admin): Promise<string> => {
    const { body, headers } = multipart(
      { isCovered },
      { name: 'staff.csv', content: [HEADER, ...lines.map(whole)].join('\n') },
    );
    return (await who.post('system/user/import', body, headers)).body.data.taskNo;
  };
  const { queued, running, done, failed, cancelled } = taskState.is;
  /** Returns the task after it has ended. */
  const ended = async (taskNo: string, who = product.admin) => {
    const read = async () => (await who.get('desk/task/progress', { taskNo })).body.data;
    await expect.poll(async () => [queued, running].includes((await read()).state)).toBe(false);
    return read();
  };
  const send = async (lines: readonly string[], isCovered = 0, who = product.admin) => {
    const { state, result } = await ended(await start(lines, isCovered, who), who);
    expect(state).toBe(result.problemCount > 0 ? failed : done);
    return result;
  };
  const counted = async () => (await product.admin.get('system/user/list', { size: 1 })).body.data.total as number;

  it('imports nobody while a line is wrong, and names each problem', async () => {
    await deptOf({ deptName: '同名', deptNameEn: 'Twin' });
    await deptOf({ deptName: '同名', deptNameEn: 'Twin' });
    await product.agent({ name: 'Taken' });
    const there = (await detail(await added())).account;
    const wrong = [
      ['x,Short', '登录账号“x”有误'],
      ['nameless,', '缺少真实姓名'],
      ['bad_mail,A,nobody', '邮箱“nobody”有误'],
      ['bad_day,A,,1990-02-31', '生日“1990-02-31”有误'],
      ['bad_platform,A,,,Moon', '用户平台“Moon”不存在'],
      ['bad_role,A,,,,Emperor', '角色“Emperor”不存在或不可授予'],
      ['bad_dept,A,,,,,Nowhere', '部门“Nowhere”不存在或不可授予'],
      ['twin_dept,A,,,,,同名', '有多个部门叫“同名”，请填编号'],
      ['bad_post,A,,,,,,Nothing', '岗位“Nothing”不存在或不可授予'],
      [`${there.toUpperCase()},A`, `账号“${there.toUpperCase()}”已存在`],
    ] as const;
    const good = Array.from({ length: 2000 }, (_, index) => `listed_${index},Listed ${index}`);
    const before = await counted();
    const lines = [...good, ...wrong.map(([line]) => line), 'LISTED_7,Again'];
    const report = await send(lines);
    expect(report).toMatchObject({ lines: lines.length, added: 0, problemCount: wrong.length + 1 });
    expect(report.problems.map(({ lineNo, reason }: { lineNo: number; reason: string }) => [lineNo, reason])).toEqual([
      ...wrong.map(([, reason], index) => [good.length + 2 + index, reason]),
      [good.length + 2 + wrong.length, '与第 9 行账号相同'],
    ]);
    expect(await counted()).toBe(before);
    expect(await send(good)).toMatchObject({ added: good.length, problemCount: 0 });
    expect(await counted()).toBe(before + good.length);
    const { rows } = await product.db.pool.query<{ account: string }>(
      `select account from audit_log where action = 'import' and object_type = 'system/user' and after::text like '%listed_7%'`,
    );
    expect(rows).toEqual([{ account: 'admin' }]);
  });

  it('has every wrong line in its report, in both languages', async () => {
    const lines = Array.from({ length: 1500 }, (_, n) => `wrong_${n},`);
    const taskNo = await start(lines);
    expect(await ended(taskNo)).toMatchObject({
      ...{ state: failed, failure: '没有导入任何内容：1500 行有误', hasReport: 1 },
      result: { problemCount: 1500 },
    });
    const { raw } = await product.admin.get('desk/task/download', { taskNo, kind: 'report' });
    const [header, ...reported] = raw.toString('utf8').trim().split('\r\n');
    expect(header).toContain('行号 Line');
    expect(reported).toHaveLength(1500);
    expect(reported.at(-1)).toBe('1501,wrong_1499,缺少真实姓名,Real name is missing');
  });

  it('leaves no user when it is cancelled midway', async () => {
    const lines = Array.from({ length: 4000 }, (_, n) => `stopped_${n},Stopped`);
    const before = await counted();
    const blocked = await product.db.pool.connect();
    try {
      // The import must wait for the tenant's row before it writes.
      await blocked.query(`begin; select from sys_tenant where tenant_id = '000000' for update`);
      const taskNo = await start(lines);
      await expect
        .poll(async () => (await product.admin.get('desk/task/progress', { taskNo })).body.data.note)
        .toMatch(/4,000/);
      await product.admin.post('desk/task/cancel', { taskNo });
      await blocked.query('rollback');
      expect((await ended(taskNo)).state).toBe(cancelled);
    } finally {
      blocked.release();
    }
    expect(await counted()).toBe(before);
    expect(await send(lines)).toMatchObject({ added: 4000 });
  });

  it('reads number cells as displayed, warns about possible conversions, and masks phones', async () => {
    const text = (value: string) => `<c t="inlineStr"><is><t>${value}</t></is></c>`;
    const row = (account: string, phone: string, code: string) =>
      `<row>${text(account)}${text('Ada')}${phone}${code}</row>`;
    const number = (value: string, style = 0) => `<c s="${style}"><v>${value}</v></c>`;
    const book = (rows: string) =>
      workbookOf(`<row>${['account', 'real name', 'phone', 'staff number'].map(text).join('')}</row>${rows}`, {
        'xl/styles.xml':
          '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="000"/><numFmt numFmtId="165" formatCode="&quot;+&quot;0"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>',
      });
    const sent = async (rows: string) => {
      const file = { name: 'staff.xlsx', content: await book(rows) };
      const { body, headers } = multipart({ isCovered: 0 }, file);
      return ended((await product.admin.post('system/user/import', body, headers)).body.data.taskNo);
    };
    const { result } = await sent(
      row('cell_1', number('19075550193'), number('7', 1)) +
        row('cell_2', number('19075550193', 2), number('7')) +
        row('cell_3', number('13800000000'), text('009')),
    );
    expect(result).toMatchObject({ added: 3, problemCount: 0, warningCount: 2 });
    expect(
      result.warnings.map(({ lineNo, reason }: { lineNo: number; reason: string }) => [lineNo, reason.slice(0, 6)]),
    ).toEqual([
      [2, '手机号码单元'],
      [3, '工号单元格是'],
    ]);
    const { records } = (await product.admin.get('system/user/list', { account: 'cell_', descs: 'id' })).body.data;
    expect(records.map(({ phone, code }: { phone: string; code: string }) => [phone, code])).toEqual([
      ['13800000000', '009'],
      ['+19075550193', '7'],
      ['19075550193', '007'],
    ]);
    const refused = await sent(row('cell_4', text('１３８００００'), text('')));
    expect(JSON.stringify(refused.result.problems)).not.toContain('１３８００００');
    const lost = await sent(row('cell_5', '<c><f>A1</f></c>', text('')));
    expect(lost.result).toMatchObject({
      lines: 1,
      problemCount: 1,
      problems: [{ lineNo: 2, reason: expect.stringContaining('公式') }],
    });
    expect((await sent('')).failure).toContain('文件中没有数据');
  });

  it('gives the reason when a list cannot be read', async () => {
    for (const [content, reason] of [
      ['PK\u0003\u0004no workbook', '文件不完整或已损坏'],
      [await workbookBomb(60_000), '第 1 行有单元格超过 32767 个字符'],
      [await workbookBomb(30_000), '文件展开后的文本过多，请拆分后再导入'],
    ] as const) {
      const { body, headers } = multipart({ isCovered: 0 }, { name: 'staff.xlsx', content });
      const { taskNo } = (await product.admin.post('system/user/import', body, headers)).body.data;
      expect(await ended(taskNo)).toMatchObject({ state: failed, failure: reason });
    }
  });

  it('assigns roles, departments and posts by name or code, and changes existing users on request', async () => {
    const [deptId, postId] = [await deptOf({ code: 'pier-9', deptName: '九号码头' }), await postOf()];
    const { code } = (await product.admin.get('system/dept/detail', { id: deptId })).body.data;
    const { postCode } = (await product.admin.get('system/post/detail', { id: postId })).body.data;
    const line = `newcomer,Nina,nina@example.com,1990-02-28,APP,仓管,${code},${postCode}`;
    expect(await send([line])).toMatchObject({ added: 1 });
    const { records } = (await product.admin.get('system/user/list', { account_equal: 'newcomer' })).body.data;
    expect(records).toMatchObject([
      { realName: 'Nina', platform: 2, birthday: '1990-02-28', roleName: '仓管', deptIds: [deptId], postIds: [postId] },
    ]);
    expect(await send(['NEWCOMER,Nina Example'], 1)).toMatchObject({ added: 0, changed: 1 });
    expect(await detail(records[0].id)).toMatchObject({
      realName: 'Nina Example',
      email: 'nina@example.com',
      deptIds: [deptId],
    });
  });

  it('grants and changes only what the sender may', async () => {
    await openRole(product.db, 'importer', ['system/user:view', 'system/user:import']);
    const importer = await product.staff('importer');
    const reasons = (await send(['with_role,A,,,,仓管', 'admin,A', `${importer.account},A`], 1, importer)).problems;
    expect(reasons.map(({ reason }: { reason: string }) => reason)).toEqual([
      '没有分配角色的权限',
      '不能修改账号“admin”',
      `不能修改账号“${importer.account}”`,
    ]);
    expect((await importer.get('system/user/template')).status).toBe(200);
  });
});
