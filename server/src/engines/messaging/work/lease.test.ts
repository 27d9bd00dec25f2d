import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { testApp } from '../../../testing/app.ts';
import { joinShares, lockWork } from './control.ts';
import { defineWork } from './kind.ts';
import { leaseChunk } from './lease.ts';
import { AHEAD_SECONDS, pauseAfter, portionAt } from './speed.ts';

/** Nothing works here: the test asks for one chunk after another. */
const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const BROKEN_OWNER = 13n;
const kind = defineWork({
  name: 'test/ask',
  resource: 'whatsapp/warehouse',
  permission: 'whatsapp/warehouse:survive',
  title: { zh: '测试', en: 'Test' },
  unknown: 6,
  capabilityOf: () => 1,
  read: async () => {},
  resultOf: () => ({ result: 1, isChargeable: false }),
  summary: async () => ({}),
  admit: async (_app, _tx, { ownerId }) => {
    if (ownerId === BROKEN_OWNER) throw new Error('a task that cannot be read');
    return { refused: new Map() };
  },
});
const works = new Map([[kind.name, kind]]);
afterAll(() => product.close());

const platform = systemActor('000000');
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
let number = 12015550000;
let made = 0;

beforeAll(() =>
  query(`insert into prv_provider (tenant_id, provider_code, provider_name, kind, protocol, endpoint, capabilities, batch_max, rate_per_second, status)
    values ('000000', 'p', 'P', 1, 1, 'http://127.0.0.1:9', 63, 1000, 100000, 1)`),
);
beforeEach(async () => {
  await query('update work_task set status = 3, open_chunks = 0, purged_time = now()');
  await query('update prv_health set next_free_at = now(), throttled_until = null, learned_rate = null');
  await query('delete from work_owner');
});

/** A running task with chunks of ten lines, which joined the others. @returns its name, and the name its chunks are counted by */
async function task(
  owner: number,
  chunks: number,
  {
    isTransactional = false,
    priority = 5,
    speed,
  }: { isTransactional?: boolean; priority?: number; speed?: number } = {},
): Promise<string> {
  made += 1;
  const name = `T${made}`;
  const [row] = await query<{ id: string; at: Date }>(
    `insert into work_task (tenant_id, kind, resource, task_no, task_name, owner_id, owner_path, owner_name, evidence, status, class, priority,
       job_task_no, total_count, submit_count, stage_lines, open_chunks, speed_per_minute, create_time, progress_time)
     values ('000000', 'test/ask', 'whatsapp/warehouse', $1, $1, $2, '/', 'Owner', 1, 2, $3, $4, '', $5, $5, $5, $6, $7, date_trunc('second', now()), now())
     returning id::text, create_time as at`,
    [name, owner, isTransactional ? 1 : 2, priority, chunks * 10, chunks, speed ?? null],
  );
  const { id, at } = row!;
  await query(
    `insert into work_lane (task_id, stage, lane_no, country_code, units, open_chunks) values ($1, 1, 1, 'US', $2, $3)`,
    [id, chunks * 10, chunks],
  );
  await query(
    `insert into work_chunk (task_id, chunk_no, stage, lane_no, lines) select $1, n, 1, 1, 10 from generate_series(1, $2::int) n`,
    [id, chunks],
  );
  await query(
    `insert into work_line (task_id, line_no, create_time, chunk_no, e164, country_code, state)
     select $1, n, $2, (n - 1) / 10 + 1, $3::bigint + n, 'US', 1 from generate_series(1, $4::int) n`,
    [id, at, number, chunks * 10],
  );
  number += chunks * 10;
  await product.db.tx(async (tx) => joinShares(tx, await lockWork(tx, platform, BigInt(id))));
  return name;
}

/** Leases chunks, and gives their tasks in this order. */
async function lease(count: number, isReserved = false): Promise<string[]> {
  const order: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const { leased } = await leaseChunk(product.app, works, 1n, { isReserved });
    order.push(leased?.task.taskNo ?? 'none');
  }
  return order;
}
/** Ends the leased chunks, so that owners may have more. */
const end = () => query('update work_chunk set state = 2, attempt_id = null where state = 1');
const countOf = (order: readonly string[], name: string) => order.filter((one) => one === name).length;

it('a task that throws is paused with a notification, and the others go on', async () => {
  const broken = await task(Number(BROKEN_OWNER), 1, { isTransactional: true });
  const other = await task(2, 2);
  expect(await lease(3)).toEqual(['none', other, other]);
  expect(await query('select paused, pause_reason from work_task where task_no = $1', [broken])).toEqual([
    { paused: 2, pause_reason: 'TASK_BROKEN' },
  ]);
  // The owner of this task is no account: operations alone can read about it.
  const messages = await query<{ n: number }>(
    `select count(*)::int as n from msg_message where title_key = 'CHECK_BROKEN' and params ->> 'no' = $1`,
    [broken],
  );
  expect(messages[0]?.n).toBe(1);
});

describe('the next chunk is', () => {
  it('one of a transactional task, also of an owner that received most and has as many chunks as one may', async () => {
    const big = await task(1, 50);
    expect(await lease(9)).toEqual([...Array.from({ length: 8 }, () => big), 'none']);
    const other = await task(2, 1);
    const code = await task(1, 1, { isTransactional: true });
    expect(await lease(3)).toEqual([code, other, 'none']);
  });

  it('for a reserved slot only one of a transactional task', async () => {
    await task(1, 3);
    const code = await task(2, 1, { isTransactional: true });
    expect(await lease(2, true)).toEqual([code, 'none']);
  });

  it('one of a small task that has just begun beside a big one, of the same owner or another', async () => {
    const big = await task(1, 50);
    for (let n = 0; n < 3; n += 1) {
      await lease(8);
      await end();
    }
    const own = await task(1, 2);
    const foreign = await task(2, 2);
    const order = await lease(6);
    // The one that joined is level with the big one: at most one chunk of the big one comes before each of its chunks.
    expect(order.indexOf(foreign)).toBeLessThanOrEqual(1);
    expect(order.indexOf(own)).toBeLessThanOrEqual(3);
    expect([big, own, foreign].map((name) => countOf(order, name))).toEqual([2, 2, 2]);
  });

  it('shared equally by owners, and by priority among the tasks of one', async () => {
    const low = await task(1, 50, { priority: 2 });
    const high = await task(1, 50, { priority: 8 });
    const rival = await task(2, 50);
    const order: string[] = [];
    for (let n = 0; n < 10; n += 1) {
      order.push(...(await lease(4)));
      await end();
    }
    expect(countOf(order, rival)).toBe(20);
    expect(countOf(order, high) / countOf(order, low)).toBeCloseTo(4, 0);
  });
});

describe('a task with a speed', () => {
  const linesOf = async (name: string) =>
    (
      await query<{ lines: number }>(
        'select a.lines from work_attempt a join work_task t on t.id = a.task_id where t.task_no = $1 order by a.create_time',
        [name],
      )
    ).map(({ lines }) => lines);
  const waits = async (name: string, seconds: number) =>
    query(`update work_task set next_free_at = next_free_at - make_interval(secs => $2) where task_no = $1`, [
      name,
      seconds,
    ]);

  it('hands one message over and waits for the next, also with several workers at once and after a pause', async () => {
    const slow = await task(1, 3, { speed: 10 });
    const looks = await Promise.all(Array.from({ length: 4 }, () => leaseChunk(product.app, works, 1n)));
    expect(looks.flatMap(({ leased }) => (leased ? [leased.lines.length] : []))).toEqual([1]);
    await query('update work_task set paused = 1 where task_no = $1', [slow]);
    await query('update work_task set paused = 0 where task_no = $1', [slow]);
    expect(await lease(1)).toEqual(['none']);
    await waits(slow, 3);
    expect(await lease(1)).toEqual(['none']);
    await waits(slow, 4);
    expect(await lease(2)).toEqual([slow, 'none']);
    expect(await linesOf(slow)).toEqual([1, 1]);
    const open = await query<{ chunks: number; counted: number }>(
      `select t.open_chunks as counted, (select count(*)::int from work_chunk c where c.task_id = t.id and c.state <> 2) as chunks
       from work_task t where task_no = $1`,
      [slow],
    );
    expect(open).toEqual([{ chunks: 5, counted: 5 }]);
  });

  it('hands the messages of a second over at once', async () => {
    const fast = await task(1, 2, { speed: 150 });
    expect(await lease(2)).toEqual([fast, 'none']);
    expect(await linesOf(fast)).toEqual([2]);
  });

  it('is leased by two workers side by side where it is fast: a lease that waits for the other is undone with its messages', async () => {
    const fast = await task(1, 8, { speed: 1200 });
    const looks = await Promise.all(Array.from({ length: 2 }, () => leaseChunk(product.app, works, 1n)));
    expect(looks.map(({ leased }) => leased?.task.taskNo)).toEqual([fast, fast]);
  });

  it.each([1, 2, 10, 59, 60, 119, 130, 600, 6000])('never has more messages in a minute than its %i', (speed) => {
    const portion = portionAt(speed);
    // A look may be a quarter of a second early, and a lease ahead of its time.
    const portions = Math.floor((60.25 + AHEAD_SECONDS) / pauseAfter(portion, speed)) + 1;
    expect(portions * portion).toBeLessThanOrEqual(speed);
    expect(portions * portion).toBeGreaterThanOrEqual(speed * 0.9);
  });
});

describe('a provider whose rate bulk work has used up', () => {
  it('is used for a transactional task, unless it asked for a pause', async () => {
    await task(1, 2);
    await query("update prv_health set next_free_at = now() + interval '10 seconds'");
    expect(await lease(1)).toEqual(['none']);
    const code = await task(2, 2, { isTransactional: true });
    expect(await lease(1)).toEqual([code]);
    await query("update prv_health set throttled_until = now() + interval '10 seconds'");
    expect(await lease(1)).toEqual(['none']);
  });
});
