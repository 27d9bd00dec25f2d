import { expect, it } from 'vitest';
import { openAgent } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();

it('a network failure is reported once, with a retry', async () => {
  const person = await visit.person();
  // A part that was to be loaded in advance fails as well, if the network goes while it loads.
  person.expectProblems(/ERR_INTERNET_DISCONNECTED/, /status of 400/, /WebSocket/, /LoadError/);
  await person.signIn(ADMINISTRATOR);
  await person.page.getByRole('button', { name: '锁屏' }).waitFor();
  // The dialog is fetched at the first press of its button; the code of the first screen must be loaded.
  await person.settled();
  await person.page.context().setOffline(true);
  for (let turn = 0; turn < 3; turn += 1) await person.press('锁屏');
  await person.sees(/网络连接失败/);
  expect(await person.page.getByText(/网络连接失败/).count()).toBe(1);
  await person.page.context().setOffline(false);
  await person.press('重试');
  await person.page.getByRole('dialog', { name: '设置锁屏密码' }).waitFor();
});

it('a menu that does not come leaves a way out', async () => {
  const person = await visit.person();
  person.expectProblems(/ERR_FAILED/);
  await person.signIn(ADMINISTRATOR);
  await person.intercept('**/api/system/menu/routes', (route) => route.abort());
  await person.page.reload();
  await person.page.getByRole('heading', { name: '菜单加载失败' }).waitFor();
  await person.press('退出登录');
  await person.page.waitForURL('**/login');
});

it('a list without a network reports it, shows no empty result, and loads when the network is back', async () => {
  const person = await visit.person();
  person.expectProblems(/ERR_INTERNET_DISCONNECTED/, /WebSocket/);
  await person.signIn(ADMINISTRATOR, '/user/country/index');
  await person.rows().first().waitFor();
  await person.settled();
  await person.page.context().setOffline(true);
  await person.panel.getByTitle('2', { exact: true }).click();
  const problem = person.panel.getByRole('alert');
  await person.sees(/网络连接失败/, problem);
  expect(await person.panel.getByText('新增第一条').count()).toBe(0);
  await person.page.context().setOffline(false);
  await problem.waitFor({ state: 'detached' });
  await person.rows().first().waitFor();
});

it('a branch that fails to load reports it, loads at the retry, and is open after a reload', async () => {
  await openAgent(visit.product.db, 'upper_agent');
  await openAgent(visit.product.db, 'lower_agent', 'upper_agent');
  const person = await visit.person();
  person.expectProblems(/status of 500/);
  await person.signIn(ADMINISTRATOR, '/agent/user/index');
  await person.intercept(/\/api\/agent\/user\/.*parentId=\d/, (route) =>
    route.fulfill({ status: 500, json: { code: 500, msg: '出错了' } }),
  );
  await person.row('upper_agent').getByRole('button', { name: /展开/ }).click();
  const problem = person.panel.getByRole('alert');
  await person.sees('出错了', problem);
  await person.page.unrouteAll();
  await person.press('重试', problem);
  await person.row('lower_agent').waitFor();
  expect(await problem.count()).toBe(0);
  await person.page.reload();
  await person.row('lower_agent').waitFor();
});

it('a question that does not load is not agreed to, and is asked the next time', async () => {
  const person = await visit.person();
  person.expectProblems(/ERR_FAILED/, /dynamically imported module/, /could not be loaded/);
  await person.signIn(ADMINISTRATOR, '/user/country/index');
  for (const at of [0, 1]) await person.rows().nth(at).getByRole('checkbox').click();
  await person.rows().first().focus();
  await person.intercept(/\/assets\/confirm-dialog-[^/]+\.js$/, (route) => route.abort());
  await person.page.keyboard.press('Delete');
  await person.sees('这一部分没有加载成功');
  await person.rows().first().waitFor();
  await person.page.unrouteAll();
  await person.press('关闭');
  await person.rows().first().focus();
  await person.page.keyboard.press('Delete');
  await person.page.getByRole('dialog', { name: /^确定删除选中的 2 条/ }).waitFor();
});

it('a control that fails to load reports it in its place, and loads at the retry', async () => {
  const person = await visit.person();
  person.expectProblems(/ERR_FAILED/, /dynamically imported module/, /could not be loaded/);
  await person.signIn(ADMINISTRATOR, '/desk/task/index');
  await person.panel.getByRole('heading', { level: 1 }).waitFor();
  await person.intercept(/\/assets\/time-input-[^/]+\.js$/, (route) => route.abort());
  await person.panel.getByPlaceholder('开始日期').first().focus();
  await person.sees('没有加载成功', person.panel);
  await person.page.unrouteAll();
  await person.press('重试', person.panel);
  await person.page.locator('.ant-picker').filter({ visible: true }).first().waitFor();
});

it('a page that fails to load offers to reload, and the frame stays usable', async () => {
  const person = await visit.person();
  person.expectProblems(/ERR_FAILED/, /dynamically imported module/, /could not be loaded/);
  await person.signIn(ADMINISTRATOR);
  await person.intercept(/\/assets\/country-[^/]+\.js$/, (route) => route.abort());
  const menu = person.page.getByRole('navigation', { name: '菜单', exact: true });
  await menu.getByRole('menuitem', { name: '库存', exact: true }).click();
  await menu.getByRole('menuitem', { name: '国家', exact: true }).click();
  await person.page.getByRole('alert').getByRole('heading', { name: '页面没有加载成功' }).waitFor();
  await person.page.getByRole('tab', { name: '首页' }).waitFor();
  await person.page.unrouteAll();
  await person.press('重新加载');
  await person.panel.getByRole('heading', { level: 1, name: '国家' }).waitFor();
});

it('a dialog that fails to load reports it beside its page, and opens the next time', async () => {
  const person = await visit.person();
  person.expectProblems(/ERR_FAILED/, /dynamically imported module/, /could not be loaded/);
  await person.signIn(ADMINISTRATOR, '/user/country/index');
  await person.rows().first().waitFor();
  await person.intercept(/\/assets\/list-record-[^/]+\.js$/, (route) => route.abort());
  await person.press('新增', person.panel);
  await person.sees('这一部分没有加载成功');
  await person.page.getByRole('button', { name: '重新加载' }).waitFor();
  await person.panel.getByRole('heading', { level: 1, name: '国家' }).waitFor();
  await person.rows().first().waitFor();
  expect(await person.page.getByRole('heading', { name: '页面没有加载成功' }).count()).toBe(0);
  await person.page.unrouteAll();
  await person.press('关闭');
  await person.press('新增', person.panel);
  await person.drawer.getByLabel('英文名').waitFor();
});

it('another version that was deployed meanwhile is noticed and offered', async () => {
  const person = await visit.person();
  await person.page.clock.install();
  await person.signIn(ADMINISTRATOR);
  const isPage = (url: URL) => url.pathname === '/';
  const asked: string[] = [];
  await person.intercept(isPage, (route) => {
    asked.push(route.request().resourceType());
    return route.fulfill({
      contentType: 'text/html',
      body: '<!doctype html><script type="module" crossorigin src="/assets/start-another.js"></script>',
    });
  });
  // Five minutes pass at once, which would time out a piece still loading.
  await person.settled();
  await Promise.all([person.sees('系统已更新'), person.page.clock.fastForward(5 * 60_000)]);
  expect(asked).toEqual(['fetch']);
  await person.page.clock.fastForward(5 * 60_000);
  await expect.poll(() => asked.length).toBe(2);
  expect(await person.page.getByText('系统已更新').count()).toBe(1);
  await Promise.all([person.page.waitForEvent('load'), person.press('立即刷新')]);
  await person.page.getByRole('navigation', { name: '菜单', exact: true }).waitFor();
});

it('clearing the cache asks, clears the server’s and the browser’s, and reports it', async () => {
  const person = await visit.person();
  await person.signIn(ADMINISTRATOR);
  // Lists whose filters choose among users, agents and warehouses, and one list without such filters.
  const lists = [
    ['财务', '资金流水'],
    ['库存', '仓库号码'],
    ['库存', '国家'],
  ] as const;
  for (const [group, entry] of lists) {
    await person.open(group, entry);
    await person.page.getByRole('tabpanel', { name: entry }).getByRole('heading', { level: 1, name: entry }).waitFor();
  }
  await person.rows().first().waitFor();
  await person.press('更多操作');
  await person.page.getByRole('menuitem', { name: '清除缓存' }).click();
  const [cleared, asked] = await Promise.all([
    person.page.waitForResponse('**/api/auth/oauth/clear-cache'),
    person.page.waitForResponse('**/api/user/country/list*'),
    person.answer(/^清除缓存/, '清除'),
  ]);
  expect([cleared.status(), asked.status()]).toEqual([200, 200]);
  await person.sees('清除完毕');
  expect(await person.page.getByRole('tab').allTextContents()).toEqual(['首页', ...lists.map(([, entry]) => entry)]);
  for (const [, entry] of lists) {
    await person.page.getByRole('tab', { name: entry }).click();
    await person.page.getByRole('tabpanel', { name: entry }).getByRole('heading', { level: 1, name: entry }).waitFor();
    await person.settled();
    expect(await person.page.getByText('这个页面出错了').count(), entry).toBe(0);
  }
});
