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
