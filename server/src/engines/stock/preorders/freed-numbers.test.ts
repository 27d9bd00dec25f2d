import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { cancelOutbound, createOutbound, recordSurvive, STOCK, setListed, takeBackSlice } from '../inventory/index.ts';
import { stockKeeper } from '../inventory/stock-fixture.ts';
import { buy, cancelOrder, DELIVERY } from '../orders/index.ts';
import { expectConsistent, money, newBuyer, staff } from '../orders/orders-fixture.ts';
import { approvePreOrder } from './decide.ts';
import { arrive, dayFromNow, type EmptyShop, emptyShop } from './preorders-fixture.ts';
import { submitPreOrder } from './submit.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

const approver: Actor = { ...staff, userId: 999_999n, realName: 'Approver' };

/** An approved pre-order of some numbers. @returns its id */
async function waiting(shop: EmptyShop, quantity: number): Promise<bigint> {
  const buyer = await newBuyer(db, { balance: '100' });
  const asked = { productId: shop.productId, quantity, latestDate: dayFromNow(9), useDeclaration: true };
  const expectedAmount = money(String(quantity * 2)) as never;
  const { row } = await db.tx((tx) => submitPreOrder(tx, buyer, { ...asked, expectedAmount }));
  await db.tx((tx) => approvePreOrder(tx, approver, { id: row.id, isPassed: true }));
  return row.id;
}

async function lockedFor(id: bigint): Promise<number> {
  const { rows } = await db.drizzle.execute<{ n: number }>(
    sql`select count(*)::int as n from inv_item where preorder_id = ${id} and stock_status = ${STOCK.locked}`,
  );
  return rows[0]?.n ?? 0;
}

async function stockOf({ countryCode, businessType }: EmptyShop): Promise<bigint[]> {
  const { rows } = await db.drizzle.execute<{ id: string }>(
    sql`select id::text from inv_item where country_code = ${countryCode} and business_type = ${businessType} order by id`,
  );
  return rows.map(({ id }) => BigInt(id));
}

/** Two numbers held by a note. */
async function held() {
  const shop = await emptyShop(db);
  await arrive(db, shop, 2);
  const { countryCode, businessType } = shop;
  const note = await db.tx((tx) =>
    createOutbound(
      tx,
      stockKeeper,
      { outboundType: 4, agent: null, criteria: { countryCode, businessType }, quantity: 2, currency: 'USDT' },
      'reserve',
    ),
  );
  return { shop, note };
}

describe('a waiting pre-order gets at once, without a turn of the timer,', () => {
  it('the numbers of a cancelled note', async () => {
    const { shop, note } = await held();
    const id = await waiting(shop, 2);
    await db.tx((tx) => cancelOutbound(tx, stockKeeper, note.id, 'Not needed'));
    expect(await lockedFor(id)).toBe(2);
    await expectConsistent(db);
  });

  it('the numbers of a cancelled order', async () => {
    const shop = await emptyShop(db, { product: { deliveryType: DELIVERY.manual } });
    await arrive(db, shop, 1);
    const buyer = await newBuyer(db, { balance: '10' });
    const purchase = { productId: shop.productId, quantity: 1, useDeclaration: true, expectedAmount: money('2') };
    const { order } = await db.tx((tx) => buy(tx, buyer, purchase));
    const id = await waiting(shop, 1);
    await db.tx((tx) => cancelOrder(tx, staff, { outboundId: order.outboundId ?? 0n, reason: 'Not needed' }));
    expect(await lockedFor(id)).toBe(1);
    await expectConsistent(db);
  });

  it('a number that a check finds alive again', async () => {
    const shop = await emptyShop(db);
    await arrive(db, shop, 1);
    const [number] = await stockOf(shop);
    await db.tx((tx) => recordSurvive(tx, stockKeeper, [{ id: number as bigint, status: 2, detail: 'vacant' }]));
    const id = await waiting(shop, 1);
    expect(await lockedFor(id)).toBe(0);
    await db.tx((tx) => recordSurvive(tx, stockKeeper, [{ id: number as bigint, status: 1, detail: 'live' }]));
    expect(await lockedFor(id)).toBe(1);
  });

  it('another number for a locked one that died, or whose import was taken back', async () => {
    const shop = await emptyShop(db);
    const first = await arrive(db, shop, 2);
    const id = await waiting(shop, 1);
    await arrive(db, shop, 1);
    const [locked] = await stockOf(shop);
    expect(await lockedFor(id)).toBe(1);
    const dead = [{ id: locked as bigint, status: 2 as const, detail: 'vacant' }];
    await db.tx((tx) => recordSurvive(tx, stockKeeper, dead, new Date(Date.now() - 3_600_000)));
    await db.tx((tx) => recordSurvive(tx, stockKeeper, dead));
    expect(await lockedFor(id)).toBe(1);
    for (let left = true; left; ) ({ left } = await db.tx((tx) => takeBackSlice(tx, stockKeeper, first, { size: 1 })));
    expect(await lockedFor(id)).toBe(1);
    await expectConsistent(db);
  });

  it('a number put on sale by hand', async () => {
    const shop = await emptyShop(db);
    await arrive(db, shop, 1);
    const numbers = await stockOf(shop);
    await db.tx((tx) => setListed(tx, stockKeeper, numbers, false));
    const id = await waiting(shop, 1);
    await db.tx((tx) => setListed(tx, stockKeeper, numbers, true));
    expect(await lockedFor(id)).toBe(1);
  });
});
