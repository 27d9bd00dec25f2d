import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf } from '../../../e2e/support/files.ts';
import { multipart } from '../engines/stock/inventory/stock-fixture.ts';
import { asksForPermission, permissionsOf } from '../kernel/http/can-call.ts';
import { type Answer, type TestUser, testApp } from '../testing/app.ts';
import { callExamples } from '../testing/call-examples.ts';
import { parametersOf } from '../testing/fuzz-requests.ts';
import { type RegisteredCall, registeredCalls, resources } from '../testing/registry-calls.ts';
import { openRole } from '../testing/role.ts';

const product = await testApp({ SANDBOX: '1' });
const agent = await product.agent({ money: parseMoney('1000'), name: 'North' });
for (const [path, example] of Object.entries(callExamples(product, agent))) {
  if (!/^(whatsapp|agent|provider|sms)\/|^user\/(app|app-user|withdrawal-record|recharge-record)\//.test(path))
    continue;
  const { who = product.admin, body, headers } = await example();
  await who.post(path, body, headers);
}
afterAll(() => product.close());

/** Returns the fields of a resource that need a permission, with the permission. */
const restricted = ({ fields }: Resource, right: 'readPermission' | 'writePermission') =>
  Object.entries(fields).flatMap(([name, { options }]) => {
    const permission = options[right];
    return permission ? [{ name, permission, label: options.label.en }] : [];
  });

const callsOf = (resource: Resource): RegisteredCall[] => registeredCalls.filter((call) => call.resource === resource);

let roles = 0;
/** A user who may do everything with a resource except these actions. */
async function without(resource: Resource, actions: ReadonlySet<string>): Promise<TestUser> {
  const denied = new Set([...actions].map((action) => `${resource.name}:${action}`));
  const key = `without_${++roles}`;
  const permissions = new Set(
    callsOf(resource).flatMap(({ call }) => (asksForPermission(call) ? permissionsOf(resource, call) : [])),
  );
  await openRole(
    product.db,
    key,
    [...permissions].filter((permission) => !denied.has(permission)),
  );
  return product.staff(key);
}

const rowsOf = ({ body }: Answer): unknown => body?.data?.records ?? body?.data;

/** Returns every property name in rows, at any depth. */
function namesIn(value: unknown): Set<string> {
  const found = new Set<string>();
  const visit = (inner: unknown): void => {
    if (typeof inner !== 'object' || inner === null) return;
    for (const [name, one] of Object.entries(inner)) {
      if (!Array.isArray(inner)) found.add(name);
      visit(one);
    }
  };
  visit(value);
  return found;
}

const hiding = resources.filter((resource) => restricted(resource, 'readPermission').length > 0);

it('these resources have restricted fields', () => {
  expect(hiding.map(({ name }) => name)).toEqual([
    'agent/configuration',
    'agent/recharge',
    'agent/user',
    'agent/withdrawal',
    'provider/provider',
    'sms/sms-phone',
    'user/app',
    'user/app-user',
    'user/recharge-record',
    'user/withdrawal-record',
    'whatsapp/inventory',
    'whatsapp/pre-warehouse',
    'whatsapp/price-configure',
    'whatsapp/supplier',
    'whatsapp/warehouse',
  ]);
});

describe.each(hiding.map((resource) => [resource.name, resource] as const))('%s', (_name, resource) => {
  const fields = restricted(resource, 'readPermission');
  const lists = callsOf(resource).filter(({ call }) => listParameters(call.input));
  let reader: TestUser;
  beforeAll(async () => {
    reader = await without(resource, new Set(fields.map(({ permission }) => permission)));
  });

  const send = (who: TestUser, { path, call }: RegisteredCall, input: Record<string, unknown>): Promise<Answer> =>
    call.methods[0] === 'GET' ? who.get(path, input) : who.post(path, input);

  it('omits them from every answer without the permission, and includes them for the administrator', async () => {
    const [seen, exposed]: [Set<string>, string[]] = [new Set(), []];
    const list = callsOf(resource).find(({ name }) => ['page', 'list', 'lazy-page'].includes(name)) as RegisteredCall;
    const id = (await product.admin.get(list.path)).body.data.records[0]?.id;
    for (const one of callsOf(resource)) {
      if (one.call.methods[0] !== 'GET' || one.call.answer !== 'envelope') continue;
      const input = 'id' in parametersOf(one.call) && !listParameters(one.call.input) ? { id } : {};
      for (const name of namesIn(rowsOf(await send(product.admin, one, input)))) seen.add(name);
      const names = namesIn(rowsOf(await send(reader, one, input)));
      exposed.push(...fields.flatMap(({ name }) => (names.has(name) ? [`${one.path} ${name}`] : [])));
    }
    expect(exposed).toEqual([]);
    expect(fields.filter(({ name }) => !seen.has(name))).toEqual([]);
  });

  it('refuses to search and to sort by them', async () => {
    const admitted: string[] = [];
    for (const one of lists) {
      const parameters = listParameters(one.call.input) ?? {};
      for (const { name } of fields) {
        const asked: Record<string, unknown>[] = Object.keys(parameters)
          .filter((parameter) => parameter.replace(/_[a-z]+$/, '') === name)
          .map((parameter) => ({ [parameter]: '1' }));
        asked.push({ ascs: name }, { descs: name });
        for (const input of asked) {
          const { status } = await send(reader, one, input);
          // Some fields cannot be sorted by any user.
          const expected = (await send(product.admin, one, input)).status === 200 ? 403 : 400;
          if (status !== expected) admitted.push(`${one.path} ${JSON.stringify(input)}: ${status}`);
        }
      }
    }
    expect(admitted).toEqual([]);
  });

  it('omits them from exports in both formats, also if their columns are requested', async () => {
    const listed = fields.filter(({ name }) => resource.fields[name]?.options.list);
    const headingOf = async (who: TestUser, { path }: RegisteredCall, format: string, columns: string) => {
      const answer = await who.post(path, { format, columns }, { lang: 'en' });
      if (answer.status !== 200) return answer.body.bizCode;
      const cells =
        format === 'csv' ? answer.raw.toString('utf8').slice(1).split('\r\n')[0]?.split(',') : cellsOf(answer.raw);
      return (cells ?? [])
        .filter((cell) => known.has(cell))
        .sort()
        .filter((cell, at, all) => cell !== all[at - 1])
        .join(',');
    };
    const known = new Set(Object.values(resource.fields).map(({ options }) => options.label.en));
    const plain = Object.entries(resource.fields).find(([, { options }]) => options.list && !options.readPermission);
    // Other exports of a resource have rows with other fields.
    for (const one of lists.filter(({ call, name }) => call.answer === 'file' && name === 'export'))
      for (const format of ['csv', 'xlsx']) {
        const asked = [plain?.[0], ...listed.map(({ name }) => name)].join(',');
        const labels = [plain?.[1].options.label.en, ...listed.map(({ label }) => label)].sort().join(',');
        expect(await headingOf(product.admin, one, format, asked)).toBe(labels);
        expect(await headingOf(reader, one, format, asked)).toBe(plain?.[1].options.label.en);
        for (const { name } of listed) expect(await headingOf(reader, one, format, name)).toBe('EXPORT_NO_COLUMNS');
      }
  });
});

it('a value for a field is refused without its permission, and the error names the field', async () => {
  const admitted: string[] = [];
  for (const resource of resources)
    for (const { name, permission } of restricted(resource, 'writePermission')) {
      const who = await without(resource, new Set([permission]));
      for (const { path, call } of callsOf(resource)) {
        // Parameters of an export are filters.
        if (call.standard === 'export') continue;
        // A call that requires exactly this permission is refused as a whole.
        if (!call.methods.includes('POST') || call.access === permission || !(name in parametersOf(call))) continue;
        const form = multipart({ [name]: '1' }, { name: 'list.txt', content: '+12025550100' });
        const { status, body } = call.upload
          ? await who.post(path, form.body, form.headers)
          : await who.post(path, { [name]: null });
        if (status === 200 || !JSON.stringify(body.data).includes(name)) admitted.push(`${path} ${name}: ${status}`);
      }
    }
  expect(admitted).toEqual([]);
});
