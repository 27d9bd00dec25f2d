import '../testing/browser.ts';
import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLocale } from '../i18n.ts';
import { call } from './call.ts';
import { CallError, failedCall } from './call-error.ts';
import { queryClient } from './query.ts';
import { queryOf, readJson, send, sendForData } from './request.ts';
import { useSession } from './session.ts';
import { newIdempotencyKey } from './under-key.ts';

const asked: { address: string; init: RequestInit }[] = [];
let answer: (init: RequestInit) => Response | Promise<Response>;
const json = (status: number, body: unknown, type = 'application/json') =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': type } });
const signIn = (userId = '1') =>
  useSession.getState().signIn({ access_token: 'first', refresh_token: 'r', expires_in: 3600, user_id: userId });

beforeEach(() => {
  asked.length = 0;
  answer = () => json(200, { code: 200, data: 'done' });
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, init });
    init.signal?.throwIfAborted();
    return answer(init);
  });
  useSession.getState().signOut();
});
afterEach(() => vi.unstubAllGlobals());

/** An answer that never arrives; only an abort ends the wait. */
const never = ({ signal }: RequestInit) =>
  new Promise<Response>((_resolve, reject) => {
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof CallError ? error.failure : String(error)),
  );

describe('a query string', () => {
  test('leaves out missing values, but neither zero nor “false”', () => {
    expect(queryOf({ a: '', b: null, c: undefined, d: 0, e: false, f: ' ' })).toBe('?d=0&e=false&f=+');
    expect(queryOf({})).toBe('');
    expect(queryOf({ a: '' })).toBe('');
  });

  test('joins lists by commas and carries anything else as JSON', () => {
    expect(new URLSearchParams(queryOf({ ids: [7, 9], at: { x: 1 }, name: 'a&b=c' })).toString()).toBe(
      new URLSearchParams({ ids: '7,9', at: '{"x":1}', name: 'a&b=c' }).toString(),
    );
    expect(queryOf({ ids: [] })).toBe('?ids=');
  });
});

describe('a request', () => {
  test('that changes carries its input whole, and nothing in the address', async () => {
    await send({ path: 'a/b', method: 'POST', input: { note: '', name: null, n: 0 } });
    expect(asked[0]).toMatchObject({ address: '/api/a/b', init: { body: '{"note":"","name":null,"n":0}' } });
    expect(asked[0]?.init.headers).toMatchObject({ 'Content-Type': 'application/json' });
  });

  test('that reads has no body and no content type', async () => {
    await send({ path: 'a/b', method: 'GET', input: { n: 1 } });
    expect(asked[0]).toMatchObject({ address: '/api/a/b?n=1' });
    expect(asked[0]?.init.body).toBeUndefined();
    expect(asked[0]?.init.headers).not.toHaveProperty('Content-Type');
  });

  test('carries the session’s token if there is one, and the current language', async () => {
    setLocale('zh');
    await send({ path: 'a', method: 'GET' });
    expect(asked[0]?.init.headers).not.toHaveProperty('Token');
    expect(asked[0]?.init.headers).toMatchObject({ lang: 'zh-CN', 'Accept-Language': 'zh-CN' });
    signIn();
    setLocale('en');
    await send({ path: 'a', method: 'GET', headers: { 'Idempotency-Key': 'k' } });
    setLocale('zh');
    expect(asked[1]?.init.headers).toMatchObject({ Token: 'bearer first', lang: 'en', 'Idempotency-Key': 'k' });
  });

  test('survives the end of a session when it does not belong to it, and is cancelled otherwise', async () => {
    answer = never;
    signIn();
    const mine = failureOf(send({ path: 'mine', method: 'GET' }));
    useSession.getState().signOut();
    expect(await mine).toBe('aborted');
    let come: () => void = () => undefined;
    answer = (init) =>
      Promise.race([never(init), new Promise<Response>((resolve) => (come = () => resolve(json(200, {}))))]);
    const nobodys = send({ path: 'nobodys', method: 'GET' });
    signIn();
    useSession.getState().signOut();
    come();
    expect((await nobodys).status).toBe(200);
  });

  test('of the next session is not given up with the one before', async () => {
    signIn();
    useSession.getState().signOut();
    signIn();
    expect((await send({ path: 'a', method: 'GET' })).status).toBe(200);
  });

  test('reports the reason when no answer came', async () => {
    answer = () => Promise.reject(new TypeError('no network'));
    expect(await failureOf(send({ path: 'a', method: 'GET' }))).toBe('network');
    const way = new AbortController();
    answer = never;
    const pending = failureOf(send({ path: 'a', method: 'GET', signal: way.signal }));
    way.abort();
    expect(await pending).toBe('aborted');
  });
});

describe('a 401', () => {
  const renewed = () => asked.some(({ address }) => address.endsWith('/auth/oauth/token'));

  test('without a session only returns its 401', async () => {
    answer = () => json(401, { code: 401 });
    expect((await send({ path: 'a', method: 'GET' })).status).toBe(401);
    expect(renewed()).toBe(false);
  });

  test.each([
    ['deep within an answer', () => json(200, { code: 200, data: { code: 401 } })],
    ['in a file', () => json(200, { code: 401 }, 'application/octet-stream')],
    ['under another status', () => json(400, { code: 401 })],
    ['that begins another number', () => json(200, { code: 4010 })],
  ])('%s is none', async (_case, given) => {
    signIn();
    answer = given;
    await send({ path: 'a', method: 'GET' });
    expect(renewed()).toBe(false);
  });
});

describe('an answer', () => {
  test('is its data; without the envelope the whole body', async () => {
    answer = () => json(200, { code: 200, data: { n: 1 } });
    expect(await sendForData({ path: 'a', method: 'GET' })).toEqual({ n: 1 });
    expect(await sendForData({ path: 'a', method: 'GET' }, true)).toEqual({ code: 200, data: { n: 1 } });
  });

  test('that succeeded without valid JSON is a broken connection and may be repeated', async () => {
    await expect(readJson(new Response('<html>'))).rejects.toMatchObject({
      failure: 'network',
      code: 200,
      message: failedCall('network').message,
    });
    expect(await readJson(new Response('<html>', { status: 502 }))).toBeUndefined();
  });

  test('that breaks off reports the reason', async () => {
    const broken = (error: unknown) =>
      failureOf(readJson({ ok: true, status: 200, text: () => Promise.reject(error) } as Response));
    expect(await broken(new DOMException('', 'TimeoutError'))).toBe('timeout');
    expect(await broken(new DOMException('', 'AbortError'))).toBe('aborted');
    expect(await broken(new TypeError('terminated'))).toBe('network');
  });

  test('records from every kind of call that a new password is required', async () => {
    signIn();
    answer = () => json(403, { code: 403, bizCode: 'PASSWORD_CHANGE_REQUIRED' });
    expect(await failureOf(sendForData({ path: 'a', method: 'GET' }))).toBe('answer');
    expect(useSession.getState().user?.mustChangePassword).toBe(true);
  });
});

describe('server facts the console records', () => {
  const key = ['a/b', 'list', {}];

  test.each([
    ['another user signs in', () => signIn('2'), false],
    ['its user signs out', () => useSession.getState().signOut(), false],
    ['the screen is locked', () => useSession.getState().setLocked(true), false],
    ['the token is renewed', () => signIn('1'), true],
  ])('when %s', (_case, happen, isKept) => {
    signIn('1');
    queryClient.setQueryData(key, 'seen');
    happen();
    expect(queryClient.getQueryData(key) === 'seen').toBe(isKept);
  });

  test('is fetched again in another language', () => {
    signIn('1');
    queryClient.setQueryData(key, 'seen');
    setLocale('en');
    expect(queryClient.getQueryState(key)?.isInvalidated).toBe(true);
    setLocale('zh');
  });

  test('is retried twice where that may help, and not after a refusal', () => {
    const { retry } = queryClient.getDefaultOptions().queries ?? {};
    const isRetried = (failures: number, error: Error) => (retry as (n: number, e: Error) => boolean)(failures, error);
    expect([0, 1, 2].map((failures) => isRetried(failures, failedCall('network')))).toEqual([true, true, false]);
    expect(isRetried(0, new CallError('', 'answer', { code: 503 }))).toBe(true);
    for (const error of [new CallError('', 'answer', { code: 400 }), failedCall('aborted'), new Error('mistake')])
      expect(isRetried(0, error)).toBe(false);
  });
});

test('a call the contract does not have is a mistake of ours', async () => {
  await expect(call(country, 'nothing' as never, {} as never)).rejects.toThrow('user/country has no call nothing');
});

test('keys are different, also where the browser makes none', () => {
  const keys = [newIdempotencyKey(), newIdempotencyKey()];
  vi.stubGlobal('crypto', { getRandomValues: (bytes: Uint8Array) => bytes.fill(10) });
  expect(newIdempotencyKey()).toBe('0a'.repeat(16));
  expect(new Set(keys).size).toBe(2);
});
