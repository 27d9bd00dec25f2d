import { sql } from 'drizzle-orm';
import { afterAll, expect, test } from 'vitest';
import { testDb } from '../testing/index.ts';
import { afterCommit, inSavepoint, type Tx } from './index.ts';

const db = await testDb();
await db.pool.query('create table kept (word text)');
afterAll(() => db.close());

test('a savepoint that fails leaves neither rows nor work after the commit, and the others keep both', async () => {
  const announced: string[] = [];
  const write = (tx: Tx, word: string) =>
    inSavepoint(tx, async (own) => {
      await own.execute(sql`insert into kept values (${word})`);
      afterCommit(own, () => void announced.push(word));
      if (word === 'bad') throw new Error(word);
    });
  await db.tx(async (tx) => {
    await write(tx, 'first');
    await expect(write(tx, 'bad')).rejects.toThrow('bad');
    await write(tx, 'last');
    expect(announced).toEqual([]);
  });
  expect(announced).toEqual(['first', 'last']);
  expect((await db.pool.query('select word from kept')).rows).toEqual([{ word: 'first' }, { word: 'last' }]);

  const undone = db.tx(async (tx) => {
    await write(tx, 'undone');
    throw new Error('later');
  });
  await expect(undone).rejects.toThrow('later');
  expect(announced).toEqual(['first', 'last']);
});
