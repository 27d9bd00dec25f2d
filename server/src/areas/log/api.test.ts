import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());

it('the log names every call in both languages, including refused ones', async () => {
  const keeper = await product.staff('warehouse');
  expect((await keeper.get('system/user/page', { account: 'nobody' })).status).toBe(403);
  await product.app.audit.flush();
  for (const [lang, title, shown] of [
    ['zh', '用户管理', '用户管理 · 分页'],
    ['en', 'users', 'Users · Page'],
  ] as const) {
    const query = { title, createBy: keeper.account };
    const { records } = (await product.admin.get('log/api/list', query, { lang })).body.data;
    expect(records).toMatchObject([
      {
        title: shown,
        method: 'GET',
        status: 403,
        requestUri: '/api/system/user/page?account=nobody',
      },
    ]);
  }
  expect((await keeper.get('log/api/list')).status).toBe(403);
});
