import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { WALLET_KIND, walletOf } from './accounts.ts';
import { type Instruction, type PostedJournal, type Posting, postJournals, type Reference } from './posting.ts';

/**
 * A step of an earned rebate: `accrue` credits it as not yet available; `reverse` takes back an accrued, not yet
 * settled rebate; `settle` makes it available (it first pays the rebate debt, the rest becomes brokerage); `clawBack`
 * takes back a settled rebate (from the brokerage as far as possible, the rest becomes debt).
 */
export interface RebateStep extends Reference {
  readonly actor: Actor;
  readonly step: 'accrue' | 'reverse' | 'settle' | 'clawBack';
  readonly userId: bigint;
  readonly amount: bigint;
}

const EXPENSE = 'p:rebate_expense';

/**
 * Posts the steps in the given order. Sort them by user, because wallets stay locked until the transaction ends.
 * @throws REBATE_NOT_ENOUGH, WALLET_NOT_FOUND
 */
export async function postRebateSteps(tx: Tx, steps: readonly RebateStep[]): Promise<PostedJournal[]> {
  const wallets = await lockRebateWallets(tx, steps);
  return postJournals(
    tx,
    steps.map(({ actor, step, userId, amount, ...reference }) => ({
      actor,
      instruction: { ...reference, ...sidesOf(step, userId, amount, wallets.get(keyOf({ userId, ...reference }))) },
    })),
  );
}

interface Room {
  brokerage: bigint;
  debt: bigint;
}

type Sides = Pick<Instruction, 'event' | 'debits' | 'credits' | 'content'>;

/** Returns both sides of one step; updates the remaining room for the steps after it. */
function sidesOf(
  step: RebateStep['step'],
  userId: bigint,
  amount: bigint,
  room: Room = { brokerage: 0n, debt: 0n },
): Sides {
  const pending = [{ account: walletOf(userId, 'rebate_pending'), amount }];
  const expense = [{ account: EXPENSE, amount } as const];
  const sides = (event: Sides['event'], debits: readonly Posting[], credits: readonly Posting[]): Sides => ({
    ...{ event, debits, credits, content: [debits, credits] },
  });
  if (step === 'accrue') return sides('REBATE_ACCRUE', expense, pending);
  if (step === 'reverse') return sides('REBATE_REVERSE', pending, expense);
  const [brokerage, debt] = [walletOf(userId, 'brokerage'), walletOf(userId, 'rebate_debt')];
  if (step === 'settle') {
    const [repaid, earned] = split(amount, room.debt);
    room.debt -= repaid;
    room.brokerage += earned;
    return sides(
      'REBATE_SETTLE',
      pending,
      some({ account: debt, amount: repaid }, { account: brokerage, amount: earned }),
    );
  }
  const [taken, owed] = split(amount, room.brokerage);
  room.brokerage -= taken;
  room.debt += owed;
  return sides(
    'REBATE_CLAWBACK',
    some({ account: brokerage, amount: taken }, { account: debt, amount: owed }),
    expense,
  );
}

const keyOf = ({ userId, currency = BOOK_CURRENCY }: Pick<RebateStep, 'userId' | 'currency'>): string =>
  `${userId} ${currency}`;

/** Locks the wallets until the transaction ends, so that the read balances stay valid for posting. */
async function lockRebateWallets(tx: Tx, steps: readonly RebateStep[]): Promise<Map<string, Room>> {
  if (!steps.some(({ step }) => step === 'settle' || step === 'clawBack')) return new Map();
  // Includes the wallets of other steps: posting locks them later, which could break the order by user.
  const users = [...new Set(steps.map(({ userId }) => userId))];
  const { rows } = await tx.execute<{ user_id: bigint; currency: string; kind: number; balance: bigint }>(sql`
    select user_id, currency, kind, balance from fin_wallet where user_id = any (${`{${users.join(',')}}`}::bigint[])
    order by user_id, kind for update`);
  const rooms = new Map<string, Room>();
  for (const { user_id, currency, kind, balance } of rows) {
    const key = keyOf({ userId: user_id, currency });
    const room = rooms.get(key) ?? { brokerage: 0n, debt: 0n };
    rooms.set(key, room);
    if (kind === WALLET_KIND.brokerage) room.brokerage = balance;
    if (kind === WALLET_KIND.rebate_debt) room.debt = balance;
  }
  return rooms;
}

/** Splits an amount into the part that fits the room, and the rest. */
function split(amount: bigint, room: bigint): [bigint, bigint] {
  const first = amount < room ? amount : room;
  return [first, amount - first];
}

const some = (...postings: Posting[]): Posting[] => postings.filter(({ amount }) => amount > 0n);
