import { sql } from 'drizzle-orm';
import { bigint, integer, pgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { testDb } from '../testing/index.ts';

const LARGE = 9_007_199_254_740_993n;
const thing = pgTable('thing', { id: integer().primaryKey(), amount: bigint({ mode: 'bigint' }).notNull() });

const db = await testDb({ max: 2 });
await db.pool.query('create table thing (id integer primary key, amount bigint not null)');
await db.drizzle.insert(thing).values({ id: 1, amount: LARGE });
afterAll(() => db.close());

describe('a bigint beyond the safe integers', () => {
  it('is read exactly by a typed query', async () => {
    expect(await db.drizzle.select().from(thing)).toEqual([{ id: 1, amount: LARGE }]);
  });

  it('is a BigInt in the rows of a raw statement, inside a transaction and outside', async () => {
    const statement = sql`select amount, sum(id) as counted, array_agg(amount) as list, null::bigint as none from thing group by 1`;
    const expected = [{ amount: LARGE, counted: 1n, list: [LARGE], none: null }];
    expect((await db.drizzle.execute(statement)).rows).toEqual(expected);
    expect(await db.tx(async (tx) => (await tx.execute(statement)).rows)).toEqual(expected);
  });

  it('is a BigInt in a plain query of the pool', async () => {
    expect((await db.pool.query('select amount from thing where amount = $1', [LARGE])).rows).toEqual([
      { amount: LARGE },
    ]);
  });
});

it('keeps the pool whole when the connection breaks in the middle of a transaction', async () => {
  const work = () =>
    db.tx(async (tx) => {
      await tx.execute(sql`select pg_terminate_backend(pg_backend_pid())`);
    });
  for (let turn = 0; turn < 5; turn += 1) await expect(work()).rejects.toThrow();
  expect(await db.tx(async (tx) => (await tx.execute(sql`select 1 as one`)).rows)).toEqual([{ one: 1 }]);
  expect(db.pool.totalCount - db.pool.idleCount).toBe(0);
});
