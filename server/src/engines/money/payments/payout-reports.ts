import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import type { WithdrawalEvent } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { withdrawalStatus, withdrawalWallet } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { eq, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { closeRequest, lockRequestsOf } from '../../office/approvals/index.ts';
import { clearing, payoutPaid, restore, returnPayout, settle } from '../ledger/index.ts';
import { type WithdrawalRow, withdrawals } from './tables.ts';
import { notifyFinanceOfWithdrawal, notifyOwnerOfWithdrawal, withdrawalsChanged } from './withdrawal-notices.ts';
import { documentOf } from './withdrawals.ts';

const { paying, paid, failed, returned, checking } = withdrawalStatus.is;

/** A channel's report about an attempt. */
export interface PayoutReport {
  readonly attempt: number;
  readonly status: 'accepted' | 'paid' | 'failed' | 'returned';
  readonly channelNo?: string | undefined;
  readonly txHash?: string | undefined;
  readonly message?: string | undefined;
}

/**
 * Applies a channel's report, idempotently and in any order. An impossible report (paid, of a rejected withdrawal) moves nothing and
 * notifies finance. @returns whether the withdrawal changed state
 */
export async function applyPayoutReport(tx: Tx, id: bigint, report: PayoutReport): Promise<boolean> {
  await lockRequestsOf(tx, withdrawals, [id]);
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update');
  if (!row || report.attempt < 1 || report.attempt > row.attempt) return false;
  const moves = movesOf(row, report);
  const { rowCount } = await tx.execute(sql`
    insert into pay_payout_news (withdrawal_id, attempt, news, is_conflict)
    values (${id}, ${report.attempt}, ${report.status}, ${moves === 'conflict' ? 1 : 0}) on conflict do nothing`);
  if (rowCount === 0) return false;
  const actor = systemActor(row.tenantId);
  if (moves === 'conflict') {
    await notifyFinanceOfWithdrawal(tx, actor, row, 'PAYOUT_CONFLICT');
    return false;
  }
  if (report.attempt === row.attempt) await note(tx, row, report);
  let at = row;
  for (const move of moves) at = await MOVES[move](tx, actor, at, report);
  return moves.length > 0;
}

type Move = 'send' | 'pay' | 'fail' | 'return';

/** Returns the moves a report requires in the present state of a withdrawal. */
function movesOf({ status, attempt }: WithdrawalRow, report: PayoutReport): readonly Move[] | 'conflict' {
  const reported = report.status;
  if (reported === 'accepted') return [];
  if (report.attempt < attempt) return reported === 'failed' ? [] : 'conflict';
  if (status === paying) return reported === 'paid' ? ['pay'] : reported === 'failed' ? ['fail'] : ['pay', 'return'];
  if (status === paid) return reported === 'returned' ? ['return'] : reported === 'failed' ? 'conflict' : [];
  // The channel reported a failure although the money was sent.
  if (status === failed || status === checking)
    return reported === 'paid' ? ['send', 'pay'] : reported === 'returned' ? ['send', 'pay', 'return'] : [];
  if (status === returned) return [];
  return reported === 'paid' ? 'conflict' : [];
}

const MOVES: Readonly<
  Record<Move, (tx: Tx, actor: Actor, row: WithdrawalRow, report: PayoutReport) => Promise<WithdrawalRow>>
> = {
  send: async (tx, actor, row) => {
    if (row.approvalId !== null && row.status === checking) await closeRequest(tx, actor, row.approvalId);
    await settle(tx, actor, {
      ...heldBy(row),
      to: clearing(channelOf(row)),
      event: 'WD_SEND',
      idemKey: `wd:${row.id}:s:${row.attempt}:late`,
    });
    return row;
  },
  pay: async (tx, actor, row) => {
    await payoutPaid(tx, actor, {
      channel: channelOf(row),
      methodCode: row.paymentMethod ?? '',
      amount: row.amount,
      fee: row.fee,
      ...documentOf(row),
      idemKey: `wd:${row.id}:p:${row.attempt}`,
    });
    const moved = await move(tx, actor, row, paid, { paidTime: now(), pollTime: soon() });
    await notifyOwnerOfWithdrawal(tx, actor, moved, 'WITHDRAW_PAID');
    return moved;
  },
  fail: async (tx, actor, row, { message }) => {
    await restore(tx, actor, {
      ...heldBy(row),
      from: clearing(channelOf(row)),
      idemKey: `wd:${row.id}:f:${row.attempt}`,
    });
    const moved = await move(tx, actor, row, failed, { pollTime: null }, message);
    await notifyFinanceOfWithdrawal(tx, actor, moved, 'PAYOUT_FAILED');
    return moved;
  },
  return: async (tx, actor, row, { message }) => {
    await giveBack(tx, actor, row);
    const moved = await move(tx, actor, row, returned, { pollTime: null, rejectReason: message ?? null }, message);
    await notifyOwnerOfWithdrawal(tx, actor, moved, 'WITHDRAW_RETURNED', message);
    return moved;
  },
};

/** Credits a returned payout after it had been paid, without the fee. */
export async function giveBack(tx: Tx, actor: Actor, row: WithdrawalRow): Promise<void> {
  await returnPayout(tx, actor, {
    userId: row.userId,
    wallet: row.walletKind === withdrawalWallet.is.brokerage ? 'brokerage' : 'balance',
    methodCode: row.paymentMethod ?? '',
    amount: row.netAmount,
    ...documentOf(row),
    idemKey: `wd:${row.id}:b`,
  });
}

const now = () => sql`now()` as unknown as Date;
const soon = () => sql`now() + interval '10 seconds'` as unknown as Date;

const channelOf = (row: WithdrawalRow): string => {
  invariant(row.channelCode !== null, 'payout-channel', row.withdrawNo);
  return row.channelCode;
};

function heldBy(row: WithdrawalRow) {
  invariant(row.holdId !== null, 'withdrawal-held', row.withdrawNo);
  return { holdId: row.holdId, amount: row.amount };
}

async function note(tx: Tx, row: WithdrawalRow, { channelNo, txHash, message }: PayoutReport): Promise<void> {
  await tx
    .update(withdrawals)
    .set({
      channelSaid: message ?? null,
      ...(channelNo ? { channelNo } : {}),
      ...(txHash ? { txHash } : {}),
    })
    .where(eq(withdrawals.id, row.id));
}

/** Writes the new state of a withdrawal and its history entry. */
export async function move(
  tx: Tx,
  actor: Actor,
  row: WithdrawalRow,
  to: number,
  columns: Partial<typeof withdrawals.$inferInsert>,
  reason?: string,
  event: WithdrawalEvent | keyof typeof withdrawal.calls = 'payout',
): Promise<WithdrawalRow> {
  const [moved] = await tx
    .update(withdrawals)
    .set({
      ...columns,
      status: to,
      updateUser: actor.userId,
      updateTime: now(),
      version: sql`${withdrawals.version} + 1`,
    })
    .where(eq(withdrawals.id, row.id))
    .returning();
  invariant(moved, 'withdrawal-moved', row.withdrawNo);
  await logState(tx, actor, { type: withdrawal.name, id: row.id, from: row.status, to, event, reason });
  withdrawalsChanged(tx, row.tenantId);
  return moved;
}
