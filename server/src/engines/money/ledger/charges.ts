import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { type AccountCode, type PlatformAccount, parseAccount, WALLET_KIND, walletOf } from './accounts.ts';
import { ledgerErrors } from './errors.ts';
import { eventRule, isLedgerEvent, type LedgerEvent } from './events.ts';
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

export interface Charge extends Reference {
  readonly userId: bigint;
  readonly amount: bigint;
  readonly to: PlatformAccount;
  readonly event?: 'CHARGE' | 'LEASE' | 'PACKAGE_SALE';
  /** False for purchases that a bonus may not pay. */
  readonly bonusFirst?: boolean;
}

/**
 * Charges a user: bonus first, the rest from the balance, to one platform account (`revenue('whatsapp')`). One round
 * trip. @throws BALANCE_NOT_ENOUGH; then nothing changed
 */
export const charge = (tx: Tx, actor: Actor, input: Charge): Promise<PostedJournal> =>
  postJournal(tx, actor, chargeOf(input));

/** Prepares the same charge for another engine's statement. */
export const prepareCharge = (actor: Actor, input: Charge): PreparedJournal => prepareJournal(actor, chargeOf(input));

const chargeOf = (input: Charge): Instruction => ({
  ...input,
  event: input.event ?? 'CHARGE',
  debits: [{ account: walletOf(input.userId, 'balance'), amount: input.amount, bonusFirst: input.bonusFirst ?? true }],
  credits: [{ account: input.to, amount: input.amount }],
  content: [input.userId, input.amount, input.to],
});

/**
 * Refunds a charge or a settlement, or a part of it (without `amount` the whole rest), to its sources in reverse
 * order: first the balance up to what the balance paid, then the bonus.
 * @throws JOURNAL_NOT_FOUND, NOT_REFUNDABLE, REFUND_EXCEEDS when less than `amount`, or nothing, is left
 */
export async function refund(
  tx: Tx,
  actor: Actor,
  input: Omit<Reference, 'bizType' | 'currency'> & { journalId: bigint; amount?: bigint; bizType?: string },
): Promise<PostedJournal> {
  const original = await lockJournal(tx, actor, input.journalId);
  if (!isLedgerEvent(original.event) || !eventRule(original.event).refundable) throw ledgerErrors.NOT_REFUNDABLE();
  const payers = original.entries.filter((entry) => entry.direction === 'debit');
  const [payee, ...otherPayees] = original.entries.filter((entry) => entry.direction === 'credit');
  if (payee === undefined || otherPayees.length > 0 || !payee.account.startsWith('p:')) {
    throw ledgerErrors.NOT_REFUNDABLE();
  }
  const userId = payers[0] && parseAccount(payers[0].account).userId;
  invariant(userId, 'ledger-charge-without-user', original.journalNo);

  const left = original.total - original.reversed;
  const leftToBalance = left - (original.bonus - original.bonusReversed);
  const amount = input.amount ?? left;
  const toBalance = minAmount(amount, leftToBalance);
  const credits: Posting[] = [
    { account: walletOf(userId, 'balance'), amount: toBalance },
    { account: walletOf(userId, 'bonus'), amount: amount - toBalance },
  ];
  const instruction = {
    ...input,
    event: 'REFUND' as const,
    bizType: input.bizType ?? original.bizType,
    bizId: input.bizId ?? original.bizId,
    bizNo: input.bizNo ?? original.bizNo,
    currency: original.currency,
    debits: [{ account: payee.account, amount }],
    credits: credits.filter((posting) => posting.amount > 0n),
    bonusAmount: amount - toBalance,
    reversalOf: input.journalId,
    content: [input.journalId, input.amount ?? 'rest'],
  };
  if (amount > left || left === 0n) {
    const replayed = await findPostedJournal(tx, actor, instruction);
    if (replayed !== null) return replayed;
    throw ledgerErrors.REFUND_EXCEEDS({}, { left: formatMoney(left), asked: formatMoney(amount) });
  }
  if (amount <= 0n) throw ledgerErrors.AMOUNT_INVALID();
  return postJournal(tx, actor, instruction);
}

/**
 * Reverses a whole journal by its mirror image, once and not after a refund. Journals that moved a hold wallet (use
 * `release` and `restore`) and reversals cannot be reversed.
 * @throws ALREADY_REVERSED, NOT_REVERSIBLE, and BALANCE_NOT_ENOUGH or a similar error when the money has been spent
 * since
 */
export async function reverse(
  tx: Tx,
  actor: Actor,
  input: Pick<Reference, 'idemKey' | 'reason' | 'approverId' | 'voucherAttachIds'> & { journalId: bigint },
): Promise<PostedJournal> {
  const original = await lockJournal(tx, actor, input.journalId);
  if (!isLedgerEvent(original.event) || original.isReversal || original.entries.some(movesHold)) {
    throw ledgerErrors.NOT_REVERSIBLE();
  }
  const side = (direction: 'debit' | 'credit') => original.entries.filter((entry) => entry.direction === direction);
  const instruction = {
    ...input,
    event: original.event,
    eventCode: 'REVERSAL',
    bizType: original.bizType,
    bizId: original.bizId,
    bizNo: original.bizNo,
    currency: original.currency,
    debits: side('credit'),
    credits: side('debit'),
    bonusAmount: original.bonus,
    reversalOf: input.journalId,
    content: [input.journalId],
  };
  if (original.reversed > 0n) {
    const replayed = await findPostedJournal(tx, actor, instruction);
    if (replayed !== null) return replayed;
    throw ledgerErrors.ALREADY_REVERSED();
  }
  return postJournal(tx, actor, instruction);
}

interface Original {
  readonly journalNo: string;
  readonly event: LedgerEvent | string;
  readonly bizType: string;
  readonly bizId: bigint | undefined;
  readonly bizNo: string | undefined;
  readonly currency: string;
  readonly isReversal: boolean;
  readonly total: Micro;
  readonly bonus: Micro;
  /** Total of refunds and reversals so far, and its part in the bonus wallet. */
  readonly reversed: Micro;
  readonly bonusReversed: Micro;
  readonly entries: readonly { account: AccountCode; direction: 'debit' | 'credit'; amount: Micro }[];
}

/**
 * Locks the journal row (its content is immutable; the lock only orders reversals), then reads the refunds so far. Two
 * statements on purpose: the second must see what a concurrent transaction committed while the first waited.
 */
async function lockJournal(tx: Tx, actor: Actor, journalId: bigint): Promise<Original> {
  const locked = await tx.execute(sql`
    select 1 from fin_journal where id = ${journalId}::bigint and tenant_id = ${actor.tenantId} for no key update`);
  if (locked.rows.length === 0) throw ledgerErrors.JOURNAL_NOT_FOUND();
  const { rows } = await tx.execute<{ original: StoredOriginal }>(sql`
    select jsonb_build_object(
      'journalNo', j.journal_no, 'event', j.event_code, 'bizType', j.biz_type, 'bizId', j.biz_id::text, 'bizNo', j.biz_no,
      'currency', j.currency, 'isReversal', j.reversal_of is not null, 'total', j.total_amount::text,
      'bonus', j.bonus_amount::text, 'reversed', r.total::text, 'bonusReversed', r.bonus::text,
      'entries', (
        select jsonb_agg(jsonb_build_object('account', e.account_code, 'direction', e.direction, 'amount', e.amount::text)
          order by e.seq)
        from fin_entry e where e.journal_id = j.id and e.create_time = j.create_time
      )) as original
    from fin_journal j,
      lateral (
        select coalesce(sum(total_amount), 0) as total, coalesce(sum(bonus_amount), 0) as bonus
        from fin_journal where reversal_of = j.id
      ) r
    where j.id = ${journalId}::bigint`);
  const stored = rows[0]?.original;
  invariant(stored, 'ledger-journal-vanished', String(journalId));
  return {
    ...stored,
    bizId: stored.bizId === null ? undefined : BigInt(stored.bizId),
    bizNo: stored.bizNo ?? undefined,
    total: micros(BigInt(stored.total)),
    bonus: micros(BigInt(stored.bonus)),
    reversed: micros(BigInt(stored.reversed)),
    bonusReversed: micros(BigInt(stored.bonusReversed)),
    entries: stored.entries.map((entry) => ({
      account: entry.account,
      direction: entry.direction === 1 ? 'debit' : 'credit',
      amount: micros(BigInt(entry.amount)),
    })),
  };
}

interface StoredOriginal {
  journalNo: string;
  event: string;
  bizType: string;
  bizId: string | null;
  bizNo: string | null;
  currency: string;
  isReversal: boolean;
  total: string;
  bonus: string;
  reversed: string;
  bonusReversed: string;
  entries: { account: AccountCode; direction: 1 | 2; amount: string }[];
}

function movesHold(entry: { account: AccountCode }): boolean {
  const { kind } = parseAccount(entry.account);
  return kind === WALLET_KIND.hold || kind === WALLET_KIND.brokerage_hold;
}
