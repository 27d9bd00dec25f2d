import '../testing/browser.ts';
import { expect, test } from 'vitest';
import { CallError, errorIn, errorInFile, failedCall, isSilent, messageOf, silentCodes } from './call-error.ts';

const answered = (code: number) => new CallError('no', 'answer', { code });
const file = (text: string, type = 'application/octet-stream') => new Blob([text], { type });

test('shows no message only for codes on the list and for cancelled calls', () => {
  expect([...silentCodes].every((code) => isSilent(answered(code)))).toBe(true);
  expect(isSilent(failedCall('aborted'))).toBe(true);
  for (const loud of [answered(400), answered(403), answered(500), failedCall('network'), failedCall('timeout'), 'x'])
    expect(isSilent(loud)).toBe(false);
});

test.each([
  [200, { code: 200 }, undefined],
  [200, { code: 204 }, undefined],
  [200, undefined, undefined],
  [200, { code: 300 }, 300],
  [200, { code: 400 }, 400],
  // The body is believed before the status.
  [500, { code: 200 }, undefined],
  [404, {}, 404],
  [404, undefined, 404],
  [200, { error: 'invalid_grant' }, 400],
  [200, { error_code: 'X' }, 400],
  [200, { error_description: 'no' }, 400],
  [401, { error_code: 'X' }, 401],
  [200, [], undefined],
])('an answer with %i and %j is refused as %s', (status, body, code) => {
  expect(errorIn(status, body)?.code).toBe(code);
});

test('a refusal is known by its own code, else by that of the token calls', () => {
  expect(errorIn(400, { bizCode: 'A', error_code: 'B', error: 'C' })?.bizCode).toBe('A');
  expect(errorIn(400, { error_code: 'B', error: 'C' })?.bizCode).toBe('B');
  expect(errorIn(400, { bizCode: '', error: 'C' })?.bizCode).toBe('C');
});

test('offers a retry when no answer came and when the server was unavailable', () => {
  const again = [failedCall('network'), failedCall('timeout'), answered(503)];
  const never = [failedCall('aborted'), answered(500), answered(501), answered(429), answered(400)];
  expect([again.every(({ canRetry }) => canRetry), never.some(({ canRetry }) => canRetry)]).toEqual([true, false]);
});

test('fields are named by a list, whose first message counts, or by a record', () => {
  const fieldsOf = (fields: unknown) => new CallError('no', 'answer', { data: { fields } }).fields;
  expect(
    fieldsOf([
      { field: 'tiers.0.price', message: 'first' },
      { field: 'tiers.1.price', message: 'second' },
      { field: 'name', message: '' },
      { message: 'nowhere' },
      'words',
    ]),
  ).toEqual({ tiers: 'first' });
  expect(fieldsOf({ name: 'taken', size: 5 })).toEqual({ name: 'taken', size: '5' });
  expect(fieldsOf('name')).toEqual({});
  expect(new CallError('no', 'answer').fields).toEqual({});
});

test('every thrown value has a message', () => {
  expect([messageOf(new Error('broken')), messageOf(answered(400))]).toEqual(['broken', 'no']);
  expect(['x', undefined, new Error('')].map(messageOf)).toEqual(['未知错误', '未知错误', '未知错误']);
});

test('reads a refusal sent instead of a file, whatever its content type', async () => {
  const refusal = JSON.stringify({ code: 400, success: false, msg: '下载次数已用完', bizCode: 'NO_DOWNLOADS_LEFT' });
  expect(await errorInFile(200, file(refusal))).toMatchObject({
    message: '下载次数已用完',
    code: 400,
    bizCode: 'NO_DOWNLOADS_LEFT',
  });
  expect(await errorInFile(400, file('{"error_description":"账号已锁定"}'))).toMatchObject({ message: '账号已锁定' });
  expect(await errorInFile(500, file('{"code":500}'))).toMatchObject({ message: '未知错误' });
});

test('takes no file for a refusal: text, broken JSON, foreign JSON, a success, anything large', async () => {
  for (const text of ['+12125550100\n', '{"code":', '{"numbers":[]}', '[{"code":400}]', '{"code":200}'])
    expect(await errorInFile(200, file(text))).toBeUndefined();
  expect(await errorInFile(200, file(`{"code":400,"msg":"${'x'.repeat(70_000)}"}`))).toBeUndefined();
});

const ENVELOPE = { success: false, msg: '余额不足', bizCode: 'BALANCE_NOT_ENOUGH', data: null, traceId: 't-1' };

test.each([
  ['a refusal in the envelope', 400, { code: 400, ...ENVELOPE }, true],
  ['one whose status is inside', 200, { code: 409, ...ENVELOPE }, true],
  ['one of the token call', 400, { error_code: 'LOGIN_FAILED', error_description: '账号或密码错误' }, true],
  ['an error inside the server', 500, { code: 500, ...ENVELOPE }, false],
  ['a server that cannot say now', 503, { code: 503, ...ENVELOPE }, false],
  ['a proxy’s page', 502, undefined, false],
  ['a proxy’s refusal', 413, undefined, false],
  ['a proxy’s own JSON', 404, { message: 'no route matched', code: 404 }, false],
])('%s is a definite refusal, or not', (_what, status, body, isRefusal) => {
  expect(errorIn(status, body)?.isRefusal).toBe(isRefusal);
});

test('reports an unavailable server behind its proxy as such, and offers a retry', () => {
  for (const status of [502, 503, 504]) {
    const error = errorIn(status, undefined);
    expect(error?.message).toBe('服务器暂时没有答复，您的内容未丢失，请稍后重试');
    expect(error?.canRetry).toBe(true);
  }
  expect(errorIn(500, undefined)).toMatchObject({ message: '未知错误', canRetry: false });
});
