import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../kernel/auth/index.ts';
import { testApp } from '../../testing/app.ts';
import { socialBrowser } from '../../testing/social-browser.ts';
import {
  PROVIDER_CLIENT,
  type ProviderFault,
  type SocialProviderProcess,
  startSocialProvider,
} from '../../testing/social-provider.ts';

const PASSWORD = digestOf('A good password 1');
const HOST = { host: 'console.example:8443' };

const provider: SocialProviderProcess = await startSocialProvider();
const product = await testApp({ SOCIAL_PROVIDERS: provider.setting, TRUST_PROXY: 'loopback' });
afterAll(async () => {
  await product.close();
  await provider.stop();
});

const browser = () => socialBrowser(product, HOST);

const registration = (oauthId: string, account: string) => ({
  tenantId: '000000',
  name: '',
  account,
  password: PASSWORD,
  password2: PASSWORD,
  oauthId,
});

describe('the providers', () => {
  it('are listed publicly, without secrets', async () => {
    const { body } = await product.guest.get('auth/oauth/sources');
    expect(body.data).toEqual([
      { source: 'mock', name: 'Mock ID' },
      { source: 'plain', name: 'Plain Hub' },
    ]);
    expect(JSON.stringify(body)).not.toContain(PROVIDER_CLIENT.clientSecret);
  });

  it('that are unknown or unreachable are reported', async () => {
    expect((await product.guest.post('auth/oauth/render', { source: 'none' })).body.bizCode).toBe('SOCIAL_UNKNOWN');
    const setting = [{ key: 'gone', name: 'Gone', clientId: 'x', issuer: 'http://127.0.0.1:9' }];
    const lonely = await testApp({ SOCIAL_PROVIDERS: JSON.stringify(setting) });
    try {
      const answer = await lonely.guest.post('auth/oauth/render', { source: 'gone' }, { lang: 'en' });
      expect(answer.body).toMatchObject({ code: 503, bizCode: 'SOCIAL_UNAVAILABLE' });
      expect(answer.body.msg).toContain('Gone cannot be reached');
    } finally {
      await lonely.close();
    }
  });
});

describe('starting at a provider', () => {
  it('sends the browser there with PKCE, a state and a nonce, and ties it to the browser', async () => {
    const begun = await product.guest.post('auth/oauth/render', { source: 'mock' }, { ...HOST, lang: 'en' });
    const url = new URL(begun.body.data.url);
    expect(url.origin).toBe(provider.url);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: PROVIDER_CLIENT.clientId,
      response_type: 'code',
      redirect_uri: 'http://console.example:8443/oauth/redirect/mock',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      ui_locales: 'en',
    });
    const cookie = String(begun.headers['set-cookie']);
    for (const part of ['HttpOnly', 'SameSite=Lax', 'Path=/api/auth/oauth', 'Max-Age=900'])
      expect(cookie).toContain(part);
    expect(url.href).not.toContain(cookie.split(/[=;]/)[1] ?? '?');
  });

  it('uses, over HTTPS, only a cookie that this host alone can set', async () => {
    const { host } = HOST;
    const secure = { host, 'x-forwarded-proto': 'https', 'x-forwarded-for': '203.0.113.9' };
    const begun = await product.guest.post('auth/oauth/render', { source: 'mock' }, secure);
    const [cookie = ''] = [begun.headers['set-cookie']].flat().map(String);
    expect(cookie).toMatch(/^__Host-trade-assistant-social=[\w-]{43};/);
    for (const part of ['Secure', 'Path=/;', 'HttpOnly', 'SameSite=Lax']) expect(`${cookie};`).toContain(part);
    expect(cookie).not.toMatch(/domain/i);
    const secretFor = async (sent: string) => {
      const again = await product.guest.post('auth/oauth/render', { source: 'mock' }, { ...secure, cookie: sent });
      return /=([\w-]{43});/.exec(String(again.headers['set-cookie']))?.[1];
    };
    const secret = /=([\w-]{43});/.exec(cookie)?.[1];
    expect(await secretFor(`__Host-trade-assistant-social=${secret}`)).toBe(secret);
    expect(await secretFor(`trade-assistant-social=${secret}`)).not.toBe(secret);
  });
});

describe('returning from a provider', () => {
  it('without an account gives a ticket and no session', async () => {
    const { status, body, headers } = await browser().signIn('mock', 'ada');
    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({
      access_token: '',
      refresh_token: '',
      user_id: '',
      oauth_id: expect.stringMatching(/^[\w-]{43}$/),
      user_name: 'ada_provider',
      real_name: 'Ada Example',
      tenant_id: '000000',
    });
  });

  it('also works with plain OAuth 2.0 and numeric ids', async () => {
    expect((await browser().signIn('plain', 'ada')).body).toMatchObject({
      user_id: '',
      user_name: 'ada_provider',
      real_name: 'Ada Example',
    });
  });

  it('works once, in the browser that started, for the same provider', async () => {
    const person = browser();
    const back = await person.consent(await person.setOut('mock'), 'ada');
    const stranger = browser();
    expect((await stranger.comeBack('mock', back)).body.error_code).toBe('SOCIAL_STATE');
    await stranger.setOut('mock');
    expect((await stranger.comeBack('mock', back)).body.error_code).toBe('SOCIAL_STATE');
    expect((await person.comeBack('plain', back)).body.error_code).toBe('SOCIAL_STATE');
    expect((await person.comeBack('mock', back)).status).toBe(200);
    expect((await person.comeBack('mock', back)).body.error_code).toBe('SOCIAL_STATE');
  });

  it('works in two parallel tabs, and not after the timeout', async () => {
    const person = browser();
    const [first, second] = [await person.setOut('mock'), await person.setOut('plain')];
    const late = await person.setOut('mock');
    expect((await person.comeBack('mock', await person.consent(first, 'ada'))).status).toBe(200);
    expect((await person.comeBack('plain', await person.consent(second, 'ada'))).status).toBe(200);
    await product.db.pool.query(`update auth_social_request set expires_at = now() - interval '1 second'`);
    expect((await person.comeBack('mock', await person.consent(late, 'ada'))).body.error_code).toBe('SOCIAL_STATE');
  });

  it.each<ProviderFault>(['nonce', 'signature', 'audience', 'expired', 'issuer', 'refused'])(
    'with a wrong answer of the provider (%s) is refused',
    async (fault) => {
      expect(await browser().signIn('mock', 'ada', fault)).toMatchObject({
        status: 400,
        body: { error_code: 'SOCIAL_FAILED' },
      });
    },
  );

  it('with a code exchanged for another one, or from another issuer, is refused', async () => {
    const [mine, theirs] = [browser(), browser()];
    const back = await mine.consent(await mine.setOut('mock'), 'ada');
    const other = await theirs.consent(await theirs.setOut('mock'), 'ben');
    back.searchParams.set('code', other.searchParams.get('code') ?? '');
    expect((await mine.comeBack('mock', back)).body.error_code).toBe('SOCIAL_FAILED');
    const mixed = await mine.consent(await mine.setOut('mock'), 'ada');
    mixed.searchParams.set('iss', 'https://elsewhere.example');
    expect((await mine.comeBack('mock', mixed)).body.error_code).toBe('SOCIAL_FAILED');
  });

  it('names missing settings', async () => {
    const answer = await product.guest.post('auth/oauth/token', { grant_type: 'social', source: 'mock', code: 'x' });
    expect(answer).toMatchObject({ status: 400, body: { error_description: expect.stringContaining('state') } });
  });
});

describe('registering', () => {
  it('requires tenant, account and two equal passwords, checked in this order', async () => {
    const whole = registration('made-up', 'some_body');
    const said = async (change: object) =>
      (await product.guest.post('system/user/register-guest', { ...whole, ...change }, { lang: 'en' })).body;
    expect(await said({ tenantId: '', account: '', password: '' })).toMatchObject({
      code: 400,
      bizCode: 'TENANT_NEEDED',
      msg: 'Enter the tenant ID first',
    });
    expect((await said({ account: ' ', password: '' })).bizCode).toBe('ACCOUNT_NEEDED');
    expect((await said({ password: '', password2: 'x' })).bizCode).toBe('PASSWORD_NEEDED');
    expect((await said({ password2: '' })).bizCode).toBe('PASSWORD_NEEDED');
    expect((await said({ password2: digestOf('another') })).bizCode).toBe('PASSWORDS_DIFFER');
    expect((await said({})).bizCode).toBe('REGISTRATION_EXPIRED');
  });

  it('keeps the ticket until it succeeds; then the account waits, is approved and signs in either way', async () => {
    const person = browser();
    const { oauth_id: ticket } = (await person.signIn('mock', 'ben')).body;
    const register = (change: object) =>
      product.guest.post('system/user/register-guest', { ...registration(ticket, 'ben_trader'), ...change });
    expect((await register({ account: 'no' })).body.bizCode).toBe('ACCOUNT_INVALID');
    expect((await register({ account: 'ADMIN' })).body.bizCode).toBe('ACCOUNT_EXISTS');
    expect((await register({ password: 'short', password2: 'short' })).body.bizCode).toBe('PASSWORD_WEAK');
    expect((await register({ tenantId: '999999' })).body.bizCode).toBe('REGISTRATION_CLOSED');
    const registered = await register({ name: 'Ben Trader' });
    expect(registered.body.data).toMatchObject({ account: 'ben_trader', status: 3 });
    expect((await register({ account: 'ben_again' })).body.bizCode).toBe('REGISTRATION_EXPIRED');

    const byPassword = () =>
      product.guest.post('auth/oauth/token', { grant_type: 'password', username: 'ben_trader', password: PASSWORD });
    expect((await person.signIn('mock', 'ben')).body).toMatchObject({ error_code: 'ACCOUNT_PENDING' });
    expect((await byPassword()).body).toMatchObject({ error_code: 'ACCOUNT_PENDING' });

    const userId = registered.body.data.id;
    const roles = await product.db.pool.query(`select id from sys_role where role_alias = 'warehouse'`);
    const granted = await product.admin.post('system/user/grant', {
      userIds: userId,
      roleIds: String(roles.rows[0].id),
    });
    expect(granted.status).toBe(200);
    expect((await product.admin.post('system/user/update-status', { userId })).body.data.status).toBe(1);

    const signedIn = (await person.signIn('mock', 'ben')).body;
    expect(signedIn).toMatchObject({ user_id: userId, account: 'ben_trader', role_name: 'warehouse', oauth_id: '' });
    expect((await byPassword()).body.user_id).toBe(userId);
    const own = await product.guest.get('auth/oauth/user-info', {}, { token: `bearer ${signedIn.access_token}` });
    expect(own.body.data).toMatchObject({ realName: 'Ben Trader', roles: ['warehouse'] });
    // The same person at another provider has no account.
    expect((await person.signIn('plain', 'ben')).body.user_id).toBe('');
  });

  it('opens one account per identity, however many tickets it has', async () => {
    const person = browser();
    const tickets = [(await person.signIn('plain', 'ada')).body, (await person.signIn('plain', 'ada')).body];
    const answers = await Promise.all(
      tickets.map(({ oauth_id }, index) =>
        product.guest.post('system/user/register-guest', registration(oauth_id, `twice_${index}`)),
      ),
    );
    expect(answers.map(({ body }) => body.bizCode ?? 'registered').sort()).toEqual([
      'REGISTERED_ALREADY',
      'registered',
    ]);
    const opened = await product.db.pool.query(`select real_name from sys_user where account like 'twice%'`);
    expect(opened.rows).toEqual([{ real_name: 'Ada Example' }]);
    await product.db.pool.query(`update sys_user set deleted_at = now() where account like 'twice%'`);
    const again = await person.signIn('plain', 'ada');
    expect(again.body.user_id).toBe('');
    const third = registration(again.body.oauth_id, 'thrice');
    expect((await product.guest.post('system/user/register-guest', third)).status).toBe(200);
  });

  it('is refused after the ticket expires', async () => {
    const { oauth_id } = (await browser().signIn('mock', 'ada')).body;
    await product.db.pool.query(`update auth_social_ticket set expires_at = now()`);
    const answer = await product.guest.post('system/user/register-guest', registration(oauth_id, 'too_late'));
    expect(answer.body.bizCode).toBe('REGISTRATION_EXPIRED');
  });
});

describe('approving', () => {
  const waiting = async (account: string): Promise<string> => {
    const { rows } = await product.db.pool.query(
      `insert into sys_user (tenant_id, account, password_hash, user_type, real_name, invite_code, status)
       values ('000000', $1, '', 1, $1, $1, 3) returning id`,
      [account],
    );
    return String(rows[0].id);
  };

  it('needs a valid state and a known user', async () => {
    const userId = await waiting('unlucky');
    expect((await product.admin.post('system/user/update-status', { userId, status: 2 })).status).toBe(400);
    expect((await product.admin.post('system/user/update-status', { userId: '999999999' })).status).toBe(404);
  });

  it('may also refuse, and enables or disables the account afterwards', async () => {
    const userId = await waiting('switched');
    const change = async (more: object = {}) =>
      (await product.admin.post('system/user/update-status', { userId, ...more })).body;
    expect((await change({ status: 0 })).data.status).toBe(0);
    expect((await change()).data.status).toBe(1);
    expect((await change()).data.status).toBe(0);
    expect((await change({ status: 0 })).bizCode).toBe('STATE_CONFLICT');
    const kept = await product.db.pool.query(`select status_reason from sys_user where id = $1`, [userId]);
    expect(kept.rows[0].status_reason).toBe('admin');
    const admin = { userId: product.admin.id.toString() };
    expect((await product.admin.post('system/user/update-status', admin)).body.bizCode).toBe('SELF_CHANGE');
  });
});
