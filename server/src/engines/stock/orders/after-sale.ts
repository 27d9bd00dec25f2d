import { serviceType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { refund as refundMoney, release, settle } from '../../money/ledger/index.ts';
import { earnRebates, takeBackRebates } from '../../money/rebates/index.ts';
import {
  cancelOutbound,
  deliverMissing,
  deliverOutbound,
  giveUpMissing,
  numbersOfOrder,
  type Outbound,
} from '../inventory/index.ts';
import { lockLeasesOfOrder, refundRenewals, takeBackLeases } from '../leases/index.ts';
import { orderErrors } from './errors.ts';
import { monthsOf, rentDelivered } from './leases.ts';
import { lockOrder, lockOrderOf } from './locks.ts';
import { refundPackage } from './packages.ts';
import type { ProductOrder } from './place.ts';
import { returnNumbers } from './replace.ts';
import { revenueOf } from './revenue.ts';
import { ORDER, orderMachine } from './states.ts';
import { productOrders } from './tables.ts';
import { missingNumbersOf } from './verify.ts';

interface ByNote {
  readonly outboundId: bigint;
}

interface RefundInput {
  readonly itemIds?: readonly bigint[];
  readonly reason: string;
  /** A warranty claim, decided also after the end of the warranty; its number is the key of the refund. */
  readonly claimNo?: string;
}

/** Delivers a waiting order: the numbers become the buyer's, and the held money is settled. */
export async function deliverOrder(
  tx: Tx,
  actor: Actor,
  input: ByNote,
): Promise<{ order: ProductOrder; note: Outbound }> {
  const order = await lockOrderOf(tx, actor, input.outboundId);
  const warrantyHours = order.productSnapshot.warrantyHours;
  const note = await deliverOutbound(tx, actor, input.outboundId, {
    warrantyHours: typeof warrantyHours === 'number' ? warrantyHours : null,
  });
  const paid =
    order.holdId === null
      ? null
      : await settle(tx, actor, {
          holdId: order.holdId,
          amount: order.amount,
          to: revenueOf(order.businessType),
          idemKey: `settle:${order.orderNo}`,
        });
  const moved = await moveOrder(tx, actor, order, 'deliver', {
    deliveredQty: order.quantity,
    paidAmount: order.amount,
    deliverTime: new Date(),
    warrantyUntil: note.warrantyUntil,
    journalId: paid?.journalId ?? null,
  });
  await rentDelivered(tx, actor, moved);
  if (paid)
    await earnRebates(tx, [
      {
        tenantId: order.tenantId,
        agentId: order.agentId,
        userId: order.buyerId,
        userName: order.buyerName,
        businessType: order.businessType,
        serviceType: Number(order.productSnapshot.serviceType ?? serviceType.is.number),
        countryCode: order.countryCode,
        source: 'product',
        sourceId: order.id,
        sourceNo: order.orderNo,
        journalId: paid.journalId,
        amount: order.amount,
        warrantyUntil: note.warrantyUntil,
      },
    ]);
  return { order: moved, note };
}

/** Cancels an undelivered order; releases its money and numbers. */
export async function cancelOrder(
  tx: Tx,
  actor: Actor,
  input: ByNote & { reason: string },
): Promise<{ order: ProductOrder; note: Outbound }> {
  const order = await lockOrderOf(tx, actor, input.outboundId);
  if (actor.userType !== userType.is.staff) {
    const minutes = await readParameter(tx, actor.tenantId, 'orders.cancelMinutes');
    if (Date.now() - order.createTime.getTime() > minutes * 60_000) throw orderErrors.CANCEL_TOO_LATE({ minutes });
  }
  const note = await cancelOutbound(tx, actor, input.outboundId, input.reason);
  if (order.holdId !== null) await release(tx, actor, { holdId: order.holdId, idemKey: `release:${order.orderNo}` });
  await unsell(tx, order.productId, order.quantity);
  return { order: await moveOrder(tx, actor, order, 'cancel', { cancelReason: input.reason }, input.reason), note };
}

/**
 * Refunds delivered numbers within the warranty at the price of their sale; the numbers go into quarantine. Without
 * `itemIds` the whole rest of the order. `refundedQty` counts whole pieces. Renewals of rented numbers are refunded
 * too: all their months are still to come, because no warranty lasts longer than the purchased term. If numbers of the
 * order were never delivered, a refund without `itemIds` returns the price of exactly those, also after the warranty.
 * @throws NOT_FOUND, WARRANTY_OVER, STATE_CONFLICT
 */
export async function refundOrder(
  tx: Tx,
  actor: Actor,
  input: ByNote & RefundInput,
): Promise<{ order: ProductOrder; refunded: Micro }> {
  const order = await lockOrderOf(tx, actor, input.outboundId);
  if (input.itemIds === undefined && (await missingNumbersOf(tx, order)) > 0)
    return refundMissing(tx, actor, order, input);
  if (input.claimNo === undefined) assertWithinTerms(order);
  const rented = monthsOf(order) === null ? [] : await lockLeasesOfOrder(tx, order.id, input.itemIds);
  const { returned, kept } = await returnNumbers(tx, actor, order, input);
  const whole = kept === 0;
  const amount = whole ? micros(order.paidAmount - order.refundAmount) : times(order.unitPrice, returned);
  const renewals = await takeBackLeases(tx, actor, rented);
  if (order.journalId !== null && amount > 0n) {
    await takeBackRebates(tx, { journalId: order.journalId, refunded: order.refundAmount + amount });
    await refundMoney(tx, actor, {
      journalId: order.journalId,
      amount,
      idemKey: input.claimNo ? `warranty:${input.claimNo}` : `refund:${order.orderNo}:${order.refundAmount + amount}`,
      bizNo: order.orderNo,
      reason: input.reason,
    });
  }
  const refundedQty = whole ? order.quantity : refundedPieces(order, kept);
  const changes = { refundAmount: micros(order.refundAmount + amount), refundedQty };
  const moved = await moveOrder(tx, actor, order, whole ? 'refundAll' : 'refundSome', changes, input.reason);
  const more = await refundRenewals(tx, actor, renewals, input.reason);
  return { order: moved, refunded: micros(amount + more) };
}

/** Refunds the price of numbers that were paid for and never delivered. */
async function refundMissing(
  tx: Tx,
  actor: Actor,
  order: ProductOrder,
  { outboundId, reason }: ByNote & { reason: string },
): Promise<{ order: ProductOrder; refunded: Micro }> {
  const { missing } = await giveUpMissing(tx, actor, outboundId, reason);
  const { kept } = await numbersOfOrder(tx, order);
  const whole = kept === 0;
  const refunded = whole ? micros(order.paidAmount - order.refundAmount) : times(order.unitPrice, missing);
  if (order.journalId !== null && refunded > 0n) {
    const { journalId, orderNo: bizNo } = order;
    await takeBackRebates(tx, { journalId, refunded: order.refundAmount + refunded });
    const idemKey = `refund:${bizNo}:missing`;
    await refundMoney(tx, actor, { journalId, amount: refunded, idemKey, bizNo, reason });
  }
  const refundAmount = micros(order.refundAmount + refunded);
  const refundedQty = whole ? order.quantity : refundedPieces(order, kept);
  const event = whole ? 'refundAll' : 'refundSome';
  return { order: await moveOrder(tx, actor, order, event, { refundAmount, refundedQty }, reason), refunded };
}

/**
 * Delivers numbers that were paid for and never delivered. @throws STATE_CONFLICT when none is missing;
 * STOCK_NOT_ENOUGH
 */
export async function deliverMissingNumbers(
  tx: Tx,
  actor: Actor,
  input: ByNote,
): Promise<{ order: ProductOrder; delivered: number }> {
  const order = await lockOrderOf(tx, actor, input.outboundId);
  if (order.status !== ORDER.completed && order.status !== ORDER.partlyRefunded) throw commonErrors.STATE_CONFLICT();
  return { order, delivered: await deliverMissing(tx, actor, input.outboundId) };
}

/** Returns the pieces of which all numbers were refunded, of an order that keeps some numbers. */
const refundedPieces = ({ numbers, quantity }: ProductOrder, kept: number): number =>
  Math.floor(((numbers - kept) * quantity) / numbers);

/**
 * Refunds the price of a package within its terms if no unit was used.
 * @throws NOT_FOUND, WARRANTY_OVER, PACKAGE_USED, STATE_CONFLICT
 */
export async function refundPackageOrder(
  tx: Tx,
  actor: Actor,
  input: { readonly orderId: bigint; readonly reason: string },
): Promise<{ order: ProductOrder; refunded: Micro }> {
  const order = await lockOrder(tx, actor, eq(productOrders.id, input.orderId));
  if (order.status !== ORDER.completed) throw commonErrors.STATE_CONFLICT();
  assertWithinTerms(order);
  const refunded = await refundPackage(tx, actor, order, input.reason);
  const changes = { refundAmount: order.paidAmount, refundedQty: order.quantity };
  return { order: await moveOrder(tx, actor, order, 'refundAll', changes, input.reason), refunded };
}

function assertWithinTerms(order: ProductOrder): void {
  if (order.warrantyUntil === null || order.warrantyUntil < new Date()) throw orderErrors.WARRANTY_OVER();
}

async function moveOrder(
  tx: Tx,
  actor: Actor,
  order: ProductOrder,
  event: keyof typeof orderMachine,
  changes: Partial<ProductOrder>,
  reason?: string,
): Promise<ProductOrder> {
  const { from, to } = orderMachine[event];
  const [moved] = await tx
    .update(productOrders)
    .set({
      ...changes,
      status: to,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${productOrders.version} + 1`,
    })
    .where(and(eq(productOrders.id, order.id), inArray(productOrders.status, [...from])))
    .returning();
  if (!moved) throw commonErrors.STATE_CONFLICT();
  await logState(tx, actor, { type: 'product_order', id: order.id, from: order.status, to, event, reason });
  return moved;
}

const unsell = (tx: Tx, productId: bigint, quantity: number) =>
  tx.execute(sql`
    insert into agt_product_sale as s (product_id, slot, sold) values (${productId}, pg_backend_pid() % 16, ${-quantity})
    on conflict (product_id, slot) do update set sold = s.sold + excluded.sold`);
