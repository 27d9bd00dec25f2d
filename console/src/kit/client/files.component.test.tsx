import { notice } from '@trade-assistant/contract/areas/desk/notice.ts';
import { task } from '@trade-assistant/contract/areas/desk/task.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { answer, envelope } from '../../testing/answers.ts';
import { show } from '../../testing/show.tsx';
import { takeUploads } from '../../testing/uploads.ts';
import { CallError } from './call-error.ts';
import { type DownloadProgress, download } from './download.ts';
import { onForbidden, useSession } from './session.ts';
import { onStepUp } from './step-up.ts';
import { upload } from './upload.ts';
import { downloadWithProgress } from './use-download.ts';

const session = () => useSession.getState();
const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => expect.unreachable('it worked'),
    (error: unknown) => (error instanceof CallError ? error : expect.unreachable(String(error))),
  );

beforeEach(() => show(<p>page</p>, { permissions: [] }));

describe('a download', () => {
  /** Names and contents of the files handed to the browser. */
  const saved: { name: string; text: Promise<string> }[] = [];
  beforeEach(() => {
    saved.length = 0;
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push({ name: this.download, text: fetch(this.href).then((file) => file.text()) });
    });
  });
  afterEach(() => vi.restoreAllMocks());

  const file = (body: BodyInit, headers: Record<string, string> = {}, status = 200) => {
    answer({ 'desk/task/download': () => new Response(body, { status, headers }) });
    return (onProgress?: (progress: DownloadProgress) => void) =>
      download(task, 'download', { taskNo: 'T1', kind: 'result' }, onProgress);
  };
  const attached = { 'content-disposition': `attachment; filename*=UTF-8''%E5%8F%B7%E7%A0%81.txt` };

  test('is saved under the name the server gave, or that of its call', async () => {
    await file('+12015550123\n', attached)();
    expect([saved[0]?.name, await saved[0]?.text]).toEqual(['号码.txt', '+12015550123\n']);
    await file('x', { 'content-type': 'text/csv' })();
    expect(saved[1]?.name).toBe('download');
  });

  test.each([
    ['with its status', 403, {}],
    ['as JSON within a 200', 200, { 'content-type': 'application/json' }],
    ['within a 200 that calls itself a file', 200, { 'content-type': 'application/octet-stream' }],
  ])('that is refused %s is not saved, and says why', async (_case, status, headers) => {
    const refusal = JSON.stringify({ code: 403, success: false, msg: '没有权限', bizCode: 'NO_PERMISSION' });
    const error = await failureOf(file(refusal, headers as Record<string, string>, status)());
    expect(error).toMatchObject({ message: '没有权限', bizCode: 'NO_PERMISSION' });
    expect(saved).toEqual([]);
  });

  test('of JSON sent as an attachment is saved as a file, whatever its content', async () => {
    const text = '{"code":400,"msg":"x"}';
    await file(text, { ...attached, 'content-type': 'application/json' })();
    expect(await saved[0]?.text).toBe(text);
  });

  test.each([
    ['by its length', { 'content-length': '8' }, 1],
    ['never of more than all', { 'content-length': '4' }, 1],
    [
      'not where the length is that of the compressed content',
      { 'content-length': '8', 'content-encoding': 'gzip' },
      undefined,
    ],
    ['not without a length', {}, undefined],
  ])('tells how far it has come: %s', async (_case, headers, share) => {
    const told: DownloadProgress[] = [];
    await file('12345678', { ...attached, ...headers })((progress) => told.push(progress));
    expect(told.at(-1)).toEqual({ bytes: 8, share });
    expect(await saved[0]?.text).toBe('12345678');
  });

  test('by a button reports its end, and offers a retry where that may help', async () => {
    const says = (words: string) => expect.element(page.getByText(words, { exact: false })).toBeVisible();
    file('x', attached);
    expect(await downloadWithProgress(task, 'download', { taskNo: 'T1', kind: 'result' })).toBe(true);
    await says('文件已下载');
    let count = 0;
    answer({
      'desk/task/download': () => {
        count += 1;
        return envelope(503, null, '稍后再试');
      },
    });
    expect(await downloadWithProgress(task, 'download', { taskNo: 'T1', kind: 'result' })).toBe(false);
    await says('稍后再试');
    await userEvent.click(page.getByRole('button', { name: '重试' }));
    await expect.poll(() => count).toBe(2);
  });
});

describe('an upload', () => {
  const picture = () => new File(['pixels'], 'pixel.gif', { type: 'image/gif' });
  const start = (fields = {}, options: Parameters<typeof upload>[4] = {}) =>
    upload(notice, 'put-picture', fields, picture(), options);
  const ok = (data: unknown) => ({ code: 200, success: true, data, msg: '' });

  test('sends its fields before its file, with token, language and key', async () => {
    const sent = takeUploads();
    const done = start({ n: 0, at: { x: 1 }, note: '', none: null }, { idempotencyKey: 'k1' });
    expect(sent[0]?.address).toBe('/api/desk/notice/put-picture');
    expect([...(sent[0]?.form.keys() ?? [])]).toEqual(['n', 'at', 'file']);
    expect([sent[0]?.form.get('n'), sent[0]?.form.get('at')]).toEqual(['0', '{"x":1}']);
    expect(sent[0]?.form.get('file')).toMatchObject({ name: 'pixel.gif' });
    expect(sent[0]?.headers).toMatchObject({ token: 'bearer token', lang: 'zh-CN', 'idempotency-key': 'k1' });
    sent[0]?.answer(200, ok({ id: '7' }));
    expect(await done).toEqual({ id: '7' });
  });

  test('is asked again under its key until the server itself has answered', async () => {
    const sent = takeUploads();
    const file = picture();
    const put = (one = file) => upload(notice, 'put-picture', {}, one).catch((error: unknown) => error);
    const first = put();
    sent[0]?.answer(504, '<html>');
    await first;
    const second = put();
    sent[1]?.answer(200, ok({ id: '7' }));
    await second;
    const third = put();
    sent[2]?.answer(200, ok({ id: '8' }));
    await third;
    const keys = sent.map(({ headers }) => headers['idempotency-key']);
    expect(keys[0]).toMatch(/.{16}/);
    expect(keys[1]).toBe(keys[0]);
    expect(keys[2]).not.toBe(keys[0]);
  });

  test('reports the number of bytes sent', async () => {
    const sent = takeUploads();
    const told: number[] = [];
    const done = start({}, { onProgress: (share) => told.push(share) });
    for (const [loaded, total] of [
      [0, 8],
      [2, 8],
      [1, 0],
      [8, 8],
    ] as const)
      sent[0]?.progress(loaded, total);
    sent[0]?.answer(200, ok({ id: '7' }));
    await done;
    expect(told).toEqual([0, 0.25, 1]);
  });

  test('throws the reason of a refusal, and an error for an answer in another format', async () => {
    const sent = takeUploads();
    const refused = failureOf(start());
    sent[0]?.answer(413, { code: 413, msg: '文件过大', bizCode: 'PAYLOAD_TOO_LARGE' });
    expect(await refused).toMatchObject({ message: '文件过大', failure: 'answer', code: 413 });
    const proxy = failureOf(start());
    sent[1]?.answer(502, '<html>');
    expect(await proxy).toMatchObject({ failure: 'answer', code: 502 });
    const empty = failureOf(start());
    sent[2]?.answer(200, '<html>');
    expect(await empty).toMatchObject({ failure: 'answer', code: 500 });
  });

  test('reports a broken connection and a cancellation as different failures', async () => {
    const sent = takeUploads();
    const broken = failureOf(start());
    sent[0]?.breakOff();
    expect((await broken).failure).toBe('network');
    const way = new AbortController();
    const stopped = failureOf(start({}, { signal: way.signal }));
    way.abort();
    expect([(await stopped).failure, sent[1]?.isGivenUp()]).toEqual(['aborted', true]);
    expect((await failureOf(start({}, { signal: way.signal }))).failure).toBe('aborted');
    expect(sent).toHaveLength(2);
    const left = failureOf(start());
    session().signOut();
    expect([(await left).failure, sent[2]?.isGivenUp()]).toEqual(['aborted', true]);
  });

  test('with an expired token is sent once more with the new token', async () => {
    const renewed = { access_token: 'second', refresh_token: 'renew-2', expires_in: 3600, user_id: '1' };
    answer({ 'auth/oauth/token': () => new Response(JSON.stringify(renewed)) });
    const sent = takeUploads();
    const done = start();
    sent[0]?.answer(401, { code: 401, msg: '请先登录' });
    await expect.poll(() => sent.length).toBe(2);
    expect(sent[1]?.headers.token).toBe('bearer second');
    sent[1]?.answer(200, ok({ id: '7' }));
    expect(await done).toEqual({ id: '7' });

    const refused = failureOf(start());
    sent[2]?.answer(401, { code: 401, msg: '请先登录' });
    await expect.poll(() => sent.length).toBe(4);
    sent[3]?.answer(401, { code: 401, msg: '请先登录' });
    expect((await refused).code).toBe(401);
    expect([sent.length, session().accessToken]).toEqual([4, null]);
  });

  test('that needs two-step verification is sent again after it, under the same key', async () => {
    const asked: string[] = [];
    let isRight = true;
    const stop = onStepUp(async (what) => {
      asked.push(what);
      return isRight;
    });
    const sent = takeUploads();
    const refuse = (at: number) =>
      sent[at]?.answer(428, { code: 428, msg: '请再次验证', bizCode: 'STEP_UP_REQUIRED', data: null });
    const done = start();
    refuse(0);
    await expect.poll(() => sent.length).toBe(2);
    sent[1]?.answer(200, ok({ id: '7' }));
    expect(await done).toEqual({ id: '7' });
    expect(sent[1]?.headers['idempotency-key']).toBe(sent[0]?.headers['idempotency-key']);
    isRight = false;
    const refused = failureOf(start());
    refuse(2);
    expect((await refused).code).toBe(428);
    stop();
    expect([asked, sent.length]).toEqual([['again', 'again'], 3]);
  });

  test('reports a locked screen and a missing permission', async () => {
    const heard = vi.fn();
    const stop = onForbidden(heard);
    const sent = takeUploads();
    const locked = failureOf(start());
    sent[0]?.answer(423, { code: 423, msg: '屏幕已锁定' });
    await locked;
    expect(session().isLocked).toBe(true);
    const forbidden = failureOf(start());
    sent[1]?.answer(403, { code: 403, msg: '没有权限' });
    await forbidden;
    stop();
    expect(heard).toHaveBeenCalledTimes(1);
  });
});
