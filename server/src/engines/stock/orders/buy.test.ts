import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { grantBonus } from '../../money/ledger/index.ts';
import { changePrice } from '../../money/pricing/index.ts';
import { changeStatus } from '../../people/identity/index.ts';
import { buy, DELIVERY, deliverOrder, ORDER, type PlacedOrder, products, SHELF } from './index.ts';
import {
  balance,
  buyNow,
  createShop,
  expectConsistent,
  money,
  newBuyer,
  numbersOf,
  purchase,
  refusalOf,
  snapshotRows,
  staff,
  stockOf,
} from './orders-fixture.ts';

const db = await testDb({ seeded: true });
const rich: Actor = await newBuyer(db, { balance: '1000' });
afterAll(async () => {
  await expectConsistent(db);
  await db.close();
});

describe('a purchase', () => {
  it('takes the money, delivers the numbers and writes order and note together', async () => {
    const { productId, countryCode } = await createShop(db, { stock: 10, price: '1.25' });
    const buyer = await newBuyer(db, { balance: '10' });
    const { order, balance: left } = await buyNow(db, buyer, productId, 3, { expectedAmount: money('3.75') });
    expect(left).toBe(money('6.25'));
    expect(await balance(db, buyer)).toBe(left);
    expect(order).toMatchObject({
      status: ORDER.completed,
      ownerId: buyer.userId,
      ownerPath: buyer.ownerPath,
      quantity: 3,
      numbers: 3,
      unitPrice: money('1.25'),
      amount: money('3.75'),
      paidAmount: money('3.75'),
      deliveredQty: 3,
      countryCode,
    });
    expect(order.warrantyUntil?.getTime()).toBeGreaterThan(Date.now() + 71 * 3_600_000);
    expect(await numbersOf(db, order.outboundId)).toHaveLength(3);
    expect(await stockOf(db, productId)).toEqual({ 0: 7, 2: 3 });
  });

  it('counts a piece of several numbers as one piece', async () => {
    const { productId } = await createShop(db, { stock: 20, product: { specQty: 5 } });
    const { order } = await buyNow(db, rich, productId, 2, { expectedAmount: money('10') });
    expect(order).toMatchObject({ quantity: 2, numbers: 10, deliveredQty: 2, amount: money('10') });
    expect(await numbersOf(db, order.outboundId)).toHaveLength(10);
  });

  it('delivers numbers with the product’s type and all of its capabilities', async () => {
    const { productId, countryCode } = await createShop(db, { stock: 6, product: { numberType: 4, capability: 6 } });
    // Type and capabilities of each number; the third and the last one fit the product.
    const kinds = [
      [1, 6],
      [4, 0],
      [4, 6],
      [4, 4],
      [2, 14],
      [4, 15],
    ];
    for (const [place, [type, capability]] of kinds.entries()) {
      await db.drizzle.execute(sql`
        update inv_item set number_type = ${type}, capability = ${capability} where id = (
          select id from inv_item where country_code = ${countryCode} order by id offset ${place} limit 1)`);
    }
    const { order } = await buyNow(db, rich, productId, 2);
    const { rows } = await db.drizzle.execute(
      sql`select number_type, capability from inv_item where outbound_id = ${order.outboundId} order by id`,
    );
    expect(rows).toEqual([
      { number_type: 4, capability: 6 },
      { number_type: 4, capability: 15 },
    ]);
    expect(await refusalOf(db, (tx) => buy(tx, rich, purchase(productId, 1)))).toBe('STOCK_NOT_ENOUGH');
  });

  it('is income of its line of business, either at once or at delivery', async () => {
    for (const [businessType, account] of [
      [1, 'p:revenue:whatsapp'],
      [2, 'p:revenue:telegram'],
      [3, 'p:revenue:sms'],
    ] as const) {
      for (const deliveryType of [DELIVERY.automatic, DELIVERY.manual]) {
        const { productId } = await createShop(db, { stock: 1, product: { businessType, deliveryType } });
        let { order } = await buyNow(db, rich, productId);
        const { outboundId } = order;
        if (deliveryType === DELIVERY.manual && outboundId !== null) {
          ({ order } = await db.tx((tx) => deliverOrder(tx, staff, { outboundId })));
        }
        const { rows } = await db.drizzle.execute(
          sql`select account_code as account, amount::text from fin_entry where journal_id = ${order.journalId} and direction = 2`,
        );
        expect(rows, `${businessType}/${deliveryType}`).toEqual([{ account, amount: '1000000' }]);
      }
    }
  });

  it('keeps its price, which is never rewritten afterwards', async () => {
    const { productId } = await createShop(db, { stock: 3 });
    const { order } = await buyNow(db, rich, productId);
    const change = (id: bigint, price: string) =>
      db.tx((tx) => changePrice(tx, staff, id, undefined, { salePrice: money(price) }, { belowCost: false }));
    const next = await change(order.priceId ?? 0n, '2');
    const later = await buyNow(db, rich, productId, 1, { expectedAmount: money('2') });
    expect(later.order).toMatchObject({ priceId: next.id, priceVersion: 2, unitPrice: money('2') });
    const { rows } = await db.drizzle.execute(
      sql`select sale_price::text as price, price_version as version from prc_price where id = ${order.priceId}`,
    );
    expect(rows).toEqual([{ price: '1000000', version: order.priceVersion }]);
  });

  it('of a manually delivered product holds money and numbers', async () => {
    const { productId } = await createShop(db, { stock: 4, product: { deliveryType: DELIVERY.manual } });
    const buyer = await newBuyer(db, { balance: '5' });
    const { order, balance: left } = await buyNow(db, buyer, productId, 2);
    expect(order).toMatchObject({ status: ORDER.awaiting, paidAmount: 0n, deliveredQty: 0 });
    expect(left).toBe(money('3'));
    expect(await stockOf(db, productId)).toEqual({ 0: 2, 1: 2 });
    const { rows } = await db.drizzle.execute(
      sql`select reserve_expire_time from inv_outbound where id = ${order.outboundId}`,
    );
    expect(rows[0]?.reserve_expire_time).toBeNull();
  });

  it('spends a bonus first', async () => {
    const { productId } = await createShop(db, { stock: 4 });
    const buyer = await newBuyer(db, { balance: '1' });
    await db.tx((tx) =>
      grantBonus(tx, staff, {
        userId: buyer.userId,
        amount: money('3'),
        idemKey: `bonus:${buyer.userId}`,
        bizType: 'activity',
      }),
    );
    expect((await buyNow(db, buyer, productId, 2)).balance).toBe(money('1'));
    expect((await buyNow(db, buyer, productId, 2)).balance).toBe(money('0'));
  });

  it('of a sub-user uses the price of its agent and its own wallet, and belongs to the sub-user', async () => {
    const { productId } = await createShop(db, { stock: 2 });
    const gold = await newBuyer(db, { balance: '6', level: 3 });
    const sub = await newBuyer(db, { balance: '5', parent: gold, subUser: true });
    const { order, balance: left } = await buyNow(db, sub, productId, 1, { expectedAmount: money('0.9') });
    const { productId: bundle } = await createShop(db, { stock: 6, product: { specQty: 3 } });
    const pieces = await buyNow(db, gold, bundle, 2, { expectedAmount: money('5.4') });
    expect(pieces.order).toMatchObject({ discount: money('0.6'), unitPrice: money('0.9'), amount: money('5.4') });
    expect(left).toBe(money('4.1'));
    expect(order).toMatchObject({
      ownerId: sub.userId,
      agentId: gold.userId,
      buyerId: sub.userId,
      discount: money('0.1'),
    });
  });
});

describe('a refused purchase', () => {
  const refused = async (
    code: string,
    actor: Actor,
    productId: bigint,
    more: Partial<Parameters<typeof buy>[2]> = {},
  ) => {
    const before = await snapshotRows(db);
    expect(await refusalOf(db, (tx) => buy(tx, actor, { ...purchase(productId, 1), ...more }))).toBe(code);
    expect(await snapshotRows(db)).toBe(before);
  };
  const set = (productId: bigint, values: Partial<typeof products.$inferInsert>) =>
    db.drizzle.update(products).set(values).where(sql`id = ${productId}`);

  it('leaves no trace in money, stock or orders, whatever the reason', async () => {
    const { productId, countryCode } = await createShop(db, { stock: 3 });
    const poor = await newBuyer(db, { balance: '1' });
    await refused('BUYER_NOT_ALLOWED', staff, productId);
    await refused('NOT_FOUND', rich, 999_999n);
    await refused('NOT_FOUND', { ...rich, tenantId: '000001' }, productId);
    await refused('PRICE_CHANGED', rich, productId, { expectedAmount: money('0.9') });
    await refused('DECLARATION_REQUIRED', rich, productId, { useDeclaration: false });
    await refused('BALANCE_NOT_ENOUGH', poor, productId, purchase(productId, 2));
    await refused('STOCK_NOT_ENOUGH', rich, productId, purchase(productId, 4));
    await set(productId, { minBuy: 2, maxBuy: 5, stepBuy: 2 });
    await refused('BELOW_MIN', rich, productId);
    await refused('ABOVE_MAX', rich, productId, purchase(productId, 6));
    await refused('STEP', rich, productId, purchase(productId, 3));
    await set(productId, { minBuy: 1, stepBuy: 1, needKyc: 1 });
    await refused('KYC_REQUIRED', rich, productId);
    await set(productId, { needKyc: 0, purchaseLimitPerDay: 1 });
    await refused('DAILY_LIMIT', rich, productId, purchase(productId, 2));
    await set(productId, { purchaseLimitPerDay: null, shelfStatus: SHELF.off });
    await refused('PRODUCT_OFF', rich, productId);
    await set(productId, { shelfStatus: SHELF.on, onTime: new Date(Date.now() + 60_000) });
    await refused('PRODUCT_OFF', rich, productId);
    await set(productId, { onTime: null, offTime: new Date(Date.now() - 60_000) });
    await refused('PRODUCT_OFF', rich, productId);
    await set(productId, { offTime: null, serviceType: 6 });
    await refused('PRICE_NOT_FOUND', rich, productId);
    await set(productId, { serviceType: 2 });
    await db.drizzle.execute(sql`update inv_country set is_blocked = 1 where country_code = ${countryCode}`);
    await refused('COUNTRY_BLOCKED', rich, productId);
    await db.drizzle.execute(sql`update inv_country set is_blocked = 0 where country_code = ${countryCode}`);
    expect((await buyNow(db, rich, productId, 3)).order.status).toBe(ORDER.completed);
  });

  it('is refused below a disabled agent', async () => {
    const { productId } = await createShop(db, { stock: 2 });
    const top = await newBuyer(db);
    const middle = await newBuyer(db, { parent: top });
    const bottom = await newBuyer(db, { balance: '9', parent: middle });
    await db.tx((tx) => changeStatus(tx, staff, { userId: top.userId, status: 0, reason: 'test' }));
    await refused('UPLINE_DISABLED', bottom, productId);
    await refused('BUYER_NOT_ALLOWED', top, productId);
    await db.tx((tx) => changeStatus(tx, staff, { userId: top.userId, status: 1 }));
    expect((await buyNow(db, bottom, productId)).balance).toBe(money('8'));
  });

  it('respects spending limits of the day and the month', async () => {
    const { productId } = await createShop(db, { stock: 20 });
    const agent = await newBuyer(db);
    const daily = await newBuyer(db, { balance: '50', parent: agent, subUser: true, day: '3' });
    const monthly = await newBuyer(db, { balance: '50', parent: agent, subUser: true, day: '9', month: '4' });
    await buyNow(db, daily, productId, 2);
    await refused('SPEND_LIMIT', daily, productId, purchase(productId, 2));
    await buyNow(db, daily, productId, 1);
    await refused('SPEND_LIMIT', daily, productId);
    await refused('SPEND_LIMIT', monthly, productId, purchase(productId, 5));
    await buyNow(db, monthly, productId, 4);
  });
});

describe('parallel purchases', () => {
  const settled = async (attempts: Promise<PlacedOrder>[]) => {
    const results = await Promise.allSettled(attempts);
    const bought = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
    const codes = results.flatMap((result) =>
      result.status === 'rejected' ? [String((result.reason as { code?: unknown }).code ?? result.reason)] : [],
    );
    return { bought, codes };
  };

  it('succeed for sixty of a hundred buyers with money for sixty', async () => {
    const { productId } = await createShop(db, { stock: 200 });
    const buyer = await newBuyer(db, { balance: '60' });
    const { bought, codes } = await settled(Array.from({ length: 100 }, () => buyNow(db, buyer, productId)));
    expect(bought).toHaveLength(60);
    expect(new Set(codes)).toEqual(new Set(['BALANCE_NOT_ENOUGH']));
    expect(await balance(db, buyer)).toBe(0n);
    expect(await stockOf(db, productId)).toEqual({ 0: 140, 2: 60 });
    await expectConsistent(db);
  });

  it('never give two of sixteen buyers the same number, and sell out exactly', async () => {
    const { productId } = await createShop(db, { stock: 300 });
    const buyers = await Promise.all(Array.from({ length: 16 }, () => newBuyer(db, { balance: '100' })));
    const runs = await Promise.all(
      buyers.map(async (buyer) => {
        const mine: PlacedOrder[] = [];
        for (let round = 0; round < 12; round += 1) {
          mine.push(...(await settled([buyNow(db, buyer, productId, 1 + (round % 3))])).bought);
        }
        return mine;
      }),
    );
    const numbers = (await Promise.all(runs.flat().map(({ order }) => numbersOf(db, order.outboundId)))).flat();
    expect(new Set(numbers).size).toBe(numbers.length);
    // A buyer refused while another transaction held the last numbers can buy the rest afterwards.
    const left = 300 - numbers.length;
    if (left > 0) await buyNow(db, rich, productId, left);
    expect(await stockOf(db, productId)).toEqual({ 2: 300 });
    await expectConsistent(db);
  });

  it('respect a daily limit and a spending limit together', async () => {
    const { productId } = await createShop(db, { stock: 60, product: { purchaseLimitPerDay: 7 } });
    const buyer = await newBuyer(db, { balance: '60' });
    const limited = await settled(Array.from({ length: 20 }, () => buyNow(db, buyer, productId)));
    expect([limited.bought.length, new Set(limited.codes)]).toEqual([7, new Set(['DAILY_LIMIT'])]);
    const { productId: other } = await createShop(db, { stock: 60 });
    const sub = await newBuyer(db, { balance: '60', parent: buyer, subUser: true, day: '5' });
    const spent = await settled(Array.from({ length: 20 }, () => buyNow(db, sub, other)));
    expect([spent.bought.length, new Set(spent.codes)]).toEqual([5, new Set(['SPEND_LIMIT'])]);
  });
});
