import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { balanceOf, transfer, verifyLedger } from '../../money/ledger/index.ts';
import { askToVoid, postRebates, rebateVoiding, settleRebates } from '../../money/rebates/index.ts';
import { buy, cancelOrder, DELIVERY, deliverOrder, refundOrder } from './index.ts';
import { createShop, money, newBuyer, purchase, staff } from './orders-fixture.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

/** Sets the rebate rates of an agent for purchases below it, in percent. */
const agree = (agent: Actor, first: string | null, second: string | null, country = '*') =>
  db.pool.query(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1, rebate_rate2)
     select '000000', $1, $2, 1, business, 2, $3, $4, $5 from generate_series(1, 3) business`,
    [agent.ownerPath, String(agent.userId), country, first, second],
  );

interface Line {
  readonly top: Actor;
  readonly middle: Actor;
  readonly customer: Actor;
}

/** Three agents below each other; the two upper ones earn 5 % from the first level and 2 % from the second. */
async function line(): Promise<Line> {
  const top = await newBuyer(db, { balance: '1000' });
  const middle = await newBuyer(db, { balance: '1000', parent: top });
  const customer = await newBuyer(db, { balance: '1000', parent: middle });
  for (const agent of [top, middle]) await agree(agent, '5', '2');
  return { top, middle, customer };
}

const walletsOf = (who: Actor) => db.tx((tx) => balanceOf(tx, staff, { userId: who.userId }));
const money6 = (amount: bigint) => formatMoney(amount);
/** Returns pending rebates, brokerage and debt. */
async function earnedBy(who: Actor): Promise<string[]> {
  const { rebatePending, brokerage, rebateDebt } = await walletsOf(who);
  return [rebatePending, brokerage, rebateDebt].map(money6);
}

async function bought(who: Actor, shop: { productId: bigint }, quantity: number, price = '1'): Promise<bigint> {
  const expectedAmount = (money(price) * BigInt(quantity)) as never;
  const { order } = await db.tx((tx) => buy(tx, who, purchase(shop.productId, quantity, { expectedAmount })));
  return order.outboundId ?? 0n;
}

const itemsOf = async (outboundId: bigint, count: number): Promise<bigint[]> => {
  const { rows } = await db.drizzle.execute<{ id: string }>(
    sql`select item_id::text as id from inv_outbound_line where outbound_id = ${outboundId} and state = 1 order by 1 limit ${count}`,
  );
  return rows.map(({ id }) => BigInt(id));
};
const refunded = async (outboundId: bigint, count?: number) => {
  const itemIds = count === undefined ? {} : { itemIds: await itemsOf(outboundId, count) };
  return db.tx((tx) => refundOrder(tx, staff, { outboundId, reason: 'Test', ...itemIds }));
};

/** Ages rebates until all are due, and settles them. */
async function settled(): Promise<void> {
  await postRebates(db);
  await db.pool.query(`update agt_rebate set settle_time = now() - interval '1 hour'
    where id in (select id from agt_rebate where status = 0 order by id for update)`);
  await settleRebates(db);
}

describe('rebates', () => {
  it('are earned by the two agents above and by no other', async () => {
    const { top, middle, customer } = await line();
    const fourth = await newBuyer(db, { balance: '100', parent: customer });
    const shop = await createShop(db, { stock: 100 });
    await bought(customer, shop, 10);
    // Posting to wallets follows later, so that a sale does not wait for them.
    expect(await earnedBy(middle)).toEqual(['0', '0', '0']);
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0.5', '0', '0']);
    expect(await earnedBy(top)).toEqual(['0.2', '0', '0']);
    expect(await earnedBy(customer)).toEqual(['0', '0', '0']);
    // The third agent above earns nothing.
    await bought(fourth, shop, 10);
    await postRebates(db);
    expect(await earnedBy(top)).toEqual(['0.2', '0', '0']);
    expect(await earnedBy(middle)).toEqual(['0.7', '0', '0']);
  });

  it('from a sub-user’s purchase go to the agents above its agent, never to the agent itself', async () => {
    const { top, middle } = await line();
    const sub = await newBuyer(db, { balance: '100', parent: middle, subUser: true });
    await bought(sub, await createShop(db, { stock: 10 }), 10);
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0', '0', '0']);
    expect(await earnedBy(top)).toEqual(['0.5', '0', '0']);
  });

  it('use the rate of the country before the rate of all countries, rounded down to the micro-unit', async () => {
    const { middle, customer } = await line();
    const shop = await createShop(db, { stock: 10, price: '0.333333' });
    await agree(middle, '7.5', null, shop.countryCode);
    await bought(customer, shop, 1, '0.333333');
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0.024999', '0', '0']);
  });

  it('are earned when an order is delivered, not when it is placed', async () => {
    const { middle, customer } = await line();
    const shop = await createShop(db, { stock: 20, product: { deliveryType: DELIVERY.manual } });
    const [delivered, cancelled] = [await bought(customer, shop, 10), await bought(customer, shop, 10)];
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0', '0', '0']);
    await db.tx((tx) => deliverOrder(tx, staff, { outboundId: delivered }));
    await db.tx((tx) => cancelOrder(tx, staff, { outboundId: cancelled, reason: 'Test' }));
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0.5', '0', '0']);
  });

  it('are settled after their days and not before the warranty ends', async () => {
    const { middle, customer } = await line();
    const shop = await createShop(db, { stock: 20, product: { warrantyHours: 24 * 30 } });
    await bought(customer, shop, 10);
    await postRebates(db);
    await settleRebates(db);
    expect(await earnedBy(middle)).toEqual(['0.5', '0', '0']);
    const { rows } = await db.pool.query<{ days: number }>(
      'select round(extract(epoch from settle_time - create_time) / 86400)::int as days from agt_rebate where beneficiary_id = $1',
      [String(middle.userId)],
    );
    expect(rows).toEqual([{ days: 30 }]);
    await settled();
    expect(await earnedBy(middle)).toEqual(['0', '0.5', '0']);
  });

  it('are reversed with the parts of a refund, completely with the last part', async () => {
    const { middle, customer } = await line();
    const shop = await createShop(db, { stock: 3, price: '0.333333' });
    const note = await bought(customer, shop, 3, '0.333333');
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0.049999', '0', '0']);
    await refunded(note, 1);
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0.033333', '0', '0']);
    await refunded(note);
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0', '0', '0']);
  });

  it('that are reversed before they are posted never reach the wallets', async () => {
    const { middle, customer } = await line();
    const note = await bought(customer, await createShop(db, { stock: 2 }), 2);
    await refunded(note);
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0', '0', '0']);
  });

  it('are not settled before their reversals are posted', async () => {
    const { middle, customer } = await line();
    const note = await bought(customer, await createShop(db, { stock: 10 }), 10);
    await postRebates(db);
    await refunded(note, 4);
    const settledAt = async (time: string) => {
      await db.pool.query(`update agt_rebate set settle_time = now() + $1::interval where status = 0`, [time]);
      await settleRebates(db);
      return earnedBy(middle);
    };
    expect(await settledAt('-1 hour')).toEqual(['0.5', '0', '0']);
    await postRebates(db);
    expect(await settledAt('1 minute')).toEqual(['0.3', '0', '0']);
    expect(await settledAt('0')).toEqual(['0', '0.3', '0']);
  });

  it('that were settled are clawed back: from the brokerage first, the rest from later earnings', async () => {
    const { middle, customer } = await line();
    const shop = await createShop(db, { stock: 200 });
    const note = await bought(customer, shop, 100);
    await settled();
    expect(await earnedBy(middle)).toEqual(['0', '5', '0']);
    await db.tx((tx) =>
      transfer(tx, middle, { userId: middle.userId, amount: money('4'), bizType: 'test', idemKey: `t:${note}` }),
    );
    await refunded(note);
    await postRebates(db);
    expect(await earnedBy(middle)).toEqual(['0', '0', '4']);
    await bought(customer, shop, 100);
    await settled();
    expect(await earnedBy(middle)).toEqual(['0', '1', '0']);
  });
});

/** One person requests to void a rebate and another approves. Does nothing without rebates. */
async function voided(which: number): Promise<void> {
  const { rows } = await db.drizzle.execute<{ id: string }>(sql`select id::text as id from agt_rebate order by id`);
  const id = BigInt(rows[which % Math.max(rows.length, 1)]?.id ?? 0);
  if (id === 0n) return;
  const { approvalId, approvalNo } = await db.tx((tx) => askToVoid(tx, staff, { id, reason: 'Fraud' }));
  const proposer = { userId: staff.userId, realName: staff.realName };
  const approved = { id: approvalId, approvalNo, payload: { rebateId: id }, reason: 'Fraud', proposer };
  await db.tx((tx) => rebateVoiding.run(tx, staff, approved));
}

const step = fc.record({
  kind: fc.constantFrom(
    'buy',
    'buy',
    'buy',
    'deliver',
    'refund',
    'refund',
    'refundRest',
    'post',
    'settle',
    'spend',
    'void',
  ),
  product: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 4 }),
  buyer: fc.nat(2),
  document: fc.nat(200),
});
const EXPECTED =
  /^(BALANCE_NOT_ENOUGH|BROKERAGE_NOT_ENOUGH|STOCK_NOT_ENOUGH|STATE_CONFLICT|REBATE_VOID_ASKED|WARRANTY_OVER|REFUND_EXCEEDS|AMOUNT_INVALID)$/;
const CLIENTS = 4;

it.each([
  ['the whole charge', '1'],
  ['the margin', '2'],
])(
  'of %s: wallets hold earnings less refunds under concurrency, and nothing after complete refunds',
  async (_base, base) => {
    await db.pool.query(`update sys_param set param_value = $1 where param_key = 'rebate.base'`, [base]);
    const seed = Number(process.env['REBATES_SEED'] ?? Date.now() % 2 ** 31);
    const { top, middle, customer } = await line();
    const buyers = [customer, middle, await newBuyer(db, { balance: '100', parent: customer, subUser: true })];
    const shops = [
      await createShop(db, { stock: 200 }),
      await createShop(db, { stock: 200, price: '0.777777', product: { deliveryType: DELIVERY.manual } }),
      await createShop(db, { stock: 300, price: '0.000013', product: { specQty: 3 } }),
    ];
    await db.pool.query('update inv_item set cost_price = id * 7919 % 700000');
    await db.pool.query('update inv_item set cost_price = id % 10 where country_code = $1', [shops[2]?.countryCode]);
    const prices = [money('1'), money('0.777777'), (money('0.000013') * 3n) as never];
    const everybody = [top, ...buyers];
    const owned = async () =>
      Promise.all(
        everybody.map(async (who) => {
          const { balance, frozenBalance, brokerage, rebatePending, rebateDebt } = await walletsOf(who);
          return money6(balance + frozenBalance + brokerage + rebatePending - rebateDebt);
        }),
      );
    const before = await owned();
    const notes: bigint[] = [];
    const spent = new Map<bigint, bigint>();
    const play = async ({
      kind,
      product,
      quantity,
      buyer,
      document,
    }: typeof step extends fc.Arbitrary<infer T> ? T : never) => {
      const outboundId = notes[document % Math.max(notes.length, 1)] ?? 0n;
      if (kind === 'post') await postRebates(db);
      else if (kind === 'void') await voided(document);
      else if (kind === 'settle') await settled();
      else if (kind === 'spend') {
        const who = [top, middle][buyer % 2] as Actor;
        const amount = money('0.01');
        await db.tx((tx) =>
          transfer(tx, who, { userId: who.userId, amount, bizType: 'test', idemKey: crypto.randomUUID() }),
        );
        spent.set(who.userId, (spent.get(who.userId) ?? 0n) + amount);
      } else if (kind === 'buy') {
        const expectedAmount = ((prices[product] ?? 0n) * BigInt(quantity)) as never;
        const asked = purchase(shops[product]?.productId ?? 0n, quantity, { expectedAmount });
        const { order } = await db.tx((tx) => buy(tx, buyers[buyer] as Actor, asked));
        notes.push(order.outboundId ?? 0n);
      } else if (outboundId === 0n) return;
      else if (kind === 'deliver') await db.tx((tx) => deliverOrder(tx, staff, { outboundId }));
      else await refunded(outboundId, kind === 'refund' ? quantity : undefined);
    };
    const unexpected: unknown[] = [];
    const tried = async (work: () => Promise<unknown>) => {
      try {
        await work();
      } catch (error) {
        if (!isAppError(error) || !EXPECTED.test(error.code)) unexpected.push(error);
      }
    };
    const programs = fc.sample(fc.array(step, { minLength: 30, maxLength: 30, size: 'max' }), {
      seed,
      numRuns: CLIENTS,
    });
    await Promise.all(
      programs.map(async (program) => {
        for (const one of program) await tried(() => play(one));
      }),
    );
    const hint = `seed ${seed}`;
    expect(unexpected, hint).toEqual([]);

    const agrees = async (): Promise<void> => {
      await postRebates(db);
      expect(await db.tx((tx) => verifyLedger(tx)), hint).toEqual([]);
      const { rows: wrong } = await db.drizzle.execute(sql`
      select r.id from agt_rebate r join agt_product_order o on o.journal_id = r.charge_journal_id
      where r.beneficiary_id in (${top.userId}, ${middle.userId}) and (r.posted_amount <> r.rebate_amount - r.reversed_amount
        or r.rebate_amount <> trunc(r.base_amount * r.rate / 100) or r.base_amount <> o.paid_amount - coalesce(r.cost_amount, 0)
        or r.cost_amount is distinct from case ${base} when '2' then (
          select sum(i.cost_price)::bigint from inv_outbound_line l join inv_item i on i.id = l.item_id
          where l.outbound_id = o.outbound_id) end
        or r.reversed_amount <> case when o.refund_amount = o.paid_amount or r.status = 3 then r.rebate_amount
          else trunc(r.rebate_amount::numeric * o.refund_amount / o.paid_amount) end)`);
      expect(wrong, hint).toEqual([]);
      for (const who of [top, middle]) {
        const { rows } = await db.drizzle.execute<{ pending: string; settled: string }>(sql`
        select coalesce(sum(posted_amount) filter (where status = 0), 0)::text as pending,
          coalesce(sum(posted_amount) filter (where status <> 0), 0)::text as settled
        from agt_rebate where beneficiary_id = ${who.userId}`);
        const { rebatePending, brokerage, rebateDebt } = await walletsOf(who);
        expect(money6(rebatePending), hint).toBe(money6(BigInt(rows[0]?.pending ?? 0)));
        const own = brokerage + (spent.get(who.userId) ?? 0n) - rebateDebt;
        expect(money6(own), hint).toBe(money6(BigInt(rows[0]?.settled ?? 0)));
      }
    };
    await agrees();
    for (const outboundId of notes) {
      await tried(() => db.tx((tx) => deliverOrder(tx, staff, { outboundId })));
      await tried(() => refunded(outboundId));
    }
    await agrees();
    // Buyers have everything back, and earners owe the part they spent.
    expect(await owned(), hint).toEqual(before);
    const { rows } = await db.drizzle.execute<{ left: string }>(sql`
    select coalesce(sum(posted_amount), 0)::text as left from agt_rebate where beneficiary_id in (${top.userId}, ${middle.userId})`);
    expect(rows, hint).toEqual([{ left: '0' }]);
  },
);
