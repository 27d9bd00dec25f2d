import { sql } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, describe, expect, it } from 'vitest';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';

const PASSWORD = digestOf('Test-password-1');
const product = await testApp();
afterAll(() => product.close());

const codeOf = (secret: string, stepsAhead = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
/** Half a minute passes for the server: its last accepted code is reset. */
const later = (user: TestUser) =>
  product.db.drizzle.execute(sql`update auth_totp set last_step = 0 where user_id = ${user.id}`);
/** As if the second factor had just been verified. */
async function steppedUp(user: TestUser): Promise<void> {
  await product.db.pool.query('update auth_session set stepped_up_at = now() where user_id = $1', [String(user.id)]);
  product.app.sessions.forget();
}
const byPassword = (user: TestUser, password = PASSWORD) =>
  product.guest.post('auth/oauth/token', {
    grant_type: 'password',
    tenantId: DEFAULT_TENANT,
    username: user.account,
    password,
  });
const byCode = (ticket: string, code: string) =>
  product.guest.post('auth/oauth/token', { grant_type: 'totp', ticket, code });

async function withTwoFactor() {
  const user = await product.staff('finance');
  const { secret } = (await user.post('auth/two-factor/enrol', { password: PASSWORD })).body.data;
  const { recoveryCodes } = (await user.post('auth/two-factor/confirm', { code: codeOf(secret) })).body.data;
  return { user, secret, recoveryCodes: recoveryCodes as string[] };
}

describe('setting up two-step verification', () => {
  it('needs the password and a correct code', async () => {
    const user = await product.staff('finance');
    expect((await user.post('auth/two-factor/confirm', { code: '123456' })).body.bizCode).toBe('TWO_FACTOR_OFF');
    expect((await user.post('auth/two-factor/enrol', { password: 'wrong' })).body.bizCode).toBe('PASSWORD_WRONG');
    const { body, headers } = await user.post('auth/two-factor/enrol', { password: PASSWORD });
    expect(headers['cache-control']).toBe('no-store');
    expect(body.data.uri).toMatch(/^otpauth:\/\/totp\/.*issuer=Trade%20Assistant.*secret=[A-Z2-7]{32}/);
    expect(body.data.uri).toContain(user.account);
    // An unconfirmed setup does not affect sign-in.
    expect((await byPassword(user)).status).toBe(200);
    const wrong = String((Number(codeOf(body.data.secret)) + 1) % 1_000_000).padStart(6, '0');
    expect((await user.post('auth/two-factor/confirm', { code: wrong })).body.bizCode).toBe('CODE_WRONG');
    const confirmed = await user.post('auth/two-factor/confirm', { code: codeOf(body.data.secret) });
    expect(confirmed.body.data.recoveryCodes).toHaveLength(10);
    expect((await user.get('auth/two-factor/state')).body.data).toMatchObject({ isOn: 1, codesLeft: 10 });
    expect((await user.post('auth/two-factor/enrol', { password: PASSWORD })).body.bizCode).toBe('TWO_FACTOR_ON');
  });

  it('leaves nothing readable in the database', async () => {
    const { user, secret, recoveryCodes } = await withTwoFactor();
    const rows = await product.db.drizzle.execute(sql`
      select t.secret, array(select code_hash from auth_recovery_code where user_id = ${user.id}) as codes
      from auth_totp t where t.user_id = ${user.id}`);
    const stored = JSON.stringify(rows.rows);
    expect(stored).not.toContain(secret);
    for (const code of recoveryCodes) expect(stored).not.toContain(code.replace('-', ''));
  });
});

describe('signing in', () => {
  it('takes two steps, and the second only with the ticket of the first', async () => {
    const { user, secret } = await withTwoFactor();
    const first = await byPassword(user);
    expect(first).toMatchObject({
      status: 400,
      body: {
        error_code: 'SECOND_FACTOR_REQUIRED',
        error_description: '请输入身份验证器中的验证码',
        data: { ticket: expect.any(String), expires_in: 300 },
      },
    });
    const { ticket } = first.body.data;
    expect((await byCode('made-up', codeOf(secret, 1))).body.error_code).toBe('TICKET_EXPIRED');
    await steppedUp(user);
    const passkey = await user.post('auth/passkey/register-options', { password: PASSWORD }, { host: 'x.example' });
    expect((await byCode(passkey.body.data.ticket, codeOf(secret, 1))).body.error_code).toBe('TICKET_EXPIRED');
    expect((await byCode(ticket, '')).body.error_code).toBe('BAD_REQUEST');
    const spaced = codeOf(secret, 1).replace(/(...)/, '$1 ');
    const second = await byCode(ticket, spaced);
    expect(second).toMatchObject({ status: 200, body: { account: user.account } });
    const own = { token: `bearer ${second.body.access_token}` };
    expect((await product.guest.get('auth/session/list', {}, own)).body.data[0].method).toBe('totp');
    await later(user);
    expect((await byCode(ticket, codeOf(secret))).body.error_code).toBe('TICKET_EXPIRED');
  });

  it('reveals nothing after a wrong password', async () => {
    const { user } = await withTwoFactor();
    expect((await byPassword(user, 'wrong')).body).toMatchObject({ error_code: 'SIGN_IN_FAILED' });
  });

  it('accepts no code twice, not even in parallel', async () => {
    const { user, secret } = await withTwoFactor();
    await later(user);
    const tickets = await Promise.all([byPassword(user), byPassword(user)]);
    const code = codeOf(secret);
    // Both requests wait at the same point: for the locked row of the user.
    const waiting = sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    const answering = await product.db.tx(async (tx) => {
      await tx.execute(sql`select 1 from auth_totp where user_id = ${user.id} for update`);
      const sent = tickets.map(({ body }) => byCode(body.data.ticket, code));
      await expect.poll(async () => (await product.db.drizzle.execute(waiting)).rowCount).toBe(2);
      return sent;
    });
    const answers = await Promise.all(answering);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('accepts no code of a minute ago', async () => {
    const { user, secret } = await withTwoFactor();
    await later(user);
    const { ticket } = (await byPassword(user)).body.data;
    expect((await byCode(ticket, codeOf(secret, -2))).body.error_code).toBe('CODE_WRONG');
  });

  it('accepts a recovery code in place of a code of the app, each once', async () => {
    const { user, recoveryCodes } = await withTwoFactor();
    const typed = recoveryCodes[3]!.toUpperCase().replace('-', ' ');
    const first = await byPassword(user);
    expect((await byCode(first.body.data.ticket, typed)).status).toBe(200);
    expect((await user.get('auth/two-factor/state')).body.data.codesLeft).toBe(9);
    const second = await byPassword(user);
    expect((await byCode(second.body.data.ticket, typed)).body.error_code).toBe('CODE_WRONG');
  });

  it('locks after five wrong codes, regardless of tickets and passwords in between', async () => {
    const { user, secret } = await withTwoFactor();
    await later(user);
    for (let wrong = 0; wrong < 5; wrong += 1) {
      const { body } = await byPassword(user);
      expect((await byCode(body.data.ticket, '000 00')).body.error_code).toBe('CODE_WRONG');
    }
    const { body } = await byPassword(user);
    expect((await byCode(body.data.ticket, codeOf(secret))).body.error_code).toBe('SIGN_IN_LOCKED');
  });

  it('never counts right codes: ten recovery codes in parallel, and ten times the same code', async () => {
    const { user, secret, recoveryCodes } = await withTwoFactor();
    const tickets = async () => Promise.all(Array.from({ length: 10 }, () => byPassword(user)));
    const byRecovery = await tickets();
    const entered = await Promise.all(
      byRecovery.map(({ body }, index) => byCode(body.data.ticket, recoveryCodes[index]!)),
    );
    expect(entered.map(({ status }) => status)).toEqual(Array(10).fill(200));
    await later(user);
    const code = codeOf(secret);
    const answers = await Promise.all((await tickets()).map(({ body }) => byCode(body.data.ticket, code)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ body }) => body.error_code))).toEqual(new Set([undefined, 'CODE_WRONG']));
    await later(user);
    expect((await byCode((await byPassword(user)).body.data.ticket, codeOf(secret))).status).toBe(200);
  });

  it('refuses the code of a user locked or disabled after the password, and keeps the code valid', async () => {
    const { user, secret } = await withTwoFactor();
    await later(user);
    const { ticket } = (await byPassword(user)).body.data;
    const change = async (status: object) => {
      const answer = await product.admin.post('system/user/update-status', { userId: user.id.toString(), ...status });
      expect(answer.status).toBe(200);
    };
    const code = codeOf(secret);
    await change({ status: 2, until: '2099-01-01 00:00:00', reason: 'lost laptop' });
    expect((await byCode(ticket, code)).body.error_code).toBe('ACCOUNT_LOCKED');
    await change({ status: 0, reason: 'left the company' });
    expect((await byCode(ticket, code)).body.error_code).toBe('ACCOUNT_DISABLED');
    await change({ status: 1 });
    expect((await byCode(ticket, code)).status).toBe(200);
  });

  it('accepts a ticket for five minutes, and an expired one uses up no code', async () => {
    const { user, recoveryCodes } = await withTwoFactor();
    const { ticket } = (await byPassword(user)).body.data;
    const ends = (when: ReturnType<typeof sql>) =>
      product.db.drizzle.execute(sql`update auth_ticket set expires_at = ${when} where user_id = ${user.id}`);
    const { rows } = await product.db.drizzle.execute(sql`
      select expires_at between now() + interval '4 minutes' and now() + interval '5 minutes' as "inTime"
      from auth_ticket where user_id = ${user.id}`);
    expect(rows).toEqual([{ inTime: true }]);
    await ends(sql`now()`);
    expect((await byCode(ticket, recoveryCodes[0]!)).body.error_code).toBe('TICKET_EXPIRED');
    expect((await user.get('auth/two-factor/state')).body.data.codesLeft).toBe(10);
    await ends(sql`now() + interval '20 seconds'`);
    expect((await byCode(ticket, recoveryCodes[0]!)).status).toBe(200);
  });

  it('invalidates the ticket when the password changes in between', async () => {
    const { user, secret } = await withTwoFactor();
    await later(user);
    const { body } = await byPassword(user);
    const wanted = digestOf('Another-password-2');
    const change = { oldPassword: PASSWORD, newPassword: wanted, newPassword1: wanted };
    expect((await user.post('system/user/update-password', change)).body.bizCode).toBe('STEP_UP_REQUIRED');
    await steppedUp(user);
    expect((await user.post('system/user/update-password', change)).status).toBe(200);
    expect((await byCode(body.data.ticket, codeOf(secret))).body.error_code).toBe('TICKET_EXPIRED');
  });
});

describe('disabling it', () => {
  it('needs the password and a code', async () => {
    const { user, secret, recoveryCodes } = await withTwoFactor();
    await later(user);
    const off = (password: string, code: string) => user.post('auth/two-factor/disable', { password, code });
    expect((await off('wrong', codeOf(secret))).body.bizCode).toBe('PASSWORD_WRONG');
    expect((await off(PASSWORD, '000000')).body.bizCode).toBe('CODE_WRONG');
    const renew = (password: string, code = recoveryCodes[0]) =>
      user.post('auth/two-factor/renew-codes', { password, code });
    expect((await renew('wrong')).body.bizCode).toBe('PASSWORD_WRONG');
    expect((await renew(PASSWORD, '000000')).body.bizCode).toBe('CODE_WRONG');
    expect((await renew(PASSWORD)).body.data.recoveryCodes).toHaveLength(10);
    expect((await off(PASSWORD, recoveryCodes[1]!)).body.bizCode).toBe('CODE_WRONG');
    expect((await off(PASSWORD, codeOf(secret))).status).toBe(200);
    expect((await user.get('auth/two-factor/state')).body.data).toEqual({ isOn: 0, since: null, codesLeft: 0 });
    expect((await byPassword(user)).status).toBe(200);
    expect((await off(PASSWORD, codeOf(secret))).body.bizCode).toBe('TWO_FACTOR_OFF');
  });
});

describe('calls that concern money or security', () => {
  const adjust = async (who: Pick<TestUser, 'post'>, headers = {}) => {
    const input = { ids: String((await product.agent()).id), money: '5', reason: 'Bank slip' };
    return who.post('agent/user/manual-update-balance', input, headers);
  };
  const verify = (who: Pick<TestUser, 'post'>, code: string) => who.post('auth/two-factor/verify', { code });

  it('ask for the code again, and then not for ten minutes', async () => {
    const { user, secret } = await withTwoFactor();
    expect((await adjust(user)).body).toMatchObject({ code: 428, bizCode: 'STEP_UP_REQUIRED' });
    await later(user);
    expect((await verify(user, '000000')).body.bizCode).toBe('CODE_WRONG');
    expect((await adjust(user)).status).toBe(428);
    expect((await verify(user, codeOf(secret))).status).toBe(200);
    expect((await adjust(user)).status).toBe(200);
    await product.db.pool.query(
      `update auth_session set stepped_up_at = now() - interval '601 seconds' where user_id = $1`,
      [user.id],
    );
    product.app.sessions.forget();
    expect((await adjust(user)).status).toBe(428);
  });

  it('are refused without a second factor if the operator requires one', async () => {
    const bare = await product.staff('finance');
    const demand = (value: string) => product.setParameter('account.demandSecondFactor', value);
    expect((await adjust(bare)).status).toBe(200);
    await demand('1');
    expect((await adjust(bare)).body).toMatchObject({ code: 428, bizCode: 'SECOND_FACTOR_NEEDED' });
    expect((await bare.post('auth/two-factor/enrol', { password: PASSWORD })).status).toBe(200);
    const { user, secret } = await withTwoFactor();
    expect((await verify(user, codeOf(secret))).status).not.toBe(428);
    await demand('0');
    expect((await adjust(bare)).status).toBe(200);
  });

  it('include ending own sessions, only for users with a second factor', async () => {
    const { user, secret } = await withTwoFactor();
    const others = () => user.post('auth/session/end-others');
    expect((await others()).body).toMatchObject({ code: 428, bizCode: 'STEP_UP_REQUIRED' });
    expect((await user.post('auth/session/end', { ids: '1' })).status).toBe(428);
    await later(user);
    await verify(user, codeOf(secret));
    expect((await others()).status).toBe(200);
    expect((await (await product.staff('finance')).post('auth/session/end-others')).status).toBe(200);
  });

  it('include exports of many rows', async () => {
    const { user, secret } = await withTwoFactor();
    await product.agent({ money: 5_000_000n });
    await product.agent({ money: 5_000_000n });
    const limit = (value: string) => product.setParameter('export.stepUpRows', value);
    const exported = () => user.post('finance/log/export', { format: 'csv' });
    expect((await exported()).status).toBe(200);
    await limit('1');
    expect((await exported()).body).toMatchObject({ code: 428, bizCode: 'STEP_UP_REQUIRED' });
    await later(user);
    expect((await verify(user, codeOf(secret))).status).toBe(200);
    expect((await exported()).status).toBe(200);
    await limit('10000');
  });

  it('accept a code for its session only; a sign-in by code counts', async () => {
    const { user, secret } = await withTwoFactor();
    await later(user);
    const { ticket } = (await byPassword(user)).body.data;
    const signedIn = await byCode(ticket, codeOf(secret));
    const other = { Token: `bearer ${signedIn.body.access_token}` };
    expect((await adjust(product.guest, other)).status).toBe(200);
    expect((await adjust(user)).status).toBe(428);
  });

  it('do not ask users without a second factor, and refuse users without the permission first', async () => {
    expect((await adjust(await product.staff('finance'))).status).toBe(200);
    const { user } = await withTwoFactor();
    await product.db.pool.query('delete from sys_user_role where user_id = $1', [user.id]);
    product.app.sessions.forget();
    expect((await adjust(user)).status).toBe(403);
    expect((await verify(await product.staff('finance'), '123456')).body.bizCode).toBe('TWO_FACTOR_OFF');
  });
});

describe('a required second factor', () => {
  const set = (value: string) => product.setParameter('account.secondFactorForAll', value);
  const due = { status: 403, body: { bizCode: 'SECOND_FACTOR_DUE' } };
  /** Sets it up with the calls available to a user who has to. */
  async function setUp(user: TestUser): Promise<void> {
    expect((await user.get('auth/oauth/user-info')).status).toBe(200);
    expect((await user.get('auth/two-factor/state')).body.data).toMatchObject({ isOn: 0 });
    expect((await user.post('auth/two-factor/disable', { password: PASSWORD, code: '1' })).status).toBe(403);
    const { secret } = (await user.post('auth/two-factor/enrol', { password: PASSWORD })).body.data;
    expect((await user.post('auth/two-factor/confirm', { code: codeOf(secret) })).status).toBe(200);
    await expect.poll(async () => (await user.get('message/my/list')).status).toBe(200);
  }

  it('for everyone can be required only by a user who has one, on the panel and in the list of parameters', async () => {
    const bare = await product.staff('administrator');
    const key = 'account.secondFactorForAll';
    const panel = (who: TestUser) =>
      who.post('system/param/update-control-panel', { values: [{ paramKey: key, paramValue: '1' }] });
    expect((await panel(bare)).body).toMatchObject({ bizCode: 'OWN_FACTOR_FIRST', data: { fields: [{}] } });
    const row = { paramName: 'x', paramKey: key, paramValue: '1', controlPanel: 1 };
    expect((await bare.post('system/param/submit', row)).body.bizCode).toBe('OWN_FACTOR_FIRST');
    expect((await bare.get('message/my/list')).status).toBe(200);
    const { secret } = (await bare.post('auth/two-factor/enrol', { password: PASSWORD })).body.data;
    expect((await bare.post('auth/two-factor/confirm', { code: codeOf(secret) })).status).toBe(200);
    await steppedUp(bare);
    expect((await panel(bare)).body.code).toBe(200);
    expect((await bare.get('message/my/list')).status).toBe(200);
    await set('0');
  });

  it('for everyone blocks all other calls until it is set up', async () => {
    const user = await product.staff('finance');
    const { user: has } = await withTwoFactor();
    // A session started with a passkey has its second factor; so has the administrator's, who is asked like everyone.
    const passkeyed = await product.staff('finance');
    await product.db.pool.query(`update auth_session set method = 'passkey' where user_id = any($1)`, [
      [passkeyed.id, product.admin.id].map(String),
    ]);
    product.app.sessions.forget();
    await set('1');
    expect(await user.get('message/my/list')).toMatchObject(due);
    expect(await user.post('auth/session/end-others')).toMatchObject(due);
    for (const other of [has, passkeyed]) expect((await other.get('message/my/list')).status).toBe(200);
    await setUp(user);
    await set('0');
  });

  it('for a role applies to its holders at once', async () => {
    await openRole(product.db, 'guarded', ['system/user:view']);
    const [user, free] = [await product.staff('guarded'), await product.staff('finance')];
    expect((await user.get('system/user/page')).status).toBe(200);
    const { rows } = await product.db.pool.query(`select id::text, version from sys_role where role_alias = 'guarded'`);
    const named = { roleName: 'Guarded', roleNameEn: 'Guarded', needsSecondFactor: 1, sort: 1, status: 1 };
    expect((await product.admin.post('system/role/submit', { ...rows[0], ...named })).body.code).toBe(200);
    await expect.poll(async () => (await user.get('system/user/page')).body.bizCode).toBe('SECOND_FACTOR_DUE');
    expect((await free.get('message/my/list')).status).toBe(200);
    const asked = { userId: String(user.id), path: '/api/system/user/page', method: 'GET' };
    const { steps } = (await product.admin.get('system/access/explain', asked)).body.data;
    expect(steps.at(-1)).toMatchObject({ kind: 'factor', isPassed: 0 });
    await setUp(user);
    expect((await user.get('system/user/page')).status).toBe(200);
  });
});
