import type { Call } from '@trade-assistant/contract/kit/call.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { permissionCode } from '@trade-assistant/contract/kit/permission.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, expect, it } from 'vitest';
import type { z } from 'zod';
import { postRebates } from '../engines/money/rebates/index.ts';
import { createPackage, createShop } from '../engines/stock/orders/orders-fixture.ts';
import { ruledCall } from '../kernel/auth/rule-fields.ts';
import { inputNames } from '../kernel/http/names.ts';
import { type Ruled, ruledLists } from '../kernel/resource/data-rules.ts';
import { type TestUser, testApp } from '../testing/app.ts';
import { callExamples } from '../testing/call-examples.ts';
import { registeredCalls } from '../testing/registry-calls.ts';
import { openRole } from '../testing/role.ts';
import { separateIds, tableOf } from '../testing/two-tenants.ts';

const product = await testApp({ SANDBOX: '1' });
await separateIds(product.db);
const agent = await product.agent({ money: parseMoney('1000') });
await product.agent({ parent: agent, subUser: true });
// Twice, so that each list has rows besides the one that remains.
const examples = Object.entries(callExamples(product, agent));
for (const [path, example] of examples)
  for (let times = 0; times < 2; times += 1) {
    const { body, headers, who = product.admin } = await example();
    if (!/^(auth|system\/online|system\/tenant)\//.test(path)) await who.post(path, body, headers);
  }
await packagesAndRebates(agent);
await product.db.pool.query(`insert into kernel_export_log (tenant_id, user_id, user_name, source, format, masked)
  select '000000', n, 'Tester ' || n, 1, 'txt', 1 from generate_series(1, 2) n`);
// Messages of orders, and texts of nobody's.
await product.db.pool.query(`
  insert into snd_message (id, tenant_id, owner_id, channel, direction, sender_id, task_id, line_no, attempt_no, e164, msg_type, status)
  select gen_random_uuid(), tenant_id, owner_id, business_type, 1, 1, id, 1, 1, 12025550100, 1, 1 from work_task where sender_id is not null
  union all select gen_random_uuid(), '000000', null, channel, 2, 1, null, null, 0, 12025550101, 1, 1 from generate_series(1, 3) channel`);
// Scopes of routes are tested elsewhere.
await product.db.pool.query('delete from sys_api_scope');
product.app.sessions.forget();
afterAll(() => product.close());

/** Adds rows that no example leaves: two bought packages, and two earned rebates. */
async function packagesAndRebates(agent: TestUser): Promise<void> {
  const customer = await product.agent({ parent: agent, money: parseMoney('100') });
  const { productId: packageId } = await createPackage(product.db, { units: 50, price: '0.02' });
  const { productId, countryCode } = await createShop(product.db, { stock: 10 });
  await product.db.pool.query(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
     select '000000', owner_path, id, 1, business, 2, $2, 5 from sys_user, generate_series(1, 3) business where id = $1`,
    [String(agent.id), countryCode],
  );
  const buy = async (id: bigint, expectedAmount: string) => {
    const order = { productId: String(id), quantity: 1, expectedAmount, useDeclaration: 1 };
    expect((await customer.post('agent/product/buy', order)).body.msg).toBe('操作成功');
  };
  for (let times = 0; times < 2; times += 1) {
    await buy(packageId, '1');
    await buy(productId, '1');
  }
  await postRebates(product.db);
}

const callsOf = (resource: Resource) => Object.entries(resource.calls) as [string, Call][];
/** Returns the calls to whose rows rules apply. */
const ruledCalls = ({ resource, code }: Ruled) =>
  callsOf(resource).filter(([, call]) => ruledCall(call, resource).code === code);
/** Whether a call reads pages of rows, whatever its name. */
const isList = (name: string, { input, answer, methods }: Call): boolean =>
  answer === 'envelope' && methods[0] === 'GET' && listParameters(input) !== undefined && name !== 'counts';

/** Whether an answer has rows, which are something else than the pages of a list. */
const hasRows = (schema: z.ZodType, depth = 0): boolean => {
  const { def } = schema._zod as unknown as { def: Record<string, never> & { type: string } };
  const inner = (one: unknown) => hasRows(one as z.ZodType, depth + 1);
  if (depth > 4) return false;
  switch (def.type) {
    case 'object':
      return Object.values(def['shape'] ?? {}).some(inner);
    case 'array':
      return 'id' in ((def['element'] as unknown as z.ZodObject).shape ?? {});
    case 'pipe':
      return inner(def['out']);
    case 'lazy':
      return inner((def['getter'] as unknown as () => unknown)());
    default:
      return def['innerType'] !== undefined && inner(def['innerType']);
  }
};
const readsRows = (name: string, call: Call): boolean =>
  call.answer === 'envelope' &&
  call.methods[0] === 'GET' &&
  call.access !== 'signed-in' &&
  !isList(name, call) &&
  hasRows(call.data);
/** The first rows within an answer. */
const rowsIn = (data: unknown): Record<string, string>[] => {
  if (Array.isArray(data)) return data;
  return Object.values(data ?? {}).find((value) => Array.isArray(value) && value.length > 0) ?? [];
};

/** A list of warehouses with sums over their numbers; `page` lists the numbers. */
const SUMS = 'whatsapp/warehouse/list';

/** Lists of the parts of a record, with the field that names it and the field of the record that it repeats. */
const PARTS: Readonly<Record<string, readonly [field: string, ofRecord: string]>> = {
  'app-manage/activity/grants': ['activityId', 'id'],
  'whatsapp/supplier-claim/lines': ['claimId', 'id'],
  'whatsapp/order/message-history/list': ['orderNo', 'orderNo'],
  'telegram/order/message-history/list': ['orderNo', 'orderNo'],
  'sms/sms-task/message-history/list': ['orderNo', 'orderNo'],
};

const resources: ReadonlySet<string> = new Set(registry.map(({ name }) => name));

/** Calls at the address of a list that read other rows, and why no rule of the list is about them. */
const OTHER_ROWS: Readonly<Record<string, string>> = {
  'agent/configuration/template/list-form': 'templates belong to the tenant, and have no rule of their own',
  'agent/withdrawal/payees': 'payees of the caller',
  'log/audit/history': 'needs a type and an id (areas/log/audit.test.ts)',
  'sms/session/changes': 'needs a conversation and a time',
  'sms/session/replies': 'prepared replies',
  'sms/sms-task/senders': 'senders for the form of a new task',
  'system/role/compare': 'needs two roles',
  'telegram/order/senders': 'senders for the form of a new order',
  'user/app-user/panel-tasks': 'tasks of an app user',
  'whatsapp/order/senders': 'senders for the form of a new order',
  'whatsapp/pre-order/forecast': 'needs a batch',
  'whatsapp/template/choices': 'needs a sender',
};

/** Returns the parameter by which a call reads the rows of a record; undefined if it needs something else. */
async function recordParameter(path: string, names: readonly string[], id: string): Promise<string | undefined> {
  for (const name of names) if ((await product.admin.get(path, { [name]: id })).status === 200) return name;
  return undefined;
}

/** The row of each list that a rule leaves, and its table. */
const ids = new Map<string, { kept: string; table: string }>();

let count = 0;
/** A user whose role opens a complete list, except for a rule that leaves one row. */
async function reaching({ code, resource }: Ruled, id: string, may?: readonly string[]): Promise<TestUser> {
  count += 1;
  const permissions = callsOf(resource).flatMap(([, { access }]) =>
    ['public', 'signed-in'].includes(access) ? [] : [permissionCode(resource.name, access)],
  );
  const key = `one_row_${count}`;
  await openRole(product.db, key, [...new Set(may ?? permissions)]);
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

it('a rule that leaves one row of a list leaves only that row in every call for its rows', async () => {
  // Another file in the same process may have declared its own resources.
  const ruled = ruledLists().filter(({ resource }) => resources.has(resource.name));
  const found: string[] = [];
  const tried: string[] = [];
  /** Lists with fewer than two distinguishable rows. */
  const skipped: string[] = [];
  for (const one of ruled) {
    const { resource, code } = one;
    const lists = ruledCalls(one).filter(([name, call]) => isList(name, call) && `${code}/${name}` !== SUMS);
    let isListed = false;
    const [first] = lists[0] ?? [];
    if (!first) {
      skipped.push(`${code}: no list`);
      continue;
    }
    const answer = await product.admin.get(`${resource.name}/${first}`, { size: 200 });
    if (answer.status !== 200) throw new Error(`${code}: ${JSON.stringify(answer.body)}`);
    const { records } = answer.body.data;
    const [kept, other] = records as ({ id: string } & Record<string, string>)[];
    if (!kept || !other) {
      skipped.push(`${code}: ${records.length} rows`);
      continue;
    }
    const who = await reaching(one, kept.id);
    ids.set(code, { kept: kept.id, table: tableOf(kept.id) ?? '' });
    const check = (way: string, right: boolean) => right || found.push(`${code} ${way}`);
    for (const [name, { input }] of lists) {
      const { body } = await who.get(`${resource.name}/${name}`, { size: 200 });
      const all = (await product.admin.get(`${resource.name}/${name}`, { size: 200 })).body.data.records;
      const [field, ofRecord] = PARTS[`${code}/${name}`] ?? ['id', 'id'];
      const strays = (rows: Record<string, string>[]) => rows.filter((row) => row[field] !== kept[ofRecord]);
      if (strays(all).length === 0) skipped.push(`${code}/${name}: no rows of others`);
      if (field !== 'id') {
        check(`${name} of others: ${strays(body.data.records).length}`, strays(body.data.records).length === 0);
        continue;
      }
      isListed = body.data?.total === 1;
      check(
        `${name}: ${body.data?.total} ${body.msg}`,
        body.data?.total <= 1 && body.data.records.every(({ id }: { id: string }) => id === kept.id),
      );
      if (!inputNames(input)?.includes('id_in')) continue;
      const asked = await who.get(`${resource.name}/${name}`, { id_in: other.id });
      check(`${name} of another`, asked.body.data?.total === 0);
    }
    for (const [name, { input }] of ruledCalls(one).filter(([name, call]) => readsRows(name, call))) {
      const path = `${resource.name}/${name}`;
      const whole = await product.admin.get(path);
      if (whole.status !== 200) {
        // Rows of a record: of another one there are none.
        const named = await recordParameter(path, inputNames(input) ?? [], other.id);
        if (named === undefined) skipped.push(`${code}/${name}: rows of something else`);
        else {
          const { status, body } = await who.get(path, { [named]: other.id });
          check(`${name} of another: ${status}`, status === 404 || (status === 200 && rowsIn(body.data).length === 0));
        }
        continue;
      }
      const [field, ofRecord] = PARTS[`${code}/${name}`] ?? ['id', 'id'];
      const strays = (rows: Record<string, string>[]) => rows.filter((row) => row[field] !== kept[ofRecord]);
      const all = rowsIn(whole.body.data);
      const isOwnTable = all.some(({ id }) => records.some((row: { id: string }) => row.id === id));
      if (strays(all).length === 0 || (field === 'id' && !isOwnTable))
        skipped.push(`${code}/${name}: rows of something else`);
      else check(`${name} of others`, strays(rowsIn((await who.get(path)).body.data)).length === 0);
    }
    const { calls } = resource as Resource;
    if (code === 'whatsapp/warehouse') {
      const { body } = await who.get(SUMS);
      const sum = body.data.records.reduce((all: number, place: { total: number }) => all + place.total, 0);
      check(`sums ${sum}`, sum === 1);
    }
    if (calls['counts']) {
      const { body } = await who.get(`${resource.name}/counts`);
      const sum = body.data.states.reduce((all: number, state: { count: number }) => all + state.count, 0);
      check(`counts ${sum}`, sum <= 1);
    }
    for (const [name, { answer }] of ruledCalls(one))
      if (answer === 'file' && /(^|-)export$/.test(name) && (calls[name] as Call).methods.includes('POST')) {
        const { body, status } = await who.post(`${resource.name}/${name}`, { format: 'csv' });
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
  const others = Object.keys(OTHER_ROWS).map((path) => `${path}: rows of something else`);
  // List a new exception here.
  expect(skipped.toSorted()).toEqual([...others, 'system/api-scope: 0 rows'].toSorted());
  expect(tried.length).toBeGreaterThan(30);
});

it('a rule that leaves one row of a list keeps every other one from being changed', async () => {
  const changed: string[] = [];
  let tried = 0;
  const byCode = new Map(ruledLists().map((one) => [one.code, one]));
  for (const [path, example] of examples) {
    const call = registeredCalls.find((one) => one.path === path);
    const ruled = call && byCode.get(ruledCall(call.call, call.resource).code);
    if (!call || call.call.access === 'signed-in' || !ruled || !ids.has(ruled.code)) continue;
    const { body, headers, fields } = await example();
    const { kept, table } = ids.get(ruled.code) as { kept: string; table: string };
    const named = Object.entries((fields ?? body) as Record<string, unknown>).flatMap(([name, value]) =>
      name === 'agentId' ? [] : String(value).split(','),
    );
    // Names the row of the list, and not only rows that it refers to.
    if (!named.some((value) => tableOf(value) === table && value !== kept)) continue;
    tried += 1;
    const who = await reaching(ruled, kept);
    const answer = await who.post(path, body, headers);
    // A call for several rows answers how many it changed.
    const { okCount, count: ended } = answer.body?.data ?? {};
    if (answer.status === 200 && okCount !== 0 && ended !== 0) changed.push(path);
  }
  expect(changed).toEqual([]);
  expect(tried).toBeGreaterThan(100);
});

it('a user limited to a part of rows cannot grant a permission for them without a scope', async () => {
  const escaped: string[] = [];
  const post = async (path: string, body: object) => (await product.admin.post(path, body)).body;
  for (const one of ruledLists().filter(({ resource }) => resources.has(resource.name))) {
    const openers = new Set(
      registry.flatMap((resource: Resource) =>
        callsOf(resource).flatMap(([, call]) =>
          ruledCall(call, resource).code === one.code && !['public', 'signed-in'].includes(call.access)
            ? [permissionCode(resource.name, call.access)]
            : [],
        ),
      ),
    );
    expect(openers.size, one.code).toBeGreaterThan(0);
    const who = await reaching(one, '1', [...openers, 'system/role:view', 'system/role:grant']);
    const { rows } = await product.db.pool.query<{ id: string; code: string }>(
      'select id::text, code from sys_menu where category = 2 and deleted_at is null and code = any($1)',
      [[...openers]],
    );
    expect(rows.length, one.code).toBe(openers.size);
    for (const { id, code } of rows) {
      count += 1;
      const names = {
        roleName: `角色${count}`,
        roleNameEn: `Role ${count}`,
        roleAlias: `given_${count}`,
        sort: 1,
        status: 1,
      };
      const role = (await post('system/role/submit', names)).data.id;
      const { body } = await who.post('system/role/grant', { roleIds: [role], menuIds: [id] });
      // A rule about roles hides the new one.
      const refusal = one.code === 'system/role' ? 'NOT_FOUND' : 'SCOPE_NEEDED';
      if (body.bizCode !== refusal) escaped.push(`${one.code} by ${code}: ${body.bizCode ?? body.code}`);
    }
  }
  expect(escaped).toEqual([]);
});
