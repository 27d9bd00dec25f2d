import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { testDb } from '../testing/index.ts';
import { type DeliveryRules, defineDeliveries, putBack, type Taken } from './deliveries.ts';
import { testApp } from './testing/app.ts';

interface Row extends Taken {
  readonly lane: string;
}
type Answer = 'done' | 'busy';

const db = await testDb();
const app = testApp(db);
const table = { name: 'test_delivery', id: 'id', due: 'ready_at', lease: 'lease_until' };
const [WORKER, OTHER] = [7001n, 7002n];

/** Rows as they were sent, and what happens to them there; `done` by default. */
let sent: string[];
let answers: Map<string, (row: Row) => Promise<Answer>>;
let faults: Map<string, number>;
/** Rows that cannot be ended once they are lost. */
const unendable = new Set<string>();
/** Rows that cannot be read once they are taken. */
const unreadable = new Set<string>();
const stops: (() => Promise<void>)[] = [];

const rules: DeliveryRules<Row, Answer> = {
  name: 'test/deliveries',
  channel: 'test_delivery',
  table,
  atOnce: 10,
  perLane: 2,
  laneOf: ({ lane }) => lane,
  leaseSeconds: 60,
  choose: (_app, { limit, fullLanes, apart }) => sql`
    due as materialized (
      select id from test_delivery where worker_id is null and state = 'waiting' and ready_at <= now()
        and id <> all(${sql.param([...apart])}::bigint[]) and lane <> all(${sql.param([...fullLanes])}::text[]) order by id limit ${Math.min(limit, 2)} for update skip locked)`,
  load: async (_app, tx, taken) => {
    const { rows } = await tx.execute<{ id: string; tries: number; lane: string }>(
      sql`select id::text, tries, lane from test_delivery where id = any(${sql.param(taken.map(({ id }) => id))}::bigint[])`,
    );
    if (rows.some(({ id }) => unreadable.has(id))) throw new Error('cannot be read');
    return rows;
  },
  send: async (_app, row) => {
    sent.push(row.id);
    return (await answers.get(row.id)?.(row)) ?? 'done';
  },
  store: async (_app, tx, row, answer, mine) => {
    const isMine =
      answer === 'busy'
        ? await putBack(tx, table, mine, 0)
        : ((await tx.execute(sql`update test_delivery set state = 'sent', worker_id = null where ${mine}`)).rowCount ??
            0) > 0;
    const left = faults.get(row.id) ?? 0;
    faults.set(row.id, left - 1);
    if (isMine && left > 0) throw new Error('not stored');
    return isMine;
  },
  lost: async (_app, tx, id) => {
    if (unendable.has(id)) throw new Error('cannot be ended');
    await tx.execute(sql`update test_delivery set state = 'in doubt', worker_id = null where id = ${id}::bigint`);
  },
};
const deliveries = defineDeliveries(rules);

beforeAll(async () => {
  await db.pool.query(`create table test_delivery (id bigint primary key, lane text not null default 'a', state text not null default 'waiting',
    ready_at timestamptz not null default now(), lease_until timestamptz, worker_id bigint, tries integer not null default 0)`);
  await db.pool.query(
    `insert into kernel_worker (id, host, process_id) overriding system value select unnest($1::bigint[]), 'test', 1`,
    [[WORKER, OTHER].map(String)],
  );
});
beforeEach(async () => {
  sent = [];
  answers = new Map();
  faults = new Map();
  await db.pool.query('delete from test_delivery');
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});
afterAll(() => db.close());

async function start(workerId = WORKER, service = deliveries): Promise<void> {
  const { stop } = await service.start(app, workerId);
  stops.push(stop);
}
const add = (count: number, lane = 'a', from = 1) =>
  db.pool.query(
    `with added as (insert into test_delivery (id, lane) select n, $1 from generate_series($2::int, $3::int) n)
     select pg_notify('test_delivery', '')`,
    [lane, from, from + count - 1],
  );
const states = async () =>
  (await db.pool.query('select state from test_delivery order by id')).rows.map(({ state }) => state);
const never = () => new Promise<never>(() => undefined);

it('of two nodes are made once each', async () => {
  await add(40);
  await Promise.all([start(WORKER), start(OTHER)]);
  await expect.poll(states).toEqual(Array(40).fill('sent'));
  expect(sent.toSorted()).toEqual(Array.from({ length: 40 }, (_, n) => String(n + 1)).toSorted());
});

it('of a lane that does not answer delay no other, and its own are limited', async () => {
  for (let n = 1; n <= 5; n += 1) answers.set(String(n), never);
  await add(5, 'silent');
  await add(5, 'b', 6);
  const { stop } = await deliveries.start(app, WORKER);
  await expect.poll(async () => (await states()).slice(5)).toEqual(Array(5).fill('sent'));
  expect(sent.filter((id) => Number(id) <= 5)).toHaveLength(2);
  // Its rows are under way for ever: the stop does not wait for them here.
  void stop();
});

it('are stored again after an error, without being sent again', async () => {
  faults.set('1', 2);
  await add(1);
  await start();
  await expect.poll(states).toEqual(['sent']);
  expect(sent).toEqual(['1']);
});

it('that can never be stored are in doubt once their lease has ended, and not sent again', async () => {
  faults.set('1', 1000);
  await add(2);
  await start();
  await expect.poll(async () => (faults.get('1') ?? 0) <= 997 && (await states())[1] === 'sent').toBe(true);
  expect(await deliveries.recover(app)).toBe(0);
  await db.pool.query('update test_delivery set lease_until = now() where id = 1');
  expect(await deliveries.recover(app)).toBe(1);
  expect([await states(), sent.toSorted()]).toEqual([
    ['in doubt', 'sent'],
    ['1', '2'],
  ]);
});

it('of a worker that died are in doubt at once, and its late answer changes nothing', async () => {
  const answer = Promise.withResolvers<Answer>();
  answers.set('1', () => answer.promise);
  await add(1);
  await start(OTHER);
  await expect.poll(() => sent).toEqual(['1']);
  await db.pool.query('delete from kernel_worker where id = $1', [String(OTHER)]);
  expect(await deliveries.recover(app)).toBe(1);
  answer.resolve('done');
  for (const stop of stops.splice(0)) await stop();
  expect(await states()).toEqual(['in doubt']);
  await db.pool.query(
    `insert into kernel_worker (id, host, process_id) overriding system value values ($1, 'test', 1)`,
    [String(OTHER)],
  );
});

it('that are lost and cannot be ended keep none of the others', async () => {
  await add(3);
  await db.pool.query(`update test_delivery set worker_id = $1, lease_until = now() - interval '1 second'`, [
    String(WORKER),
  ]);
  unendable.add('1');
  expect(await deliveries.recover(app)).toBe(2);
  unendable.delete('1');
  expect(await states()).toEqual(['waiting', 'in doubt', 'in doubt']);
});

it('that cannot be read are set aside, also as many as a look may take, and keep none of the others', async () => {
  for (const id of ['1', '2', '4']) unreadable.add(id);
  await add(5);
  await start();
  await expect.poll(states).toEqual(['waiting', 'waiting', 'sent', 'waiting', 'sent']);
  unreadable.clear();
  expect(sent.toSorted()).toEqual(['3', '5']);
  const { rows } = await db.pool.query(
    'select id::int, worker_id, tries from test_delivery where id in (1, 2, 4) order by id',
  );
  expect(rows).toEqual([1, 2, 4].map((id) => ({ id, worker_id: null, tries: 0 })));
});

it('are handed over without the service too, and waited for', async () => {
  const service = defineDeliveries({ ...rules, name: 'test/once' });
  await add(5);
  expect(await service.handOver(app)).toBe(5);
  expect(await states()).toEqual(Array(5).fill('sent'));
  expect(await service.handOver(app)).toBe(0);
});

it('that were not taken have no lease left, which would end that of another node early', async () => {
  const answer = Promise.withResolvers<Answer>();
  answers.set('1', () => answer.promise);
  await add(1);
  const { stop } = await deliveries.start(app, WORKER);
  await expect.poll(() => sent).toEqual(['1']);
  await db.pool.query(`update test_delivery set lease_until = now() - interval '1 second'`);
  answer.resolve('busy');
  await stop();
  // A node of a release without leases takes it.
  await db.pool.query('update test_delivery set worker_id = $1', [String(WORKER)]);
  expect(await deliveries.recover(app)).toBe(0);
});

it('that were not taken are sent again, and so are those before whose sending an error occurred', async () => {
  answers.set('1', async ({ tries }) => (tries < 3 ? 'busy' : 'done'));
  answers.set('2', async () => {
    answers.delete('2');
    // The pause after an error is over at once.
    setImmediate(() => void due().catch(() => undefined));
    throw new Error('no connection');
  });
  const due = () => db.pool.query('update test_delivery set ready_at = now() where worker_id is null');
  await add(2);
  await start();
  await expect
    .poll(async () => {
      await due();
      return states();
    })
    .toEqual(['sent', 'sent']);
  expect(sent.toSorted()).toEqual(['1', '1', '1', '2', '2']);
});

it('that may be repeated are due again after their lease', async () => {
  const { lost: _lost, ...repeatable } = rules;
  const service = defineDeliveries<Row, Answer>({
    ...repeatable,
    choose: () => sql`
      due as materialized (
        select id from test_delivery where state = 'waiting' and (worker_id is null or lease_until <= now()) limit 1 for update skip locked)`,
  });
  answers.set('1', ({ tries }) => (tries === 1 ? never() : Promise.resolve('done')));
  await add(1);
  const { stop } = await service.start(app, WORKER);
  await expect.poll(() => sent).toEqual(['1']);
  await db.pool.query('update test_delivery set lease_until = now()');
  await expect.poll(states).toEqual(['sent']);
  expect([sent, await service.recover(app)]).toEqual([['1', '1'], 0]);
  void stop();
});

it('leave rows that another node took meanwhile as they are', async () => {
  const answer = Promise.withResolvers<Answer>();
  answers.set('1', () => answer.promise);
  await add(1);
  await start();
  await expect.poll(() => sent).toEqual(['1']);
  await db.pool.query('update test_delivery set tries = tries + 1');
  answer.resolve('done');
  for (const stop of stops.splice(0)) await stop();
  expect(await states()).toEqual(['waiting']);
});
