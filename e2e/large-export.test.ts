import { beforeAll, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
let operator: Credentials;
let compliance: Credentials;

beforeAll(async () => {
  const { db } = visit.product;
  operator = await openStaff(db, 'admin', '运营员');
  compliance = await openStaff(db, 'compliance', '合规员');
  await db.pool.query(`
    update sys_param set param_value = '100', version = version + 1
    where param_key = 'export.approvalRows' and tenant_id = '000000'`);
  await db.pool.query(`select pg_notify('parameter_change', '')`);
});

it('an export too large for one person is approved by another, and its asker is led to the file', async () => {
  const [asker, decider] = [await visit.person(), await visit.person()];
  asker.expectProblems(/status of 400 .*user\/country\/export/);
  await asker.signIn(operator);
  await decider.signIn(compliance);

  await asker.open('库存', '国家');
  await asker.press('导出', asker.panel);
  await asker.page.getByRole('menuitem', { name: 'CSV' }).click();
  const question = asker.page.getByRole('dialog', { name: '申请大量导出' });
  await asker.sees(/超过 100 行/, question);
  await asker.fill(question, { 用途: '核对国家清单' });
  await asker.press('提交申请', question);
  await asker.sees(/已提交复核/);

  await decider.sees('大量导出待复核');
  await decider.open('合规', '复核中心');
  await decider.press('逐条复核', decider.panel);
  await decider.sees('核对国家清单', decider.drawer);
  await decider.press('通过 A', decider.drawer);

  await asker.sees('导出文件已生成');
  await asker.press('查看', asker.page.locator('.ant-notification-notice', { hasText: '导出文件已生成' }));
  await asker.page.waitForURL('**/desk/task/index?record=*');
  const { name, content } = await asker.download(() => asker.press('下载结果', asker.drawer));
  expect(name).toMatch(/^国家_\d{14}\.csv$/);
  expect(content.toString('utf8').trimEnd().split('\r\n').length).toBeGreaterThan(100);
});
