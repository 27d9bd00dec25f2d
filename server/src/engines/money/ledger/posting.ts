import { hash } from 'node:crypto';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros, sum } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { type AccountCode, parseAccount, WALLET_KIND, type WalletKind } from './accounts.ts';
import { ledgerErrors } from './errors.ts';
import { eventRule, type FinanceType, type LedgerEvent } from './events.ts';

/** The business document of a money operation, and the key that identifies a repetition. */
export interface Reference {
  /** At most 128 characters. The same key with the same content returns the first journal again. */
  readonly idemKey: string;
  readonly bizType: string;
  readonly bizId?: bigint | undefined;
  readonly bizNo?: string | undefined;
  readonly reason?: string | undefined;
  readonly approverId?: bigint | undefined;
  readonly voucherAttachIds?: readonly string[] | undefined;
  readonly currency?: string | undefined;
  /** The actual time, for imports: not in the future; moved to the wallet's last posting if that is later. */
  readonly at?: Date | undefined;
}

/** One side of a journal: an amount in micro-units, above zero, on an account. */
export interface Posting {
  readonly account: AccountCode;
  readonly amount: bigint;
}

export interface PostedEntry {
  readonly account: AccountCode;
  readonly direction: 'debit' | 'credit';
  readonly amount: Micro;
  /** Balance of the wallet; null for platform accounts, which have no balance row. */
  readonly before: Micro | null;
  readonly after: Micro | null;
}

/** A posted journal. `replayed`: an earlier call posted it. */
export interface PostedJournal {
  readonly journalId: bigint;
  readonly journalNo: string;
  readonly totalAmount: Micro;
  /** The part of the total that left, or returned to, the bonus wallet. */
  readonly bonusAmount: Micro;
  readonly holdId: bigint | null;
  readonly holdNo: string | null;
  readonly createTime: Date;
  readonly entries: readonly PostedEntry[];
  readonly replayed: boolean;
}

/**
 * Posts a journal between any accounts its event allows, except hold wallets: only `hold` and related functions move
 * these, so that a hold wallet always equals its open holds.
 * @throws BALANCE_NOT_ENOUGH, BROKERAGE_NOT_ENOUGH, REBATE_NOT_ENOUGH, WALLET_NOT_FOUND, AMOUNT_INVALID,
 * IDEMPOTENCY_CONFLICT; then nothing has changed and the transaction may continue
 */
export async function post(
  tx: Tx,
  actor: Actor,
  input: Reference & { event: LedgerEvent; debits: readonly Posting[]; credits: readonly Posting[] },
): Promise<PostedJournal> {
  for (const { account } of [...input.debits, ...input.credits]) {
    const { kind } = parseAccount(account);
    invariant(
      kind !== WALLET_KIND.hold && kind !== WALLET_KIND.brokerage_hold,
      'ledger-post-touches-hold',
      `${input.event} ${account}`,
    );
  }
  return postJournal(tx, actor, { ...input, content: [input.debits, input.credits] });
}

/** A journal as requested by the engine's own files. */
export interface Instruction extends Reference {
  /** The event whose rule applies; `eventCode` overrides only the stored code (reversals). */
  readonly event: LedgerEvent;
  readonly eventCode?: string;
  readonly debits: readonly (Posting & { bonusFirst?: boolean })[];
  readonly credits: readonly Posting[];
  /** Requested values that identify a repetition, besides event, document and currency; not computed ones. */
  readonly content: unknown;
  readonly bonusAmount?: bigint;
  readonly reversalOf?: bigint;
  readonly openHold?: { userId: bigint; kind: 1 | 2; expireTime?: Date | undefined };
  readonly changeHold?: {
    id: bigint;
    captured: bigint;
    released: bigint;
    bonusCaptured: bigint;
    bonusReleased: bigint;
    expired: boolean;
  };
}

/** A journal posted by another engine's statement, which calls `fin_post` with the request. */
export interface PreparedJournal {
  /** The argument of `fin_post`. */
  readonly request: object;
  /** Reads the result of `fin_post`; throws its refusals. */
  read(answer: unknown): PostedJournal;
}

/** Checks the event's rule and the balance of both sides before the database checks them again. */
export const prepareJournal = (actor: Actor, instruction: Instruction): PreparedJournal => ({
  request: requestOf(actor, instruction),
  read: (answer) => postedOf(answer as Answer | null, instruction.event),
});

/** Posts in one round trip. */
export async function postJournal(tx: Tx, actor: Actor, instruction: Instruction): Promise<PostedJournal> {
  for (let attempt = 1; ; attempt += 1) {
    const request = toJson(requestOf(actor, instruction));
    const { rows } = await tx.execute<{ answer: Answer | null }>(sql`select fin_post(${request}::jsonb) as answer`);
    const answer = rows[0]?.answer ?? null;
    // Null is a journal number drawn twice: about once a day at a million journals a day. Draw again.
    if (answer !== null || attempt === 3) return postedOf(answer, instruction.event);
  }
}

/** Posts any number of journals in one round trip, in the given order; throws as `post` does when one is refused. */
export async function postJournals(
  tx: Tx,
  journals: readonly { readonly actor: Actor; readonly instruction: Instruction }[],
): Promise<PostedJournal[]> {
  if (journals.length === 0) return [];
  const requests = toJson(journals.map(({ actor, instruction }) => requestOf(actor, instruction)));
  const { rows } = await tx.execute<{ answer: Answer | null }>(sql`
    select fin_post(request) as answer
    from jsonb_array_elements(${requests}::jsonb) with ordinality given (request, place) order by place`);
  const posted: PostedJournal[] = [];
  for (const [index, { actor, instruction }] of journals.entries()) {
    const answer = rows[index]?.answer ?? null;
    posted.push(answer === null ? await postJournal(tx, actor, instruction) : postedOf(answer, instruction.event));
  }
  return posted;
}

/**
 * Returns the journal already posted under this key, or null. Call it before a refusal that depends on state the first
 * call changed: a repeated request must get its answer, not "nothing left". @throws IDEMPOTENCY_CONFLICT
 */
export async function findPostedJournal(tx: Tx, actor: Actor, instruction: Instruction): Promise<PostedJournal | null> {
  const { rows } = await tx.execute<{ answer: Answer | null }>(
    sql`select fin_replay(${actor.tenantId}, ${instruction.idemKey}, ${fingerprintOf(instruction)}) as answer`,
  );
  const answer = rows[0]?.answer ?? null;
  return answer === null ? null : postedOf(answer, instruction.event);
}

/** The smaller of two amounts. */
export function minAmount(a: bigint, b: bigint): bigint {
  if (a < b) return a;
  return b;
}

type Answer =
  | {
      outcome: 'posted' | 'replayed';
      id: string;
      no: string;
      total: string;
      bonus: string;
      hold: string | null;
      holdNo: string | null;
      time: number;
      entries: [string, 1 | 2, string, string | null, string | null][];
    }
  | { outcome: 'conflict' }
  | { outcome: 'missing'; user: string; kind: number }
  | { outcome: 'short'; user: string; kind: WalletKind; balance: string; needed: string };

function requestOf(actor: Actor, instruction: Instruction): object {
  const rule = eventRule(instruction.event);
  const total = sum(instruction.debits.map((posting) => posting.amount));
  const journalNo = businessNo('JN');
  invariant(
    instruction.debits.length > 0 && instruction.credits.length > 0,
    'ledger-journal-one-sided',
    instruction.event,
  );
  invariant(
    total === sum(instruction.credits.map((posting) => posting.amount)),
    'ledger-journal-unbalanced',
    instruction.event,
  );
  invariant(
    instruction.idemKey.length > 0 && instruction.idemKey.length <= 128,
    'ledger-idempotency-key',
    instruction.idemKey,
  );
  if (instruction.at !== undefined) invariant(instruction.at <= new Date(), 'ledger-posting-in-the-future');

  const leg = (direction: 1 | 2, posting: Posting & { bonusFirst?: boolean }) => {
    const account = parseAccount(posting.account);
    const allowed = direction === 1 ? rule.debit : rule.credit;
    const reversed = direction === 1 ? rule.credit : rule.debit;
    invariant(
      (instruction.eventCode === 'REVERSAL' ? reversed : allowed).includes(account.pattern),
      'ledger-event-forbids-account',
      `${instruction.event} ${direction === 1 ? 'debit' : 'credit'} ${account.code}`,
    );
    if (posting.amount <= 0n) throw ledgerErrors.AMOUNT_INVALID();
    return {
      direction,
      account: account.code,
      amount: posting.amount,
      ...(account.userId === null ? {} : { user: account.userId, kind: account.kind }),
      ...(posting.bonusFirst ? { bonusFirst: true } : {}),
    };
  };

  return {
    tenant: actor.tenantId,
    no: journalNo,
    event: instruction.eventCode ?? instruction.event,
    bizType: instruction.bizType,
    bizId: instruction.bizId,
    bizNo: instruction.bizNo,
    key: instruction.idemKey,
    fingerprint: fingerprintOf(instruction),
    currency: instruction.currency ?? BOOK_CURRENCY,
    total,
    bonus: instruction.bonusAmount,
    reversalOf: instruction.reversalOf,
    operatorId: actor.userId,
    operatorName: actor.realName || actor.account,
    approverId: instruction.approverId,
    reason: instruction.reason,
    vouchers: instruction.voucherAttachIds ?? [],
    at: instruction.at,
    financeType: rule.type satisfies FinanceType,
    legs: [
      ...instruction.debits.map((posting) => leg(1, posting)),
      ...instruction.credits.map((posting) => leg(2, posting)),
    ],
    openHold: instruction.openHold && { ...instruction.openHold, no: journalNo.replace(/^JN/, 'HD') },
    changeHold: instruction.changeHold,
  };
}

function postedOf(answer: Answer | undefined | null, event: LedgerEvent): PostedJournal {
  // Null three times is no coincidence: a committed journal is invisible, so the caller's transaction is not READ
  // COMMITTED.
  invariant(answer, 'ledger-no-answer', event);
  switch (answer.outcome) {
    case 'posted':
    case 'replayed':
      return {
        journalId: BigInt(answer.id),
        journalNo: answer.no,
        totalAmount: micros(BigInt(answer.total)),
        bonusAmount: micros(BigInt(answer.bonus)),
        holdId: answer.hold === null ? null : BigInt(answer.hold),
        holdNo: answer.holdNo,
        createTime: new Date(answer.time),
        entries: answer.entries.map(([account, direction, amount, before, after]) => ({
          account: account as AccountCode,
          direction: direction === 1 ? 'debit' : 'credit',
          amount: micros(BigInt(amount)),
          before: before === null ? null : micros(BigInt(before)),
          after: after === null ? null : micros(BigInt(after)),
        })),
        replayed: answer.outcome === 'replayed',
      };
    case 'conflict':
      throw commonErrors.IDEMPOTENCY_CONFLICT();
    case 'missing':
      throw ledgerErrors.WALLET_NOT_FOUND({}, { userId: answer.user });
    case 'short':
      throw shortageOf(answer);
  }
}

function shortageOf(answer: Extract<Answer, { outcome: 'short' }>): Error {
  const data = {
    userId: answer.user,
    walletKind: answer.kind,
    balance: formatMoney(BigInt(answer.balance)),
    needed: formatMoney(BigInt(answer.needed)),
  };
  switch (answer.kind) {
    case WALLET_KIND.balance:
    case WALLET_KIND.bonus:
      return ledgerErrors.BALANCE_NOT_ENOUGH({}, data);
    case WALLET_KIND.brokerage:
      return ledgerErrors.BROKERAGE_NOT_ENOUGH({}, data);
    case WALLET_KIND.rebate_pending:
    case WALLET_KIND.rebate_debt:
      return ledgerErrors.REBATE_NOT_ENOUGH({}, data);
    default:
      // The hold row has the money but the hold wallet does not.
      invariant(false, 'ledger-hold-wallet-short', JSON.stringify(data));
  }
}

function fingerprintOf(instruction: Instruction): string {
  const asked = [
    instruction.eventCode ?? instruction.event,
    instruction.bizType,
    instruction.bizId ?? null,
    instruction.currency ?? BOOK_CURRENCY,
    instruction.content,
  ];
  return hash('sha256', toJson(asked), 'base64url');
}
