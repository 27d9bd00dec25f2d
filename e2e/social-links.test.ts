import { TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../server/src/kernel/auth/password.ts';
import { startSocialProvider } from '../server/src/testing/social-provider.ts';
import { type Credentials, openStaff } from './support/accounts.ts';
import { setUpJourney } from './support/journey.ts';
import type { Person } from './support/person.ts';

const REFUSED = /status of 400/;
const provider = await startSocialProvider();

/** Chooses an identity at the provider, or cancels there. */
async function answerProvider(person: Person, words: string): Promise<void> {
  await person.page.waitForURL(`${provider.url}/**`);
  await person.page.getByRole('link', { name: words }).click();
}

describe('a provider linked to an account', () => {
  const visit = setUpJourney({ SOCIAL_PROVIDERS: provider.setting });
  afterAll(() => provider.stop());

  /** The part of personal info that is about one provider. */
  const item = (person: Person, name: string) => person.panel.getByRole('listitem').filter({ hasText: name });

  async function setOut(person: Person, name: string, { password }: Credentials): Promise<void> {
    await person.press('绑定', item(person, name));
    await person.drawer.getByLabel('当前密码', { exact: true }).fill(password);
    await person.press('前往绑定', person.drawer);
  }

  /** Enables two-step verification as a user does. @returns the secret of the app */
  async function switchOnTwoFactor({ account, password }: Credentials): Promise<string> {
    const post = async (path: string, body: object, token = '') => {
      const headers = { 'content-type': 'application/json', token: `bearer ${token}` };
      const url = `${visit.product.url}/api/${path}`;
      const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
      return (await answer.json()) as { access_token: string; data: { secret: string } };
    };
    const digest = digestOf(password);
    const signedIn = { grant_type: 'password', username: account, password: digest };
    const { access_token: token } = await post('auth/oauth/token', signedIn);
    const { secret } = (await post('auth/two-factor/enrol', { password: digest }, token)).data;
    await post('auth/two-factor/confirm', { code: new TOTP({ secret }).generate() }, token);
    await visit.product.db.pool.query('update auth_totp set last_step = 0');
    return secret;
  }

  it('is linked in personal info, signs in together with the second step, and is unlinked', async () => {
    const fay = await openStaff(visit.product.db, 'warehouse', 'Fay Example', 'fay_links');
    const person = await visit.person();
    person.expectProblems(REFUSED);
    await person.signIn(fay, '/info/index?tab=security');
    await item(person, 'Mock ID').getByText('未绑定').waitFor();

    await setOut(person, 'Mock ID', { ...fay, password: 'wrong password' });
    await person.sees('密码错误', person.drawer);
    await person.drawer.getByLabel('当前密码', { exact: true }).fill(fay.password);
    await person.press('前往绑定', person.drawer);
    await answerProvider(person, 'Cancel');
    await person.sees('您已取消绑定');

    await setOut(person, 'Mock ID', fay);
    await answerProvider(person, 'Continue as Ada');
    await person.page.waitForURL('**/info/index?tab=security');
    await person.sees('绑定成功');
    await item(person, 'Mock ID').getByText('已绑定').waitFor();
    await person.sees('ada_provider', item(person, 'Mock ID'));

    // The provider is unlinked below, and a code is not taken twice: the factor counts as given again.
    await visit.product.db.pool.query('update auth_session set stepped_up_at = now()');
    const secret = await switchOnTwoFactor(fay);
    const elsewhere = await visit.person();
    elsewhere.expectProblems(REFUSED);
    await elsewhere.goTo('/whatsapp/inventory');
    await elsewhere.page.waitForURL('**/login?redirect=*');
    await elsewhere.press('使用 Mock ID 登录');
    await answerProvider(elsewhere, 'Continue as Ada');
    const code = elsewhere.page.getByRole('textbox', { name: '验证码', exact: true });
    await code.fill('000000');
    await elsewhere.page.getByRole('alert').filter({ hasText: '验证码错误' }).waitFor();
    await code.fill(new TOTP({ secret }).generate());
    await elsewhere.page.waitForURL('**/whatsapp/inventory');
    await elsewhere.page.getByRole('navigation', { name: '菜单', exact: true }).waitFor();

    await person.press('解绑', item(person, 'Mock ID'));
    await person.drawer.getByLabel('当前密码', { exact: true }).fill(fay.password);
    await person.press('解绑', person.drawer);
    await person.sees('已解绑');
    await item(person, 'Mock ID').getByText('未绑定').waitFor();
  });

  it('is refused when it is linked to another account', async () => {
    const [gus, hal] = [
      await openStaff(visit.product.db, 'warehouse', 'Gus Example', 'gus_links'),
      await openStaff(visit.product.db, 'warehouse', 'Hal Example', 'hal_links'),
    ];
    for (const [somebody, outcome] of [
      [gus, '绑定成功'],
      [hal, '该第三方账号已绑定其他用户'],
    ] as const) {
      const person = await visit.person();
      person.expectProblems(REFUSED);
      await person.signIn(somebody, '/info/index?tab=security');
      await setOut(person, 'Plain Hub', somebody);
      await answerProvider(person, 'Continue as Ben');
      await person.sees(outcome);
      expect(new URL(person.page.url()).search).toBe('?tab=security');
    }
  });
});
