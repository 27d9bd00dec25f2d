import { afterAll, beforeEach, expect, test } from 'vitest';
import { testActor } from '../jobs/testing/app.ts';
import { testDb } from '../testing/index.ts';
import { keyedRequest, runOnce } from './idempotency.ts';

let runs = 0;
const secrets = { digest: (text: string) => text };
const db = await testDb();
beforeEach(() => {
  runs = 0;
});
afterAll(() => db.close());

/** A request whose work counts its executions. */
const ask = (key: string, { actor = testActor(), call = 'test/do', input = { amount: '1' } as object } = {}) =>
  runOnce(db, keyedRequest(secrets, { actor, key, call, input }), async () => {
    runs += 1;
    return { run: runs };
  });

test('a repeated request gets the stored answer, for any order of its values', async () => {
  const first = await ask('repeated', { input: { a: 1, b: { c: 2, d: 3 } } });
  expect(first).toEqual({ answer: { run: 1 }, replayed: false });
  const second = await ask('repeated', { input: { b: { d: 3, c: 2 }, a: 1 } });
  expect(second).toEqual({ answer: { run: 1 }, replayed: true });
});

test('a key belongs to one call and its input', async () => {
  await ask('taken');
  await expect(ask('taken', { call: 'test/do-else' })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  await expect(ask('taken', { input: { amount: '2' } })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
  expect(runs).toBe(1);
});

test('a key belongs to its user: other users with the same key get their own work and answer', async () => {
  const others = [testActor(), testActor({ userId: 8n }), testActor({ tenantId: '111111' })];
  for (const replayed of [false, true])
    for (const [index, actor] of others.entries())
      expect(await ask('shared', { actor })).toEqual({ answer: { run: index + 1 }, replayed });
});

test('work that fails burns no key', async () => {
  const request = keyedRequest(secrets, {
    actor: testActor(),
    key: 'failing',
    call: 'test/do',
    input: { amount: '1' },
  });
  await expect(runOnce(db, request, () => Promise.reject(new Error('no luck')))).rejects.toThrow('no luck');
  expect(await ask('failing')).toEqual({ answer: { run: 1 }, replayed: false });
});

test('of many at the same moment one does the work and all get its answer', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => ask('parallel')));
  expect(runs).toBe(1);
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  for (const { answer } of answers) expect(answer).toEqual({ run: 1 });
});
