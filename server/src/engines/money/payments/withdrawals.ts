import { kycStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import type { withdrawalOrder } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { paymentType, withdrawalStatus, withdrawalWallet } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { localAmountOf } from '@trade-assistant/contract/areas/user/local-amount.ts';
import { quoteWithdrawal } from '@trade-assistant/contract/areas/user/withdrawal-quote.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { micros, roundMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { z } from 'zod';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { sealingPurpose } from '../../../kernel/resource/sealed.ts';
import { logState } from '../../../kernel/resource/states.ts';
import type { Secrets } from '../../../kernel/secrets/index.ts';
import { assertLedgerVerified, hold, release, transfer } from '../ledger/index.ts';
import { amountText, atAmount } from './amounts.ts';
import { assertAppWithdrawal } from './app-limits.ts';
import { paymentErrors } from './errors.ts';
import { methodsFor } from './methods.ts';
import { type MethodRow, type WithdrawalRow, withdrawals } from './tables.ts';
import { notifyFinanceOfWithdrawal, withdrawalScreenOf, withdrawalsChanged } from './withdrawal-notices.ts';
import { assertPayer, payeeOf } from './withdrawal-payees.ts';
import { risksOf } from './withdrawal-risks.ts';

type Order = z.output<typeof withdrawalOrder>;

const { pending, refused, transferred, cancelled } = withdrawalStatus.is;

/**
 * Requests a withdrawal of the actor's own money; the amount is held until it is paid or released.
 * @throws WITHDRAW_BY_STAFF, VERIFICATION_NEEDED, METHOD_GONE, AMOUNT_BELOW, AMOUNT_ABOVE, AMOUNT_SCALE, FEE_ABOVE,
 * WITHDRAW_COUNT, WITHDRAW_DAY, those of `payeeOf`, BALANCE_NOT_ENOUGH, BROKERAGE_NOT_ENOUGH, LEDGER_MISMATCH
 */
export async function orderWithdrawal(tx: Tx, actor: Actor, secrets: Secrets, order: Order): Promise<WithdrawalRow> {
  if (actor.userType === userType.is.staff) throw paymentErrors.WITHDRAW_BY_STAFF();
  // Only agents earn rebates.
  if (order.walletKind === withdrawalWallet.is.brokerage && actor.userType !== userType.is.agent)
    throw commonErrors.NO_PERMISSION();
  await assertLedgerVerified(tx);
  await assertVerified(tx, actor);
  const offered = await methodsFor(tx, actor, 'withdrawal');
  const method = offered.find(({ methodCode }) => methodCode === order.paymentMethod);
  if (!method) throw paymentErrors.METHOD_GONE();
  await assertWithinLimits(tx, actor, method, order.amount);
  const payee = await payeeOf(tx, actor, secrets, method, order);
  if (order.walletKind === withdrawalWallet.is.balance) await assertPayer(tx, actor, payee);
  const { fee, net } = quoteWithdrawal(method, order.amount);
  if (net <= 0n) throw atAmount(paymentErrors, 'FEE_ABOVE', { fee: amountText(fee) });
  const isLocal = method.methodType !== paymentType.is.crypto;
  const [row] = await tx
    .insert(withdrawals)
    .values({
      ...ownerOf(actor),
      withdrawNo: businessNo('WD'),
      walletKind: order.walletKind,
      amount: order.amount,
      fee,
      netAmount: net,
      paymentMethod: method.methodCode,
      methodName: method.methodName,
      methodNameEn: method.methodNameEn,
      methodType: method.methodType,
      network: method.network,
      payeeType: order.payeeType,
      payeeId: order.payeeId,
      payeeName: payee.name,
      payee: payee.details,
      cardNo: payee.cardNo && secrets.seal(payee.cardNo, sealingPurpose(withdrawal.name, 'cardNo', actor.tenantId)),
      localAmount: isLocal ? localAmountOf(net, method.fxRate, method.localCurrency) : null,
      localCurrency: isLocal ? method.localCurrency : null,
      fxRate: isLocal ? method.fxRate : null,
      status: pending,
      riskFlags: await risksOf(tx, actor, { ...order, payee }),
      attempt: 0,
      applyNote: order.applyNote ?? null,
    })
    .returning();
  invariant(row, 'withdrawal-inserted', actor.tenantId);
  const { holdId } = await hold(tx, actor, {
    userId: actor.userId,
    amount: row.amount,
    accountKind: row.walletKind === withdrawalWallet.is.brokerage ? 2 : 1,
    event: 'WD_HOLD',
    bonusFirst: false,
    ...documentOf(row),
    idemKey: `wd:${row.id}:h`,
  });
  invariant(holdId !== null && holdId !== undefined, 'withdrawal-held', row.withdrawNo);
  await tx.update(withdrawals).set({ holdId }).where(eq(withdrawals.id, row.id));
  await logState(tx, actor, { type: withdrawal.name, id: row.id, from: null, to: pending, event: 'create' });
  await notifyFinanceOfWithdrawal(tx, actor, row, 'WITHDRAW_SUBMITTED');
  withdrawalsChanged(tx, actor.tenantId);
  return { ...row, holdId };
}

/** Moves the actor's own brokerage to the balance, at once and without a fee. @throws BROKERAGE_NOT_ENOUGH */
export async function moveBrokerage(tx: Tx, actor: Actor, amount: bigint): Promise<WithdrawalRow> {
  if (actor.userType !== userType.is.agent) throw commonErrors.NO_PERMISSION();
  if (amount <= 0n) throw paymentErrors.TRANSFER_WHICH();
  const [row] = await tx
    .insert(withdrawals)
    .values({
      ...ownerOf(actor),
      withdrawNo: businessNo('WD'),
      walletKind: withdrawalWallet.is.brokerage,
      amount: micros(amount),
      fee: ZERO,
      netAmount: micros(amount),
      status: transferred,
      riskFlags: 0,
      attempt: 0,
      paidTime: sql`now()` as unknown as Date,
    })
    .returning();
  invariant(row, 'withdrawal-inserted', actor.tenantId);
  await transfer(tx, actor, { userId: actor.userId, amount, ...documentOf(row), idemKey: `tf:${row.id}` });
  await logState(tx, actor, { type: withdrawal.name, id: row.id, from: null, to: transferred, event: 'transfer' });
  withdrawalsChanged(tx, actor.tenantId);
  return row;
}

/** Releases the money held for unpaid withdrawals. The caller has locked the rows. */
export async function releaseWithdrawals(tx: Tx, actor: Actor, rows: readonly WithdrawalRow[]): Promise<void> {
  for (const row of rows) {
    invariant(row.holdId !== null, 'withdrawal-held', row.withdrawNo);
    await release(tx, actor, { holdId: row.holdId, idemKey: `wd:${row.id}:r`, event: 'WD_RELEASE' });
  }
  announceChange(tx, actor.tenantId, 'agent/user');
}

/** Returns the document reference of a withdrawal's journals. */
export const documentOf = ({ id, withdrawNo, userType: type }: WithdrawalRow) => ({
  bizType: withdrawalScreenOf(type),
  bizId: id,
  bizNo: withdrawNo,
});

const ownerOf = (actor: Actor) => ({
  tenantId: actor.tenantId,
  userId: actor.userId,
  userName: actor.realName || actor.account,
  userType: actor.userType,
  createUser: actor.userId,
  createUserName: actor.realName,
  createDept: actor.deptIds[0] ?? null,
  updateUser: actor.userId,
});

async function assertVerified(tx: Tx, actor: Actor): Promise<void> {
  if (actor.userType !== userType.is.agent) return;
  if ((await readParameter(tx, actor.tenantId, 'withdraw.needsVerification')) !== 1) return;
  const { rows } = await tx.execute<{ kyc: number }>(
    sql`select kyc_status as kyc from sys_user where id = ${actor.userId}`,
  );
  if (rows[0]?.kyc !== kycStatus.is.verified) throw paymentErrors.VERIFICATION_NEEDED();
}

/** Locks the user, so that concurrent withdrawals cannot exceed the limits together. */
async function assertWithinLimits(tx: Tx, actor: Actor, method: MethodRow, amount: Order['amount']): Promise<void> {
  if (amount < method.minAmount)
    throw atAmount(paymentErrors, 'AMOUNT_BELOW', { amount: amountText(method.minAmount) });
  if (amount > method.maxAmount)
    throw atAmount(paymentErrors, 'AMOUNT_ABOVE', { amount: amountText(method.maxAmount) });
  if (roundMoney(amount, method.scale, 'down') !== amount)
    throw atAmount(paymentErrors, 'AMOUNT_SCALE', { n: String(method.scale) });
  await tx.execute(sql`select from sys_user where id = ${actor.userId} for no key update`);
  const found = await tx.execute<{ count: number; today: string }>(sql`
    select count(*)::int as count, coalesce(sum(amount) filter (where payment_method = ${method.methodCode}), 0)::text as today
    from pay_withdrawal where user_id = ${actor.userId} and payment_method is not null
      and status not in (${refused}, ${cancelled}) and create_time >= ${startOfCurrent('day', actor.tenantId)}`);
  const { count = 0, today = '0' } = found.rows[0] ?? {};
  const most = await readParameter(tx, actor.tenantId, 'withdraw.perDay');
  if (count >= most) throw paymentErrors.WITHDRAW_COUNT({ n: most });
  if (actor.userType === userType.is.appUser) await assertAppWithdrawal(tx, actor, amount);
  const dayMax = method.dayMax ?? (await readParameter(tx, actor.tenantId, 'withdraw.dayMax'));
  const left = dayMax - BigInt(today);
  if (amount > left) throw atAmount(paymentErrors, 'WITHDRAW_DAY', { left: amountText(left > 0n ? left : 0n) });
}

/** Replaces the note of a withdrawal that waits for review. @throws NOT_FOUND, NO_PERMISSION, STATE_CONFLICT */
export async function changeNote(
  tx: Tx,
  actor: Actor,
  { id, applyNote }: { readonly id: bigint; readonly applyNote: string | null },
  reachable: SQL | undefined,
): Promise<void> {
  const [row] = await tx
    .select()
    .from(withdrawals)
    .where(and(reachable, eq(withdrawals.id, id)))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  if (row.userId !== actor.userId) throw commonErrors.NO_PERMISSION();
  if (row.status !== pending) throw commonErrors.STATE_CONFLICT();
  await tx
    .update(withdrawals)
    .set({ applyNote, updateTime: sql`now()` as unknown as Date, version: sql`${withdrawals.version} + 1` })
    .where(eq(withdrawals.id, id));
  withdrawalsChanged(tx, actor.tenantId);
}
