import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { WALLET_KIND, walletOf } from './accounts.ts';
import { type PostedJournal, type Posting, post, type Reference } from './posting.ts';

type Rebate = Reference & { readonly userId: bigint; readonly amount: bigint };

const EXPENSE = 'p:rebate_expense';

/** Credits an earned rebate that is not yet the user's to spend. */
export const accrueRebate = (tx: Tx, actor: Actor, input: Rebate): Promise<PostedJournal> =>
  post(tx, actor, {
    ...input,
    event: 'REBATE_ACCRUE',
    debits: [{ account: EXPENSE, amount: input.amount }],
    credits: [{ account: walletOf(input.userId, 'rebate_pending'), amount: input.amount }],
  });

/** Takes back what was accrued and not settled. Throws REBATE_NOT_ENOUGH. */
export const reverseRebate = (tx: Tx, actor: Actor, input: Rebate): Promise<PostedJournal> =>
  post(tx, actor, {
    ...input,
    event: 'REBATE_REVERSE',
    debits: [{ account: walletOf(input.userId, 'rebate_pending'), amount: input.amount }],
    credits: [{ account: EXPENSE, amount: input.amount }],
  });

/** Makes an accrued rebate the user's: it pays the rebate debt first, the rest is brokerage. Throws REBATE_NOT_ENOUGH. */
export async function settleRebate(tx: Tx, actor: Actor, input: Rebate): Promise<PostedJournal> {
  const { debt } = await lockRebateWallets(tx, input);
  const [repaid, earned] = split(input.amount, debt);
  return post(tx, actor, {
    ...input,
    event: 'REBATE_SETTLE',
    debits: [{ account: walletOf(input.userId, 'rebate_pending'), amount: input.amount }],
    credits: some(
      { account: walletOf(input.userId, 'rebate_debt'), amount: repaid },
      { account: walletOf(input.userId, 'brokerage'), amount: earned },
    ),
  });
}

/** Takes back what was settled: from the brokerage what is there, the rest is owed. Brokerage never goes below zero. */
export async function clawBackRebate(tx: Tx, actor: Actor, input: Rebate): Promise<PostedJournal> {
  const { brokerage } = await lockRebateWallets(tx, input);
  const [taken, owed] = split(input.amount, brokerage);
  return post(tx, actor, {
    ...input,
    event: 'REBATE_CLAWBACK',
    debits: some(
      { account: walletOf(input.userId, 'brokerage'), amount: taken },
      { account: walletOf(input.userId, 'rebate_debt'), amount: owed },
    ),
    credits: [{ account: EXPENSE, amount: input.amount }],
  });
}

/** Held until the transaction ends, so that what was read is still there when it is posted. */
async function lockRebateWallets(
  tx: Tx,
  { userId, currency = BOOK_CURRENCY }: Rebate,
): Promise<{ brokerage: bigint; debt: bigint }> {
  const { rows } = await tx.execute<{ kind: number; balance: string }>(sql`
    select kind, balance::text from fin_wallet where user_id = ${userId} and currency = ${currency} order by kind for update`);
  const of = (wallet: number) => BigInt(rows.find(({ kind }) => kind === wallet)?.balance ?? '0');
  return { brokerage: of(WALLET_KIND.brokerage), debt: of(WALLET_KIND.rebate_debt) };
}

/** As much of an amount as there is room for, and the rest. */
function split(amount: bigint, room: bigint): [bigint, bigint] {
  const first = amount < room ? amount : room;
  return [first, amount - first];
}

const some = (...postings: Posting[]): Posting[] => postings.filter(({ amount }) => amount > 0n);
