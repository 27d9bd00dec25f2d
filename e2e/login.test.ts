import { describe, expect, it } from 'vitest';
import { journey } from './support/journey.ts';
import { ADMINISTRATOR } from './support/product.ts';

/** A refused call shows up in the browser's console as well. */
const REFUSED = /status of 400/;

describe('signing in', () => {
  const visit = journey();

  it('leads to the home page, and out again', async () => {
    const person = await visit.person();
    await person.signIn(ADMINISTRATOR);
    await person.page.waitForURL('**/wel/index');
    await person.page.waitForFunction(() => document.title.includes('首页'));

    await person.page.getByRole('button', { name: /^用户菜单/ }).click();
    await person.page.getByRole('menuitem', { name: '退出登录' }).click();
    await person.answer(/^确定退出登录吗/, '退出登录');
    await person.page.waitForURL('**/login');
    await person.goTo('/wel/index');
    await person.page.waitForURL('**/login');
  });

  it('says what is wrong with the password and keeps what was typed', async () => {
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

  it('speaks the language somebody chose, before and after, and after a reload', async () => {
    const person = await visit.person();
    await person.goTo('/login');
    await person.page.getByRole('heading', { name: '欢迎回来' }).waitFor();
    await person.press('语言: EN (English)');
    await person.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
    await person.enter(ADMINISTRATOR, 'en');
    await person.page.getByRole('navigation', { name: 'Menu', exact: true }).waitFor();
    await person.page.reload();
    await person.page.getByRole('menuitem', { name: 'Finance' }).waitFor();
    expect(await person.page.locator('html').getAttribute('lang')).toBe('en');
    await person.press('Language: 中 (中文)');
    await person.page.getByRole('menuitem', { name: '财务管理' }).waitFor();
    expect(await person.page.locator('html').getAttribute('lang')).toMatch(/^zh/);
  });

  it('keeps the look somebody chose', async () => {
    const person = await visit.person();
    await person.goTo('/login');
    const scheme = () => person.page.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    expect(await scheme()).not.toContain('dark');
    await person.press('主题');
    await person.page.getByRole('radio', { name: '暗色' }).check();
    expect(await scheme()).toContain('dark');
    await person.page.keyboard.press('Escape');
    await person.signIn(ADMINISTRATOR);
    expect(await scheme()).toContain('dark');
    await person.page.reload();
    await person.page.getByRole('navigation', { name: '菜单', exact: true }).waitFor();
    expect(await scheme()).toContain('dark');
  });
});

describe('signing in with a captcha', () => {
  const visit = journey({ CAPTCHA: 'on' });

  it('shows an image, asks for its characters, and shows another one after a wrong answer', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    await person.goTo('/login');
    const image = person.page.getByRole('button', { name: '看不清，换一张' }).locator('img');
    await image.waitFor();
    const first = await image.getAttribute('src');

    await person.enter(ADMINISTRATOR);
    await person.sees('请输入验证码');
    await person.page.getByRole('textbox', { name: '验证码', exact: true }).fill('????');
    await person.press('登录');
    await person.page.getByRole('alert').filter({ hasText: '验证码错误或已失效' }).waitFor();
    await expect.poll(() => image.getAttribute('src')).not.toBe(first);
    expect(person.page.url()).toContain('/login');
  });
});
