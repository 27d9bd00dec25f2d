import '../testing/browser.ts';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import { country } from '@trade-assistant/contract/areas/user/country.ts';
import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { setLocale } from '../i18n.ts';
import { setApiBase } from './address.ts';
import { call } from './call.ts';
import { CallError } from './call-error.ts';
import { fileNameOf } from './download.ts';
import { keepSessionFresh } from './refresh.ts';
import { send, TIMEOUT_MILLIS } from './request.ts';
import { isLocked, onForbidden, useSession } from './session.ts';
import { withTabLock } from './tab-lock.ts';

interface Answer {
  readonly status?: number;
  readonly body: unknown;
  readonly delayMillis?: number;
  /** The answer starts at once and ends after this time. */
  readonly holdMillis?: number;
}
interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

let server: Server;
let answer: (request: SeenRequest) => Answer | 'hang up';
const seen: SeenRequest[] = [];
const ok = (data: unknown): Answer => ({ body: { code: 200, success: true, data, msg: '操作成功' } });

beforeAll(async () => {
  server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const one: SeenRequest = {
        method: request.method ?? '',
        path: request.url ?? '',
        headers: request.headers,
        body: Buffer.concat(parts).toString(),
      };
      seen.push(one);
      const given = answer(one);
      if (given === 'hang up') {
        request.socket.destroy();
        return;
      }
      if (given.holdMillis !== undefined) {
        response.writeHead(200, { 'Content-Type': 'application/octet-stream' }).flushHeaders();
        setTimeout(() => response.end(given.body), given.holdMillis);
        return;
      }
      const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body);
      setTimeout(() => {
        response.writeHead(given.status ?? 200, {
          'Content-Type': typeof given.body === 'string' ? 'text/html' : 'application/json; charset=utf-8',
        });
        response.end(text);
      }, given.delayMillis ?? 0);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  setApiBase(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/`);
});
afterAll(() => new Promise((resolve) => server.close(resolve)));
beforeEach(() => {
  seen.length = 0;
  setLocale('zh');
  useSession
    .getState()
    .signIn({ access_token: 'first', refresh_token: 'renew-1', expires_in: 3600, user_id: '1', account: 'someone' });
});

const failureOf = async (work: Promise<unknown>): Promise<CallError> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
};

describe('a call', () => {
  test('reads in the query string, with token, language and zone in its headers', async () => {
    answer = () => ok({ records: [], total: 0, size: 10, current: 1, pages: 0 });
    setLocale('en');
    await call(country, 'list', { current: 2, nameZh: 'x y', isBlocked: '' });
    expect(seen[0]).toMatchObject({ method: 'GET', path: '/api/user/country/list?current=2&nameZh=x+y' });
    expect(seen[0]?.headers).toMatchObject({
      token: 'bearer first',
      'accept-language': 'en',
      lang: 'en',
      'time-zone': expect.any(String),
    });
  });

  test('changes by JSON, and carries the idempotency key it is given', async () => {
    answer = () => ok(undefined);
    await call(task, 'cancel', { taskNo: 'T1' }, { idempotencyKey: 'k1' });
    expect(seen[0]).toMatchObject({ method: 'POST', path: '/api/desk/task/cancel', body: '{"taskNo":"T1"}' });
    expect(seen[0]?.headers['idempotency-key']).toBe('k1');
  });

  test('believes the code of the body before the status of the answer', async () => {
    answer = () => ({
      status: 200,
      body: { code: 400, success: false, msg: '余额不足', bizCode: 'BALANCE_NOT_ENOUGH', traceId: 't-1' },
    });
    const error = await failureOf(call(task, 'cancel', { taskNo: 'T1' }));
    expect(error).toMatchObject({
      message: '余额不足',
      code: 400,
      bizCode: 'BALANCE_NOT_ENOUGH',
      traceId: 't-1',
      failure: 'answer',
    });
  });

  test('falls back to error_description, and then to the text for an unknown error', async () => {
    answer = () => ({ status: 400, body: { error_code: 'X', error_description: '账号已锁定' } });
    expect((await failureOf(call(task, 'cancel', { taskNo: 'T1' }))).message).toBe('账号已锁定');
    answer = () => ({ status: 500, body: { code: 500 } });
    expect((await failureOf(call(task, 'cancel', { taskNo: 'T1' }))).message).toBe('未知错误');
    answer = () => ({ status: 502, body: '<html>bad gateway</html>' });
    expect(await failureOf(call(task, 'cancel', { taskNo: 'T1' }))).toMatchObject({
      message: '服务器暂时没有答复，您的内容未丢失，请稍后重试',
      code: 502,
    });
  });

  test('names the fields the server named', async () => {
    answer = () => ({
      status: 400,
      body: {
        code: 400,
        msg: 'x',
        data: {
          fields: [
            { field: 'nameZh', message: '已存在' },
            { field: 'zones.0', message: '无效' },
          ],
        },
      },
    });
    expect((await failureOf(call(task, 'cancel', { taskNo: 'T1' }))).fields).toEqual({
      nameZh: '已存在',
      zones: '无效',
    });
  });

  test('reports a network failure and offers a retry', async () => {
    answer = () => 'hang up';
    const error = await failureOf(call(country, 'list', {}));
    expect(error).toMatchObject({ failure: 'network', canRetry: true });
    expect(error.message).toContain('网络');
  });

  test('is given up after a minute without an answer', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      answer = () => ({ ...ok([]), delayMillis: 90_000 });
      const failure = failureOf(call(country, 'list', {}));
      await expect.poll(() => seen.length).toBe(1);
      await vi.advanceTimersByTimeAsync(TIMEOUT_MILLIS);
      expect(await failure).toMatchObject({ failure: 'timeout', canRetry: true, message: '请求超时，请稍后重试' });
    } finally {
      vi.useRealTimers();
    }
  });

  test('for a file may take longer once it has started', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      answer = () => ({ body: 'numbers', holdMillis: 90_000 });
      const response = await send({ path: 'x/y', method: 'GET', isFile: true });
      const text = response.text();
      await vi.advanceTimersByTimeAsync(90_000);
      expect(await text).toBe('numbers');
    } finally {
      vi.useRealTimers();
    }
  });

  test('differs from a broken network when it was cancelled', async () => {
    answer = () => ({ ...ok([]), delayMillis: 500 });
    const abort = new AbortController();
    const pending = failureOf(call(country, 'list', {}, { signal: abort.signal }));
    abort.abort();
    expect((await pending).failure).toBe('aborted');
  });
});

describe('a session that ran out', () => {
  const guarded = (request: SeenRequest): Answer => {
    if (request.path.startsWith('/api/auth/oauth/token')) {
      return {
        body: { access_token: 'second', refresh_token: 'renew-2', expires_in: 3600, user_id: '1' },
        delayMillis: 30,
      };
    }
    return request.headers.token === 'bearer second' ? ok([]) : { status: 401, body: { code: 401, msg: '请先登录' } };
  };

  test('is renewed once for simultaneous calls, which are repeated', async () => {
    answer = guarded;
    await Promise.all([1, 2, 3, 4, 5].map(() => call(country, 'list', {})));
    const renewals = seen.filter(({ path }) => path.startsWith('/api/auth/oauth/token'));
    expect(renewals).toHaveLength(1);
    expect(JSON.parse(renewals[0]?.body ?? '')).toMatchObject({
      grant_type: 'refresh_token',
      refresh_token: 'renew-1',
    });
    expect(useSession.getState()).toMatchObject({ accessToken: 'second', refreshToken: 'renew-2' });
  });

  test('is renewed too when the body of a 200 contains the 401', async () => {
    answer = (request) => {
      const given = guarded(request);
      return given.status === 401 ? { ...given, status: 200 } : given;
    };
    await call(country, 'list', {});
    expect(useSession.getState().accessToken).toBe('second');
  });

  test('ends when it cannot be renewed', async () => {
    answer = (request) =>
      request.path.startsWith('/api/auth')
        ? { status: 401, body: { error_code: 'invalid_grant', error_description: 'used' } }
        : { status: 401, body: { code: 401, msg: '请先登录' } };
    expect((await failureOf(call(country, 'list', {}))).message).toBe('请先登录');
    expect(useSession.getState()).toMatchObject({ accessToken: null, user: null });
  });

  test('survives a refresh that met a broken network', async () => {
    answer = (request) =>
      request.path.startsWith('/api/auth') ? 'hang up' : { status: 401, body: { code: 401, msg: '请先登录' } };
    await failureOf(call(country, 'list', {}));
    expect(useSession.getState().refreshToken).toBe('renew-1');
  });

  test('ends when the new token is refused as well', async () => {
    answer = (request) =>
      request.path.startsWith('/api/auth') ? guarded(request) : { status: 401, body: { code: 401, msg: '请先登录' } };
    expect((await failureOf(call(country, 'list', {}))).code).toBe(401);
    expect(seen.filter(({ path }) => path.startsWith('/api/auth'))).toHaveLength(1);
    expect(useSession.getState().accessToken).toBeNull();
  });

  test('cancels every running request', async () => {
    answer = (request) =>
      request.path.startsWith('/api/auth')
        ? { status: 401, body: { error_code: 'invalid_grant', error_description: 'used' } }
        : request.path.includes('slow')
          ? { ...ok([]), delayMillis: 5000 }
          : { status: 401, body: { code: 401, msg: '请先登录' } };
    const slow = failureOf(call(country, 'list', { nameZh: 'slow' }));
    await failureOf(call(country, 'list', {}));
    expect((await slow).failure).toBe('aborted');
  });

  test('does not come back by a renewal that was under way when its user left', async () => {
    answer = (request) => {
      const given = guarded(request);
      return request.path.startsWith('/api/auth') ? { ...given, delayMillis: 300 } : given;
    };
    const pending = failureOf(call(country, 'list', {}));
    await expect.poll(() => seen.some(({ path }) => path.startsWith('/api/auth'))).toBe(true);
    useSession.getState().signOut();
    await pending;
    expect(useSession.getState().accessToken).toBeNull();
  });

  test('is kept after a forbidden call, and listeners for permissions are called', async () => {
    let heard = 0;
    const stop = onForbidden(() => {
      heard += 1;
    });
    answer = () => ({ status: 403, body: { code: 403, msg: '没有权限' } });
    expect((await failureOf(call(country, 'list', {}))).code).toBe(403);
    stop();
    expect(useSession.getState().accessToken).toBe('first');
    expect(heard).toBe(1);
  });
});

describe('a session whose token has expired', () => {
  const renewals = () => seen.filter(({ path }) => path.startsWith('/api/auth/oauth/token')).length;
  const answers = { access_token: 'second', refresh_token: 'renew-2', expires_in: 3600, token_time: 600, user_id: '1' };

  test('is renewed at the next check, once, and not again before the new token reaches its age', async () => {
    answer = () => ({ body: answers });
    useSession
      .getState()
      .signIn({ access_token: 'first', refresh_token: 'renew-1', expires_in: 3600, token_time: 600, user_id: '1' });
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
    const stop = keepSessionFresh();
    try {
      await vi.advanceTimersByTimeAsync(595_000);
      expect(renewals()).toBe(0);
      await vi.advanceTimersByTimeAsync(10_000);
      await expect.poll(() => useSession.getState().accessToken).toBe('second');
      await vi.advanceTimersByTimeAsync(30_000);
      expect(renewals()).toBe(1);
    } finally {
      stop();
      vi.useRealTimers();
    }
  });
});

describe('work only one tab may do at a time', () => {
  test('is done by one after the other, also where the browser has no locks', async () => {
    vi.stubGlobal('navigator', {});
    let [inside, most, done] = [0, 0, 0];
    const work = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((resolve) => setTimeout(resolve, 5));
      inside -= 1;
      done += 1;
    };
    await Promise.all([1, 2, 3].map(() => withTabLock('test', work)));
    vi.unstubAllGlobals();
    expect({ most, done }).toEqual({ most: 1, done: 3 });
    expect(localStorage.getItem('trade-assistant:test')).toBeNull();
  });

  test('keeps the others waiting until it ends', async () => {
    vi.stubGlobal('navigator', {});
    vi.useFakeTimers();
    const order: string[] = [];
    const long = withTabLock('test', async () => {
      await new Promise((resolve) => setTimeout(resolve, 12_000));
      order.push('first');
    });
    await vi.advanceTimersByTimeAsync(500);
    const next = withTabLock('test', async () => void order.push('second'));
    await vi.advanceTimersByTimeAsync(11_000);
    expect(order).toEqual([]);
    await vi.advanceTimersByTimeAsync(2_000);
    await Promise.all([long, next]);
    vi.useRealTimers();
    vi.unstubAllGlobals();
    expect(order).toEqual(['first', 'second']);
  });

  test('is not kept waiting by a tab that was closed in the middle of it', async () => {
    vi.stubGlobal('navigator', {});
    localStorage.setItem('trade-assistant:test', JSON.stringify({ by: 'gone', until: Date.now() - 1 }));
    expect(await withTabLock('test', async () => 'done')).toBe('done');
    vi.unstubAllGlobals();
  });
});

test('the session is kept in the storage and read back, permissions included', async () => {
  useSession.getState().setPermissions(['user/country:view']);
  const { accessToken } = useSession.getState();
  await useSession.persist.rehydrate();
  expect(useSession.getState().accessToken).toBe(accessToken);
  expect(useSession.getState().permissions.has('user/country:view')).toBe(true);
});

describe('the name of a downloaded file', () => {
  test.each([
    [`attachment; filename="x.txt"; filename*=UTF-8''%E5%8F%B7%E7%A0%81.txt`, '号码.txt'],
    ['attachment; filename="a \\"b\\".csv"', 'a "b".csv'],
    ['attachment; filename=plain.zip', 'plain.zip'],
    [`attachment; filename="ok.txt"; filename*=UTF-8''%ZZ`, 'ok.txt'],
    ['attachment; filename="../../etc/passwd"', '.._.._etc_passwd'],
    ['inline', undefined],
    [null, undefined],
  ])('%s', (header, name) => {
    expect(fileNameOf(header)).toBe(name);
  });
});

describe('a locked screen', () => {
  test('is known from the first refusal with 423', async () => {
    expect(isLocked()).toBe(false);
    answer = () => ({ status: 423, body: { code: 423, msg: '屏幕已锁定，请先解锁', bizCode: 'SESSION_LOCKED' } });
    expect((await failureOf(call(country, 'list', {}))).bizCode).toBe('SESSION_LOCKED');
    expect(isLocked()).toBe(true);
    expect(useSession.getState().accessToken).toBe('first');
  });

  test('stays locked over a refresh and a reload, and is open after a new sign-in', async () => {
    const { signIn, signOut } = useSession.getState();
    signIn({ access_token: 'second', refresh_token: 'renew-2', expires_in: 3600, user_id: '1', locked: 1 });
    await useSession.persist.rehydrate();
    expect(isLocked()).toBe(true);
    signOut();
    expect(isLocked()).toBe(false);
    signIn({ access_token: 'third', refresh_token: 'renew-3', expires_in: 3600, user_id: '1', locked: 0 });
    expect(isLocked()).toBe(false);
  });
});

describe('a writing call', () => {
  const keys = () => seen.map(({ headers }) => headers['idempotency-key']);
  const byProxy: Answer = { status: 504, body: '<html>504 Gateway Time-out</html>' };
  const refused: Answer = { status: 400, body: { code: 400, success: false, msg: '不行', bizCode: 'NO' } };
  const setStatus = (status: 0 | 4, ids = '1,2') => call(warehouse, 'update-status', { ids, status });

  test('is asked again under its key until the server itself has answered', async () => {
    const given = [byProxy, 'hang up' as const, { status: 500, body: { code: 500, success: false } }, ok({}), ok({})];
    answer = () => given.shift() ?? refused;
    for (let turn = 0; turn < 3; turn += 1) await failureOf(setStatus(4));
    await setStatus(4);
    await setStatus(4);
    await failureOf(setStatus(4));
    given.push(ok({}));
    await setStatus(4);
    const [first, second, third, fourth, afterDone, , afterRefusal] = keys();
    expect(first).toMatch(/.{16}/);
    expect([second, third, fourth]).toEqual([first, first, first]);
    expect(new Set([first, afterDone, afterRefusal]).size).toBe(3);
  });

  test('is repeated under its key by its own user after a reload, and by no other user', async () => {
    answer = () => 'hang up';
    await failureOf(setStatus(4));
    const reloaded = async () => {
      vi.resetModules();
      return (await import('./under-key.ts')).underKey;
    };
    const what = `whatsapp/warehouse/update-status ${JSON.stringify({ ids: '1,2', status: 4 })}`;
    const keyOf = async (underKey: Awaited<ReturnType<typeof reloaded>>) => {
      let given = '';
      await underKey(what, ['whatsapp/warehouse 1'], async (key) => {
        given = key;
        throw new Error('no answer');
      }).catch(() => undefined);
      return given;
    };
    expect(await keyOf(await reloaded())).toBe(keys()[0]);
    expect(await keyOf(await reloaded())).toBe(keys()[0]);
    const { signIn } = useSession.getState();
    signIn({ access_token: 'other', refresh_token: 'renew-9', expires_in: 3600, user_id: '2', locked: 0 });
    expect(await keyOf(await reloaded())).not.toBe(keys()[0]);
  });

  test('is a new call when its input differs, or another call changed one of its objects since', async () => {
    answer = () => byProxy;
    await failureOf(setStatus(4));
    await failureOf(setStatus(4, '3'));
    answer = () => ok({});
    await setStatus(0, '2');
    await setStatus(4);
    await setStatus(4, '3');
    const [on, other, off, onAgain, otherAgain] = keys();
    expect(new Set([on, other, off, onAgain]).size).toBe(4);
    expect(otherAgain).toBe(other);
    // Done under a key of its form's.
    answer = () => byProxy;
    await failureOf(setStatus(4));
    answer = () => ok({});
    await call(warehouse, 'update-status', { ids: '1', status: 0 }, { idempotencyKey: 'of-the-form' });
    await setStatus(4);
    expect(keys().at(-1)).not.toBe(keys().at(-3));
  });

  test('has a key, whatever its resource', async () => {
    answer = () => ok({});
    for (const resource of registry as readonly Resource[]) {
      for (const [name, { idempotent }] of Object.entries(resource.calls)) {
        await call(resource, name, {});
        expect(keys().at(-1) !== undefined, `${resource.name}/${name}`).toBe(idempotent);
      }
    }
  });
});
