import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { startCheckServer } from '../../../testing/check-server.ts';
import { openChecks } from '../../../testing/checks.ts';
import { declared } from '../../../testing/consents.ts';
import { fictionalNumbers, multipart } from '../../stock/inventory/stock-fixture.ts';
import { checkKinds } from '../checks/index.ts';
import { workTimers } from './index.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
await product.work();
afterAll(async () => {
  await product.close();
  await vendor.close();
});

const FILTER = 'filter/whatsapp-filter';
const timers = workTimers(new Map(Object.values(checkKinds).map((kind) => [kind.name, kind])));
/** Runs a timer as the clock would. */
const tick = (name: string) => timers.find((one) => one.name === name)!.run(product.app);
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const one = async <Row extends object>(text: string, values: unknown[] = []) => (await query<Row>(text, values))[0]!;

let agent: TestUser;
let poor: TestUser;
let staff: TestUser;
const consents = new Map<TestUser, string>();
let used = 0;

beforeAll(async () => {
  await openChecks(product, 1, { 1: '0.01' });
  await query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, timeout_ms, batch_max,
       rate_per_second, status, legal_basis) values ('000000', 'only', 'Only', 1, 1, $1, 63, 1000, 20, 10000, 1, 'contract')`,
    [vendor.address],
  );
  agent = await product.agent({ money: 100_000_000n });
  poor = await product.agent();
  staff = await product.staff('admin');
  for (const who of [agent, poor]) consents.set(who, (await declared(product, { who, isPassed: true })).id);
});

const listOf = (count: number) => {
  const from = used;
  used += Math.ceil(count / 100) * 100;
  return fictionalNumbers(count, from)
    .map((number) => `+${number}`)
    .join('\n');
};
async function create(who: TestUser, more: object = { numbers: listOf(20) }): Promise<string> {
  const form = { taskName: 'List', countryCode: 'US', filterType: 1, consentId: consents.get(who), ...more };
  const answer = await who.post(`${FILTER}/create-order`, form);
  expect(answer.body).toMatchObject({ code: 200 });
  return answer.body.data.id;
}
const detail = async (who: TestUser, id: string) => (await who.get(`${FILTER}/detail`, { id })).body.data;
const reaches = (who: TestUser, id: string, ...states: number[]) =>
  expect.poll(async () => (await detail(who, id)).status).toBeOneOf(states);
const linesOf = async (id: string) =>
  (await one<{ n: number }>('select count(*)::int as n from work_line where task_id = $1', [id])).n;
const told = (who: TestUser, key: string, id: string) =>
  query(
    'select from msg_inbox i join msg_message m on m.id = i.message_id where user_id = $1 and title_key = $2 and biz_id = $3',
    [who.id.toString(), key, id],
  );

describe('the lines of a task', () => {
  it('are deleted when its retention ends, with the upload; counts, money and the reason stay', async () => {
    const { body, headers } = multipart({}, { name: 'list.txt', content: listOf(50) });
    const { fileId } = (await agent.post(`${FILTER}/inspect`, body, headers)).body.data;
    const id = await create(agent, { fileId });
    await reaches(agent, id, 3, 4);
    const before = await detail(agent, id);
    const kept = await one<{ days: number }>(
      'select round(extract(epoch from expire_time - finish_time) / 86400)::int as days from work_task where id = $1',
      [id],
    );
    expect(kept.days).toBe(30);
    await tick('work/purge');
    expect(await linesOf(id)).toBe(50);

    await query('update work_task set expire_time = now() where id = $1', [id]);
    await tick('work/purge');
    expect(await linesOf(id)).toBe(0);
    const after = await detail(agent, id);
    expect(after).toMatchObject({
      status: 8,
      submitCount: 50,
      liveCount: before.liveCount,
      chargedAmount: before.chargedAmount,
      purgedTime: expect.stringMatching(/^\d{4}-/),
      waiting: expect.stringContaining('按保留期限清除'),
    });
    expect((await agent.get(`${FILTER}/download`, { id })).body.bizCode).toBe('FILE_GONE');
    expect((await agent.post(`${FILTER}/upgrade-task`, { id, filterType: 2 })).status).toBeGreaterThanOrEqual(400);
    expect(await one('select expires_at <= now() as gone from kernel_file where id = $1', [fileId])).toEqual({
      gone: true,
    });
  });

  it('are deleted to the end when a deletion was interrupted', async () => {
    const id = await create(agent);
    await reaches(agent, id, 3, 4);
    await query('update work_task set status = 8, expire_time = now() where id = $1', [id]);
    await tick('work/purge');
    expect(await linesOf(id)).toBe(0);
    expect(await one('select purged_time is not null as is from work_task where id = $1', [id])).toEqual({ is: true });
  });

  it('are deleted at once when the task is removed; an upload that another task uses stays', async () => {
    const { body, headers } = multipart({}, { name: 'list.txt', content: listOf(20) });
    const { fileId } = (await agent.post(`${FILTER}/inspect`, body, headers)).body.data;
    const ids = [await create(agent, { fileId }), await create(agent, { fileId })];
    for (const id of ids) await reaches(agent, id, 3, 4);
    await agent.post(`${FILTER}/remove`, { ids: ids[0] });
    await tick('work/purge');
    expect([await linesOf(ids[0]!), await linesOf(ids[1]!)]).toEqual([0, 20]);
    expect(await one('select expires_at > now() as kept from kernel_file where id = $1', [fileId])).toEqual({
      kept: true,
    });
  });

  it('leave no pasted list in the task centre', async () => {
    const id = await create(agent);
    await reaches(agent, id, 3, 4);
    const { task_no } = await one<{ task_no: string }>('select job_task_no as task_no from work_task where id = $1', [
      id,
    ]);
    expect(await one('select input from kernel_task where task_no = $1', [task_no])).toEqual({
      input: { workId: id, input: null },
    });
  });

  it('are dropped by whole weeks, none of which a task still needs', async () => {
    const weeks = async () =>
      (
        await query<{ name: string }>(
          "select relname as name from pg_class where relname ~ '^work_line_\\d+$' order by 1",
        )
      ).map(({ name }) => name);
    await query(
      `create table work_line_20200106 partition of work_line for values from ('2020-01-06') to ('2020-01-13')`,
    );
    const id = await create(agent);
    await reaches(agent, id, 3, 4);
    await query(`update work_task set create_time = '2020-01-07' where id = $1`, [id]);
    await tick('work/weeks');
    expect(await weeks()).toContain('work_line_20200106');
    const now = (await weeks()).at(-1);
    await query('update work_task set expire_time = now() where id = $1', [id]);
    await tick('work/purge');
    await tick('work/weeks');
    expect(await weeks()).not.toContain('work_line_20200106');
    expect(await weeks()).toContain(now);
  });
});

describe('a task without funds', () => {
  it('is cancelled after a day, with nothing held, and its owner gets a message', async () => {
    const id = await create(poor);
    await reaches(poor, id, 9);
    expect((await detail(poor, id)).payUntil).toMatch(/^\d{4}-/);
    await tick('work/unpaid');
    expect((await detail(poor, id)).status).toBe(9);
    await query('update work_task set pay_until = now() where id = $1', [id]);
    await tick('work/unpaid');
    await reaches(poor, id, 5);
    expect(await detail(poor, id)).toMatchObject({ holdAmount: '0', failReason: expect.any(String) });
    expect((await told(poor, 'CHECK_UNPAID', id)).length).toBe(1);
    expect((await poor.post(`${FILTER}/update`, { id, action: 'RETRY_PAY' })).body.bizCode).toBe('STATE_CONFLICT');
  });

  it('whose list was not read because the program ended twice has failed, and says so', async () => {
    const id = await create(poor);
    await reaches(poor, id, 9);
    await query(
      `update kernel_task set state = 4, failure_code = 'TASK_INTERRUPTED', end_time = now()
       where task_no = (select job_task_no from work_task where id = $1)`,
      [id],
    );
    await query('update work_task set status = 0 where id = $1', [id]);
    await tick('work/end-left');
    const task = await detail(poor, id);
    expect([task.status, task.failReason]).toEqual([6, expect.stringMatching(/\S/)]);
    expect(task.failReason).not.toBe('TASK_INTERRUPTED');
  });

  it('ends with its background task', async () => {
    const id = await create(poor);
    await reaches(poor, id, 9);
    await query(
      'update kernel_task set state = 4, end_time = now() where task_no = (select job_task_no from work_task where id = $1)',
      [id],
    );
    await tick('work/end-left');
    expect((await detail(poor, id)).status).toBe(5);
  });
});

describe('a task without progress', () => {
  const enable = (status: number) =>
    query("update prv_provider set status = $1 where provider_code = 'only'", [status]);

  const isolate = (breaker: number) => query('update prv_health set breaker = $1', [breaker]);

  it.each([
    { why: 'is disabled', close: () => enable(0), open: () => enable(1) },
    { why: 'is isolated by hand', close: () => isolate(3), open: () => isolate(0) },
  ])(
    'because its only provider $why is reported once to its owner and operations, and continues by itself',
    async ({ close, open }) => {
      vendor.behave({ on: 'submit', act: { kind: 'status', status: 429, headers: { 'retry-after': '3600' } } });
      const id = await create(agent);
      await expect.poll(() => query('select from work_attempt where task_id = $1 and state = 4', [id])).toHaveLength(1);
      await close();
      await query('update work_chunk set ready_at = now() where task_id = $1', [id]);
      await expect
        .poll(() => query('select from work_lane where task_id = $1 and wait_kind = 4', [id]))
        .toHaveLength(1);
      for (let n = 0; n < 2; n += 1) await tick('work/stalls');
      for (const who of [agent, staff]) expect((await told(who, 'CHECK_UNSERVED', id)).length).toBe(1);
      expect((await detail(agent, id)).waiting).toContain('目前没有可用的服务商');
      await open();
      await query('update work_lane set wait_until = null where task_id = $1', [id]);
      await query('update prv_health set next_free_at = now(), learned_rate = null');
      await reaches(agent, id, 3, 4);
    },
  );

  it('for ten minutes is reported once, unless its provider is known to be paused or its lines wait on purpose', async () => {
    vendor.behave({ on: 'submit', act: { kind: 'accept', afterSeconds: 3600 } });
    const id = await create(agent);
    await expect.poll(() => query('select from work_attempt where task_id = $1 and state = 1', [id])).toHaveLength(1);
    await query("update work_task set progress_time = now() - interval '11 minutes' where id = $1", [id]);
    await query("update work_lane set wait_kind = 2, wait_until = now() + interval '1 hour' where task_id = $1", [id]);
    await tick('work/stalls');
    expect(await told(agent, 'CHECK_STALLED', id)).toEqual([]);
    await query('update work_lane set wait_kind = null, wait_until = null where task_id = $1', [id]);
    const putOff = (until: string) =>
      query(`update work_chunk set state = 0, wait_kind = 1, ready_at = now() + $2::interval where task_id = $1`, [
        id,
        until,
      ]);
    for (const until of ['1 hour', '-9 minutes']) {
      await putOff(until);
      await tick('work/stalls');
      expect(await told(agent, 'CHECK_STALLED', id)).toEqual([]);
    }
    await putOff('-11 minutes');
    for (let n = 0; n < 2; n += 1) await tick('work/stalls');
    for (const who of [agent, staff]) expect((await told(who, 'CHECK_STALLED', id)).length).toBe(1);
    expect((await detail(agent, id)).waiting).toMatch(/^11 分钟没有新结果/);
  });
});

it('a cancelled task whose batch is under way waits for it without using up its job', async () => {
  vendor.behave({ on: 'submit', act: { kind: 'accept', afterSeconds: 3600 } });
  const id = await create(agent);
  await expect.poll(() => query('select from work_attempt where task_id = $1 and state = 1', [id])).toHaveLength(1);
  await agent.post(`${FILTER}/update`, { id, status: 5 });
  await expect
    .poll(() => one('select is_cancelling from work_task where id = $1', [id]))
    .toEqual({ is_cancelling: true });
  for (let n = 0; n < 5; n += 1) await tick('work/report');
  const { attempt } = await one<{ attempt: number }>(
    'select attempt from kernel_task where task_no = (select job_task_no from work_task where id = $1)',
    [id],
  );
  expect(attempt).toBeLessThanOrEqual(2);
  await query('update work_chunk set ready_at = now() where task_id = $1', [id]);
  await reaches(agent, id, 5);
  expect((await detail(agent, id)).doneCount).toBe(20);
});

it('a cancelled task gives the money of numbers that were not handed over back at once, and the rest after 72 hours at the latest', async () => {
  const silent = { kind: 'accept', afterSeconds: 3600 } as const;
  vendor.behave(...Array.from({ length: 4 }, () => ({ on: 'submit', act: silent }) as const));
  // More than the provider takes at once.
  await query('update prv_provider set batch_max = 5, rate_per_second = 1 where kind = 1');
  const id = await create(agent);
  await expect.poll(() => query('select from work_attempt where task_id = $1 and state = 1', [id])).not.toEqual([]);
  await agent.post(`${FILTER}/update`, { id, status: 5 });
  await expect.poll(() => query('select from work_line where task_id = $1 and state = 11', [id])).not.toEqual([]);
  const { rows: left } = await one<{ rows: number }>(
    'select coalesce(sum(lines), 0)::int as rows from work_attempt where task_id = $1',
    [id],
  );
  expect(left).toBeLessThan(20);
  const money = () =>
    one<{ held: string; returned: string }>(
      `select (hold_amount - charged_amount - refunded_amount)::text as held, refunded_amount::text as returned from work_task where id = $1`,
      [id],
    );
  await expect.poll(money).toEqual({ held: `${left}0000`, returned: `${20 - left}0000` });
  const { waiting, isBeingCancelled } = await detail(agent, id);
  expect(isBeingCancelled).toBe(1);
  expect(waiting).toMatch(new RegExp(`^正在取消：${left} 个号码已提交给服务商，最迟等到 `));
  vendor.behave(...Array.from({ length: left / 5 }, () => ({ on: 'collect', act: silent }) as const));
  await query("update work_attempt set create_time = now() - interval '73 hours' where task_id = $1", [id]);
  await query('update work_chunk set ready_at = now() where task_id = $1', [id]);
  await reaches(agent, id, 5);
  expect(await money()).toEqual({ held: '0', returned: '200000' });
  expect(await mismatches(product)).toEqual([]);
  await query('update prv_provider set batch_max = 20, rate_per_second = 10000 where kind = 1');
});

it('a check that has no result for 72 hours, and one that is paused for 30 days, are cancelled with a message', async () => {
  for (const [key, cause, reason] of [
    [
      'CHECK_FRUITLESS',
      "update work_task set progress_time = now() - interval '73 hours' where id = $1",
      /^No result came/,
    ],
    [
      'CHECK_ABANDONED',
      "update work_task set update_time = now() - interval '31 days' where id = $1",
      /^Nobody confirmed or resumed/,
    ],
  ] as const) {
    vendor.behave({ on: 'submit', act: { kind: 'accept', afterSeconds: 3600 } });
    const id = await create(agent);
    await expect.poll(() => query('select from work_attempt where task_id = $1 and state = 1', [id])).toHaveLength(1);
    if (key === 'CHECK_ABANDONED') await agent.post(`${FILTER}/update`, { id, action: 'PAUSE' });
    await tick('work/fruitless');
    expect(await told(agent, key, id)).toEqual([]);
    await query(cause, [id]);
    for (let n = 0; n < 2; n += 1) await tick('work/fruitless');
    expect(await told(agent, key, id)).toHaveLength(1);
    await query('update work_chunk set ready_at = now() where task_id = $1', [id]);
    await reaches(agent, id, 5);
    const { body } = await agent.get(`${FILTER}/events`, { id }, { lang: 'en' });
    expect(body.data).toContainEqual(
      expect.objectContaining({ event: 'cancelling', userName: null, reason: expect.stringMatching(reason) }),
    );
  }
});

it('the parameters of a tenant decide when a check without results and a paused one end', async () => {
  for (const [key, parameter, cause] of [
    [
      'CHECK_FRUITLESS',
      'tasks.fruitlessHours',
      "update work_task set progress_time = now() - interval '3 hours' where id = $1",
    ],
    [
      'CHECK_ABANDONED',
      'tasks.abandonedDays',
      "update work_task set update_time = now() - interval '3 days' where id = $1",
    ],
  ] as const) {
    vendor.behave({ on: 'submit', act: { kind: 'accept', afterSeconds: 3600 } });
    const id = await create(agent);
    await expect.poll(() => query('select from work_attempt where task_id = $1 and state = 1', [id])).toHaveLength(1);
    if (key === 'CHECK_ABANDONED') await agent.post(`${FILTER}/update`, { id, action: 'PAUSE' });
    await query(cause, [id]);
    await tick('work/fruitless');
    expect(await told(agent, key, id)).toEqual([]);
    await product.setParameter(parameter, '2');
    await tick('work/fruitless');
    expect(await told(agent, key, id)).toHaveLength(1);
    await query('update work_chunk set ready_at = now() where task_id = $1', [id]);
    await reaches(agent, id, 5);
  }
});

it('an agent cancels the check of a sub-user', async () => {
  const sub = await product.agent({ parent: agent, subUser: true });
  consents.set(sub, (await declared(product, { who: sub, isPassed: true })).id);
  const id = await create(sub);
  await reaches(sub, id, 9);
  expect((await agent.post(`${FILTER}/update`, { id, status: 5 })).body.code).toBe(200);
  await reaches(sub, id, 5);
});

it('counts of exchanges are deleted after thirty days', async () => {
  await query(`
    insert into prv_minute (provider_id, minute, outcome, exchanges)
    select id, now() - make_interval(days => days), 5, 1 from prv_provider, unnest(array[29, 31]) as days where provider_code = 'only'`);
  await tick('work/minutes');
  const left = await query<{ days: number }>(
    "select extract(day from now() - minute)::int as days from prv_minute where minute < now() - interval '1 day'",
  );
  expect(left).toEqual([{ days: 29 }]);
});
