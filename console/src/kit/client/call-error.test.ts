import '../testing/browser.ts';
import { expect, test } from 'vitest';
import { CallError, errorIn, errorInFile, failedCall, isSilent, silentCodes } from './call-error.ts';

const answered = (code: number) => new CallError('no', 'answer', { code });
const file = (text: string, type = 'application/octet-stream') => new Blob([text], { type });

test('only codes on the list and what we gave up pass in silence', () => {
  expect([...silentCodes].every((code) => isSilent(answered(code)))).toBe(true);
  expect(isSilent(failedCall('aborted'))).toBe(true);
  for (const loud of [answered(400), answered(403), answered(500), failedCall('network'), failedCall('timeout'), 'x'])
    expect(isSilent(loud)).toBe(false);
});

test('a refusal that came instead of a file is read, whatever it calls itself', async () => {
  const refusal = JSON.stringify({ code: 400, success: false, msg: '下载次数已用完', bizCode: 'NO_DOWNLOADS_LEFT' });
  expect(await errorInFile(200, file(refusal))).toMatchObject({
    message: '下载次数已用完',
    code: 400,
    bizCode: 'NO_DOWNLOADS_LEFT',
  });
  expect(await errorInFile(400, file('{"error_description":"账号已锁定"}'))).toMatchObject({ message: '账号已锁定' });
  expect(await errorInFile(500, file('{"code":500}'))).toMatchObject({ message: '未知错误' });
});

test('files are no refusals: text, broken JSON, somebody’s JSON, a success, anything large', async () => {
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

test('a server that is away behind its proxy is said to be, and may be asked again', () => {
  for (const status of [502, 503, 504]) {
    const error = errorIn(status, undefined);
    expect(error?.message).toBe('服务器暂时没有答复，您的内容未丢失，请稍后重试');
    expect(error?.mayRetry).toBe(true);
  }
  expect(errorIn(500, undefined)).toMatchObject({ message: '未知错误', mayRetry: false });
});
