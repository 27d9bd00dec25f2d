import { beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
const system = systemActor(DEFAULT_TENANT);

let earner: Credentials;
let finance: Credentials;
let checker: Credentials;
let stranger: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  const agent = await openAgent(db, 'earning_agent');
  earner = agent;
  await db.tx(async (tx) => {
    const credit = {
      userId: agent.id,
      amount: 3_000_000_000n,
      methodCode: 'usdt',
      bizType: 'test',
      idemKey: 'test:credit',
    };
    await rechargePass(tx, system, credit);
  });
  finance = await openStaff(db, 'finance', '财务员');
  checker = await openStaff(db, 'finance_check', '复核员');
  stranger = await openAgent(db, 'other_agent');
  await db.pool.query(`
    insert into pay_method (tenant_id, method_code, method_name, method_name_en, method_type, direction, network, scale,
      min_amount, max_amount, fee_fixed, fee_payer)
    values ('000000', 'usdt', '泰达币', 'Tether', 1, 2, 1, 6, 10000000, 5000000000, 1000000, 1)`);
  await db.pool.query(`
    insert into pay_channel (tenant_id, channel_code, channel_name, channel_name_en, channel_kind, outcome, delay_seconds, confirmed)
    values ('000000', 'box', '沙箱', 'Sandbox', 1, 1, 0, 1), ('000000', 'bad', '会失败的沙箱', 'Sandbox that fails', 1, 2, 0, 1),
      ('000000', 'back', '会退票的沙箱', 'Sandbox that returns', 1, 3, 2, 1), ('000000', 'mute', '不回答的沙箱', 'Silent sandbox', 1, 4, 0, 1)`);
  await db.pool.query(`
    insert into pay_wallet_address (tenant_id, user_id, user_name, network, address, label, is_default, status, cool_until)
    select tenant_id, id, real_name, 1, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '常用', 1, 1, now() from sys_user
    where account = 'earning_agent'`);
});

it('an agent requests a withdrawal, a payout fails, the next one arrives, and both see each step', async () => {
  const clerk = await visit.person();
  await clerk.signIn(finance);
  const agent = await visit.person();
  await agent.signIn(earner);

  await agent.open('财务', '提现');
  await agent.press('提现', agent.panel);
  await agent.drawer.getByText('余额 3,000.00').click();
  await agent.fill(agent.drawer, { '金额（USDT）': '100' });
  await agent.sees('99.00', agent.drawer);
  await agent.press('申请提现', agent.drawer);
  await agent.row('泰达币', '待审核').waitFor();

  // Opens the record from its message.
  await clerk.sees('提现提醒');
  await clerk.press('查看');
  await clerk.press('代付', clerk.drawer);
  await clerk.page.getByText('会失败的沙箱').click();
  await clerk.press('确认代付');
  await clerk.sees(/代付失败，请重新处理/);
  await clerk.press('查看', clerk.row('泰达币', '代付失败'));
  await clerk.press('代付', clerk.drawer);
  await clerk.press('确认代付');

  await agent.row('泰达币', '已代付').waitFor();
  await agent.sees('提现已打款');
});

it('a large payout needs two people, may be returned later, and waits while its outcome is unknown', async () => {
  const clerk = await visit.person();
  await clerk.signIn(finance);
  const agent = await visit.person();
  await agent.signIn(earner);
  await agent.open('财务', '提现');
  const ask = async (amount: string) => {
    await agent.press('提现', agent.panel);
    await agent.drawer.getByText(/^余额 /).click();
    await agent.fill(agent.drawer, { '金额（USDT）': amount });
    await agent.press('申请提现', agent.drawer);
    await agent.row('泰达币', '待审核').waitFor();
  };
  const send = async (channel: string) => {
    // Earlier notifications may cover the row.
    await clerk.page.reload();
    await clerk.press('查看', clerk.row('泰达币', '待审核'));
    await clerk.press('代付', clerk.drawer);
    await clerk.page.getByText(channel).click();
    await clerk.press('确认代付');
  };
  await ask('1500');
  await clerk.open('财务', '代理提现');
  await send('会退票的沙箱');
  await agent.row('泰达币', '待复核').waitFor();

  const second = await visit.person();
  await second.signIn(checker, '/desk/approval/index');
  await second.press('通过', second.row('1,500.00', '待复核'));
  await second.answer(/通过/, '通过');
  // Paid, and two breaths later it is back, without the fee.
  await agent.sees('提现已打款');
  await agent.row('泰达币', '已退票').waitFor();

  await ask('50');
  await send('不回答的沙箱');
  await agent.row('泰达币', '代付中').waitFor();
  const { rows } = await visit.product.db.pool.query<{ id: string }>(
    'select id::text from pay_withdrawal where status = 3',
  );
  const id = rows[0]?.id ?? '';
  // It cannot be ended manually while the money may be on its way.
  await clerk.row('泰达币', '代付中').waitFor();
  expect(await clerk.row('泰达币', '代付中').getByRole('button', { name: '驳回' }).count()).toBe(0);

  const other = await visit.person();
  await other.signIn(stranger, '/agent/withdrawal/index');
  await other.sees('还没有提现');
  other.expectProblems(/404/);
  expect((await other.ask('agent/withdrawal/detail', { id })).status).toBe(404);
  expect((await other.ask('finance/log/list')).data).toMatchObject({ total: 0 });
});
