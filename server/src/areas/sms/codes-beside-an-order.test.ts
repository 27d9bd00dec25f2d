import { afterAll, expect, it } from 'vitest';
import { fictionalNumbers, multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../testing/app.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { addPhone, messageAgent, openMessages } from '../../testing/orders.ts';
import { SMSC, startSmsc } from '../../testing/smsc.ts';

/** CODES_LINES=100000 for an order of a hundred thousand texts. */
const LINES = Number(process.env['CODES_LINES'] ?? 2000);
const TASK = 'sms/sms-task';
const WINDOW = 10;
const CODES = 5;
/** As `message_order_status`. */
const CANCELLED = 7;

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
await product.work();
const smsc = await startSmsc();
afterAll(async () => {
  await product.close();
  await smsc.close();
});

it('codes of the system are sent at once while a long order keeps the same SMSC busy', async () => {
  await openMessages(product, 3);
  const { agent, consentId } = await messageAgent(product, String(LINES));
  smsc.behaviour = { answerMillis: 50 };
  const providerId = await addSender(product, 'smpp', { endpoint: smsc.address, windowSize: WINDOW, bindCount: 1 });
  const senderId = await addPhone(product, providerId);
  const list = `${fictionalNumbers(LINES)
    .map((number) => `+${number}`)
    .join('\n')}\n`;
  const { body: upload, headers } = multipart({}, { name: 'list.txt', content: list });
  const { fileId } = (await agent.post(`${TASK}/inspect`, upload, headers)).body.data;
  const form = { orderName: 'Long', consentId, senderId, smsType: 2, column: 0, content: 'Your order is ready.' };
  const { id } = (await agent.post(`${TASK}/save`, { ...form, fileId })).body.data;
  const order = async () => (await agent.get(`${TASK}/detail`, { id })).body.data;
  await expect.poll(async () => (await order()).isRead).toBe(1);
  const { status } = (await agent.post(`${TASK}/confirm`, { id })).body.data;
  if (status === 1) await product.admin.post(`${TASK}/approve`, { ids: id });
  const service = {
    smsCode: 'codes',
    category: 5,
    accessKey: SMSC.systemId,
    secretKey: SMSC.password,
    sender: 'Codes',
  };
  const saved = await product.admin.post('resource/sms/submit', {
    ...service,
    endpoint: smsc.address,
    content: '{text}',
  });
  expect(saved.body).toMatchObject({ code: 200 });
  await expect.poll(() => smsc.taken.length).toBeGreaterThan(2 * WINDOW);

  for (let code = 0; code < CODES; code += 1) {
    const phone = `+1202555019${code}`;
    const before = smsc.taken.length;
    const asked = { code: 'codes', phones: phone, params: JSON.stringify({ text: `Your code is 48291${code}` }) };
    const { body } = await product.admin.post('resource/sms/endpoint/send-message', asked);
    expect(body.data.results).toMatchObject([{ state: 2 }]);
    const ahead = smsc.taken.slice(before).findIndex(({ to }) => `+${to}` === phone);
    // The bind of the code takes a few answers, during which the order goes on with a window each.
    expect(ahead).toBeGreaterThanOrEqual(0);
    expect(ahead).toBeLessThan(20 * WINDOW);
  }
  expect(smsc.taken.length).toBeLessThan(LINES);
  expect(await order()).toMatchObject({ status: 3 });
  await agent.post(`${TASK}/update`, { id, status: CANCELLED });
});
