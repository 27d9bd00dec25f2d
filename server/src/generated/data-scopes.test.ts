import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ruledCall } from '../kernel/auth/rule-fields.ts';
import { inputNames } from '../kernel/http/names.ts';
import { type Ruled, ruledLists } from '../kernel/resource/data-rules.ts';
import { type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { callExamples } from '../testing/call-examples.ts';
import { openRole } from '../testing/role.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp({ SANDBOX: '1' });
  const agent = await product.agent({ money: parseMoney('1000') });
  await product.agent({ parent: agent, subUser: true });
  // Twice, so that each list has rows beside the one that is left.
  for (const [path, example] of Object.entries(callExamples(product, agent)))
    for (let times = 0; times < 2; times += 1) {
      const { body, headers, who = product.admin } = await example();
      if (!/^(auth|system\/online|system\/tenant)\//.test(path)) await who.post(path, body, headers);
    }
  // Routes that ask for a grant of their own are another matter.
  await product.db.pool.query('delete from sys_api_scope');
  product.app.sessions.forget();
}, 120_000);
afterAll(() => product.close());

const callsOf = (resource: Resource) => Object.entries(resource.calls) as [string, Call][];
/** The calls whose rows rules are about. */
const ruledCalls = ({ resource, code }: Ruled) =>
  callsOf(resource).filter(([, call]) => ruledCall(call, resource).code === code);
const isList = (name: string, { input, answer }: Call): boolean =>
  answer === 'envelope' && listParameters(input) !== undefined && /(^|-)(list|page)$/.test(name);

/** A list of places with sums over the numbers in each, where `page` lists the numbers. */
const SUMS = 'whatsapp/warehouse/list';

const resources: ReadonlySet<string> = new Set(registry.map(({ name }) => name));

let count = 0;
/** Somebody whose role opens a list whole but for a rule that leaves one row. */
async function reaching({ code, resource }: Ruled, id: string): Promise<TestUser> {
  count += 1;
  const permissions = callsOf(resource).flatMap(([, { access }]) =>
    ['public', 'signed-in'].includes(access) ? [] : [permissionCode(resource.name, access)],
  );
  const key = `one_row_${count}`;
  await openRole(product.db, key, [...new Set(permissions)]);
  const sql = (text: string, values: unknown[]) => product.db.pool.query(text, values);
  await sql(
    `with scope as (
       insert into sys_data_scope (tenant_id, resource_code, scope_name, scope_name_en, scope_type, scope_value, scope_field, writable_field)
       values ('000000', $1, '一行', 'One row', 5, $2, '*', '*') returning id)
     insert into sys_role_data_scope (role_id, data_scope_id) select r.id, scope.id from sys_role r, scope where r.role_alias = $3`,
    [code, JSON.stringify({ id_in: id }), key],
  );
  return product.staff(key);
}

it('a rule that leaves one row of a list leaves that one on every way there is to its rows', async () => {
  // Another file in the same process may have declared resources of its own.
  const ruled = ruledLists().filter(({ resource }) => resources.has(resource.name));
  const found: string[] = [];
  const tried: string[] = [];
  for (const one of ruled) {
    const { resource, code } = one;
    const lists = ruledCalls(one).filter(([name, call]) => isList(name, call) && `${code}/${name}` !== SUMS);
    // Of users rules of staff are about staff.
    const among = code === 'system/user' ? { userType_equal: '1' } : {};
    let isListed = false;
    const [first] = lists[0] ?? [];
    if (!first) continue;
    const answer = await product.admin.get(`${resource.name}/${first}`, { size: 200, ...among });
    if (answer.status !== 200) throw new Error(`${code}: ${JSON.stringify(answer.body)}`);
    const { records } = answer.body.data;
    const [kept, other] = records as { id: string }[];
    if (!kept || !other) continue;
    const who = await reaching(one, kept.id);
    const check = (way: string, right: boolean) => right || found.push(`${code} ${way}`);
    for (const [name, { input }] of lists) {
      const { body } = await who.get(`${resource.name}/${name}`, { size: 200, ...among });
      isListed = body.data?.total === 1;
      check(
        `${name}: ${body.data?.total} ${body.msg}`,
        body.data?.total <= 1 && body.data.records.every(({ id }: { id: string }) => id === kept.id),
      );
      if (!inputNames(input)?.includes('id_in')) continue;
      const asked = await who.get(`${resource.name}/${name}`, { id_in: other.id, ...among });
      check(`${name} of another`, asked.body.data?.total === 0);
    }
    const { calls } = resource as Resource;
    if (code === 'whatsapp/warehouse') {
      const { body } = await who.get(SUMS);
      const sum = body.data.records.reduce((all: number, place: { total: number }) => all + place.total, 0);
      check(`sums ${sum}`, sum === 1);
    }
    if (calls['counts']) {
      const { body } = await who.get(`${resource.name}/counts`, among);
      const sum = body.data.states.reduce((all: number, state: { count: number }) => all + state.count, 0);
      check(`counts ${sum}`, sum <= 1);
    }
    for (const [name, { answer }] of ruledCalls(one))
      if (answer === 'file' && /(^|-)export$/.test(name) && (calls[name] as Call).methods.includes('POST')) {
        const { body, status } = await who.post(`${resource.name}/${name}`, { format: 'csv', ...among });
        const lines = String(body).trim().split('\n').length - 1;
        check(`${name} ${status} ${lines}`, status === 200 && lines <= 1);
      }
    if (calls['detail']?.access === 'view') {
      if (isListed) check('detail', (await who.get(`${resource.name}/detail`, { id: kept.id })).status === 200);
      check('detail of another', (await who.get(`${resource.name}/detail`, { id: other.id })).status === 404);
    }
    if (code === 'finance/log') {
      const { status } = await who.post('finance/log/submit', { id: other.id, remark: 'Not mine' });
      check(`a remark on another: ${status}`, status === 404);
    }
    for (const name of ['remove', 'restore'])
      if (calls[name])
        check(`${name} of another`, (await who.post(`${resource.name}/${name}`, { ids: other.id })).status !== 200);
    tried.push(code);
  }
  expect(found).toEqual([]);
  for (const code of [
    ...['whatsapp/outbound', 'whatsapp/warehouse', 'whatsapp/pre-warehouse', 'whatsapp/price-configure'],
    ...['agent/product', 'agent/product-order', 'agent/configuration', 'agent/user', 'finance/log'],
    ...['resource/attach', 'resource/sms-log', 'system/user', 'system/post', 'system/online'],
  ])
    expect(tried).toContain(code);
}, 120_000);
