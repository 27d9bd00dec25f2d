import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { addPhone, messageAgent, openMessages, templatesOf } from '../../testing/orders.ts';
import { apiKey, partner } from '../../testing/partner.ts';

const product = await testApp({ SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

let agent: TestUser;
let consentId: string;
let senderId: string;
let phoneId: string;
let client: ReturnType<typeof partner>;
const numbers = ['+12025550151', '+12025550152'];

beforeAll(async () => {
  await openMessages(product, 1);
  await openMessages(product, 2, 4);
  await openMessages(product, 3);
  ({ agent, consentId } = await messageAgent(product));
  senderId = await addSender(product, 'trial');
  await templatesOf(product, senderId);
  phoneId = await addPhone(product, senderId);
  client = partner(product, (await apiKey(agent)).key);
});

/** Approves an order, and waits for its end. */
async function completed(resource: string, id: string): Promise<void> {
  // More slowly than a key may ask.
  const becomes = (status: string) =>
    expect
      .poll(async () => (await client.get(`/message-orders/${id}`)).body, { interval: 500 })
      .toMatchObject({ status });
  await becomes('review');
  expect((await product.admin.post(`${resource}/approve`, { ids: id })).body).toMatchObject({ code: 200 });
  await becomes('completed');
}

/** Returns the values of each message of an order. */
const paramsOf = async (id: string) =>
  (
    await product.db.pool.query<{ params: unknown }>(
      'select params from work_line where task_id = $1 order by line_no',
      [id],
    )
  ).rows.map(({ params }) => params);

it('a partner finds the senders, templates and declarations that an order needs', async () => {
  const [senders, templates, phones, declarations] = await Promise.all(
    ['/senders', `/templates?senderId=${senderId}`, '/sms-senders', '/declarations'].map((path) => client.get(path)),
  );
  expect(senders?.body.items).toContainEqual(expect.objectContaining({ id: senderId, trial: true }));
  const template = templates?.body.items.find(({ name }: { name: string }) => name === 'order_shipped');
  expect(template.parameters.map(({ key }: { key: string }) => key)).toEqual([
    'header.1',
    'body.1',
    'body.2',
    'button.0',
  ]);
  expect(template.text).toContain('{{1}}');
  expect(phones?.body.items).toContainEqual(expect.objectContaining({ id: phoneId, available: true }));
  expect(declarations?.body.items.map(({ id }: { id: string }) => id)).toEqual([consentId]);
});

describe('an order', () => {
  const values = { 'header.1': 'Shop', 'body.2': 'Friday', 'button.0': 'A-1' };
  const send = async (form: object, key: string) => {
    const { items } = (await client.get(`/templates?senderId=${senderId}`)).body;
    const { id: templateId } = items.find(({ name }: { name: string }) => name === 'order_shipped');
    return client.post('/message-orders', { senderId, templateId, consentId, numbers, values, ...form }, key);
  };

  it('has values of each number, which win over those of all', async () => {
    const personalValues = [{ 'body.1': 'Ana "A", Ltd.' }, { 'body.1': 'Bo\nand Co', 'body.2': 'Monday' }];
    const { status, body } = await send({ personalValues }, 'personal');
    expect([status, body.error]).toEqual([200, undefined]);
    await completed('whatsapp/order', body.id);
    expect(await paramsOf(body.id)).toMatchObject([
      { 'header.1': 'Shop', 'body.1': 'Ana "A", Ltd.', 'body.2': 'Friday', 'button.0': 'A-1' },
      { 'header.1': 'Shop', 'body.1': 'Bo and Co', 'body.2': 'Monday', 'button.0': 'A-1' },
    ]);
  });

  it('is refused where the values are not as many as the numbers', async () => {
    const { status, body } = await send({ personalValues: [{ 'body.1': 'Ana' }] }, 'too-few');
    expect([status, body.error.fields[0].field]).toEqual([400, 'personalValues']);
  });

  it('is refused where a place of its text has no value', async () => {
    const sms = { senderId: phoneId, consentId, numbers, type: 'notice', text: 'Hello {a} {constructor}' };
    const refused = [
      await client.post('/sms-tasks', sms, 'no-value'),
      await client.post('/sms-tasks', { ...sms, values: { a: '\u200b' } }, 'blank-value'),
      await client.post('/sms-tasks', { ...sms, values: { a: 'Ana' } }, 'prototype'),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.fields])).toEqual(
      ['a', 'a', 'constructor'].map((name) => [400, [{ field: 'values', message: `Give a value for {${name}}` }]]),
    );
    const personalValues = [{ constructor: 'one' }, { constructor: '\u200b' }];
    const { status, body } = await client.post(
      '/sms-tasks',
      { ...sms, values: { a: 'Ana' }, personalValues },
      'own-names',
    );
    expect([status, body.error]).toEqual([200, undefined]);
    await expect.poll(async () => (await paramsOf(body.id)).length).toBe(2);
    expect(await paramsOf(body.id)).toEqual([{ a: 'Ana', constructor: 'one' }, null]);
  });

  it('of Telegram codes makes the codes, or takes those of the partner', async () => {
    const form = { senderId, consentId, numbers, ttl: 60 };
    const made = await client.post('/telegram-orders', form, 'made');
    const own = await client.post('/telegram-orders', { ...form, codes: ['123456', '654321'] }, 'own');
    for (const { status, body } of [made, own]) {
      expect([status, body.error]).toEqual([200, undefined]);
      await completed('telegram/order', body.id);
      expect((await client.get(`/message-orders/${body.id}/recipients`)).body.items).toHaveLength(2);
    }
    const { body } = await client.get('/message-orders?channel=telegram');
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([own.body.id, made.body.id]);
  });
});
