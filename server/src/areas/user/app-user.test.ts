import { appKycLevel, appUserKind } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { PANEL_CONSENT_VERSION } from '@trade-assistant/contract/areas/user/app-user.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endAllLocks, openPanel } from '../../engines/customers/app-users/index.ts';
import { chooseSeeds, registerPanelMembers } from '../../engines/messaging/seeds/index.ts';
import { grantBonus } from '../../engines/money/ledger/index.ts';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { PIXEL } from '../../testing/pixel.ts';
import { cheatedSeed, openSeeds, reportedSeed, sentSeed } from '../../testing/seeds.ts';

let product: TestApp;
let support: TestUser;
let operator: TestUser;
let compliance: TestUser;
beforeAll(async () => {
  product = await testApp();
  openPanel();
  [support, operator, compliance] = [
    await product.staff('support'),
    await product.staff('admin'),
    await product.staff('compliance'),
  ];
});
afterAll(() => {
  registerPanelMembers(null);
  return product.close();
});

const call = (name: string) => `user/app-user/${name}`;
const detail = async (id: bigint | string, who: TestUser = product.admin) =>
  (await who.get(call('detail'), { id })).body.data;
const isSignedOut = (user: TestUser) =>
  expect.poll(async () => (await user.get('agent/user/balance')).status).toBe(401);
const consent = (member: TestUser, isGiven = 1) => member.post(call('panel-consent'), { isGiven });

async function uploaded(who: TestUser): Promise<string> {
  const { body, headers } = multipart({}, { name: 'screen.png', content: PIXEL });
  return (await who.post(call('panel-proof'), body, headers)).body.data.link;
}

describe('the accounts of app users', () => {
  it('adds an account that must change its password, with wallet, agent and history', async () => {
    const agent = await product.agent();
    const form = { account: 'app_one', password: 'Temporary-1', realName: '小林', agentId: String(agent.id) };
    const added = await operator.post(call('add'), { ...form, phone: '+12025550142', countryCode: 'US' });
    expect(added.body).toMatchObject({ code: 200, data: { account: 'app_one', status: 1 } });
    const { id } = added.body.data;
    expect(await detail(id)).toMatchObject({
      ...{ account: 'app_one', agentName: agent.row.realName, phone: '+12025550142', balance: '0', trustScore: 60 },
      ...{ userKind: appUserKind.is.customer, kycLevel: appKycLevel.is.none, registerSource: 1, lockCount: 0 },
    });
    const { body } = await product.admin.get(call('timeline'), { id });
    expect(body.data).toMatchObject([{ event: 'create', to: 1 }]);
    expect((await operator.post(call('add'), form)).body).toMatchObject({ bizCode: 'ACCOUNT_EXISTS' });
    expect((await operator.post(call('add'), { ...form, account: 'app_x', password: 'short' })).status).toBe(400);
  });

  it('hides contact data from those without the permission, and refuses changes of stale rows', async () => {
    const user = await product.appUser();
    const id = String(user.id);
    const contact = { phone: '+12025550143', email: 'kim@example.com' };
    await product.admin.post(call('update'), { id, ...contact });
    const read = await detail(id, operator);
    expect(read).toMatchObject(contact);
    const seen = await detail(id, await product.staff('finance'));
    expect(seen).not.toHaveProperty('phone');
    expect(seen).not.toHaveProperty('email');
    const renamed = { id, realName: 'Kim', version: read.version };
    expect((await operator.post(call('update'), renamed)).body.code).toBe(200);
    expect(await detail(id)).toMatchObject({ ...contact, realName: 'Kim' });
    expect((await operator.post(call('update'), renamed)).body).toMatchObject({ bizCode: 'STALE_DATA' });
    const level = await operator.post(call('update'), { id, kycLevel: appKycLevel.is.full });
    expect(level.status).toBe(403);
    await compliance.post(call('update'), { id, kycLevel: appKycLevel.is.full });
    expect(await detail(id)).toMatchObject({ kycLevel: appKycLevel.is.full });
  });

  it('gives support the basic data only', async () => {
    const { id, account } = await product.appUser({ money: 7_000_000n });
    expect((await support.get(call('page'))).status).toBe(403);
    const page = await support.get(call('basics-page'), { account });
    expect(page.body.data.records).toMatchObject([{ id: String(id), account, trustScore: 60 }]);
    const info = await support.get(call('basics-info'), { id });
    for (const row of [page.body.data.records[0], info.body.data])
      for (const hidden of ['balance', 'totalRecharge', 'phone', 'email', 'registerIp', 'inviteCode'])
        expect(row).not.toHaveProperty(hidden);
  });

  it('shows agents the users who belong to their line', async () => {
    const agent = await product.agent();
    const below = await product.agent({ parent: agent });
    const own = await product.appUser({ agent: below });
    const foreign = await product.appUser();
    const { body } = await agent.get(call('page'));
    expect(body.data.records.map(({ id }: { id: string }) => id)).toEqual([String(own.id)]);
    expect((await agent.get(call('detail'), { id: String(foreign.id) })).status).toBe(404);
    expect((await agent.get('agent/user/lazy-page', { parentId: below.id })).body.data.records).toEqual([]);
    expect((await agent.get('agent/user/detail', { id: below.id })).body.data).toMatchObject({ subCount: 0 });
  });

  it('approves and rejects those who registered', async () => {
    const id = String((await product.appUser()).id);
    await product.db.pool.query('update sys_user set status = 3 where id = $1', [id]);
    expect((await support.post(call('approve'), { ids: id })).status).toBe(403);
    expect((await operator.post(call('approve'), { ids: id })).body.code).toBe(200);
    expect((await operator.post(call('refuse'), { ids: id, reason: 'Twice' })).body).toMatchObject({
      bizCode: 'STATE_CONFLICT',
    });
    await operator.post(call('disable'), { ids: id, reason: 'Left' });
    expect(await detail(id)).toMatchObject({ status: 0, lockReason: 'Left' });
    await operator.post(call('enable'), { ids: id });
    expect(await detail(id)).toMatchObject({ status: 1, lockReason: null });
  });

  it('removes accounts that were never used, and no others', async () => {
    const form = { account: 'app_never', password: 'Temporary-1', realName: 'Never' };
    const { id } = (await operator.post(call('add'), form)).body.data;
    const used = await product.appUser();
    const both = await operator.post(call('remove'), { ids: `${id},${used.id}` });
    expect(both.body).toMatchObject({ bizCode: 'APP_USER_ACTIVE' });
    expect((await operator.post(call('remove'), { ids: id })).body.code).toBe(200);
    expect((await operator.get(call('detail'), { id })).status).toBe(404);
  });

  it('sets a temporary password, ends the sessions and asks for a new one', async () => {
    const user = await product.appUser();
    const { body } = await support.post(call('update-password'), {
      userId: String(user.id),
      newPassword: 'Temporary-77',
    });
    expect(body.data).toMatchObject([{ account: user.account, password: 'Temporary-77' }]);
    await isSignedOut(user);
    const signIn = { tenantId: '000000', username: user.account, password: 'Temporary-77', grant_type: 'password' };
    expect((await product.guest.post('auth/oauth/token', signIn)).body).toMatchObject({ must_change_password: 1 });
    const random = await support.post(call('update-password'), { ids: String(user.id) });
    expect(random.body.data[0].password).not.toBe('Temporary-77');
    const agent = await product.agent();
    expect((await support.post(call('update-password'), { ids: String(agent.id) })).status).toBe(404);
  });

  it('sends a message to many, at most so many a minute', async () => {
    const people = [await product.appUser(), await product.appUser()];
    const ids = people.map(({ id }) => id).join();
    expect((await support.post(call('send-message'), { ids, message: 'Maintenance at 20:00' })).body.data).toEqual({
      count: 2,
    });
    for (const one of people) {
      const { records } = (await one.get('message/my/list')).body.data;
      expect(records[0]).toMatchObject({ content: 'Maintenance at 20:00' });
    }
    const other = await support.post(call('send-message'), { ids: `${ids},${operator.id}`, message: 'x' });
    expect(other.status).toBe(404);
    expect((await support.post(call('send-message'), { ids, message: 'x'.repeat(501) })).status).toBe(400);
  });
});

describe('locks', () => {
  it('locks for days, ends the sessions and unlocks', async () => {
    const user = await product.appUser();
    const lock = { ids: String(user.id), day: 3 };
    const locked = await support.post(call('lock-account'), { ...lock, reason: 'Strange sign-ins' });
    expect(locked.body.data).toMatchObject({ count: 1 });
    await isSignedOut(user);
    expect(await detail(user.id)).toMatchObject({ status: 2, lockCount: 1, lockReason: 'Strange sign-ins' });
    await support.post(call('lock-account'), { ids: String(user.id), day: 0 });
    expect(await detail(user.id)).toMatchObject({ status: 1, lockUntil: null });
    const events = (await product.admin.get(call('timeline'), { id: String(user.id) })).body.data.map(
      ({ event }: { event: string }) => event,
    );
    expect(events).toEqual(['unlock', 'lock', 'create']);
  });

  it('lets support lock for a week and compliance for longer; support cannot end the longer lock', async () => {
    const user = await product.appUser();
    const long = { ids: String(user.id), day: 30, reason: 'Fraud' };
    expect((await support.post(call('lock-account'), long)).body).toMatchObject({ bizCode: 'LOCK_TOO_LONG' });
    expect((await compliance.post(call('lock-account'), long)).body.code).toBe(200);
    expect((await support.post(call('lock-account'), { ids: String(user.id), day: 0 })).body).toMatchObject({
      bizCode: 'LOCK_TOO_LONG',
    });
    expect((await compliance.post(call('lock-account'), { ids: String(user.id), day: 366, reason: 'x' })).status).toBe(
      400,
    );
  });

  it('unlocks by itself when the lock is over', async () => {
    const user = await product.appUser();
    await support.post(call('lock-account'), { ids: String(user.id), day: 1, reason: 'Check' });
    await endAllLocks(product.app);
    expect(await detail(user.id)).toMatchObject({ status: 2 });
    await product.db.pool.query(`update sys_user set locked_until = now() - interval '1 second' where id = $1`, [
      user.id,
    ]);
    await endAllLocks(product.app);
    expect(await detail(user.id)).toMatchObject({ status: 1, lockUntil: null, lockReason: null });
  });
});

describe('money', () => {
  it('adjusts within the limit of one person, and asks a second person above it', async () => {
    const finance = await product.staff('finance');
    const user = await product.appUser();
    const small = { money: '12.5', ids: String(user.id), reason: 'Goodwill' };
    const done = await finance.post(call('manual-update-balance'), small);
    expect(done.body.data).toMatchObject({ okCount: 1, pendingApproval: false, items: [{ balance: '12.5' }] });
    const large = await finance.post(call('manual-update-balance'), { ...small, money: '900' });
    expect(large.body.data).toMatchObject({ okCount: 0, pendingApproval: true });
    const second = await product.staff('finance_check');
    await second.post('desk/approval/pass', { ids: large.body.data.approvalId });
    expect(await detail(user.id)).toMatchObject({ balance: '912.5' });
    const agent = await product.agent();
    expect((await finance.post(call('manual-update-balance'), { ...small, ids: String(agent.id) })).status).toBe(404);
    const asAgent = await finance.post('agent/user/manual-update-balance', small);
    expect(asAgent.status).toBe(404);
  });
});

describe('cleaning and erasing', () => {
  it('refuses while there is money', async () => {
    const { id } = await product.appUser({ money: 1_000_000n });
    const { body } = await compliance.post(call('clean-account'), { ids: String(id), reason: 'Asked' });
    expect(body).toMatchObject({ bizCode: 'CLEAN_BLOCKED' });
    expect(body.msg).toContain('1.00');
  });

  it('ends sessions, removes payees and cancels unreported tasks', async () => {
    const user = await product.appUser();
    await consent(user);
    const task = await sentSeed(product, { memberId: user.id });
    await user.post('user/wallet-address/save', {
      ...{ network: 1, address: 'TJRabPrwbZy45sbavfcjinPJC18kjpRTv8', label: 'Mine' },
    });
    expect((await compliance.post(call('clean-account'), { ids: String(user.id), reason: 'Asked' })).body.data).toEqual(
      {
        ...{ count: 1, approvals: [] },
      },
    );
    await isSignedOut(user);
    const found = await product.db.pool.query('select status from sed_task where id = $1', [task.id]);
    expect(found.rows).toEqual([{ status: 6 }]);
    const payees = 'select from pay_wallet_address where user_id = $1 and deleted_at is null';
    expect((await product.db.pool.query(payees, [user.id])).rowCount).toBe(0);
  });

  it('erases after a second person approves', async () => {
    await product.work();
    const user = await product.appUser({ name: 'Erika Muster' });
    const erase = { ids: String(user.id), reason: 'Asked', mode: 'ERASE' };
    expect((await operator.post(call('clean-account'), erase)).status).toBe(403);
    const { data } = (await compliance.post(call('clean-account'), erase)).body;
    const [{ approvalId }] = data.approvals;
    expect((await compliance.post('desk/approval/pass', { ids: approvalId })).body.code).not.toBe(200);
    const second = await product.staff('compliance');
    expect((await second.post('desk/approval/pass', { ids: approvalId })).body.code).toBe(200);
    const row = async () =>
      (await product.db.pool.query('select real_name, deleted_at from sys_user where id = $1', [user.id])).rows[0];
    await expect.poll(async () => (await row()).real_name).toBe(`#${user.id}`);
    expect((await product.admin.get(call('detail'), { id: String(user.id) })).status).toBe(404);
  });
});

describe('panel members', () => {
  it('need their own consent', async () => {
    const user = await product.appUser();
    const asMember = { id: String(user.id), userKind: appUserKind.is.member };
    const refused = await operator.post(call('update'), asMember);
    expect(refused.body).toMatchObject({ bizCode: 'PANEL_CONSENT_MISSING', data: { fields: [{ field: 'userKind' }] } });
    expect((await user.post(call('panel-consent'), { isGiven: 1, version: 'old' })).body).toMatchObject({
      bizCode: 'PANEL_CONSENT_VERSION',
    });
    expect((await consent(user)).body.data).toMatchObject({
      isMember: 1,
      version: PANEL_CONSENT_VERSION,
      trustScore: 60,
    });
    expect(await detail(user.id)).toMatchObject({ userKind: appUserKind.is.member });
    await consent(user, 0);
    expect(await detail(user.id)).toMatchObject({ userKind: appUserKind.is.customer, panelConsentTime: null });
    expect((await operator.post(call('update'), asMember)).body.code).toBe(400);
  });

  it('get tasks while they consent, are trusted and not locked', async () => {
    const member = await product.appUser();
    await consent(member);
    await openSeeds(product, 1, { memberId: member.id, country: 'NZ' });
    const demand = { tenantId: '000000', channel: 1, countries: [{ countryCode: 'NZ', lines: 10 }] };
    const chosen = () => product.db.tx(async (tx) => (await chooseSeeds(product.app, tx, demand)).length);
    expect(await chosen()).toBe(1);
    await compliance.post(call('lock-account'), { ids: String(member.id), day: 1, reason: 'Check' });
    expect(await chosen()).toBe(0);
    await compliance.post(call('lock-account'), { ids: String(member.id), day: 0 });
    expect(await chosen()).toBe(1);
    await product.setParameter('appUser.minTrust', '61');
    expect(await chosen()).toBe(0);
    await product.setParameter('appUser.minTrust', '40');
  });

  it('report their own tasks, are rewarded, judged and locked, and may appeal', async () => {
    const member = await product.appUser();
    await consent(member);
    const { id } = await sentSeed(product, { memberId: member.id, receipt: 2 });
    expect((await member.get(call('panel-tasks'))).body.data).toMatchObject([{ id, reportedStatus: 0 }]);
    const other = await product.appUser();
    expect((await other.post(call('panel-report'), { id, reportedStatus: 1 })).status).toBe(404);
    const foreign = { id, reportedStatus: 1, evidence: [await uploaded(other)] };
    expect((await member.post(call('panel-report'), foreign)).body.bizCode).toBe('SEED_PROOF_GONE');
    const evidence = [await uploaded(member)];
    expect((await member.post(call('panel-report'), { id, reportedStatus: 1, evidence })).body.code).toBe(200);
    const tasks = 'whatsapp/embedded-number-task';
    const shown = (await product.admin.get(`${tasks}/detail`, { id })).body.data.evidence;
    expect(shown).toEqual([expect.stringContaining(`${evidence[0]?.split('&')[0]}&ticket=`)]);
    await product.admin.post(`${tasks}/update-isApproval`, { id, status: 1 });
    expect(await detail(member.id)).toMatchObject({
      ...{ taskCount: 1, approvedCount: 1, trustScore: 62, totalReward: '0.05', balance: '0.05' },
    });
    const judged = await reportedSeed(product, { memberId: member.id });
    await product.db.pool.query('update sed_task set is_cheat = 1, is_approval = 0, status = 4 where id = $1', [
      judged.id,
    ]);
    expect(await detail(member.id)).toMatchObject({ cheatCount: 1, trustScore: 32 });
    expect((await compliance.post(`${tasks}/lock-account`, { ids: judged.id })).body.data).toMatchObject({ locked: 1 });
    expect(await detail(member.id)).toMatchObject({ status: 2 });
    expect((await member.get(call('panel'))).status).toBe(401);
  });
});

it('an appeal of a member shows its pictures to the member and to staff', async () => {
  const member = await product.appUser();
  const marked = await cheatedSeed(product, member.id);
  const evidence = [await uploaded(member)];
  const appeal = { id: marked.id, reason: 'My own picture', evidence };
  expect((await member.post(call('panel-appeal'), appeal)).body.code).toBe(200);
  const pictures = [expect.stringContaining(`${evidence[0]?.split('&')[0]}&ticket=`)];
  expect((await member.get(call('panel-tasks'))).body.data).toMatchObject([{ appealEvidence: pictures }]);
  const { data } = (await product.admin.get('whatsapp/embedded-number-task/detail', { id: marked.id })).body;
  expect(data.appealEvidence).toEqual(pictures);
  const { rows } = await product.db.pool.query(
    `select u.resource from file_use u join kernel_file f on f.id = u.file_id where f.source = 'user/app-user/panel-proof' and f.owner_id = $1`,
    [member.id],
  );
  expect(rows).toEqual([{ resource: 'whatsapp/embedded-number-task' }]);
});

it('the bonus of a user is shown beside the balance', async () => {
  const user = await product.appUser();
  const gift = { userId: BigInt(user.id), amount: parseMoney('2.5'), bizType: 'activity', idemKey: `bonus:${user.id}` };
  const actor = await product.admin.actor();
  await product.db.tx((tx) => grantBonus(tx, actor, gift));
  expect(await detail(String(user.id))).toMatchObject({ balance: '0', bonus: '2.5' });
});

describe('user/app', () => {
  it('shows and changes the same accounts', async () => {
    const saved = await operator.post('user/app/save', { account: 'app_by_name', realName: 'Alias' });
    const { id } = saved.body.data;
    expect((await operator.get('user/app/list', { account: 'app_by_name' })).body.data.records).toHaveLength(1);
    await operator.post('user/app/update', { id, realName: 'Renamed' });
    expect(await detail(id)).toMatchObject({ realName: 'Renamed' });
    expect((await operator.post('user/app/remove', { ids: id })).body.code).toBe(200);
  });
});
