import { afterAll, expect, test } from 'vitest';
import type { App } from '../../kernel/app/index.ts';
import type { Actor } from '../../kernel/auth/actor.ts';
import { buildServer } from '../../kernel/http/server.ts';
import { testActor, testApp } from '../../kernel/jobs/testing/app.ts';
import { testDb } from '../../kernel/testing/index.ts';
import api from './api.ts';
import error from './error.ts';
import usual from './usual.ts';

const permissions = new Set(['log/api:view', 'log/error:view', 'log/usual:view']);
const people: Record<string, Actor> = {
  admin: testActor({ permissions }),
  foreign: testActor({ tenantId: '111111', permissions }),
  agent: testActor({ userType: 2 }),
};

const db = await testDb();
const app = testApp(db, {
  config: { trustProxy: false, rateLimitPerMinute: 10_000, frameSources: [] } as unknown as App['config'],
  sessions: { authenticate: async (token: string) => people[token] ?? null } as unknown as App['sessions'],
  audit: { api: () => {}, error: () => {} } as unknown as App['audit'],
  metrics: { observe: () => {} } as unknown as App['metrics'],
  limits: { take: () => 0, giveBack: () => {}, left: () => ({ remaining: 1, seconds: 1 }) },
});
const server = await buildServer(app, [api, error, usual]);
const common = `tenant_id, service_id, server_host, server_ip, env, method, request_uri, create_time`;
const values = (uri: string, time: string) =>
  `'000000', 'trade-assistant', 'h', 'i', 'test', 'GET', '${uri}', '${time}'`;
await db.pool.query(`insert into log_api (${common}, status) values
  (${values('/api/a', '2026-01-01 10:00+08')}, 200), (${values('/api/b', '2026-01-03 10:00+08')}, 500), (${values('/api/c', '2026-01-02 10:00+08')}, 200)`);
await db.pool.query(
  `insert into log_error (${common}, message) values (${values('/api/b', '2026-01-03 10:00+08')}, 'broke')`,
);
await db.pool.query(
  `insert into log_usual (${common}, log_level) values (${values('/api/b', '2026-01-03 10:00+08')}, 'warn')`,
);
afterAll(async () => {
  await server.close();
  await db.close();
});

async function read(who: string | null, path: string) {
  const answer = await server.inject({ url: `/api/log/${path}`, headers: who ? { token: `bearer ${who}` } : {} });
  return { status: answer.statusCode, body: answer.json() };
}

test('logs are limited to the own tenant', async () => {
  expect((await read('foreign', 'api/list')).body.data.total).toBe(0);
});

test('rows are listed newest first, and searched by day, state and address', async () => {
  const uris = async (query: string) =>
    (await read('admin', `api/list?${query}`)).body.data.records.map(
      ({ requestUri }: { requestUri: string }) => requestUri,
    );
  expect(await uris('')).toEqual(['/api/b', '/api/c', '/api/a']);
  expect(await uris('createTime_datege=2026-01-02%2000:00:00&createTime_datelt=2026-01-03%2000:00:00')).toEqual([
    '/api/c',
  ]);
  expect(await uris('status=500')).toEqual(['/api/b']);
  expect(await uris('requestUri=api/a')).toEqual(['/api/a']);
});

test('each log opens single rows, and hides those of another tenant', async () => {
  for (const kind of ['api', 'error', 'usual']) {
    const [row] = (await read('admin', `${kind}/list`)).body.data.records;
    const { body } = await read('admin', `${kind}/detail?id=${row.id}`);
    expect(body.data).toMatchObject({ requestUri: '/api/b', createTime: '2026-01-03 10:00:00' });
    expect((await read('foreign', `${kind}/detail?id=${row.id}`)).status).toBe(404);
  }
});
