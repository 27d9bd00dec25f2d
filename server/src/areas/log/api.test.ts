import { afterAll, beforeAll, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../testing/app.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

it('every call stands in the log under its name in both languages, refused ones too', async () => {
  const keeper = await product.staff('warehouse');
  expect((await keeper.get('system/user/page', { account: 'nobody' })).status).toBe(403);
  await product.app.audit.flush();
  for (const title of ['用户管理', 'users']) {
    const { records } = (await product.admin.get('log/api/list', { title, createBy: keeper.account })).body.data;
    expect(records).toMatchObject([
      {
        title: expect.stringMatching(/^用户管理 · .+ \/ Users · .+$/),
        method: 'GET',
        status: 403,
        requestUri: '/api/system/user/page?account=nobody',
      },
    ]);
  }
  expect((await keeper.get('log/api/list')).status).toBe(403);
});
