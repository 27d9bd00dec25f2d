import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { LINE } from '../../engines/messaging/work/index.ts';
import { fictionalNumbers } from '../../engines/stock/inventory/stock-fixture.ts';
import { openDb } from '../../kernel/db/index.ts';
import { type FreezableProxy, openFreezableProxy } from '../../kernel/testing/freezable-proxy.ts';
import { testDb } from '../../kernel/testing/index.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { addPhone, MESSAGE_PRICE, messageAgent, openMessages } from '../../testing/orders.ts';
import { type Smsc, startSmsc } from '../../testing/smsc.ts';

/** Short enough for a test, long enough for a busy machine. */
const TIMEOUTS = { suspect: 400, answer: 1200, repeat: 100, connect: 3000 };
const TASK = 'sms/sms-task';
const PHONE = 'sms/order-phone';

interface Sender {
  readonly agent: TestUser;
  readonly consentId: string;
}
/** Between the product and its database; the test has connections of its own. */
let line: FreezableProxy;
let product: TestApp;
let smsc: Smsc;
let phoneId: string;
let first: Sender;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const digits = (ending: number) => `120255501${String(ending).padStart(2, '0')}`;
const number = (ending: number) => `+${digits(ending)}`;
const sentTo = (ending: number) => smsc.taken.filter(({ to }) => to === digits(ending));
const detail = async (id: string) => (await product.admin.get(`${TASK}/detail?id=${id}`)).body.data;
const price = (parts: number) => String(Number((parts * Number(MESSAGE_PRICE)).toFixed(6)));

beforeAll(async () => {
  const place = await testDb();
  line = await openFreezableProxy(place.connection);
  await place.close();
  smsc = await startSmsc();
  product = await testApp(
    { PRIVATE_ENDPOINTS: '1' },
    { reach: (connection) => openDb({ ...connection, host: line.host, waits: TIMEOUTS }) },
  );
  await product.work();
  await openMessages(product, 3);
  // A second's texts are under way at once, and others wait.
  const providerId = await addSender(product, 'smpp', { endpoint: smsc.address, ratePerSecond: 100 });
  phoneId = await addPhone(product, providerId);
  first = await messageAgent(product);
});
beforeEach(() => {
  smsc.behaviour = { receipts: 'after' };
  smsc.forget(true);
});
afterAll(async () => {
  line.thaw();
  await product.close();
  await line.close();
  await smsc.close();
});

async function send({ agent, consentId }: Sender, numbers: readonly string[]): Promise<string> {
  await expect.poll(() => smsc.bound()).toBeGreaterThan(0);
  const saved = await agent.post(`${TASK}/save`, {
    ...{ orderName: 'Campaign', consentId, senderId: phoneId, smsType: 2, column: 0, content: 'Your order is ready.' },
    numbers: numbers.join('\n'),
  });
  expect(saved.body).toMatchObject({ code: 200 });
  const { id } = saved.body.data;
  await expect.poll(async () => (await detail(id)).isRead).toBe(1);
  const confirmed = await agent.post(`${TASK}/confirm`, { id });
  expect(confirmed.body).toMatchObject({ code: 200 });
  if (confirmed.body.data.status === 1)
    expect((await product.admin.post(`${TASK}/approve`, { ids: id })).body).toMatchObject({ code: 200 });
  return id;
}
const completed = (id: string) => expect.poll(async () => (await detail(id)).status).toBe(6);

it('a number that had as many texts as a rule allows gets no further one, from whichever agent, until its window has passed', async () => {
  const most = 3;
  const rule = { channel: 3, appliesTo: 2, windowHours: 168, mostMessages: most, status: 1 };
  const added = await product.admin.post('compliance/frequency/submit', rule);
  expect(added.body).toMatchObject({ code: 200 });
  // The pause between two texts to one number is another rule.
  const sendNow = async (who: Sender, endings: readonly number[]) => {
    await query('delete from snd_pair');
    return send(who, endings.map(number));
  };
  for (let text = 1; text <= most; text += 1) {
    await sendNow(first, [10]);
    await expect.poll(() => sentTo(10)).toHaveLength(text);
  }

  const later = await sendNow(await messageAgent(product), [10, 11]);
  await completed(later);
  expect(sentTo(10)).toHaveLength(most);
  expect(sentTo(11)).toHaveLength(1);
  expect(await detail(later)).toMatchObject({
    ...{
      suppressedCount: 1,
      deliveredCount: 1,
      holdAmount: price(2),
      chargedAmount: price(1),
      refundedAmount: price(1),
    },
  });
  const { records } = (await product.admin.get(`${PHONE}/list?orderId=${later}`)).body.data;
  expect(records).toMatchObject([
    {
      lineStatus: 8,
      rejectReason: 18,
      chargeState: 0,
      why: `超出频率限制：超过频控规则 #${added.body.data.id} 的次数`,
    },
    { lineStatus: 2, chargeState: 2 },
  ]);

  await query(`update cmp_contact set times = array(select at - interval '168 hours' from unnest(times) at)`);
  await sendNow(first, [10]);
  await expect.poll(() => sentTo(10)).toHaveLength(most + 1);
  await product.admin.post('compliance/frequency/remove', { ids: added.body.data.id });
});

it('a task goes on after the database was away, and sends no text twice', async () => {
  const count = 400;
  smsc.behaviour = { receipts: 'after', repeatsReceipts: true, answerMillis: 30 };
  const id = await send(
    first,
    fictionalNumbers(count).map((one) => `+${one}`),
  );
  await expect.poll(() => smsc.taken.length).toBeGreaterThan(count / 8);
  expect(smsc.taken.length).toBeLessThan(count);
  line.freeze();
  line.cut();
  await expect.poll(async () => (await product.admin.get(`${TASK}/detail?id=${id}`)).status).toBe(503);
  // Receipts come and cannot be stored.
  await expect.poll(() => smsc.answers.some((status) => status !== 0)).toBe(true);
  const before = smsc.taken.length;
  line.thaw();

  /** Returns the lines in some states; pauses of retries are ended. */
  const inState = async (...states: number[]) => {
    await query('update work_chunk set ready_at = now() where state = 0 and ready_at > now()');
    await query('update work_lane set wait_until = null where wait_until > now()');
    const found = await query<{ e164: string }>(
      'select e164::text from work_line where task_id = $1 and state = any($2)',
      [id, states],
    );
    return found.map(({ e164 }) => e164);
  };
  await expect.poll(() => inState(LINE.open)).toEqual([]);
  // Receipts that came before the outcomes of their texts were stored are looked at again.
  await query('update prv_receipt set due_time = now() where state = 0');
  await expect.poll(() => inState(LINE.accepted)).toEqual([]);
  const recipients = smsc.taken.map(({ to }) => to);
  expect(new Set(recipients).size).toBe(recipients.length);
  expect(recipients.length).toBeGreaterThan(before);
  // The answers to texts in doubt were lost with the connection to the database: their receipts name unknown ids.
  const doubtful = await inState(LINE.doubt);
  const delivered = await inState(LINE.result);
  expect(delivered.length + doubtful.length).toBe(count);
  const taken = new Set(recipients);
  expect(delivered.filter((one) => !taken.has(one))).toEqual([]);

  await query('update work_line set due_time = now() where task_id = $1 and due_time > now()', [id]);
  await completed(id);
  const ended = await detail(id);
  expect(ended).toMatchObject({ deliveredCount: delivered.length, expiredCount: doubtful.length, failedCount: 0 });
  expect(ended.holdAmount).toBe(price(count));
  expect([ended.chargedAmount, ended.refundedAmount]).toEqual([price(delivered.length), price(doubtful.length)]);
  expect(await mismatches(product)).toEqual([]);
});
