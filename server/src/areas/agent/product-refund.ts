import type { productOrders as orderList } from '@trade-assistant/contract/areas/agent/product.ts';
import { REFUND_MAX } from '@trade-assistant/contract/areas/agent/refund.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { serviceType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors, defineErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { CallInput } from '@trade-assistant/contract/kit/resource.ts';
import { and, eq } from 'drizzle-orm';
import { sendMessage } from '../../engines/office/messages/index.ts';
import { deliveredItemsOf, numbersOfOrder } from '../../engines/stock/inventory/index.ts';
import {
  cancelOrder,
  deliverMissingNumbers,
  type ProductOrder,
  productOrders,
  refundOrder,
  refundPackageOrder,
} from '../../engines/stock/orders/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { visible } from '../../kernel/resource/scope.ts';

export const refundErrors = defineErrors({
  PACKAGE_WHOLE: {
    status: 400,
    zh: '套餐只能整单退款，请不要填写号码',
    en: 'Packages are refunded as a whole: leave the numbers empty',
  },
  NUMBERS_INVALID: { status: 400, zh: '“{text}”不是号码', en: '“{text}” is not a phone number' },
  NUMBERS_TOO_MANY: { status: 400, zh: '一次最多退 {n} 个号码', en: 'At most {n} numbers at once' },
  NUMBERS_NOT_DELIVERED: {
    status: 400,
    zh: '{count} 个号码不在此订单中或已退回，例如 {number}',
    en: 'Not in this order or already returned: {number} ({count} in total)',
  },
});

type Input = CallInput<typeof orderList, 'refund-order', 'out'>;

/** Refunds numbers of an order and notifies the buyer. */
export const refund = (c: Context, { id, numbers, reason }: Input) =>
  c.tx(async (tx) => {
    if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
    const order = await orderOf(c, tx, id);
    const { outboundId, orderNo, buyerId } = order;
    const isOfPackage = order.productSnapshot['serviceType'] === serviceType.is.package;
    if (isOfPackage && numbers) throw refundErrors.PACKAGE_WHOLE();
    if (outboundId === null && !isOfPackage) throw commonErrors.STATE_CONFLICT();
    const { order: moved, refunded } =
      outboundId === null
        ? await refundPackageOrder(tx, c.actor, { orderId: id, reason })
        : await refundOrder(tx, c.actor, {
            outboundId,
            reason,
            ...(numbers ? { itemIds: await itemsOf(tx, order, numbers) } : {}),
          });
    await sendMessage(tx, c.actor, {
      to: { userIds: [buyerId] },
      key: isOfPackage ? 'PACKAGE_REFUNDED' : 'ORDER_REFUNDED',
      params: { no: orderNo, amount: `${formatMoney(refunded)} ${BOOK_CURRENCY}`, reason },
      bizType: 'agent/product-order',
      bizId: String(id),
      route: `/agent/product-order/index?orderNo=${orderNo}`,
    });
    announceChange(tx, c.actor.tenantId, 'agent/product');
    return { orderNo, status: moved.status, refunded, refundAmount: moved.refundAmount };
  });

/** Cancels an undelivered order. */
export const cancel = (c: Context, { id, reason }: CallInput<typeof orderList, 'cancel-order', 'out'>) =>
  c.tx(async (tx) => {
    const order = await orderOf(c, tx, id);
    if (order.outboundId === null) throw commonErrors.STATE_CONFLICT();
    const { order: cancelled } = await cancelOrder(tx, c.actor, { outboundId: order.outboundId, reason });
    announceChange(tx, c.actor.tenantId, 'agent/product');
    return {
      orderNo: cancelled.orderNo,
      status: cancelled.status,
      released: cancelled.holdId === null ? ZERO : cancelled.amount,
    };
  });

/** Delivers numbers that were paid for and never delivered. */
export const deliverMissing = (c: Context, { id }: CallInput<typeof orderList, 'deliver-missing', 'out'>) =>
  c.tx(async (tx) => {
    if (c.actor.userType !== userType.is.staff) throw commonErrors.NO_PERMISSION();
    const { outboundId } = await orderOf(c, tx, id);
    if (outboundId === null) throw commonErrors.STATE_CONFLICT();
    const { order, delivered } = await deliverMissingNumbers(tx, c.actor, { outboundId });
    await sendMessage(tx, c.actor, {
      to: { userIds: [order.buyerId] },
      key: 'NUMBERS_DELIVERED',
      params: { no: order.orderNo, n: String(delivered) },
      bizType: 'agent/product-order',
      bizId: String(id),
      route: `/agent/product-order/index?orderNo=${order.orderNo}`,
    });
    announceChange(tx, c.actor.tenantId, 'agent/product');
    return { orderNo: order.orderNo, delivered };
  });

/** @throws NOT_FOUND when the order is out of the reader's scope */
async function orderOf(c: Context, tx: Tx, id: bigint) {
  const [order] = await tx
    .select()
    .from(productOrders)
    .where(and(visible(c.actor, productOrders, 'owner'), eq(productOrders.id, id)));
  if (!order) throw commonErrors.NOT_FOUND();
  return order;
}

async function itemsOf(tx: Tx, order: ProductOrder, text: string): Promise<bigint[]> {
  const wanted = new Set<bigint>();
  for (const part of text.split(/[\s,;，；、]+/).filter(Boolean)) {
    const digits = part.replace(/^\+/, '').replace(/[-()]/g, '');
    if (!/^\d{6,15}$/.test(digits)) throw refundErrors.NUMBERS_INVALID({ text: part.slice(0, 40) });
    wanted.add(BigInt(digits));
  }
  if (wanted.size > REFUND_MAX) throw refundErrors.NUMBERS_TOO_MANY({ n: REFUND_MAX });
  const { noteIds } = await numbersOfOrder(tx, order);
  const found = await deliveredItemsOf(tx, noteIds, [...wanted]);
  const missing = [...wanted].filter((number) => !found.has(number));
  if (missing[0] !== undefined)
    throw refundErrors.NUMBERS_NOT_DELIVERED({ count: missing.length, number: String(missing[0]) });
  return [...found.values()];
}
