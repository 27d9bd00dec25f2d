import { createHmac } from 'node:crypto';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { multipart } from './engines/stock/inventory/stock-fixture.ts';
import { type TestApp, type TestUser, testApp } from './testing/app.ts';
import { type RegisteredCall, registeredCalls } from './testing/registry-calls.ts';
import { openRole } from './testing/role.ts';
import { secondTenantOf } from './testing/second-tenant.ts';

/*
 * Published weaknesses of similar consoles, each tried as an attacker would: SpringBlade's issues 9, 28, 32, 34,
 * 35, 36, 41 and 42, CVE-2021-44910 and GHSA-62pr-54gv-vg5g.
 */

let product: TestApp;
/** The administrator of another tenant: all rights there, none of the platform's. */
let tenantAdmin: TestUser;
beforeAll(async () => {
  product = await testApp();
  tenantAdmin = (await secondTenantOf(product)).admin;
});
afterAll(() => product.close());

const lists = registeredCalls.filter(({ call }) => listParameters(call.input));
const exportsOf = lists.filter(({ call }) => call.answer === 'file');
const send = (who: Pick<TestUser, 'get' | 'post'>, { path, call }: RegisteredCall, input: Record<string, unknown>) =>
  call.methods[0] === 'GET' ? who.get(path, input) : who.post(path, input);

/** SQL injections: each takes a second, fails, or returns unrequested data. */
const INJECTIONS = [
  'id;select pg_sleep(1)--',
  '(select password_hash from sys_user limit 1)',
  'create_time desc, (case when 1=1 then 1 else 1/0 end)',
  "id'||(select version())||'",
  'updatexml(1,concat(0x7e,md5(1),0x7e),1)',
  '1=1) or (1',
];

describe('SQL in names (issue 9, GHSA-62pr-54gv-vg5g)', () => {
  it('no list or log can be read without a session, by any form of request', async () => {
    const open: string[] = [];
    for (const one of lists)
      for (const input of [{}, { descs: INJECTIONS[0] }, { [`${INJECTIONS[5]}_equal`]: '1' }]) {
        const { status } = await send(product.guest, one, input);
        if (status !== 401) open.push(`${one.path}: ${status}`);
      }
    expect(lists.length).toBeGreaterThan(50);
    expect(open).toEqual([]);
  });

  it('no list sorts or filters by text of the caller', async () => {
    const admitted: string[] = [];
    for (const one of lists)
      for (const text of INJECTIONS) {
        const inputs = [{ ascs: text }, { descs: text }, { [text]: '1' }, { [`${text}_equal`]: '1' }];
        for (const input of inputs) {
          const { status, body } = await send(product.admin, one, input);
          if (status !== 400 || body.bizCode === 'INTERNAL')
            admitted.push(`${one.path} ${Object.keys(input)}: ${status}`);
        }
      }
    expect(admitted).toEqual([]);
  });
});

it('a self-signed token is refused (CVE-2021-44910)', async () => {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = {
    tenant_id: '000000',
    user_id: String(product.admin.id),
    account: 'admin',
    role_name: 'administrator',
    token_type: 'access_token',
    exp: 4_102_444_800,
  };
  const forged = (['HS256', 'HS512', 'none'] as const).map((alg) => {
    const text = `${part({ alg, typ: 'JWT' })}.${part(claims)}`;
    const key = 'bladexisapowerfulmicroservicearchitectureupgradedandoptimizedfromacommercialproject';
    const mac = alg === 'none' ? '' : createHmac(alg.replace('HS', 'sha'), key).update(text).digest('base64url');
    return `${text}.${mac}`;
  });
  for (const token of forged)
    for (const headers of [
      { token: `bearer ${token}` },
      { 'blade-auth': `bearer ${token}` },
      { authorization: `Bearer ${token}` },
    ])
      expect((await product.guest.get('system/user/info', {}, headers)).status).toBe(401);
});

it('no export accepts a condition of the caller (issues 28 and 32)', async () => {
  const admitted: string[] = [];
  const secret = String((await hashes())[0]);
  for (const one of exportsOf)
    for (const name of ['customSqlSegment', 'sqlSegment', 'ew.customSqlSegment', 'ew', 'apply', 'last', 'where'])
      for (const who of [product.admin, tenantAdmin]) {
        const { status, raw } = await send(who, one, { format: 'csv', [name]: 'where 1=1 union select password_hash' });
        // A tenant cannot export resources that all tenants share.
        const refusal = who === tenantAdmin && one.resource.isPlatformWide ? 403 : 400;
        if (status !== refusal || raw.includes(secret)) admitted.push(`${one.path} ${name}: ${status}`);
      }
  expect(exportsOf.length).toBeGreaterThan(10);
  expect(admitted).toEqual([]);
});

it('accounts are imported only with the permission, with at most the rights of the importer (issue 34)', async () => {
  const count = async () =>
    (await product.db.pool.query('select count(*)::int as n from sys_user')).rows[0]?.n as number;
  await openRole(product.db, 'importer', ['system/user:import']);
  const [stranger, importer] = [await product.staff('support'), await product.staff('importer')];
  const [administrator] = (
    await product.db.pool.query(
      `select role_name from sys_role where role_alias = 'administrator' and tenant_id = '000000'`,
    )
  ).rows;
  const before = await count();
  const put = (who: Pick<TestUser, 'post'>, text: string, isCovered = 0) => {
    const { body, headers } = multipart({ isCovered }, { name: 'staff.csv', content: text });
    return who.post('system/user/import', body, headers);
  };
  const line = (account: string) => `account,real name,roles\n${account},Listed,${administrator.role_name}\n`;
  expect((await put(product.guest, line('intruder'))).status).toBe(401);
  expect((await put(stranger, line('intruder'))).status).toBe(403);
  const own = await put(importer, line('intruder'));
  expect([own.status, own.body.data?.added ?? 0]).not.toEqual([200, 1]);
  // An account that is there is not taken over by a file either.
  await put(importer, `account,real name,roles\nadmin,Mine,${administrator.role_name}\n`, 1);
  await put(importer, 'account,real name\nadmin,Mine\n', 1);
  expect(await count()).toBe(before);
  const { rows } = await product.db.pool.query(`select real_name from sys_user where account = 'admin'`);
  expect(rows.map((row) => row.real_name)).not.toContain('Mine');
});

it('menus and their holders are shown of the own tenant only (issue 35)', async () => {
  const { rows: roles } = await product.db.pool.query(
    `select id::text, role_name from sys_role where tenant_id = '000000' and deleted_at is null`,
  );
  for (const { path } of registeredCalls.filter(({ resource }) => resource.name === 'system/menu'))
    expect([401, 404, 405, 400], path).toContain((await product.guest.get(path)).status);
  const told = (await tenantAdmin.get('system/menu/role-tree-keys', { roleIds: roles.map(({ id }) => id).join(',') }))
    .body;
  expect(told.data?.menu ?? []).toEqual([]);
  for (const { id } of roles)
    expect((await tenantAdmin.get('system/menu/preview', { roleId: id })).status, id).not.toBe(200);
});

it('no call connects to an internal address or reads a local file (issue 36)', async () => {
  const places = [
    'http://127.0.0.1:5432',
    'http://169.254.169.254/latest/meta-data',
    'http://[::ffff:127.0.0.1]/',
    'http://2130706433/',
    'file:///etc/passwd',
    'gopher://127.0.0.1:6379/_INFO',
    'jdbc:mysql://127.0.0.1/?allowLoadLocalInfile=true',
  ];
  const secret = { accessKey: 'x', secretKey: 'x' };
  for (const endpoint of places) {
    const storage = { category: 1, ossCode: 'inside', endpoint, bucketName: 'x', ...secret };
    const provider = { category: 3, smsCode: 'inside', templateId: 'x', signName: 'x', endpoint, ...secret };
    for (const [path, form] of [
      ['resource/oss/submit', storage],
      ['resource/sms/submit', provider],
    ] as const)
      for (const who of [product.admin, tenantAdmin]) {
        const { status, body } = await who.post(path, form);
        expect([path, endpoint, status]).toEqual([path, endpoint, 400]);
        expect(JSON.stringify(body)).not.toMatch(/root:|ECONN/);
      }
  }
});

it('an administrator of a tenant changes nothing that is every tenant’s (issue 41)', async () => {
  const shared = {
    sys_param: 'tenant_id = $1',
    sys_dict: 'true',
    sys_menu: 'true',
    sys_region: 'true',
    sys_tenant: 'tenant_id = $1',
    sys_role: 'tenant_id = $1',
    sys_user: 'tenant_id = $1',
  };
  const digest = async () => {
    const found: Record<string, string> = {};
    for (const [table, where] of Object.entries(shared)) {
      const { rows } = await product.db.pool.query(
        `select md5(string_agg(to_jsonb(t)::text, '' order by to_jsonb(t)::text)) as digest from ${table} t where ${where.replace('$1', `'000000'`)}`,
      );
      found[table] = rows[0]?.digest;
    }
    return found;
  };
  const before = await digest();
  const rows = async (table: keyof typeof shared) =>
    (
      await product.db.pool.query(
        `select id::text from ${table} where ${shared[table].replace('$1', `'000000'`)} limit 3`,
      )
    ).rows.map((row) => row.id as string);
  const params = await rows('sys_param');
  const attempts: [string, object][] = [
    ['system/param/submit', { id: params[0], paramName: 'x', paramKey: 'account.failCount', paramValue: '99' }],
    ['system/param/remove', { ids: params.join(',') }],
    ['system/dict/remove', { ids: (await rows('sys_dict')).join(',') }],
    ['system/menu/remove', { ids: (await rows('sys_menu')).join(',') }],
    ['system/tenant/remove', { ids: (await rows('sys_tenant')).join(',') }],
    ['system/tenant/setting', { ids: (await rows('sys_tenant')).join(','), accountNumber: 1 }],
    ['system/region/remove', { id: '11' }],
    ['system/role/remove', { ids: (await rows('sys_role')).join(',') }],
    ['system/user/remove', { ids: String(product.admin.id) }],
    ['system/user/reset-password', { userIds: String(product.admin.id) }],
  ];
  for (const [path, body] of attempts) expect((await tenantAdmin.post(path, body)).status, path).not.toBe(200);
  const { data: panel } = (await product.admin.get('system/param/control-panel')).body;
  expect(JSON.stringify(panel)).toContain('account.failCount');
  // Each separately: a refused one must not hide an accepted one.
  for (const key of JSON.stringify(panel).match(/"paramKey":"[^"]+"/g) ?? []) {
    const paramKey = JSON.parse(`{${key}}`).paramKey;
    await tenantAdmin.post('system/param/update-control-panel', { values: [{ paramKey, paramValue: '7' }] });
  }
  expect(await digest()).toEqual(before);
});

describe('details (issue 42)', () => {
  const details = registeredCalls.filter(({ name }) => name === 'detail');

  it('are found by id only, never by another column', async () => {
    const admitted: string[] = [];
    for (const { path } of details)
      for (const name of ['account', 'password', 'passwordHash', 'password_hash', 'tenantId', 'password_like'])
        for (const who of [product.admin, tenantAdmin]) {
          const { status } = await who.get(path, { [name]: '1' });
          // Tenants are refused platform resources before their parameters are read.
          if (status !== 400 && (who === product.admin || status !== 403)) admitted.push(`${path} ${name}: ${status}`);
        }
    expect(details.length).toBeGreaterThan(15);
    expect(admitted).toEqual([]);
  });

  it('do not answer with another tenant’s user, and nothing answers with a password’s hash', async () => {
    expect((await tenantAdmin.get('system/user/detail', { id: String(product.admin.id) })).status).toBe(404);
    const secrets = (await hashes()).map(String);
    const told: string[] = [];
    for (const one of registeredCalls) {
      if (one.call.methods[0] !== 'GET' && one.call.answer !== 'file') continue;
      if (one.path === 'auth/oauth/logout') continue;
      for (const who of [product.admin, tenantAdmin]) {
        const inputs = [{}, { id: String(who.id) }, ...(one.call.answer === 'file' ? [{ format: 'csv' }] : [])];
        for (const input of inputs) {
          const text = (await send(who, one, input)).raw.toString('utf8');
          if (text.includes('$argon2') || secrets.some((secret) => text.includes(secret))) told.push(one.path);
        }
      }
    }
    expect(told).toEqual([]);
  });
});

/** The stored password hashes. */
async function hashes(): Promise<unknown[]> {
  const { rows } = await product.db.pool.query('select password_hash from sys_user where password_hash is not null');
  expect(rows.length).toBeGreaterThan(1);
  return rows.map((row) => row.password_hash);
}
