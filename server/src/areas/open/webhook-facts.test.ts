import { eventData } from '@trade-assistant/contract/areas/open/v1/data.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createShop } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { addPhone, messageAgent, openMessages, orderForm } from '../../testing/orders.ts';
import { apiKey, partner, receiver } from '../../testing/partner.ts';
import { startSmsc } from '../../testing/smsc.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const smsc = await startSmsc();
const endpoint = await receiver(() => ({ status: 200 }));
await product.work();
afterAll(async () => {
  endpoint.close();
  await product.close();
  await smsc.close();
});

let agent: TestUser;
let consentId: string;

beforeAll(async () => {
  await openMessages(product, 1);
  await openMessages(product, 3);
  ({ agent, consentId } = await messageAgent(product));
  const form = { endpointName: 'Shop', url: endpoint.url, events: 1023 };
  expect((await agent.post('open/endpoint/create', form)).status).toBe(200);
});

/** Returns the data of the events that came, each in the form that the document promises. */
const came = () =>
  endpoint.received.map(({ body }) => {
    const { type, data } = JSON.parse(body) as { type: keyof typeof eventData; data: object };
    expect(eventData[type].strict().parse(data), type).toEqual(data);
    return { type, ...data };
  });
const arrives = (event: object) => expect.poll(came).toContainEqual(expect.objectContaining(event));

async function confirmed(name: string, form: object): Promise<string> {
  const saved = await agent.post(`${name}/save`, form);
  expect(saved.body).toMatchObject({ code: 200 });
  const { id } = saved.body.data;
  await expect.poll(async () => (await agent.get(`${name}/detail?id=${id}`)).body.data.isRead).toBe(1);
  const { body } = await agent.post(`${name}/confirm`, { id });
  expect(body).toMatchObject({ code: 200 });
  if (body.data.status === 1) await product.admin.post(`${name}/approve`, { ids: id });
  return id;
}

it('a cancelled order is an event with what was paid back', async () => {
  const { productId } = await createShop(product.db, { stock: 2, product: { deliveryType: 2 } });
  const form = { productId: String(productId), quantity: 2, expectedAmount: '2', useDeclaration: 1 };
  const { orderId } = (await agent.post('agent/product/buy', form)).body.data;
  expect((await agent.post('agent/product/cancel-order', { id: orderId, reason: 'Not needed' })).status).toBe(200);
  await arrives({ type: 'order.cancelled', orderId, quantity: 2, amount: '2' });
});

it('a message order is an event when it ends, and when it is cancelled', async () => {
  const name = 'whatsapp/order';
  const form = () => orderForm(product, 'whatsapp', agent);
  const sent = await confirmed(name, await form());
  await arrives({ type: 'message_order.finished', taskId: sent, channel: 'whatsapp', status: 'completed', total: 5 });
  const later = await confirmed(name, { ...(await form()), scheduleTime: '2999-01-01 00:00:00' });
  expect((await agent.post(`${name}/update`, { id: later, status: 7 })).body).toMatchObject({ code: 200 });
  await expect.poll(async () => (await agent.get(`${name}/detail?id=${later}`)).body.data).toMatchObject({ status: 7 });
  await arrives({ type: 'message_order.stopped', taskId: later, status: 'cancelled', charged: '0' });
});

it('an SMS task is an event when it ends, and so is a reply, whose text a call answers', async () => {
  const from = '+12025550199';
  const providerId = await addSender(product, 'smpp', { endpoint: smsc.address });
  const senderId = await addPhone(product, providerId, { phoneNo: from, senderType: 1, capability: 7 });
  await expect.poll(() => smsc.bound()).toBeGreaterThan(0);
  const name = 'sms/sms-task';
  smsc.behaviour = { receipts: 'after' };
  const id = await confirmed(name, {
    ...{ orderName: 'Campaign', consentId, senderId, smsType: 2, column: 0, content: 'Your order is ready.' },
    numbers: '+12025550130',
  });
  await arrives({ type: 'sms_task.finished', taskId: id, channel: 'sms', status: 'completed', total: 1 });
  const reply = { source_addr: '12025550130', destination_addr: from.slice(1), short_message: 'Thank you' };
  expect(await smsc.deliver(reply)).toBe(0);
  await arrives({ type: 'sms.reply', taskId: id });
  const { messageId } = came().find(({ type }) => type === 'sms.reply') as unknown as { messageId: string };
  const client = partner(product, (await apiKey(agent)).key);
  const { items } = (await client.get('/sms-messages?limit=10')).body;
  expect(items).toContainEqual(expect.objectContaining({ id: messageId, direction: 'incoming', text: 'Thank you' }));
});
