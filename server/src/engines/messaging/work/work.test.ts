import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { testApp } from '../../../testing/app.ts';
import { type Behaviour, startCheckServer } from '../../../testing/check-server.ts';
import { fictionalNumbers, stock } from '../../stock/inventory/stock-fixture.ts';
import { cancelWork, pauseWork, resumeWork } from './index.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const vendor = await startCheckServer();
const keeper = await product.staff('warehouse');
await product.work();
afterAll(async () => {
  await product.close();
  await vendor.close();
});

const platform = systemActor('000000');
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
let used = 0;

/** Numbers in stock that no other test has, and the one provider with these settings. */
async function prepare(count: number, provider: Record<string, unknown> = {}) {
  const values = {
    tenant_id: '000000',
    provider_code: `p${used}`,
    provider_name: 'Provider',
    kind: 1,
    protocol: 1,
    endpoint: vendor.address,
    capabilities: 1,
    timeout_ms: 1000,
    batch_max: 20,
    rate_per_second: 10_000,
    status: 1,
    ...provider,
  };
  await query('update prv_provider set status = 0');
  const names = Object.keys(values);
  await query(
    `insert into prv_provider (${names.join(', ')}) values (${names.map((_, n) => `$${n + 1}`).join(', ')})`,
    Object.values(values),
  );
  const numbers = fictionalNumbers(count, used);
  used += Math.ceil(count / 100) * 100;
  return { numbers, ids: await stock(product.db, numbers) };
}

async function start(ids: readonly bigint[]): Promise<bigint> {
  const answer = await keeper.post('whatsapp/warehouse/survive', { ids: ids.join(',') });
  expect(answer.body).toMatchObject({ code: 200, data: { evidence: 1 } });
  const [task] = await query<{ id: bigint }>('select id from work_task where job_task_no = $1', [
    answer.body.data.taskNo,
  ]);
  return task!.id;
}

const taskOf = async (id: bigint) =>
  (
    await query<{ status: number; open_chunks: number; stage_done: number; results: number[]; paused: number }>(
      'select status, open_chunks, stage_done, results, paused from work_task where id = $1',
      [id],
    )
  )[0]!;
/** Ends the pauses of chunks again and again until the task has ended. */
async function finish(id: bigint) {
  await expect
    .poll(async () => {
      await query('update work_chunk set ready_at = now() where task_id = $1 and state = 0', [id]);
      return (await taskOf(id)).status;
    })
    .toBeOneOf([3, 4]);
  return taskOf(id);
}
const attemptsOf = (id: bigint) =>
  query<{ state: number; foreign_lines: number; contradictions: number; error: string | null }>(
    'select state, foreign_lines, contradictions, error from work_attempt where task_id = $1 order by create_time',
    [id],
  );
const submit = (act: Behaviour['act'], times = 1): Behaviour => ({ on: 'submit', act, times });

beforeEach(() => vendor.behave());

describe('a task', () => {
  it('asks about each number once, in batches, and stores the findings with the numbers', async () => {
    const { ids, numbers } = await prepare(50);
    const { results } = await finish(await start(ids));
    expect(results).toEqual([5, 40, 5, 0, 0, 0, 0, 0, 0, 0]);
    for (const number of numbers) expect(vendor.submissions().get(`+${number}`)).toBe(1);
    expect(
      await query('select survive_status, count(*)::int from inv_item where id = any($1) group by 1 order by 1', [ids]),
    ).toEqual([
      { survive_status: 1, count: 40 },
      { survive_status: 2, count: 10 },
    ]);
  });

  it('stops when paused, keeps the answers under way, and continues when resumed', async () => {
    const { ids } = await prepare(60, { rate_per_second: 10 });
    const id = await start(ids);
    await expect.poll(async () => (await taskOf(id)).stage_done).toBeGreaterThan(0);
    await product.db.tx((tx) => pauseWork(tx, platform, id, 1, null));
    await expect.poll(() => query('select from work_chunk where task_id = $1 and state = 1', [id])).toEqual([]);
    const begun = vendor.received.size;
    await query('update prv_provider set rate_per_second = 10000');
    await query('update prv_health set next_free_at = now()');
    await query('update work_lane set wait_until = null');
    await sleep(600);
    expect(vendor.received.size).toBe(begun);
    expect((await taskOf(id)).status).toBe(2);
    await product.db.tx((tx) => resumeWork(tx, platform, id, 1));
    expect((await finish(id)).stage_done).toBe(60);
  });

  it('that is cancelled ends with the results so far, and leaves no number "being checked"', async () => {
    const { ids } = await prepare(60, { rate_per_second: 10 });
    const id = await start(ids);
    await expect.poll(async () => (await taskOf(id)).stage_done).toBeGreaterThan(0);
    await product.db.tx((tx) => cancelWork(tx, platform, id));
    await expect.poll(async () => (await taskOf(id)).status).toBe(5);
    const [line] = await query<{ done: number; left: number }>(
      'select count(*) filter (where state = 12)::int as done, count(*) filter (where state = 1)::int as left from work_line where task_id = $1',
      [id],
    );
    expect(line).toEqual({ done: (await taskOf(id)).stage_done, left: 0 });
    expect(await query('select 1 from inv_item where survive_status = 9 and id = any($1)', [ids])).toEqual([]);
  });
});

describe('a provider that', () => {
  it('answers later is asked by its reference, and the batch is submitted once', async () => {
    const { ids, numbers } = await prepare(20);
    vendor.behave(submit({ kind: 'accept', afterSeconds: 0 }));
    const { results } = await finish(await start(ids));
    expect(results[1]).toBe(16);
    expect(vendor.submissions().get(`+${numbers[0]}`)).toBe(1);
  });

  it('is too slow leaves the batch in doubt: it is asked about it, and never sent again by guess', async () => {
    const { ids, numbers } = await prepare(20);
    vendor.behave(submit({ kind: 'hang' }));
    const id = await start(ids);
    await finish(id);
    expect(vendor.submissions().get(`+${numbers[0]}`)).toBe(1);
    expect(vendor.requests.filter((one) => one === 'ask').length).toBeGreaterThan(0);
    expect((await attemptsOf(id)).length).toBe(1);
  });

  it('does not know a batch in doubt twice gets it again', async () => {
    const { ids } = await prepare(20);
    vendor.behave(submit({ kind: 'hangUp', afterReceipt: false }));
    const id = await start(ids);
    expect((await finish(id)).stage_done).toBe(20);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual([4, 2]);
  });

  it('throttles is left alone for as long as it says, which is no round and no result', async () => {
    const { ids } = await prepare(20);
    vendor.behave(submit({ kind: 'status', status: 429, headers: { 'retry-after': '1' } }));
    const id = await start(ids);
    expect((await finish(id)).results[6]).toBe(0);
    const [provider] = await query<{ learned_rate: number; breaker: number }>(
      'select learned_rate, breaker from prv_provider join prv_health on provider_id = id where status = 1',
    );
    expect(provider).toMatchObject({ breaker: 0, learned_rate: 7000 });
  });

  it('answers with foreign numbers, missing ones and contradictions changes only what it was asked', async () => {
    const { ids, numbers } = await prepare(20);
    const [first, second, third] = numbers.map((number) => `+${number}`);
    vendor.behave(
      submit({
        kind: 'results',
        change: (findings) => [
          ...findings.filter(({ number }) => number !== third).toReversed(),
          { number: '+447700900123', verdict: 'alive' },
          { number: first!, verdict: 'alive' },
          { number: second!, verdict: 'suspended' },
        ],
      }),
    );
    const id = await start(ids);
    const { results } = await finish(id);
    // The first is vacant and in service: unknown. The third was missing, and is asked about once more.
    expect(results).toMatchObject({ 6: 1 });
    expect(results.reduce((sum, count) => sum + count, 0)).toBe(20);
    expect((await attemptsOf(id))[0]).toMatchObject({ foreign_lines: 1, contradictions: 1 });
    expect(vendor.submissions().get(third!)).toBe(2);
    expect(vendor.submissions().get(second!)).toBe(1);
  });

  it('has no answer for a number in the last round leaves it unknown', async () => {
    const { ids, numbers } = await prepare(20, { retry_max: 2 });
    const missing = `+${numbers[7]}`;
    vendor.behave(submit({ kind: 'results', change: (all) => all.filter(({ number }) => number !== missing) }, 5));
    const { results, status } = await finish(await start(ids));
    expect({ unknown: results[6], status }).toEqual({ unknown: 1, status: 4 });
    expect(vendor.submissions().get(missing)).toBe(2);
  });

  it('fails opens its breaker; another one takes over what was not handed over', async () => {
    const { ids } = await prepare(100, { endpoint: 'http://127.0.0.1:9', priority: 1 });
    await query(
      `insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, priority, batch_max, rate_per_second, status)
       values ('000000', 'second', 'Second', 1, 1, $1, 1, 2, 20, 10000, 1)`,
      [vendor.address],
    );
    expect((await finish(await start(ids))).stage_done).toBe(100);
    const rows = await query(
      'select provider_code, breaker from prv_provider join prv_health on provider_id = id where status = 1 order by priority',
    );
    expect(rows).toMatchObject([{ breaker: 1 }, { provider_code: 'second', breaker: 0 }]);
  });
});

describe('results that cannot be stored', () => {
  /** Refuses to store results, so many times. A sequence keeps its value when the transaction is rolled back. */
  const refuse = (times: number) =>
    query(`
      create sequence if not exists test_refused;
      alter sequence test_refused restart;
      create or replace function test_refuse() returns trigger language plpgsql as $$
        begin if nextval('test_refused') <= ${times} then raise exception 'refused by the test'; end if; return null; end $$;
      create or replace trigger test_refuse before update on work_line for each statement execute function test_refuse()`);

  it('are stored again at once, without another request to the provider', async () => {
    const { ids } = await prepare(20);
    await refuse(2);
    const before = vendor.requests.length;
    const id = await start(ids);
    expect((await finish(id)).stage_done).toBe(20);
    expect(vendor.requests.slice(before)).toEqual(['submit']);
    expect((await attemptsOf(id)).map(({ state }) => state)).toEqual([2]);
  });

  it('again and again give the chunk back at once: the answer is collected, not ordered again', async () => {
    const { ids, numbers } = await prepare(20);
    await refuse(3);
    const before = vendor.requests.length;
    const id = await start(ids);
    await expect.poll(() => attemptsOf(id)).toMatchObject([{ state: 3, error: 'not stored' }]);
    expect(
      await query('select from work_chunk where task_id = $1 and state = 0 and worker_id is null', [id]),
    ).toHaveLength(1);
    expect((await finish(id)).stage_done).toBe(20);
    expect(vendor.requests.slice(before)).toEqual(['submit', 'ask']);
    expect(vendor.submissions().get(`+${numbers[0]}`)).toBe(1);
  });
});

it('a recovered provider is probed without a number, and its tasks continue', async () => {
  const { ids } = await prepare(20);
  await query(
    `update prv_health set breaker = 1, open_until = now() + interval '1 hour', open_count = 3
     where provider_id in (select id from prv_provider where status = 1)`,
  );
  const id = await start(ids);
  await expect
    .poll(async () => query('select wait_kind from work_lane where task_id = $1', [id]))
    .toEqual([{ wait_kind: 2 }]);
  const submitted = vendor.received.size;
  await query('update prv_health set open_until = now() where open_until > now()');
  expect((await finish(id)).stage_done).toBe(20);
  expect(vendor.requests).toContain('health');
  expect(vendor.received.size).toBe(submitted + 1);
  expect(
    await query('select breaker, open_count from prv_provider join prv_health on provider_id = id where status = 1'),
  ).toEqual([{ breaker: 0, open_count: 0 }]);
});
