import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { testDb } from '../testing/index.ts';
import { FrequentStatements } from './frequent-statements.ts';

const db = await testDb({ max: 1 });
afterAll(() => db.close());
beforeEach(() => db.pool.query('deallocate all'));

const preparedTexts = async (like: string): Promise<number> => {
  const { rows } = await db.pool.query('select count(*) as n from pg_prepared_statements where statement like $1', [
    like,
  ]);
  return Number(rows[0].n);
};

it('prepares frequent statements of transactions, with the same answers', async () => {
  for (let n = 0; n < 30; n += 1) {
    const { rows } = await db.tx((tx) => tx.execute(sql`select ${n}::bigint + 1 as often`));
    expect(rows).toEqual([{ often: BigInt(n + 1) }]);
  }
  expect(await preparedTexts('%as often')).toBe(1);
});

it('prepares nothing outside of transactions, whose plans depend on the values', async () => {
  for (let n = 0; n < 30; n += 1) await db.drizzle.execute(sql`select ${n}::bigint + 1 as outside`);
  expect(await preparedTexts('%as outside')).toBe(0);
});

it('runs again after a prepared statement failed', async () => {
  const divide = (by: number) => db.tx((tx) => tx.execute(sql`select 10 / ${by}::integer as quotient`));
  for (let n = 0; n < 20; n += 1) await divide(2);
  await expect(divide(0)).rejects.toMatchObject({ cause: { code: '22012' } });
  expect((await divide(5)).rows).toEqual([{ quotient: 2 }]);
});

it('gives no further names once many texts have one', () => {
  const frequent = new FrequentStatements();
  const named = new Set<string>();
  for (let text = 0; text < 2000; text += 1) {
    for (let time = 0; time < 10; time += 1) {
      const name = frequent.nameOf(`select ${text}`);
      if (name !== undefined) named.add(name);
    }
  }
  expect(named.size).toBe(300);
  for (let time = 0; time < 9; time += 1) expect(new FrequentStatements().nameOf('select')).toBeUndefined();
});
