import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { testDb } from '../testing/index.ts';
import { prepared } from './prepared.ts';

const db = await testDb({ max: 1 });
afterAll(() => db.close());

interface Sum {
  readonly total: bigint;
  readonly [column: string]: unknown;
}
const add = (run: Parameters<typeof prepared>[0], a: bigint, b: bigint) =>
  prepared<Sum>(run, sql`select ${a}::bigint + ${b}::bigint as total`);

it('runs a statement by name, parsed once per connection, with different values each time', async () => {
  expect((await add(db, 9_007_199_254_740_993n, 1n)).rows).toEqual([{ total: 9_007_199_254_740_994n }]);
  expect((await db.tx((tx) => add(tx, 2n, 3n))).rows).toEqual([{ total: 5n }]);
  const { rows } = await db.pool.query(
    `select name, generic_plans + custom_plans as runs from pg_prepared_statements where statement like '%as total'`,
  );
  expect(rows).toEqual([{ name: expect.stringMatching(/^p_/), runs: 2n }]);
});

it('sees the changes of its transaction, and loses them on rollback', async () => {
  await db.pool.query('create table t (n integer)');
  const work = db.tx(async (tx) => {
    await tx.execute(sql`insert into t values (1)`);
    expect((await prepared(tx, sql`select n from t`)).rows).toEqual([{ n: 1 }]);
    throw new Error('undo');
  });
  await expect(work).rejects.toThrow('undo');
  expect((await prepared(db, sql`select n from t`)).rows).toEqual([]);
});
