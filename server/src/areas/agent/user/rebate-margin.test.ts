import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { consumeUnits, holdUnits } from '../../../engines/money/quotas/index.ts';
import { postRebates } from '../../../engines/money/rebates/index.ts';
import { actorOf } from '../../../engines/people/identity/index.ts';
import { createPackage, createRental, createShop } from '../../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { openRole } from '../../../testing/role.ts';

const KEY = 'rebate.base';
const [AMOUNT, MARGIN] = ['1', '2'];

afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);
const product = await testApp();
const finance = await product.staff('finance');
const earner = await product.agent();
const customer = await product.agent({ parent: earner, money: parseMoney('1000') });
await sql(
  `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
   select '000000', owner_path, id, 1, business, service, '*', 5
   from sys_user, generate_series(1, 3) business, generate_series(1, 7) service where id = $1`,
  [String(earner.id)],
);
const rebates = async (who: TestUser) =>
  (await who.get('agent/user/rebate/page', { beneficiaryId: String(earner.id) })).body.data.records;
const newest = async (who = finance) => (await rebates(who))[0];
const change = (paramValue: string) =>
  product.admin.post('system/param/update-control-panel', {
    values: [{ paramKey: KEY, paramValue }],
    reason: 'New terms',
  });

type Shop = Awaited<ReturnType<typeof createShop>>;
/** Sets the cost of numbers, once and per month. */
const costing = ({ countryCode }: Shop, cost: string, monthly = '0') =>
  sql(`update inv_item set cost_price = $2, monthly_cost = $3 where country_code = $1`, [
    countryCode,
    String(parseMoney(cost)),
    String(parseMoney(monthly)),
  ]);
async function bought({ productId }: Shop, quantity: number, expectedAmount = String(quantity), more = {}) {
  const body = { productId: String(productId), quantity, expectedAmount, useDeclaration: 1, ...more };
  const { status, body: answer } = await customer.post('agent/product/buy', body);
  expect(status, answer.msg).toBe(200);
  await postRebates(product.db);
  return answer.data as { orderId: string; outboundId: string };
}
const refunded = async ({ orderId, outboundId }: { orderId: string; outboundId: string }, count?: number) => {
  const { rows } = await sql(
    `select '+' || e164 as number from inv_outbound_line where outbound_id = $1 and state = 1 order by item_id limit $2`,
    [outboundId, count ?? 1000],
  );
  const body = {
    id: orderId,
    reason: 'Dead',
    ...(count ? { numbers: rows.map(({ number }) => number).join('\n') } : {}),
  };
  const { status, body: answer } = await product.admin.post('agent/product/refund-order', body);
  expect(status, answer.msg).toBe(200);
  await postRebates(product.db);
};

let shop: Shop;
it('rebates are a share of the whole charge until two people choose the margin, and then for new charges only', async () => {
  shop = await createShop(product.db, { stock: 100 });
  await costing(shop, '0.4');
  await bought(shop, 10);
  const first = { chargeAmount: '10', costAmount: null, baseAmount: '10', rate: '5', rebateAmount: '0.5' };
  expect(await newest()).toMatchObject(first);
  expect(await newest(earner)).toMatchObject(first);
  expect((await earner.get('agent/user/rebate')).body.data.level1Rate).toBe('5');
  const [asked] = (await change(MARGIN)).body.data.asked;
  await bought(shop, 1);
  expect(await newest()).toMatchObject({ chargeAmount: '1', costAmount: null, baseAmount: '1' });
  const request = (who: TestUser, lang: string) =>
    who.get('desk/approval/detail', { id: asked.approvalId }, { lang }).then(({ body }) => body.data.subject);
  const checker = await product.staff('finance_check');
  expect(await request(checker, 'zh')).toBe('参数“返佣基数”由 消费金额（AMOUNT） 改为 毛利（MARGIN）');
  expect(await request(checker, 'en')).toContain('from Amount paid (AMOUNT) to Margin (MARGIN)');
  expect((await checker.post('desk/approval/pass', { ids: asked.approvalId })).status).toBe(200);
  await bought(shop, 10);
  expect(await newest()).toMatchObject({
    chargeAmount: '10',
    costAmount: '4',
    baseAmount: '6',
    rate: '5',
    rebateAmount: '0.3',
  });
  expect((await rebates(finance)).map(({ chargeAmount }: { chargeAmount: string }) => chargeAmount)).toEqual([
    '10',
    '1',
    '10',
  ]);
});

describe('on the margin', () => {
  it('agents, and staff without the cost permission, see nothing that reveals the cost', async () => {
    await openRole(product.db, 'rebates_only', ['agent/user:view', 'agent/user:rebates', 'agent/user:rebate-export']);
    const clerk = await product.staff('rebates_only');
    const blank = { chargeAmount: null, costAmount: null, baseAmount: null, rate: null, rebateAmount: '0.3' };
    for (const who of [earner, clerk]) {
      expect(await newest(who)).toMatchObject(blank);
      const columns = 'rebateAmount,chargeAmount,costAmount,baseAmount,rate';
      const file = String((await who.post('agent/user/rebate/export', { format: 'csv', columns })).body);
      expect(file.split(/\r?\n/)[1]).toMatch(/^"?0\.3"?,("?"?,?){4}$/);
      for (const name of ['chargeAmount', 'costAmount', 'baseAmount', 'rate'])
        for (const by of ['ascs', 'descs', name])
          expect((await who.get('agent/user/rebate/page', { [by]: by === name ? '6' : name })).status, name).toBe(400);
    }
    expect((await earner.get('agent/user/rebate')).body.data).toMatchObject({ level1Rate: null, level2Rate: null });
  });

  it('refunds take back exactly the refunded share of the charge, and everything with the last part', async () => {
    const order = await bought(shop, 10);
    await refunded(order, 3);
    expect(await newest()).toMatchObject({ rebateAmount: '0.3', reversedAmount: '0.09', status: 0 });
    await refunded(order);
    expect(await newest()).toMatchObject({ rebateAmount: '0.3', reversedAmount: '0.3', status: 2 });
  });

  it('a sale at or below cost earns nothing', async () => {
    const { length } = await rebates(finance);
    for (const cost of ['1', '1.5']) {
      await costing(shop, cost);
      await bought(shop, 2);
    }
    expect(await rebates(finance)).toHaveLength(length);
    await costing(shop, '0.4');
  });

  it('an order delivered by hand has the cost of the numbers delivered', async () => {
    const slow = await createShop(product.db, { stock: 10, product: { deliveryType: 2 } });
    await costing(slow, '0.25');
    const { outboundId } = await bought(slow, 4);
    expect((await product.admin.post('whatsapp/outbound/submit', { id: outboundId, status: 2 })).body.msg).toBe(
      '操作成功',
    );
    await postRebates(product.db);
    expect(await newest()).toMatchObject({ chargeAmount: '4', costAmount: '1', rebateAmount: '0.15' });
  });

  it('a rental also includes the monthly cost of its months, and a renewal only that of its own', async () => {
    const rental = await createRental(product.db, { stock: 10 });
    await costing(rental, '0.1', '0.3');
    const { orderId } = await bought(rental, 2);
    expect(await newest()).toMatchObject({ chargeAmount: '2', costAmount: '0.8', rebateAmount: '0.06' });
    const { rows } = await sql('select id::text from agt_lease where order_id = $1', [orderId]);
    const ids = rows.map(({ id }) => id).join(',');
    const renewed = await customer.post('agent/lease/renew', { ids, months: 2, expectedAmount: '4' });
    expect(renewed.status, renewed.body.msg).toBe(200);
    await postRebates(product.db);
    expect(await newest()).toMatchObject({ chargeAmount: '4', costAmount: '1.2', rebateAmount: '0.14', sourceType: 7 });
  });

  it('units of a package include their share of the cost in the price book', async () => {
    const { productId, kind } = await createPackage(product.db, { units: 100, price: '0.01' });
    await sql(
      `update prc_price set cost_price = 4000 where service_type = 6 and business_type = $1 and active_period = $2 and deleted_at is null`,
      [kind.businessType, kind.activePeriod],
    );
    await bought({ productId, countryCode: '*' }, 1, '1');
    const actor = await product.db.tx((tx) => actorOf(tx, customer.id));
    if (!actor) throw new Error('no customer');
    await product.db.tx(async (tx) => {
      const asked = { userId: customer.id, kind: { ...kind, countryCode: 'US' }, units: 50, unitPrice: null };
      const { id } = await holdUnits(tx, actor, { ...asked, idemKey: 'h', bizType: 'test', bizNo: 'T1' });
      await consumeUnits(tx, actor, { chargeId: id, units: 50, idemKey: 'u' });
    });
    await postRebates(product.db);
    expect(await newest()).toMatchObject({ chargeAmount: '0.5', costAmount: '0.2', rebateAmount: '0.015' });
  });
});

it('after the return to the whole charge, agents’ totals still hide the rate of former margin rebates', async () => {
  const [asked] = (await change(AMOUNT)).body.data.asked;
  const checker = await product.staff('finance_check');
  expect((await checker.post('desk/approval/pass', { ids: asked.approvalId })).status).toBe(200);
  await bought(shop, 10);
  expect(await newest(earner)).toMatchObject({ costAmount: null, baseAmount: '10', rate: '5', rebateAmount: '0.5' });
  expect((await earner.get('agent/user/rebate')).body.data.level1Rate).toBeNull();
});
