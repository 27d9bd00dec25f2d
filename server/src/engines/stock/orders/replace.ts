import { micros } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { logState } from '../../../kernel/resource/states.ts';
import {
  type Criteria,
  createOutbound,
  numbersOfOrder,
  OUTBOUND_TYPE,
  type Outbound,
  returnOutbound,
} from '../inventory/index.ts';
import { lockLeasesOfOrder, moveLease } from '../leases/index.ts';
import { lockOrder } from './locks.ts';
import type { ProductOrder } from './place.ts';
import { productOrders } from './tables.ts';

const numberOrNull = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Returns the criteria of the numbers that an order bought. */
export const criteriaOfOrder = (
  order: Pick<ProductOrder, 'businessType' | 'countryCode' | 'productSnapshot'>,
): Criteria => ({
  businessType: order.businessType,
  countryCode: order.countryCode,
  numberType: numberOrNull(order.productSnapshot['numberType']),
  capability: numberOrNull(order.productSnapshot['capability']),
});

interface Replacement {
  readonly orderId: bigint;
  /** The note that has the number. */
  readonly outboundId: bigint;
  readonly itemId: bigint;
  readonly reason: string;
}

/**
 * Replaces a delivered number of an order by the oldest of the same kind in stock: the old one goes into quarantine, the new one is on
 * a replacement note of the order, free of charge, with the rest of the warranty. A lease continues with the new number.
 * @throws STOCK_NOT_ENOUGH, COUNTRY_BLOCKED, STATE_CONFLICT for a number that was returned
 */
export async function replaceNumber(
  tx: Tx,
  actor: Actor,
  { orderId, outboundId, itemId, reason }: Replacement,
): Promise<{ note: Outbound; itemId: bigint; e164: bigint }> {
  const order = await lockOrder(tx, actor, eq(productOrders.id, orderId));
  const [lease] = await lockLeasesOfOrder(tx, order.id, [itemId]);
  const { note: old } = await returnOutbound(tx, actor, outboundId, [itemId], reason, { isReplaced: true });
  const free = micros(0n);
  const note = await createOutbound(
    tx,
    actor,
    {
      outboundType: OUTBOUND_TYPE.replacement,
      agent: { id: order.ownerId, name: order.buyerName, ownerPath: order.ownerPath },
      criteria: criteriaOfOrder(order),
      quantity: 1,
      currency: order.currency,
      orderNo: order.orderNo,
      unitPrice: free,
      amount: free,
      licenceNote: order.useDeclaration,
      reason,
      ...(old.warrantyUntil ? { warrantyUntil: old.warrantyUntil } : {}),
    },
    'deliver',
  );
  const { rows } = await tx.execute<{ id: string; e164: string }>(
    sql`select item_id::text as id, e164::text from inv_outbound_line where outbound_id = ${note.id}`,
  );
  const [line] = rows;
  invariant(line, 'replacement-line', note.outboundNo);
  const delivered = { itemId: BigInt(line.id), e164: BigInt(line.e164) };
  if (lease) await moveLease(tx, actor, lease, delivered);
  const { status } = order;
  await logState(tx, actor, {
    type: 'product_order',
    id: order.id,
    from: status,
    to: status,
    event: 'replace',
    reason,
  });
  return { note, ...delivered };
}

/**
 * Returns numbers of an order from all its notes, or the rest of the order.
 * @returns how many were returned, and how many the customer keeps
 * @throws STATE_CONFLICT when none is left
 */
export async function returnNumbers(
  tx: Tx,
  actor: Actor,
  order: ProductOrder,
  { itemIds, reason }: { readonly itemIds?: readonly bigint[]; readonly reason: string },
): Promise<{ returned: number; kept: number }> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct l.outbound_id::text as id from inv_outbound_line l join inv_outbound n on n.id = l.outbound_id
    where n.tenant_id = ${order.tenantId} and n.order_no = ${order.orderNo} and l.state = 1
      ${itemIds ? sql`and l.item_id = any(${sql.param([...itemIds])}::bigint[])` : sql``}`);
  const noteIds = rows.map(({ id }) => BigInt(id)).sort((a, b) => (a < b ? -1 : 1));
  let returned = 0;
  for (const id of noteIds.length > 0 ? noteIds : [order.outboundId ?? 0n])
    returned += (await returnOutbound(tx, actor, id, itemIds, reason)).returned;
  return { returned, kept: (await numbersOfOrder(tx, order)).kept };
}
