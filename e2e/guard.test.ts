import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = setUpJourney();
let stockKeeper: Credentials;
/** User whose language changes, because the server remembers it. */
let traveller: Credentials;

beforeAll(async () => {
  stockKeeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
  traveller = await openStaff(visit.product.db, 'admin', '管理员');
});

describe('the guard', () => {
  it('sends a signed-out user to the login page, and then to the requested page', async () => {
    const person = await visit.person();
    await person.goTo('/desk/task/index?taskName=import');
    await person.page.waitForURL('**/login?redirect=*');
    await person.page.getByRole('button', { name: '登录', exact: true }).waitFor();
    expect(await person.page.getByText('登录已失效').count()).toBe(0);
    await person.enter(ADMINISTRATOR);
    await person.page.waitForURL('**/desk/task/index?taskName=import');
    await person.page.getByRole('heading', { level: 1, name: '任务中心' }).waitFor();
  });

  it('never leads to another host', async () => {
    const person = await visit.person();
    await person.goTo('/login?redirect=https://example.com/');
    await person.enter(ADMINISTRATOR);
    await person.page.waitForURL(/^http:\/\/console\.journey\.test:\d+\/wel\/index$/);
  });

  it('sets the browser’s tab title on each page, and leads a signed-in user away from the login page', async () => {
    const person = await visit.person();
    const title = () => person.page.evaluate(() => document.title);
    await person.goTo('/login');
    await person.page.getByRole('button', { name: '登录', exact: true }).waitFor();
    expect(await title()).toBe('登录');
    await person.signIn(traveller);
    await person.open('库存', '国家');
    expect(await title()).toBe('国家 - 外贸助手');
    // A filter that is called so names nothing.
    await person.goTo('/user/country/index?name=Hello');
    await person.panel.getByRole('heading', { level: 1, name: '国家' }).waitFor();
    expect(await title()).toBe('国家 - 外贸助手');
    expect(await person.page.getByRole('tab').allTextContents()).toEqual(['首页', '国家']);
    await person.press('语言: EN (English)');
    await person.page.getByRole('tab', { name: 'Countries', selected: true }).waitFor();
    expect(await title()).toBe('Countries - Trade Assistant');
    await person.goTo('/login');
    await person.page.waitForURL('**/wel/index');
  });

  it('has a page at each fixed address', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR);
    const pages: readonly (readonly [address: string, path: string, heading: RegExp])[] = [
      ['/', '/wel/index', /好，/],
      ['/wel', '/wel/index', /好，/],
      ['/wel/dashboard', '/wel/dashboard', /./],
      ['/test', '/test/index', /^组件示例$/],
      ['/dict-horizontal', '/dict-horizontal/index', /^字典（左右）$/],
      ['/dict-vertical/index', '/dict-vertical/index', /^字典（上下）$/],
      ['/info/index', '/info/index', /./],
      ['/403', '/403', /^没有权限$/],
      ['/404', '/404', /^页面不存在$/],
      ['/500', '/500', /^服务器出错了$/],
    ];
    for (const [address, path, heading] of pages) {
      await person.goTo(address);
      await person.page.waitForURL(`**${path}`);
      await person.page.getByRole('heading', { level: 1, name: heading }).filter({ visible: true }).waitFor();
    }
  });

  it('judges no address before it knows the menu', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR);
    const gate = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await person.intercept('**/api/system/menu/routes', async (route) => {
      asked.resolve();
      await gate.promise;
      await route.continue();
    });
    const addresses: string[] = [];
    person.page.on('framenavigated', (frame) => addresses.push(new URL(frame.url()).pathname));
    await person.goTo('/whatsapp/warehouse');
    await asked.promise;
    await person.page.getByRole('progressbar').waitFor();
    gate.resolve();
    await person.panel.getByRole('heading', { level: 1, name: '仓库号码' }).waitFor();
    expect(new Set(addresses)).toEqual(new Set(['/whatsapp/warehouse', '/whatsapp/warehouse/index']));
  });

  it('treats a session without a token as signed out, and clears the rest of it', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR);
    await person.page.evaluate(() => {
      const key = 'trade-assistant:session';
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
      localStorage.setItem(key, JSON.stringify({ ...kept, state: { ...kept.state, accessToken: '' } }));
    });
    await person.goTo('/desk/task/index');
    await person.page.waitForURL('**/login?redirect=*');
    await person.page.waitForFunction(
      () => JSON.parse(localStorage.getItem('trade-assistant:session') ?? '{}').state.user === null,
    );
  });

  it('shows a missing page, also to signed-in users', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR);
    await person.goTo('/no/such/page');
    await person.page.waitForURL('**/404');
    await person.press('返回首页');
    await person.page.waitForURL('**/wel/index');
    // An address that cannot be decoded does not exist either.
    for (const address of ['/foo%', '/user/%E0%A4%A']) {
      await person.goTo(address);
      await person.page.waitForURL('**/404');
      await person.page.getByRole('heading', { level: 1, name: '页面不存在' }).waitFor();
    }
  });

  it('refuses a page that is not in the menu without ending the session', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    const menu = person.page.getByRole('navigation', { name: '菜单', exact: true });
    expect(await menu.getByRole('menuitem', { name: '财务', exact: true }).count()).toBe(0);
    await person.goTo('/finance/log/index');
    await person.page.waitForURL('**/403');
    await person.press('返回首页');
    await menu.getByRole('menuitem', { name: '库存', exact: true }).waitFor();
  });
});
