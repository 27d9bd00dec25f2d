import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { refundPackageOrder } from '../../stock/orders/index.ts';
import {
  buyNow,
  createPackage,
  money,
  newBuyer,
  refusalOf,
  snapshotRows,
  staff,
} from '../../stock/orders/orders-fixture.ts';
import { balanceOf, grantBonus, verifyLedger } from '../ledger/index.ts';
import { postRebates } from '../rebates/index.ts';
import {
  consumeUnits,
  expireQuotas,
  holdUnits,
  releaseUnits,
  remindOfQuotas,
  returnUnits,
  type UnitKind,
} from './index.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

let keys = 0;
const key = () => `k${++keys}`;

async function boughtBy(who: Actor, options: { units?: number; price?: string; quantity?: number } = {}) {
  const { units = 100, price = '0.01', quantity = 1 } = options;
  const { productId, kind } = await createPackage(db, { units, price });
  const expectedAmount = (money(price) * BigInt(units * quantity)) as never;
  const { order } = await buyNow(db, who, productId, quantity, { expectedAmount });
  return { productId, kind, order };
}

const hold = (who: Actor, kind: UnitKind, units: number, unitPrice: string | null = '0.02', idemKey = key()) =>
  db.tx((tx) =>
    holdUnits(tx, who, {
      userId: who.userId,
      kind: { ...kind, countryCode: 'US' },
      units,
      unitPrice: unitPrice === null ? null : money(unitPrice),
      idemKey,
      bizType: 'test',
      bizNo: 'T1',
    }),
  );
const use = (chargeId: bigint, units: number, idemKey = key()) =>
  db.tx((tx) => consumeUnits(tx, staff, { chargeId, units, idemKey }));
const release = (chargeId: bigint, units: number, idemKey = key()) =>
  db.tx((tx) => releaseUnits(tx, staff, { chargeId, units, idemKey }));
const giveBack = (chargeId: bigint, units: number, idemKey = key()) =>
  db.tx((tx) => returnUnits(tx, staff, { chargeId, units, idemKey, reason: 'Test' }));

/** Returns used, held, expired and remaining units and the revenue of each package, oldest first. */
async function packagesOf(who: Actor): Promise<unknown[]> {
  const { rows } = await db.drizzle.execute(sql`
    select used, frozen, expired, total - used - frozen - expired as left, booked::text, status
    from agt_quota where owner_id = ${who.userId} order by id`);
  return rows.map((row) => Object.values(row));
}
async function moneyOf(who: Actor): Promise<string[]> {
  const { balance, frozenBalance, bonus } = await db.tx((tx) => balanceOf(tx, staff, { userId: who.userId }));
  return [balance, frozenBalance, bonus].map((amount) => formatMoney(amount));
}
const deferredOf = async (orderNo: string): Promise<bigint> => {
  const { rows } = await db.drizzle.execute<{ owed: string }>(sql`
    select coalesce(sum(case direction when 2 then e.amount else -e.amount end), 0)::text as owed
    from fin_entry e join fin_journal j on j.id = e.journal_id
      left join agt_quota q on q.id = j.biz_id and j.biz_type = 'quota'
    where e.account_code like 'p:deferred:%' and (j.biz_no = ${orderNo} or q.order_no = ${orderNo})`);
  return BigInt(rows[0]?.owed ?? 0);
};

describe('a package', () => {
  it('is paid at purchase, and deferred income until it is used', async () => {
    const who = await newBuyer(db, { balance: '10' });
    const { order } = await boughtBy(who);
    expect(await moneyOf(who)).toEqual(['9', '0', '0']);
    expect(await packagesOf(who)).toEqual([[0, 0, 0, 100, '0', 1]]);
    expect(await deferredOf(order.orderNo)).toBe(money('1'));
    expect([order.status, order.countryCode, order.outboundId]).toEqual([3, '*', null]);
  });

  it('is used before bonus and balance, and gets its units back after them', async () => {
    const who = await newBuyer(db, { balance: '10' });
    const { kind } = await boughtBy(who);
    const bonus = { userId: who.userId, amount: money('1'), idemKey: key(), bizType: 'test' };
    await db.tx((tx) => grantBonus(tx, staff, bonus));
    const charge = await hold(who, kind, 200);
    expect([charge.quotaUnits, await packagesOf(who)]).toEqual([100, [[0, 100, 0, 0, '0', 1]]]);
    expect(await moneyOf(who)).toEqual(['8', '2', '0']);
    await use(charge.id, 150);
    expect([await packagesOf(who), await moneyOf(who)]).toEqual([[[100, 0, 0, 0, '1000000', 2]], ['8', '1', '0']]);
    await release(charge.id, 50);
    expect(await moneyOf(who)).toEqual(['9', '0', '0']);
    await giveBack(charge.id, 120);
    expect([await packagesOf(who), await moneyOf(who)]).toEqual([[[30, 0, 0, 70, '300000', 1]], ['9', '0', '1']]);
  });

  it('with the earliest end is used first', async () => {
    const who = await newBuyer(db, { balance: '10' });
    const first = await boughtBy(who);
    const { kind } = first;
    const expectedAmount = money('1');
    await buyNow(db, who, first.productId, 1, { expectedAmount });
    await db.pool.query(`update agt_quota set expire_time = now() + interval '1 day'
      where id = (select max(id) from agt_quota where owner_id = ${who.userId})`);
    const charge = await hold(who, kind, 120, null);
    expect(await packagesOf(who)).toEqual([
      [0, 20, 0, 80, '0', 1],
      [0, 100, 0, 0, '0', 1],
    ]);
    await release(charge.id, 20);
    expect(await packagesOf(who)).toEqual([
      [0, 0, 0, 100, '0', 1],
      [0, 100, 0, 0, '0', 1],
    ]);
  });

  it('becomes revenue to the micro-unit with its last unit, after any returns', async () => {
    const who = await newBuyer(db, { balance: '10' });
    const { kind, order } = await boughtBy(who, { units: 7, price: '0.142857' });
    const charge = await hold(who, kind, 7, null);
    for (const units of [1, 2, 1]) await use(charge.id, units);
    await giveBack(charge.id, 3);
    await use(charge.id, 3);
    const again = await hold(who, kind, 3, null);
    await use(again.id, 3);
    expect(await packagesOf(who)).toEqual([[7, 0, 0, 0, '999999', 2]]);
    expect(await deferredOf(order.orderNo)).toBe(0n);
  });

  it('leaves no trace of a refusal, also when the caller continues', async () => {
    const who = await newBuyer(db, { balance: '1.5' });
    const { kind } = await boughtBy(who);
    const before = [await snapshotRows(db), await packagesOf(who)];
    expect(await refusalOf(db, () => hold(who, kind, 101, null))).toBe('QUOTA_NOT_ENOUGH');
    await db.tx(async (tx) => {
      const asked = { userId: who.userId, kind, units: 200, unitPrice: money('0.02'), idemKey: key(), bizType: 'test' };
      await expect(holdUnits(tx, who, asked)).rejects.toMatchObject({ code: 'BALANCE_NOT_ENOUGH' });
    });
    expect([await snapshotRows(db), await packagesOf(who)]).toEqual(before);
  });

  it('moves once per key', async () => {
    const who = await newBuyer(db, { balance: '10' });
    const { kind } = await boughtBy(who);
    const [holdKey, useKey] = [key(), key()];
    const charge = await hold(who, kind, 120, '0.02', holdKey);
    expect((await hold(who, kind, 120, '0.02', holdKey)).id).toBe(charge.id);
    expect(await refusalOf(db, () => hold(who, kind, 121, '0.02', holdKey))).toBe('IDEMPOTENCY_CONFLICT');
    for (const _ of [1, 2]) await use(charge.id, 110, useKey);
    expect([await packagesOf(who), await moneyOf(who)]).toEqual([[[100, 0, 0, 0, '1000000', 2]], ['8.6', '0.2', '0']]);
    expect(await refusalOf(db, () => use(charge.id, 11))).toBe('UNITS_EXCEED');
  });

  it('at its end turns the rest into revenue, keeps held units, and accepts returned units for a week', async () => {
    const who = await newBuyer(db, { balance: '10' });
    const { kind, order } = await boughtBy(who);
    const charge = await hold(who, kind, 30, null);
    await db.pool.query(`update agt_quota set expire_time = now() + interval '3 days' where order_id = ${order.id}`);
    expect(await db.tx(remindOfQuotas)).toBeGreaterThan(0);
    expect(await db.tx(remindOfQuotas)).toBe(0);
    await db.pool.query(`update agt_quota set expire_time = now() - interval '1 minute' where order_id = ${order.id}`);
    expect(await db.tx((tx) => expireQuotas(tx))).toBe(1);
    expect(await packagesOf(who)).toEqual([[0, 30, 70, 0, '700000', 1]]);
    expect(await refusalOf(db, () => hold(who, kind, 1, null))).toBe('QUOTA_NOT_ENOUGH');
    await use(charge.id, 20);
    await release(charge.id, 10);
    await db.tx((tx) => expireQuotas(tx));
    expect(await packagesOf(who)).toEqual([[20, 0, 80, 0, '1000000', 3]]);
    await giveBack(charge.id, 20);
    expect(await packagesOf(who)).toEqual([[0, 0, 80, 20, '800000', 1]]);
    await hold(who, kind, 20, null);
    const messages = await db.pool.query(`select title_key from msg_message where biz_type = 'agent/quota'
      and biz_id = (select id::text from agt_quota where order_id = ${order.id}) order by id`);
    expect(messages.rows.map(({ title_key: name }) => name)).toEqual([
      'QUOTA_EXPIRING',
      'QUOTA_EXPIRED',
      'QUOTA_EXPIRED',
    ]);
  });

  it('is refunded completely while it is unused, and cannot be used afterwards', async () => {
    const who = await newBuyer(db, { balance: '10' });
    const { kind, order } = await boughtBy(who);
    const charge = await hold(who, kind, 1, null);
    const refund = () => db.tx((tx) => refundPackageOrder(tx, staff, { orderId: order.id, reason: 'Wrong one' }));
    expect(await refusalOf(db, refund)).toBe('PACKAGE_USED');
    await release(charge.id, 1);
    expect((await refund()).order.status).toBe(6);
    expect([await moneyOf(who), await deferredOf(order.orderNo)]).toEqual([['10', '0', '0'], 0n]);
    expect(await refusalOf(db, () => hold(who, kind, 1, null))).toBe('QUOTA_NOT_ENOUGH');
    expect(await refusalOf(db, refund)).toBe('STATE_CONFLICT');
  });

  it('earns rebates for the agents above when it is used, and reverses them when it is returned', async () => {
    const top = await newBuyer(db);
    const who = await newBuyer(db, { balance: '200', parent: top });
    const { kind } = await boughtBy(who, { units: 10_000 });
    await db.pool.query(
      `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
       values ('000000', $1, $2, 1, $3, 6, '*', 5)`,
      [top.ownerPath, String(top.userId), kind.businessType],
    );
    const pending = async () => {
      await postRebates(db);
      return formatMoney((await db.tx((tx) => balanceOf(tx, staff, { userId: top.userId }))).rebatePending);
    };
    const charge = await hold(who, kind, 5000, null);
    expect(await pending()).toBe('0');
    await use(charge.id, 5000);
    expect(await pending()).toBe('2.5');
    await giveBack(charge.id, 1000);
    expect(await pending()).toBe('2');
    await giveBack(charge.id, 4000);
    expect(await pending()).toBe('0');
    expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);
  });
});
