import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../kernel/auth/password.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { type Authenticator, authenticator } from '../../testing/authenticator.ts';

const PASSWORD = digestOf('Test-password-1');
const ORIGIN = 'https://console.example';
/** The host name that the proxy passes on. */
const at = (host = 'console.example') => ({ host });
const product = await testApp();
const anna = await product.staff('warehouse');
afterAll(() => product.close());

async function register(user: TestUser, key: Authenticator, origin = ORIGIN) {
  const begun = await user.post('auth/passkey/register-options', { password: PASSWORD }, at());
  expect(begun.status).toBe(200);
  const { ticket, options } = begun.body.data;
  return user.post('auth/passkey/register', { ticket, name: 'Test key', credential: key.create(options, origin) });
}

const begin = async (host?: string) =>
  (await product.guest.post('auth/passkey/sign-in-options', {}, at(host))).body.data;
const signIn = (ticket: string, credential: unknown) =>
  product.guest.post('auth/oauth/token', { grant_type: 'passkey', ticket, credential });

describe('adding a passkey', () => {
  it('needs the password', async () => {
    expect((await anna.post('auth/passkey/register-options', { password: 'wrong' }, at())).body).toMatchObject({
      code: 400,
      bizCode: 'PASSWORD_WRONG',
    });
  });

  it('stores the browser’s credential under the given name', async () => {
    const key = authenticator();
    expect((await register(anna, key)).status).toBe(200);
    const [stored] = (await anna.get('auth/passkey/list')).body.data;
    expect(stored).toMatchObject({ name: 'Test key', host: 'console.example', isSynced: 0, lastUsedTime: null });
    expect((await anna.post('auth/passkey/rename', { id: stored.id, name: 'Office' })).status).toBe(200);
    expect((await anna.get('auth/passkey/list')).body.data[0].name).toBe('Office');
    // A repetition is refused, and so is a change by another user.
    expect((await register(anna, key)).body.bizCode).toBe('PASSKEY_EXISTS');
    const bert = await product.staff('warehouse');
    expect((await bert.post('auth/passkey/rename', { id: stored.id, name: 'Mine' })).status).toBe(404);
    expect((await bert.post('auth/passkey/remove', { id: stored.id })).status).toBe(404);
    expect((await anna.post('auth/passkey/remove', { id: stored.id })).status).toBe(200);
    expect((await anna.get('auth/passkey/list')).body.data).toEqual([]);
  });

  it('refuses a credential of another site, a used ticket and another user’s ticket', async () => {
    for (const origin of ['https://elsewhere.example', 'http://console.example', 'https://sub.console.example'])
      expect((await register(anna, authenticator(), origin)).body.bizCode, origin).toBe('PASSKEY_REFUSED');
    const bert = await product.staff('warehouse');
    const { ticket, options } = (await anna.post('auth/passkey/register-options', { password: PASSWORD }, at())).body
      .data;
    const credential = authenticator().create(options, ORIGIN);
    const add = (user: TestUser) => user.post('auth/passkey/register', { ticket, name: 'x', credential });
    expect((await add(bert)).body.bizCode).toBe('TICKET_EXPIRED');
    expect((await add(anna)).body.bizCode).toBe('TICKET_EXPIRED');
  });
});

describe('signing in with a passkey', () => {
  let key: Authenticator;
  let carl: TestUser;
  beforeAll(async () => {
    key = authenticator();
    carl = await product.staff('finance');
    await register(carl, key);
  });

  it('opens a session of its owner without account, password or captcha', async () => {
    const { ticket, options } = await begin();
    const answer = await signIn(ticket, key.get(options, ORIGIN));
    expect(answer).toMatchObject({ status: 200, body: { account: carl.account, token_type: 'bearer' } });
    const own = { token: `bearer ${answer.body.access_token}` };
    expect((await product.guest.get('auth/session/list', {}, own)).body.data[0]).toMatchObject({
      method: 'passkey',
      isOwn: 1,
    });
    expect((await carl.get('auth/passkey/list')).body.data[0].lastUsedTime).not.toBeNull();
  });

  it('accepts each answer once', async () => {
    const { ticket, options } = await begin();
    const credential = key.get(options, ORIGIN);
    const answers = await Promise.all([signIn(ticket, credential), signIn(ticket, credential)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    const late = await begin();
    await product.db.drizzle.execute(sql`update auth_ticket set expires_at = now()`);
    expect((await signIn(late.ticket, key.get(late.options, ORIGIN))).body.error_code).toBe('TICKET_EXPIRED');
  });

  it('refuses another site, another challenge, an unknown key, and a key without user verification', async () => {
    const refusals: string[] = [];
    const refused = async (credentialOf: (options: Record<string, unknown>) => unknown, host?: string) => {
      const { ticket, options } = await begin(host);
      refusals.push((await signIn(ticket, credentialOf(options))).body.error_code);
    };
    await refused((options) => key.get(options, 'https://elsewhere.example'));
    await refused((options) => key.get(options, ORIGIN), 'elsewhere.example');
    await refused((options) => key.get({ ...options, challenge: 'AAAA' }, ORIGIN));
    await refused((options) => authenticator().get(options, ORIGIN));
    await refused((options) => key.get(options, ORIGIN, { verified: false }));
    await refused((options) => ({ ...key.get(options, ORIGIN), response: 'nonsense' }));
    await refused((options) => {
      const other = authenticator().get(options, ORIGIN);
      return { ...other, id: key.credentialId, rawId: key.credentialId };
    });
    const [unknown, wrong] = ['PASSKEY_UNKNOWN', 'PASSKEY_REFUSED'];
    expect(refusals).toEqual([wrong, unknown, wrong, unknown, wrong, wrong, wrong]);
  });

  it('is refused to a disabled user', async () => {
    await product.db.drizzle.execute(sql`update sys_user set status = 0 where id = ${carl.id}`);
    const { ticket, options } = await begin();
    expect((await signIn(ticket, key.get(options, ORIGIN))).body.error_code).toBe('ACCOUNT_DISABLED');
  });
});
