import { afterAll, describe, expect, it } from 'vitest';
import { expireApprovals } from '../../engines/office/approvals/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
const clerk = await product.staff('finance');
const checker = await product.staff('finance_check');
afterAll(() => product.close());

const balanceOf = async (user: TestUser): Promise<string> => (await user.get('agent/user/balance')).body.data.balance;
const ask = async (who: TestUser, user: TestUser, money = '600'): Promise<string> => {
  const input = { ids: String(user.id), money, reason: 'Bank slip 7' };
  const { body } = await who.post('agent/user/manual-update-balance', input);
  expect(body).toMatchObject({ code: 200, data: { pendingApproval: true } });
  return body.data.approvalId;
};
const pass = (who: Pick<TestUser, 'post'>, ids: string) => who.post('desk/approval/pass', { ids });
const detail = async (who: TestUser, id: string) => (await who.get('desk/approval/detail', { id })).body;
const newest = async (who: TestUser) => (await who.get('message/my/list', { size: 10 })).body.data.records[0];

describe('a request for a second person', () => {
  it('is decided by a second person only', async () => {
    const id = await ask(clerk, await product.agent());
    expect((await pass(clerk, id)).status).toBe(403);
    expect((await pass(checker, 'x')).status).toBe(400);
    expect((await pass(checker, id)).status).toBe(200);
  });

  it('leaves a movement that names both people and leads to the request', async () => {
    const agent = await product.agent();
    const id = await ask(clerk, agent);
    await pass(checker, id);
    const movements = async (who: TestUser) =>
      (await who.get('finance/log/list', { userId: String(agent.id) })).body.data.records;
    const [movement] = await movements(clerk);
    const { approvalNo } = (await detail(clerk, id)).data;
    expect(movement).toMatchObject({ bizType: 'manual_adjust', bizId: id, bizNo: approvalNo });
    expect(movement).toMatchObject({ operatorName: 'finance', approverName: 'finance_check' });
    expect((await clerk.get('finance/log/detail', { id: movement.id })).body.data.approverName).toBe('finance_check');
    // One person's adjustment names one person, and is about the user.
    await clerk.post('agent/user/manual-update-balance', { ids: String(agent.id), money: '-1', reason: 'Too much' });
    const [alone] = await movements(agent);
    expect(alone).toMatchObject({ bizId: String(agent.id), bizNo: null, approverName: null });
  });

  it('of a requester without the permission is not approved, and can be refused', async () => {
    const agent = await product.agent();
    const asker = await product.staff('finance');
    const [lost, gone, kept] = [await ask(asker, agent), await ask(asker, agent), await ask(asker, agent)];
    const roles = async (from: string, to: string) => {
      await product.db.pool.query(
        `update sys_user_role set role_id = (select id from sys_role where role_alias = $3 and tenant_id = '000000')
         where user_id = $1 and role_id = (select id from sys_role where role_alias = $2 and tenant_id = '000000')`,
        [String(asker.id), from, to],
      );
      product.app.sessions.forget();
    };
    await roles('finance', 'warehouse');
    expect((await pass(checker, lost)).body).toMatchObject({ code: 403, bizCode: 'ASKER_LOST' });
    expect(await balanceOf(agent)).toBe('0');
    expect((await detail(checker, lost)).data.status).toBe(0);
    expect((await checker.post('desk/approval/turn-down', { ids: lost, reason: 'Left finance' })).body.code).toBe(200);
    await roles('warehouse', 'finance');
    expect((await pass(checker, kept)).body.code).toBe(200);
    await product.admin.post('system/user/update-status', { userId: String(asker.id), status: 0, reason: 'Left' });
    expect((await pass(checker, gone)).body.bizCode).toBe('ASKER_LOST');
  });

  it('is announced to every approver except the requester', async () => {
    const asker = await product.staff('administrator');
    const other = await product.staff('administrator');
    const id = await ask(asker, await product.agent());
    const route = `/desk/approval/index?record=${id}`;
    expect((await newest(other))?.route).toBe(route);
    expect((await newest(asker))?.route).not.toBe(route);
  });

  it('is visible to requester and approvers, names its object, and notifies the approvers', async () => {
    const user = await product.agent({ name: 'Ada Chen' });
    const id = await ask(clerk, user);
    expect(await newest(checker)).toMatchObject({
      titleKey: 'ADJUSTMENT_TODO',
      content: expect.stringContaining('+600.00 USDT'),
      route: `/desk/approval/index?record=${id}`,
    });
    expect((await detail(checker, id)).data).toMatchObject({
      kind: 1,
      subject: expect.stringContaining('+600.00 USDT'),
      amount: '600',
      currency: 'USDT',
      reason: 'Bank slip 7',
      status: 0,
      isOwn: 0,
      lines: [
        {
          name: expect.stringContaining('Ada Chen'),
          route: `/agent/user/index?record=${user.id}`,
          note: '+600.00 USDT',
        },
      ],
    });
    expect((await detail(clerk, id)).data).toMatchObject({ isOwn: 1 });
    expect((await detail(await product.staff('finance'), id)).code).toBe(404);
    expect(await balanceOf(user)).toBe('0');
  });

  it('is carried out on approval, with both names', async () => {
    const user = await product.agent();
    const id = await ask(clerk, user);
    expect((await pass(checker, id)).status).toBe(200);
    expect(await balanceOf(user)).toBe('600');
    const { rows } = await product.db.pool.query(
      `select operator_id::text, operator_name, approver_id::text, reason from fin_journal where idem_key = $1`,
      [`adj:approval:${id}:${user.id}`],
    );
    expect(rows).toEqual([
      {
        operator_id: String(clerk.id),
        operator_name: clerk.row.realName,
        approver_id: String(checker.id),
        reason: 'Bank slip 7',
      },
    ]);
    expect((await detail(clerk, id)).data).toMatchObject({ status: 1, decidedByName: checker.row.realName });
    expect(await newest(clerk)).toMatchObject({ titleKey: 'APPROVAL_PASSED' });
    expect((await pass(checker, id)).body.bizCode).toBe('STATE_CONFLICT');
    expect(await balanceOf(user)).toBe('600');
  });

  it('is decided once, for any number of concurrent decisions', async () => {
    const user = await product.agent();
    const id = await ask(clerk, user);
    const deciders = [checker, product.admin, await product.staff('finance_check'), checker];
    const answers = await Promise.all(
      deciders.map((who, index) =>
        index % 2 ? pass(who, id) : who.post('desk/approval/turn-down', { ids: id, reason: 'No slip' }),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = (await detail(clerk, id)).data;
    expect(await balanceOf(user)).toBe(status === 1 ? '600' : '0');
  });

  it('cannot be decided by its requester, not even by an administrator', async () => {
    const user = await product.agent();
    const id = await ask(product.admin, user);
    expect((await pass(product.admin, id)).body.bizCode).toBe('SELF_APPROVAL');
    expect((await product.admin.post('desk/approval/turn-down', { ids: id, reason: 'x' })).body.bizCode).toBe(
      'SELF_APPROVAL',
    );
    expect((await checker.post('desk/approval/withdraw', { ids: id })).body.bizCode).toBe('NOT_YOUR_REQUEST');
    expect((await product.admin.post('desk/approval/withdraw', { ids: id })).status).toBe(200);
    expect((await pass(checker, id)).body.bizCode).toBe('STATE_CONFLICT');
    expect(await balanceOf(user)).toBe('0');
  });

  it('keeps waiting when it cannot be carried out', async () => {
    const user = await product.agent({ money: 700_000_000n });
    const id = await ask(clerk, user, '-700');
    const other = await ask(clerk, await product.agent());
    await product.admin.post('agent/user/manual-update-balance', { ids: String(user.id), money: '-1', reason: 'x' });
    expect((await pass(checker, `${other},${id}`)).body.bizCode).toBe('BALANCE_NOT_ENOUGH');
    expect((await detail(clerk, id)).data).toMatchObject({ status: 0, decidedByName: null });
    expect((await detail(clerk, other)).data.status).toBe(0);
    expect(await balanceOf(user)).toBe('699');
    // A request that cannot be carried out now is not even accepted.
    const input = { ids: String(user.id), money: '-700', reason: 'x' };
    expect((await clerk.post('agent/user/manual-update-balance', input)).body.bizCode).toBe('BALANCE_NOT_ENOUGH');
  });

  it('is refused with a reason for the requester', async () => {
    const id = await ask(clerk, await product.agent());
    expect((await checker.post('desk/approval/turn-down', { ids: id })).status).toBe(400);
    expect((await checker.post('desk/approval/turn-down', { ids: id, reason: 'No slip' })).status).toBe(200);
    expect(await newest(clerk)).toMatchObject({
      titleKey: 'APPROVAL_REFUSED',
      content: expect.stringContaining('No slip'),
    });
    const { data } = (await clerk.get('desk/approval/timeline', { id })).body;
    expect(data[0]).toMatchObject({ event: 'turn-down', reason: 'No slip', userName: checker.row.realName });
  });

  it('expires, also before the timer runs', async () => {
    const [late, later] = [await ask(clerk, await product.agent()), await ask(clerk, await product.agent())];
    await product.db.pool.query(
      `update apr_request set expire_time = now() - interval '1 second' where id in ($1, $2)`,
      [late, later],
    );
    expect((await pass(checker, late)).body.bizCode).toBe('APPROVAL_EXPIRED');
    expect(await product.app.db.tx((tx) => expireApprovals(tx, product.app.approvals))).toBe(2);
    expect((await detail(clerk, later)).data.status).toBe(4);
    expect(await newest(clerk)).toMatchObject({ titleKey: 'APPROVAL_EXPIRED' });
    expect(await product.app.db.tx((tx) => expireApprovals(tx, product.app.approvals))).toBe(0);
  });

  it('is one of at most a hundred waiting requests of a person', async () => {
    const [busy, user] = [await product.staff('finance'), await product.agent()];
    const id = await ask(busy, user);
    await product.db.pool.query(
      `insert into apr_request (tenant_id, approval_no, kind, params, payload, lines, reason, status, expire_time, create_user)
       select tenant_id, 'many-' || n, kind, params, payload, lines, reason, 0, expire_time, create_user
       from apr_request, generate_series(1, 99) n where id = $1`,
      [id],
    );
    const input = { ids: String(user.id), money: '600', reason: 'x' };
    expect((await busy.post('agent/user/manual-update-balance', input)).body.bizCode).toBe('TOO_MANY_WAITING');
  });
});
