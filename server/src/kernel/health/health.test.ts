import { registry } from '@trade-assistant/contract/registry.ts';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { App } from '../app/index.ts';
import { openDb } from '../db/index.ts';
import { createJobs, type Jobs } from '../jobs/index.ts';
import { testApp } from '../jobs/testing/app.ts';
import { createMetrics } from '../metrics/index.ts';
import { testDb } from '../testing/index.ts';
import { type HealthOptions, healthRoutes } from './index.ts';

let db: Awaited<ReturnType<typeof testDb>>;
let app: App;
let jobs: Jobs;
let servers: FastifyInstance[] = [];

beforeEach(async () => {
  db = await testDb();
  jobs = createJobs(db, { jobs: [], timers: [] });
  app = testApp(db, {
    jobs,
    metrics: createMetrics(),
    realtime: { sockets: 2 } as App['realtime'],
    audit: { dropped: 4 } as App['audit'],
  });
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()));
  servers = [];
  await jobs.stop();
  await db.close();
});

function serverOf(own: App, options: HealthOptions): FastifyInstance {
  const server = fastify();
  healthRoutes(server, own, options);
  servers.push(server);
  return server;
}

test('a process is ready once the database answers, migrations ran and its worker works', async () => {
  const server = serverOf(app, { works: true });
  expect((await server.inject('/health/live')).statusCode).toBe(200);
  const before = await server.inject('/health/ready');
  expect([before.statusCode, before.json().checks]).toEqual([
    503,
    { database: true, migrations: true, disk: true, files: true, worker: false },
  ]);
  await jobs.start(app);
  expect((await server.inject('/health/ready')).json()).toEqual({
    status: 'ok',
    checks: { database: true, migrations: true, disk: true, files: true, worker: true },
  });
  await db.pool.query('truncate schema_change');
  expect((await server.inject('/health/ready')).json().checks.migrations).toBe(false);
});

test('a full disk, measured or reported by the database, is reported', async () => {
  const ready = async (server: FastifyInstance) => {
    const answer = await server.inject('/health/ready');
    return [answer.statusCode, answer.json().checks.disk, answer.headers['retry-after']];
  };
  const free = 64 * 1024 * 1024;
  const disk = (bytes: number) =>
    serverOf({ ...app, metrics: createMetrics() }, { works: false, folders: ['/any'], freeBytes: async () => bytes });
  expect(await ready(disk(free))).toEqual([200, true, undefined]);
  expect(await ready(disk(free - 1))).toEqual([503, false, '5']);
  const tracked = serverOf(app, { works: false });
  expect(await ready(tracked)).toEqual([200, true, undefined]);
  await expect(
    db.pool.query(`do $$ begin raise exception 'no space' using errcode = '53100'; end $$`),
  ).rejects.toThrow();
  expect(await ready(tracked)).toEqual([503, false, '5']);
});

test('a lost embedded database makes the process count as dead', async () => {
  let isLost = false;
  const server = serverOf(app, { works: false, isDatabaseLost: () => isLost });
  expect((await server.inject('/health/live')).statusCode).toBe(200);
  isLost = true;
  expect((await server.inject('/health/live')).statusCode).toBe(503);
});

test('a process that only serves requests needs no worker', async () => {
  expect((await serverOf(app, { works: false }).inject('/health/ready')).statusCode).toBe(200);
});

test('a process without its database is alive and not ready', async () => {
  const away = openDb({ host: '/nowhere', database: 'none', user: 'none' });
  const server = serverOf({ ...app, db: away, metrics: createMetrics() }, { works: false });
  expect((await server.inject('/health/live')).statusCode).toBe(200);
  expect((await server.inject('/health/ready')).statusCode).toBe(503);
  await away.close();
});

test('a process whose files are not those of the other nodes is not ready', async () => {
  const server = serverOf(app, { works: false, ownsFiles: async () => false });
  const { statusCode, json } = await server.inject('/health/ready');
  expect([statusCode, json().checks]).toEqual([
    503,
    { database: true, migrations: true, disk: true, files: false, worker: true },
  ]);
});

test('a process that is about to stop, and one whose database only reads, are not ready', async () => {
  const { rows } = await db.pool.query<{ name: string }>('select current_database() as name');
  expect((await serverOf(app, { works: false, isDraining: () => true }).inject('/health/ready')).json()).toEqual({
    status: 'unavailable',
    checks: { database: true, migrations: true, disk: true, files: true, worker: true, staying: false },
  });
  await db.pool.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
  const reader = openDb({ ...db.connection, max: 2 });
  const server = serverOf({ ...app, db: reader, metrics: createMetrics() }, { works: false });
  const answer = await server.inject('/health/ready');
  expect([answer.statusCode, answer.json().checks.database]).toEqual([503, false]);
  await reader.close();
});

test('metrics contain durations, pool, queue, sockets and lost log rows, for permitted readers', async () => {
  app.metrics.observe('/api/system/post/list', 200, 0.02);
  const server = serverOf(app, { works: false });
  await expect
    .poll(async () => (await server.inject('/metrics')).body)
    .toContain('job_queue_entries{state="waiting"} 0');
  const { body } = await server.inject('/metrics');
  for (const line of [
    'http_request_duration_seconds_count{area="system",status="2xx"} 1',
    'http_requests_total{route="/api/system/post/list",status="2xx"} 1',
    'http_request_seconds_total{route="/api/system/post/list"} 0.02',
    'database_connections{state="idle"}',
    'job_queue_entries{state="waiting"} 0',
    'database_up 1',
    'sockets 2',
    'log_rows_dropped_total 4',
    'nodejs_eventloop_lag_seconds',
  ]) {
    expect(body).toContain(line);
  }
  expect((await server.inject({ url: '/metrics', remoteAddress: '192.0.2.9' })).statusCode).toBe(403);
  expect((await server.inject({ url: '/metrics', headers: { 'x-forwarded-for': '192.0.2.9' } })).statusCode).toBe(403);
  const guarded = serverOf({ ...app, metrics: createMetrics() }, { works: false, metricsToken: 'long-and-secret' });
  expect((await guarded.inject('/metrics')).statusCode).toBe(403);
  expect(
    (await guarded.inject({ url: '/metrics', headers: { authorization: 'Bearer long-and-secret' } })).statusCode,
  ).toBe(200);
});

test('metrics stay small when every call has been answered in every way', async () => {
  const routes = registry.flatMap(({ name, calls }) => Object.keys(calls).map((call) => `/api/${name}/${call}`));
  for (const route of routes)
    for (const status of [200, 302, 400, 401, 403, 404, 409, 429, 500, 503]) app.metrics.observe(route, status, 0.02);
  const { body } = await serverOf(app, { works: false }).inject('/metrics');
  expect(body.length).toBeLessThan(routes.length * 640);
});
