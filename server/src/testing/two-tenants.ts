import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { expect } from 'vitest';
import { type Answer, type TestApp, type TestUser, testApp } from './app.ts';
import { callExamples, type ExampleRequest } from './call-examples.ts';
import { type RegisteredCall, registeredCalls } from './registry-calls.ts';
import { openSecondTenant } from './second-tenant.ts';

/** From here on an id identifies its table: every table counts in a separate range. */
const FIRST_RANGE = 7_000_000_000_000_000n;
/** Ids of lines contain those of their tasks and have at most 18 digits. */
const FIRST_TASK = 200_000_000_000n;
const RANGE = 1_000_000_000_000n;
const ROW_ID = /\b7\d{15}\b/g;
/** Rows of each table that are requested by id. */
const IDS_PER_TABLE = 2;
/** Number of other tables' rows that each call is tried with: all of them would be tables times calls. */
const OTHERS_PER_CALL = 12;

interface Owned {
  readonly table: string;
  readonly tenant: string;
  /** `/1/5/` of the agents above and of itself; null where rows have no owner. */
  readonly ownerPath: string | null;
  readonly ownerId: string | null;
}

/** Users who must not see rows of the first agent and tenant. */
export const READERS = [
  'the administrator of another tenant',
  'an agent of another tenant',
  'a sibling agent',
  'a sub-user of a sibling',
] as const;
export type Reader = (typeof READERS)[number];

/**
 * The product with rows of a first agent and tenant, created by the example of each call, and others who must not see
 * them.
 */
export interface TwoTenants {
  readonly product: TestApp;
  readonly first: { readonly agent: TestUser; readonly sub: TestUser };
  readonly readers: Readonly<Record<Reader, TestUser>>;
  /** Rows of all tables by their ids. */
  readonly rows: ReadonlyMap<string, Owned>;
  /** The request of each example of the first tenant. */
  readonly asked: ReadonlyMap<string, ExampleRequest>;
  /** Whether a reader may know of a row: of their tenant, and for agents their own subtree, for sub-users their own. */
  canSee(reader: TestUser, id: string): boolean;
  /** Ids of rows a reader may not know of, a few of each table. */
  foreignIds(reader: TestUser): string[];
  /** Those of them to ask a call for: of the tables its resource was seen to have to do with, and some of the others. */
  foreignIdsFor(reader: TestUser, call: RegisteredCall): string[];
  /** The rows in a text that a reader may not know of, but for those they named themselves. */
  leaked(reader: TestUser, text: string, sent: string): string[];
}

/** Gives each table new ids from a range of its own, so that an id names its table. */
export const separateIds = async ({ pool }: TestApp['db']): Promise<void> =>
  void (await pool.query(`do $$ declare one record; place bigint := ${FIRST_RANGE}; begin
    for one in select sequencename from pg_sequences where schemaname = 'public' and data_type = 'bigint'::regtype order by 1 loop
      execute format('alter sequence %I maxvalue 9223372036854775807 restart with %s', one.sequencename,
        case one.sequencename when 'work_task_id_seq' then ${FIRST_TASK} else place + 1 end);
      place := place + ${RANGE};
    end loop; end $$`));

/** Returns a name for the table of an id from such a range; undefined for any other text. */
export const tableOf = (id: string): string | undefined =>
  /^\d{16,18}$/.test(id) && BigInt(id) > FIRST_RANGE ? String((BigInt(id) - FIRST_RANGE) / RANGE) : undefined;

export async function openTwoTenants(environment: Record<string, string> = {}): Promise<TwoTenants> {
  const product = await testApp({ SANDBOX: '1', ...environment });
  await separateIds(product.db);
  const agent = await product.agent({ money: parseMoney('1000'), name: 'First' });
  const first = { agent, sub: await product.agent({ parent: agent, subUser: true }) };
  const second = await openSecondTenant(product);
  const sibling = await product.agent({ money: parseMoney('1000'), name: 'Sibling' });
  const readers = {
    'the administrator of another tenant': second.admin,
    'an agent of another tenant': second.agent,
    'a sibling agent': sibling,
    'a sub-user of a sibling': await product.agent({ parent: sibling, subUser: true }),
  };
  const asked = new Map<string, ExampleRequest>();
  for (const [path, example] of Object.entries(callExamples(product, agent))) {
    const request = await example();
    const who = request.who ?? product.admin;
    // Sent twice, executed once: its inputs and its results still exist.
    if (!path.startsWith('auth/session/') && !path.startsWith('auth/lock/'))
      expect((await who.post(path, request.body, request.headers)).status, path).toBe(200);
    asked.set(path, request);
  }
  const rows = await allRows(product);
  const tablesOf = await tablesByResource(product, rows, asked);

  const canSee = (reader: TestUser, id: string): boolean => {
    const row = rows.get(id);
    if (!row) return true;
    if (row.tenant !== reader.row.tenantId) return false;
    if (reader.row.userType === 1) return true;
    const owner = row.ownerPath || (row.ownerId && rows.get(row.ownerId)?.ownerPath);
    // Rows of staff (tasks, sessions, messages) belong to one user; rows without an owner belong to the tenant.
    if (!owner) return row.ownerId === null || row.ownerId === '0' || row.ownerId === String(reader.id);
    // Staff may be written to; their orders, notes and tasks are theirs.
    if (owner === '/') return row.table === 'sys_user';
    return owner.startsWith(reader.row.ownerPath) || reader.row.ownerPath.startsWith(owner);
  };
  const foreignIds = (reader: TestUser): string[] => {
    const counts = new Map<string, number>();
    return [...rows].reverse().flatMap(([id, { table }]) => {
      const count = counts.get(table) ?? 0;
      if (canSee(reader, id) || count >= IDS_PER_TABLE) return [];
      counts.set(table, count + 1);
      return [id];
    });
  };
  return {
    product,
    first,
    readers,
    rows,
    asked,
    canSee,
    foreignIds,
    foreignIdsFor: (reader, one) => {
      const { own = [], others = [] } = Object.groupBy(foreignIds(reader), (id) =>
        tablesOf.get(one.resource.name)?.has(rows.get(id)?.table ?? '') ? 'own' : 'others',
      );
      // Each call begins elsewhere among the others, so that together they ask for all of them.
      const from = (registeredCalls.indexOf(one) * OTHERS_PER_CALL) % Math.max(1, others.length);
      return [...own, ...[...others.slice(from), ...others.slice(0, from)].slice(0, OTHERS_PER_CALL)];
    },
    leaked: (reader, text, sent) =>
      [...new Set(text.match(ROW_ID) ?? [])]
        .filter((id) => !sent.includes(id) && !canSee(reader, id))
        .map((id) => `${rows.get(id)?.table} ${id}`),
  };
}

/** The tables whose rows a resource was requested for, or showed to the administrator of the first tenant. */
async function tablesByResource(
  { admin }: TestApp,
  rows: TwoTenants['rows'],
  asked: TwoTenants['asked'],
): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  for (const { path, name, resource } of registeredCalls) {
    const tables = found.get(resource.name) ?? new Set();
    found.set(resource.name, tables);
    const shown = name === 'list' || name === 'page' ? (await admin.get(path)).raw.toString('utf8') : '';
    for (const id of `${JSON.stringify(asked.get(path)?.body ?? '')} ${shown}`.match(ROW_ID) ?? []) {
      const table = rows.get(id)?.table;
      if (table) tables.add(table);
    }
  }
  return found;
}

/** Makes a call by its first verb. */
export const send = (
  who: TestUser,
  { path, call }: Pick<RegisteredCall, 'path' | 'call'>,
  input: Record<string, unknown>,
): Promise<Answer> => (call.methods[0] === 'GET' ? who.get(path, input) : who.post(path, input));

async function allRows({ db }: TestApp): Promise<Map<string, Owned>> {
  const { rows: tables } = await db.pool.query<{
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
      and exists (select from pg_attribute a where a.attrelid = c.oid and attname = 'id' and atttypid = 'int8'::regtype and not attisdropped)`);
  const found = new Map<string, Owned>();
  for (const { table, owned, used, pathed } of tables) {
    const { rows: ids } = await db.pool.query<{
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
