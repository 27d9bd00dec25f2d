import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { afterAll, expect, it } from 'vitest';
import { inputNames } from '../kernel/http/names.ts';
import type { Answer, TestUser } from '../testing/app.ts';
import { registeredCalls } from '../testing/registry-calls.ts';
import { openTwoTenants, READERS, send, type TwoTenants } from '../testing/two-tenants.ts';

const tenants: TwoTenants = await openTwoTenants();
const { product } = tenants;
afterAll(() => product.close());

const leaked = (reader: TestUser, answer: Answer, sent: string): string[] =>
  tenants.leaked(reader, answer.raw.toString('utf8'), sent);

it('the first agent and tenant have rows to hide from others', () => {
  expect(tenants.rows.size).toBeGreaterThan(100);
  for (const reader of Object.values(tenants.readers)) expect(tenants.foreignIds(reader).length).toBeGreaterThan(10);
  expect(tenants.first.sub.id).toBeGreaterThan(7_000_000_000_000_000n);
});

it.each(READERS)('%s finds no row of the first in any list, choice or export, for any filter', async (name) => {
  const reader = tenants.readers[name];
  const found: string[] = [];
  const named = tenants.foreignIds(reader);
  const asked = new Set<string>();
  for (const one of registeredCalls) {
    const { call, path } = one;
    if (call.methods[0] !== 'GET' && call.answer !== 'file') continue;
    // It would end the session, and all following requests would be refused.
    if (path === 'auth/oauth/logout') continue;
    const parameters = inputNames(call.input) ?? [];
    const isList = listParameters(call.input) !== undefined;
    const ids = tenants.foreignIdsFor(reader, one);
    const inputs: Record<string, unknown>[] = [isList && call.answer === 'envelope' ? { size: 200 } : {}];
    if (parameters.includes('format')) inputs.push({ format: 'csv' });
    for (const parameter of parameters) {
      if (/^(id|ids|id_in|.*Ids)$/.test(parameter)) {
        for (const id of ids) asked.add(id);
        inputs.push({ [parameter]: ids.join(',') });
        if (!isList) inputs.push(...ids.map((id) => ({ [parameter]: id })));
      } else if (/Id(_equal|_in)?$/.test(parameter)) inputs.push({ [parameter]: String(tenants.first.agent.id) });
    }
    for (const input of inputs) {
      const answer = await send(reader, one, call.answer === 'file' && isList ? { format: 'csv', ...input } : input);
      // The log of requests quotes the reader's own requests.
      const leaks = leaked(reader, answer, path.startsWith('log/') ? [...named, tenants.first.agent.id].join() : '');
      if (leaks.length > 0 && answer.status === 200)
        found.push(`${path} ${JSON.stringify(input).slice(0, 60)}: ${leaks.slice(0, 4)}`);
      // A detail of a foreign row is not found.
      if (input['id'] && !isList && answer.status === 200 && [answer.body?.data ?? []].flat().length > 0)
        found.push(`${path} ${input['id']} ${tenants.rows.get(String(input['id']))?.table} is answered`);
    }
  }
  expect((await reader.get('system/user/info')).status).toBe(200);
  expect(found).toEqual([]);
  // Every row was requested by at least one call.
  expect(named.filter((id) => !asked.has(id))).toEqual([]);
});

it.each(READERS)('%s changes no row of the first by any writing call', async (name) => {
  const reader = tenants.readers[name];
  const digest = async () => {
    const owned = [...tenants.rows].filter(([id]) => !tenants.canSee(reader, id));
    const tables = new Map<string, string[]>();
    for (const [id, { table }] of owned) tables.set(table, [...(tables.get(table) ?? []), id]);
    const found: Record<string, string> = {};
    for (const [table, ids] of tables) {
      if (/^(log_|kernel_(task|idempotency|worker|timer))/.test(table)) continue;
      const { rows: digests } = await product.db.pool.query(
        `select md5(string_agg((to_jsonb(t) - 'last_seen_at')::text, '' order by id)) as digest from ${table} t where id = any($1::bigint[])`,
        [ids],
      );
      found[table] = digests[0]?.digest;
    }
    return found;
  };
  const before = await digest();
  const found: string[] = [];
  for (const [path, { body, headers }] of tenants.asked) {
    if (path === 'auth/session/end' || path === 'auth/lock/lock') continue;
    const answer = await reader.post(path, body, headers);
    if (answer.status === 200) {
      const leaks = leaked(reader, answer, JSON.stringify(body) ?? '');
      if (leaks.length > 0) found.push(`${path}: ${leaks}`);
    }
  }
  expect((await reader.get('system/user/info')).status).toBe(200);
  expect({ found, changed: await digest() }).toEqual({ found: [], changed: before });
});

it.each(READERS)('%s is refused every task, batch and file of the first', async (name) => {
  const reader = tenants.readers[name];
  const numbers = async (column: string, table: string): Promise<string[]> =>
    (
      await product.db.pool.query(`select ${column} as number from ${table} where tenant_id = '000000' limit 3`)
    ).rows.map(({ number }) => number);
  const values: Readonly<Record<string, string[]>> = {
    taskNo: await numbers('task_no', 'kernel_task'),
    batchNo: await numbers('batch_no', 'inv_batch'),
  };
  const found: string[] = [];
  const tried = new Set<string>();
  for (const one of registeredCalls)
    for (const parameter of inputNames(one.call.input) ?? []) {
      if (listParameters(one.call.input)) continue;
      for (const value of values[parameter] ?? []) {
        for (const more of [{}, { kind: 'result' }, { reason: 'Curious' }]) {
          const answer = await send(reader, one, { [parameter]: value, ...more });
          if (answer.status === 200) found.push(`${one.path} ${parameter} ${value}`);
        }
        tried.add(one.path);
      }
    }
  expect([...tried]).toContain('desk/task/ticket');
  expect(found).toEqual([]);
});
