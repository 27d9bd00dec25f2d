import { text } from '@trade-assistant/contract/kit/field.ts';
import { crud, resource } from '@trade-assistant/contract/kit/resource.ts';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import type { App } from '../app/index.ts';
import { testActor, testApp } from '../jobs/testing/app.ts';
import { testDb } from '../testing/index.ts';
import { serve } from './serve.ts';
import { buildServer } from './server.ts';

const label = { zh: '名称', en: 'Name' };
const fields = { name: text({ label, max: 10, required: true }) };
const things = resource('test/thing', { title: label, fields, calls: crud(fields, ['save']) });
const somebody = testActor({ permissions: new Set(['test/thing:add']) });

test('of two calls that wait for each other one is undone and run again, and both are answered', async () => {
  const db = await testDb();
  const logged: unknown[] = [];
  const app = testApp(db, {
    config: { trustProxy: false, rateLimitPerMinute: 10_000, frameSources: [] } as unknown as App['config'],
    sessions: { authenticate: async () => somebody } as unknown as App['sessions'],
    audit: { api: () => {}, error: (error: unknown) => logged.push(error) } as unknown as App['audit'],
    metrics: { observe: () => {} } as unknown as App['metrics'],
    limits: { take: () => 0, giveBack: () => {}, left: () => ({ remaining: 1, seconds: 1 }) },
  });
  let arrived = 0;
  const both = Promise.withResolvers<void>();
  const server = await buildServer(app, [
    serve(things, {
      save: (c, { name }) =>
        c.tx(async (tx) => {
          const [first, second] = name === 'a' ? [1, 2] : [2, 1];
          await tx.execute(sql`select pg_advisory_xact_lock(${first})`);
          arrived += 1;
          if (arrived === 2) both.resolve();
          await both.promise;
          await tx.execute(sql`select pg_advisory_xact_lock(${second})`);
          return { id: 1n };
        }),
    }),
  ]);
  const save = async (name: string) => {
    const headers = { token: 'bearer x', lang: 'en' };
    const answer = await server.inject({ method: 'POST', url: '/api/test/thing/save', payload: { name }, headers });
    return [answer.statusCode, answer.json().bizCode];
  };
  const answers = await Promise.all([save('a'), save('b')]);
  expect(answers.map(([status]) => status)).toEqual([200, 200]);
  // One of the two was run a second time.
  expect(arrived).toBe(3);
  expect(logged).toEqual([]);
  await server.close();
  await db.close();
});
