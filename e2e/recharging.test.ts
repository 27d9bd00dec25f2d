import { beforeAll, it } from 'vitest';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();

let payer: Credentials;
let finance: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  payer = await openAgent(db, 'paying_agent');
  finance = await openStaff(db, 'finance', '财务员');
  await db.pool.query(`
    insert into pay_method (tenant_id, method_code, method_name, method_name_en, method_type, direction, local_currency, fx_rate,
      scale, min_amount, max_amount, bank_info)
    values ('000000', 'bank', '银行转账', 'Bank transfer', 2, 1, 'CNY', 7.2, 2, 10000000, 5000000000,
      '{"holderName": "Example Ltd", "bankName": "Example Bank", "accountNo": "0000000000000000"}')`);
});

it('an agent pays in, finance is notified and approves, and the agent’s balance updates on the screen', async () => {
  const clerk = await visit.person();
  await clerk.signIn(finance);
  const agent = await visit.person();
  await agent.signIn(payer);
  // The first proof is refused.
  agent.expectProblems(/status of 400/);

  await agent.open('财务', '充值');
  await agent.press('充值', agent.panel);
  await agent.fill(agent.drawer, { '金额（USDT）': '120' });
  await agent.press('去付款', agent.drawer);
  await agent.sees('864.00', agent.drawer);
  await agent.sees('Example Bank', agent.drawer);
  await agent.fill(agent.drawer, { 付款人: 'Example Trading' });
  await agent.press('我已付款', agent.drawer);
  // A name is no proof.
  await agent.sees('请上传付款凭证', agent.drawer);
  await agent.drawer
    .locator('input[type=file]')
    .setInputFiles({ name: 'slip.png', mimeType: 'image/png', buffer: SLIP });
  // It waits for the picture.
  await agent.press('我已付款', agent.drawer);
  await agent.row('银行转账', '待审核').waitFor();
  await agent.open('号码商城', '购买号码');
  await agent.page.getByRole('link', { name: '0.00 USDT' }).waitFor();

  await clerk.sees('充值提醒');
  await clerk.open('财务', '代理充值');
  await clerk.press('逐条审核', clerk.panel);
  await clerk.drawer.getByRole('img').first().waitFor();
  await clerk.sees('Example Trading', clerk.drawer);
  await clerk.page.keyboard.press('a');
  await clerk.sees('全部处理完毕', clerk.drawer);

  await agent.page.getByRole('link', { name: '120.00 USDT' }).waitFor();
});

const SLIP = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
