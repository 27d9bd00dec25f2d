import { formatMoney, type Micro, micros, sum } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { type AccountCode, type PlatformAccount, type UserAccount, walletOf } from './accounts.ts';
import { ledgerErrors } from './errors.ts';
import {
  findPostedJournal,
  type Instruction,
  minAmount,
  type PostedJournal,
  type Posting,
  type PreparedJournal,
  postJournal,
  prepareJournal,
  type Reference,
} from './posting.ts';

/** The account a hold freezes: 1 the balance (and bonus), 2 the brokerage. */
export type HoldAccountKind = 1 | 2;

export interface Hold {
  readonly id: bigint;
  readonly holdNo: string;
  readonly userId: bigint;
  readonly accountKind: HoldAccountKind;
  readonly currency: string;
  readonly amount: Micro;
  readonly captured: Micro;
  readonly released: Micro;
  readonly left: Micro;
  /** The part of `left` that belongs to the bonus wallet. */
  readonly bonusLeft: Micro;
  /** 0 open, 1 settled, 2 released, 3 expired. */
  readonly status: 0 | 1 | 2 | 3;
  readonly bizType: string;
  readonly bizId: bigint | undefined;
  readonly bizNo: string | undefined;
  readonly expireTime: Date | null;
}

type HoldReference = Omit<Reference, 'bizType' | 'bizId' | 'bizNo' | 'currency'> & { holdId: bigint };

export interface NewHold extends Reference {
  readonly userId: bigint;
  readonly amount: bigint;
  readonly accountKind?: HoldAccountKind;
  readonly event?: 'HOLD' | 'WD_HOLD';
  readonly bonusFirst?: boolean;
  readonly expireTime?: Date;
}

/**
 * Holds an amount for later settlement: bonus first (not for withdrawals, whose money must be withdrawable), then the
 * balance; or the brokerage. One round trip. @returns the journal with `holdId` and `holdNo`
 * @throws BALANCE_NOT_ENOUGH, BROKERAGE_NOT_ENOUGH
 */
export const hold = (tx: Tx, actor: Actor, input: NewHold): Promise<PostedJournal> =>
  postJournal(tx, actor, holdInstruction(input));

/** Prepares the same hold for another engine's statement. */
export const prepareHold = (actor: Actor, input: NewHold): PreparedJournal =>
  prepareJournal(actor, holdInstruction(input));

function holdInstruction(input: NewHold): Instruction {
  const kind = input.accountKind ?? 1;
  const event = input.event ?? 'HOLD';
  const bonusFirst = kind === 1 && event === 'HOLD' && (input.bonusFirst ?? true);
  return {
    ...input,
    event,
    debits: [
      { account: walletOf(input.userId, kind === 1 ? 'balance' : 'brokerage'), amount: input.amount, bonusFirst },
    ],
    credits: [{ account: frozen(input.userId, kind), amount: input.amount }],
    openHold: { userId: input.userId, kind, expireTime: input.expireTime },
    content: [input.userId, input.amount, kind],
  };
}

/**
 * Settles a part or all of a hold: to a platform account, to the same user's balance (TRANSFER), or split over several
 * (`to: [{ account: cash('usdt'), amount }, { account: 'p:fee_income', amount }]`). The bonus part goes first.
 * @throws HOLD_NOT_FOUND, HOLD_EXCEEDS
 */
export async function settle(
  tx: Tx,
  actor: Actor,
  input: HoldReference & {
    amount: bigint;
    to: AccountCode | readonly Posting[];
    event?: 'SETTLE' | 'LEASE' | 'PACKAGE_SALE' | 'WD_SEND' | 'WD_PAID' | 'TRANSFER';
  },
): Promise<PostedJournal> {
  const found = await lockHold(tx, actor, input.holdId);
  const credits: readonly Posting[] =
    typeof input.to === 'string'
      ? [{ account: input.to, amount: input.amount }]
      : input.to.filter(({ amount }) => amount > 0n);
  invariant(sum(credits.map(({ amount }) => amount)) === input.amount, 'ledger-settle-split', found.holdNo);
  const bonusCaptured = minAmount(found.bonusLeft, input.amount);
  const instruction: Instruction = {
    ...input,
    ...documentOf(found),
    event: input.event ?? 'SETTLE',
    debits: [{ account: frozen(found.userId, found.accountKind), amount: input.amount }],
    credits,
    bonusAmount: bonusCaptured,
    changeHold: {
      id: found.id,
      captured: input.amount,
      released: 0n,
      bonusCaptured,
      bonusReleased: 0n,
      expired: false,
    },
    content: [input.holdId, input.amount, credits],
  };
  return postWithin(tx, actor, found, instruction);
}

/**
 * Releases a part of a hold, or without `amount` the whole rest, to its sources in reverse order: the balance part
 * first, then the bonus. Returns null if no amount was named and nothing is left.
 * @throws HOLD_NOT_FOUND, HOLD_EXCEEDS
 */
export async function release(tx: Tx, actor: Actor, input: Release): Promise<PostedJournal | null> {
  const found = await lockHold(tx, actor, input.holdId);
  const instruction = releaseOf(found, input);
  if (input.amount === undefined && found.left === 0n) return findPostedJournal(tx, actor, instruction);
  return postWithin(tx, actor, found, instruction);
}

/**
 * Restores to a hold the amount of a failed payout (WD_FAIL: clearing → hold). The hold is open again.
 * @throws HOLD_EXCEEDS for more than was taken
 */
export async function restore(
  tx: Tx,
  actor: Actor,
  input: HoldReference & { amount: bigint; from: PlatformAccount },
): Promise<PostedJournal> {
  const found = await lockHold(tx, actor, input.holdId);
  const instruction: Instruction = {
    ...input,
    ...documentOf(found),
    event: 'WD_FAIL',
    debits: [{ account: input.from, amount: input.amount }],
    credits: [{ account: frozen(found.userId, found.accountKind), amount: input.amount }],
    changeHold: {
      id: found.id,
      captured: -input.amount,
      released: 0n,
      bonusCaptured: 0n,
      bonusReleased: 0n,
      expired: false,
    },
    content: [input.holdId, input.amount, input.from],
  };
  return postWithin(tx, actor, { ...found, left: found.captured }, instruction);
}

type Release = HoldReference & { amount?: bigint; event?: 'RELEASE' | 'WD_RELEASE'; expired?: boolean };

/** Locks a hold and prepares the release of a part of it for another engine's statement. @throws HOLD_NOT_FOUND, HOLD_EXCEEDS */
export async function prepareRelease(
  tx: Tx,
  actor: Actor,
  input: HoldReference & { amount: bigint },
): Promise<PreparedJournal> {
  const found = await lockHold(tx, actor, input.holdId);
  if (input.amount > found.left)
    throw ledgerErrors.HOLD_EXCEEDS({ left: formatMoney(found.left) }, { holdNo: found.holdNo });
  return prepareJournal(actor, releaseOf(found, input));
}

function releaseOf(found: Hold, input: Release): Instruction {
  const amount = input.amount ?? found.left;
  const toSource = minAmount(found.left - found.bonusLeft, amount);
  const bonusReleased = amount - toSource;
  const credits: Posting[] = [
    { account: walletOf(found.userId, found.accountKind === 1 ? 'balance' : 'brokerage'), amount: toSource },
    { account: walletOf(found.userId, 'bonus'), amount: bonusReleased },
  ];
  return {
    ...input,
    ...documentOf(found),
    event: input.event ?? 'RELEASE',
    debits: [{ account: frozen(found.userId, found.accountKind), amount }],
    credits: credits.filter((posting) => posting.amount > 0n),
    bonusAmount: bonusReleased,
    changeHold: {
      id: found.id,
      captured: 0n,
      released: amount,
      bonusCaptured: 0n,
      bonusReleased,
      expired: input.expired ?? false,
    },
    content: [input.holdId, input.amount ?? 'rest'],
  };
}

/** Returns a hold. @throws HOLD_NOT_FOUND */
export const holdOf = (tx: Tx, actor: Actor, input: { holdId: bigint }): Promise<Hold> =>
  readHold(tx, actor, input.holdId, false);

/**
 * Releases expired holds, at most `limit`, and skips those another worker has locked. @returns the released holds, so
 * that the caller can update the business documents
 */
export async function expireHolds(tx: Tx, actor: Actor, input: { limit: number; now?: Date }): Promise<Hold[]> {
  const now = (input.now ?? new Date()).toISOString();
  // A withdrawal is released by its own event, so that it leaves the withdrawals of its wallet.
  const due = await tx.execute<{ id: string; event: 'RELEASE' | 'WD_RELEASE' }>(sql`
    select h.id::text, case (select event_code from fin_journal where hold_id = h.id order by id limit 1)
      when 'WD_HOLD' then 'WD_RELEASE' else 'RELEASE' end as event
    from fin_hold h
    where h.tenant_id = ${actor.tenantId} and h.status = 0 and h.expire_time <= ${now}::timestamptz
    order by h.expire_time, h.id limit ${input.limit} for update of h skip locked`);
  const expired: Hold[] = [];
  for (const { id, event } of due.rows) {
    const found = await readHold(tx, actor, BigInt(id), false);
    // The key contains earlier releases: a hold restored after its expiry may expire again.
    await release(tx, actor, {
      holdId: found.id,
      idemKey: `rel:${found.holdNo}:expired:${found.released}`,
      event,
      expired: true,
    });
    expired.push(found);
  }
  return expired;
}

async function postWithin(tx: Tx, actor: Actor, found: Hold, instruction: Instruction): Promise<PostedJournal> {
  const asked = sum(instruction.debits.map((posting) => posting.amount));
  if (asked <= 0n) throw ledgerErrors.AMOUNT_INVALID();
  if (asked > found.left) {
    const replayed = await findPostedJournal(tx, actor, instruction);
    if (replayed !== null) return replayed;
    throw ledgerErrors.HOLD_EXCEEDS({ left: formatMoney(found.left) }, { holdNo: found.holdNo });
  }
  return postJournal(tx, actor, instruction);
}

const lockHold = (tx: Tx, actor: Actor, holdId: bigint) => readHold(tx, actor, holdId, true);

async function readHold(tx: Tx, actor: Actor, holdId: bigint, lock: boolean): Promise<Hold> {
  const { rows } = await tx.execute<StoredHold>(sql`
    select id::text, hold_no, user_id::text, account_kind, currency, amount::text, captured::text, released::text,
      (bonus_amount - bonus_captured - bonus_released)::text as bonus_left, status, biz_type, biz_id::text, biz_no,
      extract(epoch from expire_time)::float8 * 1000 as expire_time
    from fin_hold where id = ${holdId}::bigint and tenant_id = ${actor.tenantId}
    ${lock ? sql`for no key update` : sql``}`);
  const row = rows[0];
  if (row === undefined) throw ledgerErrors.HOLD_NOT_FOUND();
  return {
    id: BigInt(row.id),
    holdNo: row.hold_no,
    userId: BigInt(row.user_id),
    accountKind: row.account_kind,
    currency: row.currency,
    amount: micros(BigInt(row.amount)),
    captured: micros(BigInt(row.captured)),
    released: micros(BigInt(row.released)),
    left: micros(BigInt(row.amount) - BigInt(row.captured) - BigInt(row.released)),
    bonusLeft: micros(BigInt(row.bonus_left)),
    status: row.status,
    bizType: row.biz_type,
    bizId: row.biz_id === null ? undefined : BigInt(row.biz_id),
    bizNo: row.biz_no ?? undefined,
    expireTime: row.expire_time === null ? null : new Date(row.expire_time),
  };
}

interface StoredHold extends Record<string, unknown> {
  id: string;
  hold_no: string;
  user_id: string;
  account_kind: HoldAccountKind;
  currency: string;
  amount: string;
  captured: string;
  released: string;
  bonus_left: string;
  status: 0 | 1 | 2 | 3;
  biz_type: string;
  biz_id: string | null;
  biz_no: string | null;
  expire_time: number | null;
}

const frozen = (userId: bigint, kind: HoldAccountKind): UserAccount =>
  walletOf(userId, kind === 1 ? 'hold' : 'brokerage_hold');

const documentOf = ({ bizType, bizId, bizNo, currency }: Hold) => ({ bizType, bizId, bizNo, currency });
