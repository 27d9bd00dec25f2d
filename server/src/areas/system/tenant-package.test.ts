import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, describe, expect, it } from 'vitest';
import { holdersOf } from '../../engines/people/identity/index.ts';
import { AUTH_CHANNEL } from '../../kernel/auth/changes.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openSecondTenant, SECOND_TENANT } from '../../testing/second-tenant.ts';

const IN_IT = [
  'system/role',
  'system/role:view',
  'system/role:add',
  'system/role:grant',
  'system/post',
  'system/post:view',
];
afterAll(() => product.close());

const done = ({ status, body }: Awaited<ReturnType<TestUser['get']>>) => {
  expect([status, body.msg]).toEqual([200, expect.any(String)]);
  return body.data;
};
const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);
const openPackage = async (packageName: string, packageNameEn: string): Promise<string> =>
  done(await product.admin.post('system/tenant-package/submit', { packageName, packageNameEn })).id;
const idsOf = async (...codes: string[]) =>
  (await sql('select id::text from sys_menu where code = any($1) and deleted_at is null', [codes])).rows.map(
    ({ id }) => id as string,
  );
const fill = async (...codes: string[]) =>
  done(await product.admin.post('system/tenant-package/grant', { packageId, menuIds: await idsOf(...codes) }));
const give = async (to: string | null) =>
  done(await product.admin.post('system/tenant/submit', { id: tenantRow, packageId: to }));
const status = async (call: string, who = customer) => (await who.get(call)).status;
const product = await testApp();
const customer: TestUser = (await openSecondTenant(product)).admin;
const tenantRow: string = done(await product.admin.get('system/tenant/list', { tenantId_equal: SECOND_TENANT }))
  .records[0].id;
const packageId: string = await openPackage('基础', 'Basic');
await fill(...IN_IT);
interface Coded {
  readonly code: string;
  readonly children?: readonly Coded[];
}
const codesOf = (nodes: readonly Coded[]): string[] =>
  nodes.flatMap(({ code, children = [] }) => [code, ...codesOf(children)]);

it('only the platform manages packages, and has none', async () => {
  const own = done(await product.admin.get('system/tenant/list', { tenantId_equal: '000000' })).records[0].id;
  const refused = await product.admin.post('system/tenant/submit', { id: own, packageId });
  expect([refused.status, refused.body.bizCode]).toEqual([400, 'TENANT_PLATFORM']);
  expect((await product.admin.post('system/tenant/submit', { id: tenantRow, packageId: '999999' })).status).toBe(404);
  const { menus, chosen } = done(await product.admin.get('system/tenant-package/grant-tree', { packageId }));
  const titles = JSON.stringify(menus);
  // Resources of the platform alone are useless to a tenant.
  const [tenants, roles] = [await idsOf('system/tenant'), await idsOf('system/role')];
  expect([titles.includes(`"id":"${tenants[0]}"`), titles.includes(`"id":"${roles[0]}"`)]).toEqual([false, true]);
  expect(new Set(chosen)).toEqual(new Set(await idsOf(...IN_IT)));
  const foreign = await product.admin.post('system/tenant-package/grant', { packageId, menuIds: tenants });
  expect(foreign.status).toBe(404);
});

describe('a tenant with a package', () => {
  it('limits rights to its content, also for administrators, at once in open sessions', async () => {
    await product.server.listen({ port: 0, host: '127.0.0.1' });
    product.app.realtime.attach(product.server.server);
    const url = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`;
    const auth = { token: customer.token };
    const socket = io(url, { path: '/ws', transports: ['websocket'], auth, reconnection: false });
    await new Promise<void>((resolve) => socket.once('connect', resolve));
    const notified = new Promise((resolve) =>
      socket.on('changed', (change: { resource?: string }) => change.resource === 'system/menu' && resolve(change)),
    );
    expect([await status('system/dept/list'), await status('system/role/list')]).toEqual([200, 200]);
    await give(packageId);
    await notified;
    socket.disconnect();
    await expect.poll(() => status('system/dept/list')).toBe(403);
    expect([await status('system/role/list'), await status('system/post/list')]).toEqual([200, 200]);
    expect((await customer.post('system/post/submit', {})).status).toBe(403);
    const buttons = codesOf(done(await customer.get('system/menu/buttons')));
    expect(new Set(buttons)).toEqual(new Set(IN_IT));
    const menus = codesOf(done(await customer.get('system/menu/routes')));
    expect(new Set(menus)).toEqual(new Set(['work/settings', 'work/people', 'system/role', 'system/post']));
    // Other tenants keep their rights.
    expect(await status('system/dept/list', product.admin)).toBe(200);
    expect(await product.db.tx((tx) => holdersOf(tx, SECOND_TENANT, 'system/dept:view'))).toEqual([]);
    expect(await product.db.tx((tx) => holdersOf(tx, SECOND_TENANT, 'system/role:view'))).toContain(customer.id);
    expect(done(await product.admin.get('system/tenant-package/detail', { id: packageId }))).toMatchObject({
      menuCount: IN_IT.length,
      tenantCount: 1,
    });
  });

  it('limits the grants of its roles to the package, and ignores earlier grants beyond it', async () => {
    const { rows } = await sql(
      "select id::text, role_alias from sys_role where tenant_id = $1 and role_alias = 'finance'",
      [SECOND_TENANT],
    );
    const finance = rows[0].id as string;
    const held = async () =>
      (await sql('select count(*)::int as n from sys_role_menu where role_id = $1', [finance])).rows[0].n;
    const before = await held();
    const grant = async (...codes: string[]) =>
      customer.post('system/role/grant', { roleIds: [finance], menuIds: await idsOf(...codes) });
    const refused = await grant('system/dept:view');
    expect([refused.status, refused.body.bizCode]).toEqual([403, 'ROLE_NOT_ASSIGNABLE']);
    expect(await held()).toBe(before);
    done(await grant('system/post:view'));
    // A grant outside the package stays stored without effect.
    expect(await held()).toBe(before + 1);
    const tree = JSON.stringify(done(await customer.get('system/menu/grant-tree')).menu);
    const [dept, post] = [await idsOf('system/dept:view'), await idsOf('system/post:view')];
    expect([tree.includes(`"id":"${dept[0]}"`), tree.includes(`"id":"${post[0]}"`)]).toEqual([false, true]);
    await sql('delete from sys_user_role where user_id = $1', [`${customer.id}`]);
    await sql('insert into sys_user_role (user_id, role_id) values ($1, $2)', [`${customer.id}`, finance]);
    product.app.sessions.forget();
    expect([await status('finance/log/list'), await status('system/post/list')]).toEqual([403, 200]);
    const why = { userId: String(customer.id), path: '/api/finance/log/list' };
    await sql(
      `update sys_user_role set role_id = (select id from sys_role where tenant_id = $2 and role_alias = 'administrator') where user_id = $1`,
      [`${customer.id}`, SECOND_TENANT],
    );
    product.app.sessions.forget();
    await fill(...IN_IT, 'system/access:explain');
    await expect.poll(() => status('system/access/calls')).toBe(200);
    const { isAllowed, steps } = done(await customer.get('system/access/explain', why));
    expect([isAllowed, steps.at(-1).text]).toEqual([0, expect.stringContaining('租户的套餐中没有它')]);
  });

  it('follows changes of the package’s content', async () => {
    await fill(...IN_IT, 'system/dept', 'system/dept:view');
    await expect.poll(() => status('system/dept/list')).toBe(200);
    await fill(...IN_IT);
    await expect.poll(() => status('system/dept/list')).toBe(403);
    const used = await product.admin.post('system/tenant-package/remove', { ids: packageId });
    expect([used.status, used.body.msg]).toEqual([400, expect.stringContaining('Second')]);
    await give(null);
    await expect.poll(() => status('system/dept/list')).toBe(200);
    done(await product.admin.post('system/tenant-package/remove', { ids: packageId }));
  });
});

it('every node is notified of changed rights: when a tenant gets a package, and when its content changes', async () => {
  const id = await openPackage('通知', 'Told');
  const listener = await product.db.pool.connect();
  let notifications = 0;
  listener.on('notification', () => {
    notifications += 1;
  });
  await listener.query(`listen ${AUTH_CHANNEL}`);
  const toldBy = async (change: () => Promise<unknown>): Promise<boolean> => {
    await listener.query('select 1');
    const before = notifications;
    await change();
    // Notifications published earlier arrive before the answer.
    await listener.query('select 1');
    return notifications > before;
  };
  expect(await toldBy(() => product.admin.get('system/tenant-package/detail', { id }))).toBe(false);
  expect(await toldBy(() => give(id))).toBe(true);
  const menuIds = (await idsOf('system/role')).join(',');
  expect(await toldBy(() => product.admin.post('system/tenant-package/grant', { packageId: id, menuIds }))).toBe(true);
  expect(await toldBy(() => give(null))).toBe(true);
  await listener.query('unlisten *');
  listener.release(true);
});

it('menus are reloaded for every signed-in user of every tenant after a change', async () => {
  const listener = await product.db.pool.connect();
  const payloads: string[] = [];
  listener.on('notification', ({ payload = '' }) => payloads.push(payload));
  await listener.query('listen kernel_push');
  const [{ id }] = done(await product.admin.get('system/menu/list', { code_equal: 'system/post' })).records;
  done(await product.admin.post('system/menu/submit', { id, sort: 78 }));
  const isTold = (tenantId: string) =>
    payloads.some((text) => text.includes(`tenant:${tenantId}"`) && text.includes('system/menu'));
  for (const tenantId of ['000000', SECOND_TENANT]) await expect.poll(() => isTold(tenantId)).toBe(true);
  await listener.query('unlisten *');
  listener.release(true);
});

it('a change based on an outdated state is refused', async () => {
  const id = await openPackage('并发', 'Meanwhile');
  const tree = async () => done(await product.admin.get('system/tenant-package/grant-tree', { packageId: id }));
  const put = async (codes: string[], digest: string) =>
    product.admin.post('system/tenant-package/grant', { packageId: id, menuIds: await idsOf(...codes), digest });
  const { digest } = await tree();
  expect((await put(['system/post', 'system/post:view'], digest)).status).toBe(200);
  const refused = await put(['system/role:view'], digest);
  expect([refused.status, refused.body.bizCode]).toEqual([409, 'SET_CHANGED']);
  const now = await tree();
  expect(now.chosen.toSorted()).toEqual((await idsOf('system/post', 'system/post:view')).toSorted());
  expect((await put(['system/role:view'], now.digest)).status).toBe(200);
});
