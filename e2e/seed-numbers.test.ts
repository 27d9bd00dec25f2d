import { beforeAll, expect, it } from 'vitest';
import { dispatchSeed, planSeedTasks, seedReceipt } from '../server/src/engines/messaging/seeds/index.ts';
import { DEFAULT_TENANT } from '../server/src/engines/people/identity/index.ts';
import { PIXEL } from '../server/src/testing/pixel.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();

const ORDER = 'WO-JOURNEY-1';
const picture = { name: 'screen.png', mimeType: 'image/png', buffer: PIXEL };
let judge: Credentials;

beforeAll(async () => {
  judge = await openStaff(visit.product.db, 'compliance', '合规专员');
});

/** Adds a screenshot to the open form. */
async function attach(person: Person): Promise<void> {
  const uploaded = person.page.waitForResponse((answer) => answer.url().includes('/embedded-number-task/put-proof'));
  await person.drawer.locator('input[type=file]').setInputFiles(picture);
  await uploaded;
}

it('a seed task is approved, marked as cheating with evidence, appealed and approved again', async () => {
  const { db } = visit.product;
  const [keeper, reviewer] = [await visit.person(), await visit.person()];
  await keeper.signIn(ADMINISTRATOR);
  await keeper.open('发送', '嵌入号池');
  await keeper.press('新增');
  await keeper.fill(keeper.drawer, { 嵌入号: '+1 202 555 0170' });
  await keeper.press('保存', keeper.drawer);
  const number = keeper.row('+1 202 555 0170');
  await keeper.sees('可用', number);

  // An order uses the number, and its provider reports the delivery.
  const { rows } = await db.pool.query<{ id: string; e164: string }>('select id::text, e164::text from sed_number');
  const seeds = rows.map(({ id, e164 }) => ({
    seedId: BigInt(id),
    e164: BigInt(e164),
    countryCode: 'US',
  }));
  await db.tx(async (tx) => {
    await planSeedTasks(tx, { tenantId: DEFAULT_TENANT, orderType: 1, orderId: 7n, orderNo: ORDER, seeds });
    await dispatchSeed(tx, 7n, [12025550170n]);
    await seedReceipt(tx, { orderId: 7n, e164: 12025550170n, providerStatus: 2 });
  });

  await keeper.sees('使用中', number);
  await keeper.open('发送', '嵌入号任务');
  const task = keeper.row(ORDER);
  await keeper.pressMore('登记反馈', task);
  await attach(keeper);
  await keeper.press('登记反馈', keeper.drawer);
  await keeper.sees('一致', task);

  await reviewer.signIn(judge);
  await reviewer.open('发送', '嵌入号任务');
  const same = reviewer.row(ORDER);
  const approval = same.getByRole('switch', { name: /^通过/ });
  await approval.click();
  await reviewer.sees('通过后不发放奖励。', reviewer.drawer);
  await reviewer.press('通过', reviewer.drawer);
  await reviewer.sees('已通过', same);

  await same.getByRole('switch', { name: /^作弊/ }).click();
  await reviewer.fill(reviewer.drawer, { 作弊说明: '截图经过修改' });
  await reviewer.press('判定作弊', reviewer.drawer);
  await reviewer.sees(/作弊依据/, reviewer.drawer.locator('.ant-form-item-has-error'));
  await attach(reviewer);
  await reviewer.press('判定作弊', reviewer.drawer);
  await reviewer.sees('已驳回', same);

  await keeper.sees('已驳回', task);
  await keeper.pressMore('登记申诉', task);
  await keeper.fill(keeper.drawer, { 申诉理由: '原图在手机上' });
  await keeper.press('登记申诉', keeper.drawer);
  await keeper.pressMore('撤销作弊判定', task);
  await keeper.fill(keeper.drawer, { 原因: '已核对原图' });
  await keeper.press('撤销作弊判定', keeper.drawer);

  await reviewer.sees('已反馈', same);
  await approval.click();
  await reviewer.press('通过', reviewer.drawer);
  await reviewer.sees('已通过', same);
  await reviewer.press('查看', same);
  await reviewer.sees('已撤销的作弊判定', reviewer.drawer);
  await reviewer.sees('已核对原图', reviewer.drawer);
  await expect
    .poll(() => db.pool.query('select from sed_task where status = 3 and is_cheat = 0'))
    .toMatchObject({ rowCount: 1 });
});
