import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { openLeases } from '../leases/index.ts';
import type { Product } from './buyer.ts';
import { type PlacedOrder, type PricedOrder, type ProductOrder, placeOrders } from './place.ts';
import { ORDER } from './states.ts';

/** Whether a product's numbers are rented by the month. */
export const isLease = (product: Pick<Product, 'serviceType'>): boolean => product.serviceType === serviceType.is.lease;

/** Returns the months paid with the purchase; 1 for a sale, so that prices can be multiplied by it. */
export const termOf = (product: Pick<Product, 'serviceType' | 'leaseMonths'>): number =>
  isLease(product) ? (product.leaseMonths ?? 1) : 1;

/**
 * Rents numbers: a sale whose numbers belong to the buyer for the paid months.
 * @throws STOCK_NOT_ENOUGH, BALANCE_NOT_ENOUGH; the caller rolls back
 */
export async function placeLease(tx: Tx, placing: PricedOrder): Promise<PlacedOrder> {
  const [placed] = await placeOrders(tx, [placing]);
  invariant(placed, 'lease-not-placed');
  await rentDelivered(tx, placing.actor, placed.order, placing.past?.at);
  return placed;
}

/** Opens the leases of a just delivered order if it rents numbers. */
export async function rentDelivered(tx: Tx, actor: Actor, order: ProductOrder, at = new Date()): Promise<void> {
  const months = monthsOf(order);
  if (months === null || order.status !== ORDER.completed) return;
  invariant(order.outboundId, 'lease-without-note', order.orderNo);
  const opened = await openLeases(tx, actor, {
    ...order,
    outboundId: order.outboundId,
    ownerName: order.buyerName,
    months,
    monthPrice: monthPriceOf(order, months),
    autoRenew: order.productSnapshot['autoRenew'] === 1,
    at,
  });
  invariant(opened === order.numbers, 'lease-numbers', order.orderNo);
}

/** Returns the months an order paid for each number; null for a sale. */
export function monthsOf({ productSnapshot }: Pick<ProductOrder, 'productSnapshot'>): number | null {
  if (productSnapshot['serviceType'] !== serviceType.is.lease) return null;
  const months = Number(productSnapshot['leaseMonths'] ?? 1);
  return months > 0 ? months : 1;
}

/** Returns the monthly price; an order's price includes all its months. */
const monthPriceOf = (order: ProductOrder, months: number): Micro => micros(order.unitPrice / BigInt(months));
