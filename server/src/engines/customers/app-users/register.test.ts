import { appKycLevel, appUserKind } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { type TestApp, testApp } from '../../../testing/app.ts';
import { balanceOf } from '../../money/ledger/index.ts';
import { changeStatus, DEFAULT_TENANT, findUser } from '../../people/identity/index.ts';
import { type AppUserRegistration, appUserOf, registerAppUser } from './index.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

let count = 0;
const register = (more: Partial<AppUserRegistration> = {}) => {
  count += 1;
  return product.db.tx((tx) =>
    registerAppUser(tx, {
      ...{ tenantId: DEFAULT_TENANT, account: `visitor_${count}`, password: 'Visitor-12345', ip: '203.0.113.77' },
      ...{ userAgent: 'Mozilla/5.0', name: `Visitor ${count}`, agreeVersion: '2', sourceVisitorId: 'v-1', ...more },
    }),
  );
};
const system = systemActor(DEFAULT_TENANT);
const rowOf = (userId: bigint) => product.db.tx((tx) => findUser(tx, system, userId));
const approve = (userId: bigint) => product.db.tx((tx) => changeStatus(tx, system, { userId, status: 1 }));

describe('registering an app user', () => {
  it('opens an account with wallets that waits for approval', async () => {
    const { userId } = await register();
    const row = await rowOf(userId);
    expect(row).toMatchObject({
      ...{ userType: userType.is.appUser, status: userStatus.is.awaitingApproval, mustChangePassword: 0 },
      ...{ parentId: null, ownerPath: `/${userId}/` },
    });
    expect(await balanceOf(product.db.drizzle, system, { userId })).toMatchObject({ balance: 0n });
    expect(await appUserOf(product.db.drizzle, userId)).toMatchObject({
      ...{ userId, agentId: null, inviterId: null, userKind: appUserKind.is.customer, kycLevel: appKycLevel.is.none },
    });
    const { rows } = await product.db.pool.query('select * from app_user where user_id = $1', [String(userId)]);
    expect(rows[0]).toMatchObject({ register_ip: '203.0.113.0/24', visitor_id: 'v-1', agree_version: '2' });
  });

  it('refuses to sign in before the approval, and gives the role of app users after it', async () => {
    const { userId } = await register({ account: 'waiting_visitor' });
    const signIn = () =>
      product.guest.post('auth/oauth/token', {
        ...{ tenantId: DEFAULT_TENANT, username: 'waiting_visitor', password: 'Visitor-12345', grant_type: 'password' },
      });
    expect((await signIn()).body).toMatchObject({ error_code: 'ACCOUNT_PENDING' });
    await approve(userId);
    const user = await product.enter(await rowOf(userId));
    expect((await user.actor()).roleKeys).toEqual(['app_user']);
    expect((await user.get('agent/user/balance')).body.data).toMatchObject({ balance: '0' });
    expect((await user.get('agent/user/lazy-page')).status).toBe(403);
  });

  it('puts the invited below the agent who invited them, and those they invite as well', async () => {
    const agent = await product.agent();
    const { userId } = await register({ inviteCode: agent.row.inviteCode });
    expect(await appUserOf(product.db.drizzle, userId)).toMatchObject({ agentId: agent.id, inviterId: agent.id });
    await approve(userId);
    const { inviteCode, ownerPath } = await rowOf(userId);
    expect(ownerPath).toBe(`${agent.row.ownerPath}${userId}/`);
    const invited = await register({ inviteCode: inviteCode.toLowerCase() });
    expect(await appUserOf(product.db.drizzle, invited.userId)).toMatchObject({ agentId: agent.id, inviterId: userId });
    const tree = (await agent.get('agent/user/lazy-page')).body.data.records;
    expect(tree).toEqual([]);
    expect((await agent.get('agent/user/detail', { id: userId })).status).toBe(404);
  });

  it('refuses an unknown invite code, a taken account and a tenant without registration', async () => {
    await expect(register({ inviteCode: 'NOBODY00' })).rejects.toMatchObject({ code: 'INVITE_UNKNOWN' });
    await register({ account: 'taken_visitor' });
    await expect(register({ account: 'Taken_Visitor' })).rejects.toMatchObject({ code: 'ACCOUNT_EXISTS' });
    await expect(register({ tenantId: '999999' })).rejects.toMatchObject({ code: 'REGISTRATION_CLOSED' });
  });
});
