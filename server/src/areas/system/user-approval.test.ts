import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { roleIdsOfKeys } from '../../engines/people/identity/index.ts';
import { digestOf } from '../../kernel/auth/password.ts';
import { tokenHash } from '../../kernel/auth/tokens.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const PASSWORD = digestOf('Test-password-1');
const product = await testApp();
const keeper = await product.staff('warehouse');
const [id] = await product.db.tx((tx) => roleIdsOfKeys(tx, '000000', ['warehouse']));
const warehouse: string = String(id);
afterAll(() => product.close());

/** Registers a user verified by a provider. */
async function register(account: string): Promise<string> {
  const ticket = account.padEnd(43, '-');
  await product.db.drizzle.execute(sql`
    insert into auth_social_ticket (hash, source, subject, account, name, expires_at)
    values (${tokenHash(ticket)}, 'mock', ${account}, ${account}, 'Ada Example', now() + interval '1 minute')`);
  const input = { tenantId: '000000', account, password: PASSWORD, oauthId: ticket };
  const { body } = await product.guest.post('system/user/register-guest', input);
  expect(body.code).toBe(200);
  return body.data.id;
}
const signIn = async (account: string, lang = 'zh') =>
  (
    await product.guest.post(
      'auth/oauth/token',
      { grant_type: 'password', username: account, password: PASSWORD },
      { lang },
    )
  ).body;
const rowOf = async (account: string) =>
  (await product.admin.get('system/user/page', { account_equal: account })).body.data.records[0];
const change = async (userId: unknown, more: object) =>
  (await product.admin.post('system/user/update-status', { userId: String(userId), ...more })).body;

describe('the list of users', () => {
  it('refuses a filter by a secret column', async () => {
    expect((await product.admin.get('system/user/page', { passwordHash: 'x' })).status).toBe(400);
  });

  it('shows pending users with their way of registration, and never their secrets', async () => {
    const id = await register('list_waiting');
    const { body } = await product.admin.get('system/user/page', { status: 3, account: 'list_wait' });
    expect(body.data.records).toMatchObject([
      { id, account: 'list_waiting', realName: 'Ada Example', providers: 'mock', roleName: '', roleIds: [], status: 3 },
    ]);
    expect(JSON.stringify(body)).not.toContain('argon2');
    expect((await product.admin.get('system/user/detail', { id })).body.data).toMatchObject({
      account: 'list_waiting',
    });
  });

  it('can be limited to one department and those below it', async () => {
    const { rows } = await product.db.pool.query<{ id: string }>(
      `insert into sys_dept (tenant_id, code, dept_name, dept_name_en, path)
       values ('000000', 'sea', 'Sea', 'Sea', '/7/'), ('000000', 'ships', 'Ships', 'Ships', '/7/8/'), ('000000', 'land', 'Land', 'Land', '/70/') returning id`,
    );
    const [sea, ships, land] = rows.map(({ id }) => id);
    await product.db.pool.query('insert into sys_user_dept (user_id, dept_id) values ($1, $2)', [keeper.id, ships]);
    const found = async (deptId: unknown) =>
      (await product.admin.get('system/user/page', { deptId })).body.data.records.map(({ id }: { id: string }) => id);
    expect([await found(sea), await found(ships), await found(land)]).toEqual([[`${keeper.id}`], [`${keeper.id}`], []]);
  });

  it('names roles in the reader’s language', async () => {
    const named = async (lang: string) =>
      (await product.admin.get('system/user/page', { account_equal: keeper.account }, { lang })).body.data.records[0];
    expect((await named('zh')).roleName).toBe('仓管');
    expect(await named('en')).toMatchObject({ roleName: 'Stock keeper', roleIds: [warehouse], hasSecondFactor: 0 });
  });

  it('offers the roles the reader may assign', async () => {
    const { body } = await product.admin.get('system/user/role-choices', {}, { lang: 'en' });
    const names = body.data.map(({ labelEn }: { labelEn: string }) => labelEn);
    expect(names).toEqual(expect.arrayContaining(['Super admin', 'Stock keeper']));
    expect(names).not.toContain('Agent');
  });
});

describe('a registration', () => {
  it('notifies the administrators, with a link', async () => {
    const id = await register('told_waiting');
    const { body } = await product.admin.get('message/my/list', { size: 50 });
    expect(body.data.records).toContainEqual(
      expect.objectContaining({
        titleKey: 'REGISTRATION_SUBMITTED',
        type: 3,
        bizId: id,
        route: '/system/user/index?status=3',
        content: expect.stringContaining('Ada Example (told_waiting)'),
      }),
    );
    const others = (await keeper.get('message/my/list', { size: 50 })).body.data.records;
    expect(others).toEqual([]);
  });

  it('names the pending approval at the sign-in', async () => {
    await register('said_waiting');
    expect(await signIn('said_waiting')).toMatchObject({
      error_code: 'ACCOUNT_PENDING',
      error_description: expect.stringMatching(/^账号正在等待审核：您于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 提交注册/),
    });
    expect((await signIn('said_waiting', 'en')).error_description).toContain('administrators were notified');
  });

  it('is approved together with its roles, and not without one', async () => {
    const id = await register('role_waiting');
    expect(await change(id, { status: 1 })).toMatchObject({ code: 400, bizCode: 'ROLE_NEEDED' });
    const agent = await product.db.tx((tx) => roleIdsOfKeys(tx, '000000', ['agent']));
    expect(await change(id, { status: 1, roleIds: String(agent[0]) })).toMatchObject({
      bizCode: 'ROLE_NOT_ASSIGNABLE',
    });
    expect((await rowOf('role_waiting')).status).toBe(3);
    expect((await change(id, { status: 1, roleIds: warehouse })).data.status).toBe(1);
    expect(await rowOf('role_waiting')).toMatchObject({ status: 1, roleIds: [warehouse] });
    expect((await signIn('role_waiting')).user_id).toBe(id);
  });

  it('accepts roles only with the permission to grant them', async () => {
    const id = await register('gift_waiting');
    await product.db.drizzle.execute(sql`
      insert into sys_role_menu (role_id, menu_id) select ${BigInt(warehouse)}, id from sys_menu where code = 'system/user:status'`);
    product.app.sessions.forget();
    const answer = await keeper.post('system/user/update-status', { userId: id, status: 1, roleIds: warehouse });
    expect(answer.status).toBe(403);
    await product.db.drizzle.execute(sql`
      delete from sys_role_menu where menu_id = (select id from sys_menu where code = 'system/user:status')`);
    product.app.sessions.forget();
    expect(await rowOf('gift_waiting')).toMatchObject({ status: 3, roleIds: [] });
  });

  it('that was rejected shows its owner the reason until it is approved', async () => {
    const id = await register('sorry_waiting');
    expect((await change(id, { status: 0, reason: '请使用公司邮箱' })).data.status).toBe(0);
    expect(await rowOf('sorry_waiting')).toMatchObject({
      statusReason: '请使用公司邮箱',
      refusedAt: expect.any(String),
    });
    expect(await signIn('sorry_waiting')).toMatchObject({
      error_code: 'ACCOUNT_REFUSED',
      error_description: expect.stringContaining('请使用公司邮箱'),
    });
    expect((await change(id, { status: 1, roleIds: warehouse })).data.status).toBe(1);
    expect((await rowOf('sorry_waiting')).refusedAt).toBeNull();
    // A user disabled later does not see that note.
    expect((await change(id, { status: 0, reason: 'left the company' })).data.status).toBe(0);
    expect(await signIn('sorry_waiting')).toMatchObject({
      error_code: 'ACCOUNT_DISABLED',
      error_description: '账号已停用',
    });
  });
});

describe('a lock', () => {
  it('needs a future end and a reason, ends the sessions and can be removed', async () => {
    const bert = await product.staff('warehouse');
    const until = '2099-01-01 00:00:00';
    expect(await change(bert.id, { status: 2, reason: 'x' })).toMatchObject({ code: 400 });
    expect(await change(bert.id, { status: 2, until: '2020-01-01 00:00:00', reason: 'x' })).toMatchObject({
      bizCode: 'LOCK_TIME_PAST',
    });
    expect((await change(bert.id, { status: 2, until, reason: 'lost laptop' })).data.status).toBe(2);
    await expect.poll(async () => (await bert.get('system/user/info')).status).toBe(401);
    expect(await rowOf(bert.account)).toMatchObject({ status: 2, lockedUntil: until, statusReason: 'lost laptop' });
    expect((await signIn(bert.account)).error_code).toBe('ACCOUNT_LOCKED');
    expect((await change(bert.id, { status: 1 })).data.status).toBe(1);
    expect((await signIn(bert.account)).user_id).toBe(bert.id.toString());
  });
});

describe('too many wrong passwords', () => {
  const guess = (account: string) =>
    product.guest.post('auth/oauth/token', { grant_type: 'password', username: account, password: digestOf('wrong') });

  it('are listed, and cleared with the permission, which is recorded', async () => {
    const ella = await product.staff('warehouse');
    expect((await rowOf(ella.account)).restUntil).toBeNull();
    for (let turn = 0; turn < 5; turn += 1) await guess(ella.account);
    expect((await signIn(ella.account)).error_code).toBe('SIGN_IN_LOCKED');
    expect((await rowOf(ella.account)).restUntil).toMatch(/^\d{4}-/);

    const input = { userId: ella.id.toString() };
    expect((await product.admin.post('system/user/reset-attempts', input)).status).toBe(200);
    expect((await rowOf(ella.account)).restUntil).toBeNull();
    expect((await signIn(ella.account)).user_id).toBe(ella.id.toString());
    await product.app.audit.flush();
    const written = await product.admin.get('log/usual/list', { logId: 'SIGN_IN_ATTEMPTS_RESET' });
    expect(written.body.data.records[0]).toMatchObject({ logLevel: 'warn', createBy: 'admin' });
  });
});

describe('an administrator', () => {
  /** For a while, stock keepers may use every call of the screen. */
  async function canManage<T>(work: () => Promise<T>): Promise<T> {
    const grant = sql`select ${warehouse}::bigint, id from sys_menu where code in ('system/user:status', 'system/user:grant')`;
    await product.db.drizzle.execute(sql`insert into sys_role_menu (role_id, menu_id) ${grant}`);
    product.app.sessions.forget();
    try {
      return await work();
    } finally {
      await product.db.drizzle.execute(sql`delete from sys_role_menu where (role_id, menu_id) in (${grant})`);
      product.app.sessions.forget();
    }
  }

  it('is disabled, unlocked and given other roles only by another administrator', async () => {
    const other = await product.staff('administrator');
    const colleague = await product.staff('warehouse');
    const input = { userId: other.id.toString() };
    await canManage(async () => {
      const disable = { status: 0, reason: 'x' };
      expect((await keeper.post('system/user/update-status', { ...input, ...disable })).status).toBe(403);
      expect((await keeper.post('system/user/reset-attempts', input)).status).toBe(403);
      const roles = { userIds: other.id.toString(), roleIds: warehouse };
      expect((await keeper.post('system/user/grant', roles)).status).toBe(403);
      const given = await keeper.post('system/user/update-status', { userId: colleague.id.toString(), ...disable });
      expect(given.body.data.status).toBe(0);
    });
    expect((await rowOf(other.account)).status).toBe(1);
    expect((await change(other.id, { status: 0, reason: 'left' })).data.status).toBe(0);
  });

  it('remains, also after concurrent removals of roles', async () => {
    const holders = await product.db.drizzle.execute<{ id: string }>(sql`
      select u.id::text from sys_user u join sys_user_role ur on ur.user_id = u.id join sys_role r on r.id = ur.role_id
      where r.role_alias = 'administrator' and u.status = 1 and u.id <> ${product.admin.id} and u.tenant_id = '000000'`);
    for (const { id } of holders.rows)
      expect((await product.admin.post('system/user/grant', { userIds: id, roleIds: warehouse })).status).toBe(200);
    const own = { userIds: product.admin.id.toString(), roleIds: warehouse };
    expect((await product.admin.post('system/user/grant', own)).body.bizCode).toBe('LAST_ADMINISTRATOR');
    expect((await product.admin.get('system/user/page')).status).toBe(200);
  });
});

describe('assigned roles', () => {
  it('replace the roles that were read, and never a concurrent change', async () => {
    const [one, two] = [await product.staff('support'), await product.staff('warehouse')];
    const userIds = `${one.id},${two.id}`;
    const seen = async () => (await product.admin.get('system/user/granted', { userIds })).body.data;
    const { digest, roleIds } = await seen();
    expect(roleIds).toHaveLength(2);
    const [finance] = await product.db.tx((tx) => roleIdsOfKeys(tx, '000000', ['finance']));
    const grant = (more: object) => product.admin.post('system/user/grant', { userIds, roleIds: warehouse, ...more });
    // Another user assigns another role in between.
    const meanwhile = { userIds: String(two.id), roleIds: String(finance) };
    expect((await product.admin.post('system/user/grant', meanwhile)).body.code).toBe(200);
    expect((await grant({ digest })).body.bizCode).toBe('SET_CHANGED');
    expect((await seen()).roleIds).toContain(String(finance));
    expect((await grant({ digest: (await seen()).digest })).body.code).toBe(200);
    expect((await seen()).roleIds).toEqual([warehouse]);
    // A client that computes the set itself may leave the digest out.
    expect((await grant({})).body.code).toBe(200);
    expect((await keeper.get('system/user/granted', { userIds })).status).toBe(403);
  });
});

describe('a lost second factor', () => {
  const reset = (by: Pick<TestUser, 'post'>, userId: bigint, reason = 'phone lost') =>
    by.post('system/user/reset-second-factor', { userId: userId.toString(), reason });
  const twoSteps = async (user: TestUser): Promise<void> => {
    await product.db.drizzle.execute(sql`
      insert into auth_totp (user_id, secret, confirmed_at) values (${user.id}, 'sealed', now())`);
    await product.db.drizzle.execute(
      sql`insert into auth_recovery_code (user_id, code_hash) values (${user.id}, ${user.account})`,
    );
  };

  it('is reset: sessions end, the owner is notified, and the reset is recorded', async () => {
    const cora = await product.staff('warehouse');
    await twoSteps(cora);
    const halfWay = await signIn(cora.account);
    expect(halfWay.error_code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await rowOf(cora.account)).hasSecondFactor).toBe(1);
    const withoutReason = await product.admin.post('system/user/reset-second-factor', {
      userId: cora.id.toString(),
      reason: ' ',
    });
    expect(withoutReason.body).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'reason', message: '请填写原因' }] },
    });

    expect((await reset(product.admin, cora.id)).status).toBe(200);
    await expect.poll(async () => (await cora.get('system/user/info')).status).toBe(401);
    const code = { grant_type: 'totp', ticket: halfWay.data.ticket, code: '123456' };
    expect((await product.guest.post('auth/oauth/token', code)).body.error_code).toBe('TICKET_EXPIRED');
    const again = await signIn(cora.account);
    expect(again.user_id).toBe(cora.id.toString());
    const inbox = await product.guest.get('message/my/list', {}, { token: `bearer ${again.access_token}` });
    expect(inbox.body.data.records[0]).toMatchObject({
      titleKey: 'SECOND_FACTOR_RESET',
      content: expect.stringContaining('phone lost'),
      route: '/info/index?tab=security',
    });
    const left = await product.db.drizzle.execute(sql`select 1 from auth_recovery_code where user_id = ${cora.id}`);
    expect(left.rows).toEqual([]);
    await product.app.audit.flush();
    const written = await product.admin.get('log/usual/list', { logId: 'SECOND_FACTOR_RESET' });
    expect(written.body.data.records[0]).toMatchObject({ logLevel: 'warn', createBy: 'admin' });
    expect(JSON.parse(written.body.data.records[0].logData)).toMatchObject({
      account: cora.account,
      reason: 'phone lost',
    });
    expect((await reset(product.admin, cora.id)).body.bizCode).toBe('TWO_FACTOR_OFF');
  });

  it('of an approver is reset after another person has approved, and its owner is notified at once', async () => {
    const checker = await product.staff('finance_check');
    await twoSteps(checker);
    const asked = await reset(product.admin, checker.id, 'new phone');
    expect(asked.body.data).toMatchObject({ approvalId: expect.any(String), approvalNo: expect.stringMatching(/^RV/) });
    const { approvalId: ids } = asked.body.data;
    expect((await rowOf(checker.account)).hasSecondFactor).toBe(1);
    const inbox = async () => (await checker.get('message/my/list')).body.data.records[0];
    expect(await inbox()).toMatchObject({
      titleKey: 'SECOND_FACTOR_RESET_ASKED',
      content: expect.stringContaining('new phone'),
    });
    expect((await reset(product.admin, checker.id)).body.bizCode).toBe('RESET_ASKED');

    const pass = (by: TestUser) => by.post('desk/approval/pass', { ids });
    expect((await pass(product.admin)).body.bizCode).toBe('SELF_APPROVAL');
    const compliance = await product.staff('compliance');
    expect((await pass(compliance)).body.code).toBe(200);
    expect((await rowOf(checker.account)).hasSecondFactor).toBe(0);
    await expect.poll(async () => (await checker.get('system/user/info')).status).toBe(401);
    const again = await product.enter(checker.row);
    expect((await again.get('message/my/list')).body.data.records[0]).toMatchObject({
      titleKey: 'SECOND_FACTOR_RESET',
    });
  });

  it('creates no second person: the resetter’s requests cannot be approved by that account for 72 hours', async () => {
    const agent = await product.agent();
    const ask = async (by: Pick<TestUser, 'post'>) => {
      const input = { ids: String(agent.id), money: '600', reason: 'Bank slip' };
      return (await by.post('agent/user/manual-update-balance', input)).body.data.approvalId as string;
    };
    const checker = await product.staff('finance_check');
    const own = await ask(product.admin);
    const colleague = await ask(await product.staff('finance'));
    const given = await product.admin.post('system/user/reset-password', { userIds: String(checker.id) });
    expect(given.body.code).toBe(200);
    await product.db.pool.query('update sys_user set must_change_password = 0 where id = $1', [String(checker.id)]);
    const again = await product.enter(checker.row);
    const pass = (ids: string) => again.post('desk/approval/pass', { ids });
    expect((await pass(own)).body.bizCode).toBe('APPROVER_RESET');
    expect((await pass(colleague)).body.code).toBe(200);
    const at = (hours: number) =>
      product.db.pool.query(
        'update sys_user set credentials_reset_at = now() - make_interval(hours => $2) where id = $1',
        [String(checker.id), hours],
      );
    await at(71);
    expect((await pass(own)).body.bizCode).toBe('APPROVER_RESET');
    await at(73);
    expect((await pass(own)).body.code).toBe(200);
  });

  it('cannot be reset by its owner, and an administrator’s only by another administrator', async () => {
    await twoSteps(product.admin);
    expect((await reset(product.admin, product.admin.id)).body.bizCode).toBe('STEP_UP_REQUIRED');
    await product.db.pool.query('update auth_session set stepped_up_at = now() where user_id = $1', [
      String(product.admin.id),
    ]);
    product.app.sessions.forget();
    expect((await reset(product.admin, product.admin.id)).body.bizCode).toBe('SECOND_FACTOR_OWN');
    await product.db.drizzle.execute(sql`
      insert into sys_role_menu (role_id, menu_id) select ${BigInt(warehouse)}, id from sys_menu where code = 'system/user:reset-second-factor'`);
    product.app.sessions.forget();
    expect((await reset(keeper, product.admin.id)).status).toBe(403);
    const dora = await product.staff('warehouse');
    await twoSteps(dora);
    expect((await reset(keeper, dora.id)).status).toBe(200);
  });
});
