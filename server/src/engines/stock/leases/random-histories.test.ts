import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { balanceOf, grantBonus } from '../../money/ledger/index.ts';
import { postRebates, settleRebates } from '../../money/rebates/index.ts';
import { buy, quoteRenewal, refundOrder, renewLeases, runDueLeases } from '../orders/index.ts';
import {
  ageLeases,
  createRental,
  expectConsistent,
  money,
  newBuyer,
  purchase,
  staff,
} from '../orders/orders-fixture.ts';
import { setAutoRenew, verifyLeases } from './index.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

const CLIENTS = 5;
const STEPS = 25;
const START = money('60');
const BONUS = money('4');
const PRICE = '0.333333';
const TERM = 2;

const step = fc.record({
  kind: fc.constantFrom(
    ...['buy', 'buy', 'renew', 'renew', 'renewSoon', 'auto', 'auto', 'days', 'turn', 'turn', 'refund', 'rebates'],
  ),
  numbers: fc.integer({ min: 1, max: 4 }),
  months: fc.integer({ min: 1, max: 3 }),
  days: fc.integer({ min: 1, max: 40 }),
  buyer: fc.nat(2),
  which: fc.nat(200),
  isOn: fc.boolean(),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const EXPECTED =
  /^(BALANCE_NOT_ENOUGH|STOCK_NOT_ENOUGH|PRICE_CHANGED|LEASE_OVER|LEASE_NONE|LEASE_TOO_FAR|STATE_CONFLICT|NOT_FOUND)$/;

// A failure prints the seed; LEASES_SEED replays it (only the interleaving of the clients differs).
it('charges every month once and keeps leases, stock, money and rebates consistent with five clients and the timers', async () => {
  const seed = Number(process.env.LEASES_SEED ?? Date.now() % 2 ** 31);
  const hint = `seed ${seed}`;
  const { productId } = await createRental(db, { stock: 60, price: PRICE, product: { leaseMonths: TERM } });
  const top = await newBuyer(db);
  const buyers: Actor[] = [];
  for (let n = 0; n < 3; n += 1) buyers.push(await newBuyer(db, { balance: '60', parent: top }));
  await db.pool.query(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
     select '000000', $1, $2, 1, business, 7, '*', 5 from generate_series(1, 3) business`,
    [top.ownerPath, String(top.userId)],
  );
  for (const { userId } of buyers)
    await db.tx((tx) => grantBonus(tx, staff, { userId, amount: BONUS, idemKey: `bonus:${userId}`, bizType: 'test' }));
  const orders: bigint[] = [];
  /** The last seen months of each lease; they may only grow. */
  const seen = new Map<string, number>();
  const shrunk: string[] = [];
  const look = async () => {
    const { rows } = await db.drizzle.execute<{ id: string; months: number }>(
      sql`select id::text, months from agt_lease`,
    );
    for (const { id, months } of rows) {
      if (months < (seen.get(id) ?? 0)) shrunk.push(id);
      seen.set(id, Math.max(months, seen.get(id) ?? 0));
    }
  };
  const ids = async ({ userId }: Actor): Promise<bigint[]> => {
    const { rows } = await db.drizzle.execute<{ id: string }>(
      sql`select id::text from agt_lease where owner_id = ${userId} order by agt_lease.id`,
    );
    return rows.map(({ id }) => BigInt(id));
  };

  const play = async ({ kind, numbers, months, days, buyer, which, isOn }: Step): Promise<void> => {
    const who = buyers[buyer] as Actor;
    if (kind === 'buy') {
      const expectedAmount = (money(PRICE) * BigInt(numbers * TERM)) as never;
      const { order } = await db.tx(
        (tx) => buy(tx, who, purchase(productId, numbers, { expectedAmount, autoRenew: isOn })),
        { retry: true },
      );
      orders.push(order.outboundId ?? 0n);
    } else if (kind === 'renew' || kind === 'renewSoon') {
      const own = await ids(who);
      const from = which % Math.max(own.length, 1);
      const choice = kind === 'renew' ? { ids: own.slice(from, from + numbers) } : { withinDays: days };
      if (kind === 'renew' && choice.ids?.length === 0) return;
      const { amount } = await quoteRenewal(db, who, { ...choice, months });
      await db.tx((tx) => renewLeases(tx, who, { ...choice, months, expectedAmount: amount }), { retry: true });
    } else if (kind === 'auto') {
      const own = await ids(who);
      const chosen = own.filter((_, place) => place % 3 === which % 3);
      if (chosen.length > 0) await db.tx((tx) => setAutoRenew(tx, who, { ids: chosen, isOn }), { retry: true });
    } else if (kind === 'days') await ageLeases(db, days, who.userId);
    else if (kind === 'turn') await runDueLeases(db);
    else if (kind === 'refund' && orders.length > 0) {
      const outboundId = orders[which % orders.length] ?? 0n;
      await db.tx((tx) => refundOrder(tx, staff, { outboundId, reason: 'random' }), { retry: true });
    } else if (kind === 'rebates') {
      await postRebates(db);
      await settleRebates(db);
    }
    await look();
  };

  const programs = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), {
    seed,
    numRuns: CLIENTS,
  });
  const unexpected: unknown[] = [];
  await Promise.all(
    programs.map(async (program) => {
      for (const one of program) {
        try {
          await play(one);
        } catch (error) {
          if (!isAppError(error) || !EXPECTED.test(error.code)) unexpected.push([one, error]);
        }
      }
    }),
  );
  expect(unexpected, hint).toEqual([]);
  expect(shrunk, hint).toEqual([]);
  expect(seen.size, hint).toBeGreaterThan(5);

  const wrong = async () => {
    const rows = await verifyLeases(db.drizzle);
    const { rows: sums } = await db.drizzle.execute<{ months: string; revenue: string }>(sql`
      select (select coalesce(sum(amount), 0) from agt_lease_month where refund_time is null)::text as months,
        (select sum(case direction when 2 then amount else -amount end) from fin_entry where account_code like 'p:revenue:%')::text as revenue`);
    return { rows, unexplained: BigInt(sums[0]?.revenue ?? 0) - BigInt(sums[0]?.months ?? 0) };
  };
  expect(await wrong(), hint).toEqual({ rows: [], unexplained: 0n });
  await expectConsistent(db, hint);

  // Refund all orders; only the months of ended leases remain paid.
  for (const outboundId of orders)
    await db
      .tx((tx) => refundOrder(tx, staff, { outboundId, reason: 'all' }))
      .catch((error: unknown) => {
        if (!isAppError(error)) throw error;
      });
  expect(await wrong(), hint).toEqual({ rows: [], unexplained: 0n });
  for (const { userId } of buyers) {
    const { balance, bonus, frozenBalance } = await db.tx((tx) => balanceOf(tx, staff, { userId }));
    const { rows } = await db.drizzle.execute<{ used: string }>(sql`
      select coalesce(sum(m.amount), 0)::text as used from agt_lease_month m where owner_id = ${userId} and refund_time is null`);
    expect([balance + bonus + BigInt(rows[0]?.used ?? 0), frozenBalance], hint).toEqual([START + BONUS, 0n]);
    expect(bonus <= BONUS && balance <= START, hint).toBe(true);
  }
  await postRebates(db);
  const { rows: earned } = await db.drizzle.execute(sql`
    select r.id::text from agt_rebate r join fin_journal j on j.id = r.charge_journal_id
    where (select coalesce(sum(total_amount), 0) from fin_journal b where b.reversal_of = j.id) = j.total_amount
      and r.rebate_amount <> r.reversed_amount`);
  expect(earned, hint).toEqual([]);
  await expectConsistent(db, hint);
});
