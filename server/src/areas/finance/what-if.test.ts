import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { DEFAULT_ZONE, formatTime } from '@trade-assistant/contract/kit/time.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { type Answer, type TestUser, testApp } from '../../testing/app.ts';

let [top, middle, customer, alone]: TestUser[] = [];
const today = formatTime(new Date(), DEFAULT_ZONE).slice(0, 10);
const range = { from: today, to: today };

const done = ({ status, body }: Answer) => {
  expect(status, JSON.stringify(body)).toBe(200);
  return body.data;
};

async function buy(who: TestUser, of: { productId: bigint }, quantity: number, unit: string, refunds = 0) {
  const expectedAmount = formatMoney(parseMoney(unit) * BigInt(quantity));
  const body = { productId: String(of.productId), quantity, expectedAmount, useDeclaration: 1 };
  const { orderId, outboundId } = done(await who.post('agent/product/buy', body));
  if (refunds === 0) return;
  const { rows } = await product.db.pool.query(
    'select e164::text as number from inv_item where outbound_id = $1 order by id limit $2',
    [outboundId, refunds],
  );
  const numbers = rows.map(({ number }) => number).join(',');
  done(await finance.post('agent/product/refund-order', { id: orderId, reason: 'Dead', numbers }));
}

const product = await testApp();
const finance = await product.staff('finance');
top = await product.agent({ name: 'Top' });
middle = await product.agent({ parent: top, name: 'Middle' });
customer = await product.agent({ parent: middle, money: 1_000_000_000n, level: 2, name: 'Customer' });
alone = await product.agent({ money: 1_000_000_000n, name: 'Alone' });
const shop: { productId: bigint; countryCode: string } = await createShop(product.db, {
  stock: 60,
  price: '1.3',
  product: { businessType: 1 },
});
const dear: { productId: bigint; countryCode: string } = await createShop(product.db, {
  stock: 60,
  price: '0.333333',
  product: { businessType: 2 },
});
// A floor between a price lowered by a tenth and one lowered by half.
await product.db.pool.query('update prc_price set min_price = 1000000 where country_code = $1', [shop.countryCode]);
for (const agent of [top, middle])
  await product.db.pool.query(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1, rebate_rate2)
     select '000000', $1, $2, 1, business, 2, '*', 5.5, 2.25 from generate_series(1, 2) business`,
    [agent.row.ownerPath, String(agent.id)],
  );
await buy(customer, shop, 10, '1.235', 3);
await buy(customer, shop, 4, '1.235', 4);
await buy(alone, shop, 7, '1.3');
await buy(alone, dear, 9, '0.333333', 2);
await buy(customer, dear, 5, '0.316666');
afterAll(() => product.close());

interface Order {
  agent: string;
  country: string;
  business: number;
  source: string;
  numbers: bigint;
  unit: bigint;
  amount: bigint;
  refunded: bigint;
}
interface Sum {
  orders: number;
  salesNow: bigint;
  salesThen: bigint;
  rebatesNow: bigint;
  rebatesThen: bigint;
}

/**
 * Computes the same result order by order, in integers: hypothetical unit price and rates, in hundredths of a percent.
 */
async function folded(unitThen: (order: Order) => bigint, ratesThen: (order: Order) => readonly [bigint, bigint]) {
  const { rows } = await product.db.pool.query(
    `select agent_id::text as agent, country_code as country, business_type as business, price_source as source, numbers, unit_price, amount,
       refund_amount from agt_product_order where tenant_id = '000000' and status in (3, 5, 6) order by id`,
  );
  const sums = new Map<string, Sum>();
  const add = (keys: string[], more: Partial<Record<keyof Sum, bigint>>) => {
    for (const key of keys) {
      const sum = sums.get(key) ?? { orders: 0, salesNow: 0n, salesThen: 0n, rebatesNow: 0n, rebatesThen: 0n };
      sums.set(key, {
        orders: sum.orders + Number(more.orders ?? 0n),
        salesNow: sum.salesNow + (more.salesNow ?? 0n),
        salesThen: sum.salesThen + (more.salesThen ?? 0n),
        rebatesNow: sum.rebatesNow + (more.rebatesNow ?? 0n),
        rebatesThen: sum.rebatesThen + (more.rebatesThen ?? 0n),
      });
    }
  };
  for (const row of rows) {
    const [numbers, unit, amount, refunded] = [row.numbers, row.unit_price, row.amount, row.refund_amount].map(BigInt);
    const order = { ...row, numbers, unit, amount, refunded } as Order;
    const then = unitThen(order);
    // All refunds here are of whole numbers.
    const kept = (order.amount - order.refunded) / order.unit;
    add([`a${order.agent}`, `c${order.country}`, 'all'], {
      orders: 1n,
      salesNow: order.amount - order.refunded,
      salesThen: kept * then,
    });
    if (order.agent !== String(customer?.id)) continue;
    const rebate = (gross: bigint, rate: bigint) => {
      const whole = (gross * rate) / 10_000n;
      return kept === 0n ? 0n : whole - (whole * (order.numbers - kept)) / order.numbers;
    };
    const [first, second] = ratesThen(order);
    for (const [agent, now, rate] of [
      [middle, 550n, first],
      [top, 225n, second],
    ] as const)
      add([`a${agent?.id}`, `c${order.country}`, 'all'], {
        rebatesNow: rebate(order.amount, now),
        rebatesThen: rebate(order.numbers * then, rate),
      });
  }
  return sums;
}

const AS_AGREED = () => [550n, 225n] as const;
const text = (amount: bigint) => formatMoney(amount);

async function expectEqual(query: Record<string, unknown>, sums: Map<string, Sum>) {
  const report = done(await finance.get('finance/what-if/report', { ...range, ...query }));
  const shown = ({ orders, salesNow, salesThen, rebatesNow, rebatesThen }: Sum) => ({
    orders,
    salesNow: text(salesNow),
    salesThen: text(salesThen),
    rebatesNow: text(rebatesNow),
    rebatesThen: text(rebatesThen),
    difference: text(salesThen - rebatesThen - salesNow + rebatesNow),
  });
  const all = sums.get('all') as Sum;
  expect(report.totals).toMatchObject(shown(all));
  const under = (letter: string) => [...sums].filter(([key]) => key.startsWith(letter) && key !== 'all');
  expect(
    new Map(report.countries.map(({ countryCode, ...row }: { countryCode: string }) => [`c${countryCode}`, row])),
  ).toEqual(new Map(under('c').map(([key, sum]) => [key, shown(sum)])));
  const gainOf = (sum: Sum) => sum.salesNow - sum.salesThen + sum.rebatesThen - sum.rebatesNow;
  expect(
    new Map(
      report.agents.map(({ agentId, agentName: _name, ...row }: { agentId: string; agentName: string }) => [
        `a${agentId}`,
        row,
      ]),
    ),
  ).toEqual(
    new Map(
      under('a').map(([key, sum]) => [
        key,
        {
          orders: sum.orders,
          paysNow: text(sum.salesNow),
          paysThen: text(sum.salesThen),
          earnsNow: text(sum.rebatesNow),
          earnsThen: text(sum.rebatesThen),
          difference: text(gainOf(sum)),
        },
      ]),
    ),
  );
  const gains = under('a').map(([, sum]) => gainOf(sum));
  expect([report.totals.winners, report.totals.losers]).toEqual([
    gains.filter((gain) => gain > 0n).length,
    gains.filter((gain) => gain < 0n).length,
  ]);
  return report;
}

const changedBy = (unit: bigint, hundredths: bigint): bigint => (unit * (10_000n + hundredths) + 5_000n) / 10_000n;

describe('past orders', () => {
  it('are computed with prices changed by a percentage, never below the floor of the price book', async () => {
    for (const hundredths of [725n, -1_000n, -5_000n, 0n]) {
      const then = (order: Order) => {
        const unit = changedBy(order.unit, hundredths);
        return order.country === shop.countryCode && unit < 1_000_000n ? 1_000_000n : unit;
      };
      const report = await expectEqual(
        { scenario: 'prices', percent: String(Number(hundredths) / 100) },
        await folded(then, AS_AGREED),
      );
      expect(report.totals.atFloor).toBe(hundredths === -5_000n ? 3 : 0);
      expect(report.totals.changed).toBe(hundredths === 0n ? 0 : 5);
    }
  });

  it('change only for the chosen business, while others stay in the figures', async () => {
    const then = (order: Order) => (order.business === 2 ? changedBy(order.unit, 1_000n) : order.unit);
    const asked = { scenario: 'prices', percent: '10', businessType: 2, serviceType: 2 };
    expect((await expectEqual(asked, await folded(then, AS_AGREED))).totals.changed).toBe(2);
    expect(
      (await expectEqual({ ...asked, serviceType: 1 }, await folded(({ unit }) => unit, AS_AGREED))).totals.changed,
    ).toBe(0);
  });

  it('are computed with a template: the country before all, discounts on the price book, for its level only', async () => {
    const template = async (agentLevel: number | null, items: object[]) => {
      const form = { templateName: `T${Math.random()}`, agentLevel, items };
      return done(await product.admin.post('agent/configuration/template/submit', form)).id as string;
    };
    const item = (more: object) => ({ kind: 1, serviceType: 2, ...more });
    const both = await template(null, [
      item({ businessType: 1, countryCode: '*', price: '0.9' }),
      item({ businessType: 2, countryCode: '*', price: '9' }),
      item({ businessType: 2, countryCode: dear.countryCode, discount: '0.8' }),
    ]);
    const then = ({ business }: Order) => (business === 1 ? 900_000n : 266_666n);
    const report = await expectEqual({ scenario: 'template', templateId: both }, await folded(then, AS_AGREED));
    // Below the floor of the price book, so that it could not be agreed.
    expect(report.totals.atFloor).toBe(3);
    const silver = await template(2, [item({ businessType: 1, countryCode: shop.countryCode, price: '1.1' })]);
    const forSilver = (order: Order) =>
      order.business === 1 && order.agent === String(customer?.id) ? 1_100_000n : order.unit;
    await expectEqual({ scenario: 'template', templateId: silver }, await folded(forSilver, AS_AGREED));
    expect(done(await finance.get('finance/what-if/templates')).map(({ id }: { id: string }) => id)).toEqual(
      expect.arrayContaining([both, silver]),
    );
  });

  it('are computed with other rebate rates, while an omitted level keeps its rate', async () => {
    const same = ({ unit }: Order) => unit;
    await expectEqual(
      { scenario: 'rebates', level1Rate: '7.77', level2Rate: '0' },
      await folded(same, () => [777n, 0n]),
    );
    await expectEqual(
      { scenario: 'rebates', level2Rate: '3', businessType: 1 },
      await folded(same, ({ business }) => [550n, business === 1 ? 300n : 225n]),
    );
  });

  it('of an empty period are zero', async () => {
    const none = { from: '2020-01-01', to: '2020-01-31', scenario: 'prices', percent: '5' };
    expect(done(await finance.get('finance/what-if/report', none))).toMatchObject({
      totals: { orders: 0, salesNow: '0', difference: '0', winners: 0, losers: 0 },
      agents: [],
      countries: [],
    });
    // Default: the last calendar month.
    const { from, to } = done(await finance.get('finance/what-if/report', { scenario: 'prices', percent: '5' }));
    expect([from.slice(8), from.slice(0, 7)]).toEqual(['01', to.slice(0, 7)]);
    expect(to < today).toBe(true);
  });
});

it('requires the values of a scenario and names invalid ones', async () => {
  for (const [query, code] of [
    [{ scenario: 'prices' }, 'WHAT_IF_NEEDS_PERCENT'],
    [{ scenario: 'prices', percent: '-101' }, 'BAD_REQUEST'],
    [{ scenario: 'template' }, 'WHAT_IF_NEEDS_TEMPLATE'],
    [{ scenario: 'template', templateId: '999999999' }, 'NOT_FOUND'],
    [{ scenario: 'rebates' }, 'WHAT_IF_NEEDS_RATE'],
    [{ scenario: 'rebates', level1Rate: '20', level2Rate: '10.01' }, 'WHAT_IF_RATES'],
    [{ scenario: 'prices', percent: '1', from: '2026-02-01', to: '2026-01-01' }, 'WHAT_IF_RANGE'],
    [{ scenario: 'prices', percent: '1', from: '2024-01-01', to: '2026-01-01' }, 'WHAT_IF_RANGE'],
  ] as const)
    expect((await finance.get('finance/what-if/report', query)).body, JSON.stringify(query)).toMatchObject({
      bizCode: code,
    });
});

it('can be exported and changes nothing', async () => {
  const asked = { ...range, scenario: 'prices', percent: '5' };
  const state = async () =>
    (await product.db.pool.query("select md5(string_agg(o::text, ',' order by id)) as all from agt_product_order o"))
      .rows;
  const before = await state();
  const file = await finance.post('finance/what-if/export', asked);
  expect(file.status).toBe(200);
  expect(file.raw.subarray(0, 2).toString()).toBe('PK');
  expect(await state()).toEqual(before);
});
