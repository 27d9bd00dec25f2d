import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createShop } from '../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { harmlessRequests, registeredCalls } from '../testing/registry-calls.ts';
import { openRole } from '../testing/role.ts';
import { openSecondTenant } from '../testing/second-tenant.ts';

const SEED = Number(process.env['ACCESS_SEED'] ?? 1);
const CALL_PAIRS = 1000;
const RECORD_PAIRS = 200;
let state = SEED;
/** Returns pseudo-random numbers for the seed, from 0 to below `below`. */
const random = (below: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return Math.floor((state / 0x7fffffff) * below) % below;
};
const anyOf = <T>(some: readonly T[]): T => some[random(some.length)] as T;

const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);
afterAll(() => product.close());

const RULES = [
  ['system/post', { sort_le: '3' }],
  ['whatsapp/warehouse', { stockStatus_in: '0' }],
  ['whatsapp/outbound', null],
  ['system/user', null],
  ['agent/product', { tags_equal: '1' }],
] as const;
const product = await testApp();
const { admin } = product;
const agent = await product.agent({ money: parseMoney('100') });
const sub = await product.agent({ parent: agent, subUser: true });
const other = await product.agent({ money: parseMoney('100') });
for (let n = 0; n < 3; n += 1) {
  const { productId } = await createShop(product.db, { stock: 3 });
  const body = { productId: String(productId), quantity: 1, expectedAmount: '1', useDeclaration: 1 };
  expect((await (n === 0 ? other : agent).post('agent/product/buy', body)).status).toBe(200);
}
const { rows: buttons } = await sql('select code from sys_menu where category = 2 and deleted_at is null order by id');
const codes = buttons.map(({ code }) => code as string);
const people: TestUser[] = [];
for (let n = 0; n < 10; n += 1) {
  await openRole(
    product.db,
    `some_${n}`,
    codes.filter(() => random(10) < 2 + (n % 7)),
  );
  people.push(await product.staff(`some_${n}`));
}
// A second role for some users, disabled for others; scopes of routes and of rows.
const roleId = async (n: number) =>
  (await sql('select id::text from sys_role where role_alias = $1', [`some_${n}`])).rows[0].id as string;
for (let n = 0; n < 5; n += 1)
  await sql('insert into sys_user_role (user_id, role_id) values ($1, $2)', [`${people[n]?.id}`, await roleId(n + 5)]);
await sql("update sys_role set status = 0 where role_alias in ('some_6', 'some_9')");
const routes = registeredCalls.filter(({ call }) => !['public', 'signed-in'].includes(call.access));
for (let n = 0; n < 60; n += 1) {
  const { path, call, resource } = anyOf(routes);
  await sql(
    `with named as (
       insert into sys_api_scope (tenant_id, scope_name, scope_name_en, scope_path, scope_method, resource_code, scope_type)
       values ('000000', '接口', 'Route', $1, $2, $3, 1) on conflict do nothing returning id)
     insert into sys_role_api_scope (role_id, api_scope_id) select $4, id from named`,
    [`/api/${path}`, call.methods[0] === 'GET' ? 1 : 2, resource.name, await roleId(random(10))],
  );
}
for (const [code, value] of RULES)
  for (let n = 0; n < 3; n += 1)
    await sql(
      `with scope as (
         insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_value, scope_field, writable_field)
         values ('000000', $1, '规则', 'Rule', $2, $3, '*', '*') returning id)
       insert into sys_role_data_scope (role_id, data_scope_id) select $4, id from scope`,
      [code, value ? 5 : 2, value && JSON.stringify(value), await roleId(random(10))],
    );
const states = [
  'status = 0',
  'must_change_password = 1',
  "status = 2, locked_until = now() + interval '1 hour'",
  "status = 2, locked_until = now() - interval '1 hour'",
  'deleted_at = now()',
  'status = 3',
];
for (const values of states) {
  const who = await product.staff('administrator');
  await sql(`update sys_user set ${values} where id = $1`, [`${who.id}`]);
  people.push(who);
}
const second = await openSecondTenant(product);
const subjects: readonly { who: TestUser; asker: TestUser }[] = [
  ...[...people, agent, sub, admin, await product.staff('finance')].map((who) => ({ who, asker: admin })),
  ...[second.admin, second.agent].map((who) => ({ who, asker: second.admin })),
];
product.app.sessions.forget();

const explain = (asker: TestUser, who: TestUser, more: object) =>
  asker.get('system/access/explain', { userId: String(who.id), ...more });

describe(`the explanation of access (ACCESS_SEED=${SEED})`, () => {
  it(`equals the result of the call itself, for ${CALL_PAIRS} random users and calls`, async () => {
    const found: string[] = [];
    let allowed = 0;
    for (let n = 0; n < CALL_PAIRS; n += 1) {
      const { who, asker } = anyOf(subjects);
      const one = anyOf(registeredCalls);
      const request = anyOf(harmlessRequests(one));
      const answer = await explain(asker, who, { path: `/api/${one.path}`, method: request.method });
      if (answer.status === 404 && (await isGone(who))) continue;
      const { isAllowed, steps } = answer.body.data;
      const isOpen = one.call.access === 'public';
      const { statusCode } = await product.server.inject({ ...request, headers: { token: `bearer ${who.token}` } });
      const isAdmitted = isOpen || ![401, 403].includes(statusCode);
      if ((isAllowed === 1) !== isAdmitted)
        found.push(`${who.account} ${request.method} ${one.path}: ${statusCode}, ${JSON.stringify(steps)}`);
      // The last step decides, and none before it refused.
      const refused = steps.findIndex((step: { isPassed: number }) => step.isPassed === 0);
      if (refused !== -1 && refused !== steps.length - 1) found.push(`${one.path} goes on after a refusal`);
      allowed += isAllowed;
    }
    expect(found).toEqual([]);
    expect(allowed).toBeGreaterThan(CALL_PAIRS / 10);
    expect(allowed).toBeLessThan(CALL_PAIRS * 0.9);
  });

  it(`equals the list for records, for ${RECORD_PAIRS} random users and records`, async () => {
    const lists = {
      'system/post': 'list',
      'system/user': 'list',
      'whatsapp/warehouse': 'page',
      'whatsapp/outbound': 'list',
      'agent/product': 'list',
    };
    const found: string[] = [];
    const seen = { reached: 0, kept: 0 };
    const able = subjects.filter(({ asker }) => asker === product.admin);
    for (let n = 0; n < RECORD_PAIRS; n += 1) {
      const { who, asker } = anyOf(able);
      const [resource, list] = anyOf(Object.entries(lists));
      const path = `${resource}/${list}`;
      const { records } = (await asker.get(path, { size: 100 })).body.data;
      const { id } = anyOf(records as { id: string }[]);
      const { body, status } = await explain(asker, who, { path: `/api/${path}`, recordId: id });
      if (status === 404 && (await isGone(who))) continue;
      const answer = await who.get(path, { id_in: id });
      const isShown = answer.status === 200 && answer.body.data.total === 1;
      if ((body.data?.isAllowed === 1) !== isShown)
        found.push(
          `${who.account} ${path} ${id}: ${answer.status} ${answer.body.data?.total}, ${JSON.stringify(body.data)}`,
        );
      seen[isShown ? 'reached' : 'kept'] += 1;
    }
    expect(found).toEqual([]);
    expect(Math.min(seen.reached, seen.kept)).toBeGreaterThan(10);
  });
});

const isGone = async (who: TestUser) =>
  (await sql('select from sys_user where id = $1 and deleted_at is not null', [`${who.id}`])).rowCount === 1;

describe('an explanation', () => {
  it('is in the reader’s language, and needs the permission', async () => {
    expect((await product.guest.get('system/access/explain')).status).toBe(401);
    const anna = await product.staff('support');
    const ask = { path: '/api/system/post/remove' };
    expect((await explain(anna, anna, ask)).status).toBe(403);
    const words = async (lang: string) =>
      (
        await product.admin.get('system/access/explain', { userId: String(anna.id), ...ask }, { lang })
      ).body.data.steps.map(({ text }: { text: string }) => text);
    expect(await words('en-US')).toEqual([
      'The account is active and its tenant open.',
      expect.stringMatching(
        /^Asks for the button “Delete” \(system\/post:delete\); none of the roles “Support” has it\./,
      ),
    ]);
    expect((await words('zh-CN'))[1]).toContain('其角色“客服”均未授予');
  });

  it('is refused for unknown calls, users of other tenants, and records out of the reader’s scope', async () => {
    const anna = await product.staff('administrator');
    const asked = async (more: object, who = anna) => (await explain(product.admin, who, more)).body.bizCode;
    expect(await asked({ path: '/api/no/such' })).toBe('ROUTE_NOT_FOUND');
    expect(await asked({ path: '/api/system/post/list', method: 'POST' })).toBe('METHOD_NOT_ALLOWED');
    const other = subjects.at(-1)?.who as TestUser;
    expect(await asked({ path: '/api/system/post/list' }, other)).toBe('ACCOUNT_NOT_FOUND');
    const outbound = { path: '/api/whatsapp/outbound/list', recordId: '999999999999' };
    expect(await asked(outbound)).toBe('NOT_FOUND');
  });
});
