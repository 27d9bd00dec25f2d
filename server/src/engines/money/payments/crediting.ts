import { recharge as rechargeResource } from '@trade-assistant/contract/areas/agent/recharge.ts';
import type { asked } from '@trade-assistant/contract/areas/agent/recharge-fields.ts';
import { approvalKind } from '@trade-assistant/contract/areas/desk/approval.ts';
import { incomingPaymentStatus, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { amount as amountSchema, id as idSchema } from '@trade-assistant/contract/kit/schema.ts';
import { and, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { defineApproval } from '../../../kernel/approvals.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { propose } from '../../office/approvals/index.ts';
import { paymentErrors } from './errors.ts';
import { link, lockRecharge, moveRecharge } from './incoming.ts';
import { isAfterOrder, receivingPlaceOf } from './matching.ts';
import { bookAmountOf } from './payable.ts';
import { assertCreditable, rechargeScreenOf } from './recharges.ts';
import { type IncomingRow, incoming, type RechargeRow, recharges } from './tables.ts';

type Asked = z.output<typeof asked>;

const { awaiting, review, expired } = rechargeStatus.is;
const AT_ONCE: Asked = { approvalId: null, approvalNo: null };

const payload = z.discriminatedUnion('what', [
  z.object({ what: z.literal('correct'), rechargeId: idSchema(), amount: amountSchema() }),
  z.object({ what: z.literal('attach'), rechargeId: idSchema(), incomingId: idSchema() }),
]);

/**
 * A credit that differs from the order, or a payment that does not match: credited after a review and a second
 * person's approval.
 */
export const rechargeApproval = defineApproval({
  kind: approvalKind.is.recharge,
  permission: `${rechargeResource.name}:check`,
  payload,
  run: async (tx, decider, { id, payload: wanted, reason }) => {
    const payment = wanted.what === 'attach' ? await lockPayment(tx, eq(incoming.id, wanted.incomingId)) : undefined;
    const row = await lockRecharge(tx, wanted.rechargeId);
    if (row.approvalId !== id) throw commonErrors.STATE_CONFLICT();
    if (wanted.what === 'correct') return correct(tx, decider, row, micros(wanted.amount), reason);
    if (payment) await attach(tx, decider, payment, row, reason);
  },
  dropped: async (tx, _actor, { id, payload: { rechargeId } }) => {
    await tx
      .update(recharges)
      .set({ approvalId: null })
      .where(and(eq(recharges.id, rechargeId), eq(recharges.approvalId, id)));
  },
});

interface Correction {
  readonly id: bigint;
  readonly creditedAmount: bigint;
  readonly reason: string;
}

/**
 * Corrects the amount of a recharge to what finance found to have arrived: at once within one person's limit,
 * otherwise after a second person's approval.
 * @throws STATE_CONFLICT, NOT_FOUND, CREDIT_ABOVE, RECHARGE_CHECKING, TOO_MANY_WAITING
 */
export async function correctRecharge(
  tx: Tx,
  actor: Actor,
  { id, creditedAmount, reason }: Correction,
  reachable: SQL | undefined,
): Promise<Asked> {
  const [row] = await tx
    .select()
    .from(recharges)
    .where(and(eq(recharges.id, id), reachable))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  if (row.status !== review) throw commonErrors.STATE_CONFLICT();
  assertUndecided(row);
  const amount = micros(creditedAmount);
  await assertCreditable(tx, row, amount, 'creditedAmount');
  if (!(await isWithin(tx, row, amount)))
    return ask(tx, actor, row, {
      wanted: { what: 'correct', rechargeId: String(id), amount: formatMoney(amount) },
      amount,
      reason,
    });
  await correct(tx, actor, row, amount, reason);
  return AT_ONCE;
}

async function correct(tx: Tx, actor: Actor, row: RechargeRow, amount: Micro, reason: string): Promise<void> {
  if (row.status !== review) throw commonErrors.STATE_CONFLICT();
  await assertCreditable(tx, row, amount, 'creditedAmount');
  const corrected = { creditedAmount: amount, creditReason: reason, approvalId: null, status: review };
  await moveRecharge(tx, actor, row, corrected, 'correct', reason);
}

interface Attachment {
  readonly id: bigint;
  readonly rechargeNo: string;
  readonly reason: string;
}

/**
 * Attaches an unmatched payment to a recharge. The recharge is then reviewed for the amount that arrived, never
 * credited automatically. If the payment differs from the order, a second person approves first.
 * @throws NOT_FOUND, STATE_CONFLICT, RECHARGE_UNKNOWN, RECHARGE_DECIDED, RECHARGE_HAS_PAYMENT, RECHARGE_OTHER_NETWORK,
 * RECHARGE_CHECKING, CREDIT_ABOVE, TX_DUPLICATE, TOO_MANY_WAITING
 */
export async function attachPayment(
  tx: Tx,
  actor: Actor,
  { id, rechargeNo, reason }: Attachment,
  reachable: SQL | undefined,
): Promise<Asked> {
  const no = rechargeNo.toUpperCase();
  const payment = await lockPayment(tx, and(reachable, eq(incoming.id, id)));
  const [row] = await tx
    .select()
    .from(recharges)
    .where(and(eq(recharges.tenantId, payment.tenantId), eq(recharges.rechargeNo, no)))
    .for('update');
  if (payment.status !== incomingPaymentStatus.is.unmatched) throw commonErrors.STATE_CONFLICT();
  if (!row) throw paymentErrors.RECHARGE_UNKNOWN({ no });
  assertUndecided(row);
  await assertAttachable(tx, payment, row);
  const amount = creditedOf(payment, row);
  if (isAsOrdered(payment, row) && (await isWithin(tx, row, amount))) {
    await attach(tx, actor, payment, row, reason);
    return AT_ONCE;
  }
  const wanted = { what: 'attach', rechargeId: String(row.id), incomingId: String(id) } as const;
  return ask(tx, actor, row, { wanted, amount, reason, payment });
}

async function attach(tx: Tx, actor: Actor, payment: IncomingRow, row: RechargeRow, reason: string): Promise<void> {
  if (payment.status !== incomingPaymentStatus.is.unmatched) throw commonErrors.STATE_CONFLICT();
  await assertAttachable(tx, payment, row);
  // An amount with a reason always needs a decision of finance, whatever the method's setting.
  const corrected = {
    creditedAmount: creditedOf(payment, row),
    creditReason: reason,
    approvalId: null,
    status: row.status,
  };
  await link(tx, actor, payment, await moveRecharge(tx, actor, row, corrected, 'correct', reason));
}

/**
 * Returns a locked payment. An unmatched payment is locked before its recharge, a matched one after it. @throws
 * NOT_FOUND
 */
async function lockPayment(tx: Tx, where: SQL | undefined): Promise<IncomingRow> {
  const [payment] = await tx.select().from(incoming).where(where).for('update');
  if (!payment) throw commonErrors.NOT_FOUND();
  return payment;
}

const creditedOf = (payment: IncomingRow, { fxRate }: RechargeRow): Micro =>
  micros(payment.network === null ? bookAmountOf(payment.amount, fxRate) : payment.amount);

async function assertAttachable(tx: Tx, payment: IncomingRow, row: RechargeRow): Promise<void> {
  const no = row.rechargeNo;
  if (![awaiting, review, expired].some((status) => status === row.status))
    throw paymentErrors.RECHARGE_DECIDED({ no });
  const currency = payment.network === null ? row.localCurrency : BOOK_CURRENCY;
  if (payment.network !== row.network || payment.currency !== currency)
    throw paymentErrors.RECHARGE_OTHER_NETWORK({ no });
  if ((await tx.$count(incoming, eq(incoming.rechargeId, row.id))) > 0)
    throw paymentErrors.RECHARGE_HAS_PAYMENT({ no });
  await assertCreditable(tx, row, creditedOf(payment, row), 'rechargeNo');
}

/** Whether a payment differs from the order in its amount at most. */
const isAsOrdered = (payment: IncomingRow, row: RechargeRow): boolean =>
  row.status !== expired &&
  row.isLate === 0 &&
  isAfterOrder(payment, row) &&
  payment.receiveAddress === receivingPlaceOf(row);

/** Whether one person may decide this credited amount: it is close to the order. */
async function isWithin(tx: Tx, row: RechargeRow, amount: bigint): Promise<boolean> {
  const most = await readParameter(tx, row.tenantId, 'recharge.correctAlone');
  return amount >= row.amount - most && amount <= row.payAmount + most;
}

function assertUndecided({ approvalId, rechargeNo }: RechargeRow): void {
  if (approvalId !== null) throw paymentErrors.RECHARGE_CHECKING({ no: rechargeNo });
}

interface Question {
  readonly wanted: z.input<typeof payload>;
  readonly amount: Micro;
  readonly reason: string;
  readonly payment?: IncomingRow;
}

async function ask(
  tx: Tx,
  actor: Actor,
  row: RechargeRow,
  { wanted, amount, reason, payment }: Question,
): Promise<Asked> {
  const exact = (value: bigint) => `${formatMoney(value)} ${BOOK_CURRENCY}`;
  const screen = rechargeScreenOf(row.userType);
  const { id: approvalId, approvalNo } = await propose(tx, actor, {
    kind: rechargeApproval,
    payload: wanted,
    params: {
      asker: actor.realName,
      user: row.userName,
      no: row.rechargeNo,
      ordered: exact(row.payAmount),
      amount: exact(amount),
    },
    lines: [
      { name: row.rechargeNo, route: `/${screen}/index?record=${row.id}`, note: exact(row.payAmount) },
      ...(payment
        ? [
            {
              name: payment.txHash,
              route: `/${incomingPayment.name}/index?record=${payment.id}`,
              note: `${formatMoney(payment.amount)} ${payment.currency}`,
            },
          ]
        : []),
    ],
    total: { amount, currency: BOOK_CURRENCY },
    reason,
    message: 'RECHARGE_TODO',
  });
  await tx.update(recharges).set({ approvalId }).where(eq(recharges.id, row.id));
  return { approvalId, approvalNo };
}
