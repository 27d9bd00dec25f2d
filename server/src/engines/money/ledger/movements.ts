import { commonErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { inSavepoint, type Tx } from '../../../kernel/db/index.ts';
import { cash, walletOf } from './accounts.ts';
import { ledgerErrors } from './errors.ts';
import { type PostedJournal, type Posting, post, postJournal, type Reference } from './posting.ts';

/** Credits a recharge paid through a payment method, and its bonus in the same journal. */
export function rechargePass(
  tx: Tx,
  actor: Actor,
  { bonus = 0n, ...input }: Reference & { userId: bigint; amount: bigint; methodCode: string; bonus?: bigint },
): Promise<PostedJournal> {
  const isGiven = bonus > 0n;
  return post(tx, actor, {
    ...input,
    event: 'RECHARGE_PASS',
    debits: [
      { account: cash(input.methodCode), amount: input.amount },
      ...(isGiven ? [{ account: 'p:marketing_expense' as const, amount: bonus }] : []),
    ],
    credits: [
      { account: walletOf(input.userId, 'balance'), amount: input.amount },
      ...(isGiven ? [{ account: walletOf(input.userId, 'bonus'), amount: bonus }] : []),
    ],
  });
}

/** Credits the bonus wallet: spent before the balance, never withdrawable. */
export function grantBonus(
  tx: Tx,
  actor: Actor,
  input: Reference & { userId: bigint; amount: bigint },
): Promise<PostedJournal> {
  return post(tx, actor, {
    ...input,
    event: 'BONUS',
    debits: [{ account: 'p:marketing_expense', amount: input.amount }],
    credits: [{ account: walletOf(input.userId, 'bonus'), amount: input.amount }],
  });
}

/** Takes a bonus back from the bonus wallet as far as it goes, the rest from the balance. @throws BALANCE_NOT_ENOUGH */
export function takeBonusBack(
  tx: Tx,
  actor: Actor,
  input: Reference & { userId: bigint; amount: bigint },
): Promise<PostedJournal> {
  const own = [{ account: walletOf(input.userId, 'balance'), amount: input.amount, bonusFirst: true }];
  const ours: Posting[] = [{ account: 'p:marketing_expense', amount: input.amount }];
  return postJournal(tx, actor, { ...input, event: 'ADJUST_OUT', debits: own, credits: ours, content: [own, ours] });
}

/**
 * Manual credit (`amount` above zero) or debit (below) of the balance or the brokerage. `bonus`, with the same sign, moves with it: a
 * credit goes to the bonus wallet; a debit is taken from there as far as it goes, the rest from the balance. Requires a reason.
 * @throws REASON_REQUIRED, AMOUNT_INVALID, BALANCE_NOT_ENOUGH, BROKERAGE_NOT_ENOUGH
 */
export async function adjust(
  tx: Tx,
  actor: Actor,
  {
    bonus = 0n,
    ...input
  }: Reference & { userId: bigint; amount: bigint; bonus?: bigint; wallet?: 'balance' | 'brokerage' },
): Promise<PostedJournal> {
  if (!input.reason?.trim()) throw commonErrors.REASON_REQUIRED();
  const isTaken = input.amount < 0n;
  const [amount, size] = isTaken ? [-input.amount, -bonus] : [input.amount, bonus];
  const balance = walletOf(input.userId, input.wallet ?? 'balance');
  const ofBonus = isTaken
    ? { account: balance, amount: size, bonusFirst: true }
    : { account: walletOf(input.userId, 'bonus'), amount: size };
  const own = [{ account: balance, amount }, ...(size === 0n ? [] : [ofBonus])];
  const ours: Posting[] = [
    { account: 'p:adjust', amount },
    ...(size === 0n ? [] : [{ account: 'p:marketing_expense' as const, amount: size }]),
  ];
  return postJournal(tx, actor, {
    ...input,
    ...(isTaken
      ? { event: 'ADJUST_OUT', debits: own, credits: ours }
      : { event: 'ADJUST_IN', debits: ours, credits: own, bonusAmount: size }),
    content: [own, ours],
  });
}

/**
 * Adjusts many users, all or nothing. If some have too little, BALANCE_NOT_ENOUGH (or BROKERAGE_NOT_ENOUGH) has all of
 * them in `data.userIds` and no balance changes. The user is the document of each journal unless one is named. The key
 * of each journal is `adj:{requestId}:{userId}`; `each` gives users another request, a bonus
 * and a document.
 */
export function adjustMany(
  tx: Tx,
  actor: Actor,
  input: Omit<Reference, 'idemKey'> & {
    requestId: string;
    userIds: readonly bigint[];
    amount: bigint;
    wallet?: 'balance' | 'brokerage';
    each?: ReadonlyMap<bigint, { readonly requestId: string; readonly bonus: bigint; readonly bizNo: string }>;
  },
): Promise<(PostedJournal & { readonly userId: bigint })[]> {
  const userIds = [...new Set(input.userIds)].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  // A savepoint: a caller that catches the refusal and continues must not keep half a batch.
  return inSavepoint(tx, async (savepoint) => {
    const done: (PostedJournal & { readonly userId: bigint })[] = [];
    const short: string[] = [];
    for (const userId of userIds) {
      const { requestId = input.requestId, bonus = 0n, bizNo } = input.each?.get(userId) ?? {};
      const own = { userId, bonus, idemKey: `adj:${requestId}:${userId}`, bizNo: input.bizNo ?? bizNo };
      try {
        done.push({ ...(await adjust(savepoint, actor, { bizId: userId, ...input, ...own })), userId });
      } catch (error) {
        if (!isAppError(error, 'BALANCE_NOT_ENOUGH') && !isAppError(error, 'BROKERAGE_NOT_ENOUGH')) throw error;
        short.push(String(userId));
      }
    }
    if (short.length > 0) {
      const refusal =
        input.wallet === 'brokerage' ? ledgerErrors.BROKERAGE_NOT_ENOUGH : ledgerErrors.BALANCE_NOT_ENOUGH;
      throw refusal({}, { userIds: short });
    }
    return done;
  });
}

/** Returns the second persons who approved journals, by journal; journals without one are left out. */
export async function approversOf(
  db: Pick<Tx, 'execute'>,
  journalIds: readonly bigint[],
): Promise<ReadonlyMap<bigint, string>> {
  if (journalIds.length === 0) return new Map();
  const { rows } = await db.execute<{ id: string; name: string }>(sql`
    select j.id::text, u.real_name as name from fin_journal j join sys_user u on u.id = j.approver_id
    where j.id = any(${sql.param([...new Set(journalIds)].map(String))}::bigint[])`);
  return new Map(rows.map(({ id, name }) => [BigInt(id), name]));
}

/** Moves earned brokerage into the balance of the same user. @throws BROKERAGE_NOT_ENOUGH */
export function transfer(
  tx: Tx,
  actor: Actor,
  input: Reference & { userId: bigint; amount: bigint },
): Promise<PostedJournal> {
  return post(tx, actor, {
    ...input,
    event: 'TRANSFER',
    debits: [{ account: walletOf(input.userId, 'brokerage'), amount: input.amount }],
    credits: [{ account: walletOf(input.userId, 'balance'), amount: input.amount }],
  });
}

/**
 * Moves balance between users: ALLOCATE from a superior to a subordinate, RECLAIM back. The caller checks the
 * hierarchy.
 * @throws BALANCE_NOT_ENOUGH
 */
export function allocate(
  tx: Tx,
  actor: Actor,
  input: Reference & { fromUserId: bigint; toUserId: bigint; amount: bigint; event?: 'ALLOCATE' | 'RECLAIM' },
): Promise<PostedJournal> {
  return post(tx, actor, {
    ...input,
    event: input.event ?? 'ALLOCATE',
    debits: [{ account: walletOf(input.fromUserId, 'balance'), amount: input.amount }],
    credits: [{ account: walletOf(input.toUserId, 'balance'), amount: input.amount }],
  });
}
