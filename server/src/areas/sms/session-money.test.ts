import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { newPhone, openTask, queuedTexts, receive, report } from '../../testing/inbox.ts';
import { messageAgent, openMessages } from '../../testing/orders.ts';

const product = await testApp();
afterAll(() => product.close());

it('a reply holds its price in the outbox; an opt-out cancels it, and its money returns', async () => {
  await openMessages(product, 3 as never);
  await product.db.pool.query('update inv_country set sms_enabled = 1');
  const { agent } = await messageAgent(product, '1');
  const senderId = await newPhone(product);
  const taskId = await openTask(agent, { senderId, sessionType: 2 });
  const number = 12025550177n;
  await receive(product, senderId, number, 'Hi');
  const [{ id }] = (await agent.get('sms/session/queue', { taskId })).body.data.items;
  const { body } = await agent.post('sms/session/send', {
    id,
    text: 'Hello',
    clientKey: 'money-key',
    lastSeenMessageId: '0',
    force: true,
  });
  expect(body).toMatchObject({ code: 200, data: { entry: { price: '0.05', segments: 1 } } });
  const waiting = async () =>
    (await product.db.pool.query('select purpose from snd_outbox where session_id = $1 order by seq', [id])).rows.map(
      ({ purpose }) => purpose,
    );
  const balance = async () => (await agent.get(`sms/session/context?id=${id}`)).body.data.balance;
  expect([await waiting(), await balance()]).toEqual([[1], '0.95']);
  await receive(product, senderId, number, 'STOP');
  // The confirmation is free.
  expect([await waiting(), await balance()]).toEqual([[3], '1']);
  expect((await agent.get(`sms/session/detail?id=${id}`)).body.data).toMatchObject({ sessionStatus: 3, spent: '0' });
  expect(await mismatches(product)).toEqual([]);
});

it('the price of a reply returns once, whatever its channel reports after it was cancelled', async () => {
  const { agent } = await messageAgent(product, '1');
  const senderId = await newPhone(product);
  const taskId = await openTask(agent, { senderId, sessionType: 2 });
  await receive(product, senderId, 12025550179n, 'Hi');
  const [{ id }] = (await agent.get('sms/session/queue', { taskId })).body.data.items;
  for (const clientKey of ['once-first', 'once-second', 'once-third'])
    await agent.post('sms/session/send', { id, text: clientKey, clientKey, lastSeenMessageId: '0', force: true });
  const [first, second] = await queuedTexts(product, senderId);
  const spent = async () => (await agent.get(`sms/session/detail?id=${id}`)).body.data.spent;
  const { submitted, delivered, cancelled, failed, suppressed } = lineStatus.is;
  expect(await spent()).toBe('0.15');
  for (const status of [cancelled, failed, suppressed]) {
    await report(product, BigInt(id), first?.id ?? '', status);
    expect(await spent()).toBe('0.1');
  }
  for (const status of [submitted, delivered]) await report(product, BigInt(id), second?.id ?? '', status);
  expect(await spent()).toBe('0.1');
});

it('a reply whose recipient is suppressed while it waits ends without being sent, and its money returns', async () => {
  const { agent } = await messageAgent(product, '1');
  const senderId = await newPhone(product);
  const taskId = await openTask(agent, { senderId, sessionType: 2 });
  const number = 12025550178n;
  await receive(product, senderId, number, 'Hi');
  const [{ id }] = (await agent.get('sms/session/queue', { taskId })).body.data.items;
  const reply = { id, text: 'Hello', clientKey: 'suppressed-key', lastSeenMessageId: '0', force: true };
  expect((await agent.post('sms/session/send', reply)).body).toMatchObject({ code: 200 });
  const form = { number: `+${number}`, scope: 2, channel: 0, reason: 2, sourceRef: 'Ticket 9' };
  expect((await product.admin.post('compliance/suppression/save', form)).body).toMatchObject({ code: 200 });
  await product.work();
  const waiting = async () =>
    (await product.db.pool.query('select from snd_outbox where session_id = $1', [id])).rowCount;
  await expect.poll(waiting).toBe(0);
  const { rows } = await product.db.pool.query('select status from snd_message where session_id = $1', [id]);
  expect(rows).toEqual([{ status: lineStatus.is.suppressed }]);
  expect((await agent.get(`sms/session/detail?id=${id}`)).body.data).toMatchObject({ spent: '0' });
  expect((await agent.get(`sms/session/context?id=${id}`)).body.data.balance).toBe('1');
});
