import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { OPEN_WITHDRAWALS } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { withdrawalStatus, withdrawalWallet } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { openSecretOf } from '../../../kernel/resource/sealed.ts';
import { stateConflict } from '../../../kernel/resource/states.ts';
import { approveRequest, closeRequest, lockRequestsOf, propose } from '../../office/approvals/index.ts';
import { assertLedgerVerified, cash, clearing, settle, walletOf } from '../ledger/index.ts';
import { amountText, atField } from './amounts.ts';
import { assertNotPaused } from './app-limits.ts';
import { paymentErrors } from './errors.ts';
import { giveBack, move } from './payout-reports.ts';
import { PAYOUT_CHANNEL } from './payouts.ts';
import { channels, type WithdrawalRow, withdrawals } from './tables.ts';
import { notifyOwnerOfWithdrawal, withdrawalScreenOf } from './withdrawal-notices.ts';
import { releaseWithdrawals } from './withdrawals.ts';

const { passed, paying, checking, transferred } = withdrawalStatus.is;

const plan = z.discriminatedUnion('way', [
  z.object({ way: z.literal('pass'), txHash: z.string().optional() }),
  z.object({ way: z.literal('channel'), channel: z.string() }),
  z.object({ way: z.literal('transfer') }),
]);
/** How to complete a withdrawal: paid by hand, by a channel, or moved to the balance. */
export type Plan = z.output<typeof plan>;

interface Decision {
  readonly resource: Resource;
  /** The condition on rows the caller may decide. */
  readonly reachable: SQL | undefined;
  readonly ids: readonly bigint[];
}

/** The approval of a withdrawal above one person's limit: carried out with a second approval, otherwise unchanged. */
export const withdrawalApproval = defineApproval({
  kind: approvalKind.is.withdrawal,
  permission: `${withdrawal.name}:check`,
  payload: z.object({ withdrawalId: idSchema(), from: z.int(), plan }),
  run: async (tx, decider, { payload }) => {
    const row = await lockOne(tx, payload.withdrawalId);
    if (row.status !== checking) throw commonErrors.STATE_CONFLICT();
    await assertLedgerVerified(tx);
    await carryOut(tx, decider, row, payload.plan, {
      checkUserName: decider.realName,
      checkTime: sql`now()` as unknown as Date,
    });
  },
  dropped: async (tx, actor, { payload, reason }) => {
    const row = await lockOne(tx, payload.withdrawalId);
    if (row.status === checking) await move(tx, actor, row, payload.from, { approvalId: null }, reason, 'uncheck');
  },
});

/**
 * Completes withdrawals as planned: at once, or above `withdraw.checkAbove` after a second person approves. All or
 * none.
 * @throws NOT_FOUND, STATE_CONFLICT, PAYOUT_IN_FLIGHT, WITHDRAW_OF_OWN, CHANNEL_GONE, TRANSFER_BROKERAGE,
 * PLANNED_OTHERWISE, WITHDRAW_PROOF, LEDGER_MISMATCH, and those of approvals
 */
export async function endWithdrawals(
  tx: Tx,
  c: Context,
  decision: Decision,
  planned: Plan,
): Promise<DecidedWithdrawals> {
  const { actor } = c;
  await assertLedgerVerified(tx);
  if (planned.way === 'channel') await assertChannel(tx, actor, planned.channel);
  const limits = {
    checkAbove: await readParameter(tx, actor.tenantId, 'withdraw.checkAbove'),
    proofAbove: await readParameter(tx, actor.tenantId, 'withdraw.proofAbove'),
  };
  const ended: { id: bigint; status: number }[] = [];
  for (const row of await lockOpen(tx, c, decision, planned)) {
    if (row.userId === actor.userId) throw paymentErrors.WITHDRAW_OF_OWN();
    await assertNotPaused(tx, row);
    if (planned.way === 'transfer' && row.walletKind !== withdrawalWallet.is.brokerage)
      throw paymentErrors.TRANSFER_BROKERAGE({ no: row.withdrawNo });
    ended.push({ id: row.id, status: await endOne(tx, c, row, planned, limits) });
  }
  return ended;
}
type DecidedWithdrawals = { readonly id: bigint; readonly status: number }[];

interface Limits {
  /** Amounts above it need a second person. */
  readonly checkAbove: bigint;
  /** Payments by hand above it need a reference. */
  readonly proofAbove: bigint;
}

async function endOne(tx: Tx, c: Context, row: WithdrawalRow, planned: Plan, limits: Limits): Promise<number> {
  const { actor } = c;
  const audited = { auditUser: actor.userId, auditUserName: actor.realName, auditTime: now() };
  if (row.status === checking) {
    invariant(row.approvalId !== null, 'withdrawal-approval', row.withdrawNo);
    await assertPlanned(tx, row, planned);
    await approveRequest(tx, c, row.approvalId);
    return (await lockOne(tx, row.id)).status;
  }
  if (planned.way === 'pass' && !planned.txHash && row.amount > limits.proofAbove)
    throw atField('txHash', paymentErrors, 'WITHDRAW_PROOF', {
      no: row.withdrawNo,
      amount: amountText(limits.proofAbove),
    });
  if (row.amount > limits.checkAbove) {
    const approvalId = await askSecond(tx, actor, row, planned);
    await move(tx, actor, row, checking, { ...audited, approvalId }, undefined, 'ask-check');
  } else await carryOut(tx, actor, row, planned, audited);
  return (await lockOne(tx, row.id)).status;
}

/** Moves the money, then writes the state. */
async function carryOut(
  tx: Tx,
  actor: Actor,
  row: WithdrawalRow,
  planned: Plan,
  columns: Partial<WithdrawalRow>,
): Promise<void> {
  invariant(row.holdId !== null, 'withdrawal-held', row.withdrawNo);
  const { holdId, amount, fee, netAmount } = row;
  const done = { ...columns, approvalId: null };
  // The second person's approval pays; the first person's request was recorded when it was made.
  const eventOf = (way: Plan['way']) => (row.status === checking ? 'check' : way);
  if (planned.way === 'channel') {
    const attempt = row.attempt + 1;
    const to = clearing(planned.channel);
    await settle(tx, actor, { holdId, amount, to, event: 'WD_SEND', idemKey: `wd:${row.id}:s:${attempt}` });
    const sent = { channelCode: planned.channel, attempt, channelNo: null, txHash: null, channelSaid: null };
    await move(
      tx,
      actor,
      row,
      paying,
      { ...done, ...sent, sentTime: now(), pollTime: now() },
      undefined,
      eventOf('channel'),
    );
    await tx.execute(sql`select pg_notify(${PAYOUT_CHANNEL}, '')`);
    return;
  }
  if (planned.way === 'transfer') {
    const to = walletOf(row.userId, 'balance');
    await settle(tx, actor, { holdId, amount, to, event: 'TRANSFER', idemKey: `tf:${row.id}` });
    // The whole amount was moved and nothing was sent, so there is no fee.
    const whole = { fee: ZERO, netAmount: amount, localAmount: null, localCurrency: null, fxRate: null };
    const columns = { ...done, ...whole, paidTime: now() };
    const moved = await move(tx, actor, row, transferred, columns, undefined, eventOf('transfer'));
    await notifyOwnerOfWithdrawal(tx, actor, moved, 'WITHDRAW_MOVED');
    return;
  }
  const to = [
    { account: cash(row.paymentMethod ?? ''), amount: netAmount },
    { account: 'p:fee_income' as const, amount: fee },
  ];
  await settle(tx, actor, { holdId, amount, to, event: 'WD_PAID', idemKey: `wd:${row.id}:p` });
  const paid = { ...done, paidTime: now(), txHash: planned.txHash ?? null };
  const moved = await move(tx, actor, row, passed, paid, undefined, eventOf('pass'));
  await notifyOwnerOfWithdrawal(tx, actor, moved, 'WITHDRAW_PAID');
}

/** Rejects, withdraws or returns withdrawals. The caller has locked the rows and writes their states. */
export async function closeWithoutPaying(
  tx: Tx,
  actor: Actor,
  rows: readonly WithdrawalRow[],
  { name, reason }: { readonly name: string; readonly reason: string },
): Promise<void> {
  for (const row of rows) {
    const isOwn = row.userId === actor.userId;
    if (name === 'remove' && !isOwn) throw commonErrors.NO_PERMISSION();
    if (name !== 'remove' && isOwn) throw paymentErrors.WITHDRAW_OF_OWN();
    if (row.approvalId !== null) await closeRequest(tx, actor, row.approvalId);
    if (name === 'mark-returned') {
      await giveBack(tx, actor, row);
      await notifyOwnerOfWithdrawal(tx, actor, row, 'WITHDRAW_RETURNED', reason);
    } else await releaseWithdrawals(tx, actor, [row]);
    if (name === 'turn-down') await notifyOwnerOfWithdrawal(tx, actor, row, 'WITHDRAW_REFUSED', reason);
    await tx
      .update(withdrawals)
      .set({
        approvalId: null,
        pollTime: null,
        ...(name === 'remove' ? {} : { rejectReason: reason }),
        ...(name === 'turn-down' ? { auditUser: actor.userId, auditUserName: actor.realName, auditTime: now() } : {}),
      })
      .where(eq(withdrawals.id, row.id));
  }
}

async function askSecond(tx: Tx, actor: Actor, row: WithdrawalRow, planned: Plan): Promise<bigint> {
  const screen = withdrawalScreenOf(row.userType);
  const { id } = await propose(tx, actor, {
    kind: withdrawalApproval,
    payload: { withdrawalId: String(row.id), from: row.status, plan: planned },
    params: { user: row.userName, amount: amountText(row.amount), no: row.withdrawNo },
    lines: [
      {
        name: `${row.userName} → ${row.payeeName ?? ''}`,
        route: `/${screen}/index?record=${row.id}`,
        note: amountText(row.netAmount),
      },
      ...(planned.way === 'pass' && planned.txHash
        ? [{ name: withdrawal.fields.txHash.options.label, route: '', note: planned.txHash }]
        : []),
    ],
    total: { amount: row.amount, currency: BOOK_CURRENCY },
    reason: planned.way === 'channel' ? `→ ${planned.channel}` : (row.applyNote ?? '–'),
    message: 'WITHDRAW_TODO',
  });
  return id;
}

/** Refuses another plan than the one the first person requested. @throws PLANNED_OTHERWISE */
async function assertPlanned(tx: Tx, row: WithdrawalRow, asked: Plan): Promise<void> {
  const { rows } = await tx.execute<{ plan: Plan }>(
    sql`select payload -> 'plan' as plan from apr_request where id = ${row.approvalId}`,
  );
  const planned = rows[0]?.plan;
  if (!planned) throw commonErrors.STATE_CONFLICT();
  const where = (one: Plan) => `${one.way} ${one.way === 'channel' ? one.channel : ''}`.trim();
  if (where(planned) !== where(asked)) throw paymentErrors.PLANNED_OTHERWISE({ no: row.withdrawNo });
}

async function assertChannel(tx: Tx, actor: Actor, code: string): Promise<void> {
  const [row] = await tx
    .select({ id: channels.id })
    .from(channels)
    .where(
      and(
        eq(channels.tenantId, actor.tenantId),
        eq(channels.channelCode, code),
        eq(channels.status, enableStatus.is.enabled),
        eq(channels.confirmed, 1),
        isNull(channels.deletedAt),
      ),
    );
  if (!row) throw paymentErrors.CHANNEL_GONE({ code });
}

/** Returns the whole card number of one withdrawal. @throws NOT_FOUND, SECRET_UNREADABLE */
export async function accountOf({ app }: Context, { reachable, ids }: Decision): Promise<string> {
  const [row] = await app.db.drizzle
    .select()
    .from(withdrawals)
    .where(and(reachable, inArray(withdrawals.id, [...ids])));
  if (!row) throw commonErrors.NOT_FOUND();
  return openSecretOf(app.secrets, withdrawal, row, 'cardNo');
}

const TITLES = {
  pass: withdrawal.calls.pass,
  channel: withdrawal.calls['third-channel'],
  transfer: withdrawal.calls.transfer,
} as const;

async function lockOpen(
  tx: Tx,
  c: Context,
  { resource, reachable, ids }: Decision,
  { way }: Plan,
): Promise<WithdrawalRow[]> {
  await lockRequestsOf(tx, withdrawals, ids);
  const rows = await tx
    .select()
    .from(withdrawals)
    .where(and(reachable, inArray(withdrawals.id, [...ids])))
    .orderBy(asc(withdrawals.id))
    .for('update');
  if (rows.length < ids.length) throw commonErrors.NOT_FOUND();
  const elsewhere = rows.find(({ status }) => !(OPEN_WITHDRAWALS as readonly number[]).includes(status));
  if (elsewhere?.status === paying) throw paymentErrors.PAYOUT_IN_FLIGHT();
  const { title } = TITLES[way];
  if (elsewhere)
    throw stateConflict(c, resource, { title, from: OPEN_WITHDRAWALS, to: passed, access: 'audit' }, elsewhere);
  return rows;
}

async function lockOne(tx: Tx, id: bigint): Promise<WithdrawalRow> {
  const [row] = await tx.select().from(withdrawals).where(eq(withdrawals.id, id)).for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

const now = () => sql`now()` as unknown as Date;
