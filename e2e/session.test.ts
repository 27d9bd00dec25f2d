import { beforeAll, describe, expect, it } from 'vitest';
import { endSessions, rightsChanged } from '../server/src/kernel/auth/changes.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const TOKEN_TIME_SECONDS = 3600;
const visit = setUpJourney({ TOKEN_TIME_SECONDS: String(TOKEN_TIME_SECONDS) });
let stockKeeper: Credentials;
let operator: Credentials;

beforeAll(async () => {
  stockKeeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
  operator = await openStaff(visit.product.db, 'admin', '运营员');
});

/** Counts the session renewals of all tabs of a browser from now on. */
function renewalsOf(person: Person): () => number {
  let asked = 0;
  person.page.context().on('request', (request) => {
    if (request.url().endsWith('/api/auth/oauth/token') && request.postData()?.includes('refresh_token')) asked += 1;
  });
  return () => asked;
}

/** Leaves the console, signed in: its page would renew the session too, whenever it asks for something. */
const leaveConsole = (person: Person) => person.page.goto('about:blank');

const tokenOf = (person: Person): Promise<string> =>
  person.page.evaluate(() => JSON.parse(localStorage.getItem('trade-assistant:session') ?? '{}').state.accessToken);

/** Changes the database directly, and clears the server's caches. */
async function change(statement: string): Promise<void> {
  await visit.product.db.pool.query(statement);
  await visit.product.db.tx((tx) => rightsChanged(tx));
}

/** The tokens in people's browsers are over; their sessions are not. */
const endAccessTokens = () => change(`update auth_token set expires_at = now() - interval '1 second' where kind = 1`);

/** Revokes or grants the role's permission for the warehouse's screen and buttons. */
function allowWarehouse(isAllowed: boolean): Promise<void> {
  const rights = `select r.id, m.id from sys_role r cross join sys_menu m
    where r.role_alias = 'warehouse' and (m.code = 'whatsapp/warehouse' or m.code like 'whatsapp/warehouse:%')`;
  return change(
    isAllowed
      ? `insert into sys_role_menu (role_id, menu_id) ${rights} on conflict do nothing`
      : `delete from sys_role_menu where (role_id, menu_id) in (${rights})`,
  );
}

describe('a session', () => {
  it('is renewed when its token has reached its age, by one of the browser’s tabs', async () => {
    const person = await visit.person();
    await person.page.clock.install();
    await person.signIn(stockKeeper);
    const other = await person.page.context().newPage();
    await other.goto('/desk/task/index');
    await other.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
    const renewals = renewalsOf(person);
    const before = await tokenOf(person);

    // The clock is the whole browser's.
    await person.page.clock.fastForward((TOKEN_TIME_SECONDS - 900) * 1000);
    expect(renewals()).toBe(0);
    await person.page.clock.fastForward(1000 * 1000);
    await person.page.waitForFunction(
      (token) => JSON.parse(localStorage.getItem('trade-assistant:session') ?? '{}').state.accessToken !== token,
      before,
    );
    await other.waitForFunction(() => localStorage.getItem('trade-assistant:refresh') === null);
    expect(renewals()).toBe(1);
    expect((await person.ask('system/menu/routes')).status).toBe(200);
  });

  it('with an expired token is renewed once for all simultaneous requests of a page', async () => {
    const person = await visit.person();
    person.expectProblems(/401/);
    await person.signIn(stockKeeper);
    await leaveConsole(person);
    const renewals = renewalsOf(person);
    await endAccessTokens();
    await person.goTo('/whatsapp/warehouse/index');
    await person.panel.getByRole('heading', { level: 1 }).waitFor();
    await person.settled();
    expect(renewals()).toBe(1);
    expect(new URL(person.page.url()).pathname).toBe('/whatsapp/warehouse/index');
  });

  it('is renewed by the next page at once when a page is left between claim and request', async () => {
    const person = await visit.person();
    person.expectProblems(/401/);
    const { page } = person;
    await page.clock.install();
    await person.signIn(stockKeeper);
    await person.open('库存', '国家');
    // The clock is paused, so the claim of this page never settles.
    await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
    await endAccessTokens();
    await person.press('刷新', person.panel);
    const claim = () => page.evaluate(() => localStorage.getItem('trade-assistant:refresh'));
    await expect.poll(claim).not.toBeNull();
    await person.goTo('/desk/task/index');
    const renewed = page.waitForResponse('**/api/auth/oauth/token');
    await page.clock.resume();
    expect((await renewed).status()).toBe(200);
    await person.panel.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
  });

  it('is renewed by the next page at once when a page is left before the answer', async () => {
    const person = await visit.person();
    person.expectProblems(/401/);
    const { page } = person;
    await person.signIn(stockKeeper);
    await leaveConsole(person);
    await person.intercept('**/api/auth/oauth/token', () => undefined, { times: 1 });
    const asked = page.waitForRequest('**/api/auth/oauth/token');
    await endAccessTokens();
    await person.goTo('/whatsapp/warehouse/index');
    await asked;
    const renewed = page.waitForResponse('**/api/auth/oauth/token');
    await person.goTo('/desk/task/index');
    expect((await renewed).status()).toBe(200);
    await person.panel.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
  });

  it('that was ended leads to the login page, and back to the previous page with its draft', async () => {
    const person = await visit.person();
    person.expectProblems(/401|400/);
    await person.signIn(operator);
    await person.open('库存', '仓库号码');
    await person.open('库存', '国家');
    await person.press('新增', person.panel);
    await person.fill(person.drawer, { 英文名: 'Half a name' });
    const { db } = visit.product;
    const found = await db.pool.query<{ id: string }>('select id from sys_user where account = $1', [operator.account]);
    await db.tx((tx) => endSessions(tx, { userId: BigInt(found.rows[0]?.id ?? 0) }, 'test'));
    await person.page.waitForURL('**/login?redirect=*');
    await person.sees('登录已失效，请重新登录');
    expect(await person.page.evaluate(() => document.title)).toBe('登录');
    await person.enter(operator);
    await person.page.waitForURL('**/user/country/index');
    await person.panel.getByRole('heading', { level: 1, name: '国家' }).waitFor();
    expect(await person.page.getByRole('tab').allTextContents()).toEqual(['首页', '仓库号码', '国家']);
    await person.press('继续填写', person.panel);
    await expect.poll(() => person.drawer.getByLabel('英文名').inputValue()).toBe('Half a name');
  });

  it('that its user ends is over in every window, and leaves nothing to the next user', async () => {
    const person = await visit.person();
    person.expectProblems(/401/);
    await person.signIn(operator);
    const other = await person.page.context().newPage();
    await other.goto('/whatsapp/warehouse/index?phone=12065550199');
    await other.getByRole('heading', { level: 1, name: '仓库号码' }).waitFor();
    await person.press('用户菜单: 运营员');
    await person.page.getByRole('menuitem', { name: '退出登录' }).click();
    await person.answer(/退出登录/, '退出登录');
    await person.page.waitForURL('**/login');
    await other.waitForURL('**/login');
    await person.enter(stockKeeper);
    await other.waitForURL('**/wel/index');
    await expect.poll(() => other.getByRole('tab').allTextContents()).toEqual(['首页']);
  });

  it('starts at home while its chosen page is not permitted, and at the page once it is', async () => {
    const person = await visit.person();
    const { page } = person;
    await person.signIn(await openStaff(visit.product.db, 'warehouse', '另一个仓管员', 'second_keeper'));
    await person.open('库存', '仓库号码');
    await page.getByRole('tab', { name: '仓库号码' }).click({ button: 'right' });
    await page.getByRole('menuitem', { name: '设为首屏' }).filter({ visible: true }).click();
    await page.getByTitle('关闭 首页').waitFor();
    await allowWarehouse(false);
    try {
      await person.goTo('/');
      await person.panel.getByRole('heading', { level: 1, name: /好，/ }).waitFor();
      expect(await page.getByRole('tab').allTextContents()).toEqual(['首页']);
    } finally {
      await allowWarehouse(true);
    }
    await person.goTo('/');
    await person.panel.getByRole('heading', { level: 1, name: '仓库号码' }).waitFor();
  });

  it('shows a withdrawn permission in the tab, and the page again after a new grant', async () => {
    const person = await visit.person();
    person.expectProblems(/403/);
    await person.signIn(stockKeeper);
    await person.open('库存', '国家');
    await person.open('库存', '仓库号码');
    await allowWarehouse(false);
    try {
      // Fetched, unless the page has already been notified and is closed.
      const find = async () => {
        await person.panel.getByRole('textbox', { name: '号码', exact: true }).fill('12125550123');
        await person.press('查询', person.panel);
      };
      const lost = person.panel.getByRole('heading', { name: '您已失去该页面的权限' });
      await Promise.race([find().catch(() => undefined), lost.waitFor()]);
      await lost.waitFor();
      expect(await person.page.getByRole('tab', { selected: true }).textContent()).toBe('仓库号码');
      expect(await person.page.getByRole('menuitem', { name: '仓库号码', exact: true }).count()).toBe(0);
      await person.page.getByRole('tab', { name: '国家' }).click();
      await person.panel.getByRole('heading', { level: 1, name: '国家' }).waitFor();
    } finally {
      await allowWarehouse(true);
    }
    await person.page.getByRole('tab', { name: '仓库号码' }).click();
    await person.panel.getByRole('heading', { name: '您已失去该页面的权限' }).waitFor();
    await person.press('重试', person.panel);
    await person.panel.getByRole('heading', { level: 1, name: '仓库号码' }).waitFor();
    await person.page.getByRole('menuitem', { name: '仓库号码', exact: true }).waitFor();
  });
});
