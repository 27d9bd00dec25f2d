import { micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { buy, deliverOrder, refundOrder, renewLeases, runDueLeases } from '../orders/index.ts';
import {
  ageLeases,
  balance,
  buyNow,
  createRental,
  expectConsistent,
  money,
  newBuyer,
  purchase,
  refusalOf,
  snapshotRows,
  staff,
  stockOf,
} from '../orders/orders-fixture.ts';
import { warnOfSupply } from './index.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

interface Lease {
  readonly id: bigint;
  readonly months: number;
  readonly status: number;
  readonly left: number;
  readonly problem: number | null;
  readonly end: string;
}

async function leasesOf(owner: Actor): Promise<Lease[]> {
  const { rows } = await db.drizzle.execute<Record<string, string | number>>(sql`
    select id::text, months, status, end_date - (now() at time zone 'Asia/Shanghai')::date as left, problem, end_date::text as end
    from agt_lease where owner_id = ${owner.userId} order by agt_lease.id`);
  return rows.map((row) => ({ ...row, id: BigInt(row['id'] ?? 0) }) as Lease);
}
/**
 * Ages all leases until the first one to end has at most this many days left; later ones may have some more, because
 * months differ.
 */
async function ageUntil(owner: Actor, left: number): Promise<void> {
  for (;;) {
    const running = (await leasesOf(owner)).filter(({ status }) => status < 3);
    const soonest = Math.min(...running.map((one) => one.left));
    if (soonest <= left) return;
    await ageLeases(db, soonest - left, owner.userId);
  }
}
/** Ages each lease of an owner to exactly this many days left, however long its months are. */
async function ageTo(owner: Actor, left: number): Promise<void> {
  await ageLeases(db, 60, owner.userId);
  await db.drizzle.execute(sql`
    update agt_lease set paused_days = paused_days + change, end_date = end_date + change
    from (select id as lease, (now() at time zone 'Asia/Shanghai')::date + ${left}::int - end_date as change from agt_lease
      where owner_id = ${owner.userId}) c
    where agt_lease.id = c.lease`);
  // The months follow their leases.
  await ageLeases(db, 0, owner.userId);
}
const renew = (owner: Actor, ids: readonly bigint[], months: number, amount: string) =>
  db.tx((tx) => renewLeases(tx, owner, { ids, months, expectedAmount: money(amount) }));
const messagesTo = async (owner: Actor): Promise<string[]> => {
  const { rows } = await db.pool.query(
    `select m.title_key as key from msg_message m join msg_inbox i on i.message_id = m.id where i.user_id = $1 order by m.id`,
    [String(owner.userId)],
  );
  return rows.map(({ key }) => key);
};

describe('rented numbers', () => {
  it('are paid for the first term and end after that many months', async () => {
    const { productId } = await createRental(db, { stock: 3, price: '1.5', product: { leaseMonths: 3 } });
    const buyer = await newBuyer(db, { balance: '20' });
    const { order } = await buyNow(db, buyer, productId, 2, { expectedAmount: money('9') });
    expect([order.unitPrice, order.amount]).toEqual([money('4.5'), money('9')]);
    const rented = await leasesOf(buyer);
    expect(rented.map(({ months, status }) => [months, status])).toEqual([
      [3, 1],
      [3, 1],
    ]);
    const { rows } = await db.drizzle.execute(sql`
      select month_no as no, amount::text, until_date = (from_date - case month_no when 1 then 0 else 1 end + interval '1 month')::date as whole
      from agt_lease_month where lease_id = ${rented[0]?.id} order by 1`);
    expect(rows.map(({ no, amount }) => [no, amount])).toEqual([
      [1, '1500000'],
      [2, '1500000'],
      [3, '1500000'],
    ]);
    await expectConsistent(db);
  });

  it('continue for the paid months, each exactly once, from the day after the last one ended', async () => {
    const { productId } = await createRental(db, { stock: 2, price: '2' });
    const buyer = await newBuyer(db, { balance: '100' });
    await buyNow(db, buyer, productId, 2, { expectedAmount: money('4') });
    const before = await leasesOf(buyer);
    const ids = before.map(({ id }) => id);
    expect(await refusalOf(db, (tx) => renewLeases(tx, buyer, { ids, months: 2, expectedAmount: money('7.9') }))).toBe(
      'PRICE_CHANGED',
    );
    const paid = await renew(buyer, ids, 2, '8');
    expect([paid.renewalNos.length, paid.amount, paid.balance]).toEqual([1, money('8'), money('88')]);
    await renew(buyer, ids.slice(0, 1), 1, '2');
    expect((await leasesOf(buyer)).map(({ months }) => months)).toEqual([4, 3]);
    const { rows } = await db.drizzle.execute(sql`
      select count(*)::int as n, count(distinct month_no)::int as once, sum(amount)::text as paid
      from agt_lease_month where lease_id = ${ids[0]}`);
    expect(rows).toEqual([{ n: 4, once: 4, paid: '8000000' }]);
    await expectConsistent(db);
  });

  it('can be renewed by their owner alone within money, limits and reach; a refusal changes nothing', async () => {
    const { productId, countryCode } = await createRental(db, { stock: 4, price: '5' });
    const [buyer, other] = [await newBuyer(db, { balance: '12', day: '14' }), await newBuyer(db, { balance: '9' })];
    await buyNow(db, buyer, productId, 1, { expectedAmount: money('5') });
    const [mine] = await leasesOf(buyer);
    const ids = [mine?.id ?? 0n];
    const before = await snapshotRows(db);
    const refusal = (owner: Actor, more: object) =>
      refusalOf(db, (tx) => renewLeases(tx, owner, { ids, months: 1, expectedAmount: money('5'), ...more }));
    expect(await refusal(other, {})).toBe('NOT_FOUND');
    expect(await refusal(buyer, { months: 2, expectedAmount: money('10') })).toBe('SPEND_LIMIT');
    expect(await refusal(buyer, { ids: undefined })).toBe('LEASE_CHOICE');
    expect(await refusal(buyer, { ids: undefined, withinDays: 3 })).toBe('LEASE_NONE');
    expect(await refusal(buyer, { months: 40, expectedAmount: money('200') })).toBe('LEASE_TOO_FAR');
    await db.pool.query('update sys_user set spend_limit_day = null where id = $1', [String(buyer.userId)]);
    expect(await refusal(buyer, { months: 2, expectedAmount: money('10') })).toBe('BALANCE_NOT_ENOUGH');
    await db.pool.query(`update inv_country set is_blocked = 1 where country_code = $1`, [countryCode]);
    expect(await refusal(buyer, {})).toBe('COUNTRY_BLOCKED');
    await db.pool.query(`update inv_country set is_blocked = 0 where country_code = $1`, [countryCode]);
    expect(await snapshotRows(db)).toBe(before);
    expect(await leasesOf(buyer)).toEqual([mine]);
    // Renewals count towards the spending limits like purchases.
    await db.pool.query('update sys_user set spend_limit_day = 11000000 where id = $1', [String(buyer.userId)]);
    await renew(buyer, ids, 1, '5');
    expect(await refusal(buyer, {})).toBe('SPEND_LIMIT');
  });

  it('renew automatically on their last day, once, although several servers run', async () => {
    const { productId } = await createRental(db, { stock: 5, price: '3' });
    const buyer = await newBuyer(db, { balance: '40' });
    await buyNow(db, buyer, productId, 3, { expectedAmount: money('9'), autoRenew: true });
    const [first] = await leasesOf(buyer);
    await ageLeases(db, (first?.left ?? 0) - 20, buyer.userId);
    await runDueLeases(db);
    expect((await leasesOf(buyer)).map(({ months }) => months)).toEqual([1, 1, 1]);
    await ageUntil(buyer, 0);
    await Promise.all([runDueLeases(db), runDueLeases(db), runDueLeases(db)]);
    expect((await leasesOf(buyer)).map(({ months, status }) => [months, status])).toEqual([
      [2, 1],
      [2, 1],
      [2, 1],
    ]);
    expect(await balance(db, buyer)).toBe(money('22'));
    expect(await messagesTo(buyer)).toEqual(['LEASE_RENEWED']);
    await expectConsistent(db);
  });

  it('renew automatically while money lasts; the others are kept for the grace days and then taken back', async () => {
    const { productId } = await createRental(db, { stock: 3, price: '3' });
    const buyer = await newBuyer(db, { balance: '13' });
    await buyNow(db, buyer, productId, 3, { expectedAmount: money('9'), autoRenew: true });
    await ageUntil(buyer, 5);
    await runDueLeases(db);
    expect(await messagesTo(buyer)).toEqual(['LEASE_SHORT']);
    await ageUntil(buyer, 0);
    await runDueLeases(db);
    await runDueLeases(db);
    expect((await leasesOf(buyer)).map(({ months, status, problem }) => [months, status, problem])).toEqual([
      [2, 1, null],
      [1, 1, 1],
      [1, 1, 1],
    ]);
    await ageUntil(buyer, -1);
    await runDueLeases(db);
    expect((await leasesOf(buyer)).map(({ status }) => status)).toEqual([1, 2, 2]);
    await ageUntil(buyer, -8);
    await runDueLeases(db);
    await runDueLeases(db);
    expect((await leasesOf(buyer)).map(({ status }) => status)).toEqual([1, 3, 3]);
    expect(await stockOf(db, productId)).toEqual({ 2: 1, 3: 2 });
    expect(await messagesTo(buyer)).toEqual([
      'LEASE_SHORT',
      'LEASE_RENEWED',
      'LEASE_SHORT',
      'LEASE_OVERDUE',
      'LEASE_ENDED',
    ]);
    const over = (await leasesOf(buyer))[1]?.id ?? 0n;
    expect(
      await refusalOf(db, (tx) => renewLeases(tx, buyer, { ids: [over], months: 1, expectedAmount: money('3') })),
    ).toBe('LEASE_OVER');
    await expectConsistent(db);
  });

  it('follow the calendar to the day, also after a renewal', async () => {
    const { productId } = await createRental(db, { stock: 1, price: '1' });
    const buyer = await newBuyer(db, { balance: '9' });
    await buyNow(db, buyer, productId, 1);
    const [rented] = await leasesOf(buyer);
    const passedDays = async (from: number, to: number) => {
      const before = (await messagesTo(buyer)).length;
      const received: [daysLeft: number, key: string | undefined][] = [];
      for (let left = from; left >= to; left -= 1) {
        await ageTo(buyer, left);
        await runDueLeases(db);
        await runDueLeases(db);
        for (const key of (await messagesTo(buyer)).slice(before + received.length)) received.push([left, key]);
      }
      return received;
    };
    const reminders = [
      [7, 'LEASE_DUE'],
      [3, 'LEASE_DUE'],
      [1, 'LEASE_DUE'],
    ];
    expect(await passedDays(9, 0)).toEqual(reminders);
    await renew(buyer, [rented?.id ?? 0n], 1, '1');
    expect(await passedDays(8, -9)).toEqual([...reminders, [-1, 'LEASE_OVERDUE'], [-8, 'LEASE_ENDED']]);
    expect(await stockOf(db, productId)).toEqual({ 3: 1 });
    await expectConsistent(db);
  });

  it('of two countries share the owner’s money for the warning and for renewals', async () => {
    const buyer = await newBuyer(db, { balance: '21' });
    for (const { productId } of [
      await createRental(db, { stock: 2, price: '3' }),
      await createRental(db, { stock: 2, price: '3' }),
    ])
      await buyNow(db, buyer, productId, 2, { expectedAmount: money('6'), autoRenew: true });
    await ageTo(buyer, 1);
    await runDueLeases(db);
    expect(await messagesTo(buyer)).toEqual(['LEASE_SHORT']);
    await ageTo(buyer, 0);
    await runDueLeases(db);
    // Money for three of the four; any of them may be the one without.
    const outcomes = (await leasesOf(buyer)).map(({ months, problem }) => `${months} ${problem}`);
    expect(outcomes.toSorted()).toEqual(['1 1', '2 null', '2 null', '2 null']);
    expect(await balance(db, buyer)).toBe(0n);
  });

  it('of other owners renew although the renewal of one owner fails', async () => {
    const { productId } = await createRental(db, { stock: 2, price: '1' });
    const [broken, other] = [await newBuyer(db, { balance: '9' }), await newBuyer(db, { balance: '9' })];
    for (const buyer of [broken, other]) await buyNow(db, buyer, productId, 1, { autoRenew: true });
    for (const buyer of [broken, other]) await ageTo(buyer, 0);
    await db.pool.query(`
      create function break_renewal() returns trigger language plpgsql as $$ begin raise 'broken'; end $$;
      create trigger break_renewal before insert on agt_lease_renewal for each row
        when (new.owner_id = ${broken.userId}) execute function break_renewal()`);
    await expect(runDueLeases(db)).rejects.toThrow('Leases could not be looked after');
    await db.pool.query('drop trigger break_renewal on agt_lease_renewal; drop function break_renewal()');
    const monthsOf = async (owner: Actor) => (await leasesOf(owner))[0]?.months;
    expect([await monthsOf(broken), await monthsOf(other)]).toEqual([1, 2]);
    await runDueLeases(db);
    expect(await monthsOf(broken)).toBe(2);
  });

  it('give the spending limit back the cost of renewals when they are refunded', async () => {
    const { productId } = await createRental(db, { stock: 3, price: '5' });
    const buyer = await newBuyer(db, { balance: '40', day: '10', month: '10' });
    const { order } = await buyNow(db, buyer, productId, 1, { expectedAmount: money('5') });
    await renew(
      buyer,
      (await leasesOf(buyer)).map(({ id }) => id),
      1,
      '5',
    );
    const again = (quantity: number) =>
      refusalOf(db, (tx) =>
        buy(tx, buyer, purchase(productId, quantity, { expectedAmount: micros(5_000_000n * BigInt(quantity)) })),
      );
    expect(await again(1)).toBe('SPEND_LIMIT');
    await db.tx((tx) => refundOrder(tx, staff, { outboundId: order.outboundId ?? 0n, reason: 'Not reachable' }));
    expect(await again(2)).toBeNull();
  });

  it('are refunded with everything paid for them, to the micro-unit', async () => {
    const { productId } = await createRental(db, { stock: 3, price: '0.333333', product: { leaseMonths: 2 } });
    const buyer = await newBuyer(db, { balance: '10' });
    const { order } = await buyNow(db, buyer, productId, 3, { expectedAmount: money('1.999998') });
    const rented = await leasesOf(buyer);
    const ids = rented.map(({ id }) => id);
    await renew(buyer, ids, 1, '0.999999');
    await renew(buyer, ids.slice(1), 3, '1.999998');
    const outboundId = order.outboundId ?? 0n;
    const { rows } = await db.pool.query('select item_id from agt_lease where id = $1', [String(ids[1])]);
    const itemIds = [BigInt(rows[0].item_id)];
    const part = await db.tx((tx) => refundOrder(tx, staff, { outboundId, itemIds, reason: 'Not reachable' }));
    expect(part.refunded).toBe(micros(333_333n * 6n));
    expect((await leasesOf(buyer)).map(({ status }) => status)).toEqual([1, 4, 1]);
    await db.tx((tx) => refundOrder(tx, staff, { outboundId, reason: 'Not reachable' }));
    expect(await balance(db, buyer)).toBe(money('10'));
    expect((await leasesOf(buyer)).map(({ status }) => status)).toEqual([4, 4, 4]);
    await expectConsistent(db);
  });

  it('start at delivery when they are delivered by hand', async () => {
    const { productId } = await createRental(db, { stock: 2, product: { deliveryType: 2, leaseMonths: 2 } });
    const buyer = await newBuyer(db, { balance: '10' });
    const { order } = await buyNow(db, buyer, productId, 2, { expectedAmount: money('4'), autoRenew: true });
    expect(await leasesOf(buyer)).toEqual([]);
    await db.tx((tx) => deliverOrder(tx, staff, { outboundId: order.outboundId ?? 0n }));
    expect((await leasesOf(buyer)).map(({ months }) => months)).toEqual([2, 2]);
    await expectConsistent(db);
  });

  it('do not renew automatically after they are found dead', async () => {
    const { productId } = await createRental(db, { stock: 1 });
    const buyer = await newBuyer(db, { balance: '10' });
    await buyNow(db, buyer, productId, 1, { autoRenew: true });
    const [rented] = await leasesOf(buyer);
    await db.pool.query(
      'update inv_item set survive_status = 2 where id = (select item_id from agt_lease where id = $1)',
      [String(rented?.id)],
    );
    await ageUntil(buyer, 0);
    await runDueLeases(db);
    expect((await leasesOf(buyer)).map(({ months, problem }) => [months, problem])).toEqual([[1, 4]]);
    expect(await balance(db, buyer)).toBe(money('9'));
  });
});

it('notifies staff once when the supply of a rented number ends before its lease', async () => {
  const { productId } = await createRental(db, { stock: 4, price: '1', product: { leaseMonths: 2 } });
  const owner = await newBuyer(db, { balance: '20' });
  await buyNow(db, owner, productId, 4, { expectedAmount: money('8') });
  const messagesTo = async () => {
    const { rows } = await db.pool.query(
      `select params ->> 'n' as n, params ->> 'date' as date, route from msg_message where title_key = 'LEASE_SUPPLY' order by id`,
    );
    return rows;
  };
  /** Sets the supply ends of the numbers, in order: days from today, or null. */
  const supplied = (days: readonly (number | null)[]) =>
    db.pool.query(
      `update inv_item i set lease_end = (now() at time zone 'Asia/Shanghai')::date + d.days
       from (select item_id, row_number() over (order by id) as place from agt_lease where owner_id = $1) l,
         unnest($2::int[]) with ordinality d (days, place)
       where i.id = l.item_id and d.place = l.place`,
      [String(owner.userId), days],
    );
  // One has no supply end, one ends after its lease, one ends too late to be due yet.
  await supplied([null, 200, 20, 5]);
  expect([await warnOfSupply(db), await warnOfSupply(db)]).toEqual([1, 0]);
  const first = await messagesTo();
  expect(first).toMatchObject([
    { n: '1', route: expect.stringMatching(/^\/whatsapp\/warehouse\/index\?stockStatus_in=2&leaseEnd_dategt=/) },
  ]);
  // One is extended but still too short; the other one is due now.
  await supplied([null, 200, 3, 6]);
  expect([await warnOfSupply(db), await warnOfSupply(db)]).toEqual([2, 0]);
  expect((await messagesTo()).map(({ n }) => n)).toEqual(['1', '2']);
  await supplied([null, 200, 100, 100]);
  expect(await warnOfSupply(db)).toBe(0);
});
