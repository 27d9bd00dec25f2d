import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import {
  endOverdueTasks,
  falseProviders,
  type ProviderFalse,
  providerFoundFalse,
  registerPanelMembers,
  reportSeed,
  reviewProviders,
  seedReceipt,
} from '../../engines/messaging/seeds/index.ts';
import { balanceOf, post, verifyLedger, walletOf } from '../../engines/money/ledger/index.ts';
import { DEFAULT_TENANT } from '../../engines/people/identity/index.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { testApp } from '../../testing/app.ts';
import { cheatedSeed, openSeeds, openTestPanel, reportedSeed, screenshot, sentSeed } from '../../testing/seeds.ts';

const product = await testApp();
const { db } = product;
const [keeper, compliance, second] = await Promise.all(['admin', 'compliance', 'administrator'].map(product.staff));
afterAll(() => product.close());
let panel = openTestPanel();
beforeEach(() => {
  panel = openTestPanel();
});

const CALL = 'whatsapp/embedded-number-task';
const detail = async (id: string) => (await keeper!.get(`${CALL}/detail`, { id })).body.data;
const approve = (id: string, who = compliance!, status: 0 | 1 = 1) =>
  who.post(`${CALL}/update-isApproval`, { id, status });
const system = systemActor(DEFAULT_TENANT);
const balance = async (id: bigint) => (await balanceOf(db.drizzle, system, { userId: id })).balance;
const age = (id: string, hours: number) =>
  db.pool.query(
    `update sed_task set dispatch_time = dispatch_time - make_interval(hours => $2), due_time = due_time - make_interval(hours => $2) where id = $1`,
    [id, hours],
  );
const debtOf = async (id: bigint) =>
  BigInt((await db.pool.query('select amount::text from sed_debt where app_user_id = $1', [id])).rows[0]?.amount ?? 0);
let spendings = 0;
const spend = (id: bigint, left: string) =>
  // The rest of the balance is spent by a journal, so that the books stay right.
  balance(id).then(async (now) => {
    const amount = now - parseMoney(left);
    spendings += 1;
    await db.tx((tx) =>
      post(tx, system, {
        ...{ event: 'FEE', idemKey: `fee:${id}:${spendings}`, bizType: 'test' },
        debits: [{ account: walletOf(id, 'balance'), amount }],
        credits: [{ account: 'p:fee_income', amount }],
      }),
    );
  });

describe('a task planned by hand', () => {
  it('is sent, reported with a screenshot and compared with the receipt', async () => {
    const [seed] = await openSeeds(product, 1);
    const plan = { orderNo: 'WO-7', embeddedNumberId: String(seed?.seedId), expectedTemplate: 'Your parcel' };
    const { id } = (await keeper!.post(`${CALL}/save`, plan)).body.data;
    expect(await detail(id)).toMatchObject({ status: 0, orderNo: 'WO-7', reportedStatus: 0, countryCode: 'US' });
    expect((await keeper!.post(`${CALL}/update`, { id, expectedSender: 'Post' })).body.code).toBe(200);
    await keeper!.post(`${CALL}/dispatch`, { ids: id });
    expect((await keeper!.post(`${CALL}/update`, { id, expectedSender: 'Other' })).body.bizCode).toBe('STATE_CONFLICT');
    expect((await keeper!.post(`${CALL}/update`, { id, remark: 'Slow' })).body.code).toBe(200);
    const evidence = [await screenshot(keeper!)];
    const report = { id, reportedStatus: 1, evidence, remark: 'On the office phone' };
    expect((await keeper!.post(`${CALL}/report`, report)).body.code).toBe(200);
    expect((await keeper!.post(`${CALL}/report`, report)).body.bizCode).toBe('STATE_CONFLICT');
    const task = await detail(id);
    expect(task).toMatchObject({ status: 2, matchResult: 5, expectedSender: 'Post', reporterName: 'admin' });
    const picture = await product.guest.get(task.evidence[0].replace('/api/', ''));
    expect(picture.headers['content-type']).toBe('image/png');
    expect((await product.guest.get(task.evidence[0].split('&')[0].replace('/api/', ''))).status).toBe(404);
  });

  it('uses an available number of its channel within the daily limit', async () => {
    const [one] = await openSeeds(product, 1, { limit: 1 });
    const plan = (more: object = {}) =>
      keeper!.post(`${CALL}/save`, { orderNo: 'WO-8', embeddedNumberId: String(one?.seedId), ...more });
    const atNumber = { data: { fields: [{ field: 'embeddedNumberId' }] } };
    expect((await plan({ orderType: 2 })).body).toMatchObject({ bizCode: 'SEED_UNAVAILABLE', ...atNumber });
    const { id } = (await plan()).body.data;
    expect((await plan()).body).toMatchObject({ bizCode: 'SEED_DAILY_LIMIT', ...atNumber });
    expect((await keeper!.post(`${CALL}/remove`, { ids: id })).body.code).toBe(200);
    expect((await plan()).body.code).toBe(200);
    await db.pool.query('update sed_number set status = 3 where id = $1', [String(one?.seedId)]);
    expect((await plan()).body).toMatchObject({ bizCode: 'SEED_UNAVAILABLE' });
  });

  it('is removed only before it was sent or after it was cancelled', async () => {
    const { id } = await sentSeed(product);
    expect((await keeper!.post(`${CALL}/remove`, { ids: id })).body.bizCode).toBe('STATE_CONFLICT');
    await keeper!.post(`${CALL}/cancel`, { ids: id, reason: 'Order withdrawn' });
    expect((await keeper!.post(`${CALL}/remove`, { ids: id })).body.code).toBe(200);
  });
});

describe('a report', () => {
  it('takes pictures up to 2 MB of the reporter, and a time between the dispatch and now', async () => {
    const { id } = await sentSeed(product);
    const large = Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), Buffer.alloc(2 * 1024 * 1024)]);
    expect(await screenshot(keeper!, large)).toBeUndefined();
    const evidence = [await screenshot(compliance!)];
    const send = (more: object) => keeper!.post(`${CALL}/report`, { id, reportedStatus: 1, ...more });
    expect((await send({ evidence })).body).toMatchObject({
      bizCode: 'SEED_PROOF_GONE',
      data: { fields: [{ field: 'evidence' }] },
    });
    for (const receivedTime of ['2020-01-01 10:00:00', '2090-01-01 10:00:00'])
      expect((await send({ receivedTime })).body.bizCode, receivedTime).toBe('SEED_RECEIVED_TIME');
    expect((await send({ reportedStatus: 0 })).status).toBe(400);
    expect((await detail(id)).status).toBe(1);
  });

  it('about the number of a member is made by the member', async () => {
    const member = await product.agent();
    const { id } = await sentSeed(product, { memberId: member.id });
    const report = { id: BigInt(id), reportedStatus: 1 as const };
    expect((await keeper!.post(`${CALL}/report`, { id, reportedStatus: 1 })).body.bizCode).toBe('SEED_MEMBER_REPORTS');
    const as = (memberId: bigint) => db.tx((tx) => reportSeed(tx, system, product.app, { ...report, memberId }));
    await expect(as(member.id + 1n)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await as(member.id);
    expect(await detail(id)).toMatchObject({ status: 2, reporterName: `Member ${member.id}`, reward: '0.05' });
  });

  it('after 24 hours is late, and an unreported task times out; neither is rewarded', async () => {
    const member = await product.agent();
    const [silent, late] = [await sentSeed(product, { receipt: 2 }), await sentSeed(product, { memberId: member.id })];
    await age(silent.id, 25);
    expect(await db.tx(endOverdueTasks)).toBe(1);
    expect(await detail(silent.id)).toMatchObject({ status: 5, matchResult: 5 });
    await age(late.id, 25);
    const report = { id: BigInt(late.id), reportedStatus: 1 as const, memberId: member.id };
    await db.tx((tx) => reportSeed(tx, system, product.app, report));
    expect(await detail(late.id)).toMatchObject({ status: 5, matchResult: 4 });
    expect((await approve(late.id)).body.code).toBe(200);
    expect(await detail(late.id)).toMatchObject({ status: 3, rewardStatus: 0, rewardPaid: '0' });
    expect(await balance(member.id)).toBe(0n);
  });

  it('is compared again when the receipt changes', async () => {
    const { id, orderId, e164 } = await reportedSeed(product, { receipt: 1, reported: 2 });
    const receipt = (providerStatus: number) => db.tx((tx) => seedReceipt(tx, { orderId, e164, providerStatus }));
    expect((await detail(id)).matchResult).toBe(5);
    expect(await receipt(2)).toBe(true);
    expect(await detail(id)).toMatchObject({ providerStatus: 2, matchResult: 2 });
    await receipt(3);
    expect((await detail(id)).matchResult).toBe(3);
    expect(await db.tx((tx) => seedReceipt(tx, { orderId, e164: 1n, providerStatus: 2 }))).toBe(false);
  });
});

describe('the review', () => {
  it('pays the reward to the member, once; a rejection takes it back', async () => {
    const member = await product.agent();
    const { id } = await reportedSeed(product, { memberId: member.id });
    const answers = await Promise.all([approve(id), approve(id), approve(id, second!)]);
    expect(answers.filter(({ body }) => body.code === 200)).toHaveLength(1);
    expect(await balance(member.id)).toBe(parseMoney('0.05'));
    expect(await detail(id)).toMatchObject({
      ...{
        status: 3,
        isApproval: 1,
        reward: '0.05',
        rewardPaid: '0.05',
        rewardStatus: 1,
        reviewerName: expect.any(String),
      },
    });
    expect((await approve(id, compliance!, 0)).body.code).toBe(200);
    expect(await detail(id)).toMatchObject({ status: 4, isApproval: 0, rewardPaid: '0', rewardStatus: 2 });
    expect(await balance(member.id)).toBe(0n);
    expect((await approve(id)).body.code).toBe(200);
    expect(await balance(member.id)).toBe(parseMoney('0.05'));
  });

  it('is made by another person than the report, and only after it', async () => {
    const { id } = await sentSeed(product);
    expect((await approve(id)).body.bizCode).toBe('STATE_CONFLICT');
    await keeper!.post(`${CALL}/report`, { id, reportedStatus: 1 });
    expect((await approve(id, keeper!)).body).toMatchObject({ bizCode: 'SEED_SELF_REVIEW' });
    expect((await approve(id)).body.code).toBe(200);
  });

  it('pays up to the limit of a member and day, and the rest of the limit where it is short', async () => {
    const member = await product.agent();
    await product.setParameter('embedded.dailyCap', '0.12');
    for (const paid of ['0.05', '0.05', '0.02', '0']) {
      const { id } = await reportedSeed(product, { memberId: member.id });
      expect((await approve(id)).body.code).toBe(200);
      expect((await detail(id)).rewardPaid).toBe(paid);
    }
    await db.pool.query(`update sed_task set reward_time = reward_time - interval '1 day' where app_user_id = $1`, [
      member.id,
    ]);
    const { id } = await reportedSeed(product, { memberId: member.id });
    await approve(id);
    expect((await detail(id)).rewardPaid).toBe('0.05');
    await product.setParameter('embedded.dailyCap', '1');
  });

  it('deducts what a reversal could not take from the next reward', async () => {
    const member = await product.agent();
    const tasks = [
      await reportedSeed(product, { memberId: member.id }),
      await reportedSeed(product, { memberId: member.id }),
    ];
    await approve(tasks[0]?.id ?? '');
    await spend(member.id, '0.02');
    await approve(tasks[0]?.id ?? '', compliance!, 0);
    expect([await balance(member.id), await debtOf(member.id)]).toEqual([0n, parseMoney('0.03')]);
    await approve(tasks[1]?.id ?? '');
    expect([await balance(member.id), await debtOf(member.id)]).toEqual([parseMoney('0.02'), 0n]);
    expect(await detail(tasks[1]?.id ?? '')).toMatchObject({ rewardPaid: '0.05', rewardStatus: 1 });
  });

  it('keeps rewards, balance and debt in agreement over any history', async () => {
    const member = await product.agent();
    const ids: string[] = [];
    for (let place = 0; place < 5; place += 1) ids.push((await reportedSeed(product, { memberId: member.id })).id);
    let spent = 0n;
    const steps: string[] = [];
    for (let step = 0; step < 60; step += 1) {
      const id = ids[Math.floor(Math.random() * ids.length)] ?? '';
      const now = await balance(member.id);
      if (Math.random() < 0.2 && now > 0n) {
        await spend(member.id, '0');
        spent += now;
        steps.push(`spend ${now}`);
      } else {
        const status = Math.random() < 0.55 ? 1 : 0;
        const { body } = await approve(id, compliance!, status);
        steps.push(`${status} ${id} ${body.bizCode ?? 'done'}`);
      }
      const { rows } = await db.pool.query<{ paid: string }>(
        'select sum(reward_paid)::text as paid from sed_task where app_user_id = $1',
        [member.id],
      );
      const kept = (await balance(member.id)) + spent;
      expect(kept, steps.join('; ')).toBe(BigInt(rows[0]?.paid ?? 0) + (await debtOf(member.id)));
    }
    expect(await db.tx((tx) => verifyLedger(tx))).toEqual([]);
  });

  it('is refused for the number of a member while there is no panel', async () => {
    const member = await product.agent();
    const { id } = await reportedSeed(product, { memberId: member.id });
    registerPanelMembers(null);
    expect((await approve(id)).body.bizCode).toBe('SEED_PANEL_MISSING');
    expect((await detail(id)).status).toBe(2);
  });
});

describe('a mark of cheating', () => {
  const mark = async (id: string, more: object = {}, who = compliance!) =>
    who.post(`${CALL}/update-isCheat`, {
      ...{ id, status: 1, reason: 'The picture was edited', evidence: [await screenshot(who)] },
      ...more,
    });
  const withdraw = (id: string, who = second!, reason: string | null = 'Original shown') =>
    who.post(`${CALL}/update-isCheat`, { id, status: 0, reason });

  it('needs evidence and a reason, takes the reward back, opens a case and notifies the member', async () => {
    const member = await product.agent();
    const { id } = await reportedSeed(product, { memberId: member.id });
    await approve(id);
    for (const evidence of [null, []])
      expect((await mark(id, { evidence })).body).toMatchObject({
        bizCode: 'EVIDENCE_REQUIRED',
        data: { fields: [{ field: 'evidence' }] },
      });
    expect((await mark(id, { reason: null })).body).toMatchObject({
      bizCode: 'REASON_REQUIRED',
      data: { fields: [{ field: 'reason' }] },
    });
    expect((await mark(id)).body.code).toBe(200);
    const task = await detail(id);
    expect(task).toMatchObject({
      status: 4,
      isCheat: 1,
      isApproval: 0,
      rewardStatus: 2,
      cheatReason: 'The picture was edited',
    });
    expect(task.cheatEvidence).toHaveLength(1);
    expect(await balance(member.id)).toBe(0n);
    expect(panel.notices).toMatchObject([
      { memberId: member.id, taskNo: task.taskNo, event: 'cheat', reason: 'The picture was edited' },
    ]);
    const days = ((panel.notices[0]?.appealUntil?.getTime() ?? 0) - Date.now()) / 86_400_000;
    expect(days).toBeCloseTo(7, 1);
    const found = (await compliance!.get('compliance/case/detail', { id: task.caseId })).body.data;
    expect(found).toMatchObject({ caseNo: task.caseNo, caseType: 2, status: 0, number: expect.stringContaining('*') });
    expect((await approve(id)).body.bizCode).toBe('SEED_CHEATED');
    expect((await mark(id)).body.bizCode).toBe('STATE_CONFLICT');
  });

  it('is withdrawn by another person with a reason; the task may then be approved and paid again', async () => {
    const member = await product.agent();
    const { id } = await reportedSeed(product, { memberId: member.id });
    await mark(id);
    expect((await compliance!.post(`${CALL}/appeal`, { id, reason: 'My own picture' })).body.code).toBe(200);
    expect((await withdraw(id, compliance!)).body.bizCode).toBe('SEED_SECOND_PERSON');
    expect((await withdraw(id, second!, null)).body.bizCode).toBe('REASON_REQUIRED');
    expect((await withdraw(id)).body.code).toBe(200);
    const task = await detail(id);
    expect(task).toMatchObject({ status: 2, isCheat: 0, appealStatus: 2, appealDecision: 'Original shown' });
    expect((await compliance!.get('compliance/case/detail', { id: task.caseId })).body.data.status).toBe(2);
    expect(panel.notices.map(({ event }) => event)).toEqual(['cheat', 'appealWon']);
    expect((await approve(id)).body.code).toBe(200);
    expect(await balance(member.id)).toBe(parseMoney('0.05'));
    const { body } = await keeper!.get(`${CALL}/timeline`, { id });
    expect(body.data.map(({ event }: { event: string }) => event)).toEqual([
      ...['approve', 'appealWon', 'appeal', 'cheat', 'report', 'dispatch', 'plan'],
    ]);
  });

  it('is appealed once, within seven days, and the appeal is refused by another person', async () => {
    const { id } = await cheatedSeed(product);
    await db.pool.query(`update sed_task set appeal_until = now() - interval '1 minute' where id = $1`, [id]);
    const appeal = () => compliance!.post(`${CALL}/appeal`, { id, reason: 'My own picture' });
    expect((await appeal()).body.bizCode).toBe('SEED_APPEAL_LATE');
    await db.pool.query(`update sed_task set appeal_until = now() + interval '1 minute' where id = $1`, [id]);
    expect((await appeal()).body.code).toBe(200);
    expect((await appeal()).body.bizCode).toBe('STATE_CONFLICT');
    const refuse = () => compliance!.post(`${CALL}/refuse-appeal`, { id, reason: 'Edited, clearly' });
    expect((await refuse()).body.code).toBe(200);
    expect((await refuse()).body.bizCode).toBe('STATE_CONFLICT');
    expect(await detail(id)).toMatchObject({
      isCheat: 1,
      status: 4,
      appealStatus: 3,
      appealDecision: 'Edited, clearly',
    });
  });

  it('locks the accounts of members, only with the mark; a number of the platform has none', async () => {
    const member = await product.agent();
    const cheated = await cheatedSeed(product, member.id);
    const [honest, own] = [await reportedSeed(product, { memberId: member.id }), await cheatedSeed(product)];
    const lock = (...ids: string[]) => compliance!.post(`${CALL}/lock-account`, { ids: ids.join(',') });
    expect((await lock(cheated.id, honest.id)).body.bizCode).toBe('NOT_CHEAT');
    expect((await lock(cheated.id, own.id)).body.bizCode).toBe('SEED_NO_MEMBER');
    expect(panel.locks).toEqual([]);
    const before = await balance(member.id);
    const { data } = (await lock(cheated.id)).body;
    expect(data.locked).toBe(1);
    expect(panel.locks).toMatchObject([{ ids: [member.id] }]);
    expect(((panel.locks[0]?.until.getTime() ?? 0) - Date.now()) / 86_400_000).toBeCloseTo(7, 1);
    expect(await balance(member.id)).toBe(before);
    registerPanelMembers(null);
    expect((await lock(cheated.id)).body.bizCode).toBe('SEED_PANEL_MISSING');
  });
});

describe('a provider with false receipts', () => {
  const opened = async () => {
    const { rows } = await db.pool.query<{ id: string }>(
      `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities)
       values ($1, 'p' || (select count(*) from prv_provider), 'False Sender', 1, 1, 'https://messages.example.com', 1) returning id::text`,
      [DEFAULT_TENANT],
    );
    return BigInt(rows[0]?.id ?? 0);
  };
  const found = async (providerId: bigint) => (await falseProviders(db.drizzle, [providerId]))[0];

  it('is found from three of them and 3 % on; staff are notified once, and listeners receive the orders', async () => {
    const providerId = await opened();
    const calls: ProviderFalse[] = [];
    const stop = providerFoundFalse.listen(async (_tx, event) => void calls.push(event));
    const orders: bigint[] = [];
    const lie = async () => orders.push((await reportedSeed(product, { providerId, reported: 2 })).orderId);
    await reportedSeed(product, { providerId });
    await lie();
    await lie();
    await reviewProviders(db);
    expect([await found(providerId), calls]).toEqual([undefined, []]);
    await lie();
    expect([await reviewProviders(db), await reviewProviders(db)]).toEqual([1, 0]);
    expect(await found(providerId)).toMatchObject({ seeds: 4, falseCount: 3, share: 75 });
    expect(calls.at(-1)).toMatchObject({ tenantId: DEFAULT_TENANT, providerId });
    expect(calls.at(-1)?.orderIds.toSorted()).toEqual(orders.toSorted());
    await lie();
    await reviewProviders(db);
    expect(calls.map(({ orderIds }) => orderIds.length)).toEqual([3, 4]);
    stop();
    const notices = await db.pool.query(`select params from msg_message where title_key = 'SEED_PROVIDER_FALSE'`);
    expect(notices.rows).toMatchObject([{ params: { provider: 'False Sender', n: '3', seeds: '4', share: '75' } }]);
    const health = await product.admin.get(`provider/provider/health?id=${providerId}`);
    expect(health.body.data).toMatchObject({ score: 60, parts: [{ part: 10, points: 40, figure: '4/5 (80 %)' }] });
  });

  it('is not suspected below 3 % of its seeds', async () => {
    const providerId = await opened();
    for (let place = 0; place < 3; place += 1) await reportedSeed(product, { providerId, reported: 2 });
    await db.pool.query(
      `insert into sed_task (tenant_id, task_no, order_type, order_no, embedded_number_id, e164, country_code, owner_kind, provider_id, dispatch_time,
         due_time, reported_status, report_time, match_result, status, reward, reward_paid)
       select tenant_id, 'SD-many-' || n, 1, 'WO', embedded_number_id, e164, country_code, 1, provider_id, dispatch_time, due_time, 1, now(), 1, 2, 0, 0
       from sed_task t, generate_series(1, $2) n where id = (select max(id) from sed_task where provider_id = $1)`,
      [String(providerId), 98],
    );
    expect(await found(providerId)).toBeUndefined();
    await db.pool.query(`delete from sed_task where task_no in ('SD-many-1', 'SD-many-2')`);
    expect(await found(providerId)).toMatchObject({ seeds: 99, falseCount: 3, share: 3 });
  });
});

describe('the export', () => {
  it('has the columns of a delivery audit', async () => {
    await reportedSeed(product);
    const fields = [
      ...['taskNo', 'orderNo', 'countryCode', 'providerName', 'dispatchTime', 'providerStatus', 'reportedStatus'],
      ...['matchResult', 'isCheat', 'isApproval', 'reward'],
    ];
    const answer = await keeper!.post(`${CALL}/export`, { columns: fields.join(',') });
    const { sheets } = await readXlsx(answer.raw);
    const header = sheets.flatMap(({ rows }) => rows).find((row) => row[0] === '任务编号');
    expect(header).toEqual([
      ...[
        '任务编号',
        '订单号',
        '国家',
        '通道',
        '下发时间',
        '通道回执',
        '用户反馈',
        '比对结果',
        '是否作弊',
        '是否通过',
        '奖励',
      ],
    ]);
  });
});
