import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { closeExpired } from '../../engines/people/identity/index.ts';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import { tokenHash } from '../../kernel/auth/tokens.ts';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
await product.work();
const { admin } = product;
afterAll(() => product.close());

let count = 0;
async function openTenant(): Promise<{ id: string; tenantId: string; tenantName: string; domain: string }> {
  count += 1;
  const domain = `shop-${count}.example`;
  const { body } = await admin.post('system/tenant/submit', { tenantName: `Shop ${count}`, domain, linkman: 'Ann' });
  return { ...(await admin.get('system/tenant/detail', { id: body.data.id })).body.data, domain };
}
const idOf = async (tenantId: string): Promise<string> =>
  (await admin.get('system/tenant/list', { tenantId_equal: tenantId })).body.data.records[0].id;
const signIn = (tenantId: string, password: string) =>
  product.guest.post('auth/oauth/token', {
    grant_type: 'password',
    tenantId,
    username: 'admin',
    password: digestOf(password),
  });
/** The administrator of a new tenant, signed in, with an own password. */
async function administratorOf(tenant: { id: string; tenantId: string }) {
  const { password } = (await admin.post('system/tenant/administrator', { id: tenant.id })).body.data;
  await product.db.pool.query('update sys_user set must_change_password = 0 where tenant_id = $1', [tenant.tenantId]);
  const { body } = await signIn(tenant.tenantId, password);
  const headers = { token: `bearer ${body.access_token}` };
  return { password, headers, refresh: body.refresh_token as string };
}

describe('a new tenant', () => {
  it('has roles, a root department, posts, countries, business dictionaries, and an administrator who chooses a password at the first sign-in', async () => {
    await admin.post('system/dict-biz/submit', { code: 'order_source', dictValue: '订单来源', sort: 1, isSealed: 0 });
    const tenant = await openTenant();
    expect(tenant).toMatchObject({ tenantId: expect.stringMatching(/^\d{6}$/), accountNumber: -1, status: 1 });
    const { data } = (await admin.post('system/tenant/administrator', { id: tenant.id })).body;
    expect(data).toEqual({ tenantId: tenant.tenantId, account: 'admin', password: expect.any(String) });
    const { body } = await signIn(tenant.tenantId, data.password);
    expect(body).toMatchObject({ tenant_id: tenant.tenantId, must_change_password: 1, role_name: 'administrator' });
    const own = await administratorOf(tenant);
    const seen = async (call: string) => (await product.guest.get(call, {}, own.headers)).body.data;
    expect((await seen('system/dept/list')).records).toEqual([expect.objectContaining({ deptName: 'Shop 1' })]);
    expect((await seen('system/post/list')).total).toBeGreaterThan(5);
    expect((await seen('user/country/list')).total).toBeGreaterThan(100);
    expect((await seen('system/dict-biz/list')).records).toEqual([expect.objectContaining({ code: 'order_source' })]);
    expect((await product.guest.get('system/tenant/list', {}, own.headers)).status).toBe(403);
    expect((await product.guest.get('system/tenant/info', { domain: tenant.domain })).body.data).toMatchObject({
      tenantId: tenant.tenantId,
      tenantName: 'Shop 1',
    });
  });

  it('can sign in at the host of any other tenant: the named tenant decides', async () => {
    const [host, named] = [await openTenant(), await openTenant()];
    const { password } = await administratorOf(named);
    const answer = await product.server.inject({
      method: 'POST',
      url: '/api/auth/oauth/token',
      headers: { host: host.domain },
      payload: { grant_type: 'password', tenantId: named.tenantId, username: 'admin', password: digestOf(password) },
    });
    expect([answer.statusCode, answer.json().tenant_id]).toEqual([200, named.tenantId]);
    const own = { host: host.domain, token: `bearer ${answer.json().access_token}` };
    expect((await product.server.inject({ url: '/api/system/dept/list', headers: own })).json().data.records).toEqual([
      expect.objectContaining({ deptName: named.tenantName }),
    ]);
  });

  it('is created completely or not at all', async () => {
    const before = (await admin.get('system/tenant/list')).body.data.total;
    const again = await admin.post('system/tenant/submit', {
      tenantName: 'Twin',
      domain: 'SHOP-1.example',
      linkman: 'Bob',
    });
    expect([again.status, again.body.data.fields[0].field]).toEqual([400, 'domain']);
    expect((await admin.get('system/tenant/list')).body.data.total).toBe(before);
    const orphans = await product.db.pool.query(
      'select from sys_role r where not exists (select from sys_tenant t where t.tenant_id = r.tenant_id)',
    );
    expect(orphans.rowCount).toBe(0);
  });
});

describe('limits', () => {
  describe('on users', () => {
    const password = digestOf('Quite-long-1');
    let named = 0;
    const person = () => {
      named += 1;
      return { account: `person_${named}`, realName: 'Person' };
    };
    /** A tenant with room for `free` more users, its administrator's calls, and its number of users. */
    async function crowded(free: number) {
      const tenant = await openTenant();
      const { headers } = await administratorOf(tenant);
      const countUsers = async () =>
        (
          await product.db.pool.query(
            'select count(*)::int as n from sys_user where tenant_id = $1 and deleted_at is null',
            [tenant.tenantId],
          )
        ).rows[0].n as number;
      const held = await countUsers();
      await admin.post('system/tenant/setting', { ids: tenant.id, accountNumber: held + free });
      const send = (call: string, body: object | Buffer, more: Record<string, string> = {}) =>
        product.guest.post(call, body, { ...headers, ...more });
      const ask = (call: string, query: Record<string, unknown>) => product.guest.get(call, query, headers);
      return { ...tenant, send, ask, countUsers, max: held + free };
    }
    const REFUSED = { bizCode: 'TENANT_QUOTA' };

    it('apply to a form, with the maximum in the error', async () => {
      const { send, countUsers, max } = await crowded(1);
      expect((await send('system/user/submit', person())).status).toBe(200);
      const { body } = await send('system/user/submit', person());
      expect(body).toMatchObject(REFUSED);
      expect(body.msg).toContain(String(max));
      expect(await countUsers()).toBe(max);
    });

    it('apply to two concurrent additions of the last user', async () => {
      const { send, countUsers, max } = await crowded(1);
      const answers = await Promise.all(Array.from({ length: 4 }, () => send('system/user/submit', person())));
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400]);
      expect(await countUsers()).toBe(max);
    });

    it('apply to a whole import, which then adds nobody', async () => {
      const { send, ask, countUsers, max } = await crowded(1);
      const lines = (count: number) => [
        'account,real name',
        ...Array.from({ length: count }, () => Object.values(person())),
      ];
      const upload = async (count: number) => {
        const file = { name: 'staff.csv', content: lines(count).join('\n') };
        const { body, headers } = multipart({}, file);
        const { taskNo } = (await send('system/user/import', body, headers)).body.data;
        const task = async () => (await ask('desk/task/progress', { taskNo })).body.data;
        await expect.poll(async () => (await task()).endTime).not.toBeNull();
        return task();
      };
      expect(await upload(2)).toMatchObject({
        failureCode: 'TENANT_QUOTA',
        failure: expect.stringContaining(`${max}`),
      });
      expect(await countUsers()).toBe(max - 1);
      expect((await upload(1)).result).toMatchObject({ added: 1 });
      expect(await countUsers()).toBe(max);
    });

    it('apply to registrations and agents', async () => {
      const { tenantId, send, countUsers, max } = await crowded(0);
      const ticket = 'crowd'.padEnd(43, '-');
      await product.db.drizzle.execute(sql`
        insert into auth_social_ticket (hash, source, subject, account, name, expires_at)
        values (${tokenHash(ticket)}, 'mock', 'eve', 'eve', 'Eve Example', now() + interval '1 minute')`);
      const guest = { tenantId, account: 'eve_eve', password, oauthId: ticket };
      expect((await product.guest.post('system/user/register-guest', guest)).body).toMatchObject(REFUSED);
      const agent = { ...person(), password: 'Quite-long-1', userType: 2 };
      expect((await send('agent/user/open-account', agent)).body).toMatchObject(REFUSED);
      expect(await countUsers()).toBe(max);
      // A refusal does not use up the ticket.
      await admin.post('system/tenant/setting', { ids: await idOf(tenantId), accountNumber: max + 1 });
      expect((await product.guest.post('system/user/register-guest', guest)).status).toBe(200);
    });
  });

  it('on time end sessions, sign-in and refresh', async () => {
    const tenant = await openTenant();
    const own = await administratorOf(tenant);
    await product.db.pool.query(
      "update sys_tenant set expire_time = now() - interval '1 second' where tenant_id = $1",
      [tenant.tenantId],
    );
    const ended = new Promise((resolve) => product.app.sessions.onEnd(resolve));
    expect(await product.db.tx(closeExpired)).toBe(1);
    await ended;
    expect((await product.guest.get('system/user/info', {}, own.headers)).status).toBe(401);
    expect((await signIn(tenant.tenantId, own.password)).status).not.toBe(200);
    const refreshed = await product.guest.post('auth/oauth/token', {
      grant_type: 'refresh_token',
      refresh_token: own.refresh,
    });
    expect(refreshed.status).toBe(401);
    await admin.post('system/tenant/setting', { ids: tenant.id, expireTime: '2099-01-01 00:00:00' });
    expect((await signIn(tenant.tenantId, own.password)).status).toBe(200);
  });

  it('do not apply to the platform itself', async () => {
    const { records } = (await admin.get('system/tenant/list', { tenantId_equal: '000000' })).body.data;
    for (const call of ['setting', 'disable', 'administrator']) {
      const { body } = await admin.post(
        `system/tenant/${call}`,
        call === 'administrator' ? { id: records[0].id } : { ids: records[0].id },
      );
      expect(body.bizCode, call).toBe('TENANT_PLATFORM');
    }
  });
});

it('a disabled tenant is signed out at once, and only then can be archived', async () => {
  const tenant = await openTenant();
  const own = await administratorOf(tenant);
  expect((await admin.post('system/tenant/remove', { ids: tenant.id })).body.bizCode).toBe('TENANT_OPEN');
  await admin.post('system/tenant/disable', { ids: tenant.id });
  expect((await product.guest.get('system/user/info', {}, own.headers)).status).toBe(401);
  expect((await signIn(tenant.tenantId, own.password)).status).not.toBe(200);
  expect((await admin.post('system/tenant/remove', { ids: tenant.id })).status).toBe(200);
  const { rows } = await product.db.pool.query('select count(*)::int as n from sys_user where tenant_id = $1', [
    tenant.tenantId,
  ]);
  expect(rows[0].n).toBe(1);
});

it('a separate data source is refused with the reason', async () => {
  const { tenantId } = await openTenant();
  const { body } = await admin.post('system/tenant/datasource', { tenantId, datasourceId: '7' });
  expect([body.bizCode, body.msg]).toEqual(['TENANT_DATASOURCE', expect.any(String)]);
  expect((await admin.post('system/tenant/datasource', { tenantId, datasourceId: '' })).status).toBe(200);
});

describe('the default limit of a new tenant', () => {
  it('is set by the platform; existing tenants keep theirs', async () => {
    const set = (value: number) =>
      admin.post('system/param/update-control-panel', {
        values: [{ paramKey: 'tenant.accountNumber', paramValue: String(value) }],
      });
    const before = await openTenant();
    expect((await set(-2)).status).toBe(400);
    expect((await set(7)).status).toBe(200);
    const limited = await openTenant();
    expect((await set(-1)).status).toBe(200);
    const limitOf = async ({ id }: { id: string }) =>
      (await admin.get('system/tenant/detail', { id })).body.data.accountNumber;
    expect([await limitOf(before), await limitOf(limited), await limitOf(await openTenant())]).toEqual([-1, 7, -1]);
  });
});
