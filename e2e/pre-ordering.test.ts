import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { beforeAll, expect, it } from 'vitest';
import { rechargePass } from '../server/src/engines/money/ledger/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { type EmptyShop, emptyShop, stageFor } from '../server/src/engines/stock/preorders/preorders-fixture.ts';
import { systemActor } from '../server/src/kernel/auth/actor.ts';
import { type Credentials, openAgent, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
const PRODUCT = '缺货的美国号码';

let buyer: Credentials & { readonly id: bigint };
let operator: Credentials;
let keeper: Credentials;
let shop: EmptyShop;

beforeAll(async () => {
  const { db } = visit.product;
  shop = await emptyShop(db, { price: '2', product: { nameZh: PRODUCT, nameEn: 'US numbers out of stock' } });
  buyer = await openAgent(db, 'waiting_agent');
  operator = await openStaff(db, 'admin', '运营员');
  keeper = await openStaff(db, 'warehouse', '仓管员');
  const credit = {
    userId: buyer.id,
    amount: parseMoney('100'),
    methodCode: 'usdt',
    bizType: 'test',
    idemKey: 'credit',
  };
  await db.tx((tx) => rechargePass(tx, systemActor(DEFAULT_TENANT), credit));
});

it('numbers out of stock are pre-ordered in the shop, approved, and delivered by the next import, live at the agent', async () => {
  const agent = await visit.person();
  await agent.signIn(buyer);
  await agent.open('号码商城', '购买号码');
  await agent.panel.getByRole('article').filter({ hasText: PRODUCT }).getByRole('button', { name: '预定' }).click();
  await agent.drawer.getByLabel('数量').fill('3');
  await agent.drawer.getByRole('switch', { name: '用途声明' }).click();
  await agent.drawer.getByRole('button', { name: /^提交，冻结定金 \d/ }).click();
  await agent.sees(/^预定单 PO\w+ 已提交/);
  await agent.open('号码商城', '预定单');
  await agent.row(PRODUCT, '待审核').waitFor();

  const staff = await visit.person();
  await staff.signIn(operator);
  await staff.open('库存', '预定单');
  await staff.press('查看', staff.row(PRODUCT));
  await staff.press('批准', staff.drawer);
  await staff.sees(/继续冻结，按交付结算/, staff.drawer);
  await staff.press('批准 3', staff.drawer);
  // The page of the agent is unchanged since: the decision was pushed.
  await agent.row(PRODUCT, '备货中').waitFor();

  await stageFor(visit.product.db, shop, 5);
  const stock = await visit.person();
  await stock.signIn(keeper, '/whatsapp/pre-warehouse/index');
  await stock.sees('入库后 3 个号码交付给预定，2 个可售', stock.panel);
  await stock.press('入库 5 个', stock.panel);
  await stock.answer(/^将批次/, '整批入库');
  await agent.row(PRODUCT, '已完成').waitFor();
  const { rows } = await visit.product.db.pool.query(
    `select stock_status as state, count(*)::int as n from inv_item group by 1 order by 1`,
  );
  expect(rows).toEqual([
    { state: 0, n: 2 },
    { state: 2, n: 3 },
  ]);
});
