import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inputNames } from '../kernel/http/names.ts';
import { type Answer, type TestApp, type TestUser, testApp } from '../testing/app.ts';
import { callExamples, type ExampleRequest } from '../testing/call-examples.ts';
import { type RegisteredCall, registeredCalls } from '../testing/registry-calls.ts';
import { openSecondTenant } from '../testing/second-tenant.ts';

/** From here on an id says which row it is of: every table counts in a range of its own. */
const FIRST_RANGE = 7_000_000_000_000_000n;
const RANGE = 1_000_000_000_000n;
const ROW_ID = /\b7\d{15}\b/g;
/** Rows of each table that are asked for by id. */
const IDS_PER_TABLE = 2;

interface Owned {
  readonly table: string;
  readonly tenant: string;
  /** `/1/5/` of the agents above and of itself; null where rows have no owner. */
  readonly ownerPath: string | null;
  readonly ownerId: string | null;
}

let product: TestApp;
/** Rows of all tables by their ids. */
let rows: Map<string, Owned>;
/** What each example of the first tenant asked for. */
const asked = new Map<string, ExampleRequest>();
let ofFirst: { agent: TestUser; sub: TestUser };
let readers: Record<string, TestUser>;

beforeAll(async () => {
  product = await testApp({ SANDBOX: '1' });
  await product.db.pool.query(`do $$ declare one record; place bigint := ${FIRST_RANGE}; begin
    for one in select sequencename from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype order by 1 loop
      execute format('alter sequence %I maxvalue 9223372036854775807 restart with %s', one.sequencename, place + 1);
      place := place + ${RANGE};
    end loop; end $$`);
  const agent = await product.agent({ money: parseMoney('1000'), name: 'First' });
  ofFirst = { agent, sub: await product.agent({ parent: agent, subUser: true }) };
  const second = await openSecondTenant(product);
  const sibling = await product.agent({ money: parseMoney('1000'), name: 'Sibling' });
  readers = {
    'the administrator of another tenant': second.admin,
    'an agent of another tenant': second.agent,
    'a sibling agent': sibling,
    'a sub-user of a sibling': await product.agent({ parent: sibling, subUser: true }),
  };
  for (const [path, example] of Object.entries(callExamples(product, agent))) {
    const request = await example();
    const who = request.who ?? product.admin;
    // Twice asked for, once done: what it is asked for with stands, and what it made is there.
    if (!path.startsWith('auth/session/') && !path.startsWith('auth/lock/'))
      expect((await who.post(path, request.body, request.headers)).status, path).toBe(200);
    asked.set(path, request);
  }
  rows = await allRows();
}, 120_000);
afterAll(() => product.close());

async function allRows(): Promise<Map<string, Owned>> {
  const { rows: tables } = await product.db.pool.query<{
    table: string;
    owned: boolean;
    used: boolean;
    pathed: boolean;
  }>(`
    select c.relname as table,
      exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'owner_id' and not attisdropped) as owned,
      exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'user_id' and not attisdropped) as used,
      exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'owner_path' and not attisdropped) as pathed
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'tenant_id' and not attisdropped)
      and exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'id' and not attisdropped)`);
  const found = new Map<string, Owned>();
  for (const { table, owned, used, pathed } of tables) {
    const { rows: ids } = await product.db.pool.query<{
      id: string;
      tenant: string;
      path: string | null;
      owner: string | null;
    }>(
      `select id::text, tenant_id as tenant, ${pathed ? 'owner_path' : 'null'} as path, ${owned ? 'owner_id::text' : used ? 'user_id::text' : 'null'} as owner from ${table}`,
    );
    for (const { id, tenant, path, owner } of ids)
      if (BigInt(id) > FIRST_RANGE) found.set(id, { table, tenant, ownerPath: path, ownerId: owner });
  }
  return found;
}

/** Whether a reader may know of a row: of their tenant, and for agents their own subtree, for sub-users their own. */
function mayKnow(reader: TestUser, id: string): boolean {
  const row = rows.get(id);
  if (!row) return true;
  if (row.tenant !== reader.row.tenantId) return false;
  if (reader.row.userType === 1) return true;
  const owner = row.ownerPath || (row.ownerId && rows.get(row.ownerId)?.ownerPath);
  // The rows of staff (tasks, sessions, messages) are of nobody else; what has no owner is the tenant's.
  if (!owner) return row.ownerId === null || row.ownerId === '0' || row.ownerId === String(reader.id);
  // Staff may be written to; their orders, notes and tasks are theirs.
  if (owner === '/') return row.table === 'sys_user';
  return owner.startsWith(reader.row.ownerPath) || reader.row.ownerPath.startsWith(owner);
}

const foreignIds = (reader: TestUser): string[] => {
  const counts = new Map<string, number>();
  return [...rows].reverse().flatMap(([id, { table }]) => {
    const count = counts.get(table) ?? 0;
    if (mayKnow(reader, id) || count >= IDS_PER_TABLE) return [];
    counts.set(table, count + 1);
    return [id];
  });
};

const send = (reader: TestUser, { path, call }: RegisteredCall, input: Record<string, unknown>): Promise<Answer> =>
  call.methods[0] === 'GET' ? reader.get(path, input) : reader.post(path, input);

function leaked(reader: TestUser, answer: Answer, sent: string): string[] {
  const text = answer.raw.toString('utf8');
  return [...new Set(text.match(ROW_ID) ?? [])]
    .filter((id) => !sent.includes(id) && !mayKnow(reader, id))
    .map((id) => `${rows.get(id)?.table} ${id}`);
}

it('there are rows of the first agent and tenant to be kept from others', () => {
  expect(rows.size).toBeGreaterThan(100);
  for (const reader of Object.values(readers)) expect(foreignIds(reader).length).toBeGreaterThan(10);
  expect(ofFirst.sub.id).toBeGreaterThan(FIRST_RANGE);
});

const names = [
  'the administrator of another tenant',
  'an agent of another tenant',
  'a sibling agent',
  'a sub-user of a sibling',
];

it.each(names)(
  '%s finds no row of the first in any list, choice or export, whatever is asked for',
  async (name) => {
    const reader = readers[name] as TestUser;
    const ids = foreignIds(reader);
    const found: string[] = [];
    for (const one of registeredCalls) {
      const { call, path } = one;
      if (call.methods[0] !== 'GET' && call.answer !== 'file') continue;
      // It would end the session, and all that comes after it would be refused for that.
      if (path === 'auth/oauth/logout') continue;
      const parameters = inputNames(call.input) ?? [];
      const isList = listParameters(call.input) !== undefined;
      const inputs: Record<string, unknown>[] = [isList && call.answer === 'envelope' ? { size: 200 } : {}];
      if (parameters.includes('format')) inputs.push({ format: 'csv' });
      for (const parameter of parameters) {
        if (/^(id|ids|id_in|.*Ids)$/.test(parameter)) {
          inputs.push({ [parameter]: ids.join(',') });
          if (!isList) inputs.push(...ids.map((id) => ({ [parameter]: id })));
        } else if (/Id(_equal|_in)?$/.test(parameter)) inputs.push({ [parameter]: String(ofFirst.agent.id) });
      }
      for (const input of inputs) {
        const answer = await send(reader, one, call.answer === 'file' && isList ? { format: 'csv', ...input } : input);
        // The log of requests quotes what the reader asked for.
        const leaks = leaked(reader, answer, path.startsWith('log/') ? [...ids, ofFirst.agent.id].join() : '');
        if (leaks.length > 0 && answer.status === 200)
          found.push(`${path} ${JSON.stringify(input).slice(0, 60)}: ${leaks.slice(0, 4)}`);
        // A detail of what is not the reader's is not there.
        if (input['id'] && !isList && answer.status === 200 && [answer.body?.data ?? []].flat().length > 0)
          found.push(`${path} ${input['id']} ${rows.get(String(input['id']))?.table} is answered`);
      }
    }
    expect((await reader.get('system/user/info')).status).toBe(200);
    expect(found).toEqual([]);
  },
  60_000,
);

it.each(names)(
  '%s changes no row of the first by any call that writes',
  async (name) => {
    const reader = readers[name] as TestUser;
    const digest = async () => {
      const owned = [...rows].filter(([id]) => !mayKnow(reader, id));
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
    for (const [path, { body, headers }] of asked) {
      if (path === 'auth/session/end' || path === 'auth/lock/lock') continue;
      const answer = await reader.post(path, body, headers);
      if (answer.status === 200) {
        const leaks = leaked(reader, answer, JSON.stringify(body) ?? '');
        if (leaks.length > 0) found.push(`${path}: ${leaks}`);
      }
    }
    expect((await reader.get('system/user/info')).status).toBe(200);
    expect({ found, changed: await digest() }).toEqual({ found: [], changed: before });
  },
  60_000,
);

it.each(names)('%s is refused every task, batch and file of the first', async (name) => {
  const reader = readers[name] as TestUser;
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
