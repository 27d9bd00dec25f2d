import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import {
  incomingPaymentProblem,
  incomingPaymentStatus,
  paymentType,
  rechargeStatus,
} from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { localAmountOf } from '@trade-assistant/contract/areas/user/local-amount.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { allOrNone } from '../../../kernel/jobs/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { closeRequest } from '../../office/approvals/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { holdersOf } from '../../people/identity/index.ts';
import { rechargePass } from '../ledger/index.ts';
import { amountText, atAmount, atField } from './amounts.ts';
import { assertAppRecharge } from './app-limits.ts';
import { paymentErrors } from './errors.ts';
import { methodsFor } from './methods.ts';
import { tailsOf } from './payable.ts';
import { bonusOf } from './recharge-bonus.ts';
import { incoming, type MethodRow, methods, type RechargeRow, recharges } from './tables.ts';
import { claim, release, seenElsewhere } from './transactions.ts';

const { awaiting, review, passed, expired } = rechargeStatus.is;

/** Most recharges expired in one run of the timer. */
const EXPIRE_MAX = 500;
const PLACES = ['agent/recharge', 'user/recharge-record'] as const;

/** The name of the resource that shows a user's recharges to staff. */
export const rechargeScreenOf = (type: number): string => PLACES[type === userType.is.agent ? 0 : 1];

/**
 * Orders a recharge: returns an amount that no other open recharge has at the same address, the address, and the
 * deadline.
 * @throws RECHARGE_BY_STAFF, METHOD_GONE, AMOUNT_BELOW, AMOUNT_ABOVE, DAY_ABOVE, RECHARGE_OPEN_LIMIT,
 * RECHARGES_PER_DAY, RECHARGE_BUSY
 */
export async function orderRecharge(
  tx: Tx,
  actor: Actor,
  { amount, paymentMethod }: { readonly amount: bigint; readonly paymentMethod: string },
): Promise<RechargeRow> {
  if (actor.userType === userType.is.staff) throw paymentErrors.RECHARGE_BY_STAFF();
  const method = (await methodsFor(tx, actor, 'recharge')).find(({ methodCode }) => methodCode === paymentMethod);
  if (!method) throw paymentErrors.METHOD_GONE();
  await assertAmount(tx, actor, method, amount);
  const isCrypto = method.methodType === paymentType.is.crypto;
  const columns = {
    tenantId: actor.tenantId,
    rechargeNo: businessNo('RC'),
    userId: actor.userId,
    userName: actor.realName || actor.account,
    userType: actor.userType,
    paymentMethod,
    methodName: method.methodName,
    methodNameEn: method.methodNameEn,
    methodId: method.id,
    methodType: method.methodType,
    network: method.network,
    amount: micros(amount),
    payAmount: micros(amount),
    localAmount: isCrypto ? null : localAmountOf(amount, method.fxRate, method.localCurrency),
    localCurrency: isCrypto ? null : method.localCurrency,
    fxRate: isCrypto ? null : method.fxRate,
    bankInfo: isCrypto ? null : method.bankInfo,
    status: awaiting,
    isLate: 0 as const,
    expireTime: sql`now() + make_interval(mins => ${method.expireMinutes})` as unknown as Date,
    createUser: actor.userId,
    createUserName: actor.realName,
    createDept: actor.deptIds[0] ?? null,
    updateUser: actor.userId,
  };
  const row = isCrypto
    ? await insertPayable(tx, columns, method)
    : (await tx.insert(recharges).values(columns).returning())[0];
  invariant(row, 'recharge-inserted', actor.tenantId);
  await logState(tx, actor, { type: recharge.name, id: row.id, from: null, to: awaiting, event: 'create' });
  announceChange(tx, actor.tenantId, recharge);
  return row;
}

/** Refuses an amount outside the limits. Serialises orders of an agent and its sub-users, so that the limits hold. */
async function assertAmount(tx: Tx, actor: Actor, method: MethodRow, amount: bigint): Promise<void> {
  if (amount < method.minAmount)
    throw atAmount(paymentErrors, 'AMOUNT_BELOW', { amount: amountText(method.minAmount) });
  if (amount > method.maxAmount)
    throw atAmount(paymentErrors, 'AMOUNT_ABOVE', { amount: amountText(method.maxAmount) });
  const agentId = sql`(select case user_type when ${userType.is.subUser} then parent_id else id end from sys_user where id = ${actor.userId})`;
  await tx.execute(sql`select from sys_user where id = ${agentId} for no key update`);
  const isOwn = sql`user_id = ${actor.userId} and deleted_at is null`;
  const isToday = sql`create_time >= ${startOfCurrent('day', actor.tenantId)}`;
  const found = await tx.execute<{ open: number; orders: number; today: string }>(sql`
    select count(*) filter (where ${isOwn} and status in (${awaiting}, ${review}))::int as open,
      count(*) filter (where ${isToday})::int as orders,
      coalesce(sum(amount) filter (where ${isOwn} and method_id = ${method.id} and ${isToday}
        and status in (${awaiting}, ${review}, ${passed})), 0)::text as today
    from pay_recharge
    where user_id in (select id from sys_user
        where id = ${agentId} or (parent_id = ${agentId} and user_type = ${userType.is.subUser}))
      and (status in (${awaiting}, ${review}) or ${isToday})`);
  const { open = 0, orders = 0, today = '0' } = found.rows[0] ?? {};
  if (open >= (await readParameter(tx, actor.tenantId, 'recharge.openMost')))
    throw paymentErrors.RECHARGE_OPEN_LIMIT({ n: open });
  // Each order draws another amount: without a limit a user could repeat orders until one has the amount of another
  // user's payment.
  const most = await readParameter(tx, actor.tenantId, 'recharge.perDay');
  if (orders >= most) throw paymentErrors.RECHARGES_PER_DAY({ n: most });
  if (actor.userType === userType.is.appUser) await assertAppRecharge(tx, actor, amount);
  if (method.dayMax === null) return;
  const left = method.dayMax - BigInt(today);
  if (amount > left) throw atAmount(paymentErrors, 'DAY_ABOVE', { left: amountText(left > 0n ? left : 0n) });
}

/**
 * Inserts the order at one of the method's addresses, with an amount that no open recharge there has. Of two
 * concurrent orders only one gets an amount, by the unique index; the other takes the next.
 */
async function insertPayable(
  tx: Tx,
  columns: Omit<typeof recharges.$inferInsert, 'receiveAddress'> & { readonly amount: Micro },
  { receiveAddresses, scale }: MethodRow,
): Promise<RechargeRow> {
  const amounts = tailsOf(scale).map((tail) => columns.amount + tail);
  for (const receiveAddress of shuffled(receiveAddresses ?? [])) {
    const at = eq(recharges.receiveAddress, receiveAddress);
    const amountsOf = async (where: SQL | undefined) =>
      (await tx.select({ payAmount: recharges.payAmount }).from(recharges).where(and(at, where))).map(
        ({ payAmount }): bigint => payAmount,
      );
    const taken = new Set(await amountsOf(inArray(recharges.status, [awaiting, review])));
    // Also excludes recharges that expired within a day: a late payment for one would match this order.
    const today = sql`${recharges.expireTime} > now() - interval '1 day'`;
    const doubtful = new Set(await amountsOf(and(eq(recharges.status, expired), today)));
    const free = amounts.filter((value) => !taken.has(value));
    const better = free.filter((value) => !doubtful.has(value));
    for (const payAmount of shuffled(better.length > 0 ? better : free).slice(0, 20)) {
      const [row] = await tx
        .insert(recharges)
        .values({ ...columns, receiveAddress, payAmount: micros(payAmount) })
        .onConflictDoNothing()
        .returning();
      if (row) return row;
    }
  }
  throw paymentErrors.RECHARGE_BUSY();
}

/** Refuses a payment that a watcher saw and that lacks confirmations. @throws TX_NOT_CONFIRMED */
async function assertConfirmed(tx: Tx, row: RechargeRow): Promise<void> {
  const [seen] = await tx
    .select({ confirmations: incoming.confirmations })
    .from(incoming)
    .where(and(eq(incoming.rechargeId, row.id), eq(incoming.status, incomingPaymentStatus.is.confirming)));
  if (!seen) return;
  const needed = (await methodOf(tx, row))?.confirmations ?? 0;
  throw paymentErrors.TX_NOT_CONFIRMED({ no: row.rechargeNo, n: seen.confirmations, needed });
}

/** Claims the named transaction for the credited recharge. @throws TX_DUPLICATE, TX_SEEN_ELSEWHERE */
async function claimNamed(tx: Tx, row: RechargeRow): Promise<void> {
  if (row.network === null || row.txHash === null) return;
  const seen = await seenElsewhere(tx, row);
  if (seen?.rechargeId) throw paymentErrors.TX_DUPLICATE({ no: seen.rechargeNo ?? '–' });
  if (seen) throw paymentErrors.TX_SEEN_ELSEWHERE({ no: row.rechargeNo });
  await claim(tx, row, row.txHash, row.receiveAddress ?? '');
}

/**
 * Refuses to credit more than the method's maximum, also with two people; the ordered amount with its tail is allowed.
 * @param field the field of the error @throws CREDIT_ABOVE
 */
export async function assertCreditable(tx: Tx, row: RechargeRow, amount: bigint, field: string): Promise<void> {
  const maximum = (await methodOf(tx, row))?.maxAmount ?? row.amount;
  if (amount > maximum && amount > row.payAmount)
    throw atField(field, paymentErrors, 'CREDIT_ABOVE', { amount: amountText(maximum) });
}

/** Credits recharges that finance confirms, each once. The caller has locked the rows and writes their states. */
export async function passRecharges(tx: Tx, actor: Actor, rows: readonly RechargeRow[]): Promise<void> {
  for (const row of rows) {
    if (row.userId === actor.userId) throw commonErrors.NO_PERMISSION();
    if (row.approvalId !== null) throw paymentErrors.RECHARGE_CHECKING({ no: row.rechargeNo });
    await assertConfirmed(tx, row);
    await claimNamed(tx, row);
    const amount = row.creditedAmount ?? row.payAmount;
    await assertCreditable(tx, row, amount, 'creditedAmount');
    const bonus = await bonusOf(tx, row, amount);
    await rechargePass(tx, actor, {
      userId: row.userId,
      amount,
      bonus,
      methodCode: row.paymentMethod,
      bizType: rechargeScreenOf(row.userType),
      bizId: row.id,
      bizNo: row.rechargeNo,
      idemKey: `rc:${row.id}`,
      reason: row.creditReason ?? undefined,
    });
    await tx
      .update(recharges)
      .set({ creditedAmount: amount, bonusAmount: bonus > 0n ? bonus : null, ...decidedBy(actor) })
      .where(eq(recharges.id, row.id));
    await notify(tx, actor, row, 'RECHARGE_PASSED', { amount: amountText(amount) });
  }
  announceChange(tx, actor.tenantId, recharge);
}

/** Returns expired recharges to the review. They stay late: attaching a payment to one needs a second person. */
export async function reopenRecharges(tx: Tx, actor: Actor, rows: readonly RechargeRow[]): Promise<void> {
  const ids = rows.map(({ id }) => id);
  await tx.update(recharges).set({ isLate: 1 }).where(inArray(recharges.id, ids));
  for (const row of rows) await notifyFinance(tx, actor, row);
}

/** Rejects recharges; other recharges may name their transactions again. */
export async function refuseRecharges(
  tx: Tx,
  actor: Actor,
  rows: readonly RechargeRow[],
  reason: string,
): Promise<void> {
  for (const row of rows) {
    await release(tx, row.id);
    await freePayment(tx, row);
    await dropCorrection(tx, actor, row);
    await tx
      .update(recharges)
      .set({ rejectReason: reason, approvalId: null, ...decidedBy(actor) })
      .where(eq(recharges.id, row.id));
    await notify(tx, actor, row, 'RECHARGE_REJECTED', { amount: amountText(row.payAmount), reason });
  }
  announceChange(tx, actor.tenantId, recharge);
}

/** Cancels the payer's own unpaid recharges. The caller has locked the rows and writes their states. */
export async function cancelRecharges(tx: Tx, actor: Actor, rows: readonly RechargeRow[]): Promise<void> {
  for (const row of rows) {
    if (row.userId !== actor.userId) throw commonErrors.NO_PERMISSION();
    await dropCorrection(tx, actor, row);
    await tx.update(recharges).set({ approvalId: null }).where(eq(recharges.id, row.id));
  }
}

/** Closes the request about another amount of an ended recharge. */
const dropCorrection = async (tx: Tx, actor: Actor, { approvalId }: RechargeRow): Promise<void> => {
  if (approvalId !== null) await closeRequest(tx, actor, approvalId);
};

/** Returns the payment of a rejected recharge to the unmatched ones. */
async function freePayment(tx: Tx, row: RechargeRow): Promise<void> {
  await tx.execute(sql`
    update pay_incoming set status = ${incomingPaymentStatus.is.unmatched}, problem = ${incomingPaymentProblem.is.ended},
      recharge_id = null, update_time = now(), version = version + 1
    where recharge_id = ${row.id}`);
  announceChange(tx, row.tenantId, incomingPayment);
}

/** Expires unpaid recharges after their deadline. @returns how many */
export async function expireRecharges(tx: Tx, batch = allOrNone): Promise<number> {
  const due = await tx
    .select()
    .from(recharges)
    .where(
      and(eq(recharges.status, awaiting), lte(recharges.expireTime, sql`now()`), batch.isNotSetApart(recharges.id)),
    )
    .orderBy(recharges.expireTime)
    .limit(EXPIRE_MAX)
    .for('update', { skipLocked: true });
  if (due.length === 0) return 0;
  await batch.together(tx, due, expire);
  for (const tenantId of new Set(due.map((row) => row.tenantId))) announceChange(tx, tenantId, recharge);
  return due.length;
}

async function expire(tx: Tx, due: readonly RechargeRow[]): Promise<void> {
  await tx
    .update(recharges)
    .set({ status: expired, updateTime: sql`now()` as unknown as Date, version: sql`${recharges.version} + 1` })
    .where(
      inArray(
        recharges.id,
        due.map(({ id }) => id),
      ),
    );
  for (const row of due)
    await logState(tx, systemActor(row.tenantId), {
      type: recharge.name,
      id: row.id,
      from: awaiting,
      to: expired,
      event: 'expire',
    });
}

/** Notifies finance of a recharge that waits for review. */
export async function notifyFinance(
  tx: Tx,
  actor: Actor,
  row: RechargeRow,
  key: 'RECHARGE_SUBMITTED' | 'RECHARGE_RIVAL' = 'RECHARGE_SUBMITTED',
): Promise<void> {
  const screen = rechargeScreenOf(row.userType);
  await sendMessage(tx, actor, {
    to: { userIds: await holdersOf(tx, row.tenantId, `${screen}:audit`) },
    key,
    params: { user: row.userName, amount: amountText(row.payAmount), no: row.rechargeNo },
    bizType: screen,
    bizId: String(row.id),
    route: `/${screen}/index?record=${row.id}`,
  });
}

async function notify(
  tx: Tx,
  actor: Actor,
  row: RechargeRow,
  key: 'RECHARGE_PASSED' | 'RECHARGE_REJECTED',
  params: Readonly<Record<string, string>>,
): Promise<void> {
  await sendMessage(tx, actor, {
    to: { userIds: [row.userId] },
    key,
    params,
    bizType: recharge.name,
    bizId: String(row.id),
  });
}

/** Returns a recharge in reach. @throws NOT_FOUND */
export async function rechargeOf(tx: Tx, id: bigint, reachable: SQL | undefined): Promise<RechargeRow> {
  const [row] = await tx
    .select()
    .from(recharges)
    .where(and(reachable, eq(recharges.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** Returns the method of a recharge, also if it is no longer offered. */
export async function methodOf(tx: Pick<Tx, 'select'>, row: RechargeRow): Promise<MethodRow | undefined> {
  const [method] = await tx.select().from(methods).where(eq(methods.id, row.methodId));
  return method;
}

const decidedBy = (actor: Actor) => ({
  auditUser: actor.userId,
  auditUserName: actor.realName,
  auditTime: sql`now()` as unknown as Date,
});

/** Returns the values in random order, so that concurrent orders rarely choose the same one. */
function shuffled<T>(values: readonly T[]): T[] {
  const left = [...values];
  for (let at = left.length - 1; at > 0; at -= 1) {
    const other = Math.floor(Math.random() * (at + 1));
    [left[at], left[other]] = [left[other] as T, left[at] as T];
  }
  return left;
}
