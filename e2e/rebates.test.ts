import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { postRebates, settleRebates } from '../server/src/engines/money/rebates/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { fictionalNumbers, openMarket, stockNumbers } from '../server/src/testing/market.ts';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();

let upline: Credentials;
let buyer: Credentials;
let finance: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  await openMarket(db);
  await stockNumbers(db, fictionalNumbers(40));
  await db.pool.query('update agt_product set warranty_hours = 72');
  finance = await openStaff(db, 'finance', '财务员');
  const above = await openAgent(db, 'upline_agent');
  const below = await openAgent(db, 'buying_agent', 'upline_agent');
  [upline, buyer] = [above, below];
  const credit = { userId: below.id, amount: parseMoney('50'), methodCode: 'usdt', bizType: 'test', idemKey: 'credit' };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
  await db.pool.query(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
     values ('000000', $1, $2, 1, 1, 2, '*', 10)`,
    [`/${above.id}/`, String(above.id)],
  );
});

it('an upline earns commission on a purchase, transfers it after settlement, and owes it after a refund', async () => {
  const { db } = visit.product;
  const earner = await visit.person();
  await earner.signIn(upline);
  await earner.open('财务', '返佣记录');
  const customer = await visit.person();
  await customer.signIn(buyer);
  await customer.open('号码商城', '购买号码');
  await customer.panel.getByRole('article').filter({ hasText: '号码' }).getByRole('button', { name: '购买' }).click();
  await customer.fill(customer.drawer, { 数量: '20' });
  await customer.drawer.getByRole('checkbox', { name: /^我承诺/ }).check();
  await customer.drawer.getByRole('button', { name: /^支付 / }).click();
  await customer.sees('购买成功', customer.drawer);

  // Ten for twenty numbers, a tenth of it for the upline, whose page updates without a reload.
  await earner.row('待结算', '1.00').waitFor();
  // Posting sets when it is due, and the page may show it before that.
  await postRebates(db);
  await db.pool.query(`update agt_rebate set settle_time = now() - interval '1 minute'`);
  await settleRebates(db);
  await earner.row('已结算', '1.00').waitFor();
  await earner.open('财务', '提现');
  await earner.press('佣金转余额', earner.panel);
  await earner.press('全部', earner.drawer);
  await earner.press('转入余额', earner.drawer);
  await earner.sees('已转入余额');
  expect((await earner.ask('agent/user/balance')).data).toMatchObject({ balance: '1', brokerage: '0' });

  const clerk = await visit.person();
  await clerk.signIn(finance);
  await clerk.open('销售', '商品订单');
  await clerk.press('退款', clerk.row('号码', '已完成'));
  await clerk.fill(clerk.drawer, { 原因: '号码不可用' });
  await clerk.press('退款', clerk.drawer);
  await clerk.sees('已退款');

  await customer.sees('订单已退款');
  await expect.poll(async () => (await earner.ask('agent/user/balance')).data['rebateDebt']).toBe('1');
  await earner.open('财务', '返佣记录');
  await earner.row('已冲回').waitFor();
});
