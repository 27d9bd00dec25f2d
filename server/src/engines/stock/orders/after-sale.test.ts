import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { changePrice } from '../../money/pricing/index.ts';
import {
  cancelOrder,
  DELIVERY,
  deliverOrder,
  ORDER,
  type PlacedOrder,
  type ProductOrder,
  refundOrder,
} from './index.ts';
import {
  balance,
  buyNow,
  createShop,
  expectConsistent,
  money,
  newBuyer,
  numbersOf,
  refusalOf,
  snapshotRows,
  staff,
  stockOf,
} from './orders-fixture.ts';

const db = await testDb({ seeded: true });
afterAll(async () => {
  await expectConsistent(db);
  await db.close();
});

/** A buyer with ten and an order of `quantity` out of five numbers. */
async function sale(quantity: number, deliveryType: 1 | 2 = DELIVERY.automatic, specQty = 1) {
  const { productId } = await createShop(db, { stock: 5 * specQty, product: { deliveryType, specQty } });
  const buyer = await newBuyer(db, { balance: '10' });
  const bought: PlacedOrder = await buyNow(db, buyer, productId, quantity, {
    expectedAmount: money(String(quantity * specQty)),
  });
  return { productId, buyer, order: bought.order, outboundId: noteOf(bought.order) };
}

const noteOf = ({ outboundId }: ProductOrder): bigint => {
  if (outboundId === null) throw new Error('an order without a note');
  return outboundId;
};
const itemsOf = async (outboundId: bigint): Promise<bigint[]> => {
  const { rows } = await db.drizzle.execute<{ item_id: string }>(
    sql`select item_id::text from inv_outbound_line where outbound_id = ${outboundId} order by item_id`,
  );
  return rows.map(({ item_id }) => BigInt(item_id));
};
const deliver = (actor: Actor, outboundId: bigint) => db.tx((tx) => deliverOrder(tx, actor, { outboundId }));
const cancel = (actor: Actor, outboundId: bigint) =>
  db.tx((tx) => cancelOrder(tx, actor, { outboundId, reason: 'test' }));
const refund = (outboundId: bigint, itemIds?: bigint[], actor: Actor = staff) =>
  db.tx((tx) => refundOrder(tx, actor, { outboundId, reason: 'test', ...(itemIds ? { itemIds } : {}) }));

async function refused(code: string, work: () => Promise<unknown>): Promise<void> {
  const before = await snapshotRows(db);
  expect(await refusalOf(db, work)).toBe(code);
  expect(await snapshotRows(db)).toBe(before);
}

describe('delivering', () => {
  it('settles the held money, gives the buyer the reserved numbers, and starts the warranty', async () => {
    const { productId, buyer, order, outboundId } = await sale(2, DELIVERY.manual);
    const delivered = await deliver(staff, outboundId);
    expect(delivered.order).toMatchObject({
      id: order.id,
      status: ORDER.completed,
      deliveredQty: 2,
      paidAmount: money('2'),
    });
    expect(delivered.order.warrantyUntil?.getTime()).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    expect(delivered.note.warrantyUntil).toEqual(delivered.order.warrantyUntil);
    expect(await balance(db, buyer)).toBe(money('8'));
    expect(await stockOf(db, productId)).toEqual({ 0: 3, 2: 2 });
    await refused('STATE_CONFLICT', () => deliver(staff, outboundId));
    await refused('STATE_CONFLICT', () => cancel(staff, outboundId));
  });

  it('happens once with concurrent requests', async () => {
    const { outboundId } = await sale(1, DELIVERY.manual);
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        refusalOf(db, () => (index % 2 ? deliver(staff, outboundId) : cancel(staff, outboundId))),
      ),
    );
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    expect(outcomes.filter((code) => code === 'STATE_CONFLICT')).toHaveLength(7);
  });

  it('records the actor and both states of a change', async () => {
    const { order, outboundId } = await sale(1, DELIVERY.manual);
    await deliver(staff, outboundId);
    const { rows } = await db.drizzle.execute(
      sql`select from_state, to_state, event, user_name from biz_state_log where object_type = 'product_order' and object_id = ${order.id}`,
    );
    expect(rows).toEqual([{ from_state: 1, to_state: 3, event: 'deliver', user_name: staff.realName }]);
  });
});

describe('cancelling', () => {
  it('releases held money and reserved numbers', async () => {
    const { productId, buyer, outboundId } = await sale(2, DELIVERY.manual);
    const { order } = await cancel(buyer, outboundId);
    expect(order).toMatchObject({ status: ORDER.cancelled, cancelReason: 'test', paidAmount: 0n });
    expect(await balance(db, buyer)).toBe(money('10'));
    expect(await stockOf(db, productId)).toEqual({ 0: 5 });
    await refused('STATE_CONFLICT', () => cancel(buyer, outboundId));
  });

  it('is possible for the buyer within five minutes, and for staff until delivery', async () => {
    const { buyer, order, outboundId } = await sale(1, DELIVERY.manual);
    const ordered = (id: bigint, ago: string) =>
      db.drizzle.execute(sql`update agt_product_order set create_time = now() - ${ago}::interval where id = ${id}`);
    await ordered(order.id, '5 minutes 1 second');
    await refused('CANCEL_TOO_LATE', () => cancel(buyer, outboundId));
    expect((await cancel(staff, outboundId)).order.status).toBe(ORDER.cancelled);
    const inTime = await sale(1, DELIVERY.manual);
    await ordered(inTime.order.id, '4 minutes 50 seconds');
    expect((await cancel(inTime.buyer, inTime.outboundId)).order.status).toBe(ORDER.cancelled);
  });

  it('is refused after delivery', async () => {
    const { buyer, outboundId } = await sale(1);
    await refused('STATE_CONFLICT', () => cancel(buyer, outboundId));
  });
});

describe('refunding', () => {
  it('returns the paid amount to the micro-unit, although the price has changed since', async () => {
    const { productId } = await createShop(db, { stock: 3, price: '0.333333' });
    const buyer = await newBuyer(db, { balance: '10' });
    const { order } = await buyNow(db, buyer, productId, 3, { expectedAmount: money('0.999999') });
    if (order.priceId !== null) {
      const { priceId } = order;
      await db.tx((tx) => changePrice(tx, staff, priceId, undefined, { salePrice: money('7') }, { belowCost: false }));
    }
    const [first = 0n] = await itemsOf(noteOf(order));
    expect(await refund(noteOf(order), [first])).toMatchObject({
      refunded: money('0.333333'),
      order: { status: ORDER.partlyRefunded, refundedQty: 1 },
    });
    expect(await refund(noteOf(order))).toMatchObject({
      refunded: money('0.666666'),
      order: { status: ORDER.refunded, refundedQty: 3 },
    });
    expect(await balance(db, buyer)).toBe(money('10'));
    expect(await stockOf(db, productId)).toEqual({ 3: 3 });
    expect(await numbersOf(db, order.outboundId)).toEqual([]);
  });

  it('takes a number back once', async () => {
    const { outboundId } = await sale(3);
    const [first = 0n] = await itemsOf(outboundId);
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => refusalOf(db, () => refund(outboundId, [first]))),
    );
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    expect(new Set(outcomes)).toEqual(new Set([null, 'STATE_CONFLICT']));
  });

  it('counts whole pieces', async () => {
    const { outboundId } = await sale(2, DELIVERY.automatic, 3);
    const items = await itemsOf(outboundId);
    expect((await refund(outboundId, items.slice(0, 2))).order.refundedQty).toBe(0);
    expect((await refund(outboundId, items.slice(2, 4))).order.refundedQty).toBe(1);
    expect((await refund(outboundId)).order).toMatchObject({
      refundedQty: 2,
      refundAmount: money('6'),
      status: ORDER.refunded,
    });
  });

  it('ends with the warranty', async () => {
    const { order, outboundId } = await sale(1);
    await db.drizzle.execute(
      sql`update agt_product_order set warranty_until = now() - interval '1 second' where id = ${order.id}`,
    );
    await refused('WARRANTY_OVER', () => refund(outboundId));
    await db.drizzle.execute(
      sql`update agt_product_order set warranty_until = now() + interval '10 seconds' where id = ${order.id}`,
    );
    expect((await refund(outboundId)).order.status).toBe(ORDER.refunded);
  });

  it('is impossible without a warranty', async () => {
    for (const deliveryType of [DELIVERY.automatic, DELIVERY.manual]) {
      const { productId } = await createShop(db, { stock: 1, product: { deliveryType, warrantyHours: null } });
      const { order } = await buyNow(db, await newBuyer(db, { balance: '1' }), productId);
      if (deliveryType === DELIVERY.manual) await deliver(staff, noteOf(order));
      await refused('WARRANTY_OVER', () => refund(noteOf(order)));
    }
  });

  it('of a free order takes the numbers back and moves no money', async () => {
    const { productId } = await createShop(db, { stock: 2, price: '0' });
    const buyer = await newBuyer(db, { balance: '1' });
    const { order } = await buyNow(db, buyer, productId, 2, { expectedAmount: money('0') });
    expect(order.journalId).toBeNull();
    expect(await refund(noteOf(order))).toMatchObject({
      refunded: 0n,
      order: { status: ORDER.refunded, refundedQty: 2 },
    });
    expect(await balance(db, buyer)).toBe(money('1'));
    expect(await stockOf(db, productId)).toEqual({ 3: 2 });
  });

  it('is refused before delivery', async () => {
    const { outboundId } = await sale(1, DELIVERY.manual);
    await refused('WARRANTY_OVER', () => refund(outboundId));
  });
});

it('hides orders of other agents', async () => {
  const { buyer, outboundId } = await sale(1, DELIVERY.manual);
  const stranger = await newBuyer(db);
  const sub = await newBuyer(db, { parent: buyer, subUser: true });
  for (const actor of [stranger, sub, { ...staff, tenantId: '000001' }]) {
    await refused('NOT_FOUND', () => deliver(actor, outboundId));
    await refused('NOT_FOUND', () => cancel(actor, outboundId));
    // The refusal does not even reveal that the order has no warranty.
    await refused('NOT_FOUND', () => refund(outboundId, undefined, actor));
  }
});
