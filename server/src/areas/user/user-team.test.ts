import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openPanel } from '../../engines/customers/app-users/index.ts';
import { registerPanelMembers } from '../../engines/messaging/seeds/index.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { reportedSeed } from '../../testing/seeds.ts';

let product: TestApp;
let operator: TestUser;
beforeAll(async () => {
  product = await testApp();
  openPanel();
  operator = await product.staff('admin');
});
afterAll(() => {
  registerPanelMembers(null);
  return product.close();
});

const call = (name: string) => `user/user-team/${name}`;
let count = 0;
const submit = async (form: object) => {
  count += 1;
  return (await operator.post(call('submit'), { teamName: `Team ${count}`, ...form })).body;
};
const team = async (id: string) => (await operator.get(call('detail'), { id })).body.data;

/** An approved task of a member who gave their consent. */
async function approved(member: TestUser) {
  await member.post('user/app-user/panel-consent', { isGiven: 1 });
  const { id } = await reportedSeed(product, { memberId: member.id });
  const { body } = await product.admin.post('whatsapp/embedded-number-task/update-isApproval', { id, status: 1 });
  expect(body.code).toBe(200);
}

describe('teams', () => {
  it('have a leader and members, each in one team at a time', async () => {
    const [leader, member] = [await product.appUser(), await product.appUser()];
    const first = await submit({ leaderId: String(leader.id), memberIds: [String(member.id), String(leader.id)] });
    expect(first.code).toBe(200);
    expect(await team(first.data.id)).toMatchObject({
      ...{ leaderName: leader.row.realName, memberCount: 2, monthDone: 0, approvedRate: null },
    });
    const second = await submit({ leaderId: String(leader.id), memberIds: [String(member.id)] });
    expect(second).toMatchObject({ bizCode: 'MEMBER_OF_TEAM', data: { fields: [{ field: 'memberIds' }] } });
    const moved = await operator.post('user/app-user/update', { id: String(member.id), teamId: null });
    expect(moved.body.code).toBe(200);
    expect(await team(first.data.id)).toMatchObject({ memberCount: 1 });
    expect((await submit({ leaderId: String(leader.id), memberIds: [String(member.id)] })).code).toBe(200);
  });

  it('of an agent have only users of its line, and only its line sees them', async () => {
    const agent = await product.agent();
    const [own, foreign] = [await product.appUser({ agent }), await product.appUser()];
    const form = { leaderId: String(own.id), agentId: String(agent.id) };
    expect(await submit({ ...form, leaderId: String(foreign.id) })).toMatchObject({ bizCode: 'TEAM_OF_AGENT' });
    expect(await submit({ ...form, memberIds: [String(foreign.id)] })).toMatchObject({ bizCode: 'TEAM_OF_AGENT' });
    const { data } = await submit({ ...form, memberIds: [String(own.id)] });
    expect((await agent.get(call('page'))).body.data.records).toMatchObject([{ id: data.id, memberCount: 1 }]);
    const other = await product.agent();
    expect((await other.get(call('page'))).body.data.records).toEqual([]);
    expect((await other.get(call('months'), { id: data.id })).status).toBe(404);
  });

  it('count the tasks of the time of the membership, and pay nobody for members', async () => {
    const [leader, member] = [await product.appUser(), await product.appUser()];
    await approved(member);
    const { data } = await submit({ leaderId: String(leader.id), memberIds: [String(member.id)], monthTarget: 10 });
    await approved(member);
    expect(await team(data.id)).toMatchObject({ monthDone: 1, monthTarget: 10, approvedRate: '100' });
    await operator.post(call('submit'), { id: data.id, memberIds: [] });
    await approved(member);
    expect(await team(data.id)).toMatchObject({ memberCount: 0, monthDone: 1 });
    const months = (await operator.get(call('months'), { id: data.id })).body.data;
    expect(months).toHaveLength(12);
    expect(months[0]).toMatchObject({ tasks: 1, approved: 1, rejected: 0, reward: '0.05', members: 1 });
    expect(months[1]).toMatchObject({ tasks: 0, reward: '0', members: 0 });
    const { rows } = await product.db.pool.query(
      'select sum(balance)::text as held from fin_wallet where user_id = $1',
      [leader.id],
    );
    expect(rows).toEqual([{ held: '0' }]);
  });

  it('lose their members when they are removed', async () => {
    const leader = await product.appUser();
    const { data } = await submit({ leaderId: String(leader.id), memberIds: [String(leader.id)] });
    await operator.post(call('remove'), { ids: data.id });
    expect((await operator.get('user/app-user/detail', { id: String(leader.id) })).body.data).toMatchObject({
      teamId: null,
    });
  });
});
