import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const PASSWORD = digestOf('Test-password-1');
/** The smallest valid picture. */
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const product = await testApp();
afterAll(() => product.close());

const put = (user: Pick<TestUser, 'post'>, content: Buffer | string, name = 'me.png') => {
  const { body, headers } = multipart({}, { name, content: content as string });
  return user.post('resource/oss/endpoint/put-file', body, headers);
};
const files = async () =>
  (await product.db.drizzle.execute<{ n: number }>(sql`select count(*)::int as n from kernel_file`)).rows[0]?.n;

describe('personal info', () => {
  it('is the user’s own', async () => {
    const anna = await product.staff('finance');
    const { body } = await anna.get('system/user/info');
    expect(body.data).toMatchObject({ id: anna.id.toString(), account: anna.account, roleNameEn: expect.any(String) });
    expect(JSON.stringify(body)).not.toContain('argon2');
  });

  it('changes only given fields that users may change themselves', async () => {
    const anna = await product.staff('finance');
    const change = {
      realName: ' Anna Able ',
      phone: '14155550123',
      email: 'anna@example.com',
      serviceAddress: '@anna_able',
    };
    const more = { account: 'root', userType: 2, status: 0, roleIds: '1', tenantId: '999999' };
    for (const [name, value] of Object.entries(more))
      expect((await anna.post('system/user/update-info', { ...change, [name]: value })).body.msg, name).toContain(name);
    // A console may send its whole form, including the one of the password.
    const whole = { ...change, id: '1', oldPassword: 'x', newPassword: 'x', newPassword1: 'x' };
    expect((await anna.post('system/user/update-info', whole)).status).toBe(200);
    expect((await anna.get('system/user/info')).body.data).toMatchObject({
      ...change,
      realName: 'Anna Able',
      account: anna.account,
      userType: 1,
      tenantId: DEFAULT_TENANT,
    });
    expect((await anna.post('system/user/update-info', { email: '', serviceAddress: '' })).status).toBe(200);
    expect((await anna.get('system/user/info')).body.data).toMatchObject({ email: '', phone: '14155550123' });
    expect((await anna.post('system/user/update-info', { phone: '' })).body.msg).toBe('手机号码不能为空');
    // A user who never had a phone sends the empty field along.
    expect((await product.admin.post('system/user/update-info', { phone: '' })).status).toBe(200);
  });

  it.each([
    ['phone', '1415555012', '手机号码长度不为11位'],
    ['phone', '12015550123', '手机号码格式不正确'],
    ['phone', '1415555012x', '手机号码格式不正确'],
  ])('refuses the %s %j: %s', async (field, value, message) => {
    const { body } = await product.admin.post('system/user/update-info', { [field]: value });
    expect(body).toMatchObject({ code: 400, msg: message, data: { fields: [{ field, message }] } });
  });

  it('names the field of every other problem', async () => {
    for (const [field, value] of [
      ['realName', ''],
      ['name', 'x'.repeat(33)],
      ['email', 'nobody'],
      ['serviceAddress', 'no such name'],
    ] as const) {
      const { body } = await product.admin.post('system/user/update-info', { [field]: value });
      expect(body, field).toMatchObject({ code: 400, data: { fields: [{ field }] } });
    }
  });

  it('keeps an existing foreign number', async () => {
    const anna = await product.staff('finance');
    await product.db.drizzle.execute(sql`update sys_user set phone = '+442079460123' where id = ${anna.id}`);
    expect((await anna.post('system/user/update-info', { name: 'A', phone: '+442079460123' })).status).toBe(200);
    expect((await anna.post('system/user/update-info', { phone: '+442079460124' })).status).toBe(400);
  });
});

describe('the picture', () => {
  it('is jpg or png by content and at most 500 kB', async () => {
    const before = await files();
    expect((await put(product.admin, 'GIF89a not what its name says')).body.bizCode).toBe('FILE_KIND');
    expect((await put(product.admin, '<svg onload="alert(1)"/>')).body.bizCode).toBe('FILE_KIND');
    const large = await put(product.admin, Buffer.concat([PNG, Buffer.alloc(500 * 1024)]));
    expect(large.body).toMatchObject({ code: 400, bizCode: 'FILE_TOO_LARGE', msg: '文件过大，上限 500 KB' });
    expect(await files()).toBe(before);
  });

  it('is public once a profile names it, and is deleted when another replaces it', async () => {
    const anna = await product.staff('finance');
    const { link, originalName } = (await put(anna, PNG)).body.data;
    expect(originalName).toBe('me.png');
    const look = (address: string) => product.server.inject(address);
    expect((await look(link)).statusCode).toBe(404);
    expect((await anna.post('system/user/update-info', { avatar: link })).status).toBe(200);
    const shown = await look(link);
    expect(shown).toMatchObject({ statusCode: 200, rawPayload: PNG });
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'cache-control': expect.stringContaining('immutable'),
      'x-content-type-options': 'nosniff',
    });
    expect((await anna.get('system/user/info')).body.data.avatar).toBe(link);
    const kept = await product.db.drizzle.execute(
      sql`select 1 from kernel_file where owner_id = ${anna.id} and expires_at is null`,
    );
    expect(kept.rows).toHaveLength(1);

    const next = (await put(anna, PNG)).body.data.link;
    expect((await anna.post('system/user/update-info', { avatar: next })).status).toBe(200);
    expect([(await look(link)).statusCode, (await look(next)).statusCode]).toEqual([404, 200]);
    expect((await anna.post('system/user/update-info', { avatar: '' })).status).toBe(200);
    expect((await look(next)).statusCode).toBe(404);
  });

  it('must be the user’s own upload', async () => {
    const [anna, bert] = [await product.staff('finance'), await product.staff('finance')];
    const { link } = (await put(bert, PNG)).body.data;
    const unknown = link.replace(/name=.{8}/, 'name=00000000');
    for (const avatar of [link, unknown, 'https://elsewhere.example/me.png', 'javascript:alert(1)'])
      expect((await anna.post('system/user/update-info', { avatar })).body.bizCode).toBe('AVATAR_INVALID');
  });
});

describe('the password', () => {
  const change = (user: TestUser, oldPassword: string, newPassword: string, newPassword1 = newPassword) =>
    user.post('system/user/update-password', { oldPassword, newPassword, newPassword1 });

  it('changes with the old one, and ends every other session', async () => {
    const anna = await product.staff('finance');
    const fields = { grant_type: 'password', username: anna.account, password: PASSWORD, tenantId: DEFAULT_TENANT };
    const other = (await product.guest.post('auth/oauth/token', fields)).body.access_token;
    const isIn = async () =>
      (await product.guest.get('auth/oauth/user-info', {}, { token: `bearer ${other}` })).status === 200;
    expect(await isIn()).toBe(true);
    const done = await change(anna, PASSWORD, digestOf('Another-password-2'));
    expect(done.body).toMatchObject({ code: 200, data: { endedSessions: 1 } });
    await expect.poll(isIn).toBe(false);
    expect((await anna.get('auth/oauth/user-info')).status).toBe(200);
    expect((await product.guest.post('auth/oauth/token', fields)).body.error_code).toBe('SIGN_IN_FAILED');
    const renewed = { ...fields, password: digestOf('Another-password-2') };
    expect((await product.guest.post('auth/oauth/token', renewed)).status).toBe(200);
  });

  it('is refused with a reason', async () => {
    const anna = await product.staff('finance');
    const next = digestOf('Another-password-2');
    const codes = [
      await change(anna, PASSWORD, next, digestOf('Another-password-3')),
      await change(anna, PASSWORD, 'short'),
      await change(anna, PASSWORD, digestOf('Passw0rd123')),
      await change(anna, PASSWORD, digestOf(`${anna.account}123`)),
      await change(anna, PASSWORD, digestOf('trustno1')),
      await change(anna, PASSWORD, digestOf('Liverpool1')),
      await change(anna, PASSWORD, 'Liverpool1'),
      await change(anna, PASSWORD, digestOf('123456')),
      await change(anna, digestOf('wrong'), next),
      await change(anna, PASSWORD, PASSWORD),
    ].map(({ body }) => body.bizCode);
    expect(codes).toEqual([
      'PASSWORDS_DIFFER',
      'PASSWORD_WEAK',
      'PASSWORD_COMMON',
      'PASSWORD_COMMON',
      'PASSWORD_COMMON',
      'PASSWORD_COMMON',
      'PASSWORD_COMMON',
      'PASSWORD_COMMON',
      'OLD_PASSWORD_WRONG',
      'PASSWORD_SAME',
    ]);
  });

  it('can be changed again after a lost answer', async () => {
    const anna = await product.staff('finance');
    const next = digestOf('Another-password-2');
    expect((await change(anna, PASSWORD, next)).body.code).toBe(200);
    expect((await change(anna, PASSWORD, next)).body).toMatchObject({ code: 200, data: { endedSessions: 0 } });
    expect((await change(anna, PASSWORD, digestOf('Another-password-3'))).body.bizCode).toBe('OLD_PASSWORD_WRONG');
  });

  it('cannot be guessed from an unattended screen', async () => {
    const anna = await product.staff('finance');
    for (let wrong = 0; wrong < 5; wrong += 1)
      expect((await change(anna, digestOf(`wrong ${wrong}`), digestOf('Another-password-2'))).body.bizCode).toBe(
        'OLD_PASSWORD_WRONG',
      );
    expect((await change(anna, PASSWORD, digestOf('Another-password-2'))).body.bizCode).toBe('SIGN_IN_LOCKED');
  });

  it('that must be changed blocks all other calls', async () => {
    const anna = await product.staff('finance');
    await product.db.drizzle.execute(sql`update sys_user set must_change_password = 1 where id = ${anna.id}`);
    product.app.sessions.forget();
    const refused = ['system/menu/routes', 'auth/session/list', 'finance/log/page', 'auth/passkey/list'];
    for (const call of refused)
      expect((await anna.get(call)).body, call).toMatchObject({ code: 403, bizCode: 'PASSWORD_CHANGE_REQUIRED' });
    expect((await anna.post('system/user/update-info', { name: 'x' })).body.bizCode).toBe('PASSWORD_CHANGE_REQUIRED');
    for (const call of ['auth/oauth/user-info', 'system/user/info', 'auth/oauth/captcha', 'system/tenant/info'])
      expect((await anna.get(call)).status, call).toBe(200);
    expect((await anna.get('auth/oauth/user-info')).body.data.mustChangePassword).toBe(1);
    expect((await change(anna, PASSWORD, digestOf('Another-password-2'))).status).toBe(200);
    await expect.poll(async () => (await anna.get('system/menu/routes')).status).toBe(200);
    expect((await anna.post('auth/oauth/logout')).status).toBe(200);
  });
});
