import { afterAll, expect, it } from 'vitest';
import { stock } from '../../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());

const WRITTEN = ['+1 (201) 555-0143', '12015550143', '0012015550143', '1-201-555-0143', '＋1 ２０１ ５５５ ０１４３'];
const HOME = ['13800000000', '138-0000-0000', '+86 138 0000 0000', '8613800000000'];

const found = async (call: string, query: object) =>
  ((await product.admin.get(call, { ...query })).body.data.records as { id: string }[]).map(({ id }) => id);

it.each([
  [WRITTEN, '+12015550143', '201 555'],
  [HOME, '13800000000', '138-0000'],
])('a phone of staff written as any of %j is kept and found alike', async (spellings, kept, part) => {
  const ids: string[] = [];
  for (const phone of spellings) {
    const answer = await product.admin.post('system/user/submit', {
      account: `phone_${kept.replace('+', '')}_${ids.length}`,
      realName: 'Ada Example',
      phone,
    });
    expect([phone, answer.status]).toEqual([phone, 200]);
    ids.push(answer.body.data.id);
    const { body } = await product.admin.get('system/user/detail', { id: answer.body.data.id });
    expect(body.data.phone).toBe(kept);
  }
  for (const phone of spellings)
    for (const name of ['phone', 'phone_equal', 'phone_likeright', 'phone_likeleft'])
      expect([name, phone, (await found('system/user/list', { [name]: phone })).sort()]).toEqual([
        name,
        phone,
        [...ids].sort(),
      ]);
  expect((await found('system/user/list', { phone: part })).sort()).toEqual([...ids].sort());
  expect(await found('system/user/list', { phone: 'no number' })).toEqual([]);
});

it('an agent is found, and excluded, by its phone in any notation', async () => {
  const agent = await product.agent();
  const other = await product.agent();
  for (const phone of WRITTEN) {
    expect((await product.admin.post('agent/user/update', { id: String(agent.id), phone })).status).toBe(200);
    expect(await found('agent/user/lazy-page', { phone })).toEqual([String(agent.id)]);
    const others = await found('agent/user/lazy-page', { phone_notequal: phone });
    expect([others.includes(String(agent.id)), others.includes(String(other.id))]).toEqual([false, true]);
  }
});

it('personal info stores a mainland number as its eleven digits', async () => {
  for (const phone of HOME) {
    expect((await product.admin.post('system/user/update-info', { phone })).status).toBe(200);
    expect((await product.admin.get('system/user/info')).body.data.phone).toBe('13800000000');
  }
});

it('a number in stock is found in any notation', async () => {
  const [id] = await stock(product.db, [12015550143n]);
  for (const number of WRITTEN) expect(await found('whatsapp/warehouse/page', { number })).toEqual([String(id)]);
});
