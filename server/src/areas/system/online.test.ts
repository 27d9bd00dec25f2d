import type { AddressInfo } from 'node:net';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { openSecondTenant } from '../../testing/second-tenant.ts';

const open: Socket[] = [];
const product = await testApp();
await product.server.listen({ port: 0, host: '127.0.0.1' });
product.app.realtime.attach(product.server.server);
const url = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`;
const other: TestUser = (await openSecondTenant(product)).admin;
await openRole(product.db, 'doorkeeper', ['system/online:view', 'system/online:end']);
const keeper = await product.staff('doorkeeper');
afterEach(() => {
  for (const socket of open.splice(0)) socket.disconnect();
});
afterAll(() => product.close());

async function connect(who: TestUser): Promise<Socket> {
  const socket = io(url, { path: '/ws', transports: ['websocket'], auth: { token: who.token }, reconnection: false });
  open.push(socket);
  await new Promise<void>((resolve, reject) => {
    socket.once('connect', resolve);
    socket.once('connect_error', reject);
  });
  return socket;
}
const until = (socket: Socket, event: string) => new Promise<void>((resolve) => socket.once(event, () => resolve()));
const again = (who: TestUser) => product.enter(who.row);
const rows = async (by: TestUser, query = {}) => {
  const { status, body } = await by.get('system/online/list', { size: 200, ...query });
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data.records as Record<string, unknown>[];
};
const sessionOf = async (who: TestUser) => String((await who.actor()).sessionId);
const isIn = async (who: TestUser) => (await who.get('auth/oauth/user-info')).status === 200;

describe('the list of online users', () => {
  it('shows department and time of sign-in', async () => {
    const anna = await product.staff('support');
    const dept = { code: 'door', deptName: '门岗', deptNameEn: 'Door', deptCategory: 2, sort: 1 };
    const deptId = (await product.admin.post('system/dept/submit', dept)).body.data.id as string;
    await product.db.pool.query('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [`${anna.id}`, deptId]);
    expect(await rows(keeper, { deptId })).toEqual([
      expect.objectContaining({
        id: await sessionOf(anna),
        account: anna.account,
        deptName: '门岗',
        state: 1,
        method: 1,
        address: '127.0.0.1',
        userAgent: 'test',
        isOwn: 0,
      }),
    ]);
    const own = (await rows(keeper)).filter(({ isOwn }) => isOwn === 1);
    expect(own).toEqual([expect.objectContaining({ id: await sessionOf(keeper) })]);
  });

  it('distinguishes active, idle and locked sessions', async () => {
    const [idle, locked] = [await product.staff('support'), await product.staff('support')];
    const set = async (who: TestUser, values: string) =>
      product.db.pool.query(`update auth_session set ${values} where id = $1`, [await sessionOf(who)]);
    await set(idle, "last_seen_at = now() - interval '11 minutes'");
    await set(locked, 'locked_at = now()');
    expect((await rows(keeper, { state_in: 2 })).map(({ account }) => account)).toEqual([idle.account]);
    expect((await rows(keeper, { state_in: 3 })).map(({ account }) => account)).toEqual([locked.account]);
    const ended = await product.staff('support');
    await product.app.sessions.signOut(ended.token);
    expect((await rows(keeper)).map(({ account }) => account)).not.toContain(ended.account);
  });

  it('contains one tenant, for administrators of the platform all', async () => {
    const tenantsOf = async (by: TestUser, query = {}) =>
      new Set((await rows(by, query)).map((row) => row['tenantId']));
    expect(await tenantsOf(keeper)).toEqual(new Set(['000000']));
    expect(await tenantsOf(other)).toEqual(new Set(['123456']));
    expect(await tenantsOf(product.admin)).toEqual(new Set(['000000', '123456']));
    expect(await tenantsOf(product.admin, { tenantId_equal: '123456' })).toEqual(new Set(['123456']));
  });
});

it('shows the role of a narrowed session, and finds sessions that currently use a role', async () => {
  const roleOf = async (alias: string) =>
    (await product.db.pool.query('select id::text from sys_role where role_alias = $1', [alias])).rows[0].id as string;
  const [support, warehouse] = [await roleOf('support'), await roleOf('warehouse')];
  const [whole, narrowed] = [await product.staff('support'), await product.staff('support')];
  for (const { id } of [whole, narrowed])
    await product.db.pool.query('insert into sys_user_role (user_id, role_id) values ($1, $2)', [`${id}`, warehouse]);
  const form = { code: 'gate', deptName: '门房', deptNameEn: 'Gate', deptCategory: 2, sort: 1 };
  const deptId = (await product.admin.post('system/dept/submit', form)).body.data.id as string;
  await product.db.pool.query('update auth_session set role_id = $2, dept_id = $3 where id = $1', [
    ...[await sessionOf(narrowed), warehouse, deptId],
  ]);
  const accounts = [whole.account, narrowed.account];
  const met = async (query: object) => {
    const all = await rows(keeper, query);
    return all.filter(({ account }) => accounts.includes(String(account))).map(({ account }) => account);
  };
  expect((await met({ roleId: warehouse })).toSorted()).toEqual(accounts.toSorted());
  expect(await met({ roleId: support })).toEqual([whole.account]);
  const worksAs = async (who: TestUser, lang: string) => {
    const { body } = await keeper.get('system/online/list', { account_equal: who.account }, { lang });
    return body.data.records[0].worksAs;
  };
  expect(await worksAs(narrowed, 'zh')).toBe('仓管 · 门房');
  expect(await worksAs(narrowed, 'en')).toBe('Stock keeper · Gate');
  expect(await worksAs(whole, 'zh')).toBe('');
});

describe('ending sessions', () => {
  it('takes effect at once, also on the socket, and leaves other users’ sessions', async () => {
    const anna = await product.staff('support');
    const phone = await again(anna);
    const [socket, kept] = [await connect(phone), await connect(anna)];
    const notified = Promise.all([until(socket, 'session-ended'), until(socket, 'disconnect')]);
    const { body } = await keeper.post('system/online/end', { ids: await sessionOf(phone) });
    expect(body.data).toEqual({ count: 1 });
    await notified;
    await expect.poll(() => isIn(phone)).toBe(false);
    expect([await isIn(anna), kept.connected]).toEqual([true, true]);
  });

  it('works for several, or all of a user', async () => {
    const people = [await product.staff('support'), await product.staff('finance')];
    const ids = (await Promise.all(people.map(sessionOf))).join(',');
    expect((await keeper.post('system/online/end', { ids })).body.data).toEqual({ count: 2 });
    const anna = await product.staff('support');
    const everywhere = [anna, await again(anna), await again(anna)];
    const sockets = await Promise.all(everywhere.map(connect));
    const notified = Promise.all(sockets.map((socket) => until(socket, 'disconnect')));
    const ended = await keeper.post('system/online/end-user', { userId: String(anna.id) });
    expect(ended.body.data).toEqual({ count: 3 });
    await notified;
    for (const who of [...people, ...everywhere]) await expect.poll(() => isIn(who)).toBe(false);
  });

  it('never ends the current session', async () => {
    const elsewhere = await again(keeper);
    const refused = await keeper.post('system/online/end', { ids: await sessionOf(keeper) });
    expect([refused.status, refused.body.bizCode]).toEqual([400, 'SESSION_OWN']);
    const both = `${await sessionOf(keeper)},${await sessionOf(elsewhere)}`;
    expect((await keeper.post('system/online/end', { ids: both })).body.data).toEqual({ count: 1 });
    const third = await again(keeper);
    const all = await keeper.post('system/online/end-user', { userId: String(keeper.id) });
    expect(all.body.data).toEqual({ count: 1 });
    await expect.poll(() => isIn(third)).toBe(false);
    expect(await isIn(keeper)).toBe(true);
  });

  it('is refused for another tenant, and for an administrator’s session unless by an administrator', async () => {
    const ids = await sessionOf(other);
    expect((await keeper.post('system/online/end', { ids })).body.data).toEqual({ count: 0 });
    expect((await other.post('system/online/end-user', { userId: String(keeper.id) })).body.data).toEqual({ count: 0 });
    const boss = await product.staff('administrator');
    expect((await keeper.post('system/online/end', { ids: await sessionOf(boss) })).status).toBe(403);
    expect(await isIn(boss)).toBe(true);
    expect((await product.admin.post('system/online/end', { ids: await sessionOf(boss) })).body.data.count).toBe(1);
    expect((await product.admin.post('system/online/end', { ids })).body.data).toEqual({ count: 1 });
  });

  it('is recorded in the trail, with the actor', async () => {
    const anna = await product.staff('support');
    const session = await sessionOf(anna);
    await keeper.post('system/online/end', { ids: session });
    const { rows: trail } = await product.db.pool.query(
      `select account, action, after -> $2 ->> 'end_reason' as reason from audit_log where object_type = 'system/online' and object_id = $1`,
      [session, `auth_session:${session}`],
    );
    expect(trail).toEqual([{ account: keeper.account, action: 'end', reason: `ended by ${keeper.account}` }]);
  });
});

it('data scopes of a role apply to sessions like to any list', async () => {
  await openRole(product.db, 'door_own', ['system/online:view', 'system/online:end']);
  const { rows: roles } = await product.db.pool.query("select id::text from sys_role where role_alias = 'door_own'");
  const { rows: scopes } = await product.db.pool.query(
    `insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_field, writable_field)
     values ('000000', 'system/online', '本人', 'Own', 2, '*', '*') returning id::text`,
  );
  await product.db.pool.query('insert into sys_role_data_scope (role_id, data_scope_id) values ($1, $2)', [
    roles[0].id,
    scopes[0].id,
  ]);
  const anna = await product.staff('door_own');
  const phone = await again(anna);
  expect((await rows(anna)).map(({ account }) => account)).toEqual([anna.account, anna.account]);
  expect((await anna.post('system/online/end', { ids: await sessionOf(keeper) })).body.data).toEqual({ count: 0 });
  expect((await anna.post('system/online/end', { ids: await sessionOf(phone) })).body.data).toEqual({ count: 1 });
});

// Last, because the other tenant is unusable afterwards.
it('sockets of a disabled tenant are closed at once', async () => {
  const socket = await connect(await again(other));
  const gone = until(socket, 'disconnect');
  const named = { tenantId_equal: other.row.tenantId };
  const [{ id }] = (await product.admin.get('system/tenant/list', named)).body.data.records;
  expect((await product.admin.post('system/tenant/disable', { ids: id })).status).toBe(200);
  await gone;
});
