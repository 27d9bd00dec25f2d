import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../kernel/auth/index.ts';
import { testApp } from '../../testing/app.ts';
import { solveCaptcha } from '../../testing/captcha.ts';

const product = await testApp();
const agent = await product.agent();
const code: string = (await agent.get('system/user/invite-code')).body.data.inviteCode;
afterAll(() => product.close());

const PASSWORD = digestOf('A good password 1');
const form = (account: string, more: object = {}) => ({
  tenantId: '000000',
  inviteCode: code,
  account,
  realName: 'Marsh Trading',
  phone: '+12025550143',
  password: PASSWORD,
  ...more,
});
const sql = async (text: string, values: unknown[] = []) => (await product.db.pool.query(text, values)).rows;
const refusal = async (answer: Promise<{ status: number; body: { bizCode?: string } }>) => {
  const { status, body } = await answer;
  return [status, body.bizCode];
};

describe('an invitation', () => {
  it('returns the inviter for any spelling of the code', async () => {
    const asked = { tenantId: '000000', inviteCode: ` ${code.toLowerCase()} ` };
    const { status, body } = await product.guest.get('agent/invitation/inviter', asked);
    expect([status, body.data]).toEqual([
      200,
      { inviterName: agent.row.realName, tenantId: '000000', tenantName: expect.any(String) },
    ]);
  });

  it('is refused alike when the code is unknown, replaced, of a sub-user or of a disabled user', async () => {
    const look = (inviteCode: string, tenantId = '000000') =>
      refusal(product.guest.get('agent/invitation/inviter', { tenantId, inviteCode }));
    const unknown = [400, 'INVITE_UNKNOWN'];
    expect(await look('ZZZZZZZZ')).toEqual(unknown);
    expect(await look(code, '999999')).toEqual(unknown);
    const subUser = await product.agent({ subUser: true, parent: agent });
    const [sub] = await sql('select invite_code from sys_user where id = $1', [subUser.id]);
    expect(await look(sub?.invite_code)).toEqual(unknown);
    const other = await product.agent();
    const old = (await other.get('system/user/invite-code')).body.data.inviteCode;
    const renewed = (await other.post('system/user/invite-code/update')).body.data.inviteCode;
    expect([await look(old), (await look(renewed))[0]]).toEqual([unknown, 200]);
    await sql('update sys_user set status = 0 where id = $1', [other.id]);
    expect(await look(renewed)).toEqual(unknown);
  });
});

describe('an invited person', () => {
  it('registers below the inviter, with wallets, and waits for an administrator', async () => {
    const answer = await product.guest.post('agent/invitation/register', form('marsh_trading'));
    expect(answer.body.data).toMatchObject({ account: 'marsh_trading', status: userStatus.is.awaitingApproval });
    const { id } = answer.body.data;
    const [row] = await sql(
      `select parent_id::text, user_type, owner_path, depth, must_change_password,
         (select count(*)::int from fin_wallet w where w.user_id = u.id) as wallets from sys_user u where id = $1`,
      [id],
    );
    expect(row).toEqual({
      parent_id: String(agent.id),
      user_type: userType.is.agent,
      owner_path: `/${agent.id}/${id}/`,
      depth: 2,
      must_change_password: 0,
      wallets: expect.any(Number),
    });
    expect(row.wallets).toBeGreaterThan(0);
    const signIn = () =>
      product.guest.post('auth/oauth/token', { grant_type: 'password', username: 'marsh_trading', password: PASSWORD });
    expect((await signIn()).status).not.toBe(200);
    const messages = await sql(
      `select title_key as key, i.user_id::text as reader from msg_message m join msg_inbox i on i.message_id = m.id
       where m.biz_id = $1 and title_key in ('AGENT_REGISTERED', 'INVITED_REGISTERED') order by 1, 2`,
      [id],
    );
    expect(messages).toEqual([
      { key: 'AGENT_REGISTERED', reader: String(product.admin.id) },
      { key: 'INVITED_REGISTERED', reader: String(agent.id) },
    ]);
    await product.admin.post('system/user/update-status', { userId: id, status: userStatus.is.active });
    expect((await signIn()).status).toBe(200);
  });

  it('invited by staff becomes a top-level agent', async () => {
    const { inviteCode } = (await product.admin.get('system/user/invite-code')).body.data;
    const { data } = (await product.guest.post('agent/invitation/register', form('top_agent', { inviteCode }))).body;
    const rows = await sql('select parent_id, owner_path from sys_user where id = $1', [data.id]);
    expect(rows).toEqual([{ parent_id: null, owner_path: `/${data.id}/` }]);
  });

  it('is refused a taken account, a common password and a wrong phone number, without a trace', async () => {
    const before = await sql('select count(*) from sys_user');
    const register = (input: object) => refusal(product.guest.post('agent/invitation/register', input));
    expect(await register(form('marsh_trading'))).toEqual([400, 'ACCOUNT_EXISTS']);
    expect(await register(form('x'))).toEqual([400, 'ACCOUNT_INVALID']);
    expect(await register(form('weak_one', { password: digestOf('password1') }))).toEqual([400, 'PASSWORD_COMMON']);
    expect(await register(form('phone_one', { phone: '123' }))).toEqual([400, 'BAD_REQUEST']);
    expect(await register(form('who_knows', { parentId: '1' }))).toEqual([400, 'UNKNOWN_PARAMETER']);
    expect(await sql('select count(*) from sys_user')).toEqual(before);
  });

  it('is refused when self-registration is closed', async () => {
    const open = (paramValue: string) =>
      product.admin.post('system/param/update-control-panel', {
        values: [{ paramKey: 'account.registerUser', paramValue }],
      });
    expect((await open('0')).status).toBe(200);
    try {
      const closed = [403, 'REGISTRATION_CLOSED'];
      expect(await refusal(product.guest.post('agent/invitation/register', form('too_late')))).toEqual(closed);
    } finally {
      await open('1');
    }
  });
});

it('registration needs a captcha like sign-in', async () => {
  const guarded = await testApp({ CAPTCHA: 'on' });
  try {
    const { rows } = await guarded.db.pool.query<{ invite_code: string }>(
      `select invite_code from sys_user where account = 'admin'`,
    );
    const input = form('bot_or_not', { inviteCode: rows[0]?.invite_code });
    const bare = guarded.guest.post('agent/invitation/register', input);
    expect(await refusal(bare)).toEqual([400, 'CAPTCHA_WRONG']);
    const { body } = await guarded.guest.get('auth/oauth/captcha');
    const headers = { 'captcha-key': body.key, 'captcha-code': await solveCaptcha(body.challenge) };
    expect((await guarded.guest.post('agent/invitation/register', input, headers)).status).toBe(200);
  } finally {
    await guarded.close();
  }
});
