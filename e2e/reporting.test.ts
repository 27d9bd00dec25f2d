import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type SmtpServer, startSmtpServer } from '../server/src/testing/smtp-server.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney({ PRIVATE_ENDPOINTS: '1' });
let smtp: SmtpServer;
let colleague: Credentials;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await visit.product.db.pool.query<Row>(text, values)).rows as [Row, ...Row[]];

beforeAll(async () => {
  smtp = await startSmtpServer();
  await query(
    `insert into sys_role (tenant_id, role_name, role_name_en, role_alias) values ('000000', '看报表的人', 'Readers', 'readers')`,
  );
  await query(`
    insert into sys_role_menu (role_id, menu_id) select r.id, m.id from sys_role r, sys_menu m
    where r.role_alias = 'readers' and m.code in ('report/report:view', 'system/post:view', 'report/report', 'system/post', 'statistics', 'system')`);
  colleague = await openStaff(visit.product.db, 'readers', '看报表', 'reader');
  await query(`update sys_user set email = account || '@example.com' where account in ('admin', 'reader')`);
  await query(`delete from sys_post`);
  await query(`
    insert into sys_post (tenant_id, post_code, post_name, post_name_en, category, sort)
    select '000000', 'rp-' || n, '岗位' || n, 'Post ' || n, case when n = 1 then 3 else 1 end, n from generate_series(1, 4) n`);
});
afterAll(() => smtp.stop());

it('a report is built, shared, scheduled and received by e-mail; a colleague opens it and the rows behind a figure', async () => {
  const staff = await visit.person();
  await staff.signIn(ADMINISTRATOR);
  const server = { host: '127.0.0.1', port: smtp.port, security: 3, senderAddress: 'office@example.com' };
  const { data } = await staff.post('resource/mail/submit', server);
  await staff.post('resource/mail/enable', { id: (data as { id: string }).id });

  await staff.open('报表', '自定义报表');
  await staff.press('新增', staff.panel);
  const form = staff.drawer;
  await staff.fill(form, { 名称: '各级岗位', 数据来源: '岗位管理' });
  await staff.press('添加分组', form);
  await form
    .getByLabel('结果表格')
    .getByRole('row', { name: /高层\s*3/ })
    .waitFor();
  await staff.fill(form, { 共享给角色: '看报表的人' });
  await staff.press('保存', form);
  await staff.row('各级岗位').waitFor();

  await staff.pressMore('定时发送', staff.row('各级岗位'));
  const dialog = staff.drawer;
  await staff.fill(dialog, { 收件人: '看报表' });
  await dialog.getByLabel('邮件').check();
  const saved = staff.sees('计划已保存');
  await dialog.getByRole('button', { name: '定时发送' }).click();
  await saved;
  // Its hour has come.
  await query(`update rpt_schedule set next_time = now() - interval '1 minute'`);
  await expect.poll(() => smtp.received().length).toBe(1);
  const [mail] = smtp.received();
  expect(mail).toMatchObject({ to: ['reader@example.com'], subject: '报表：各级岗位' });
  const { sheets } = await readXlsx(mail?.attachments[0]?.content ?? Buffer.alloc(0));
  expect(sheets.find(({ name }) => name === 'Sheet1')?.rows.slice(1)).toEqual([
    ['高层', 3],
    ['基层', 1],
  ]);

  const reader = await visit.person();
  await reader.signIn(colleague, '/report/report/index');
  await reader.row('各级岗位').getByRole('link', { name: '各级岗位' }).click();
  await reader.drawer.getByLabel('结果表格').getByRole('link', { name: '1', exact: true }).click();
  await reader.row('岗位1').waitFor();
  expect(await reader.rows().count()).toBe(1);
});
