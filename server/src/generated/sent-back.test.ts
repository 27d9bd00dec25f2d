import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../testing/app.ts';
import { callExamples, type ExampleRequest } from '../testing/call-examples.ts';
import { resources } from '../testing/registry-calls.ts';

const product = await testApp({ SANDBOX: '1' });
const examples: ReturnType<typeof callExamples> = callExamples(
  product,
  await product.agent({ money: parseMoney('100000'), name: 'North' }),
);
afterAll(() => product.close());

/** Calls that change a row which another call of the resource reads. */
const changing = resources.flatMap(({ name, calls }) =>
  calls['detail'] ? ['submit', 'update'].flatMap((call) => (calls[call] ? [{ name, call }] : [])) : [],
);

it.each(changing)('$name/$call accepts the row as it was read', async ({ name, call }) => {
  const example = (await examples[`${name}/${call}`]?.()) as ExampleRequest & { body: Record<string, unknown> };
  const { who = product.admin, body } = example;
  const made = await who.post(`${name}/${call}`, body);
  expect([made.status, made.body.msg]).toEqual([200, expect.any(String)]);
  const id = made.body.data?.id ?? body['id'];
  const read = await who.get(`${name}/detail`, name === 'system/region' ? { code: body['code'] } : { id });
  expect(read.status).toBe(200);
  const sent = await who.post(`${name}/${call}`, { ...read.body.data, $index: 0, $cellEdit: true });
  expect([sent.status, sent.body.msg, sent.body.data?.fields]).toEqual([200, expect.any(String), undefined]);
});
