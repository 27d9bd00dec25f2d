import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../engines/money/ledger/index.ts';
import { moveChanges, TOTALS_CHECKS } from '../../engines/reporting/totals/index.ts';
import { refundOrder } from '../../engines/stock/orders/index.ts';
import { createShop, staff as stockKeeper } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { percentages } from './dashboard/sales.ts';

const ZONE = { 'time-zone': 'Asia/Shanghai' };

const product = await testApp();
const manager = await product.staff('admin');
const agent = await product.agent({ money: 1_000_000_000n, name: 'Dune Trading' });
const sub = await product.agent({ parent: agent, subUser: true, money: 50_000_000n, name: 'Dune Clerk' });
const other = await product.agent({ money: 1_000_000_000n, name: 'Cove Trading' });
const first = await createShop(product.db, {
  stock: 200,
  price: '2',
  product: { businessType: 1, warrantyHours: 72 },
});
const second = await createShop(product.db, { stock: 20, price: '1', product: { businessType: 1 } });
const [country, otherCountry] = [first.countryCode, second.countryCode];
const bought = [
  await buy(agent, first.productId, 10, '20'),
  await buy(sub, first.productId, 3, '6'),
  await buy(other, second.productId, 5, '5'),
  await buy(other, first.productId, 4, '8'),
];
// Five days ago, so that days differ; the first order stays today's.
const earlier = sql`now() - interval '5 days'`;
await product.db.drizzle.execute(
  sql`update agt_product_order set create_time = ${earlier} where id = ${bought[2]}::bigint`,
);
// Two of the four numbers of the last order are returned.
await product.db.tx(async (tx) => {
  const { rows } = await tx.execute<{ note: string; item: string }>(sql`
    select o.outbound_id::text as note, l.item_id::text as item
    from agt_product_order o join inv_outbound_line l on l.outbound_id = o.outbound_id
    where o.id = ${bought[3]}::bigint order by 2 limit 2`);
  await refundOrder(tx, stockKeeper, {
    outboundId: BigInt(rows[0]?.note ?? 0),
    itemIds: rows.map(({ item }) => BigInt(item)),
    reason: 'test',
  });
});
afterAll(() => product.close());

async function buy(who: TestUser, productId: bigint, quantity: number, expectedAmount: string): Promise<string> {
  const answer = await who.post('agent/product/buy', {
    productId: String(productId),
    quantity,
    expectedAmount,
    useDeclaration: 1,
  });
  if (answer.status !== 200) throw new Error(answer.body.msg);
  return answer.body.data.orderId;
}

const ask = async (who: Pick<TestUser, 'get'>, call: string, query: Record<string, unknown> = {}, headers = ZONE) =>
  who.get(`desk/dashboard/${call}`, query, headers);
const data = async (who: TestUser, call: string, query: Record<string, unknown> = {}) => {
  const answer = await ask(who, call, query);
  expect(answer.status, `${call}: ${answer.body.msg}`).toBe(200);
  return answer.body.data;
};
const SUMMED = {
  'agent/product:orders': ['bar-chart', 'pie-chart', 'bar-tick-align-chart', 'leaderboard', 'warranties'],
  'whatsapp/outbound:view': ['deliveries', 'hourly-deliveries', 'delivery-leaderboard'],
  'whatsapp/order:view': ['whatsapp-stats', 'whatsapp-hourly-stats', 'whatsapp-leaderboard'],
  'whatsapp/inventory:totals': ['zero-inventory', 'inventory-statistics'],
  'agent/user:view': ['user-statistics', 'user-monthly-stats'],
  'agent/product:view': ['recommended-today'],
} as const;

describe('the dashboard', () => {
  it('requires for each figure the permission for its rows', async () => {
    const keeper = await product.staff('warehouse');
    const support = await product.staff('support');
    const permissions = {
      [keeper.account]: ['whatsapp/outbound:view', 'whatsapp/inventory:totals'],
      [support.account]: ['agent/product:orders', 'whatsapp/outbound:view', 'agent/user:view', 'agent/product:view'],
    };
    for (const [permission, calls] of Object.entries(SUMMED)) {
      for (const call of calls) {
        // The manager may see it; cached figures for staff must still be hidden from the others.
        expect((await ask(manager, call)).status, call).toBe(200);
        for (const who of [keeper, support]) {
          const isPermitted = permissions[who.account]?.includes(permission);
          expect((await ask(who, call)).status, `${call} by ${who.account}`).toBe(isPermitted ? 200 : 403);
        }
      }
    }
  });

  it('names an invalid time', async () => {
    const custom = (more: object) => ask(manager, 'bar-chart', { range: 'custom', ...more });
    expect((await ask(manager, 'bar-chart', { range: 'ever' })).body.msg).toContain('统计范围');
    for (const wrong of [{}, { startTime: '2026-01-01' }, { startTime: '2026-01-02', endTime: '2026-01-01' }])
      expect((await custom(wrong)).body.bizCode).toBe('PERIOD_INCOMPLETE');
    const long = await custom({ startTime: '2024-01-01', endTime: '2026-01-01' });
    expect(long.body).toMatchObject({ bizCode: 'PERIOD_TOO_LONG', msg: expect.stringContaining('366') });
  });

  it('sums sales less refunds, with a figure for every day', async () => {
    const week = await data(manager, 'bar-chart', { range: '7d' });
    expect(week.xAxis).toHaveLength(7);
    expect(week.series).toHaveLength(1);
    expect(week.series[0].data).toHaveLength(7);
    expect(week.series[0].data.filter((value: string) => value !== '0')).toEqual(['5', '30']);
    expect(week).toMatchObject({ total: '35', before: '0', unit: 'USDT' });
    expect(await data(manager, 'bar-chart', { range: '7d', metric: 'numbers' })).toMatchObject({ total: '20' });
    expect(await data(manager, 'bar-chart', { range: '7d', metric: 'count', countryCode: country })).toMatchObject({
      total: '3',
    });
    expect(await data(manager, 'bar-chart', { range: '7d', businessType: 3 })).toMatchObject({
      total: '0',
      series: [],
    });
  });

  it('shows agents their subtree, sub-users their own', async () => {
    for (const [who, total] of [
      [agent, '26'],
      [sub, '6'],
      [other, '9'],
    ] as const)
      expect(await data(who, 'bar-chart', { range: '7d' })).toMatchObject({ total });
    expect((await data(agent, 'leaderboard')).records).toMatchObject([
      { rank: 1, agentName: 'Dune Trading', count: 2 },
    ]);
    expect(await data(sub, 'deliveries')).toMatchObject({ notes: 1, numbers: 3, returned: 0 });
    expect((await data(sub, 'warranties')).records).toMatchObject([{ countryCode: country, numbers: 3 }]);
    expect((await data(agent, 'user-statistics')).subUsers).toMatchObject({ total: 1, newMonth: 1 });
    expect((await data(other, 'user-statistics')).subUsers).toMatchObject({ total: 0 });
  });

  it('splits sales by country and product, to 100 per cent', async () => {
    const { data: slices, total } = await data(manager, 'pie-chart', { range: '7d' });
    expect(total).toBe('35');
    expect(slices.map(({ nameKey, value }: { nameKey: string; value: string }) => [nameKey, value])).toEqual([
      [country, '30'],
      [otherCountry, '5'],
    ]);
    const byProduct = await data(manager, 'pie-chart', { range: '7d', dimension: 'product', metric: 'numbers' });
    expect(byProduct.data.map(({ value }: { value: string }) => value)).toEqual(['15', '5']);
    for (const values of [[1n, 1n, 1n], [999n, 1n, 0n, 3n], [7n]]) {
      const sum = percentages(values).reduce((all, value) => all + Math.round(value * 100), 0);
      expect(sum).toBe(10_000);
    }
    expect(percentages([])).toEqual([]);
    expect(percentages([0n])).toEqual([0]);
  });

  it('splits sales by service and by level of the agents, and findings of checks', async () => {
    const shares = async (dimension: string) =>
      (await data(manager, 'pie-chart', { range: '7d', dimension })).data.map(
        ({ name, value }: { name: string; value: string }) => [name, value],
      );
    expect(await shares('serviceType')).toEqual([[expect.any(String), '35']]);
    expect((await shares('agentLevel')).reduce((sum: number, [, value]: string[]) => sum + Number(value), 0)).toBe(35);
    expect(await shares('result')).toEqual([]);
  });

  it('sums recharges, accounts, checks and commissions for readers of their rows only', async () => {
    const total = async (metric: string) => (await data(manager, 'bar-chart', { range: 'today', metric })).total;
    const cards = new Map((await data(manager, 'tabs')).map((card: { key: string }) => [card.key, card]));
    expect(cards.get('todayRecharge')).toMatchObject({ value: await total('recharge') });
    expect(await total('users')).toBe('3');
    expect([await total('checks'), await total('rebate')]).toEqual(['0', '0']);
    expect(await data(manager, 'leaderboard', { metric: 'recharge' })).toMatchObject({
      records: [{ rank: 1 }, { rank: 1 }, { rank: 3, agentName: 'Dune Clerk' }],
    });
    await openRole(product.db, 'sales_only', ['agent/product:orders']);
    const narrow = await product.staff('sales_only');
    for (const metric of ['recharge', 'users', 'checks', 'rebate'])
      expect((await ask(narrow, 'leaderboard', { metric })).status, metric).toBe(403);
    expect((await ask(narrow, 'pie-chart', { dimension: 'result' })).status).toBe(403);
  });

  it('counts orders by hour', async () => {
    const weekdays = await data(manager, 'bar-tick-align-chart', { range: '7d' });
    expect(weekdays.xAxis).toHaveLength(7);
    expect([...weekdays.data].sort()).toEqual(['0', '0', '0', '0', '0', '1', '3']);
    expect(weekdays.max.value).toBe('3');
    expect((await data(manager, 'bar-tick-align-chart', { bucket: 'hour' })).data).toHaveLength(24);
  });

  it('reads the stock from its counters, and lists low stock', async () => {
    const stock = await data(manager, 'inventory-statistics');
    expect(stock.summary).toMatchObject({ total: 220, available: 198, assigned: 20, quarantine: 2 });
    expect(stock.byCountry).toMatchObject([
      { countryCode: country, available: 183 },
      { countryCode: otherCountry, available: 15 },
    ]);
    // Arrivals are counted by days in UTC: in the first hours of a day they are the day before's.
    const { xAxis: _days, ...trend } = stock.trend as Record<string, number[]>;
    const sums = Object.entries(trend).map(([name, days]) => [name, days.reduce((sum, one) => sum + one, 0)]);
    expect(Object.fromEntries(sums)).toEqual({ in: 220, out: 22, returned: 2 });
    expect(stock.idle.map(({ available }: { available: number }) => available)).toEqual([198, 0, 0, 0]);
    const { records } = await data(manager, 'zero-inventory');
    expect(records).toMatchObject([{ countryCode: otherCountry, available: 15, avgDailySold7d: 0.7, suggestQty: 0 }]);
  });

  it('counts deliveries, by hour too', async () => {
    const handed = await data(manager, 'deliveries', { range: '7d' });
    expect(handed).toMatchObject({ notes: 4, numbers: 22, returned: 2, returnRate: 9.09, before: { numbers: 0 } });
    const tomorrow = await data(manager, 'hourly-deliveries', { date: '2099-01-01' });
    expect(tomorrow).toMatchObject({ total: 0, peakHour: null });
    expect(tomorrow.series[0].data).toEqual(Array(24).fill(null));
    const ranked = await data(manager, 'delivery-leaderboard', { subject: 'agent', size: 1 });
    expect(ranked).toMatchObject({
      total: 3,
      pages: 3,
      records: [{ rank: 1, subjectName: 'Dune Trading', value: 10, returnRate: 0 }],
    });
  });

  it('shows each user their own headline figures', async () => {
    const cards = async (who: TestUser): Promise<Map<string, { value: string; isUrgent: boolean }>> =>
      new Map((await data(who, 'tabs')).map((card: { key: string }) => [card.key, card]));
    const forAgent = await cards(agent);
    expect(forAgent.get('balance')).toMatchObject({ value: '980', isUrgent: false });
    expect(forAgent.get('warranties')).toMatchObject({ value: '2', isUrgent: true });
    expect([...forAgent.keys()]).not.toContain('stockAvailable');
    const forManager = await cards(manager);
    expect(forManager.get('stockAvailable')).toMatchObject({ value: '198' });
    expect(forManager.get('zeroSku')).toMatchObject({ value: '1', isUrgent: true });
    expect(forManager.get('users')).toMatchObject({ value: '3' });
    expect([...forManager.keys()]).not.toContain('balance');
    expect([...(await cards(await product.staff('warehouse'))).keys()]).toEqual([
      'todayDelivered',
      'stockAvailable',
      'zeroSku',
    ]);
  });

  it('opens with each figure the list of exactly the rows that it counts', async () => {
    const lists: Readonly<Record<string, string>> = {
      'agent/product-order': 'agent/product/order-list',
      'agent/lease': 'agent/lease/list',
      'agent/user': 'agent/user/lazy-page',
      'whatsapp/warehouse': 'whatsapp/warehouse/page',
      'whatsapp/inventory': 'whatsapp/inventory/page',
      'filter/whatsapp-filter': 'filter/whatsapp-filter/list',
      'whatsapp/order': 'whatsapp/order/list',
      'agent/recharge': 'agent/recharge/list',
      'agent/withdrawal': 'agent/withdrawal/list',
    };
    const compared = new Set<string>();
    for (const who of [agent, manager, product.admin])
      for (const { key, value, unit, route } of await data(who, 'tabs')) {
        const [path, filters] = String(route).split('?');
        const call = lists[path?.slice(1).replace('/index', '') ?? ''];
        // Money is the sum of rows, and delivered numbers are counted by note.
        if (unit !== '' || !call || key === 'todayDelivered') continue;
        const { total } = (await who.get(call, Object.fromEntries(new URLSearchParams(filters)))).body.data;
        expect(String(total), `${key} ${route}`).toBe(value);
        compared.add(key);
      }
    expect([...compared].sort()).toEqual([
      'awaiting',
      'exceptions',
      'newAgents',
      'pendingRecharge',
      'pendingWithdraw',
      'runningTasks',
      'stockAvailable',
      'todayChecks',
      'todayOrders',
      'users',
      'warranties',
      'zeroSku',
    ]);
  });

  it('recommends available products at the reader’s price', async () => {
    const offered = await data(agent, 'recommended-today');
    expect(offered).toMatchObject([
      { countryCode: country, salePrice: '2', sold7d: 17, stock: 183, deliveryRate7d: 88.2 },
      { countryCode: otherCountry, salePrice: '1', sold7d: 5, stock: 15, deliveryRate7d: 100 },
    ]);
    expect(offered[0].score).toBeGreaterThan(offered[1].score);
    // Ranked by sales, not by age: the first product's week has passed.
    const shifted = (by: string) =>
      product.db.pool.query(`update agt_product_order set create_time = create_time ${by} where country_code = $1`, [
        country,
      ]);
    await shifted(`- interval '20 days'`);
    const turned = await data(agent, 'recommended-today');
    await shifted(`+ interval '20 days'`);
    expect(turned).toMatchObject([
      { countryCode: otherCountry, sold7d: 5 },
      { countryCode: country, sold7d: 0 },
    ]);
  });

  it('caches figures of staff for a while, and computes a user’s own figures anew', async () => {
    const before = await data(manager, 'pie-chart', { range: '90d' });
    const again = await createShop(product.db, { stock: 1, price: '7' });
    await buy(agent, again.productId, 1, '7');
    expect((await data(manager, 'pie-chart', { range: '90d' })).updatedAt).toBe(before.updatedAt);
    expect(await data(agent, 'bar-chart', { range: '7d' })).toMatchObject({ total: '33' });
  });

  it('counts new accounts and buyers by month', async () => {
    const { xAxis, series, retention } = await data(manager, 'user-monthly-stats');
    const last = Object.fromEntries(
      series.map(({ nameKey, data: figures }: { nameKey: string; data: string[] }) => [nameKey, figures.at(-1)]),
    );
    expect(last).toEqual({ agents: '2', subUsers: '1', active: '0', buyers: '2' });
    // Twice in a month counts once; an agent's own figures are not cached.
    for (let times = 0; times < 2; times += 1)
      await product.db.pool.query('update sys_user set last_login_time = now() where id = $1', [sub.id]);
    const own = await data(agent, 'user-monthly-stats');
    expect(own.series.find(({ nameKey }: { nameKey: string }) => nameKey === 'active').data.at(-1)).toBe('1');
    expect(retention.at(-1)).toEqual({ month: xAxis.at(-1), m1: null, m2: null, m3: null });
  });

  it('shows figures of checks only to staff who may see checks, also while others have them cached', async () => {
    await openRole(product.db, 'orders_only', ['whatsapp/order:view']);
    const narrow = await product.staff('orders_only');
    const wide = (await data(product.admin, 'whatsapp-stats', { range: '7d' })).checks;
    expect([wide, (await data(narrow, 'whatsapp-stats', { range: '7d' })).checks]).toEqual([
      expect.objectContaining({ tasks: 0 }),
      null,
    ]);
  });

  it('has the days of the company, wherever its readers are', async () => {
    const days = async (zone: string) => {
      const { xAxis, zone: named } = (await ask(manager, 'bar-chart', { range: 'today' }, { 'time-zone': zone })).body
        .data;
      return [xAxis.at(-1), named];
    };
    expect(await days('Pacific/Kiritimati')).toEqual(await days('Pacific/Pago_Pago'));
  });

  it('sums the same from totals and from orders, before and after changes are moved', async () => {
    const proof = () => product.db.tx((tx) => verifyLedger(tx, undefined, TOTALS_CHECKS));
    const figures = async () => [
      (await data(agent, 'bar-chart', { range: '30d' })).total,
      (await data(agent, 'leaderboard', { range: '30d', metric: 'numbers' })).records,
    ];
    const before = await figures();
    expect(await proof()).toEqual([]);
    expect(await moveChanges(product.db)).toBeGreaterThan(0);
    expect(await moveChanges(product.db)).toBe(0);
    expect(await figures()).toEqual(before);
    expect(await proof()).toEqual([]);
    await product.db.pool.query(`update stat_sale_day set amount = amount + 1 where product_id = $1`, [
      first.productId,
    ]);
    expect(await proof()).not.toEqual([]);
    await product.db.pool.query(`update stat_sale_day set amount = amount - 1 where product_id = $1`, [
      first.productId,
    ]);
  });
});

it('compares parts of a day that end on an hour', async () => {
  for (const [time, quantity] of [
    ['09:30', 1],
    ['10:30', 2],
  ] as const)
    await product.db.drizzle.execute(
      sql`update agt_product_order set create_time = ${`2026-02-03 ${time}+08`}::timestamptz
        where id = ${await buy(other, second.productId, quantity, String(quantity))}::bigint`,
    );
  const asked = { range: 'custom', startTime: '2026-02-03 10:00:00', endTime: '2026-02-03 20:00:00', metric: 'amount' };
  // The time before, from midnight on, is answered from the totals of hours.
  expect(await data(manager, 'bar-chart', asked)).toMatchObject({ total: '2', before: '1' });
});

it('sums days that begin at one o’clock, where the clock skips midnight', async () => {
  await product.db.pool.query(`update sys_tenant set time_zone = 'Asia/Beirut' where tenant_id = '000000'`);
  const asked = { range: 'custom', startTime: '2025-03-29 00:00:00', endTime: '2025-03-30 01:00:00' };
  const { status, body } = await ask(manager, 'bar-chart', asked, { 'time-zone': 'Asia/Beirut' });
  expect([status, body.data?.total]).toEqual([200, '0']);
  await product.db.pool.query(`update sys_tenant set time_zone = 'Asia/Shanghai' where tenant_id = '000000'`);
});
