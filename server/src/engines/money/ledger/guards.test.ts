import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import { charge, hold } from './index.ts';
import { actor, expectLedgerVerified, money, newKey, newUser, WHATSAPP } from './ledger-fixture.ts';

const { db, close } = await testDb();
const userId = await newUser(db, '100');
await db.tx((tx) =>
  charge(tx, actor, { userId, amount: money('5'), to: WHATSAPP, bizType: 'test', idemKey: newKey() }),
);
await db.tx((tx) => hold(tx, actor, { userId, amount: money('5'), bizType: 'test', idemKey: newKey() }));
afterAll(() => close());

/** Returns the database's message for statements run with the application's own role. */
async function refused(...statements: string[]): Promise<string> {
  const client = await db.pool.connect();
  try {
    await client.query('begin');
    for (const statement of statements) await client.query(statement);
    return 'accepted';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

const FORGED = `set local ledger.posting = 'on'`;
const journal = (no: string, total: number) => `
  insert into fin_journal (tenant_id, journal_no, event_code, biz_type, idem_key, fingerprint, currency, total_amount,
    operator_id, operator_name, create_time, chain_slot, chain_no, hash)
  values ('000000', '${no}', 'CHARGE', 'test', '${no}', 'x', 'USDT', ${total}, 1, 'x', now(), 0, 1, '')`;
const entry = (no: string, ...rows: [seq: number, direction: number, amount: number][]) => `
  insert into fin_entry (journal_id, seq, create_time, tenant_id, account_code, currency, direction, amount)
  select j.id, r.seq, j.create_time, j.tenant_id, 'p:adjust', 'USDT', r.direction, r.amount
  from fin_journal j, (values ${rows.map((row) => `(${row.join(',')})`).join(',')}) r (seq, direction, amount)
  where j.journal_no = '${no}'`;

describe('the database refuses', () => {
  it.each(['update fin_chain set journals = journals + 1', 'delete from fin_chain'])(
    'to change the end of a chain outside a posting: %s',
    async (statement) => expect(await refused(statement)).toMatch(/^LEDGER_READONLY/),
  );

  const month = `fin_entry_${new Date().toISOString().slice(0, 7).replace('-', '')}`;

  it.each([
    'update fin_journal set total_amount = 1',
    `update fin_journal set reason = 'better'`,
    'delete from fin_journal',
    'truncate fin_journal cascade',
    'update fin_entry set amount = 1',
    'delete from fin_entry',
    'truncate fin_entry',
    `update ${month} set amount = 1`,
    `delete from ${month}`,
    `truncate ${month}`,
    'delete from finance_log',
    'truncate finance_log',
    'update finance_log set amount = 1',
    'delete from fin_hold',
    'truncate fin_hold cascade',
    'update fin_wallet set user_id = user_id + 1000000',
    `update fin_wallet set tenant_id = '000001'`,
    `update fin_wallet set currency = 'EUR'`,
    'update fin_wallet set balance = 1000000000',
    'update fin_wallet set consumed = 0, balance = balance',
    'delete from fin_wallet',
    'truncate fin_wallet',
    `update finance_log_${month.slice(-6)} set amount = 1`,
    `delete from finance_log_${month.slice(-6)}`,
    `truncate finance_log_${month.slice(-6)}`,
  ])('%s', async (statement) => {
    expect(await refused(statement)).toMatch(/^LEDGER_READONLY/);
    // Nor with the mark that only fin_post() sets; only a changed balance passes, which the verification finds.
    if (!statement.includes('balance')) expect(await refused(FORGED, statement)).toMatch(/^LEDGER_READONLY/);
  });

  it('journals and entries that do not come from fin_post()', async () => {
    expect(await refused(journal('F1', 5))).toMatch(/^LEDGER_READONLY/);
    expect(await refused(`insert into fin_entry select * from fin_entry limit 1`)).toMatch(/^LEDGER_READONLY/);
    expect(await refused(`insert into ${month} select * from fin_entry limit 1`)).toMatch(/^LEDGER_READONLY/);
  });

  it.each([
    'update fin_hold set released = 0, captured = 0, status = 0',
    `update fin_hold set expire_time = now() + interval '1 year'`,
    'insert into fin_hold overriding user value select * from fin_hold',
    'insert into finance_log overriding user value select * from finance_log limit 1',
  ])('statements outside fin_post(): %s', async (statement) => {
    expect(await refused(statement)).toMatch(/^LEDGER_READONLY/);
  });

  it.each(['balance', 'recharged', 'consumed', 'withdrawn'])('a new wallet with a non-zero %s', async (column) => {
    const open = (value: number) =>
      refused(
        FORGED,
        `
        insert into fin_wallet (user_id, kind, currency, tenant_id, user_type, user_name, owner_path, ${column})
        values (77, 1, 'USDT', '000000', 2, 'x', '/77/', ${value})`,
      );
    expect(await open(0)).toBe('accepted');
    expect(await open(1)).toMatch(/^LEDGER_READONLY/);
  });

  it('a journal that does not sum to zero, even when the mark is forged', async () => {
    const forge = (...rows: [number, number, number][]) => refused(FORGED, journal('F2', 5), entry('F2', ...rows));
    expect(await forge([1, 1, 5], [2, 2, 5])).toBe('accepted');
    expect(await forge([1, 1, 5], [2, 2, 4])).toMatch(/^LEDGER_UNBALANCED/);
    expect(await forge([1, 1, 4], [2, 2, 4])).toMatch(/^LEDGER_UNBALANCED/);
    expect(await forge([1, 1, 5])).toMatch(/^LEDGER_UNBALANCED/);
    expect(await forge([2, 1, 5], [3, 2, 5])).toMatch(/^LEDGER_UNBALANCED/);
  });

  it('entries added to a journal later', async () => {
    const later = entry('F3', [3, 1, 5], [4, 2, 5]);
    const whole = entry('F3', [1, 1, 5], [2, 2, 5]);
    expect(await refused(FORGED, journal('F3', 5), whole, later)).toMatch(/^LEDGER_UNBALANCED/);
    expect(await refused(FORGED, journal('F3', 5), whole, whole)).toMatch(/duplicate key/);
  });

  it('a wallet below zero', async () => {
    expect(await refused(FORGED, 'update fin_wallet set balance = -1')).toMatch(/fin_wallet_balance_check/);
  });
});

it('lets only the remark of a finance log row change', async () => {
  expect(await refused(`update finance_log set remark = 'checked with the customer'`)).toBe('accepted');
  expect(await refused(`update finance_log set remark = 'x', after_amount = 7`)).toMatch(/^LEDGER_READONLY/);
});

it('creates the partitions of coming months once, with the same guards', async () => {
  const from = new Date(Date.UTC(2031, 0, 15));
  const make = (table: string) =>
    db.pool.query<{ made: number }>('select kernel_make_partitions($1, $2, 3) as made', [table, from]);
  expect((await make('fin_entry')).rows).toEqual([{ made: 3 }]);
  expect((await make('fin_entry')).rows).toEqual([{ made: 0 }]);
  await make('finance_log');
  for (const month of ['fin_entry_203103', 'finance_log_203103']) {
    expect(await refused(`truncate ${month}`)).toMatch(/^LEDGER_READONLY/);
    expect(await refused(`insert into ${month} default values`)).toMatch(/^LEDGER_READONLY/);
  }
  const { rows } = await db.tx((tx) =>
    tx.execute<{ bounds: string }>(
      sql`select pg_get_expr(relpartbound, oid) as bounds from pg_class where relname = 'fin_entry_203103'`,
    ),
  );
  expect(rows[0]?.bounds).toMatch(/2031-03-01.*2031-04-01/);
  await expectLedgerVerified(db);
});
