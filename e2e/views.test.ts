import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { beforeAll, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';

const visit = setUpJourney();
const COUNTRIES = '/user/country/index';
let ada: Credentials;
let colleague: Credentials;

beforeAll(async () => {
  ada = await openStaff(visit.product.db, 'admin', 'Ada Example');
  colleague = await openStaff(visit.product.db, 'compliance', 'Cleo Example');
});

it('a view is saved, pinned to the menu, opened by its link, shared and overwritten', async () => {
  const person = await visit.person();
  const { page } = person;
  await person.signIn(ada, `${COUNTRIES}?nameEn=Canada`);
  await person.row('加拿大').waitFor();
  await person.press('视图', person.panel);
  await person.press('另存为视图…');
  await person.fill(person.drawer, { 名称: '加拿大视图' });
  await person.drawer.getByRole('switch', { name: '固定到菜单' }).click();
  await person.fill(person.drawer, { 共享给角色: '合规' });
  await page.keyboard.press('Escape');
  await person.press('保存', person.drawer);
  await person.sees('视图“加拿大视图”已保存');
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?view=\d+$/);
  const link = new URL(page.url()).search;
  await person.press('列设置', person.panel);
  await page.locator('.kit-chooser').getByRole('checkbox', { name: '排序' }).uncheck();
  await page.keyboard.press('Escape');
  await person.press('视图', person.panel);
  await person.press('更新“加拿大视图”');
  await person.sees('视图“加拿大视图”已更新');

  // Another page, then back by the pin, with the keyboard.
  await person.moveTo('/wel/index');
  const pin = page.getByRole('navigation', { name: '菜单', exact: true }).getByRole('menuitem', { name: '加拿大视图' });
  const group = page
    .getByRole('navigation', { name: '菜单', exact: true })
    .getByRole('menuitem', { name: '库存', exact: true });
  if ((await group.getAttribute('aria-expanded')) !== 'true') await group.click();
  await pin.focus();
  await page.keyboard.press('Enter');
  await person.row('加拿大').waitFor();
  expect(new URL(page.url()).search).toBe(link);
  expect(await person.panel.getByRole('columnheader', { name: '排序' }).count()).toBe(0);

  // Without the view the list is as it was, and its columns too.
  await person.press('视图', person.panel);
  await person.press('全部数据');
  await expect.poll(() => person.rows().count()).toBeGreaterThan(1);
  await person.panel.getByRole('columnheader', { name: '排序' }).first().waitFor();

  const other = await visit.person();
  await other.signIn(colleague, COUNTRIES + link);
  await other.row('加拿大').waitFor();
  await expect.poll(() => other.rows().count()).toBe(1);
  await other.press('视图', other.panel);
  await other.sees('与我共享');
  await other.sees('Ada Example');
  await other.page.keyboard.press('Escape');

  await person.moveTo(`${COUNTRIES}${link}`);
  await expect.poll(() => person.rows().count()).toBe(1);
  await page.locator('.kit-search').getByRole('button', { name: '更多' }).click();
  await person.fill(person.panel, { 英文名称: 'China' });
  await person.press('查询', person.panel);
  await person.row('中国').waitFor();
  await person.press('视图', person.panel);
  await person.press('更新“加拿大视图”');
  await expect.poll(() => new URL(page.url()).search).toBe(link);
  await other.page.reload();
  await other.row('中国').waitFor();
});

it('an alert sends a message with a link when the view gets its first row', async () => {
  const { db } = visit.product;
  const person = await visit.person();
  await person.signIn(ada, `${COUNTRIES}?nameEn=Viewland`);
  await person.press('视图', person.panel);
  await person.press('另存为视图…');
  await person.fill(person.drawer, { 名称: '新国家' });
  await person.drawer.getByRole('switch', { name: '有数据时提醒我' }).click();
  await person.press('保存', person.drawer);
  await person.sees('视图“新国家”已保存');
  await db.pool.query(
    `insert into inv_country (tenant_id, country_code, dial_code, name_zh, name_en, timezones, sort)
     values ('000000', 'QV', '999', '视图国', 'Viewland', '["UTC"]', 20000)`,
  );
  await db.pool.query(`update kernel_timer set next_run = now() where name = 'desk/view-alerts'`);
  await person.moveTo('/desk/message/index');
  await person.panel.getByText('视图有新数据').first().click();
  await person.sees('视图“新国家”中出现了数据');
  const before = await db.pool.query<{ id: string }>(`select id::text from desk_view where name = '新国家'`);
  await person.goTo(`${COUNTRIES}?view=${before.rows[0]?.id}`);
  await person.row('视图国').waitFor();
});

it('a view with a moving period shows the records of the day on which it is opened', async () => {
  const person = await visit.person();
  const { page } = person;
  const tasks = '/desk/task/index';
  await person.signIn(ada, tasks);
  await person.press('视图', person.panel);
  await person.press('另存为视图…');
  await person.fill(person.drawer, { 名称: '今天的任务', 动态时间范围: '今天' });
  await person.press('保存', person.drawer);
  await person.sees('视图“今天的任务”已保存');
  await expect.poll(() => new URL(page.url()).search).toMatch(/^\?view=\d+$/);
  const link = new URL(page.url()).search;
  await visit.product.db.pool.query(
    `update desk_view set filters = '{"createTime_dategt": "2020-01-01 00:00:00"}' where name = '今天的任务'`,
  );
  const later = await visit.person();
  await later.signIn(ada, tasks + link);
  const today = formatTime(new Date(), 'Asia/Shanghai').slice(0, 10);
  for (const name of ['创建时间', '结束日期'])
    await expect.poll(() => later.panel.getByRole('textbox', { name }).inputValue()).toBe(today);
});
