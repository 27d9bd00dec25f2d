import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, describe, expect, it, test } from 'vitest';
import {
  returnBonuses,
  rewardInvitations,
  runDueActivities,
  takeUnearnedBack,
} from '../../engines/customers/activities/index.ts';
import { charge, hold, refund, revenue } from '../../engines/money/ledger/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { activityForm, addActivity, daysFromNow, runActivity } from '../../testing/contents.ts';
import { orderedRecharge } from '../../testing/recharges.ts';

const product = await testApp();
const operator = await product.staff('admin');
const finance = await product.staff('finance');
const checker = await product.staff('finance_check');
afterAll(() => product.close());

const CALL = 'app-manage/activity';
const system = systemActor('000000');
const one = async (id: string) => (await operator.get(`${CALL}/detail`, { id })).body.data;
const rows = async (text: string, values: unknown[] = []) => (await product.db.pool.query(text, values)).rows;
const walletOf = async ({ id }: TestUser, kind = 7): Promise<string> =>
  formatMoney(
    BigInt(
      (
        await rows('select coalesce(sum(balance), 0)::text as sum from fin_wallet where user_id = $1 and kind = $2', [
          id,
          kind,
        ])
      )[0]?.sum,
    ),
  );
/** Recharges about 100 and has it credited. */
const credited = async (agent: TestUser): Promise<{ id: string; payAmount: string; bonusAmount: string | null }> => {
  const id = await orderedRecharge(product, agent, { isPaid: true });
  expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(200);
  return { id, ...(await agent.get('agent/recharge/detail', { id })).body.data };
};
const tenth = (amount: string): string => formatMoney(parseMoney(amount) / 10n);
const close = (id: string) => product.admin.post(`${CALL}/close`, { ids: id, reason: 'Test over' });

describe('an activity', () => {
  test.each([
    ['an end before the start', { startTime: daysFromNow(2) }, 'endTime', 'ACTIVITY_TIMES'],
    ['no rule', { ruleJson: null }, 'ruleJson', 'BAD_REQUEST'],
    ['no budget', { budget: null }, 'budget', 'BAD_REQUEST'],
    ['a step without a bonus', { ruleJson: [{ min: '1' }] }, 'ruleJson', 'STEP_BONUS'],
    ['a step with two bonuses', { ruleJson: [{ min: '1', bonus: '1', rate: '1' }] }, 'ruleJson', 'STEP_BONUS'],
    ['a bonus of zero', { ruleJson: [{ min: '1', bonus: '0' }] }, 'ruleJson', 'STEP_BONUS'],
    ['a bonus below zero', { ruleJson: [{ min: '1', bonus: '-5' }] }, 'ruleJson', 'STEP_BONUS'],
    ['a rate above 100 %', { ruleJson: [{ min: '1', rate: '101' }] }, 'ruleJson', 'STEP_RATE'],
    ['a cap of a fixed bonus', { ruleJson: [{ min: '1', bonus: '1', cap: '1' }] }, 'ruleJson', 'STEP_CAP'],
    [
      'steps that do not rise',
      {
        ruleJson: [
          { min: '5', bonus: '1' },
          { min: '5', bonus: '2' },
        ],
      },
      'ruleJson',
      'STEP_ORDER',
    ],
    ['a coupon with a rate', { activityType: 2, ruleJson: [{ min: '1', rate: '5' }] }, 'ruleJson', 'STEP_ONE'],
    ['a limit below one bonus', { ruleJson: [{ min: '1', bonus: '60' }] }, 'perUserLimit', 'LIMIT_LOW'],
    ['a limit above the budget', { perUserLimit: '501' }, 'perUserLimit', 'LIMIT_LOW'],
  ])('refuses %s at its field', async (_what, change, field, bizCode) => {
    const { status, body } = await operator.post(`${CALL}/submit`, activityForm(change));
    expect([status, body.bizCode]).toEqual([400, bizCode]);
    expect(body.data.fields).toEqual([expect.objectContaining({ field })]);
  });

  it('of notices has no rule and no budget, and is published by one person', async () => {
    const id = await addActivity(product, { activityType: 4, content: '<p>Hi<script>x</script></p>' });
    expect(await one(id)).toMatchObject({ budget: null, ruleJson: null, perUserLimit: null, content: '<p>Hi</p>' });
    expect((await operator.post(`${CALL}/publish`, { id })).body.data).toEqual({
      status: 2,
      approvalId: null,
      approvalNo: null,
    });
    await close(id);
  });

  it('is a draft that gives nothing until it is published; then its rules are binding', async () => {
    const agent = await product.agent();
    const id = await addActivity(product);
    expect((await credited(agent)).bonusAmount).toBeNull();
    await operator.post(`${CALL}/publish`, { id });
    const refused = await operator.post(`${CALL}/submit`, { id, budget: '900' });
    expect([refused.body.bizCode, refused.body.data.fields[0].field]).toEqual(['ACTIVITY_PUBLISHED', 'budget']);
    const row = await one(id);
    expect((await operator.post(`${CALL}/submit`, { ...row, title: '新标题' })).body.msg).toBe('操作成功');
    expect((await operator.post(`${CALL}/publish`, { id })).body.bizCode).toBe('STATE_CONFLICT');
    expect((await operator.post(`${CALL}/remove`, { ids: id })).body.bizCode).toBe('ACTIVITY_RUNNING');
    await close(id);
    expect((await credited(agent)).bonusAmount).toBeNull();
  });

  it('cannot be published after its end', async () => {
    const id = await addActivity(product, { startTime: daysFromNow(-2), endTime: daysFromNow(-1) });
    expect((await operator.post(`${CALL}/publish`, { id })).body.bizCode).toBe('ACTIVITY_PAST');
  });

  it('starts and ends by its times', async () => {
    const id = await addActivity(product, { startTime: daysFromNow(1), endTime: daysFromNow(2) });
    expect((await operator.post(`${CALL}/publish`, { id })).body.data.status).toBe(1);
    await runDueActivities(product.db);
    expect((await one(id)).status).toBe(1);
    const move = () =>
      product.db.pool.query(
        `update cnt_activity set start_time = start_time - interval '36 hours', end_time = end_time - interval '36 hours' where id = $1`,
        [id],
      );
    await move();
    await runDueActivities(product.db);
    expect((await one(id)).status).toBe(2);
    await move();
    await runDueActivities(product.db);
    expect((await one(id)).status).toBe(3);
    const events = (await operator.get(`${CALL}/timeline`, { id })).body.data.map(
      ({ event }: { event: string }) => event,
    );
    expect(events).toEqual(['finish', 'begin', 'publish', 'create']);
  });
});

describe('a budget above the limit of one person', () => {
  const large = { budget: '5000', perUserLimit: '100' };

  it('needs a second person, who is not the first; a change of the draft withdraws the request', async () => {
    const id = await addActivity(product, large, operator);
    const { data, msg } = (await operator.post(`${CALL}/publish`, { id })).body;
    expect(data, msg).toMatchObject({ status: 0, approvalId: expect.any(String) });
    expect((await operator.post(`${CALL}/publish`, { id })).body.bizCode).toBe('ACTIVITY_WAITING');
    expect((await one(id)).approvalId).toBe(data.approvalId);
    await operator.post(`${CALL}/submit`, { id, budget: '6000' });
    expect((await one(id)).approvalId).toBeNull();
    expect((await checker.post('desk/approval/pass', { ids: data.approvalId })).body.bizCode).toBe('STATE_CONFLICT');
    const again = (await operator.post(`${CALL}/publish`, { id })).body.data.approvalId;
    expect((await operator.post('desk/approval/pass', { ids: again })).status).toBe(403);
    expect((await finance.post('desk/approval/pass', { ids: again })).status).toBe(403);
    expect((await checker.post('desk/approval/pass', { ids: again })).status).toBe(200);
    expect(await one(id)).toMatchObject({ status: 2, approvalId: null });
    await close(id);
  });

  it('is also the sum of smaller ones that one person publishes in a day', async () => {
    const who = await product.staff('administrator');
    const publish = async (by: typeof who) => {
      const id = await addActivity(product, { budget: '600' });
      return { id, approvalId: (await by.post(`${CALL}/publish`, { id })).body.data.approvalId };
    };
    const first = await publish(who);
    const second = await publish(who);
    const ofAnother = await publish(await product.staff('administrator'));
    expect([first, second, ofAnother].map(({ approvalId }) => approvalId)).toEqual([null, expect.any(String), null]);
    await close(first.id);
    await close(ofAnother.id);
  });

  it('stays a draft when the request is rejected', async () => {
    const id = await addActivity(product, large, operator);
    const { approvalId } = (await operator.post(`${CALL}/publish`, { id })).body.data;
    await checker.post('desk/approval/turn-down', { ids: approvalId, reason: 'Too much' });
    expect(await one(id)).toMatchObject({ status: 0, approvalId: null });
    expect((await operator.post(`${CALL}/remove`, { ids: id })).status).toBe(200);
  });
});

describe('the bonus of a recharge', () => {
  it('is given once for each recharge, spent before the balance, and never withdrawable', async () => {
    const agent = await product.agent();
    const id = await runActivity(product);
    const first = await credited(agent);
    expect(first.bonusAmount).toBe(tenth(first.payAmount));
    expect(await walletOf(agent)).toBe(first.bonusAmount);
    const { records } = (await operator.get(`${CALL}/grants`, { activityId: id })).body.data;
    expect(records).toMatchObject([{ userId: String(agent.id), cause: 1, amount: first.bonusAmount, status: 1 }]);
    const purchase = {
      userId: agent.id,
      amount: parseMoney('1'),
      to: revenue('whatsapp'),
      bizType: 'test',
      idemKey: `p:${id}`,
    };
    await product.db.tx((tx) => charge(tx, system, purchase));
    expect(await walletOf(agent)).toBe(formatMoney(parseMoney(first.bonusAmount ?? '0') - parseMoney('1')));
    expect(await walletOf(agent, 1)).toBe(first.payAmount);
    const all = { kind: 1 as const, event: 'WD_HOLD' as const, amount: parseMoney(first.payAmount) + 1n };
    await expect(
      product.db.tx((tx) => hold(tx, system, { ...all, userId: agent.id, bizType: 'test', idemKey: `w:${id}` })),
    ).rejects.toThrow(expect.objectContaining({ code: 'BALANCE_NOT_ENOUGH' }));
    await close(id);
  });

  it('stops at the limit of the user and at the budget, and the recharge is credited all the same', async () => {
    const [agent, other] = [await product.agent(), await product.agent()];
    const id = await runActivity(product, { budget: '18', perUserLimit: '15' });
    const given = [];
    for (const who of [agent, agent, agent, other, other]) given.push((await credited(who)).bonusAmount);
    const sums = given.map((amount) => parseMoney(amount ?? '0'));
    expect((sums[0] ?? 0n) + (sums[1] ?? 0n)).toBe(parseMoney('15'));
    expect(given[2]).toBeNull();
    expect(sums[3]).toBe(parseMoney('3'));
    expect(given[4]).toBeNull();
    expect((await one(id)).usedBudget).toBe('18');
    await close(id);
  });

  it('is only for the chosen users and countries', async () => {
    const agent = await product.agent();
    await product.db.pool.query(`update sys_user set phone = '+12125550123' where id = $1`, [agent.id]);
    for (const [more, hasBonus] of [
      [{ userTypes: 2 }, false],
      [{ countries: ['DE'] }, false],
      [{ countries: ['DE', 'US'] }, true],
    ] as const) {
      const id = await runActivity(product, more);
      expect((await credited(agent)).bonusAmount !== null).toBe(hasBonus);
      await close(id);
    }
  });

  it('returns to the budget with the reversal of its recharge, and is taken again when that is reversed', async () => {
    const clerk = await product.staff('finance');
    const agent = await product.agent();
    const id = await runActivity(product, { perUserLimit: '25' });
    const { payAmount, bonusAmount } = await credited(agent);
    const [{ journal_no: journalNo }] = await rows(
      `select journal_no from finance_log where user_id = $1 and wallet_kind = 1 order by id desc limit 1`,
      [agent.id],
    );
    const reverse = (money: string, reverses: string) =>
      clerk.post('agent/user/manual-update-balance', { ids: String(agent.id), money, reason: 'Wrong agent', reverses });
    const [undone] = (await reverse(`-${payAmount}`, journalNo)).body.data.items;
    expect([await walletOf(agent), (await one(id)).usedBudget]).toEqual(['0', '0']);
    expect((await operator.get(`${CALL}/grants`, { activityId: id })).body.data.records[0].status).toBe(2);
    // The limit of the user is free again.
    const next = await credited(agent);
    expect(next.bonusAmount).toBe(tenth(next.payAmount));
    expect((await reverse(payAmount, undone.journalNo)).status).toBe(200);
    expect((await one(id)).usedBudget).toBe(
      formatMoney(parseMoney(bonusAmount ?? '0') + parseMoney(next.bonusAmount ?? '0')),
    );
    expect(await walletOf(agent)).toBe((await one(id)).usedBudget);
    await product.db.tx((tx) => returnBonuses(tx, '000000', ['unknown']));
    expect(await mismatches(product)).toEqual([]);
    expect((await operator.post(`${CALL}/close`, { ids: id, reason: 'x' })).status).toBe(200);
    expect((await operator.post(`${CALL}/remove`, { ids: id })).body.bizCode).toBe('ACTIVITY_GRANTED');
  });
});

describe('a coupon', () => {
  const coupon = { activityType: 2, ruleJson: [{ min: '100', bonus: '8' }], budget: '10', perUserLimit: '8' };

  it('is claimed once by a user who recharged enough, while the budget pays it; a refused claim leaves no trace', async () => {
    const [agent, late] = [await product.agent(), await product.agent()];
    const id = await runActivity(product, coupon);
    const offer = async (who: TestUser) =>
      (await who.get(`${CALL}/current`)).body.data.find((row: { id: string }) => row.id === id);
    expect(await offer(agent)).toMatchObject({ canClaim: false, obstacle: 'minimum', received: '0' });
    expect(await offer(agent)).not.toHaveProperty('budget');
    const refused = await agent.post(`${CALL}/claim`, { id });
    expect([refused.body.bizCode, refused.body.msg]).toEqual(['COUPON_MINIMUM', expect.stringContaining('100.00')]);
    await credited(agent);
    await credited(late);
    expect(await offer(agent)).toMatchObject({ canClaim: true, obstacle: null });
    const answers = await Promise.all([1, 2, 3].map(() => agent.post(`${CALL}/claim`, { id })));
    expect(answers.map(({ body }) => body.bizCode ?? 'done').sort()).toEqual([
      'COUPON_CLAIMED',
      'COUPON_CLAIMED',
      'done',
    ]);
    expect(await walletOf(agent)).toBe('8');
    expect(await offer(agent)).toMatchObject({ canClaim: false, obstacle: 'claimed', received: '8' });
    expect((await late.post(`${CALL}/claim`, { id })).body.bizCode).toBe('BUDGET_EXHAUSTED');
    expect([await walletOf(late), (await one(id)).usedBudget]).toEqual(['0', '8']);
    expect(await rows('select count(*)::int as count from cnt_grant where activity_id = $1', [id])).toEqual([
      { count: 1 },
    ]);
    await close(id);
    expect((await late.post(`${CALL}/claim`, { id })).body.bizCode).toBe('ACTIVITY_OVER');
  });

  it('is claimed once by an agent with all accounts below, unless its rule counts each account', async () => {
    const top = await product.agent();
    const below = await product.agent({ parent: top });
    const deep = await product.agent({ parent: below });
    const stranger = await product.agent();
    const rule = { ...coupon, ruleJson: [{ min: '0', bonus: '2' }], budget: '50', perUserLimit: '2' };
    const codes = async (id: string) => {
      const all = await Promise.all([top, below, deep, stranger].map((who) => who.post(`${CALL}/claim`, { id })));
      return all.map(({ body }) => body.bizCode ?? 'done');
    };
    const one = await runActivity(product, rule);
    const claimed = await codes(one);
    expect(claimed.slice(0, 3).toSorted()).toEqual(['COUPON_CLAIMED', 'COUPON_CLAIMED', 'done']);
    expect(claimed[3]).toBe('done');
    await close(one);
    const each = await runActivity(product, { ...rule, isPerTree: 0 });
    expect(await codes(each)).toEqual(['done', 'done', 'done', 'done']);
    await close(each);
  });

  it('goes back with the recharge that it needed', async () => {
    const agent = await product.agent();
    const id = await runActivity(product, coupon);
    const { payAmount } = await credited(agent);
    expect((await agent.post(`${CALL}/claim`, { id })).status).toBe(200);
    expect(await takeUnearnedBack(product.db)).toBe(0);
    const [{ journal_no: reverses }] = await rows(
      `select journal_no from finance_log where user_id = $1 and wallet_kind = 1 order by id desc limit 1`,
      [agent.id],
    );
    const more = { ids: String(agent.id), money: `-${payAmount}`, reason: 'Wrong agent', reverses };
    expect((await finance.post('agent/user/manual-update-balance', more)).status).toBe(200);
    expect(await takeUnearnedBack(product.db)).toBe(1);
    expect([await walletOf(agent), (await agent.post(`${CALL}/claim`, { id })).body.bizCode]).toEqual([
      '0',
      'COUPON_CLAIMED',
    ]);
    await close(id);
  });

  it('is not for staff, other tenants and users it is not meant for', async () => {
    const id = await runActivity(product, { ...coupon, ruleJson: [{ min: '0', bonus: '8' }], userTypes: 2 });
    for (const who of [operator, await product.agent()])
      expect((await who.post(`${CALL}/claim`, { id })).body.bizCode).toBe('ACTIVITY_OVER');
    await close(id);
  });
});

describe('an invitation reward', () => {
  const invited = async (inviter: TestUser) => {
    const { inviteCode } = (
      await rows('select invite_code as "inviteCode" from sys_user where id = $1', [inviter.id])
    )[0];
    const account = `invited${Math.trunc(performance.now() * 1000)}`;
    const form = { inviteCode, tenantId: '000000', account, password: 'Invited-12345', realName: 'Invited' };
    const answer = await product.server.inject({
      method: 'POST',
      url: '/api/agent/invitation/register',
      payload: form,
    });
    expect(answer.json().msg).toEqual(expect.any(String));
    return BigInt(answer.json().data.id);
  };
  const buys = async (userId: bigint, amount: string) => {
    const more = { ids: String(userId), money: amount, reason: 'Bank slip' };
    await product.admin.post('agent/user/manual-update-balance', more);
    const purchase = { userId, amount: parseMoney(amount), to: revenue('whatsapp'), bizType: 'test' };
    return product.db.tx((tx) => charge(tx, system, { ...purchase, idemKey: `buy:${userId}:${performance.now()}` }));
  };

  it('is taken back once when the purchase is refunded, at the latest when the inviter has the money again', async () => {
    const [inviter, spender] = [await product.agent(), await product.agent()];
    const id = await runActivity(product, {
      activityType: 3,
      ruleJson: [{ min: '10', bonus: '6' }],
      budget: '20',
      perUserLimit: '12',
    });
    const buyer = await invited(inviter);
    const other = await invited(spender);
    const purchases = [await buys(buyer, '10'), await buys(other, '10')];
    expect(await rewardInvitations(product.db)).toBe(2);
    expect(await takeUnearnedBack(product.db)).toBe(0);
    const more = { userId: spender.id, amount: parseMoney('6'), to: revenue('whatsapp'), bizType: 'test' };
    await product.db.tx((tx) => charge(tx, system, { ...more, idemKey: `spent:${spender.id}` }));
    for (const { journalId } of purchases)
      await product.db.tx((tx) =>
        refund(tx, system, { journalId, amount: parseMoney('0.000001'), idemKey: `refund:${journalId}`, reason: 'x' }),
      );
    expect(await takeUnearnedBack(product.db)).toBe(1);
    expect([await walletOf(inviter), await walletOf(spender), (await one(id)).usedBudget]).toEqual(['0', '0', '6']);
    expect(await takeUnearnedBack(product.db)).toBe(0);
    await product.admin.post('agent/user/manual-update-balance', { ids: String(spender.id), money: '10', reason: 'x' });
    expect(await takeUnearnedBack(product.db)).toBe(1);
    expect((await spender.get('agent/user/balance')).body.data.balance).toBe('4');
    // Neither taken nor given a second time.
    await buys(buyer, '10');
    expect([await takeUnearnedBack(product.db), await rewardInvitations(product.db)]).toEqual([0, 0]);
    expect([await walletOf(inviter), (await one(id)).usedBudget]).toEqual(['0', '0']);
    await close(id);
    await rows(`update sys_user set create_time = '2020-01-01Z' where id = any($1::bigint[])`, [[buyer, other]]);
  });

  it('is given once, to the inviter, after purchases of the invited user reach the minimum', async () => {
    const inviter = await product.agent();
    const id = await runActivity(product, {
      activityType: 3,
      ruleJson: [{ min: '10', bonus: '6' }],
      budget: '20',
      perUserLimit: '12',
    });
    const users = [await invited(inviter), await invited(inviter), await invited(inviter)];
    expect(await rewardInvitations(product.db)).toBe(0);
    await buys(users[0] ?? 0n, '4');
    expect(await rewardInvitations(product.db)).toBe(0);
    await buys(users[0] ?? 0n, '6');
    expect(await rewardInvitations(product.db)).toBe(1);
    expect(await rewardInvitations(product.db)).toBe(0);
    expect(await walletOf(inviter)).toBe('6');
    for (const user of users.slice(1)) await buys(user, '10');
    expect(await rewardInvitations(product.db)).toBe(1);
    expect([await walletOf(inviter), (await one(id)).usedBudget]).toEqual(['12', '12']);
    const messages = (await inviter.get('message/my/list')).body.data.records;
    expect(messages.filter(({ title }: { title: string }) => /Bonus received|活动赠送到账/.test(title))).toHaveLength(
      2,
    );
    await close(id);
  });
});
