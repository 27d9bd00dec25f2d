import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { joinLine, lockLines, matchLine, releaseLocked, setWanted } from '../inventory/index.ts';
import { atField, preOrderErrors } from './errors.ts';
import {
  assertCan,
  depositShare,
  heldDeposit,
  lockPreOrder,
  movePreOrder,
  openPieces,
  releaseDeposit,
} from './move.ts';
import { notifyBuyer } from './notices.ts';
import { PREORDER, type PreOrderEvent } from './states.ts';
import { depositFor } from './submit.ts';
import type { PreOrder } from './tables.ts';

/**
 * Approves a submitted pre-order, whole or in part, or rejects it. An approved one joins the line and gets numbers that are on sale.
 * @throws NO_PERMISSION, PREORDER_OWN, APPROVED_QTY, STATE_CONFLICT
 */
export async function approvePreOrder(
  tx: Tx,
  actor: Actor,
  input: {
    readonly id: bigint;
    readonly isPassed: boolean;
    readonly approvedQty?: number | undefined;
    readonly remark?: string | undefined;
  },
): Promise<PreOrder> {
  staffOnly(actor);
  const row = await lockPreOrder(tx, actor, input.id);
  assertCan(input.isPassed ? 'approve' : 'reject', row);
  if (row.createUser === actor.userId || row.ownerId === actor.userId) throw preOrderErrors.PREORDER_OWN();
  const decision = {
    approverId: actor.userId,
    approverName: actor.realName,
    approveTime: new Date(),
    approveRemark: input.remark ?? null,
  };
  if (!input.isPassed) return reject(tx, actor, row, decision, input.remark);
  const approvedQty = input.approvedQty ?? row.quantity;
  if (approvedQty > row.quantity) throw atField('approvedQty', 'APPROVED_QTY', { n: row.quantity });
  const { id: preorderId, businessType, countryCode, numberType, capability } = row;
  const wanted = approvedQty * row.specQty;
  await joinLine(tx, actor, {
    ...{ preorderId, businessType, countryCode, numberType, capability, since: decision.approveTime, wanted },
  });
  await matchLine(tx, row.tenantId, row);
  const surplus = micros(row.depositAmount - depositFor(row, approvedQty));
  const returned = await releaseDeposit(tx, actor, row, surplus, { key: 'approve', reason: input.remark });
  const refundAmount = micros(row.refundAmount + returned);
  const moved = await movePreOrder(tx, actor, row, 'approve', { ...decision, approvedQty, refundAmount }, input.remark);
  await notifyBuyer(tx, moved, 'PREORDER_APPROVED', { n: String(approvedQty), m: String(row.quantity) });
  return moved;
}

async function reject(
  tx: Tx,
  actor: Actor,
  row: PreOrder,
  decision: Partial<PreOrder>,
  remark: string | undefined,
): Promise<PreOrder> {
  const { moved } = await end(tx, actor, row, 'reject', decision, remark);
  await notifyBuyer(tx, moved, 'PREORDER_REJECTED', { reason: remark ?? '–' });
  return moved;
}

/**
 * Revokes a pre-order before anything is delivered and releases its deposit: agents theirs until the approval, staff also approved ones.
 * @throws STATE_CONFLICT
 */
export async function revokePreOrder(
  tx: Tx,
  actor: Actor,
  { id, reason }: { readonly id: bigint; readonly reason: string },
): Promise<{ readonly row: PreOrder; readonly refunded: Micro }> {
  const row = await lockPreOrder(tx, actor, id);
  // An agent's revocation ends with the approval: numbers may already be bought for it.
  if (actor.userType !== userType.is.staff && row.status !== PREORDER.submitted) assertCan('lapse', row);
  const { moved, released } = await end(tx, actor, row, 'revoke', { revokeReason: reason }, reason);
  if (actor.userId !== row.buyerId)
    await notifyBuyer(tx, moved, 'PREORDER_REFUNDED', { amount: amountOf(moved, released), reason });
  return { row: moved, refunded: released };
}

/**
 * Refunds undelivered pieces of an approved pre-order, without `quantity` all of them. Delivered ones are refunded by their orders.
 * @throws NO_PERMISSION, USE_REVOKE, PREORDER_REFUND_EXCEEDS, STATE_CONFLICT
 */
export async function refundPreOrder(
  tx: Tx,
  actor: Actor,
  { id, quantity, reason }: { readonly id: bigint; readonly quantity?: number | undefined; readonly reason: string },
): Promise<{ readonly row: PreOrder; readonly refunded: Micro; readonly pieces: number }> {
  staffOnly(actor);
  const row = await lockPreOrder(tx, actor, id);
  if (row.status === PREORDER.submitted) throw preOrderErrors.USE_REVOKE();
  assertCan('refundRest', row);
  const open = openPieces(row);
  const pieces = quantity ?? open;
  if (pieces > open) throw atField('quantity', 'PREORDER_REFUND_EXCEEDS', { n: open });
  const { moved, released } =
    pieces === open
      ? await end(tx, actor, row, 'refundRest', { revokeReason: reason }, reason)
      : await refundSome(tx, actor, row, pieces, reason);
  await notifyBuyer(tx, moved, 'PREORDER_REFUNDED', { amount: amountOf(moved, released), reason });
  return { row: moved, refunded: released, pieces };
}

async function refundSome(tx: Tx, actor: Actor, row: PreOrder, pieces: number, reason: string) {
  await giveUpNumbers(tx, actor, row, (openPieces(row) - pieces) * row.specQty);
  const refundedQty = row.refundedQty + pieces;
  const released = await releaseDeposit(tx, actor, row, depositShare(row, pieces), {
    key: `refund:${refundedQty}`,
    reason,
  });
  const changes = { refundedQty, refundAmount: micros(row.refundAmount + released) };
  return { moved: await movePreOrder(tx, actor, row, 'refundSome', changes, reason), released };
}

/** Ends a pre-order: it leaves the line, its locked numbers go to the next, and the rest of its deposit is released. */
export async function end(
  tx: Tx,
  actor: Actor,
  row: PreOrder,
  event: PreOrderEvent & ('reject' | 'revoke' | 'refundRest' | 'overdue' | 'lapse'),
  changes: Partial<PreOrder>,
  reason: string | undefined,
): Promise<{ readonly moved: PreOrder; readonly released: Micro }> {
  assertCan(event, row);
  const isInLine = row.approvedQty !== null;
  if (isInLine) await giveUpNumbers(tx, actor, row, 0);
  const released = await releaseDeposit(tx, actor, row, heldDeposit(row), { key: 'end', reason });
  const moved = await movePreOrder(
    tx,
    actor,
    row,
    event,
    {
      ...changes,
      refundAmount: micros(row.refundAmount + released),
      ...(isInLine ? { refundedQty: row.refundedQty + openPieces(row) } : {}),
      skipReason: null,
      skipTime: null,
    },
    reason,
  );
  return { moved, released };
}

/** Leaves a pre-order waiting for fewer numbers; locked ones beyond them go to the next in line, or on sale. */
async function giveUpNumbers(tx: Tx, actor: Actor, row: PreOrder, wanted: number): Promise<void> {
  await lockLines(tx, row.tenantId, [row]);
  await setWanted(tx, row.id, wanted);
  if ((await releaseLocked(tx, actor, row.id, wanted)) > 0) await matchLine(tx, row.tenantId, row);
}

const amountOf = ({ currency }: PreOrder, amount: Micro): string => `${formatMoney(amount)} ${currency}`;

function staffOnly({ userType: type }: Actor): void {
  if (type !== userType.is.staff) throw commonErrors.NO_PERMISSION();
}
