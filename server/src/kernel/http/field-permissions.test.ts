import { money, text } from '@trade-assistant/contract/kit/field.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { App } from '../app/index.ts';
import type { Actor } from '../auth/actor.ts';
import { testActor, testApp } from '../jobs/testing/app.ts';
import { testDb } from '../testing/index.ts';
import { serve } from './serve.ts';
import { buildServer } from './server.ts';

const label = (en: string) => ({ zh: en, en });
const fields = {
  name: text({ label: label('Name'), max: 10, required: true }),
  limit: money({ label: label('Limit'), writePermission: 'limit' }),
};
const things = resource('test/thing', {
  title: label('Things'),
  fields,
  calls: crud(fields, ['save', 'update']),
  extras: { limit: label('Set limits') },
});

const rights = ['test/thing:add', 'test/thing:edit'];
const people: Record<string, Actor> = {
  clerk: testActor({ permissions: new Set(rights) }),
  manager: testActor({ permissions: new Set([...rights, 'test/thing:limit']) }),
};
let written: unknown[] = [];

const db = await testDb();
const app = testApp(db, {
  config: { trustProxy: false, rateLimitPerMinute: 10_000, frameSources: [] } as unknown as App['config'],
  sessions: { authenticate: async (token: string) => people[token] ?? null } as unknown as App['sessions'],
  audit: { api: () => {}, error: () => {} } as unknown as App['audit'],
  metrics: { observe: () => {} } as unknown as App['metrics'],
  limits: { take: () => 0, giveBack: () => {}, left: () => ({ remaining: 1, seconds: 1 }) },
});
const write = async (_context: unknown, input: unknown) => {
  written.push(input);
  return { id: 1n };
};
const server = await buildServer(app, [serve(things, { save: write, update: write })]);
beforeEach(() => {
  written = [];
});
afterAll(async () => {
  await server.close();
  await db.close();
});

async function post(who: string, call: string, payload: object) {
  const headers = { token: `bearer ${who}`, lang: 'en' };
  const answer = await server.inject({ method: 'POST', url: `/api/test/thing/${call}`, payload, headers });
  return { status: answer.statusCode, body: answer.json() };
}

test.each([
  ['save', { name: 'A', limit: '5' }],
  ['save', { name: 'A', limit: null }],
  ['update', { id: '1', limit: '5' }],
  ['update', { id: '1', limit: null }],
])('%s with %j is refused without the permission for the limit, by its name', async (call, body) => {
  const refused = await post('clerk', call, body);
  expect(refused).toMatchObject({
    status: 403,
    body: {
      bizCode: 'FIELD_NOT_PERMITTED',
      msg: 'You may not set: Limit',
      data: { fields: [{ field: 'limit', message: 'cannot be set by you' }] },
    },
  });
  expect(written).toEqual([]);
});

test('input without it is accepted, and the permission allows it', async () => {
  expect((await post('clerk', 'save', { name: 'A' })).status).toBe(200);
  expect((await post('clerk', 'update', { id: '1', name: 'B', limit: '' })).status).toBe(200);
  expect((await post('manager', 'save', { name: 'A', limit: '5' })).status).toBe(200);
  expect((await post('manager', 'update', { id: '1', limit: null })).status).toBe(200);
  expect(written).toEqual([
    { name: 'A' },
    { id: 1n, name: 'B' },
    { name: 'A', limit: 5_000_000n },
    { id: 1n, limit: null },
  ]);
});
