import { afterAll, expect, it } from 'vitest';
import { inputNames } from '../kernel/http/names.ts';
import { testApp } from '../testing/app.ts';
import { callExamples, type ExampleRequest } from '../testing/call-examples.ts';
import { registeredCalls } from '../testing/registry-calls.ts';
import { openSecondTenant, SECOND_TENANT } from '../testing/second-tenant.ts';

const OWN_TENANT = '000000';
const product = await testApp({ SANDBOX: '1' });
await openSecondTenant(product);
afterAll(() => product.close());

/** A column whose values identify a row of a tenant. */
interface Key {
  readonly table: string;
  readonly column: string;
}

/** Returns every text column by which a unique index identifies a row of a tenant: numbers, codes and keys. */
const keysOfRows = async (): Promise<Key[]> =>
  (
    await product.db.pool.query<Key>(`
      select distinct c.relname as table, a.attname as column
      from pg_index i join pg_class c on c.oid = i.indrelid join pg_attribute a on a.attrelid = c.oid and a.attnum = any(i.indkey)
      where i.indisunique and i.indnkeyatts <= 2 and c.relnamespace = 'public'::regnamespace and not c.relispartition
        and a.atttypid = 'text'::regtype and a.attname <> 'tenant_id'
        and (select count(*) from pg_attribute t where t.attrelid = c.oid and t.attname in ('tenant_id', 'id') and not t.attisdropped) = 2
      order by 1, 2`)
  ).rows;

/** Parameters that identify no row: countries of banks and of rules are not limited to the tenant's. */
const NO_ROW = new Set([
  'user/bank-card/save countryCode',
  'compliance/quiet-hours/submit countryCode',
  ...['user/app/save', 'user/app/update', 'user/app-user/add', 'user/user-team/submit'].map(
    (path) => `${path} countryCode`,
  ),
]);
/** Calls that store the value and look up its row when the number moves into stock. */
const LATER = new Set(['whatsapp/pre-warehouse/save', 'whatsapp/pre-warehouse/update']);

/** Returns the values of a request that may be the number or code of a row. */
const textsOf = ({ body, fields }: ExampleRequest): [parameter: string, text: string][] =>
  Object.entries({ ...(Buffer.isBuffer(body) ? {} : (body as object)), ...fields }).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string' && !/^[\d,]*$/.test(entry[1]),
  );

/** Whether a call can identify a row by something other than its id. */
const takesText = (path: string): boolean => {
  const call = registeredCalls.find((one) => one.path === path)?.call;
  return (call && inputNames(call.input)?.some((name) => !/^(id|ids|.*Ids?|reason)$/.test(name))) ?? false;
};

it('no call finds a row of another tenant by its number or code', async () => {
  const agent = await product.agent({ money: 1_000_000_000n });
  const keys = await keysOfRows();
  const move = (table: string, id: string, tenantId: string) =>
    product.db.pool.query(`update ${table} set tenant_id = $1 where id = $2`, [tenantId, id]);
  const tried = new Set<string>();
  const found: string[] = [];
  for (const [path, example] of Object.entries(callExamples(product, agent))) {
    if (!takesText(path) || LATER.has(path)) continue;
    const request = await example();
    for (const [parameter, text] of textsOf(request))
      for (const { table, column } of keys) {
        const { rows } = await product.db.pool.query<{ id: string }>(
          `select id::text from ${table} where ${column} = $1 and tenant_id = $2`,
          [text, OWN_TENANT],
        );
        const [row, another] = rows;
        if (!row || another || NO_ROW.has(`${path} ${parameter}`)) continue;
        tried.add(`${path} ${table}.${column}`);
        await move(table, row.id, SECOND_TENANT);
        const answer = await (request.who ?? product.admin).post(path, request.body, request.headers);
        await move(table, row.id, OWN_TENANT);
        if (![400, 404].includes(answer.status)) found.push(`${path} ${parameter}: ${answer.status}`);
      }
  }
  expect([...tried]).toEqual(
    expect.arrayContaining([
      'user/incoming-payment/attach pay_recharge.recharge_no',
      'agent/withdrawal/third-channel pay_channel.channel_code',
      'whatsapp/pre-warehouse/void inv_batch.batch_no',
      'desk/task/cancel kernel_task.task_no',
    ]),
  );
  expect(found).toEqual([]);
});
