import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { testDb } from '../testing/index.ts';
import { createJobs, defineTimer } from './index.ts';
import { testApp } from './testing/app.ts';
import { nextRun } from './timers.ts';

const db = await testDb();
afterAll(() => db.close());

test('a timer runs again and again, on one of several nodes at a time', async () => {
  const runs: { from: number; to: number }[] = [];
  const timer = defineTimer({
    name: 'test/overlap',
    every: 100,
    run: async () => {
      const from = Date.now();
      await sleep(300);
      runs.push({ from, to: Date.now() });
    },
  });
  const nodes = [1, 2, 3].map(() => createJobs(db, { jobs: [], timers: [timer] }));
  for (const node of nodes) await node.start(testApp(db));
  await expect.poll(() => runs.length).toBeGreaterThan(2);
  await Promise.all(nodes.map((node) => node.stop()));
  for (const [index, run] of runs.entries()) {
    if (index > 0) expect(run.from).toBeGreaterThanOrEqual(runs[index - 1]?.to ?? 0);
  }
});

test('a timer at work delays none of those that were due with it', async () => {
  let slow = 0;
  let quick = 0;
  const released = Promise.withResolvers<void>();
  const wait = () => {
    slow += 1;
    return released.promise;
  };
  const count = async () => {
    quick += 1;
  };
  const timers = [
    defineTimer({ name: 'test/slow', every: 100, run: wait }),
    defineTimer({ name: 'test/quick', every: 100, run: count }),
  ];
  const node = createJobs(db, { jobs: [], timers });
  await node.start(testApp(db));
  await expect.poll(() => quick).toBeGreaterThan(3);
  expect(slow).toBe(1);
  released.resolve();
  await expect.poll(() => slow).toBeGreaterThan(1);
  await node.stop();
});

test('a node that finds a timer due gives it back when another node has run it before the claim', async () => {
  let runs = 0;
  let looks = 0;
  const count = async () => {
    runs += 1;
  };
  const node = createJobs(db, { jobs: [], timers: [defineTimer({ name: 'test/taken', every: 20, run: count })] });
  const app = testApp(db);
  const { pool } = app.db.background;
  const query = pool.query.bind(pool) as (text: string, values?: unknown[]) => Promise<unknown>;
  const taken = new Proxy(pool, {
    get: (target, key) =>
      key !== 'query'
        ? Reflect.get(target, key)
        : async (text: string, values?: unknown[]) => {
            if (text.startsWith('update kernel_timer set last_start')) {
              looks += 1;
              await query(`update kernel_timer set next_run = 'infinity' where name = 'test/taken'`);
            }
            return query(text, values);
          },
  });
  await node.start({ ...app, db: { ...app.db, background: { ...app.db.background, pool: taken } } });
  await expect.poll(() => looks).toBe(1);
  const held = `select from pg_locks where locktype = 'advisory' and classid = 7122
    and database = (select oid from pg_database where datname = current_database())`;
  await expect.poll(async () => (await db.pool.query(held)).rowCount).toBe(0);
  await node.stop();
  expect(runs).toBe(0);
});

test('a failing timer is logged and runs again', async () => {
  let runs = 0;
  const timer = defineTimer({
    name: 'test/failing',
    every: 500,
    run: async () => {
      runs += 1;
      throw new Error('no luck');
    },
  });
  const node = createJobs(db, { jobs: [], timers: [timer] });
  await node.start(testApp(db));
  await expect.poll(() => runs).toBeGreaterThan(1);
  await node.stop();
  const { rows } = await db.pool.query(`select last_error from kernel_timer where name = 'test/failing'`);
  expect(rows[0].last_error).toBe('no luck');
});

test('a daily timer is due at its wall time, across changes of the clock', () => {
  const daily = defineTimer({ name: 'x', every: { at: '02:30', zone: 'America/New_York' }, run: async () => {} });
  const at = (text: string) => nextRun(daily, new Date(text), 1000).toISOString();
  expect(at('2026-01-10T00:00:00Z')).toBe('2026-01-10T07:30:00.000Z');
  expect(at('2026-01-10T07:30:00Z')).toBe('2026-01-11T07:30:00.000Z');
  // On 8 March 2026 the clock skips 02:30; the timer still runs that night, once.
  expect(at('2026-03-08T05:30:00Z')).toMatch(/^2026-03-08T0[67]:30/);
  expect(at('2026-03-08T12:00:00Z')).toBe('2026-03-09T06:30:00.000Z');
  const shanghai = defineTimer({ name: 'y', every: { at: '00:10' }, run: async () => {} });
  expect(nextRun(shanghai, new Date('2026-01-01T15:00:00Z'), 1000).toISOString()).toBe('2026-01-01T16:10:00.000Z');
});

test('the period of a timer changes in proportion to the tick', () => {
  const timer = defineTimer({ name: 'z', every: 5000, run: async () => {} });
  const after = new Date('2026-01-01T00:00:00.000Z');
  expect(nextRun(timer, after, 1000)).toEqual(new Date('2026-01-01T00:00:05.000Z'));
  expect(nextRun(timer, after, 20)).toEqual(new Date('2026-01-01T00:00:00.100Z'));
});
