import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, type SQL } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import type { ProductOrder } from './place.ts';
import { productOrders } from './tables.ts';

/** Returns the order of a delivery note, locked. @throws NOT_FOUND when it is out of the caller's scope */
export const lockOrderOf = (tx: Tx, actor: Actor, outboundId: bigint): Promise<ProductOrder> =>
  lockOrder(tx, actor, eq(productOrders.outboundId, outboundId));

/** Returns an order, locked. @throws NOT_FOUND when it is out of the caller's scope */
export async function lockOrder(tx: Tx, actor: Actor, which: SQL): Promise<ProductOrder> {
  const [order] = await tx
    .select()
    .from(productOrders)
    .where(and(visible(actor, productOrders, 'owner'), which))
    .for('update');
  if (!order) throw commonErrors.NOT_FOUND();
  return order;
}
