import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, expect, it } from 'vitest';
import { postRebates } from '../../../engines/money/rebates/index.ts';
import { createShop } from '../../../engines/stock/orders/orders-fixture.ts';
import { testApp } from '../../../testing/app.ts';
import { secondTenantOf } from '../../../testing/second-tenant.ts';

const PAGE = 'agent/user/rebate/page';

const product = await testApp();
const earner = await product.agent();
const customer = await product.agent({ parent: earner, money: parseMoney('100') });
const { productId, countryCode } = await createShop(product.db, { stock: 10 });
await product.db.pool.query(
  `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
   select '000000', owner_path, id, 1, business, 2, $2, 5 from sys_user, generate_series(1, 3) business where id = $1`,
  [String(earner.id), countryCode],
);
const bought = { productId: String(productId), quantity: 10, expectedAmount: '10', useDeclaration: 1 };
expect((await customer.post('agent/product/buy', bought)).status).toBe(200);
await postRebates(product.db);
afterAll(() => product.close());

it('a chart with an invalid start date is refused', async () => {
  expect((await earner.get('agent/user/rebate/chart', { from: 'yesterday' })).status).toBe(400);
});

it('agents see their earnings, with only the first letter of customers', async () => {
  const { records } = (await earner.get(PAGE)).body.data;
  expect(records).toMatchObject([
    { beneficiaryId: String(earner.id), level: 1, baseAmount: '10', rate: '5', rebateAmount: '0.5', status: 0 },
  ]);
  expect(records[0].fromUserName).toMatch(/^.\*\*\*$/u);
  const { data } = (await earner.get('agent/user/rebate')).body;
  expect(data).toMatchObject({
    today: '0.5',
    total: '0.5',
    pending: '0.5',
    debt: '0',
    level1Rate: '5',
    level2Rate: null,
  });
  const chart = (await earner.get('agent/user/rebate/chart')).body.data;
  expect(chart.xAxis).toHaveLength(30);
  expect(chart.series.map(({ data: days }: { data: string[] }) => days.at(-1))).toEqual(['0.5', '0']);
  expect(chart.total).toBe('0.5');
  const file = await earner.post('agent/user/rebate/export', { format: 'csv' });
  expect(String(file.body)).toContain('0.5');
});

it('earnings are hidden from the payer, a sibling and another tenant', async () => {
  const { admin } = await secondTenantOf(product);
  for (const who of [customer, await product.agent(), admin]) {
    expect((await who.get(PAGE)).body.data.total).toBe(0);
    expect((await who.get('agent/user/rebate')).body.data.total).toBe('0');
    expect((await who.get('agent/user/rebate/chart')).body.data.total).toBe('0');
  }
});

it('staff see all earnings, with names', async () => {
  const finance = await product.staff('finance');
  const { records } = (await finance.get(PAGE, { beneficiaryId: String(earner.id) })).body.data;
  expect(records).toHaveLength(1);
  expect(records[0].fromUserName).not.toContain('*');
});
