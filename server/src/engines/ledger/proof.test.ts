import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Db } from '../../kernel/db/index.ts';
import { testDb } from '../../kernel/testing/index.ts';
import { assertProven, charge, hold, type Mismatch, prove, proveAndRecord } from './index.ts';
import { actor, expectProven, key, money, newUser, refusalOf, WHATSAPP } from './ledger-fixture.ts';

let db: Db;
let close: () => Promise<void>;
let userId: bigint;
beforeAll(async () => {
  ({ db, close } = await testDb());
  userId = await newUser(db, '100');
  await db.tx((tx) => charge(tx, actor, { userId, amount: money('5'), to: WHATSAPP, bizType: 'test', idemKey: key() }));
  await db.tx((tx) => hold(tx, actor, { userId, amount: money('9'), bizType: 'test', idemKey: key() }));
});
afterAll(() => close());

/** What the proof says about a ledger somebody with the keys of the house has tampered with; undone afterwards. */
async function tampered(...statements: string[]): Promise<Mismatch['check'][]> {
  let found: Mismatch[] = [];
  const undo = new Error('undo');
  await db
    .tx(async (tx) => {
      await tx.execute(`set local ledger.posting = 'on'`);
      for (const table of ['fin_journal', 'fin_entry', 'finance_log', 'fin_hold', 'fin_wallet']) {
        await tx.execute(`alter table ${table} disable trigger user`);
      }
      for (const statement of statements) await tx.execute(statement);
      found = await prove(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...new Set(found.map(({ check }) => check))].sort();
}

it('finds nothing in an honest ledger', () => expectProven(db));

it('finds a balance somebody changed', async () => {
  expect(await tampered(`update fin_wallet set balance = balance + 1 where kind = 1`)).toEqual([
    'wallet-differs-from-entries',
  ]);
});

it('finds an entry somebody changed', async () => {
  expect(
    await tampered(`update fin_entry set amount = amount + 1, balance_after = balance_after - 1
      where owner_user_id is not null and direction = 1`),
  ).toEqual([
    'books-unbalanced',
    'chain-gap',
    'journal-unbalanced',
    'log-differs-from-entries',
    'wallet-differs-from-entries',
  ]);
});

it('finds a journal somebody emptied', async () => {
  expect(await tampered('delete from fin_entry where journal_id = (select max(id) from fin_journal)')).toContain(
    'journal-unbalanced',
  );
});

it('finds a hold somebody closed', async () => {
  expect(await tampered('update fin_hold set captured = amount, status = 1')).toEqual([
    'hold-wallet-differs-from-holds',
  ]);
});

it('finds a finance log row somebody removed', async () => {
  expect(await tampered('delete from finance_log where id = (select max(id) from finance_log)')).toEqual([
    'log-differs-from-entries',
  ]);
});

it('freezes what leaves the house while the last verdict is bad', async () => {
  await db.tx((tx) => proveAndRecord(tx, actor));
  expect(await refusalOf(db, (tx) => assertProven(tx))).toBeNull();
  await db.pool.query(`insert into fin_proof (ok, journal_count, duration_ms, operator_name) values (0, 1, 1, 'test')`);
  expect(await refusalOf(db, (tx) => assertProven(tx))).toBe('LEDGER_MISMATCH');
});
