import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { buy, cancelOrder, DELIVERY, type Purchase, refundOrder } from './index.ts';
import { buyNow, createShop, expectConsistent, money, newBuyer, purchase, staff } from './orders-fixture.ts';

const db = await testDb({ seeded: true });
const shop: { productId: bigint; countryCode: string } = await createShop(db, { stock: 90 });
const top: Actor = await newBuyer(db, { balance: '50' });
const agent: Actor = await newBuyer(db, { balance: '50', parent: top });
const clerk: Actor = await newBuyer(db, { balance: '50', parent: agent, subUser: true });
afterAll(async () => {
  await expectConsistent(db);
  await db.close();
});

/**
 * Returns the result of a purchase after some statements in the same transaction (with the same `now()`): `bought`, or
 * the refusal with its detail. Everything is rolled back.
 */
async function outcome(actor: Actor, asked: Purchase, prepare: (tx: Tx) => Promise<unknown>): Promise<string> {
  const undo = new Error('undo');
  let ended = 'bought';
  await db
    .tx(async (tx) => {
      await prepare(tx);
      await buy(tx, actor, asked).catch((error: unknown) => {
        if (!isAppError(error)) throw error;
        ended = [error.code, ...Object.values(error.params ?? {})].join(' ');
      });
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
  return ended;
}

const setting = (table: 'sys_user' | 'inv_country' | 'agt_product', values: string, where: string) => (tx: Tx) =>
  tx.execute(sql.raw(`update ${table} set ${values} where ${where}`));

describe('the buyer', () => {
  const state = (whose: Actor, values: string) => setting('sys_user', values, `id = ${whose.userId}`);

  it.each([
    ['status = 1', null],
    ['status = 0', 'off'],
    ['status = 3', 'off'],
    ['deleted_at = now()', 'off'],
    // A lock ends with time, and affects only the locked user.
    [`status = 2, locked_until = now() + interval '1 second'`, 'own'],
    ['status = 2, locked_until = now()', null],
  ])('must be active, like every agent above: %s', async (values, off) => {
    const one = purchase(shop.productId, 1);
    for (const [who, whose] of [
      [agent, agent],
      [clerk, clerk],
    ] as const) {
      expect(await outcome(who, one, state(whose, values))).toBe(off ? 'BUYER_NOT_ALLOWED' : 'bought');
    }
    for (const [who, whose] of [
      [agent, top],
      [clerk, agent],
      [clerk, top],
    ] as const) {
      expect(await outcome(who, one, state(whose, values))).toBe(off === 'off' ? 'UPLINE_DISABLED' : 'bought');
    }
    // Users below or beside do not matter.
    for (const whose of [agent, clerk]) expect(await outcome(top, one, state(whose, values))).toBe('bought');
  });

  it.each([
    [0, 'KYC_REQUIRED'],
    [1, 'KYC_REQUIRED'],
    [2, 'bought'],
    [3, 'KYC_REQUIRED'],
  ])('is verified as its agent is: %d', async (kycStatus, expected) => {
    const verify = async (tx: Tx, whose: Actor) => {
      await setting('agt_product', 'need_kyc = 1', `id = ${shop.productId}`)(tx);
      await state(whose, `kyc_status = ${kycStatus}`)(tx);
    };
    const one = purchase(shop.productId, 1);
    expect(await outcome(agent, one, (tx) => verify(tx, agent))).toBe(expected);
    expect(await outcome(clerk, one, (tx) => verify(tx, agent))).toBe(expected);
    expect(await outcome(clerk, one, (tx) => verify(tx, clerk))).toBe('KYC_REQUIRED');
  });
});

describe('the bought product', () => {
  it.each([
    ['max_buy = 3', 3, 'bought'],
    ['max_buy = 2', 3, 'ABOVE_MAX 2'],
    ['min_buy = 3', 3, 'bought'],
    ['min_buy = 4', 3, 'BELOW_MIN 4'],
    ['step_buy = 3', 3, 'bought'],
    ['step_buy = 2', 3, 'STEP 2'],
    ['on_time = now()', 1, 'bought'],
    [`on_time = now() + interval '1 millisecond'`, 1, 'PRODUCT_OFF'],
    [`off_time = now() + interval '1 millisecond'`, 1, 'bought'],
    ['off_time = now()', 1, 'PRODUCT_OFF'],
    ['shelf_status = 2', 1, 'PRODUCT_OFF'],
    ['country_code = null', 1, 'PRODUCT_OFF'],
    ['deleted_at = now()', 1, 'NOT_FOUND'],
  ])('is on sale in such pieces: %s', async (values, quantity, expected) => {
    const prepare = setting('agt_product', values, `id = ${shop.productId}`);
    expect(await outcome(agent, purchase(shop.productId, quantity), prepare)).toBe(expected);
  });

  it('is available only if its country is served for its line of business', async () => {
    const lines = ['whatsapp', 'telegram', 'sms'];
    for (const [index, line] of lines.entries()) {
      const { productId, countryCode } = await createShop(db, { stock: 1, product: { businessType: index + 1 } });
      const allOff = lines.map((other) => `${other}_enabled = 0`).join(', ');
      const only = lines.map((other) => `${other}_enabled = ${other === line ? 1 : 0}`).join(', ');
      const others = lines.map((other) => `${other}_enabled = ${other === line ? 0 : 1}`).join(', ');
      for (const [values, expected] of [
        [only, 'bought'],
        [others, 'COUNTRY_BLOCKED'],
        [allOff, 'COUNTRY_BLOCKED'],
        ['status = 0', 'COUNTRY_BLOCKED'],
        ['is_blocked = 1', 'COUNTRY_BLOCKED'],
        ['deleted_at = now()', `COUNTRY_UNKNOWN ${countryCode}`],
      ] as const) {
        const prepare = setting('inv_country', values, `country_code = '${countryCode}'`);
        expect(await outcome(agent, purchase(productId, 1), prepare), `${line} ${values}`).toBe(expected);
      }
    }
  });
});

describe('a limit', () => {
  const nothing = async () => undefined;
  const left = (actor: Actor, productId: bigint, quantity: number) =>
    outcome(actor, purchase(productId, quantity), nothing);

  /** Returns when the present day and month began for limits: at midnight in Shanghai, which has no summer time. */
  async function began(tx: Tx, unit: 'day' | 'month'): Promise<Date> {
    const { rows } = await tx.execute<{ now: number }>(sql`select extract(epoch from now())::float8 * 1000 as now`);
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Shanghai' }).format(new Date(rows[0]?.now ?? 0));
    return new Date(`${unit === 'day' ? day : `${day.slice(0, 7)}-01`}T00:00:00+08:00`);
  }
  const ordered = (orderId: bigint, unit: 'day' | 'month', millis: number) => async (tx: Tx) => {
    const at = new Date((await began(tx, unit)).getTime() + millis);
    await tx.execute(sql`update agt_product_order set create_time = ${at.toISOString()} where id = ${orderId}`);
  };

  it('of pieces or money restarts at midnight in Shanghai, a monthly one on the first day of the month there', async () => {
    const { productId } = await createShop(db, { stock: 9, product: { purchaseLimitPerDay: 2 } });
    const [byDay, byMonth] = [
      await newBuyer(db, { balance: '9', parent: agent, subUser: true, day: '2' }),
      await newBuyer(db, { balance: '9', parent: agent, subUser: true, day: '9', month: '2' }),
    ];
    for (const [actor, product, unit, refused] of [
      [top, productId, 'day', 'DAILY_LIMIT 0'],
      [byDay, shop.productId, 'day', 'SPEND_LIMIT 0'],
      [byMonth, shop.productId, 'month', 'SPEND_LIMIT 0'],
    ] as const) {
      const { order } = await buyNow(db, actor, product, 2);
      const again = purchase(product, 1);
      expect(await outcome(actor, again, ordered(order.id, unit, 0)), unit).toBe(refused);
      expect(await outcome(actor, again, ordered(order.id, unit, -1)), unit).toBe('bought');
    }
  });

  it('of pieces applies to an agent with all its sub-users, for each product', async () => {
    const { productId } = await createShop(db, { stock: 9, product: { purchaseLimitPerDay: 3 } });
    const { productId: other } = await createShop(db, { stock: 9, product: { purchaseLimitPerDay: 3 } });
    await buyNow(db, agent, productId, 2);
    expect(await left(clerk, productId, 2)).toBe('DAILY_LIMIT 1');
    await buyNow(db, clerk, productId, 1);
    for (const actor of [agent, clerk]) expect(await left(actor, productId, 1)).toBe('DAILY_LIMIT 0');
    expect(await left(top, productId, 3)).toBe('bought');
    expect(await left(agent, other, 3)).toBe('bought');
  });

  it('of pieces does not count refunded pieces, whole ones only', async () => {
    const { productId } = await createShop(db, { stock: 20, product: { purchaseLimitPerDay: 3, specQty: 2 } });
    const asked = (pieces: number) => purchase(productId, pieces, { expectedAmount: money(String(2 * pieces)) });
    const { order } = await db.tx((tx) => buy(tx, agent, asked(3)));
    const outboundId = order.outboundId ?? 0n;
    const room = (pieces: number) => outcome(agent, asked(pieces), nothing);
    const { rows } = await db.drizzle.execute<{ id: string }>(
      sql`select item_id::text as id from inv_outbound_line where outbound_id = ${outboundId} order by item_id`,
    );
    const giveBack = (...items: number[]) =>
      db.tx((tx) =>
        refundOrder(tx, staff, {
          outboundId,
          reason: 'test',
          itemIds: items.map((index) => BigInt(rows[index]?.id ?? 0)),
        }),
      );
    expect(await room(1)).toBe('DAILY_LIMIT 0');
    await giveBack(0);
    expect(await room(1)).toBe('DAILY_LIMIT 0');
    await giveBack(3);
    expect([await room(1), await room(2)]).toEqual(['bought', 'DAILY_LIMIT 1']);
    await giveBack(1, 2, 4, 5);
    expect([await room(3), await room(4)]).toEqual(['bought', 'DAILY_LIMIT 3']);
  });

  it('of money does not count refunded money', async () => {
    const buyer = await newBuyer(db, { balance: '20', parent: top, subUser: true, day: '5', month: '6' });
    const { order } = await buyNow(db, buyer, shop.productId, 5);
    const outboundId = order.outboundId ?? 0n;
    expect(await left(buyer, shop.productId, 1)).toBe('SPEND_LIMIT 0');
    const { rows } = await db.drizzle.execute<{ id: string }>(
      sql`select item_id::text as id from inv_outbound_line where outbound_id = ${outboundId} limit 2`,
    );
    const itemIds = rows.map(({ id }) => BigInt(id));
    await db.tx((tx) => refundOrder(tx, staff, { outboundId, reason: 'test', itemIds }));
    expect(await left(buyer, shop.productId, 3)).toBe('SPEND_LIMIT 2');
    expect(await left(buyer, shop.productId, 2)).toBe('bought');
    // The tighter limit applies.
    await db.drizzle.execute(sql`update sys_user set spend_limit_month = ${money('4')} where id = ${buyer.userId}`);
    expect(await left(buyer, shop.productId, 2)).toBe('SPEND_LIMIT 1');
  });

  it('counts orders that wait for delivery, and not cancelled ones', async () => {
    const { productId } = await createShop(db, {
      stock: 9,
      product: { purchaseLimitPerDay: 2, deliveryType: DELIVERY.manual },
    });
    const buyer = await newBuyer(db, { balance: '20', parent: top, subUser: true, day: '2', month: '2' });
    const { order } = await buyNow(db, buyer, productId, 2);
    expect(await left(buyer, productId, 1)).toBe('DAILY_LIMIT 0');
    expect(await left(buyer, shop.productId, 1)).toBe('SPEND_LIMIT 0');
    await db.tx((tx) => cancelOrder(tx, buyer, { outboundId: order.outboundId ?? 0n, reason: 'test' }));
    expect(await left(buyer, productId, 2)).toBe('bought');
    expect(await left(buyer, shop.productId, 2)).toBe('bought');
  });
});
