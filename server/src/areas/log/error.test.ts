import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());

const logged = (more: object = {}) => ({
  type: 'error',
  message: 'TypeError: x is not a function',
  stack: 'TypeError: x is not a function\n    at list (https://console.example/assets/list-a1.js:12:34)',
  info: 'at List',
  url: '/whatsapp/warehouse/index?phone=%2B12125550123',
  time: '2026-01-02T03:04:05.000Z',
  count: 3,
  ...more,
});
const send = (who: Pick<TestUser, 'post'>, logs: unknown) => who.post('log/error/send-logs', { logs });

describe('errors of a console', () => {
  it('are accepted within bounds', async () => {
    const admin = await product.staff('administrator');
    for (const wrong of [
      [],
      'text',
      [logged({ message: 'x'.repeat(5000) })],
      [logged({ time: 'yesterday' })],
      Array.from({ length: 101 }, () => logged()),
    ]) {
      expect((await send(admin, wrong)).body).toMatchObject({
        code: 400,
        bizCode: 'BAD_REQUEST',
        msg: expect.stringContaining('日志'),
      });
    }
    const other = await product.staff('administrator');
    const huge = Array.from({ length: 100 }, () => logged({ stack: 'x'.repeat(16_000), info: 'y'.repeat(8000) }));
    expect((await send(other, huge)).body).toMatchObject({ code: 413, bizCode: 'PAYLOAD_TOO_LARGE' });
  });

  it('appear in the error log under their own service, with masked numbers', async () => {
    const operations = await product.staff('admin');
    expect(
      (await send(operations, [logged(), logged({ type: 'rejection', message: 'no network' })])).body,
    ).toMatchObject({ code: 200, data: { count: 2 } });
    await product.app.audit.flush();
    const { records } = (await product.admin.get('log/error/list', { serviceId: 'console' })).body.data;
    expect(records).toHaveLength(2);
    const [row] = records.filter(({ methodName }: { methodName: string }) => methodName === 'error');
    expect(row).toMatchObject({
      serviceId: 'trade-assistant-console',
      exceptionName: 'TypeError',
      message: 'TypeError: x is not a function',
      fileName: 'https://console.example/assets/list-a1.js',
      lineNumber: 12,
      createBy: operations.account,
    });
    expect(row.requestUri).not.toContain('2125550123');
    expect(JSON.parse(row.params)).toEqual({ info: 'at List', time: '2026-01-02T03:04:05.000Z', count: 3 });
  });

  it('are limited to six per minute from one caller, without affecting others', async () => {
    const busy = await product.staff('administrator');
    const answers = [];
    for (let turn = 0; turn < 8; turn += 1) answers.push((await send(busy, [logged()])).status);
    expect(answers).toEqual([200, 200, 200, 200, 200, 200, 429, 429]);
    expect((await send(await product.staff('administrator'), [logged()])).status).toBe(200);
    expect((await busy.get('auth/oauth/user-info')).status).toBe(200);
  });
});
