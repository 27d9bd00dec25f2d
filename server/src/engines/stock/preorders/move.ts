import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { release } from '../../money/ledger/index.ts';
import { conflict } from './errors.ts';
import { type PreOrderEvent, preOrderMachine } from './states.ts';
import { type PreOrder, preOrders } from './tables.ts';

/** Returns a pre-order in the actor's scope, locked. @throws NOT_FOUND */
export async function lockPreOrder(tx: Tx, actor: Actor, id: bigint): Promise<PreOrder> {
  const [row] = await tx
    .select()
    .from(preOrders)
    .where(and(visible(actor, preOrders, 'owner'), eq(preOrders.id, id)))
    .for('update');
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** @throws STATE_CONFLICT, which names the present state */
export function assertCan(event: PreOrderEvent, { preOrderNo, status }: PreOrder): void {
  const { from }: { readonly from: readonly number[] } = preOrderMachine[event];
  if (!from.includes(status)) throw conflict(event, preOrderNo, status);
}

/** Changes a locked pre-order by one event of the table and records it; open lists refresh after the commit. */
export async function movePreOrder(
  tx: Tx,
  actor: Actor,
  row: PreOrder,
  event: PreOrderEvent,
  changes: Partial<PreOrder>,
  reason?: string,
): Promise<PreOrder> {
  assertCan(event, row);
  const to = preOrderMachine[event].to ?? row.status;
  const [moved] = await tx
    .update(preOrders)
    .set({ ...changes, status: to, ...changedBy(actor) })
    .where(and(eq(preOrders.id, row.id), isNull(preOrders.deletedAt)))
    .returning();
  if (!moved) throw commonErrors.NOT_FOUND();
  await logState(tx, actor, { type: preOrder.name, id: row.id, from: row.status, to, event, reason });
  announceChange(tx, row.tenantId, preOrder);
  return moved;
}

export const changedBy = (actor: Actor) => ({
  updateUser: actor.userId,
  updateTime: sql`now()` as never,
  version: sql`${preOrders.version} + 1` as never,
});

/** Pieces that are approved, or submitted, and neither delivered nor refunded. */
export const openPieces = ({ approvedQty, quantity, deliveredQty, refundedQty }: PreOrder): number =>
  (approvedQty ?? quantity) - deliveredQty - refundedQty;

/** The held rest of the deposit. */
export const heldDeposit = ({ depositAmount, depositUsed, refundAmount }: PreOrder): Micro =>
  micros(depositAmount - depositUsed - refundAmount);

/**
 * The share of the held deposit for some of the open pieces, rounded down; all open pieces have all of it, so that the shares together are
 * the deposit.
 */
export const depositShare = (row: PreOrder, pieces: number): Micro =>
  micros((heldDeposit(row) * BigInt(pieces)) / BigInt(openPieces(row)));

/** Releases a part of the held deposit. @returns the amount */
export async function releaseDeposit(
  tx: Tx,
  actor: Actor,
  { holdId, preOrderNo }: PreOrder,
  amount: Micro,
  { key, reason }: { readonly key: string; readonly reason?: string | undefined },
): Promise<Micro> {
  if (holdId === null || amount === 0n) return ZERO;
  await release(tx, actor, { holdId, amount, idemKey: `preorder:${preOrderNo}:${key}`, reason });
  return amount;
}
