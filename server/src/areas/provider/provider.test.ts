import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import {
  claimProbe,
  countOutcome,
  endProbe,
  isolateWrong,
  OUTCOME,
  recordExchange,
} from '../../engines/vendors/providers/index.ts';
import { testApp } from '../../testing/app.ts';
import { startCheckServer } from '../../testing/check-server.ts';
import { PIXEL } from '../../testing/pixel.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
afterAll(async () => {
  await product.close();
  await vendor.close();
});
const { admin } = product;
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

let count = 0;
const form = (more: Record<string, unknown> = {}) => {
  count += 1;
  return {
    providerCode: `p-${count}`,
    providerName: `Provider ${count}`,
    endpoint: vendor.address,
    apiKey: 'key',
    secretKey: 'a-signing-secret',
    ...more,
  };
};
async function added(more: Record<string, unknown> = {}): Promise<string> {
  const { body } = await admin.post('provider/provider/submit', form(more));
  expect(body).toMatchObject({ code: 200 });
  return body.data.id;
}
const detail = async (id: string) => (await admin.get('provider/provider/detail', { id })).body.data;
const health = async (id: string) => (await admin.get('provider/provider/health', { id })).body.data;
const fail = (id: string, times: number) =>
  product.db.tx(async (tx) => {
    for (let n = 0; n < times; n += 1)
      await recordExchange(tx, BigInt(id), { outcome: OUTCOME.timedOut, lines: 10, millis: 1000, error: 'no answer' });
  });
const eventsOf = async (id: string): Promise<string[]> =>
  (await health(id)).timeline.map(
    ({ event, from, to }: { event: string; from: number; to: number }) => `${event} ${from}-${to}`,
  );

beforeEach(async () => {
  vendor.behave();
  await query('update prv_provider set status = 0');
});

describe('settings', () => {
  it('are disabled at first, and never answer the key or the secret', async () => {
    const id = await added();
    const row = await detail(id);
    expect(row).toMatchObject({ status: 0, breaker: 0, healthScore: 100, inFlight: 0, inDoubt: 0, countries: [] });
    expect(JSON.stringify(row)).not.toContain('a-signing-secret');
    expect(row.secretKey).toBe('••••••••');
  });

  it('keep the key and the secret when saved without them', async () => {
    const id = await added();
    const sealed = () => query('select api_key, secret_key from prv_provider where id = $1', [id]);
    const before = await sealed();
    expect((await admin.post('provider/provider/submit', { id, ratePerSecond: 7, secretKey: '' })).status).toBe(200);
    expect(await sealed()).toEqual(before);
    expect((await detail(id)).ratePerSecond).toBe(7);
  });

  it('need a legal basis for every capability except number status', async () => {
    const { status, body } = await admin.post('provider/provider/submit', form({ capabilities: 3 }));
    expect([status, body.data.fields[0].field]).toEqual([400, 'legalBasis']);
    const id = await added({ capabilities: 1 });
    expect((await admin.post('provider/provider/submit', { id, capabilities: 2 })).status).toBe(400);
    expect((await admin.post('provider/provider/submit', { id, capabilities: 2, legalBasis: 'Contract' })).status).toBe(
      200,
    );
    expect((await admin.post('provider/provider/submit', { id, legalBasis: null })).status).toBe(400);
  });

  it('keep papers of the legal basis, shown by a ticket only, and release those that are removed', async () => {
    const { body: file, headers } = multipart({}, { name: 'contract.png', content: PIXEL });
    const put = async () => (await admin.post('provider/provider/put-paper', file, headers)).body.data.link as string;
    const links = [await put(), await put()];
    const id = await added({ legalBasisDoc: links });
    const shown = (await detail(id)).legalBasisDoc as string[];
    expect(shown).toHaveLength(2);
    const statusOf = async (url = '') => (await product.server.inject({ url })).statusCode;
    expect([await statusOf(shown[0]), await statusOf(shown[0]?.split('&')[0])]).toEqual([200, 404]);
    await admin.post('provider/provider/submit', { id, legalBasisDoc: [shown[1]] });
    expect((await detail(id)).legalBasisDoc).toHaveLength(1);
    await admin.post('provider/provider/submit', { id, remark: 'x' });
    expect((await detail(id)).legalBasisDoc).toHaveLength(1);
    const kept = await query<{ kept: boolean }>(
      `select expires_at is null as kept from kernel_file where source = 'provider/provider/put-paper' order by id`,
    );
    expect(kept.map((one) => one.kept)).toEqual([false, true]);
    const other = await admin.post(
      'provider/provider/submit',
      form({ legalBasisDoc: [`/api/provider/provider/paper?name=1-${randomUUID()}.png`] }),
    );
    expect(other.body.bizCode).toBe('PROVIDER_PAPER_GONE');
  });

  it('refuse an ability that is not on the list', async () => {
    expect((await admin.post('provider/provider/submit', form({ capabilities: 64, legalBasis: 'x' }))).status).toBe(
      400,
    );
  });

  it('refuse a kind and a protocol without an adapter', async () => {
    expect((await admin.post('provider/provider/submit', form({ protocol: 2 }))).status).toBe(400);
    expect((await admin.post('provider/provider/submit', form({ kind: 3 }))).status).toBe(400);
  });
});

describe('the test', () => {
  it('answers the time of a probe with the stored settings, also while the provider is disabled', async () => {
    const { body } = await admin.post('provider/provider/test', { id: await added() });
    expect(body.data).toMatchObject({ succeeded: true, problem: null });
    expect(vendor.requests.at(-1)).toBe('health');
  });

  it('answers the error in words', async () => {
    vendor.behave({ on: 'health', act: { kind: 'status', status: 401 } });
    const { body } = await admin.post('provider/provider/test', { id: await added() });
    expect(body.data).toMatchObject({ succeeded: false, problem: 'HTTP 401' });
  });

  it('leaves its error at the provider until it succeeds, so that the screen asks before it is enabled', async () => {
    const id = await added();
    const problem = async () => (await admin.get('provider/provider/detail', { id })).body.data.testProblem;
    expect(await problem()).toBeNull();
    vendor.behave({ on: 'health', act: { kind: 'status', status: 401 } });
    await admin.post('provider/provider/test', { id });
    expect(await problem()).toBe('HTTP 401');
    await admin.post('provider/provider/test', { id });
    expect(await problem()).toBeNull();
  });
});

describe('the breaker', () => {
  it('opens at the third failure, is probed, and closes; each change is in its timeline', async () => {
    const id = await added();
    await fail(id, 2);
    expect((await health(id)).breaker).toBe(0);
    await fail(id, 1);
    const opened = await health(id);
    expect(opened).toMatchObject({ breaker: 1, breakerReason: 'no answer', lastError: 'no answer' });
    expect(opened.breakerUntil).not.toBeNull();
    await query('update prv_provider set status = 1 where id = $1', [id]);
    await query('update prv_health set open_until = now() where provider_id = $1', [id]);
    expect(await product.db.tx(claimProbe)).toBe(BigInt(id));
    expect(await product.db.tx(claimProbe)).toBeNull();
    await product.db.tx((tx) => endProbe(tx, BigInt(id), 'HTTP 500'));
    await query('update prv_health set open_until = now() where provider_id = $1', [id]);
    await product.db.tx(claimProbe);
    await product.db.tx((tx) => endProbe(tx, BigInt(id), null));
    expect(await eventsOf(id)).toEqual(['recover 2-0', 'probe 1-2', 'open 2-1', 'probe 1-2', 'open 0-1']);
  });

  it('opens once and is probed once, however many nodes see the failures', async () => {
    const id = await added();
    await query('update prv_provider set status = 1 where id = $1', [id]);
    await Promise.all(Array.from({ length: 8 }, () => fail(id, 3)));
    expect(await eventsOf(id)).toEqual(['open 0-1']);
    await query('update prv_health set open_until = now() where provider_id = $1', [id]);
    const claimed = await Promise.all(Array.from({ length: 8 }, () => product.db.tx(claimProbe)));
    expect(claimed.filter((one) => one !== null)).toEqual([BigInt(id)]);
    expect(await eventsOf(id)).toEqual(['probe 1-2', 'open 0-1']);
    await query('update prv_health set probe_until = now() where provider_id = $1', [id]);
    const again = await Promise.all(Array.from({ length: 8 }, () => product.db.tx(claimProbe)));
    expect(again.filter((one) => one !== null)).toEqual([BigInt(id)]);
  });

  it('stays isolated until a person releases it, with reasons; then a probe decides', async () => {
    const id = await added();
    expect((await admin.post('provider/provider/isolate', { id, reason: ' ' })).status).toBe(400);
    expect((await admin.post('provider/provider/isolate', { id, reason: 'Wrong results' })).status).toBe(200);
    expect((await admin.post('provider/provider/isolate', { id, reason: 'Again' })).body.bizCode).toBe(
      'STATE_CONFLICT',
    );
    await query('update prv_provider set status = 1 where id = $1', [id]);
    await fail(id, 5);
    expect(await product.db.tx(claimProbe)).toBeNull();
    expect(await health(id)).toMatchObject({ breaker: 3, score: 0, breakerReason: 'Wrong results' });
    expect((await admin.post('provider/provider/release', { id, reason: 'Corrected' })).status).toBe(200);
    const again = await admin.post('provider/provider/release', { id, reason: 'Corrected' });
    expect(again.body.bizCode).toBe('STATE_CONFLICT');
    expect(await product.db.tx(claimProbe)).toBe(BigInt(id));
    const [, released, isolated] = (await health(id)).timeline;
    expect(released).toMatchObject({ event: 'release', from: 3, to: 1, reason: 'Corrected' });
    expect(isolated).toMatchObject({ event: 'isolate', from: 0, to: 3, reason: 'Wrong results' });
    expect(isolated.userName).not.toBe(null);
  });

  it('isolates by itself after too many wrong numbers, tells staff, and leaves the release to a person', async () => {
    const [id, good] = [await added(), await added()];
    const answers = (one: string, lines: number, wrong: number) =>
      product.db.tx(async (tx) => {
        await countOutcome(tx, BigInt(one), OUTCOME.answered, lines);
        await countOutcome(tx, BigInt(one), OUTCOME.wrong, wrong);
      });
    await answers(id, 200, 19);
    await answers(good, 10_000, 400);
    await isolateWrong(product.app);
    expect([(await health(id)).breaker, (await health(good)).breaker]).toEqual([0, 0]);
    await answers(id, 0, 1);
    await isolateWrong(product.app);
    await isolateWrong(product.app);
    const reason = '10 分钟内 20 个多余或矛盾的号码，占 10 %';
    const english = await admin.get('provider/provider/health', { id }, { 'accept-language': 'en' });
    expect(english.body.data).toMatchObject({
      breakerReason: '20 foreign or contradictory numbers in 10 minutes, 10 %',
      timeline: [{ reason: '20 foreign or contradictory numbers in 10 minutes, 10 %' }],
    });
    expect(await health(id)).toMatchObject({ breaker: 3, breakerReason: reason });
    expect((await health(id)).timeline).toMatchObject([{ event: 'isolate', from: 0, to: 3, reason }]);
    expect((await health(good)).breaker).toBe(0);
    const sent = await query('select id from msg_message where biz_type = $1 and biz_id = $2', [
      'provider/provider',
      id,
    ]);
    expect(sent).toHaveLength(1);
    await admin.post('provider/provider/release', { id, reason: 'Checked' });
    await isolateWrong(product.app);
    expect((await health(id)).breaker).toBe(1);
    await product.setParameter('provider.wrongPercent', '0');
    await answers(good, 0, 5000);
    await isolateWrong(product.app);
    expect((await health(good)).breaker).toBe(0);
  });

  it('is isolated only by users with the permission', async () => {
    const id = await added();
    const { status } = await (await product.staff('finance')).post('provider/provider/isolate', { id, reason: 'x' });
    expect(status).toBe(403);
  });
});

describe('health', () => {
  it('names each part of the score with its figure, and counts exchanges of the last hour and day', async () => {
    const id = await added();
    const minute = (ago: string, outcome: number, exchanges: number, durations: string) =>
      query(
        `insert into prv_minute (provider_id, minute, outcome, exchanges, lines, millis, durations)
         values ($1, date_trunc('minute', now()) - $2::interval, $3, $4, $5, 0, $6)`,
        [id, ago, outcome, exchanges, exchanges * 10, durations],
      );
    await minute('5 minutes', 1, 97, '{60,30,7,0,0,0}');
    await minute('5 minutes', 2, 3, '{0,0,0,0,0,3}');
    await minute('3 hours', 1, 50, '{50,0,0,0,0,0}');
    expect(await health(id)).toMatchObject({
      score: 82,
      parts: [{ part: 1, points: 18, figure: '3.0 %' }],
      p50Millis: 100,
      p95Millis: 1000,
      rateNow: 0,
      rateLimit: 100,
      outcomes: [
        { outcome: 1, hour: 97, day: 147 },
        { outcome: 2, hour: 3, day: 3 },
      ],
    });
    const { records } = (await admin.get('provider/provider/list', { providerCode: `p-${count}` })).body.data;
    expect(records).toMatchObject([{ id, healthScore: 82, breaker: 0 }]);
  });
});

it('lists the last exchanges with their tasks and without numbers', async () => {
  const id = await added();
  await query(
    `with task as (
       insert into work_task (tenant_id, kind, resource, task_no, task_name, owner_id, owner_path, owner_name, evidence, status, job_task_no)
       values ('000000', 'none', 'filter/whatsapp-filter', $2, 'List', 1, '/1/', 'A', 1, 3, 'T')
       returning id)
     insert into work_attempt (id, tenant_id, task_id, chunk_no, round, provider_id, provider_code, state, lines, answered)
     select gen_random_uuid(), '000000', task.id, n, 1, $1, 'p', case n when 1 then 3 else n % 2 end, 10, 5
     from task, generate_series(1, 60) n`,
    [id, `WF-${id}`],
  );
  const { data } = (await admin.get('provider/provider/exchanges', { id })).body;
  expect(data).toHaveLength(50);
  expect(data[0]).toMatchObject({ taskNo: `WF-${id}`, resource: 'filter/whatsapp-filter', lines: 10, answered: 5 });
  expect(await health(id)).toMatchObject({ inFlight: 59, inDoubt: 1, parts: [{ part: 6, points: 2, figure: '1' }] });
  expect(await detail(id)).toMatchObject({ inFlight: 59, inDoubt: 1, healthScore: 98 });
});

it('refuses a plain address unless private addresses are allowed', async () => {
  const closed = await testApp();
  try {
    const { status, body } = await closed.admin.post('provider/provider/submit', {
      ...form(),
      endpoint: 'http://checks.example.com',
    });
    expect([status, body.bizCode]).toEqual([400, 'PROVIDER_PLAIN']);
  } finally {
    await closed.close();
  }
});
