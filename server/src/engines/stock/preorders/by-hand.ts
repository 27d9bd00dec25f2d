import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { type Criteria, lockedFor, lockForPreorder, lockLines, matchLine } from '../inventory/index.ts';
import type { PlacedOrder } from '../orders/index.ts';
import { fill } from './deliver.ts';
import { preOrderErrors } from './errors.ts';
import { assertCan, lockPreOrder, openPieces } from './move.ts';
import type { PreOrder } from './tables.ts';

/**
 * Delivers chosen numbers from stock to an approved pre-order, with its locked ones, as a product order. Pre-orders before it in line get
 * what they wait for first.
 * @throws PREORDER_MISMATCH, PREORDER_ENOUGH, PREORDER_PIECES, STOCK_NOT_ENOUGH, STATE_CONFLICT, and the refusals of `fill`
 */
export async function deliverToPreOrder(
  tx: Tx,
  actor: Actor,
  asked: {
    readonly id: bigint;
    readonly criteria: Criteria;
    readonly quantity: number;
    readonly strategy: number;
    readonly allowPartial: boolean;
  },
): Promise<PlacedOrder> {
  const row = await lockPreOrder(tx, actor, asked.id);
  assertCan('deliverSome', row);
  if (!isOfKind(row, asked.criteria)) throw preOrderErrors.PREORDER_MISMATCH();
  await lockLines(tx, row.tenantId, [row]);
  await matchLine(tx, row.tenantId, row);
  const before = (await lockedFor(tx, [row.id])).get(row.id) ?? 0;
  const missing = openPieces(row) * row.specQty - before;
  if (asked.quantity > missing) throw preOrderErrors.PREORDER_ENOUGH({ n: missing });
  const { criteria, quantity, strategy, allowPartial } = asked;
  const locked = await lockForPreorder(tx, actor, { preorderId: row.id, criteria, quantity, strategy, allowPartial });
  const pieces = Math.floor((before + locked) / row.specQty);
  if (pieces === 0 || (before + locked) % row.specQty !== 0) throw preOrderErrors.PREORDER_PIECES({ n: row.specQty });
  return fill(tx, row, pieces);
}

const isOfKind = (row: PreOrder, { businessType, countryCode, numberType, capability }: Criteria): boolean =>
  businessType === row.businessType &&
  countryCode === row.countryCode &&
  (row.numberType === null || numberType === row.numberType) &&
  ((capability ?? 0) & (row.capability ?? 0)) === (row.capability ?? 0);
