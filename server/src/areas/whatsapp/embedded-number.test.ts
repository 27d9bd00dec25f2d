import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { registerPanelMembers } from '../../engines/messaging/seeds/index.ts';
import { testApp } from '../../testing/app.ts';
import { openRole } from '../../testing/role.ts';
import { openSeeds, openTestPanel, reportedSeed, sentSeed } from '../../testing/seeds.ts';

const product = await testApp();
const keeper = await product.staff('admin');
afterAll(() => product.close());
beforeEach(() => registerPanelMembers(null));

const CALL = 'whatsapp/embedded-number';
const save = (number: string, more: object = {}) => keeper.post(`${CALL}/save`, { number, channel: 1, ...more });

describe('the pool', () => {
  it('takes a number in any notation with its country, once for each channel', async () => {
    const { data } = (await save('+1 (202) 555-0180', { network: 'Mobile One' })).body;
    const detail = (await keeper.get(`${CALL}/detail`, { id: data.id })).body.data;
    expect(detail).toMatchObject({
      ...{ number: '+120****0180', countryCode: 'US', channel: 1, ownerKind: 1, status: 1 },
      ...{ dailyLimit: 5, usedToday: 0, successRate: null, network: 'Mobile One' },
    });
    expect((await save('12025550180')).body).toMatchObject({
      bizCode: 'SEED_NUMBER_TAKEN',
      data: { fields: [{ field: 'number' }] },
    });
    expect((await save('12025550180', { channel: 3 })).body.code).toBe(200);
    for (const wrong of ['12345', 'not a number', '']) expect((await save(wrong)).status, wrong).toBe(400);
  });

  it('shows whole numbers to holders of the permission alone, and finds the digits a reader sees', async () => {
    const { data } = (await save('+12025550181')).body;
    const found = async (who: typeof keeper, number: string) =>
      (await who.get(`${CALL}/list`, { number_like: number })).body.data.records.map(({ id }: { id: string }) => id);
    expect(await found(keeper, '0181')).toEqual([data.id]);
    expect(await found(keeper, '5550181')).toEqual([]);
    const plain = (await product.admin.get(`${CALL}/detail`, { id: data.id })).body.data;
    expect(plain.number).toBe('+12025550181');
    const seen = await product.db.pool.query(
      `select count(*)::int as n from audit_log where action = 'plain-view' and object_type = $1`,
      [CALL],
    );
    expect(seen.rows[0].n).toBeGreaterThan(0);
  });

  it('refuses numbers of panel members while there are none, and needs their consent', async () => {
    const member = { ownerKind: 2, appUserId: '7' };
    expect((await save('+12025550182', member)).body).toMatchObject({
      bizCode: 'SEED_PANEL_MISSING',
      msg: '面板成员功能尚未启用，目前只能添加平台自有号码',
      data: { fields: [{ field: 'ownerKind' }] },
    });
    const panel = openTestPanel();
    expect((await save('+12025550182', { ...member, appUserId: null })).body.code).toBe(200);
    expect((await save('+12025550183', member)).body.code).toBe(200);
    registerPanelMembers({ ...panel, find: async () => new Map() });
    expect((await save('+12025550184', member)).body).toMatchObject({ bizCode: 'SEED_MEMBER_UNKNOWN' });
  });

  it('counts uses of today and true, timely reports of 30 days', async () => {
    const seeds = await openSeeds(product, 1);
    const id = String(seeds[0]?.seedId);
    const task = (step: string, body: object) => product.admin.post(`${CALL}-task/${step}`, body);
    const reports: readonly (readonly [reported: number, match: number])[] = [
      [1, 1],
      [2, 2],
      [1, 3],
    ];
    for (const [index, [reportedStatus, match]] of reports.entries()) {
      const saved = (await task('save', { orderNo: `WO-A${index}`, embeddedNumberId: id })).body.data;
      await task('dispatch', { ids: saved.id });
      await task('report', { id: saved.id, reportedStatus });
      await product.db.pool.query('update sed_task set match_result = $2 where id = $1', [saved.id, match]);
    }
    const detail = (await keeper.get(`${CALL}/detail`, { id })).body.data;
    expect(detail).toMatchObject({ usedToday: 3, successRate: '66.7', status: 1 });
    await product.db.pool.query(
      `update sed_task set report_time = report_time - interval '31 days',
      dispatch_time = dispatch_time - interval '31 days' where embedded_number_id = $1 and match_result = 3`,
      [id],
    );
    expect((await keeper.get(`${CALL}/detail`, { id })).body.data.successRate).toBe('100');
  });

  it('keeps a number with open tasks, and offers available numbers for a task', async () => {
    const task = await sentSeed(product);
    const { records } = (await keeper.get(`${CALL}-task/list`, { orderId: String(task.orderId) })).body.data;
    const id = records[0].embeddedNumberId;
    expect((await keeper.get(`${CALL}/detail`, { id })).body.data.status).toBe(2);
    expect((await keeper.post(`${CALL}/remove`, { ids: id })).body).toMatchObject({ bizCode: 'IN_USE' });
    const { data } = (await save('+12025550185')).body;
    const offered = async () =>
      (await keeper.get(`${CALL}/select`, { keyword: '0185' })).body.data.map(({ value }: { value: string }) => value);
    // Names and numbers of other rows may contain the digits, too.
    expect(await offered()).toContain(data.id);
    await keeper.post(`${CALL}/disable`, { ids: data.id });
    expect(await offered()).not.toContain(data.id);
    expect((await keeper.post(`${CALL}/remove`, { ids: data.id })).body.code).toBe(200);
    expect((await save('+12025550185')).body.code).toBe(200);
  });
});

describe('agents', () => {
  it('never see seed numbers or their tasks, whatever their roles grant', async () => {
    const task = await reportedSeed(product);
    const both = ['view', 'add', 'edit', 'delete', 'export', 'plain'];
    const names = [CALL, `${CALL}-task`];
    const more = ['report', 'approve', 'cheat', 'lock', 'evidence'].map((action) => `${CALL}-task:${action}`);
    const permissions = names.flatMap((name) => both.map((action) => `${name}:${action}`));
    await openRole(product.db, 'seed_agent', [...permissions, ...more]);
    const agent = await product.agent();
    await product.db.pool.query(
      `insert into sys_user_role (user_id, role_id) select $1, id from sys_role where role_alias = 'seed_agent'`,
      [String(agent.id)],
    );
    const own = await product.enter(agent.row);
    const { records } = (await keeper.get(`${CALL}-task/list`, { orderId: String(task.orderId) })).body.data;
    const numberId = records[0].embeddedNumberId;
    for (const name of names) {
      expect((await own.get(`${name}/list`)).body.data).toMatchObject({ total: 0, records: [] });
      expect((await own.get(`${name}/detail`, { id: name === CALL ? numberId : task.id })).status).toBe(404);
    }
    expect((await own.get(`${CALL}/select`)).body.data).toEqual([]);
    expect((await own.post(`${CALL}/save`, { number: '+12025550186', channel: 1 })).status).toBe(403);
    const plan = { orderNo: 'WO-X', embeddedNumberId: numberId };
    expect((await own.post(`${CALL}-task/save`, plan)).status).toBe(403);
    const changes: readonly [string, object][] = [
      ['update', { remark: 'Mine' }],
      ['report', { reportedStatus: 1 }],
      ['update-isApproval', { status: 1 }],
      ['update-isCheat', { status: 1, reason: 'x', evidence: ['x'] }],
      ['appeal', { reason: 'x' }],
      ['refuse-appeal', { reason: 'x' }],
    ];
    for (const [step, body] of changes)
      expect((await own.post(`${CALL}-task/${step}`, { id: task.id, ...body })).status, step).toBe(404);
    for (const step of ['remove', 'cancel', 'lock-account'])
      expect((await own.post(`${CALL}-task/${step}`, { ids: task.id, reason: 'x' })).status, step).toBeGreaterThan(399);
  });
});
