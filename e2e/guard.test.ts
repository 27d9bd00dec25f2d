import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { journey } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

const visit = journey();
let stockKeeper: Credentials;

beforeAll(async () => {
  stockKeeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
});

describe('the guard', () => {
  it('sends who is not signed in to the login page, and on to where they wanted to go', async () => {
    const person = await visit.person();
    await person.goTo('/desk/task/index?taskName=import');
    await person.page.waitForURL('**/login?redirect=*');
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

  it('shows that a page does not exist, also to those who are signed in', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR);
    await person.goTo('/no/such/page');
    await person.page.waitForURL('**/404');
    await person.press('返回首页');
    await person.page.waitForURL('**/wel/index');
  });

  it('refuses a page that is not in the menu without ending the session', async () => {
    const person = await visit.person();
    await person.signIn(stockKeeper);
    const menu = person.page.getByRole('navigation', { name: '菜单', exact: true });
    expect(await menu.getByRole('menuitem', { name: '财务管理' }).count()).toBe(0);
    await person.goTo('/finance/log/index');
    await person.page.waitForURL('**/403');
    await person.press('返回首页');
    await menu.getByRole('menuitem', { name: 'WhatsApp 业务' }).waitFor();
  });
});
