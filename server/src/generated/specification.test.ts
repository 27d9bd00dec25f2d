import { listParameters } from '@trade-assistant/contract/kit/page.ts';
import { NO_REASON } from '@trade-assistant/contract/kit/transitions.ts';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../testing/app.ts';
import { registeredCalls } from '../testing/registry-calls.ts';

const product = await testApp();
const { admin } = product;
afterAll(() => product.close());

const lists = registeredCalls.filter(({ call }) => call.methods.includes('GET') && listParameters(call.input));

it('every list accepts a range of creation times', async () => {
  expect(lists.length).toBeGreaterThan(150);
  for (const { path } of lists)
    for (const name of ['createTime_dategt', 'createTime_datelt']) {
      const { status, body } = await admin.get(path, { [name]: '2026-01-01 00:00:00' });
      // Some lists belong to others, or to a record that this request does not name.
      expect([path, name, status < 500, body.bizCode]).not.toEqual([path, name, true, 'UNKNOWN_PARAMETER']);
      expect([path, status]).not.toEqual([path, 500]);
    }
});

it('a range of creation times selects rows', async () => {
  await product.agent();
  for (const path of [
    'whatsapp/warehouse/list',
    'user/app-user/basics-page',
    'system/region/list',
    'log/error-group/list',
  ]) {
    const count = async (more: object) => (await admin.get(path, { size: 1, ...more })).body.data.total;
    const [all, later] = [await count({}), await count({ createTime_dategt: '2999-01-01 00:00:00' })];
    expect([path, later]).toEqual([path, 0]);
    expect([path, await count({ createTime_datelt: '2999-01-01 00:00:00' })]).toEqual([path, all]);
  }
});

it('changes without a reason are accepted with a stated one; a blank one is refused', async () => {
  const agent = await product.agent();
  const ids = String(agent.id);
  for (const path of ['agent/user/manual-update-balance', 'system/user/web/manual-update-balance']) {
    expect((await admin.post(path, { ids, money: '5' })).body.msg, path).toBe('操作成功');
    expect((await admin.post(path, { ids, money: '5', reason: ' ' })).status).toBe(400);
  }
  const { rows } = await product.db.pool.query('select reason from fin_journal where biz_id = $1', [ids]);
  expect(JSON.stringify(rows)).toContain(NO_REASON);
  const user = await product.appUser({ agent });
  const of = { ids: String(user.id) };
  for (const [call, more] of [
    ['lock-account', { day: 1 }],
    ['clean-account', {}],
    ['manual-update-balance', { money: '5' }],
  ] as const)
    expect((await admin.post(`user/app-user/${call}`, { ...of, ...more })).body.msg, call).toBe('操作成功');
});

it('prices are answered without a service, and limits without an order', async () => {
  const prices = (await admin.get('whatsapp/price-configure/latest')).body;
  expect([prices.code, Array.isArray(prices.data.items)]).toEqual([200, true]);
  const limits = await admin.get('whatsapp/order/quota');
  expect([limits.status, limits.body.data]).toEqual([
    200,
    expect.objectContaining({ dailyLimit: null, minOfAll: null }),
  ]);
});
