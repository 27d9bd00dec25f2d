import { afterAll, expect, test } from 'vitest';
import { testDb } from '../testing/index.ts';
import { keepsSession, refusePooledTransactions } from './pooler.ts';

const db = await testDb();
afterAll(() => db.close());

test('connections of their own keep their sessions', async () => {
  await refusePooledTransactions(db, 'DATABASE_URL');
  const [first, second] = [await db.pool.connect(), await db.pool.connect()];
  expect(await keepsSession(first, second)).toBe(true);
  first.release();
  second.release();
});

test('a pooler with one session, or with several in turn, does not', async () => {
  const sessions = [await db.pool.connect(), await db.pool.connect(), await db.pool.connect()];
  for (const count of [1, 2, 3]) {
    let next = 0;
    const pooled = {
      query: (text: string, values?: unknown[]) => {
        next += 1;
        const session = sessions[next % count];
        if (!session) throw new Error('There is no session');
        return session.query<{ value: string | null }>(text, values);
      },
    };
    expect(await keepsSession(pooled, pooled), `${count}`).toBe(false);
  }
  for (const session of sessions) session.release();
});
