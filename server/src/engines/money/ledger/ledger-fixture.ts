import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { expect } from 'vitest';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { balanceOf, openWallets, rechargePass, revenue, verifyLedger } from './index.ts';

export const actor: Actor = { ...systemActor('000000'), userId: 1n, account: 'cashier', realName: 'Cashier' };

export const money = parseMoney;
export const WHATSAPP = revenue('whatsapp');

let lastUserId = 1000n;
let lastKey = 0;

/** Returns an unused key. */
export const newKey = (): string => `test:${++lastKey}`;

/** Opens the wallets of a new user and credits `amount`, if any. */
export async function newUser(db: Db, amount = '0', parentPath = '/'): Promise<bigint> {
  const userId = ++lastUserId;
  await db.tx((tx) => openWallets(tx, actor, walletOwner(userId, parentPath)));
  if (amount !== '0') {
    const input = { userId, amount: money(amount), methodCode: 'usdt', bizType: 'recharge', idemKey: newKey() };
    await db.tx((tx) => rechargePass(tx, actor, input));
  }
  return userId;
}

export const walletOwner = (userId: bigint, parentPath = '/') => ({
  userId,
  userType: userType.is.agent,
  userName: `agent${userId}`,
  ownerPath: `${parentPath}${userId}/`,
});

/** Returns a user's non-zero balances, without the totals: `{ balance: 40000000n, bonus: 10000000n }`. */
export async function balances(db: Db, userId: bigint): Promise<Record<string, bigint>> {
  const found = await db.tx((tx) => balanceOf(tx, actor, { userId }));
  return Object.fromEntries(
    Object.entries(found).filter((pair): pair is [string, typeof found.balance] => {
      const [name, value] = pair;
      return name !== 'userId' && !name.startsWith('total') && typeof value === 'bigint' && value !== 0n;
    }),
  );
}

/** Counts journals, entries and finance log rows: a refused operation must leave them unchanged. */
export async function rowCounts(db: Db): Promise<string> {
  const { rows } = await db.tx((tx) =>
    tx.execute<{ counts: string }>(sql`
      select concat_ws(' ', (select count(*) from fin_journal), (select count(*) from fin_entry),
        (select count(*) from finance_log), (select count(*) from fin_hold)) as counts`),
  );
  return rows[0]?.counts ?? '';
}

/** Fails with the list of mismatches unless the whole ledger is right. */
export const expectLedgerVerified = async (db: Db): Promise<void> =>
  expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);

/** Runs work in one transaction and returns the code of its refusal, or null. */
export async function refusalOf(db: Db, work: (tx: Tx) => Promise<unknown>): Promise<string | null> {
  try {
    await db.tx(work);
    return null;
  } catch (error) {
    if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
    throw error;
  }
}
