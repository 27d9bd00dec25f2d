import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../kernel/auth/password.ts';
import { testApp } from '../../testing/app.ts';

const PASSWORD = digestOf('Test-password-1');
const SECRET = 'a-secret-of-a-partner';
const product = await testApp();
const { admin } = product;
const anna = await product.staff('finance');
afterAll(() => product.close());

let count = 0;
async function openClient(more: Readonly<Record<string, unknown>> = {}): Promise<{ id: string; clientId: string }> {
  count += 1;
  const clientId = `partner-${count}`;
  const form = {
    clientId,
    clientName: '合作方',
    clientNameEn: 'Partner',
    isPublic: 0,
    clientSecret: SECRET,
    status: 1,
  };
  const { body } = await admin.post('system/client/submit', {
    ...form,
    authorizedGrantTypes: 5,
    ...more,
  });
  expect(body).toMatchObject({ code: 200 });
  return { id: body.data.id, clientId };
}
const change = async (id: string, changed: Readonly<Record<string, unknown>>) => {
  const { data } = (await admin.get('system/client/detail', { id })).body;
  const { clientName, clientNameEn, isPublic, authorizedGrantTypes, status, version } = data;
  const { accessTokenValidity, refreshTokenValidity } = data;
  const lives = { accessTokenValidity, refreshTokenValidity };
  const form = { id, clientName, clientNameEn, isPublic, authorizedGrantTypes, status, version, ...lives };
  return (await admin.post('system/client/submit', { ...form, ...changed })).body;
};
const basic = (id: string, secret: string) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
});
const byPassword = { grant_type: 'password', tenantId: '000000', password: PASSWORD };
const signIn = (headers: Readonly<Record<string, string>> = {}, more: Readonly<Record<string, string>> = {}) =>
  product.guest.post('auth/oauth/token', { ...byPassword, username: anna.account, ...more }, headers);
const renew = (refreshToken: string, headers: Readonly<Record<string, string>> = {}) =>
  product.guest.post('auth/oauth/token', { grant_type: 'refresh_token', refresh_token: refreshToken }, headers);
const isIn = async (token: string) =>
  (await product.guest.get('auth/oauth/user-info', {}, { token: `bearer ${token}` })).status === 200;

describe('an application with sign-in', () => {
  it('identifies itself by Basic authentication or parameters, and proves it by its secret', async () => {
    const { clientId } = await openClient();
    expect((await signIn(basic(clientId, SECRET))).status).toBe(200);
    expect((await signIn({}, { client_id: clientId, client_secret: SECRET })).status).toBe(200);
    for (const [id, secret] of [
      [clientId, 'another-secret-16'],
      [clientId, ''],
      ['unknown', SECRET],
      ['', SECRET],
    ] as const)
      expect(await signIn(basic(id, secret)), id).toMatchObject({
        status: 401,
        body: { error_code: 'CLIENT_REFUSED' },
      });
    expect((await signIn()).status).toBe(200);
  });

  it('needs no secret if it is public, and is refused while it is disabled', async () => {
    const { id, clientId } = await openClient({ isPublic: 1, clientSecret: undefined });
    const { body } = await signIn(basic(clientId, ''));
    expect(await isIn(body.access_token)).toBe(true);
    expect(await change(id, { status: 0 })).toMatchObject({ code: 200 });
    await expect.poll(() => isIn(body.access_token)).toBe(false);
    expect((await signIn(basic(clientId, ''))).body.error_code).toBe('CLIENT_REFUSED');
  });

  it('is limited to its grants', async () => {
    const { clientId } = await openClient({ authorizedGrantTypes: 1 });
    const { body } = await signIn(basic(clientId, SECRET));
    // A client without the refresh grant gets no refresh token.
    expect([body.refresh_token, await isIn(body.access_token)]).toEqual(['', true]);
    expect(await renew('x'.repeat(43), basic(clientId, SECRET))).toMatchObject({
      status: 400,
      body: { error_code: 'GRANT_NOT_ALLOWED' },
    });
  });

  it('issues tokens with its own lifetimes, which only it can refresh', async () => {
    const { id, clientId } = await openClient({ accessTokenValidity: 120, refreshTokenValidity: 600 });
    const { body } = await signIn(basic(clientId, SECRET));
    expect(body).toMatchObject({ expires_in: 120, token_time: 60 });
    const { rows } = await product.db.pool.query<{ left: number }>(
      'select extract(epoch from expires_at - now())::int as left from auth_session where client_id = $1',
      [clientId],
    );
    expect(rows[0]?.left).toBeGreaterThan(590);
    expect(rows[0]?.left).toBeLessThanOrEqual(600);
    expect((await renew(body.refresh_token)).body.error_code).toBe('SESSION_EXPIRED');
    await change(id, { accessTokenValidity: 180, refreshTokenValidity: null });
    const renewed = await renew(body.refresh_token, basic(clientId, SECRET));
    expect(renewed.body).toMatchObject({ expires_in: 180, token_time: 90 });
    expect(await isIn(renewed.body.access_token)).toBe(true);
  });

  it('ends only its own sessions when it is removed', async () => {
    const { id, clientId } = await openClient();
    const { body } = await signIn(basic(clientId, SECRET));
    const other = (await signIn()).body;
    expect((await admin.post('system/client/remove', { ids: id })).status).toBe(200);
    await expect.poll(() => isIn(body.access_token)).toBe(false);
    expect(await isIn(other.access_token)).toBe(true);
    expect((await signIn(basic(clientId, SECRET))).status).toBe(401);
  });
});

describe('a secret', () => {
  it('is never shown or logged, and an empty form keeps it', async () => {
    const { id, clientId } = await openClient();
    expect(JSON.stringify((await admin.get('system/client/list')).body)).not.toContain(SECRET);
    expect(JSON.stringify((await admin.get('system/client/detail', { id })).body)).not.toContain(SECRET);
    const { rows } = await product.db.pool.query(
      `select (select string_agg(c::text, '') from sys_client c) || (select string_agg(a::text, '') from audit_log a)
         || coalesce((select string_agg(l::text, '') from log_api l), '') as written`,
    );
    expect(rows[0].written).not.toContain(SECRET);
    expect(rows[0].written).not.toContain(digestOf(SECRET));
    await change(id, { remark: 'kept' });
    expect((await signIn(basic(clientId, SECRET))).status).toBe(200);
    await change(id, { clientSecret: 'another-secret-of-it' });
    expect((await signIn(basic(clientId, SECRET))).status).toBe(401);
    expect((await signIn(basic(clientId, 'another-secret-of-it'))).status).toBe(200);
  });

  it('is required if the application is not public', async () => {
    const form = { clientId: 'forgetful', clientName: '无', clientNameEn: 'None', isPublic: 0, status: 1 };
    const { body } = await admin.post('system/client/submit', { ...form, authorizedGrantTypes: 5 });
    expect(body).toMatchObject({ code: 400, data: { fields: [{ field: 'clientSecret' }] } });
  });
});

describe('the console’s own application', () => {
  it('can be renamed, but not made unusable for the console', async () => {
    const { records } = (await admin.get('system/client/list', { clientId_like: 'trade-assistant' })).body.data;
    const [{ id }] = records;
    for (const lost of [{ status: 0 }, { isPublic: 0, clientSecret: SECRET }, { authorizedGrantTypes: 1 }])
      expect(await change(id, lost)).toMatchObject({ code: 400, bizCode: 'CLIENT_OF_CONSOLE' });
    expect((await admin.post('system/client/remove', { ids: id })).body.bizCode).toBe('CLIENT_OF_CONSOLE');
    expect(await change(id, { clientName: '管理台', accessTokenValidity: 3600 })).toMatchObject({ code: 200 });
    expect((await signIn()).body).toMatchObject({ expires_in: 3600 });
  });

  it('accepts its grant types by name, as text or as a list, and refuses unknown names', async () => {
    const granted = async (authorizedGrantTypes: unknown) => {
      const { id } = await openClient({ authorizedGrantTypes });
      return (await admin.get('system/client/detail', { id })).body.data.authorizedGrantTypes;
    };
    expect(await granted('authorization_code,password,refresh_token')).toBe(5);
    expect(await granted(['captcha', 'refresh_token', 'refresh_token'])).toBe(6);
    expect(await granted('["password","totp"]')).toBe(17);
    expect(await granted('5')).toBe(5);
    const { id } = await openClient();
    for (const wrong of ['password,passwrod', ['constructor'], 'toString'])
      expect(await change(id, { authorizedGrantTypes: wrong })).toMatchObject({
        code: 400,
        data: { fields: [{ field: 'authorizedGrantTypes' }] },
      });
    // None of the supported grants would be left.
    expect(await change(id, { authorizedGrantTypes: 'implicit' })).toMatchObject({ bizCode: 'CLIENT_GRANTS_MISSING' });
  });

  it('has sufficiently long token lifetimes', async () => {
    const { id } = await openClient();
    expect(await change(id, { accessTokenValidity: 5 })).toMatchObject({
      data: { fields: [{ field: 'accessTokenValidity' }] },
    });
    expect(await change(id, { authorizedGrantTypes: 0 })).toMatchObject({ bizCode: 'CLIENT_GRANTS_MISSING' });
  });
});
