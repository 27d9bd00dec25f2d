import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { type BatchSetting, setPrices } from './book.ts';
import {
  addPrice,
  applyScheduledPrices,
  changePrice,
  markUsed,
  PRICE_STATUS,
  type PriceValues,
  prices,
  removePrices,
  resolvePrice,
  setPriceStatus,
} from './index.ts';
import { add, inHours, money, price, reader, refusalOf } from './pricing-fixture.ts';

let tenants = 200_000;
const newTenant = (): Actor => {
  tenants += 1;
  return systemActor(String(tenants));
};
const db = await testDb();
afterAll(() => db.close());

const RIGHTS = { belowCost: false };
const change = (who: Actor, id: bigint, changes: Partial<PriceValues>, rights = RIGHTS) =>
  db.tx((tx) => changePrice(tx, who, id, undefined, changes, rights));
const use = (id: bigint) => db.tx((tx) => markUsed(tx, id));
const bookOf = (who: Actor) =>
  db.drizzle
    .select()
    .from(prices)
    .where(and(eq(prices.tenantId, who.tenantId)))
    .orderBy(asc(prices.effectiveTime), asc(prices.id));
const priceNow = async (who: Actor) =>
  formatMoney(
    (
      await resolvePrice(
        db,
        reader({ tenantId: who.tenantId }),
        { businessType: 1, serviceType: 2, countryCode: 'US' },
        1,
      )
    ).unitPrice,
  );
const batch = (who: Actor, ids: bigint[], setting: Omit<BatchSetting, 'reason'>, dryRun = false, rights = RIGHTS) =>
  db.tx((tx) => setPrices(tx, who, ids, { ...setting, reason: 'new rates' }, rights, dryRun));

describe('a valid price', () => {
  test.each([
    ['a check that is not named', 'PRICE_KEY', { serviceType: 1 }],
    ['a check of something that is none', 'PRICE_KEY', { filterType: 2 }],
    ['an activity check without its period', 'PRICE_KEY', { serviceType: 1, filterType: 3 }],
    ['a period of a check that has none', 'PRICE_KEY', { serviceType: 1, filterType: 2, activePeriod: 7 }],
    ['a negative sale price', 'PRICE_NEGATIVE', { salePrice: money('-0.1') }],
    ['a negative cost', 'PRICE_NEGATIVE', { costPrice: money('-0.1') }],
    ['a negative floor', 'PRICE_NEGATIVE', { minPrice: money('-0.1') }],
    ['a maximum below the minimum', 'PRICE_QUANTITY', { minQty: 10, maxQty: 9 }],
    ['an end before its beginning', 'PRICE_PERIOD', { expireTime: inHours(-1.5) }],
    ['a tier dearer than the price', 'PRICE_TIERS', { tierJson: [{ fromQty: 10, price: '1.1' }] }],
    [
      'two tiers with the same quantity',
      'PRICE_TIERS',
      {
        tierJson: [
          { fromQty: 10, price: '0.9' },
          { fromQty: 10, price: '0.8' },
        ],
      },
    ],
    [
      'a tier dearer than the one before',
      'PRICE_TIERS',
      {
        tierJson: [
          { fromQty: 10, price: '0.8' },
          { fromQty: 20, price: '0.9' },
        ],
      },
    ],
    ['a price below cost', 'PRICE_BELOW_COST', { costPrice: money('1.000001') }],
    ['a tier below cost', 'PRICE_BELOW_COST', { costPrice: money('0.9'), tierJson: [{ fromQty: 10, price: '0.8' }] }],
  ] satisfies [string, string, Partial<PriceValues>][])('is not %s', async (_name, code, values) => {
    const who = newTenant();
    expect(await refusalOf(add(db, values, who))).toBe(code);
    expect(await bookOf(who)).toEqual([]);
  });

  test('is below cost only with the permission and a reason', async () => {
    const who = newTenant();
    const values = price({ costPrice: money('2') });
    const addWith = (remark: string | null) =>
      db.tx((tx) => addPrice(tx, who, { ...values, remark }, { belowCost: true }));
    expect(await refusalOf(addWith(null))).toBe('PRICE_BELOW_COST');
    expect((await addWith('clearance')).salePrice).toBe(money('1'));
  });
});

describe('one key', () => {
  test('has at most one price at any moment under concurrent writes', async () => {
    const who = newTenant();
    await add(db, { countryCode: 'US', expireTime: inHours(5) }, who);
    expect(await refusalOf(add(db, { countryCode: 'US', effectiveTime: inHours(4) }, who))).toBe('PRICE_TAKEN');
    await add(db, { countryCode: 'US', effectiveTime: inHours(6) }, who);
    await add(db, { countryCode: 'US', agentLevel: 2 }, who);
    await add(db, { countryCode: 'GB' }, who);
    const together = await Promise.allSettled(Array.from({ length: 8 }, () => add(db, { countryCode: 'FR' }, who)));
    expect(together.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('ignores a disabled price until it is enabled again', async () => {
    const who = newTenant();
    const old = await add(db, { countryCode: 'US' }, who);
    const set = (id: bigint, status: 0 | 1) => db.tx((tx) => setPriceStatus(tx, who, [id, 999n], status));
    expect((await set(old.id, 0)).failed).toEqual([{ id: 999n, code: 'NOT_FOUND' }]);
    expect(await refusalOf(priceNow(who))).toBe('PRICE_NOT_FOUND');
    const other = await add(db, { countryCode: 'US', salePrice: money('2') }, who);
    expect((await set(old.id, 1)).failed).toContainEqual({ id: old.id, code: 'PRICE_OVERLAP' });
    expect(await priceNow(who)).toBe('2');
    await set(other.id, 0);
    await set(old.id, 1);
    expect(await priceNow(who)).toBe('1');
  });
});

test('a price enabled before its start waits for it', async () => {
  const who = newTenant();
  const { id } = await add(db, { countryCode: 'US', effectiveTime: inHours(2) }, who);
  const set = (status: 0 | 1) => db.tx((tx) => setPriceStatus(tx, who, [id], status));
  await set(0);
  expect(await bookOf(who)).toMatchObject([{ status: PRICE_STATUS.disabled }]);
  await set(1);
  expect(await bookOf(who)).toMatchObject([{ status: PRICE_STATUS.scheduled }]);
  expect(await refusalOf(priceNow(who))).toBe('PRICE_NOT_FOUND');
});

describe('a change', () => {
  test('of an unused price rewrites it', async () => {
    const who = newTenant();
    const { id } = await add(db, { countryCode: 'US' }, who);
    await change(who, id, { salePrice: money('3') });
    expect(await bookOf(who)).toMatchObject([{ id, salePrice: money('3'), priceVersion: 2, version: 2 }]);
  });

  test('of a used price closes it and opens the next version', async () => {
    const who = newTenant();
    const { id, priceNo } = await add(db, { countryCode: 'US' }, who);
    await use(id);
    const next = await change(who, id, { salePrice: money('3') });
    const [closed, opened] = await bookOf(who);
    expect(closed).toMatchObject({
      id,
      salePrice: money('1'),
      status: PRICE_STATUS.expired,
      expireTime: opened?.effectiveTime,
    });
    expect(opened).toMatchObject({
      id: next.id,
      priceNo,
      salePrice: money('3'),
      status: PRICE_STATUS.enabled,
      priceVersion: 2,
      used: 0,
    });
    expect(await priceNow(who)).toBe('3');
    expect(await refusalOf(change(who, id, { salePrice: money('4') }))).toBe('STATE_CONFLICT');
  });

  test.each([true, false])('for later keeps the present price in force until then (used: %s)', async (used) => {
    const who = newTenant();
    const { id } = await add(db, { countryCode: 'US' }, who);
    if (used) await use(id);
    const later = await change(who, id, { salePrice: money('3'), effectiveTime: inHours(2) });
    expect(later.status).toBe(PRICE_STATUS.scheduled);
    expect(await priceNow(who)).toBe('1');
    // Another change before that day takes the next version number and ends where the scheduled one begins.
    await use(id);
    const between = await change(who, id, { salePrice: money('2') });
    expect(between).toMatchObject({ priceVersion: 3, expireTime: later.effectiveTime });
    expect(await priceNow(who)).toBe('2');
    expect(await bookOf(who)).toHaveLength(3);
  });

  test('of an outdated form is refused', async () => {
    const who = newTenant();
    const { id } = await add(db, { countryCode: 'US' }, who);
    const stale = db.tx((tx) => changePrice(tx, who, id, 7, { salePrice: money('3') }, RIGHTS));
    expect(await refusalOf(stale)).toBe('STALE_DATA');
    expect(await refusalOf(change(newTenant(), id, { salePrice: money('3') }))).toBe('NOT_FOUND');
    expect(await priceNow(who)).toBe('1');
  });
});

describe('a bulk change', () => {
  test('predicts its result in a dry run', async () => {
    const who = newTenant();
    const tierJson = [{ fromQty: 10, price: '0.8' }];
    const first = await add(db, { countryCode: 'US', tierJson }, who);
    const second = await add(db, { countryCode: 'GB', salePrice: money('2') }, who);
    await use(second.id);
    const setting = { field: 'salePrice', mode: 'MULTIPLY', value: '1.05' } as const;
    const before = await bookOf(who);
    const dry = await batch(who, [first.id, second.id], setting, true);
    expect(await bookOf(who)).toEqual(before);
    const real = await batch(who, [first.id, second.id], setting);
    expect(real.items.map(({ after }) => formatMoney(after))).toEqual(['1.05', '2.1']);
    expect(dry.items.map(({ after }) => after)).toEqual(real.items.map(({ after }) => after));
    const after = await bookOf(who);
    expect(after.find(({ id }) => id === first.id)).toMatchObject({
      salePrice: money('1.05'),
      tierJson: [{ fromQty: 10, price: '0.84' }],
      remark: 'new rates',
    });
    expect(after).toHaveLength(3);
  });

  test('of the cost or the floor keeps sale price and tiers', async () => {
    const who = newTenant();
    const tierJson = [{ fromQty: 10, price: '0.8' }];
    const { id } = await add(db, { countryCode: 'US', tierJson, costPrice: money('0.1') }, who);
    await batch(who, [id], { field: 'costPrice', mode: 'MULTIPLY', value: '2' });
    await batch(who, [id], { field: 'minPrice', mode: 'SET', value: '0.7' });
    expect(await bookOf(who)).toMatchObject([
      { salePrice: money('1'), costPrice: money('0.2'), minPrice: money('0.7'), tierJson },
    ]);
  });

  test('skips prices it may not change', async () => {
    const who = newTenant();
    const cheap = await add(db, { countryCode: 'US', costPrice: money('0.5') }, who);
    const dear = await add(db, { countryCode: 'GB', costPrice: money('0.9') }, who);
    const { items, failed } = await batch(who, [cheap.id, dear.id, 12345n], {
      field: 'salePrice',
      mode: 'ADD',
      value: '-0.3',
    });
    expect(items.map(({ row }) => row.id)).toEqual([cheap.id]);
    expect(failed).toEqual([
      { id: 12345n, code: 'NOT_FOUND' },
      { id: dear.id, code: 'PRICE_BELOW_COST' },
    ]);
    const allowed = await batch(who, [dear.id], { field: 'salePrice', mode: 'ADD', value: '-0.3' }, false, {
      belowCost: true,
    });
    expect(allowed.items[0]).toMatchObject({ belowCost: true, after: money('0.7') });
    expect((await batch(who, [cheap.id], { field: 'salePrice', mode: 'ADD', value: '-30' })).failed).toEqual([
      { id: cheap.id, code: 'PRICE_NEGATIVE' },
    ]);
  });
});

test('removing a scheduled price restores the end of the one before it', async () => {
  const who = newTenant();
  const until = inHours(9);
  const { id } = await add(db, { countryCode: 'US', expireTime: until }, who);
  const later = await change(who, id, { salePrice: money('3'), effectiveTime: inHours(2) });
  await use(id);
  const between = await change(who, id, { salePrice: money('2') });
  const endOf = async (priceId: bigint) => (await bookOf(who)).find((row) => row.id === priceId)?.expireTime;
  expect(await endOf(between.id)).toEqual(later.effectiveTime);
  // A postponed start leaves no period without a price.
  await change(who, later.id, { effectiveTime: inHours(4) });
  expect((await endOf(between.id))?.getTime()).toBe(
    (await bookOf(who)).find((row) => row.id === later.id)?.effectiveTime.getTime(),
  );
  await db.tx((tx) => removePrices(tx, who, [later.id]));
  expect(await endOf(between.id)).toEqual(until);
  // A price without an end has none again.
  const open = await add(db, { countryCode: 'GB' }, who);
  const next = await change(who, open.id, { salePrice: money('3'), effectiveTime: inHours(2) });
  await db.tx((tx) => removePrices(tx, who, [next.id]));
  expect(await endOf(open.id)).toBeNull();
});

test('a used price cannot be removed', async () => {
  const who = newTenant();
  const used = await add(db, { countryCode: 'US' }, who);
  const unused = await add(db, { countryCode: 'GB' }, who);
  await use(used.id);
  const remove = (ids: bigint[]) => db.tx((tx) => removePrices(tx, who, ids));
  expect(await refusalOf(remove([unused.id, used.id]))).toBe('PRICE_USED');
  expect((await bookOf(who)).filter(({ deletedAt }) => deletedAt !== null)).toEqual([]);
  await remove([unused.id]);
  expect(await refusalOf(remove([unused.id]))).toBe('NOT_FOUND');
  await add(db, { countryCode: 'GB' }, who);
});

test('the timer keeps the displayed status current', async () => {
  const who = newTenant();
  const soon = await add(db, { countryCode: 'US', effectiveTime: inHours(1) }, who);
  const over = await add(db, { countryCode: 'GB', expireTime: inHours(1) }, who);
  await db.drizzle
    .update(prices)
    .set({ effectiveTime: inHours(-0.1) })
    .where(eq(prices.id, soon.id));
  await db.drizzle
    .update(prices)
    .set({ expireTime: inHours(-0.1) })
    .where(eq(prices.id, over.id));
  await db.tx(applyScheduledPrices);
  const status = new Map((await bookOf(who)).map((row) => [row.id, row.status]));
  expect([status.get(soon.id), status.get(over.id)]).toEqual([PRICE_STATUS.enabled, PRICE_STATUS.expired]);
});
