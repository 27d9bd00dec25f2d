import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Db } from '../../kernel/db/index.ts';
import { testDb } from '../../kernel/testing/index.ts';
import { assertLedgerVerified, charge, hold, type Mismatch, refund, verifyAndRecord, verifyLedger } from './index.ts';
import { actor, expectLedgerVerified, money, newKey, newUser, refusalOf, WHATSAPP } from './ledger-fixture.ts';

let db: Db;
let close: () => Promise<void>;
let userId: bigint;
beforeAll(async () => {
  ({ db, close } = await testDb());
  userId = await newUser(db, '100');
  await db.tx((tx) =>
    charge(tx, actor, { userId, amount: money('5'), to: WHATSAPP, bizType: 'test', idemKey: newKey() }),
  );
  await db.tx((tx) => hold(tx, actor, { userId, amount: money('9'), bizType: 'test', idemKey: newKey() }));
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
      found = await verifyLedger(tx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return [...new Set(found.map(({ check }) => check))].sort();
}

it('finds nothing in an honest ledger', () => expectLedgerVerified(db));

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

it('finds totals of a user that do not follow its log', async () => {
  for (const total of ['recharged', 'consumed', 'withdrawn']) {
    expect(await tampered(`update fin_wallet set ${total} = ${total} + 1 where kind = 1`), total).toEqual([
      'totals-differ-from-log',
    ]);
  }
});

it('finds a hold that is open though nothing is left, closed though something is, or exceeded', async () => {
  const lift = ['fin_hold_status_true', 'fin_hold_not_exceeded'].map(
    (constraint) => `alter table fin_hold drop constraint ${constraint}`,
  );
  expect(await tampered(...lift, 'update fin_hold set status = 2')).toEqual(['hold-exceeded']);
  expect(await tampered(...lift, 'update fin_hold set captured = amount')).toContain('hold-exceeded');
  expect(await tampered(...lift, 'update fin_hold set captured = amount + 1, status = 1')).toContain('hold-exceeded');
});

it('finds more given back than was taken, in all or of the bonus', async () => {
  const charged = { userId, amount: money('2'), to: WHATSAPP, bizType: 'test', idemKey: newKey() };
  const { journalId } = await db.tx((tx) => charge(tx, actor, charged));
  await db.tx((tx) => refund(tx, actor, { journalId, amount: money('1'), idemKey: newKey() }));
  await expectLedgerVerified(db);
  const refunds = `reversal_of = ${journalId}`;
  expect(await tampered(`update fin_journal set bonus_amount = 1 where ${refunds}`)).toEqual(['refund-exceeds-charge']);
  expect(await tampered(`update fin_journal set ${refunds} where event_code = 'RECHARGE_PASS'`)).toEqual([
    'refund-exceeds-charge',
  ]);
});

it('finds entries of a month nobody made room for', async () => {
  expect(await tampered(`update fin_entry set create_time = '2001-01-15T00:00:00Z'`)).toEqual(['entry-outside-months']);
});

describe('a recorded verdict', () => {
  const record = () => db.tx((tx) => verifyAndRecord(tx, actor));
  const last = async () =>
    (await db.pool.query('select ok, mismatches, operator_name from fin_proof order by id desc limit 1')).rows[0];

  it('freezes what leaves the house while it is bad, and lets it go again', async () => {
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBeNull();
    await record();
    expect(await last()).toEqual({ ok: 1, mismatches: [], operator_name: actor.account });
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBeNull();
    const move = async (by: number) => {
      const client = await db.pool.connect();
      await client.query(
        `begin; set local ledger.posting = 'on'; update fin_wallet set balance = balance + ${by} where kind = 1; commit`,
      );
      client.release();
    };
    await move(1);
    const found = await record();
    expect(found).toHaveLength(1);
    expect(await last()).toEqual({ ok: 0, mismatches: found, operator_name: actor.account });
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBe('LEDGER_MISMATCH');
    await move(-1);
    await record();
    expect(await refusalOf(db, (tx) => assertLedgerVerified(tx))).toBeNull();
  });
});
