import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../../kernel/db/index.ts';
import { testApp } from '../../../kernel/jobs/testing/app.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { earliestSellableLeaseEnd } from './allocate.ts';
import {
  type Criteria,
  confirmOutbound,
  createOutbound,
  deliverOutbound,
  inventoryTimers,
  type NewOutbound,
  type Outbound,
  returnOutbound,
  STRATEGY,
  sellableNow,
} from './index.ts';
import { fictionalNumbers, stock, stockKeeper } from './stock-fixture.ts';

let next = 0;
const db = await testDb({ seeded: true });
afterAll(() => db.close());
// Take the last test's numbers off sale: numbers in stock are never removed.
beforeEach(() => db.pool.query('update inv_item set stock_status = 4 where stock_status = 0'));

/** Returns consecutive numbers that no other test of this file uses. */
const fresh = (count: number): bigint[] => {
  // Each call gets its own block of a hundred, so that a run never continues into another test's numbers.
  next += 100;
  return fictionalNumbers(count, next - 100);
};

const PHONES: Criteria = { businessType: 1, countryCode: 'US' };
const order = (quantity: number, more: Partial<NewOutbound> = {}): NewOutbound => ({
  outboundType: 1,
  agent: { id: 77n, name: 'Agent', ownerPath: '/77/' },
  criteria: PHONES,
  quantity,
  currency: 'USDT',
  ...more,
});
const numbersOf = async (run: Pick<Tx, 'execute'>, { id }: Outbound): Promise<bigint[]> => {
  const { rows } = await run.execute<{ e164: string }>(
    sql`select e164::text from inv_outbound_line where outbound_id = ${id} and state = 1 order by e164`,
  );
  return rows.map(({ e164 }) => BigInt(e164));
};
const create = (input: NewOutbound, mode: 'draft' | 'reserve' | 'deliver') =>
  db.tx((tx) => createOutbound(tx, stockKeeper, input, mode));
const refusal = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'done',
    (error: unknown) => (isAppError(error) ? error.code : error),
  );
/** Works in a transaction that uses another slot of the counters: transactions in one slot wait for each other. */
async function besides<T>(other: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
  const slotOf = async (tx: Tx) =>
    (await tx.execute<{ slot: number }>(sql`select pg_backend_pid() % 16 as slot`)).rows[0]?.slot;
  const taken = await slotOf(other);
  return db.tx(async (tx) => ((await slotOf(tx)) === taken ? besides(other, work) : work(tx)));
}
const set = (column: string, value: string, ids: readonly bigint[]) =>
  db.pool.query(`update inv_item set ${column} = ${value} where id = any ($1)`, [ids]);

const WAYS = Object.entries(STRATEGY);

describe.each(WAYS)('allocation of numbers %s', (_name, strategy) => {
  it('takes numbers that meet all criteria', async () => {
    const numbers = fresh(12);
    const ids = await stock(db, numbers, { capability: 14 });
    // The middle third meets all criteria; every number before and after it fails one.
    const fitting = numbers.slice(4, 8);
    await set('number_type', '2', ids);
    await set('survive_status = 1, survive_time', `now() - interval '23 hours 59 minutes'`, ids);
    await set('warehouse_code', `'WH02'`, ids);
    await set('number_type', '1', [ids[0] as bigint]);
    await set('warehouse_code', `'WH01'`, [ids[1] as bigint]);
    await set('capability', '10', [ids[2] as bigint]);
    await set('survive_status', '3', [ids[3] as bigint]);
    await set('survive_time', `now() - interval '24 hours 1 minute'`, [ids[8] as bigint]);
    await set('owner_type', '2', [ids[9] as bigint]);
    await set('survive_status', '2', [ids[10] as bigint]);
    await set('stock_status', '4', [ids[11] as bigint]);
    const criteria = { ...PHONES, numberType: 2, capability: 6, warehouseCode: 'WH02', aliveWithinHours: 24 };
    expect(await db.tx((tx) => sellableNow(tx, '000000', criteria))).toBe(4);
    expect(await refusal(create(order(5, { criteria, strategy }), 'reserve'))).toBe('STOCK_NOT_ENOUGH');
    const note = await create(order(4, { criteria, strategy }), 'reserve');
    expect(await numbersOf(db.drizzle, note)).toEqual(fitting);
  });

  it('takes numbers whose lease lasts seven days or longer', async () => {
    const numbers = fresh(4);
    const ids = await stock(db, numbers);
    for (const [index, days] of [6, 7, 8].entries())
      await set('lease_end', `current_date + ${days}`, [ids[index] as bigint]);
    expect(await db.tx((tx) => sellableNow(tx, '000000', PHONES))).toBe(3);
    expect(await refusal(create(order(4, { strategy }), 'reserve'))).toBe('STOCK_NOT_ENOUGH');
    expect(await numbersOf(db.drizzle, await create(order(3, { strategy }), 'reserve'))).toEqual(numbers.slice(1));
  });

  it('skips numbers that another buyer is taking, without waiting', async () => {
    const numbers = fresh(8);
    await stock(db, numbers);
    await db.tx(async (first) => {
      const mine = await numbersOf(first, await createOutbound(first, stockKeeper, order(4, { strategy }), 'deliver'));
      const rest = await besides(first, async (second) => {
        // A statement that waits for a row fails.
        await second.execute(sql`set local lock_timeout = '1s'`);
        const wanted = order(8, { strategy, allowPartial: true });
        return numbersOf(second, await createOutbound(second, stockKeeper, wanted, 'deliver'));
      });
      expect([mine.length, rest.length]).toEqual([4, 4]);
      expect([...mine, ...rest].sort()).toEqual(numbers);
    });
  });
});

it('consecutive allocation takes the first run that is long enough and skips shorter ones', async () => {
  const numbers = fresh(12);
  const ids = await stock(db, numbers);
  // Runs of three, four and three are left.
  await set('stock_status', '4', [ids[3] as bigint, ids[8] as bigint]);
  const inARow = (quantity: number) => create(order(quantity, { strategy: STRATEGY.consecutive }), 'reserve');
  expect(await refusal(inARow(5))).toBe('STOCK_NOT_ENOUGH');
  expect(await numbersOf(db.drizzle, await inARow(4))).toEqual(numbers.slice(4, 8));
  expect(await refusal(inARow(4))).toBe('STOCK_NOT_ENOUGH');
  expect(await numbersOf(db.drizzle, await inARow(3))).toEqual(numbers.slice(0, 3));
});

describe('delivered numbers', () => {
  const item = async (id: bigint | undefined) => {
    const { rows } = await db.pool.query(
      'select stock_status, assigned_to, assign_seq, reserve_expire_time, outbound_id from inv_item where id = $1',
      [id],
    );
    return rows[0];
  };

  it('belong to the customer, delivered at once or after a reservation, and to no customer after a return', async () => {
    const [first, second] = (await stock(db, fresh(2))) as [bigint, bigint];
    const atOnce = await create(order(1), 'deliver');
    const handed = { stock_status: 2, assigned_to: 77n, assign_seq: 1, reserve_expire_time: null };
    expect(await item(first)).toEqual({ ...handed, outbound_id: atOnce.id });
    const held = await create(order(1), 'reserve');
    expect(await item(second)).toMatchObject({
      stock_status: 1,
      assigned_to: null,
      assign_seq: 0,
      outbound_id: held.id,
    });
    await db.tx((tx) => deliverOutbound(tx, stockKeeper, held.id));
    expect(await item(second)).toEqual({ ...handed, outbound_id: held.id });
    await db.tx((tx) => returnOutbound(tx, stockKeeper, held.id));
    expect(await item(second)).toEqual({ ...handed, stock_status: 3, assigned_to: null, outbound_id: null });
    expect(await item(first)).toEqual({ ...handed, outbound_id: atOnce.id });
  });

  it('are counted on the note, also when there were fewer than requested', async () => {
    await stock(db, fresh(3));
    expect(await create(order(5, { allowPartial: true }), 'deliver')).toMatchObject({ quantity: 3, deliveredQty: 3 });
    await stock(db, fresh(3));
    expect(await create(order(5, { allowPartial: true }), 'reserve')).toMatchObject({ quantity: 3, deliveredQty: 0 });
  });

  it('are on one active line only, under concurrency', async () => {
    const [id] = await stock(db, fresh(1));
    await create(order(1), 'deliver');
    const other = await create(order(1), 'draft');
    const again = db.pool.query(
      `insert into inv_outbound_line (outbound_id, item_id, e164, country_code) select $1, id, e164, country_code from inv_item where id = $2`,
      [other.id, id],
    );
    await expect(again).rejects.toMatchObject({ code: '23505' });
  });

  it('are not reserved for a draft whose country has been blocked since', async () => {
    await stock(db, fresh(1));
    const draft = await create(order(1), 'draft');
    const confirm = () => refusal(db.tx((tx) => confirmOutbound(tx, stockKeeper, draft.id)));
    for (const [column, value] of [
      ['is_blocked', 1],
      ['status', 0],
    ] as const) {
      await db.pool.query(`update inv_country set ${column} = ${value} where country_code = 'US'`);
      expect(await confirm()).toBe('COUNTRY_BLOCKED');
      await db.pool.query(`update inv_country set ${column} = ${1 - value} where country_code = 'US'`);
    }
    expect(await confirm()).toBe('done');
  });
});

describe('quarantine', () => {
  const DAY_MILLIS = 86_400_000;
  const rest = () => inventoryTimers.find(({ name }) => name === 'inventory/end-quarantine')?.run(testApp(db));

  it.each([45, 90, 200, 365])('of a country with %d quarantine days lasts exactly that long', async (days) => {
    await db.pool.query(`
      update inv_country set quarantine_days = ${days} where tenant_id = '000000' and country_code = 'US';
      insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, quarantine_days, deleted_at)
      values ('111111', 'US', '1', 'US', 'US', 60, null), ('000000', 'US', '1', 'US', 'US', 60, now())
      on conflict do nothing`);
    const [id] = await stock(db, fresh(1));
    const note = await create(order(1), 'deliver');
    const before = Date.now();
    await db.tx((tx) => returnOutbound(tx, stockKeeper, note.id));
    const state = async () =>
      (
        await db.pool.query('select stock_status as status, quarantine_until as until from inv_item where id = $1', [
          id,
        ])
      ).rows[0];
    const { until } = await state();
    expect(until.getTime()).toBeGreaterThanOrEqual(before + days * DAY_MILLIS);
    expect(until.getTime()).toBeLessThanOrEqual(Date.now() + days * DAY_MILLIS);
    // Ages only this number: first all but one minute of its days, then the rest.
    const goBy = (time: string) =>
      db.pool.query(`update inv_item set quarantine_until = quarantine_until - interval '${time}' where id = $1`, [id]);
    await goBy(`${days - 1} days 23 hours 59 minutes`);
    await rest();
    expect((await state()).status).toBe(3);
    await goBy('1 minute');
    await rest();
    expect(await state()).toEqual({ status: 0, until: null });
  });
});

it('counts the days of a supply lease in UTC, independent of the connection’s time zone', async () => {
  const numbers = fresh(2);
  const ids = await stock(db, numbers);
  const days = [earliestSellableLeaseEnd(), new Date(Date.now() + 6 * 86_400_000).toISOString().slice(0, 10)];
  for (const [index, day] of days.entries())
    await db.pool.query('update inv_item set lease_end = $1 where id = $2', [day, ids[index]]);
  for (const zone of ['UTC', 'Pacific/Kiritimati', 'Pacific/Pago_Pago'])
    await db.tx(async (tx) => {
      await tx.execute(sql`select set_config('timezone', ${zone}, true)`);
      const { rows } = await tx.execute<{ id: string }>(
        sql`select id::text from inv_sellable where id = any(${sql.param(ids)}::bigint[])`,
      );
      expect(
        rows.map(({ id }) => BigInt(id)),
        zone,
      ).toEqual([ids[0]]);
    });
});
