import '../testing/browser.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { storageKey } from '../storage.ts';
import { keepSessionFresh, leave, renewOrLeave } from './refresh.ts';
import { type Session, useSession } from './session.ts';

interface SentRequest {
  readonly address: string;
  readonly headers: Headers;
  readonly body: Readonly<Record<string, unknown>>;
}

const first = { access_token: 'first', refresh_token: 'renew-1', expires_in: 3600, token_time: 600, user_id: '1' };
const second = { ...first, access_token: 'second', refresh_token: 'renew-2' };
const token = () => useSession.getState().accessToken;

let asked: SentRequest[];
let answer: () => Response | Promise<Response>;
const json = (status: number, body: unknown) => new Response(JSON.stringify(body), { status });

/** Changes the session as another tab does: in the storage, before this tab has noticed. */
function inAnotherTab(change: Partial<Session>): void {
  const key = storageKey('session');
  const kept = JSON.parse(localStorage.getItem(key) ?? '{}');
  localStorage.setItem(key, JSON.stringify({ ...kept, state: { ...kept.state, ...change } }));
}

beforeEach(() => {
  asked = [];
  answer = () => json(200, second);
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    asked.push({ address, headers: new Headers(init.headers), body: JSON.parse(String(init.body)) });
    return answer();
  });
  useSession.getState().signOut();
  useSession.getState().signIn({ ...first, tenant_id: '000007' });
});
afterEach(() => vi.unstubAllGlobals());

describe('a refused token', () => {
  test('is renewed by the refresh token of its session, and not sent along', async () => {
    expect(await renewOrLeave('first')).toBe(true);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      address: '/api/auth/oauth/token',
      body: { grant_type: 'refresh_token', refresh_token: 'renew-1', tenantId: '000007', scope: 'all' },
    });
    expect(asked[0]?.headers.get('tenant-id')).toBe('000007');
    expect(asked[0]?.headers.has('token')).toBe(false);
    expect(useSession.getState()).toMatchObject({ accessToken: 'second', refreshToken: 'renew-2' });
  });

  test('that another tab has replaced already is not renewed again', async () => {
    inAnotherTab({ accessToken: 'second', refreshToken: 'renew-2' });
    expect(await renewOrLeave('first')).toBe(true);
    expect(asked).toEqual([]);
    expect(useSession.getState()).toMatchObject({ accessToken: 'second', refreshToken: 'renew-2' });
  });

  test('is renewed by the refresh token another tab left for it', async () => {
    inAnotherTab({ refreshToken: 'renew-1b' });
    await renewOrLeave('first');
    expect(asked[0]?.body).toMatchObject({ refresh_token: 'renew-1b' });
  });

  test('is not renewed where another tab has signed out', async () => {
    inAnotherTab({ accessToken: null, refreshToken: null, user: null });
    expect(await renewOrLeave('first')).toBe(false);
    expect(asked).toEqual([]);
    expect(token()).toBeNull();
  });

  test('is renewed once for simultaneous requests, and again for a later one', async () => {
    expect(await Promise.all([renewOrLeave('first'), renewOrLeave('first')])).toEqual([true, true]);
    expect(asked).toHaveLength(1);
    answer = () => json(200, { ...second, access_token: 'third' });
    expect(await renewOrLeave('second')).toBe(true);
    expect([asked.length, token()]).toEqual([2, 'third']);
  });
});

describe('the session ends', () => {
  test.each([
    ['refused', () => json(401, { error_code: 'invalid_grant', error_description: 'used' })],
    ['refused as wrong', () => json(400, { error_code: 'invalid_request' })],
    ['refused within a 200', () => json(200, { code: 401, msg: 'no' })],
    ['refused with a token beside it', () => json(400, second)],
    ['answered without a token', () => json(200, {})],
    ['answered with an empty token', () => json(200, { ...second, access_token: '' })],
    ['answered by somebody else', () => new Response('<html>', { status: 200 })],
  ])('when its renewal is %s', async (_case, given) => {
    answer = given;
    expect(await renewOrLeave('first')).toBe(false);
    expect(useSession.getState()).toMatchObject({ accessToken: null, refreshToken: null, expiredUserId: '1' });
  });

  test('without a refresh token', async () => {
    inAnotherTab({ refreshToken: null });
    expect(await renewOrLeave('first')).toBe(false);
    expect([asked.length, token()]).toEqual([0, null]);
  });

  test('unless it is another one by now', () => {
    leave('of a session before');
    expect(token()).toBe('first');
    leave('first');
    expect(useSession.getState()).toMatchObject({ accessToken: null, expiredUserId: '1' });
  });
});

describe('no verdict on the session', () => {
  test.each([
    ['429: too many at a time', () => json(429, { code: 429, msg: 'later' })],
    ['500', () => json(500, { code: 500 })],
    ['503', () => json(503, { code: 503 })],
    ['504 of a proxy', () => new Response('<html>', { status: 504 })],
    ['no answer', () => Promise.reject(new TypeError('no network'))],
  ])('is %s', async (_case, given) => {
    answer = given;
    await expect(renewOrLeave('first')).rejects.toMatchObject({ failure: 'network', canRetry: true });
    expect(useSession.getState()).toMatchObject({ accessToken: 'first', refreshToken: 'renew-1' });
    // A failed attempt does not block the next one.
    answer = () => json(200, second);
    expect(await renewOrLeave('first')).toBe(true);
  });
});

describe('a session kept fresh', () => {
  let stop: () => void;
  /** Advances the clock and waits for the work started meanwhile. */
  const pass = async (seconds: number) => {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    await vi.waitFor(() => undefined);
  };
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'], now: Date.UTC(2026, 0, 1) });
    useSession.getState().signIn(first);
    stop = keepSessionFresh();
  });
  afterEach(() => {
    stop();
    vi.useRealTimers();
  });

  test('is renewed at the first look at or after its age, not before', async () => {
    await pass(590);
    expect(asked).toEqual([]);
    await pass(10);
    await expect.poll(token).toBe('second');
    await pass(590);
    expect(asked).toHaveLength(1);
  });

  test('stays when its renewal is refused, for the token still lives, and is not asked about again', async () => {
    answer = () => json(401, { error_code: 'invalid_grant' });
    await pass(600);
    await expect.poll(() => asked.length).toBe(1);
    await pass(300);
    expect([asked.length, token()]).toEqual([1, 'first']);
    // Another session is another matter.
    useSession.getState().signIn({ ...second, token_time: 0 });
    answer = () => json(200, { ...second, access_token: 'third' });
    await pass(10);
    await expect.poll(token).toBe('third');
  });

  test('is tried again at the next check when no answer came', async () => {
    answer = () => json(503, {});
    await pass(600);
    await expect.poll(() => asked.length).toBe(1);
    answer = () => json(200, second);
    await pass(10);
    await expect.poll(token).toBe('second');
    expect(asked).toHaveLength(2);
  });

  test('does nothing without a session and after it was stopped', async () => {
    useSession.getState().signOut();
    await pass(700);
    useSession.getState().signIn(first);
    stop();
    await pass(700);
    expect(asked).toEqual([]);
  });
});
