import { describe, expect, it } from 'vitest';
import { openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

/** A refused call shows up in the browser's console as well. */
const REFUSED = /status of 400/;

async function signOut(person: Person): Promise<void> {
  await person.page.getByRole('button', { name: /^用户菜单/ }).click();
  await person.page.getByRole('menuitem', { name: '退出登录' }).click();
  await person.answer(/^确定退出登录吗/, '退出登录');
  await person.page.waitForURL('**/login');
}

describe('signing in', () => {
  const visit = setUpJourney();

  it('leads to the home page, and out again', async () => {
    const person = await visit.person();
    await person.signInByHand(ADMINISTRATOR);
    await person.page.waitForURL('**/wel/index');
    await person.page.waitForFunction(() => document.title.includes('首页'));

    await signOut(person);
    await person.goTo('/wel/index');
    await person.page.waitForURL('**/login');
  });

  it('reports a wrong password and keeps the typed account', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    await person.goTo('/login');
    await person.press('登录');
    await person.sees('请输入账号');
    await person.sees('请输入密码');

    await person.enter({ account: ADMINISTRATOR.account, password: 'Not-the-password-1' });
    const alert = person.page.getByRole('alert').filter({ hasText: '账号或密码错误' });
    await alert.waitFor();
    expect(await person.page.getByRole('textbox', { name: '账号', exact: true }).inputValue()).toBe('admin');

    await person.enter(ADMINISTRATOR);
    await person.page.waitForURL('**/wel/index');
  });

  it('uses the chosen language before and after signing in, and after a reload', async () => {
    // The server keeps a user's language, so these two have separate accounts.
    const clerk = await openStaff(visit.product.db, 'finance', 'Clerk');
    const person = await visit.person();
    await person.goTo('/login');
    await person.page.getByRole('heading', { name: '欢迎回来' }).waitFor();
    await person.press('语言: EN (English)');
    await person.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await person.enter(clerk, 'en');
    await person.page.getByRole('navigation', { name: 'Menu', exact: true }).waitFor();
    await person.page.reload();
    await person.page.getByRole('menuitem', { name: 'Finance' }).waitFor();
    expect(await person.page.locator('html').getAttribute('lang')).toBe('en');
    await person.press('Language: 中 (中文)');
    await person.page.getByRole('menuitem', { name: '财务', exact: true }).waitFor();
    expect(await person.page.locator('html').getAttribute('lang')).toMatch(/^zh/);
  });

  it('keeps the chosen look', async () => {
    const helper = await openStaff(visit.product.db, 'support', 'Helper');
    const person = await visit.person();
    await person.goTo('/login');
    const scheme = () => person.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await scheme()).not.toContain('dark');
    await person.press('主题');
    await person.page.getByRole('radio', { name: '暗色' }).check();
    expect(await scheme()).toContain('dark');
    await person.page.keyboard.press('Escape');
    await person.signInByHand(helper);
    expect(await scheme()).toContain('dark');
    await person.page.reload();
    await person.page.getByRole('navigation', { name: '菜单', exact: true }).waitFor();
    expect(await scheme()).toContain('dark');
  });

  it('remembers the account on request, shows the password on request, and warns of Caps Lock', async () => {
    const person = await visit.person();
    await person.goTo('/login');
    const account = person.page.getByRole('textbox', { name: '账号', exact: true });
    const password = person.page.getByRole('textbox', { name: '密码', exact: true });
    expect(await account.getAttribute('autocomplete')).toBe('username');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');

    await password.fill(ADMINISTRATOR.password);
    expect(await password.getAttribute('type')).toBe('password');
    await person.press('显示密码');
    expect(await password.getAttribute('type')).toBe('text');
    await person.press('隐藏密码');
    expect(await password.getAttribute('type')).toBe('password');

    const pressed = { key: 'a', modifierCapsLock: true, bubbles: true };
    await password.dispatchEvent('keydown', pressed);
    await person.sees('大写锁定已打开');
    await password.dispatchEvent('keydown', { ...pressed, modifierCapsLock: false });
    await person.page.getByText('大写锁定已打开').waitFor({ state: 'detached' });

    await account.fill(ADMINISTRATOR.account);
    await person.page.getByRole('checkbox', { name: '记住账号' }).check();
    await password.press('Enter');
    await person.page.waitForURL('**/wel/index');
    await signOut(person);
    expect(await account.inputValue()).toBe(ADMINISTRATOR.account);
    expect(await password.inputValue()).toBe('');
  });

  it('accepts text that a password manager wrote without events', async () => {
    const person = await visit.person();
    const written = Promise.withResolvers<void>();
    // The host's tenant arrives late, after everything has been filled in.
    await person.intercept('**/api/system/tenant/info*', async (route) => {
      await written.promise;
      await route.continue();
    });
    await person.goTo('/login');
    for (const [name, value] of Object.entries({ 账号: ADMINISTRATOR.account, 密码: ADMINISTRATOR.password })) {
      const input = person.page.getByRole('textbox', { name, exact: true });
      await input.evaluate((element, text) => {
        (element as HTMLInputElement).value = text;
      }, value);
    }
    const answered = person.page.waitForResponse('**/api/system/tenant/info*');
    written.resolve();
    await answered;
    await person.press('登录');
    await person.page.waitForURL('**/wel/index');
  });

  it('has its final layout at the first visit, before the server has answered', async () => {
    const person = await visit.person();
    const gate = Promise.withResolvers<void>();
    const asked = new Set<string>();
    await person.intercept(/\/api\/(system\/tenant\/info|auth\/oauth\/(sources|captcha))/, async (route) => {
      asked.add(new URL(route.request().url()).pathname);
      await gate.promise;
      await route.continue();
    });
    await person.goTo('/login');
    const button = person.page.getByRole('button', { name: '登录', exact: true });
    await expect.poll(() => asked.size).toBe(3);
    const place = await button.boundingBox();
    const fields = await person.page.getByRole('textbox').count();
    const answered = person.page.waitForResponse('**/api/auth/oauth/sources');
    gate.resolve();
    await answered;
    await person.settled();
    expect(await person.page.getByRole('textbox').count()).toBe(fields);
    expect(fields).toBe(2);
    expect(await button.boundingBox()).toEqual(place);
  });

  it('counts down while too many wrong passwords rest, for that account only', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    const wrong = { account: 'nobody_here', password: 'Not-the-password-1' };
    await person.goTo('/login');
    const alert = person.page.getByRole('alert');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await person.enter(wrong);
      await alert.filter({ hasText: '账号或密码错误' }).waitFor();
    }
    await person.enter(wrong);
    await alert.filter({ hasText: '请 30 分钟后再试' }).waitFor();
    await alert.filter({ hasText: /请 29:5\d 后再试/ }).waitFor();
    const button = person.page.getByRole('button', { name: '登录', exact: true });
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await person.page.getByRole('textbox', { name: '账号', exact: true }).fill(ADMINISTRATOR.account);
    expect(await button.getAttribute('aria-disabled')).toBe('false');
    await person.enter(ADMINISTRATOR);
    await person.page.waitForURL('**/wel/index');
  });

  it('shows the name and picture of the host’s tenant, and nothing moves when they arrive', async () => {
    const picture = '/favicon.svg';
    await visit.product.db.pool.query(`update sys_tenant set tenant_name = 'Harbour Trading', background_url = $1`, [
      picture,
    ]);
    try {
      const person = await visit.person();
      await person.page.addInitScript(() => {
        const moved = { sum: 0 };
        Object.assign(window, { moved });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) moved.sum += (entry as unknown as { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await person.goTo('/login');
      await person.sees('Harbour Trading');
      const photo = person.page.locator(`img[src="${picture}"][data-loaded="true"]`);
      await photo.waitFor();
      const moved = await person.page.evaluate(() => (window as unknown as { moved: { sum: number } }).moved.sum);
      expect(moved).toBeLessThan(0.05);
    } finally {
      await visit.product.db.pool.query(`update sys_tenant set tenant_name = '外贸助手', background_url = ''`);
    }
  });
});

describe('signing in with a captcha', () => {
  const visit = setUpJourney({ CAPTCHA: 'on' });

  it('solves a captcha without a picture, once per try, also on plain http', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    await person.goTo('/login');
    await person.page.getByRole('status').filter({ hasText: '安全验证已通过' }).waitFor();
    await person.enter({ ...ADMINISTRATOR, password: 'wrong-Password-1' });
    await person.page.getByRole('alert').filter({ hasText: '账号或密码错误' }).waitFor();
    await person.page.getByRole('status').filter({ hasText: '安全验证已通过' }).waitFor();
    await person.enter(ADMINISTRATOR);
    await person.page.waitForURL(/wel/);
  });
});
