import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { startCheckServer } from '../../../testing/check-server.ts';
import { openChecks } from '../../../testing/checks.ts';
import { declared } from '../../../testing/consents.ts';
import { orderForm } from '../../../testing/orders.ts';
import { orderKinds } from '../sending/index.ts';
import { workTimers } from './index.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const vendor = await startCheckServer();
await product.work();
afterAll(async () => {
  await product.close();
  await vendor.close();
});

const CHECKS = 'filter/whatsapp-filter';
const ORDERS = 'sms/sms-task';
const purge = workTimers(new Map([[orderKinds.sms.name, orderKinds.sms]])).find(({ name }) => name === 'work/purge');
const count = async (text: string, id: string) =>
  (await product.db.pool.query<{ n: number }>(`select count(*)::int as n ${text}`, [id])).rows[0]?.n;
let agent: TestUser;
let consentId: string;

beforeAll(async () => {
  await openChecks(product, 1, { 1: '0.01' });
  await product.db.pool.query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, status)
     values ('000000', 'slow', 'Slow', 1, 1, $1, 63, 100, 100000, 1)`,
    [vendor.address],
  );
  agent = await product.agent({ money: 100_000_000n });
  consentId = (await declared(product, { who: agent, isPassed: true })).id;
});

const detail = async (resource: string, id: string) => (await agent.get(`${resource}/detail`, { id })).body.data;

async function draft(more: object = {}): Promise<string> {
  const { body } = await agent.post(`${ORDERS}/save`, { ...(await orderForm(product, 'sms', agent)), ...more });
  await expect.poll(async () => (await detail(ORDERS, body.data.id)).isRead).toBe(1);
  return body.data.id;
}
async function pausedCheck(more: object = {}): Promise<string> {
  vendor.behave({ on: 'submit', act: { kind: 'accept', afterSeconds: 3600 } });
  const form = { countryCode: 'US', filterType: 1, consentId, numbers: '+12125550123', ...more };
  const { id } = (await agent.post(`${CHECKS}/create-order`, form)).body.data;
  await expect.poll(() => count('from work_attempt where task_id = $1 and state = 1', id)).toBe(1);
  await agent.post(`${CHECKS}/update`, { id, action: 'PAUSE' });
  return id;
}

it('a draft that is removed ends, so that its numbers are deleted', async () => {
  const id = await draft();
  expect(await count('from work_line where task_id = $1', id)).toBeGreaterThan(0);
  expect((await agent.post(`${ORDERS}/remove`, { ids: id })).status).toBe(200);
  await purge?.run(product.app);
  expect(await count('from work_line where task_id = $1', id)).toBe(0);
  expect(await count('from biz_state_log where object_id = $1 and event = $$cancel$$', id)).toBe(1);
});

it('a removed draft that was not ended, as the release before left them, ends with the deletion of its numbers', async () => {
  const id = await draft();
  await product.db.pool.query('update work_task set deleted_at = now(), expire_time = now() where id = $1', [id]);
  await purge?.run(product.app);
  expect(await count('from work_line where task_id = $1', id)).toBe(0);
  expect(await count('from work_task where id = $1 and status = 8 and purged_time is not null', id)).toBe(1);
});

it('removed tasks that have not ended keep no other task from being purged', async () => {
  const id = await draft();
  await product.db.pool.query(`
    insert into work_task (tenant_id, owner_id, owner_path, owner_name, kind, resource, task_no, task_name, evidence, status, job_task_no, create_user, expire_time)
    select tenant_id, owner_id, owner_path, owner_name, kind, resource, 'LEFT' || n, task_name, evidence, 10, '', create_user, now() - interval '1 day'
    from work_task, generate_series(1, 100) n where id = ${id}`);
  await agent.post(`${ORDERS}/remove`, { ids: id });
  await purge?.run(product.app);
  expect(await count('from work_line where task_id = $1', id)).toBe(0);
});

it('checks and orders say in the same words that they are paused, and by whom', async () => {
  const checkId = await pausedCheck();
  const orderId = await draft({ scheduleTime: '2999-01-01 00:00:00' });
  await agent.post(`${ORDERS}/confirm`, { id: orderId });
  if ((await detail(ORDERS, orderId)).status === 1) await product.admin.post(`${ORDERS}/approve`, { ids: orderId });
  expect((await detail(ORDERS, orderId)).waiting).toBe('将于 2999-01-01 00:00 开始');
  await agent.post(`${ORDERS}/update`, { id: orderId, status: 4 });
  expect((await detail(ORDERS, orderId)).waiting).toBe('由所有者暂停');
  expect((await detail(CHECKS, checkId)).waiting).toBe('由所有者暂停');
  for (const [paused, reason, words] of [
    [2, null, '平台暂停'],
    [2, '核实名单', '平台暂停：核实名单'],
    [3, 'CONSENT_REQUIRED', '已暂停：请先完成名单来源声明'],
  ] as const) {
    const ids = [checkId, orderId];
    await product.db.pool.query('update work_task set paused = $1, pause_reason = $2 where id = any($3::bigint[])', [
      ...[paused, reason, ids],
    ]);
    expect((await detail(CHECKS, checkId)).waiting).toBe(words);
    expect((await detail(ORDERS, orderId)).waiting).toBe(words);
  }
});

it('a check that was cancelled while it was paused is not paused any more', async () => {
  const id = await pausedCheck({ numbers: '+12125550124' });
  await agent.post(`${CHECKS}/update`, { id, status: 5 });
  await product.db.pool.query(`update work_attempt set create_time = now() - interval '73 hours' where task_id = $1`, [
    id,
  ]);
  await product.db.pool.query('update work_chunk set ready_at = now() where task_id = $1', [id]);
  await expect.poll(async () => (await detail(CHECKS, id)).status).toBe(5);
  expect((await detail(CHECKS, id)).waiting).toBeNull();
});

it('the remark of a check can be emptied', async () => {
  const id = await pausedCheck({ numbers: '+12125550125', remark: 'For June' });
  expect((await detail(CHECKS, id)).remark).toBe('For June');
  await agent.post(`${CHECKS}/update`, { id, remark: null });
  expect((await detail(CHECKS, id)).remark).toBeNull();
});
