import { TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../kernel/auth/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { socialBrowser } from '../../testing/social-browser.ts';
import { type ProviderPerson, type SocialProviderProcess, startSocialProvider } from '../../testing/social-provider.ts';

const PASSWORD = digestOf('Test-password-1');
const provider: SocialProviderProcess = await startSocialProvider();
const product = await testApp({ SOCIAL_PROVIDERS: provider.setting });
afterAll(async () => {
  await product.close();
  await provider.stop();
});

const browser = () => socialBrowser(product, { host: 'console.example:8443' });
const links = async (user: TestUser) => (await user.get('auth/oauth/links')).body.data;
async function link(user: TestUser, source: string, person: ProviderPerson, by = browser()) {
  const back = await by.consent(await by.setOutToLink(user, source, PASSWORD), person);
  return (await by.comeBackToLink(user, source, back)).body;
}
const unlink = async (user: TestUser, source: string, password = PASSWORD) =>
  (await user.post('auth/oauth/unlink', { source, password })).body;

describe('linking a provider to an account', () => {
  it('needs the password and a known provider', async () => {
    const anna = await product.staff('warehouse');
    const wrong = await anna.post('auth/oauth/link', { source: 'mock', password: digestOf('wrong') });
    expect(wrong.body.bizCode).toBe('PASSWORD_WRONG');
    const unknown = await anna.post('auth/oauth/link', { source: 'none', password: PASSWORD });
    expect(unknown.body.bizCode).toBe('SOCIAL_UNKNOWN');
  });

  it('goes through the provider, permits sign-in afterwards, and is undone with the password', async () => {
    const anna = await product.staff('warehouse');
    expect(await links(anna)).toEqual(
      ['mock', 'plain'].map((source) => expect.objectContaining({ source, isLinked: 0, isOffered: 1, linkTime: null })),
    );
    expect((await browser().signIn('mock', 'ada')).body.user_id).toBe('');
    expect(await link(anna, 'mock', 'ada')).toMatchObject({
      code: 200,
      data: { name: 'Mock ID', account: 'ada_provider' },
    });
    expect((await links(anna))[0]).toMatchObject({ isLinked: 1, account: 'ada_provider', lastLoginTime: null });
    expect((await browser().signIn('mock', 'ada')).body.user_id).toBe(anna.id.toString());
    expect((await links(anna))[0].lastLoginTime).not.toBeNull();

    expect((await unlink(anna, 'mock', digestOf('wrong'))).bizCode).toBe('PASSWORD_WRONG');
    expect((await unlink(anna, 'mock')).code).toBe(200);
    expect((await unlink(anna, 'mock')).bizCode).toBe('PROVIDER_NOT_LINKED');
    expect((await links(anna))[0]).toMatchObject({ isLinked: 0, account: '' });
    expect((await browser().signIn('mock', 'ada')).body.user_id).toBe('');
    const byPassword = { grant_type: 'password', username: anna.account, password: PASSWORD };
    expect((await product.guest.post('auth/oauth/token', byPassword)).body.user_id).toBe(anna.id.toString());
  });

  it('does not skip the second step of the sign-in', async () => {
    const anna = await product.staff('warehouse');
    expect((await link(anna, 'mock', 'ada')).code).toBe(200);
    const { secret } = (await anna.post('auth/two-factor/enrol', { password: PASSWORD })).body.data;
    const code = new TOTP({ secret }).generate();
    const { recoveryCodes } = (await anna.post('auth/two-factor/confirm', { code })).body.data;
    const first = await browser().signIn('mock', 'ada');
    expect(first).toMatchObject({ status: 400, body: { error_code: 'SECOND_FACTOR_REQUIRED' } });
    expect(first.body).not.toHaveProperty('access_token');
    expect((await anna.get('auth/session/list')).body.data).toHaveLength(1);
    const second = { grant_type: 'totp', ticket: first.body.data.ticket, code: recoveryCodes[0] };
    expect((await product.guest.post('auth/oauth/token', second)).body.user_id).toBe(anna.id.toString());
    expect((await unlink(anna, 'mock')).bizCode).toBe('STEP_UP_REQUIRED');
    expect((await anna.post('auth/two-factor/verify', { code: recoveryCodes[1] })).status).toBe(200);
    expect((await unlink(anna, 'mock')).code).toBe(200);
  });

  it('returns to the session and browser that started it, once, and never to a sign-in', async () => {
    const [anna, bert] = [await product.staff('warehouse'), await product.staff('warehouse')];
    const mine = browser();
    const back = await mine.consent(await mine.setOutToLink(anna, 'mock', PASSWORD), 'ada');
    expect((await mine.comeBackToLink(bert, 'mock', back)).body.bizCode).toBe('LINK_EXPIRED');
    expect((await browser().comeBackToLink(anna, 'mock', back)).body.bizCode).toBe('LINK_EXPIRED');
    expect((await mine.comeBack('mock', back)).body.error_code).toBe('SOCIAL_STATE');
    // A running sign-in cannot be used as a link.
    const signingIn = await mine.consent(await mine.setOut('mock'), 'ada');
    expect((await mine.comeBackToLink(anna, 'mock', signingIn)).body.bizCode).toBe('LINK_EXPIRED');
    expect((await mine.comeBackToLink(anna, 'mock', back)).status).toBe(200);
    expect((await mine.comeBackToLink(anna, 'mock', back)).body.bizCode).toBe('LINK_EXPIRED');
    expect((await unlink(anna, 'mock')).code).toBe(200);
  });

  it('refuses an identity of another account, and a second identity of the same provider', async () => {
    const [anna, bert] = [await product.staff('warehouse'), await product.staff('warehouse')];
    expect((await link(anna, 'mock', 'ada')).code).toBe(200);
    expect((await link(bert, 'mock', 'ada')).bizCode).toBe('PROVIDER_TAKEN');
    expect((await link(anna, 'mock', 'ben')).bizCode).toBe('PROVIDER_LINKED');
    expect((await link(anna, 'plain', 'ada')).code).toBe(200);
    // Of two concurrent requests one succeeds.
    const codes = await Promise.all([link(bert, 'mock', 'ben'), link(bert, 'mock', 'ben')]);
    expect(codes.map(({ bizCode }) => bizCode ?? 'linked').sort()).toEqual(['PROVIDER_LINKED', 'linked']);
    // An identity whose account was deleted is free again.
    await product.db.pool.query(`update sys_user set deleted_at = now() where id = $1`, [anna.id.toString()]);
    const carl = await product.staff('warehouse');
    expect((await link(carl, 'mock', 'ada')).code).toBe(200);
  });

  it('can be undone after the provider was removed from the settings', async () => {
    const anna = await product.staff('warehouse');
    await product.db.pool.query(
      `insert into sys_user_oauth (tenant_id, user_id, source, subject, name) values ('000000', $1, 'gone', 'x', 'Anna')`,
      [anna.id.toString()],
    );
    expect(await links(anna)).toContainEqual(
      expect.objectContaining({ source: 'gone', name: 'gone', isOffered: 0, isLinked: 1, account: 'Anna' }),
    );
    expect((await unlink(anna, 'gone')).code).toBe(200);
    expect(await links(anna)).toHaveLength(2);
  });
});
