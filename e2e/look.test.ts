import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const visit = setUpJourney();
let support: Credentials;
let keeper: Credentials;

beforeAll(async () => {
  support = await openStaff(visit.product.db, 'support', '客服');
  keeper = await openStaff(visit.product.db, 'warehouse', '仓管员');
});

const scheme = (person: Person) => person.page.evaluate(() => document.documentElement.style.colorScheme);
/** The server's preferences arrive a moment after the first picture. */
const becomes = (person: Person, wanted: string) => expect.poll(() => scheme(person)).toBe(wanted);
const accent = (person: Person) =>
  person.page.evaluate(() => document.documentElement.style.getPropertyValue('--accent'));
/** Waits until the server has the preference: only then may another browser fetch it. */
const kept = (person: Person) =>
  person.page.waitForResponse(
    (response) => response.url().includes('/system/user-preferences/change') && response.ok(),
  );

async function chooseTheme(person: Person, name: string, button = '主题'): Promise<void> {
  await person.press(button);
  await person.page.getByRole('radio', { name, exact: true }).check();
  await person.page.keyboard.press('Escape');
}

describe('the look', () => {
  it('and the chosen language follow the user to another browser', async () => {
    const here = await visit.person();
    await here.signIn(support);
    const told = kept(here);
    await chooseTheme(here, '暗色');
    await told;
    const toldAgain = kept(here);
    await here.press('语言: EN (English)');
    await toldAgain;
    expect(await scheme(here)).toBe('dark');

    const there = await visit.person();
    await there.goTo('/login');
    expect(await scheme(there)).toBe('light');
    await there.enter(support);
    await there.page.getByRole('navigation', { name: 'Menu', exact: true }).waitFor();
    await becomes(there, 'dark');
    expect(await there.page.locator('html').getAttribute('lang')).toBe('en');

    await there.page.reload();
    // From the first picture on, before any request to the server.
    expect(await scheme(there)).toBe('dark');
  });

  it('of one person is not that of the next one at the same browser', async () => {
    const person = await visit.person();
    await person.signIn(keeper);
    const told = kept(person);
    await chooseTheme(person, 'VIP');
    await told;
    const vip = await accent(person);
    await person.press('用户菜单: 仓管员');
    await person.page.getByRole('menuitem', { name: '退出登录' }).click();
    await person.answer(/确定退出登录吗/, '退出登录');
    await person.page.waitForURL('**/login');
    await person.enter({ ...support });
    await person.page.waitForURL('**/wel/index');
    await becomes(person, 'dark');
    expect(await accent(person)).not.toBe(vip);
  });

  it('of the narrow theme leaves the names of the menu away when it is collapsed', async () => {
    const person = await visit.person();
    await person.signIn(keeper);
    await chooseTheme(person, 'Hey');
    const menu = person.page.getByRole('complementary');
    const width = async () => (await menu.boundingBox())?.width;
    await expect.poll(width).toBe(96);
    await person.press('收起菜单');
    await expect.poll(width).toBe(64);
    // Its entries show their names in tooltips.
    const entry = menu.getByRole('menuitem', { name: '首页' });
    await entry.hover();
    await person.page.getByRole('tooltip', { name: '首页' }).waitFor();
    await person.press('展开菜单');
    await expect.poll(width).toBe(96);
  });

  it('is available on a phone, behind “more”', async () => {
    const person = await visit.person({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });
    await person.signIn(keeper);
    await person.press('更多工具');
    await chooseTheme(person, '炫彩');
    expect(await scheme(person)).toBe('dark');
  });
});
