import { beforeAll, describe, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { PIXEL } from '../server/src/testing/pixel.ts';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();

let manager: Credentials;
let reviewer: Credentials;
let north: Credentials;
let south: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  manager = await openStaff(db, 'admin', '运营');
  reviewer = await openStaff(db, 'compliance', '合规');
  north = await openAgent(db, 'north_agent');
  south = await openAgent(db, 'south_agent');
  const below = await openAgent(db, 'moving_agent', 'north_agent');
  await db.tx((tx) =>
    rechargePass(tx, systemActor(DEFAULT_TENANT), {
      userId: below.id,
      amount: 12_000_000n,
      methodCode: 'usdt',
      bizType: 'test',
      idemKey: 'test:credit',
    }),
  );
});

describe('agents after they were opened', () => {
  it('hand in documents; a reviewer is notified, and both see the decision', async () => {
    const clerk = await visit.person();
    await clerk.signIn(reviewer);
    const agent = await visit.person();
    await agent.signIn(north);

    await agent.open('账户', '我的认证');
    await agent.press('新增', agent.panel);
    await agent.fill(agent.drawer, { '证件姓名/公司名称': 'North Trading Ltd', 证件号码: 'EX-2026-4321' });
    const uploaded = agent.page.waitForResponse((answer) => answer.url().endsWith('/agent/verification/put-picture'));
    await agent.drawer
      .locator('input[type=file]')
      .setInputFiles({ name: 'licence.png', mimeType: 'image/png', buffer: PIXEL });
    await uploaded;
    await agent.press('保存', agent.drawer);
    await agent.row('North Trading Ltd', '待审核').waitFor();

    // Opens the record from its message.
    await clerk.sees('代理认证待审核');
    await clerk.press('查看');
    await clerk.drawer.getByRole('tab', { name: '状态记录' }).waitFor();
    await clerk.press('显示完整号码', clerk.drawer);
    await clerk.sees('EX-2026-4321', clerk.drawer);
    await clerk.press('通过', clerk.drawer);
    await clerk.answer(/确认证件真实/, '通过');

    await agent.row('North Trading Ltd', '已通过').waitFor();
    await agent.sees('认证已通过');
  });

  it('are moved with their balances, and stopped at once', async () => {
    const staff = await visit.person();
    await staff.signIn(manager);
    const before = await visit.person();
    await before.signIn(north);
    const since = await visit.person();
    await since.signIn(south);
    await before.open('账户', '我的下级');
    await before.row('moving_agent', '12.00').waitFor();
    await since.open('账户', '我的下级');
    await since.panel.getByRole('heading', { level: 1 }).waitFor();

    await staff.moveTo('/agent/user/index?account=moving_agent');
    const row = staff.row('moving_agent');
    await staff.pressMore('变更上级', row);
    await staff.fill(staff.drawer, { 新的上级: 'south_agent', 原因: '区域调整' });
    await staff.press('变更上级', staff.drawer);
    await staff.sees('上级已变更');

    await since.row('moving_agent', '12.00').waitFor();
    await before.row('moving_agent').waitFor({ state: 'detached' });
    await since.sees('代理上级已变更');

    await staff.pressMore('停用', row);
    await staff.fill(staff.drawer, { 停用原因: '合作结束' });
    await staff.press('停用', staff.drawer);
    await staff.row('moving_agent', '停用').waitFor();
    await since.row('moving_agent', '停用').waitFor();
  });
});
