import { asc, isNotNull } from 'drizzle-orm';
import { earnRebates, postSome, settleSome, takeBackRebates } from '../engines/money/rebates/index.ts';
import { productOrders } from '../engines/stock/orders/index.ts';
import type { Demo } from './demo.ts';
import { minutesLater } from './timeline.ts';

const DATED = { dated: true };

/** What agents would have earned by the orders of the past, had their rates been agreed before: accrued, refunded, settled. */
export async function earnPastRebates({ tx }: Demo): Promise<void> {
  const orders = await tx
    .select()
    .from(productOrders)
    .where(isNotNull(productOrders.journalId))
    .orderBy(asc(productOrders.id));
  await earnRebates(
    tx,
    orders.map((order) => ({
      tenantId: order.tenantId,
      agentId: order.agentId,
      userId: order.buyerId,
      userName: order.buyerName,
      businessType: order.businessType,
      serviceType: Number(order.productSnapshot['serviceType']),
      countryCode: order.countryCode,
      source: 'product' as const,
      sourceId: order.id,
      sourceNo: order.orderNo,
      journalId: order.journalId ?? 0n,
      amount: order.paidAmount,
      at: order.deliverTime ?? order.createTime,
      warrantyUntil: order.warrantyUntil,
    })),
  );
  while ((await postSome(tx, DATED)) > 0);
  for (const { journalId, refundAmount, updateTime } of orders)
    if (journalId !== null && refundAmount > 0n)
      await takeBackRebates(tx, { journalId, refunded: refundAmount, at: updateTime });
  while ((await postSome(tx, DATED)) > 0);
  // The last minutes are left to the program itself, like everything that happens now.
  const dueBy = minutesLater(new Date(), -10);
  while ((await settleSome(tx, { ...DATED, dueBy })) > 0);
}
