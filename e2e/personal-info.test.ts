import { TOTP } from 'otpauth';
import { describe, expect, it } from 'vitest';
import { openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

/** Refused calls show up in the browser's console as well. */
const REFUSED = /status of (400|401|403)/;
/** The smallest possible picture. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const visit = setUpJourney();

/** Browsers offer passkeys on secure origins only; `localhost` is one. */
const secure = () => ({ baseURL: visit.product.url.replace('127.0.0.1', 'localhost') });

async function openInfo(person: Person, tab?: string): Promise<void> {
  await person.goTo('/info/index');
  await person.page.getByRole('heading', { name: '个人信息' }).waitFor();
  if (tab) await person.page.getByRole('tab', { name: tab, exact: true }).click();
}

const codeOf = (secret: string) => new TOTP({ secret }).generate();
/** Half a minute passes for the server: the last code it took is forgotten. */
const later = () => visit.product.db.pool.query('update auth_totp set last_step = 0');

describe('personal info', () => {
  it('is changed, and errors are shown at their fields', async () => {
    const person = await visit.person();
    await person.signIn(await openStaff(visit.product.db, 'finance', '财务员'));
    await openInfo(person);
    await person.fill(person.panel, { 手机号码: '1415555012', 邮箱: 'nobody', 联系方式: 'x' });
    await person.press('保存', person.panel);
    await person.sees('手机号码长度不为11位');
    await person.sees('邮箱格式不正确');
    await person.sees(/请输入 Telegram 用户名/);
    await person.fill(person.panel, { 手机号码: '' });
    await person.press('保存', person.panel);
    await person.sees('手机号码不能为空');

    await person.fill(person.panel, {
      真实姓名: '新的名字',
      手机号码: '14155550123',
      邮箱: 'finance@example.com',
      联系方式: '@finance_desk',
    });
    await person.press('保存', person.panel);
    await person.sees('修改成功');
    await person.page.getByRole('button', { name: '用户菜单: 新的名字' }).waitFor();
    await person.page.reload();
    const contact = person.panel.getByLabel('联系方式', { exact: true });
    await contact.waitFor();
    expect(await contact.inputValue()).toBe('@finance_desk');
  });

  it('has a picture that is cropped before it is sent', async () => {
    const person = await visit.person();
    await person.signIn(await openStaff(visit.product.db, 'support', '客服'));
    await openInfo(person);
    const input = person.page.locator('input[type=file]');
    await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('GIF89a') });
    await person.sees('头像只支持 jpg 或 png 格式');
    const large = Buffer.concat([PNG, Buffer.alloc(500 * 1024)]);
    await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: large });
    await person.sees(/头像不能超过 500 KB/);

    await input.setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: PNG });
    await person.press('保存', person.drawer);
    await person.sees('修改成功');
    const shown = person.page.getByRole('button', { name: /^用户菜单/ }).locator('img');
    await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(256);
  });
});

describe('the password', () => {
  it('is changed, which ends the session elsewhere', async () => {
    const [here, there] = [await visit.person(), await visit.person()];
    for (const person of [here, there]) person.expectProblems(REFUSED);
    const credentials = await openStaff(visit.product.db, 'warehouse', '仓管');
    await here.signInByHand(credentials);
    await there.signInByHand(credentials);

    await openInfo(here, '登录设备');
    await here.sees('下线其他所有设备');
    await here.page.getByRole('tab', { name: '修改密码', exact: true }).click();
    await here.fill(here.panel, { 原密码: 'wrong', 新密码: 'abc', 确认密码: 'abcd' });
    await here.press('修改密码', here.panel);
    await here.sees('密码太弱：至少 8 位，且含两类字符');
    await here.sees('两次输入的密码不一致');
    await here.fill(here.panel, { 新密码: 'Grün-Tee-4', 确认密码: 'Grün-Tee-4' });
    await here.press('修改密码', here.panel);
    await here.sees('原密码错误');
    await here.fill(here.panel, { 原密码: credentials.password });
    await here.press('修改密码', here.panel);
    await here.sees('密码已修改，其他 1 个设备已退出登录');

    await there.goTo('/info/index');
    await there.page.waitForURL('**/login?redirect=*');
    await there.signInByHand({ ...credentials, password: 'Grün-Tee-4' });
  });

  it('set by an administrator must be replaced before anything else', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    const credentials = await openStaff(visit.product.db, 'compliance', '合规');
    await visit.product.db.pool.query('update sys_user set must_change_password = 1 where account = $1', [
      credentials.account,
    ]);
    await person.goTo('/login?redirect=%2Fdesk%2Ftask%2Findex');
    await person.enter(credentials);
    await person.page.getByRole('heading', { name: '请先设置新密码' }).waitFor();
    await person.page.reload();
    await person.sees(/您的密码由他人设置/);
    expect((await person.ask('system/menu/routes')).status).toBe(403);
    await person.choosePassword(credentials.password, 'Grün-Tee-5');
    // Where they wanted to go in the first place.
    await person.page.getByRole('tab', { name: '任务中心', selected: true }).waitFor();
  });
});

describe('sessions', () => {
  it('are shown, and end one by one', async () => {
    const [here, there] = [await visit.person(), await visit.person()];
    there.expectProblems(REFUSED);
    const credentials = await openStaff(visit.product.db, 'admin', '管理员');
    await here.signInByHand(credentials);
    await there.signInByHand(credentials);
    await openInfo(here, '登录设备');
    await here.sees('本设备');
    await here.panel.getByRole('button', { name: /^下\s?线$/ }).click();
    await here.answer(/^下线“.+”？/, '下线');
    await here.sees('没有其他设备登录您的账号。');
    await there.goTo('/info/index');
    await there.page.waitForURL('**/login?redirect=*');
  });
});

describe('two-factor sign-in', () => {
  it('is set up, used, replaced by a recovery code, and disabled', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    const credentials = await openStaff(visit.product.db, 'finance_check', '复核');
    await person.signIn(credentials);
    await openInfo(person, '登录安全');
    await person.press('开启', person.panel);
    await person.fill(person.drawer, { 当前密码: credentials.password });
    await person.press('下一步', person.drawer);
    const shown = await person.drawer.getByTitle('点击复制').textContent();
    const secret = (shown ?? '').replace(/\s/g, '');
    await person.drawer.getByLabel('验证码', { exact: true }).fill(codeOf(secret));
    await person.press('验证并开启', person.drawer);
    await person.sees('请保存恢复码');
    const [recovery = ''] = await person.drawer.getByRole('listitem').allTextContents();
    await person.press('我已保存', person.drawer);
    await person.sees('剩余 10 个恢复码');

    const again = await visit.person();
    again.expectProblems(REFUSED);
    await again.goTo('/login');
    await again.enter(credentials);
    const code = again.page.getByRole('textbox', { name: '验证码', exact: true });
    await code.fill('000000');
    await again.page.getByRole('alert').filter({ hasText: '验证码错误或已使用' }).waitFor();
    await later();
    // The last digit is enough: no button.
    await code.fill(codeOf(secret));
    await again.page.waitForURL('**/wel/index');

    const lost = await visit.person();
    lost.expectProblems(REFUSED);
    await lost.goTo('/login');
    await lost.enter(credentials);
    await lost.press('手机不在身边？使用恢复码');
    await lost.page.getByRole('textbox', { name: '恢复码', exact: true }).fill(recovery);
    await lost.press('验证');
    await lost.page.waitForURL('**/wel/index');

    await later();
    await person.press('关闭两步验证', person.panel);
    await person.fill(person.drawer, { 当前密码: credentials.password, 验证码: codeOf(secret) });
    await person.press('关闭两步验证', person.drawer);
    await person.sees('两步验证已关闭');
    await person.sees('未开启', person.panel);
  });
});

describe('Enter in a dialog', () => {
  it('sends once, also when it is pressed again at once', async () => {
    const person = await visit.person(secure());
    person.expectProblems(REFUSED);
    const sent: string[] = [];
    await person.intercept(/\/api\/auth\/(two-factor|passkey)\/(enrol|confirm|register-options)/, async (route) => {
      sent.push(new URL(route.request().url()).pathname.replace('/api/auth/', ''));
      // Slow enough to press Enter again meanwhile.
      await new Promise((resolve) => setTimeout(resolve, 500));
      await route.continue();
    });
    const credentials = await openStaff(visit.product.db, 'finance', '会计', 'bookkeeper');
    await person.signIn(credentials);
    await openInfo(person, '登录安全');
    const enter = async (label: string) => {
      const field = person.drawer.getByLabel(label, { exact: true });
      await field.press('Enter');
      await field.press('Enter');
    };
    await person.press('开启', person.panel);
    await person.fill(person.drawer, { 当前密码: credentials.password });
    await enter('当前密码');
    const shown = await person.drawer.getByTitle('点击复制').textContent();
    // The factor counts as given again: a passkey is added below, and a code is not taken twice.
    await visit.product.db.pool.query('update auth_session set stepped_up_at = now()');
    await person.fill(person.drawer, { 验证码: codeOf((shown ?? '').replace(/\s/g, '')) });
    await enter('验证码');
    await person.sees('请保存恢复码');
    await person.press('我已保存', person.drawer);
    expect(sent).toEqual(['two-factor/enrol', 'two-factor/confirm']);

    // The same with several fields.
    await person.press('添加通行密钥', person.panel);
    await person.fill(person.drawer, { 当前密码: 'wrong' });
    await enter('名称');
    await person.sees('密码错误', person.drawer);
    expect(sent.slice(2)).toEqual(['passkey/register-options']);
  });
});

describe('a passkey', () => {
  it('is added, signs in without password and code, and is removed', async () => {
    const person = await visit.person(secure());
    person.expectProblems(REFUSED);
    const browser = await person.page.context().newCDPSession(person.page);
    await browser.send('WebAuthn.enable');
    await browser.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    const credentials = await openStaff(visit.product.db, 'administrator', '管理员');
    await person.signIn(credentials);
    await openInfo(person, '登录安全');
    await person.press('添加通行密钥', person.panel);
    await person.fill(person.drawer, { 当前密码: 'wrong', 名称: '办公室电脑' });
    await person.press('继续', person.drawer);
    await person.sees('密码错误', person.drawer);
    await person.fill(person.drawer, { 当前密码: credentials.password });
    await person.press('继续', person.drawer);
    await person.sees('通行密钥已添加');
    await person.sees('办公室电脑', person.panel);

    await person.page.getByRole('button', { name: /^用户菜单/ }).click();
    await person.page.getByRole('menuitem', { name: '退出登录' }).click();
    await person.answer(/^确定退出登录吗/, '退出登录');
    await person.page.waitForURL('**/login');
    await person.press('使用通行密钥登录');
    await person.page.waitForURL('**/wel/index');
    await openInfo(person, '登录设备');
    await person.sees('通行密钥', person.panel);

    await person.page.getByRole('tab', { name: '登录安全', exact: true }).click();
    await person.press('删除', person.panel);
    await person.answer(/^删除通行密钥/, '删除');
    await person.sees('还没有通行密钥');
  });

  it('is not offered where browsers do not allow it', async () => {
    const person = await visit.person();
    await person.goTo('/login');
    await person.page.getByRole('button', { name: '登录', exact: true }).waitFor();
    expect(await person.page.getByRole('button', { name: '使用通行密钥登录' }).count()).toBe(0);
  });
});
