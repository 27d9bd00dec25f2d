import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { addPhone, MESSAGE_PRICE, messageAgent, openMessages } from '../../testing/orders.ts';
import { startSmsc } from '../../testing/smsc.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const smsc = await startSmsc();
await product.work();
afterAll(async () => {
  await product.close();
  await smsc.close();
});

const TASK = 'sms/sms-task';
const PHONE = 'sms/order-phone';
const FROM = '+12025550199';
let agent: TestUser;
let consentId: string;
let phoneId: string;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const digits = (ending: number) => `120255501${String(ending).padStart(2, '0')}`;
const number = (ending: number) => `+${digits(ending)}`;
const detail = async (id: string) => (await agent.get(`${TASK}/detail?id=${id}`)).body.data;
const statuses = async (id: string) =>
  (await product.admin.get(`${PHONE}/list?orderId=${id}&size=200`)).body.data.records.map(
    ({ lineStatus }: { lineStatus: number }) => lineStatus,
  );
const price = (parts: number) => String(Number((parts * Number(MESSAGE_PRICE)).toFixed(6)));
/** A text of three parts. */
const LONG = 'Long text. '.repeat(40).trim();

beforeAll(async () => {
  await openMessages(product, 3);
  await query('update prc_price set charge_on = 1 where business_type = 3');
  const providerId = await addSender(product, 'smpp', { endpoint: smsc.address });
  phoneId = await addPhone(product, providerId, { phoneNo: FROM, senderType: 1, capability: 7 });
  ({ agent, consentId } = await messageAgent(product));
});
beforeEach(() => {
  smsc.behaviour = { receipts: 'after' };
  smsc.forget(true);
});

async function send(form: object): Promise<string> {
  await expect.poll(() => smsc.bound()).toBeGreaterThan(0);
  const saved = await agent.post(`${TASK}/save`, {
    ...{ orderName: 'Campaign', consentId, senderId: phoneId, smsType: 2, column: 0, content: 'Your order is ready.' },
    ...form,
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
const sentTo = (ending: number) => smsc.taken.filter(({ to }) => to === digits(ending));

describe('a task over SMPP', () => {
  it('is delivered when the receipts of all parts came', async () => {
    const id = await send({ content: LONG, numbers: [number(10), number(11)].join('\n') });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(sentTo(10).map(({ part }) => part?.slice(1))).toEqual([
      [3, 1],
      [3, 2],
      [3, 3],
    ]);
    expect(await detail(id)).toMatchObject({ deliveredCount: 2, chargedAmount: price(6) });
    const [count] = await query<{ n: number }>(
      'select count(*)::int as n from snd_part p join snd_message m on m.id = p.message_id where m.task_id = $1 and p.status = 2',
      [id],
    );
    expect(count).toEqual({ n: 6 });
  });

  it.each(['before', 'twice', 'reversed'] as const)(
    'counts each text once with receipts that come %s',
    async (receipts) => {
      smsc.behaviour = { receipts };
      const id = await send({ content: LONG, numbers: [number(12), number(13)].join('\n') });
      await expect.poll(async () => (await detail(id)).status).toBe(6);
      expect(await detail(id)).toMatchObject({ deliveredCount: 2, failedCount: 0, chargedAmount: price(6) });
    },
  );

  it('fails a text of which a part was not delivered, and keeps its charge', async () => {
    smsc.behaviour = { receipts: 'after', state: 'UNDELIV' };
    const id = await send({ numbers: number(14) });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await statuses(id)).toEqual([4]);
    expect(await detail(id)).toMatchObject({ chargedAmount: price(1) });
  });

  it('keeps the parts of one text together while the SMSC throttles, and tries each once', async () => {
    smsc.behaviour = { receipts: 'after', throttleEvery: 3 };
    const id = await send({ content: LONG, numbers: [15, 16, 17, 18].map(number).join('\n') });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await detail(id)).toMatchObject({ deliveredCount: 4, chargedAmount: price(12) });
    for (const ending of [15, 16, 17, 18]) expect(sentTo(ending)).toHaveLength(3);
    const attempts = await query('select from work_line where task_id = $1 and attempt_no > 1', [id]);
    expect(attempts).toHaveLength(0);
    const [provider] = await query<{ breaker: number }>(
      'select breaker from prv_health h join prv_provider p on p.id = h.provider_id where p.protocol = 6',
    );
    expect(provider).toEqual({ breaker: 0 });
  });

  it('never sends a text again that the SMSC may have', async () => {
    smsc.behaviour = { receipts: 'after', closeEvery: 2 };
    const id = await send({ numbers: [20, 21, 22, 23].map(number).join('\n') });
    await expect
      .poll(async () => (await statuses(id)).every((status: number) => status === 1 || status === 2))
      .toBe(true);
    for (const ending of [20, 21, 22, 23]) expect(sentTo(ending).length).toBeLessThanOrEqual(1);
  });
});

describe('an opt-out', () => {
  it('holds for the next task, is confirmed once, and counts against the phone', async () => {
    const first = await send({ numbers: [number(30), number(31)].join('\n') });
    await expect.poll(async () => (await detail(first)).status).toBe(6);
    smsc.forget(true);
    const stop = {
      source_addr: digits(30),
      destination_addr: FROM.slice(1),
      short_message: 'ＳＴＯＰ!',
      data_coding: 8,
    };
    expect(await smsc.deliver(stop)).toBe(0);
    expect(await smsc.deliver(stop)).toBe(0);
    await expect.poll(() => sentTo(30).map(({ text }) => text)).toEqual([expect.stringContaining('unsubscribed')]);
    await expect.poll(async () => (await detail(first)).replyCount).toBe(1);
    const second = await send({ numbers: [number(30), number(31)].join('\n') });
    await expect.poll(async () => (await detail(second)).status).toBe(6);
    expect(await detail(second)).toMatchObject({ suppressedCount: 1, deliveredCount: 1 });
    expect(sentTo(30)).toHaveLength(1);
    const [day] = await query<{ n: number }>('select opt_outs as n from sms_phone_day where phone_id = $1', [phoneId]);
    expect(day).toEqual({ n: 1 });
  });

  it('is decided on the whole text: a part that says STOP is none, and all parts together may be one', async () => {
    const part = (ending: number, no: number, message: string) => ({
      ...{ source_addr: digits(ending), destination_addr: FROM.slice(1), esm_class: 0x40 },
      short_message: { udh: Buffer.from([5, 0, 3, ending, 3, no]), message },
    });
    for (const [index, message] of ['We must ', 'STOP', ' this bill'].entries())
      expect(await smsc.deliver(part(32, index + 1, message))).toBe(0);
    for (const [index, message] of ['S', 'TO', 'P'].entries())
      expect(await smsc.deliver(part(33, index + 1, message))).toBe(0);
    const received = () =>
      query('select from snd_message where direction = 2 and e164 in ($1, $2)', [digits(32), digits(33)]);
    await expect.poll(async () => (await received()).length).toBe(2);
    const suppressed = await query(`select number from cmp_suppression where number ~ '013[23]$'`);
    expect(suppressed).toEqual([{ number: expect.stringMatching(/0133$/) }]);
  });

  it('wins over a text that is already queued, whose money returns', async () => {
    const saved = await agent.post(`${TASK}/save`, {
      ...{ orderName: 'Draft', consentId, senderId: phoneId, smsType: 2, content: 'A test', numbers: number(40) },
    });
    const { id } = saved.body.data;
    await expect.poll(async () => (await detail(id)).isRead).toBe(1);
    const [{ id: provider } = { id: '' }] = await query<{ id: string }>(
      'select id::text from prv_provider where protocol = 6',
    );
    await product.admin.post('provider/provider/disable', { ids: provider });
    await expect.poll(() => smsc.bound()).toBe(0);
    expect((await agent.post(`${TASK}/test`, { id, number: number(41) })).body).toMatchObject({ code: 200 });
    const [queued] = await query<{ e164: string; id: string }>(
      'select e164::text, m.id from snd_message m join snd_outbox o on o.message_id = m.id',
    );
    expect(queued?.e164).toBe(digits(41));
    await product.admin.post('compliance/suppression/save', { number: number(41) });
    await product.admin.post('provider/provider/enable', { ids: provider });
    await expect
      .poll(async () => (await query('select status from snd_message where id = $1', [queued?.id]))[0])
      .toEqual({ status: 8 });
    expect(sentTo(41)).toHaveLength(0);
    const [charge] = await query('select used, released from agt_quota_charge where biz_id = $1', [id]);
    expect(charge).toEqual({ used: 0, released: 1 });
  });
});

it('leaves a ledger that agrees', async () => {
  expect(await mismatches(product)).toEqual([]);
});
