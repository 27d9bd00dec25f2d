import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../testing/app.ts';
import { callExamples } from '../testing/call-examples.ts';

const product = await testApp();
afterAll(() => product.close());
const agent = await product.agent({ money: parseMoney('1000'), name: 'North' });
const examples = callExamples(product, agent);

const restores = (registry as readonly Resource[])
  .filter(({ calls }) => calls['restore']?.standard === 'restore')
  .map(({ name }) => `${name}/restore`);

/** The trail names every change of a row. */
const changes = async (): Promise<number> => {
  const { rows } = await product.db.pool.query<{ n: number }>('select count(*)::int as n from audit_log');
  return rows[0]?.n ?? 0;
};

it.each(restores)('%s: a second undo is refused and changes nothing', async (path) => {
  const { body, who = product.admin } = (await examples[path]?.()) ?? {};
  const before = await changes();
  expect((await who.post(path, body)).status).toBe(200);
  const after = await changes();
  expect(after).toBeGreaterThan(before);
  expect((await who.post(path, body)).status).toBe(404);
  expect(await changes()).toBe(after);
});

it('an adjustment is undone by the entries it names: a second undo is refused and changes nothing', async () => {
  const input = { money: '5', ids: String(agent.id), reason: 'Bank slip' };
  const { items } = (await product.admin.post('agent/user/manual-update-balance', input)).body.data;
  const undo = () =>
    product.admin.post('agent/user/manual-update-balance', { ...input, money: '-5', reverses: items[0].journalNo });
  expect((await undo()).status).toBe(200);
  const balance = (await agent.get('agent/user/balance')).body.data;
  expect((await undo()).body).toMatchObject({ code: 409, bizCode: 'ALREADY_REVERSED' });
  expect((await agent.get('agent/user/balance')).body.data).toEqual(balance);
});
