import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import { testDb } from '../../kernel/testing/index.ts';
import { isActiveWithin } from './task-lines.ts';

const db = await testDb();
afterAll(() => db.close());

it.each([
  [30, [0, 29, 30]],
  [0, [0]],
  [null, []],
])('a number that was active on the last of %s days belongs to the period', async (activePeriod, found) => {
  const { rows } = await db.drizzle.execute<{ active_days: number }>(
    sql`select active_days from (values (0), (29), (30), (31), (null)) v (active_days) where ${isActiveWithin({ activePeriod })} order by 1`,
  );
  expect(rows.map((row) => row.active_days)).toEqual(found);
});
