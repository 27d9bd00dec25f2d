import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { balanceOf, charge, deferred, refund } from '../../money/ledger/index.ts';
import { markUsed } from '../../money/pricing/index.ts';
import { openQuota, takeBackQuota } from '../../money/quotas/index.ts';
import { orderErrors } from './errors.ts';
import { orderRowOf, type PlacedOrder, type PricedOrder, type ProductOrder, trailRow } from './place.ts';
import { businessNameOf } from './revenue.ts';
import { productOrders } from './tables.ts';

const HOUR_MILLIS = 3_600_000;

/**
 * Sells a package: the price is paid at once and is deferred income until units are used. It earns no rebate and no
 * revenue yet.
 * @throws BALANCE_NOT_ENOUGH; the caller rolls back
 */
export async function placePackage(tx: Tx, placing: PricedOrder): Promise<PlacedOrder> {
  const { actor, buyer, product, price, amount, quantity } = placing;
  const { packageService, validDays } = product;
  if (packageService === null || validDays === null) throw orderErrors.PRODUCT_OFF();
  const at = placing.past?.at ?? new Date();
  const orderNo = placing.past?.orderNo ?? businessNo('AP', at);
  const until = new Date(at.getTime() + (product.warrantyHours ?? 0) * HOUR_MILLIS);
  const warrantyUntil = product.warrantyHours === null ? null : until;
  const row = orderRowOf(placing, { orderNo, at, outboundNo: null, warrantyUntil, isDelivered: true });
  const [order] = await tx.insert(productOrders).values(row).returning();
  invariant(order, 'order-of-package', orderNo);
  const paid =
    amount === 0n
      ? null
      : await charge(tx, actor, {
          event: 'PACKAGE_SALE',
          userId: actor.userId,
          amount,
          to: deferred(businessNameOf(product.businessType)),
          idemKey: `order:${orderNo}`,
          bizType: 'product_order',
          bizId: order.id,
          bizNo: orderNo,
          at: placing.past?.at,
        });
  const journalId = paid?.journalId ?? null;
  await tx.update(productOrders).set({ journalId }).where(eq(productOrders.id, order.id));
  await openQuota(tx, actor, {
    ...product,
    orderId: order.id,
    orderNo,
    agentId: buyer.agentId,
    packageService,
    units: quantity * product.specQty,
    amount,
    currency: price.currency,
    journalId,
    validDays,
    at: placing.past?.at,
  });
  await tx.execute(sql`
    insert into agt_product_sale as s (product_id, slot, sold) values (${product.id}, pg_backend_pid() % 16, ${quantity})
    on conflict (product_id, slot) do update set sold = s.sold + excluded.sold`);
  if (!placing.past)
    await tx.execute(sql`
      insert into audit_log (tenant_id, user_id, account, ip, action, object_type, object_id, after, stamp)
      select t.tenant_id, t.user_id, t.account, t.ip, 'buy', 'agent/product', t.object_id, t.after, t.stamp
      from jsonb_to_record(${toJson(trailRow(tx, placing, orderNo))}::jsonb)
        t (tenant_id text, user_id bigint, account text, ip text, object_id text, after jsonb, stamp text)`);
  if ((price.source === 'level' || price.source === 'all') && !price.used) await markUsed(tx, price.priceId);
  const { balance } = await balanceOf(tx, actor, { userId: actor.userId });
  return { order: { ...order, journalId }, balance };
}

/** Refunds the whole price of an unused package. @throws PACKAGE_USED */
export async function refundPackage(tx: Tx, actor: Actor, order: ProductOrder, reason: string): Promise<Micro> {
  await takeBackQuota(tx, actor, { orderId: order.id, reason });
  if (order.journalId !== null) {
    const { journalId, orderNo: bizNo } = order;
    await refund(tx, actor, { journalId, idemKey: `refund:${bizNo}:package`, bizNo, reason });
  }
  return order.paidAmount;
}
