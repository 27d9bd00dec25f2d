import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { startCheckServer } from '../../../testing/check-server.ts';
import { openChecks } from '../../../testing/checks.ts';
import { declared } from '../../../testing/consents.ts';
import { fictionalNumbers } from '../../stock/inventory/stock-fixture.ts';

const FILTER = 'filter/whatsapp-filter';
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
await product.work();
afterAll(async () => {
  await product.close();
  await vendor.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const rest = fictionalNumbers(1600);
const fresh = (many: number) => rest.splice(0, many);
let agent: TestUser;
let consentId: string;

beforeAll(async () => {
  await openChecks(product, 1, { 1: '0.01', 2: '0.02' });
  agent = await product.agent({ money: 100_000_000n });
  consentId = (await declared(product, { who: agent, isPassed: true })).id;
  await query(
    `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, status)
     values ('000000', 'spy', 'Spy', 1, 1, $1, 3, 20, 10000, 1)`,
    [vendor.address],
  );
});

/** The rate of the provider, from now on. */
const setRate = async (perSecond: number) => {
  await query('update prv_provider set rate_per_second = $1', [perSecond]);
  await query('update prv_health set next_free_at = now()');
  await query('update work_lane set wait_until = null');
};
const suppress = async (numbers: readonly bigint[]) => {
  const number = numbers.map((one) => `+${one}`).join('\n');
  expect((await product.admin.post('compliance/suppression/save', { number })).body.code).toBe(200);
};
async function start(numbers: readonly bigint[]): Promise<string> {
  const text = numbers.map((number) => `+${number}`).join('\n');
  const form = { countryCode: 'US', filterType: 1, numbers: text, consentId };
  const answer = await agent.post(`${FILTER}/create-order`, form);
  expect(answer.body.code).toBe(200);
  return answer.body.data.id;
}
const detail = async (id: string) => (await agent.get(`${FILTER}/detail`, { id })).body.data;
async function finish(id: string) {
  await expect
    .poll(
      async () => {
        await query('update work_chunk set ready_at = now() where task_id = $1 and state = 0', [id]);
        return (await detail(id)).status;
      },
      { timeout: 60_000 },
    )
    .toBeOneOf([3, 4]);
  return detail(id);
}
const begun = (id: string) =>
  expect
    .poll(
      async () =>
        (await query<{ done: number }>('select stage_done as done from work_task where id = $1', [id]))[0]?.done,
      {
        timeout: 60_000,
      },
    )
    .toBeGreaterThan(0);
const seen = (numbers: readonly bigint[]) => {
  const submissions = vendor.submissions();
  return numbers.filter((number) => submissions.has(`+${number}`));
};
/** Numbers of a task without a result and without an exchange, the last ones. */
const waiting = async (id: string, many: number) =>
  (
    await query<{ e164: string }>(
      `select l.e164::text from work_line l join work_chunk c on c.task_id = l.task_id and c.chunk_no = l.chunk_no
       where l.task_id = $1 and l.state = 1 and c.state = 0 and c.attempt_id is null order by l.line_no desc limit $2`,
      [id, many],
    )
  ).map(({ e164 }) => BigInt(e164));

describe('a provider never sees a suppressed number', () => {
  it('of a list with one in a hundred: they are counted before the price, with reason and rule', async () => {
    const numbers = fresh(600);
    const suppressed = numbers.filter((_, index) => index % 100 === 7);
    await suppress(suppressed);
    const id = await start(numbers);
    const task = await finish(id);
    expect(task).toMatchObject({ totalCount: 600, suppressedCount: 6, submitCount: 594, doneCount: 594 });
    expect(Number(task.holdAmount)).toBeCloseTo(5.94, 6);
    expect(seen(suppressed)).toEqual([]);
    expect(seen(numbers)).toHaveLength(594);
    const lines = await query(
      'select state, reject_reason, rule from work_line where task_id = $1 and e164 = any($2::bigint[])',
      [id, suppressed],
    );
    expect(lines).toHaveLength(6);
    for (const line of lines)
      expect(line).toEqual({ state: 10, reject_reason: 11, rule: expect.stringMatching(/^suppression\/\d+$/) });
  });

  it('that is added between reading and handing over, or during a pause', async () => {
    await setRate(10);
    const id = await start(fresh(200));
    await begun(id);
    const added = await waiting(id, 3);
    expect(added).toHaveLength(3);
    await suppress(added);
    await agent.post(`${FILTER}/update`, { id, action: 'PAUSE' });
    const paused = await waiting(id, 6);
    await suppress(paused);
    await sleep(100);
    await setRate(10_000);
    await agent.post(`${FILTER}/update`, { id, action: 'RESUME' });
    const task = await finish(id);
    expect(task).toMatchObject({ totalCount: 200, suppressedCount: 6, submitCount: 194, doneCount: 194 });
    expect(seen([...added, ...paused])).toEqual([]);
    expect(Number(task.holdAmount)).toBeCloseTo(Number(task.chargedAmount) + Number(task.refundedAmount), 6);
    expect(Number(task.chargedAmount)).toBeCloseTo(1.94, 6);
  });

  it('that is added before an upgrade', async () => {
    await setRate(10_000);
    const numbers = fresh(100);
    const id = await start(numbers);
    await finish(id);
    const before = new Map(vendor.submissions());
    const added = numbers.filter((number) => Number(number % 10n) > 1).slice(0, 4);
    await suppress(added);
    const upgraded = await agent.post(`${FILTER}/upgrade-task`, { id, filterType: 2 });
    expect(upgraded.body.code).toBe(200);
    const task = await finish(id);
    expect(task).toMatchObject({ suppressedCount: 4, submitCount: 96 });
    const again = added.filter((number) => vendor.submissions().get(`+${number}`) !== before.get(`+${number}`));
    expect(again).toEqual([]);
    expect(Number(task.holdAmount)).toBeCloseTo(Number(task.chargedAmount) + Number(task.refundedAmount), 6);
  });
});

it('a task whose declaration is revoked pauses before its next batch, says why, and goes on with a new one', async () => {
  await setRate(10);
  const numbers = fresh(100);
  const id = await start(numbers);
  await begun(id);
  await product.admin.post('compliance/consent/revoke', { ids: consentId, reason: 'Complaints' });
  await expect.poll(async () => (await detail(id)).paused, { timeout: 60_000 }).toBe(3);
  const sent = vendor.received.size;
  await setRate(10_000);
  await sleep(400);
  expect(vendor.received.size).toBe(sent);
  expect((await detail(id)).waiting).toBe('已暂停：请先完成名单来源声明');
  const resume = async (more: object = {}) =>
    (await agent.post(`${FILTER}/update`, { id, action: 'RESUME', ...more })).body;
  expect(await resume()).toMatchObject({ bizCode: 'CONSENT_REQUIRED' });
  const foreign = await declared(product, { isPassed: true });
  expect(await resume({ consentId: foreign.id })).toMatchObject({ bizCode: 'CONSENT_REQUIRED' });
  expect(await detail(id)).toMatchObject({ paused: 3, consentId });
  consentId = (await declared(product, { who: agent, isPassed: true })).id;
  expect(await resume({ consentId })).toMatchObject({ code: 200 });
  expect(await finish(id)).toMatchObject({ paused: 0, doneCount: 100 });
  expect(seen(numbers)).toHaveLength(100);
});
