import { afterAll, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import { verifyLedger } from '../../money/ledger/index.ts';
import { DEFAULT_TENANT } from '../../people/identity/index.ts';
import { closeDays } from '../../reporting/closing/index.ts';
import { verifyStockCounters } from '../inventory/index.ts';
import { ORDER_CHECKS, refundOrder, replaceNumber } from './index.ts';
import { buyNow, createShop, newBuyer, staff } from './orders-fixture.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

it('a replaced number is no refund, its replacement is refunded at the price of the order, and the day closes', async () => {
  const buyer = await newBuyer(db, { balance: '10' });
  const { productId, countryCode } = await createShop(db, { stock: 5 });
  const { order } = await buyNow(db, buyer, productId, 3);
  const outboundId = order.outboundId ?? 0n;
  const { rows } = await db.pool.query<{ id: string }>(
    'select id::text from inv_item where outbound_id = $1 order by id',
    [outboundId],
  );
  const replaced = await db.tx((tx) =>
    replaceNumber(tx, staff, { orderId: order.id, outboundId, itemId: BigInt(rows[0]?.id ?? 0), reason: 'WC1' }),
  );
  expect(replaced.note).toMatchObject({ outboundType: 3, quantity: 1, orderNo: order.orderNo, countryCode });
  const refund = (itemIds?: bigint[]) =>
    db.tx((tx) => refundOrder(tx, staff, { outboundId, reason: 'Test', ...(itemIds ? { itemIds } : {}) }));
  expect(await refund([replaced.itemId])).toMatchObject({ refunded: 1_000_000n, order: { status: 5, refundedQty: 1 } });
  expect(await refund()).toMatchObject({ refunded: 2_000_000n, order: { status: 6, refundedQty: 3 } });
  await closeDays(db, DEFAULT_TENANT, new Date(Date.now() + 86_400_000));
  const { rows: days } = await db.pool.query<{ closed: { lines: { line: string; difference: string }[] } }>(
    'select closed from fin_day',
  );
  // The fixture’s money comes without a recharge.
  const others = days.flatMap(({ closed }) => closed.lines).filter(({ line }) => line !== 'recharge');
  expect(others.length).toBeGreaterThan(10);
  expect(others.filter(({ difference }) => difference !== '0')).toEqual([]);
  await db.tx(async (tx) => {
    expect(await verifyLedger(tx, undefined, ORDER_CHECKS)).toEqual([]);
    expect(await verifyStockCounters(tx)).toEqual([]);
  });
});
