import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../server/src/kernel/auth/password.ts';
import { startSocialProvider } from '../server/src/testing/social-provider.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';
import { ADMINISTRATOR } from './support/product.ts';

const REFUSED = /status of 400/;
const PASSWORD = 'Trading-password-1';
const provider = await startSocialProvider();

/** Chooses an identity at the provider. */
async function continueAs(person: Person, words: string): Promise<void> {
  await person.page.waitForURL(`${provider.url}/**`);
  await person.page.getByRole('link', { name: words }).click();
}

describe('signing in with another provider', () => {
  const visit = setUpJourney({ SOCIAL_PROVIDERS: provider.setting });
  afterAll(() => provider.stop());

  async function call(path: string, body: object, token = ''): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json', token: `bearer ${token}` };
    const answer = await fetch(`${visit.product.url}/api/${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, unknown>;
  }

  /** Approves a registration as a stock keeper, as an administrator does. */
  async function approve(account: string): Promise<void> {
    const { rows } = await visit.product.db.pool.query<{ user: string; role: string }>(
      `select u.id::text as user, r.id::text as role from sys_user u, sys_role r where u.account = $1 and r.role_alias = 'warehouse'`,
      [account],
    );
    const password = digestOf(ADMINISTRATOR.password);
    const signedIn = await call('auth/oauth/token', { grant_type: 'password', username: 'admin', password });
    const token = String(signedIn['access_token']);
    const ids = rows[0];
    expect(await call('system/user/grant', { userIds: ids?.user, roleIds: ids?.role }, token)).toMatchObject({
      code: 200,
    });
    expect(await call('system/user/update-status', { userId: ids?.user }, token)).toMatchObject({ code: 200 });
  }

  it('registers a new person, who waits for approval and then signs in', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    await person.goTo('/login');
    await person.press('使用 Mock ID 登录');
    await continueAs(person, 'Continue as Ada');

    const dialog = person.page.getByRole('dialog', { name: '账号注册' });
    await dialog.waitFor();
    expect(new URL(person.page.url()).search).toBe('');
    const field = (name: string) => dialog.getByRole('textbox', { name, exact: true });
    expect(await field('账号名称').inputValue()).toBe('ada_provider');
    // The host decides the tenant, so the form has no field for it.
    expect(await field('租户编号').count()).toBe(0);

    await field('账号名称').fill('');
    await person.press('提交注册', dialog);
    await person.sees('请输入账号名称', dialog);
    await field('账号名称').fill('admin');
    await person.press('提交注册', dialog);
    await person.sees('请输入密码和确认密码', dialog);
    await field('密码').fill(PASSWORD);
    await field('确认密码').fill('Something-else-1');
    await person.press('提交注册', dialog);
    await person.sees('两次输入的密码不一致', dialog);
    await field('确认密码').fill(PASSWORD);
    await field('确认密码').press('Enter');
    await dialog.getByRole('alert').filter({ hasText: '账号已存在' }).waitFor();
    await field('账号名称').fill('ada_trader');
    await person.press('提交注册', dialog);
    await person.page.getByRole('status').filter({ hasText: 'ada_trader' }).waitFor();
    await person.press('返回登录');
    await person.page.getByRole('dialog').waitFor({ state: 'detached' });

    await person.press('使用 Mock ID 登录');
    await continueAs(person, 'Continue as Ada');
    await person.page.getByRole('alert').filter({ hasText: '账号正在等待审核' }).waitFor();
    await person.enter({ account: 'ada_trader', password: PASSWORD });
    await person.page.getByRole('alert').filter({ hasText: '账号正在等待审核' }).waitFor();

    await approve('ada_trader');
    await person.press('使用 Mock ID 登录');
    await continueAs(person, 'Continue as Ada');
    await person.page.getByRole('menuitem', { name: '库存', exact: true }).waitFor();
    expect(person.page.url()).not.toContain('code=');
  });

  it('requests the registration again when it did not load', async () => {
    const person = await visit.person();
    person.expectProblems(/ERR_FAILED/, /dynamically imported module/, /could not be loaded/);
    await person.goTo('/login');
    await person.intercept(/\/assets\/registration-dialog-[^/]+\.js$/, (route) => route.abort());
    await person.press('使用 Plain Hub 登录');
    await continueAs(person, 'Continue as Ada');
    const failure = person.page.getByRole('alert').filter({ hasText: '注册窗口没有加载成功' });
    await Promise.all([person.page.waitForEvent('requestfailed'), person.press('重试', failure)]);
    await failure.waitFor();
    await person.page.getByRole('textbox', { name: '账号', exact: true }).waitFor();
    await person.page.unrouteAll();
    await person.press('重试', failure);
    await person.page.getByRole('dialog', { name: '账号注册' }).waitFor();
    expect(await failure.count()).toBe(0);
  });

  it('leads to the requested page, also with plain OAuth', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    await person.goTo('/login');
    await person.press('使用 Plain Hub 登录');
    await continueAs(person, 'Continue as Ben');
    const dialog = person.page.getByRole('dialog', { name: '账号注册' });
    await dialog.getByRole('textbox', { name: '账号名称', exact: true }).fill('ben_keeper');
    await dialog.getByRole('textbox', { name: '密码', exact: true }).fill(PASSWORD);
    await dialog.getByRole('textbox', { name: '确认密码', exact: true }).fill(PASSWORD);
    await person.press('提交注册', dialog);
    await person.press('返回登录');
    await approve('ben_keeper');

    await person.goTo('/whatsapp/inventory');
    await person.page.waitForURL('**/login?redirect=*');
    await person.press('使用 Plain Hub 登录');
    await continueAs(person, 'Continue as Ben');
    await person.page.waitForURL('**/whatsapp/inventory');
    await person.page.getByRole('navigation', { name: '菜单', exact: true }).waitFor();
  });

  it('reports a cancelled sign-in, and a return address that was already used', async () => {
    const person = await visit.person();
    person.expectProblems(REFUSED);
    await person.goTo('/login');
    await person.press('使用 Mock ID 登录');
    await continueAs(person, 'Cancel');
    await person.page.getByRole('alert').filter({ hasText: '您已取消第三方登录' }).waitFor();

    await person.goTo('/oauth/redirect/mock?code=made-up&state=made-up');
    await person.page.getByRole('alert').filter({ hasText: '第三方登录已过期' }).waitFor();
    expect(new URL(person.page.url()).search).toBe('');
    await person.goTo('/oauth/redirect/mock');
    await person.page.getByRole('alert').filter({ hasText: '第三方登录没有完成' }).waitFor();
    await person.signInByHand(ADMINISTRATOR);
  });

  it('asks for the tenant where the host has none', async () => {
    await visit.product.db.pool.query(
      `insert into sys_tenant (tenant_id, tenant_name, linkman, domain) values ('100001', 'Second', 'Ann', 'second.example')`,
    );
    try {
      const person = await visit.person();
      person.expectProblems(REFUSED);
      await person.goTo('/login');
      await person.page.getByRole('textbox', { name: '租户编号' }).waitFor();
      await person.press('使用 Plain Hub 登录');
      await continueAs(person, 'Continue as Ada');
      const dialog = person.page.getByRole('dialog', { name: '账号注册' });
      const tenant = dialog.getByRole('textbox', { name: '租户编号', exact: true });
      expect(await tenant.inputValue()).toBe('000000');
      await tenant.fill('');
      await dialog.getByRole('textbox', { name: '账号名称', exact: true }).fill('');
      await person.press('提交注册', dialog);
      await person.sees('请先输入租户编号', dialog);
      expect(await dialog.getByText('请输入账号名称').count()).toBe(0);
      // Esc and the close button ask before a changed form is discarded.
      await tenant.press('Escape');
      await person.sees('填写的内容尚未提交', dialog);
      await person.press('继续填写', dialog);
      await person.press('取消', dialog);
      await person.sees('填写的内容尚未提交', dialog);
      await person.press('放弃填写', dialog);
      await dialog.waitFor({ state: 'detached' });

      await person.press('使用 Plain Hub 登录');
      await continueAs(person, 'Continue as Ada');
      await dialog.waitFor();
      await person.page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
    } finally {
      await visit.product.db.pool.query(`update sys_tenant set deleted_at = now() where tenant_id = '100001'`);
    }
  });
});
