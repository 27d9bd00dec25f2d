import { beforeAll, it } from 'vitest';
import { DEFAULT_TENANT } from '../server/src/engines/identity/index.ts';
import { rechargePass } from '../server/src/engines/ledger/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
const system = systemActor(DEFAULT_TENANT);

let earner: Credentials;
let finance: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  const agent = await openAgent(db, 'earning_agent');
  earner = agent;
  await db.tx(async (tx) => {
    const credit = {
      userId: agent.id,
      amount: 300_000_000n,
      methodCode: 'usdt',
      bizType: 'test',
      idemKey: 'test:credit',
    };
    await rechargePass(tx, system, credit);
  });
  finance = await openStaff(db, 'finance', '财务员');
  await db.pool.query(`
    insert into pay_method (tenant_id, method_code, method_name, method_name_en, method_type, direction, network, scale,
      min_amount, max_amount, fee_fixed, fee_payer)
    values ('000000', 'usdt', '泰达币', 'Tether', 1, 2, 1, 6, 10000000, 5000000000, 1000000, 1)`);
  await db.pool.query(`
    insert into pay_channel (tenant_id, channel_code, channel_name, channel_name_en, channel_kind, outcome, delay_seconds)
    values ('000000', 'box', '沙箱', 'Sandbox', 1, 1, 0), ('000000', 'bad', '会失败的沙箱', 'Sandbox that fails', 1, 2, 0)`);
  await db.pool.query(`
    insert into pay_wallet_address (tenant_id, user_id, user_name, network, address, label, is_default, status, cool_until)
    select tenant_id, id, real_name, 1, 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', '常用', 1, 1, now() from sys_user
    where account = 'earning_agent'`);
});

it('an agent asks for money, a payout fails, the next one arrives, and both see it as it happens', async () => {
  const clerk = await visit.person();
  await clerk.signIn(finance);
  const agent = await visit.person();
  await agent.signIn(earner);

  await agent.open('代理管理', '代理提现');
  await agent.press('提现', agent.panel);
  await agent.drawer.getByText('余额 300.00').click();
  await agent.fill(agent.drawer, { '金额（USDT）': '100' });
  await agent.sees('99.00', agent.drawer);
  await agent.press('申请提现', agent.drawer);
  await agent.row('泰达币', '待审核').waitFor();

  // From the message to what it is about.
  await clerk.sees('提现提醒');
  await clerk.press('查看');
  await clerk.press('打开相关页面', clerk.drawer);
  await clerk.press('代付', clerk.drawer);
  await clerk.page.getByText('会失败的沙箱').click();
  await clerk.press('确认代付');
  await clerk.sees(/代付失败，请重新处理/);
  await clerk.press('查看', clerk.row('泰达币', '代付失败'));
  await clerk.press('代付', clerk.drawer);
  await clerk.press('确认代付');

  await agent.row('泰达币', '代付成功').waitFor();
  await agent.sees('提现已打款');
});
