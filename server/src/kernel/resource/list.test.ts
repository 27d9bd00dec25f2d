import { text } from '@trade-assistant/contract/kit/field.ts';
import type { Filter } from '@trade-assistant/contract/kit/filter.ts';
import { EXACT_TOTAL, type ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { bigint, type PgTable, pgTable, text as textColumn, timestamp } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Actor } from '../auth/actor.ts';
import type { Context } from '../http/context.ts';
import { testActor } from '../jobs/testing/app.ts';
import { testDb } from '../testing/index.ts';
import { exemptTable } from './data-rules.ts';
import { exportList } from './export.ts';
import { listRows } from './list.ts';
import type { Scope } from './scope.ts';
import { walkRows } from './walk.ts';

const things = pgTable('test_thing', {
  id: bigint({ mode: 'bigint' }).primaryKey(),
  tenantId: textColumn().notNull(),
  ownerId: bigint({ mode: 'bigint' }).notNull(),
  ownerPath: textColumn().notNull(),
  name: textColumn().notNull(),
  deletedAt: timestamp({ withTimezone: true }),
  kind: textColumn(),
  seen: timestamp({ withTimezone: true }),
});
exemptTable(things, 'a test');
const actor = testActor();

const db = await testDb();
await db.pool.query(`create table test_thing (id bigint primary key, tenant_id text not null, owner_id bigint not null,
  owner_path text not null, name text not null, deleted_at timestamptz, kind text, seen timestamptz)`);
afterAll(() => db.close());

const asked = (filters: readonly Filter[] = []): ListQuery => ({ current: 1, size: 50, filters, sort: [], more: {} });

describe('a part of a text', () => {
  const names = ['100%', '100 pieces', 'a_b', 'axb', 'C:\\b', 'C:b', 'Ab_'];
  beforeAll(async () => {
    for (const [index, name] of names.entries())
      await db.pool.query(`insert into test_thing values ($1, '000000', 7, '/', $2)`, [index + 1, name]);
  });
  afterAll(() => db.pool.query('delete from test_thing'));

  test.each([
    ['contains', '%', ['100%']],
    ['contains', '0%', ['100%']],
    ['contains', 'a_b', ['a_b']],
    ['contains', '\\b', ['C:\\b']],
    ['contains', '\\', ['C:\\b']],
    ['contains', 'B', ['a_b', 'axb', 'C:\\b', 'C:b', 'Ab_']],
    ['starts', 'a_', ['a_b']],
    ['starts', '1%0', []],
    ['starts', 'AB', ['Ab_']],
    ['ends', '_', ['Ab_']],
    ['ends', '%', ['100%']],
  ] as const)('that %s %s is taken by its letters', async (operator, value, found) => {
    const query = asked([{ field: 'name', operator, value }]);
    const { records } = await listRows(db, { actor, table: things, scope: 'tenant' }, query);
    expect(records.map(({ name }) => name).sort()).toEqual([...found].sort());
  });
});

describe('another value than', () => {
  beforeAll(() =>
    db.pool.query(`insert into test_thing (id, tenant_id, owner_id, owner_path, name, kind, seen) values
      (1, '000000', 7, '/', 'none', null, null), (2, '000000', 7, '/', 'same', 'a', '2026-01-02 03:04:05.6Z'),
      (3, '000000', 7, '/', 'other', 'b', '2026-01-02 03:04:06Z')`),
  );
  afterAll(() => db.pool.query('delete from test_thing'));

  test.each([
    ['kind', 'a'],
    ['seen', new Date('2026-01-02T03:04:05Z')],
  ])('one of %s is also none', async (field, value) => {
    const query = asked([{ field, operator: 'ne', value }]);
    const { records } = await listRows(db, { actor, table: things, scope: 'tenant' }, query);
    expect(records.map(({ name }) => name).sort()).toEqual(['none', 'other']);
  });
});

describe('rows without a value', () => {
  beforeAll(() =>
    db.pool.query(`insert into test_thing (id, tenant_id, owner_id, owner_path, name, kind)
      select n, '000000', 7, '/', 'n' || n, case when n % 3 > 0 then 'k' || n % 5 end from generate_series(1, 1200) n`),
  );
  afterAll(() => db.pool.query('delete from test_thing'));

  test.each([false, true])('come last, whether descending is %s, on pages and in an export', async (descending) => {
    const source = { actor, table: things, scope: 'tenant' } as const;
    const query = { ...asked(), size: 2000, sort: [{ field: 'kind', descending }] };
    const { records } = await listRows(db, source, query);
    const kinds = records.map(({ kind }) => kind);
    expect(kinds.slice(0, 800)).not.toContain(null);
    expect(new Set(kinds.slice(800))).toEqual(new Set([null]));
    expect(kinds[0]).toBe(descending ? 'k4' : 'k0');
    const walked: unknown[] = [];
    for await (const batch of walkRows<{ id: bigint }>(db, source, query)) walked.push(...batch.map(({ id }) => id));
    expect(walked).toEqual(records.map(({ id }) => id));
  });
});

describe('rows by scope', () => {
  const TENANTS = ['000000', '111111'];
  const OWNERS = [
    [1n, '/1/'],
    [2n, '/1/2/'],
    [10n, '/10/'],
  ] as const;
  beforeAll(async () => {
    let id = 0;
    for (const tenant of TENANTS)
      for (const [owner, path] of OWNERS)
        for (const deleted of [null, new Date()]) {
          id += 1;
          const name = `${tenant} ${path}${deleted ? ' deleted' : ''}`;
          await db.pool.query('insert into test_thing values ($1, $2, $3, $4, $5, $6)', [
            id,
            tenant,
            owner,
            path,
            name,
            deleted,
          ]);
        }
  });
  afterAll(() => db.pool.query('delete from test_thing'));

  const seen = async (who: Partial<Actor>, scope: Scope) => {
    const { records } = await listRows(db, { actor: testActor(who), table: things, scope }, asked());
    return records.map(({ name }) => name).sort();
  };
  const staff = { userId: 1n, userType: 1, ownerPath: '/' } as const;
  const agent = { userId: 1n, userType: 2, ownerPath: '/1/' } as const;
  const subUser = { userId: 2n, userType: 3, ownerPath: '/1/2/' } as const;
  const all = (tenant: string) => OWNERS.map(([, path]) => `${tenant} ${path}`).sort();

  test('no deleted rows in any scope', async () => {
    expect(await seen(staff, 'platform')).toEqual([...all('000000'), ...all('111111')]);
  });

  test('those of the tenant', async () => {
    for (const who of [staff, agent, subUser]) {
      expect(await seen(who, 'tenant')).toEqual(all('000000'));
      expect(await seen({ ...who, tenantId: '111111' }, 'tenant')).toEqual(all('111111'));
    }
  });

  test('of these all for staff, the own branch for an agent, the own ones for a sub-user', async () => {
    expect(await seen(staff, 'owner')).toEqual(all('000000'));
    expect(await seen(agent, 'owner')).toEqual(['000000 /1/', '000000 /1/2/']);
    expect(await seen(subUser, 'owner')).toEqual(['000000 /1/2/']);
  });
});

describe('the total', () => {
  let views = 0;
  /** A list of this many rows that are generated as they are read; the planner knows their number. */
  const rows = async (count: number): Promise<PgTable> => {
    views += 1;
    const view = `test_rows_${views}`;
    await db.pool.query(`create view ${view} as select n as id, 'row' as name from generate_series(1, ${count}) n`);
    const table = pgTable(view, { id: bigint({ mode: 'bigint' }), name: textColumn() });
    exemptTable(table, 'a test');
    return table;
  };
  const upTo = (last: number): Filter => ({ field: 'id', operator: 'le', value: BigInt(last) });
  const totalOf = async (table: PgTable, ...filters: Filter[]) => {
    const page = await listRows(db, { actor, table, scope: 'platform' }, asked(filters));
    return [page.total, page.totalIsEstimate];
  };

  test('is counted up to a hundred thousand and marked as an estimate above', async () => {
    expect(await totalOf(await rows(EXACT_TOTAL))).toEqual([100_000, undefined]);
    expect(await totalOf(await rows(EXACT_TOTAL + 1))).toEqual([100_001, true]);
  });

  test('of a filter on a large table is still counted, unless the planner is sure that they are many', async () => {
    const large = await rows(600_000);
    expect(await totalOf(large)).toEqual([600_000, true]);
    expect(await totalOf(large, upTo(3))).toEqual([3, undefined]);
    expect(await totalOf(large, upTo(EXACT_TOTAL))).toEqual([100_000, undefined]);
    // The planner estimates a third of the table; the answer is never below the counted rows.
    const [total, isEstimate] = await totalOf(large, upTo(300_000));
    expect(isEstimate).toBe(true);
    expect(total).toBeGreaterThan(EXACT_TOTAL);
  });

  test('is at most a hundred thousand for an export', async () => {
    // The part of a request that an export needs; its rows are read only when consumed.
    const app = { db, parameters: { get: () => 100_000 } };
    const context = { app, actor, locale: 'en', zone: 'UTC', can: () => true } as unknown as Context;
    const exported = async (count: number) => {
      const table = await rows(count);
      const name = text({ label: { zh: '名称', en: 'Name' }, max: 10, list: true });
      const title = { zh: '行', en: 'Rows' };
      const options = { resource: 'test/rows', title, fields: { name }, table, scope: 'platform' } as const;
      const file = await exportList(context, { ...options, complete: async (some) => some }, asked());
      file.stream.destroy();
      return file.name;
    };
    expect(await exported(100_000)).toMatch(/^Rows_\d{14}\.xlsx$/);
    await expect(exported(100_001)).rejects.toMatchObject({ code: 'EXPORT_TOO_LARGE' });
  });
});

test('a table without a declared rule has no list', async () => {
  const forgotten = pgTable('test_forgotten', { id: bigint({ mode: 'bigint' }).primaryKey() });
  await expect(listRows(db, { actor, table: forgotten, scope: 'platform' }, asked())).rejects.toThrow(
    'test_forgotten: name what rules it (ruleTable), or why nothing does (exemptTable)',
  );
});
