import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { addPhone, MESSAGE_PRICE, messageAgent, openMessages } from '../../testing/orders.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
await product.work();
afterAll(() => product.close());

const TASK = 'sms/sms-task';
const PHONE = 'sms/order-phone';
let agent: TestUser;
let consentId: string;
let phoneId: string;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const number = (ending: number) => `+120255501${String(ending).padStart(2, '0')}`;
const detail = async (id: string) => (await agent.get(`${TASK}/detail?id=${id}`)).body.data;
const lines = async (id: string) => (await product.admin.get(`${PHONE}/list?orderId=${id}&size=200`)).body.data.records;
const chargeOn = (when: 1 | 2) => query('update prc_price set charge_on = $1 where business_type = 3', [when]);

beforeAll(async () => {
  await openMessages(product, 3);
  const providerId = await addSender(product, 'trial');
  phoneId = await addPhone(product, providerId);
  ({ agent, consentId } = await messageAgent(product));
});

/** Saves a task and waits until its list was read. @returns its id */
async function draft(form: object): Promise<string> {
  const saved = await agent.post(`${TASK}/save`, {
    ...{ orderName: 'Campaign', consentId, senderId: phoneId, smsType: 2, column: 0, content: 'Your order is ready.' },
    ...form,
  });
  expect(saved.body).toMatchObject({ code: 200 });
  await expect.poll(async () => (await detail(saved.body.data.id)).isRead).toBe(1);
  return saved.body.data.id;
}

async function send(form: object): Promise<string> {
  const id = await draft(form);
  const confirmed = await agent.post(`${TASK}/confirm`, { id });
  expect(confirmed.body).toMatchObject({ code: 200 });
  if (confirmed.body.data.status === 1)
    expect((await product.admin.post(`${TASK}/approve`, { ids: id })).body).toMatchObject({ code: 200 });
  return id;
}
const price = (parts: number) => String(Number((parts * Number(MESSAGE_PRICE)).toFixed(6)));

describe('a task of texts', () => {
  it('costs its parts, each recipient those of its own text', async () => {
    await chargeOn(2);
    const list = ['phone,name', `${number(10)},Ana`, `${number(11)},${'N'.repeat(150)}`, `${number(12)},陈伟`];
    const id = await draft({
      content: 'Hello {name}, your order is ready.',
      values: [{ key: 'name', column: 1 }],
      numbers: list.join('\n'),
    });
    const { data } = (await agent.get(`${TASK}/summary?id=${id}`)).body;
    expect(data.lanes).toMatchObject([{ lines: 3, units: 4, total: price(4) }]);
    const { data: text } = (await agent.get(`${TASK}/text?id=${id}`)).body;
    expect(text).toMatchObject({ parts: { min: 1, typical: 1, max: 2 }, approved: null, needsTest: false });
    expect(text.longest[0]).toMatchObject({ lineNo: 2, parts: 2 });
    const confirmed = await agent.post(`${TASK}/confirm`, { id });
    expect(confirmed.body.data.status).toBe(1);
    await product.admin.post(`${TASK}/approve`, { ids: id });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await detail(id)).toMatchObject({ deliveredCount: 3, chargedAmount: price(4), readCount: 0 });
  });

  it('refuses a text of more parts than are sent', async () => {
    const list = ['phone,note', `${number(10)},short`, `${number(11)},${'x'.repeat(1000)}`];
    const id = await draft({ content: 'Note: {note}', values: [{ key: 'note', column: 1 }], numbers: list.join('\n') });
    const { data } = (await agent.get(`${TASK}/summary?id=${id}`)).body;
    expect(data.problems).toMatchObject([{ lineNo: 2, detail: '拆分为 7 条，最多 6 条' }]);
    expect(data.lanes).toMatchObject([{ lines: 1, units: 1 }]);
  });

  it.each([
    ['no value', undefined],
    ['a zero-width space', [{ key: 'a', value: '\u200b' }]],
  ])('is refused with %s for a place of its text', async (_, values) => {
    const form = { consentId, senderId: phoneId, smsType: 2, content: 'Hello {a}', numbers: number(10), values };
    expect((await agent.post(`${TASK}/save`, form)).body).toMatchObject({
      bizCode: 'VALUE_MISSING',
      data: { fields: [{ field: 'values' }] },
    });
  });

  it('is charged for texts that the provider took, delivered or not, where the price says so', async () => {
    await chargeOn(1);
    const id = await send({ numbers: [number(10), number(1), number(0)].join('\n') });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    // 00 is refused at once and free, 01 fails after it was taken.
    expect(await detail(id)).toMatchObject({ deliveredCount: 1, failedCount: 2, chargedAmount: price(2) });
    expect((await lines(id)).map(({ chargeState }: { chargeState: number }) => chargeState)).toEqual([2, 2, 0]);
    await chargeOn(2);
  });

  it('does not send a charged failure again', async () => {
    await chargeOn(1);
    const id = await send({ numbers: [number(1)].join('\n') });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    const again = await agent.post(`${TASK}/schedule-reset`, { id });
    expect(again.body).toMatchObject({ bizCode: 'RESET_NOTHING' });
    await chargeOn(2);
  });

  it('is tested with a message to one’s own number before a large task', async () => {
    const id = await draft({ numbers: number(10) });
    await query('update work_task set total_count = 10001, submit_count = 10001 where id = $1', [id]);
    expect((await agent.post(`${TASK}/confirm`, { id })).body).toMatchObject({ bizCode: 'TEST_REQUIRED' });
    const sent = await agent.post(`${TASK}/test`, { id, number: number(20) });
    expect(sent.body).toMatchObject({ code: 200, data: { segments: 1 } });
    await expect.poll(async () => (await agent.get(`${TASK}/tested?id=${id}`)).body.data.status).toBeGreaterThan(0);
    const { data } = (await agent.get(`${TASK}/text?id=${id}`)).body;
    expect(data).toMatchObject({ needsTest: false });
    const [charged] = await query<{ used: number }>(`select used from agt_quota_charge where biz_id = $1`, [id]);
    expect(charged).toEqual({ used: 1 });
    await query('update work_task set total_count = 1, submit_count = 1 where id = $1', [id]);
    expect((await agent.post(`${TASK}/confirm`, { id })).body).toMatchObject({ code: 200 });
  });

  it('holds nothing for recipients who were removed from its draft, also when a country has none left', async () => {
    const id = await draft({ numbers: [number(10), number(11), '+447700900123'].join('\n') });
    const remove = async (lineNo: number) => {
      const line = (await lines(id)).find((one: { lineNo: number }) => one.lineNo === lineNo);
      expect((await agent.post(`${PHONE}/remove`, { ids: line.id })).body).toMatchObject({ code: 200 });
    };
    await remove(2);
    await remove(3);
    const { data } = (await agent.get(`${TASK}/summary?id=${id}`)).body;
    expect(data.lanes).toMatchObject([{ units: 1, total: price(1) }]);
    const { body } = await agent.post(`${TASK}/confirm`, { id });
    if (body.data.status === 1) await product.admin.post(`${TASK}/approve`, { ids: id });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await detail(id)).toMatchObject({ holdAmount: price(1), chargedAmount: price(1), refundedAmount: '0' });
  });

  it('shows the change since the text that was sent last', async () => {
    const id = await draft({ content: 'Your order is ready now.', numbers: number(10) });
    const { data } = (await agent.get(`${TASK}/text?id=${id}`)).body;
    expect(data.approved).toBe('Your order is ready.');
  });

  it('stops while its phone cannot be used, and goes on by itself', async () => {
    const id = await draft({ numbers: number(10) });
    expect((await product.admin.post('sms/sms-phone/disable', { ids: phoneId })).body).toMatchObject({ code: 200 });
    expect(
      (
        await agent.post(`${TASK}/save`, {
          orderName: 'X',
          consentId,
          senderId: phoneId,
          smsType: 2,
          content: 'Hi',
          numbers: number(10),
        })
      ).body,
    ).toMatchObject({
      bizCode: 'SENDER_UNAVAILABLE',
      data: { fields: [{ field: 'senderId' }] },
    });
    await agent.post(`${TASK}/confirm`, { id });
    await expect.poll(async () => (await detail(id)).status).toBe(8);
    expect((await product.admin.post('sms/sms-phone/enable', { ids: phoneId })).body).toMatchObject({ code: 200 });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
  });

  it('waits while other tasks use up the rate of its phone', async () => {
    const use = (until: string) =>
      query(`update sms_phone_day set busy_until = now() + $2::interval where phone_id = $1`, [phoneId, until]);
    await use('1 day');
    const id = await send({ numbers: number(10) });
    const waiting = () => query('select from work_lane where task_id = $1 and wait_until > now()', [id]);
    await expect.poll(waiting).toHaveLength(1);
    expect(await query('select from snd_message where task_id = $1', [id])).toEqual([]);
    await use('0');
    await query('update work_lane set wait_until = null where task_id = $1', [id]);
    await expect.poll(async () => (await detail(id)).status).toBe(6);
  });
});

it('a task larger than the daily limit of its phone sends as much as is left each day', async () => {
  const small = await addPhone(product, await addSender(product, 'trial'), { dailyLimit: 4 });
  const used = async () =>
    (await query<{ parts: number }>('select parts from sms_phone_day where phone_id = $1', [small]))[0]?.parts ?? 0;
  const id = await send({ senderId: small, numbers: [20, 21, 22, 23, 24, 25].map(number).join('\n') });
  await expect.poll(used).toBe(4);
  const later = () =>
    query("select from work_chunk where task_id = $1 and state = 0 and ready_at > now() + interval '1 minute'", [id]);
  await expect.poll(later).toHaveLength(1);
  expect((await detail(id)).waiting).toContain('发送方今日额度已用完');
  await query('delete from sms_phone_day where phone_id = $1', [small]);
  await query('update work_chunk set ready_at = now() where task_id = $1 and state = 0', [id]);
  await expect.poll(async () => (await detail(id)).status).toBe(6);
  expect(await used()).toBe(2);
  // Handed over, they wait no more: silence is a stall from now on.
  expect(await query('select from work_chunk where task_id = $1', [id])).not.toEqual([]);
  expect(await query('select from work_chunk where task_id = $1 and wait_kind is not null', [id])).toEqual([]);
});

it('a text of more parts than its phone may send on a day is refused with its reason, and free', async () => {
  const small = await addPhone(product, await addSender(product, 'trial'), { dailyLimit: 1 });
  const id = await send({ senderId: small, content: 'Long text. '.repeat(40).trim(), numbers: number(26) });
  await expect.poll(async () => (await detail(id)).status).toBe(6);
  expect(await query('select state, rule from work_line where task_id = $1', [id])).toEqual([
    { state: 10, rule: 'daily/1' },
  ]);
  expect(await detail(id)).toMatchObject({ chargedAmount: '0', refundedAmount: price(3) });
});

describe('the values of a recipient', () => {
  /** 88 characters with the short name, 185 with the long one, 87 in UCS-2 with the Chinese one. */
  const CONTENT = `Hello {name}, ${'your order is on its way. '.repeat(3).trim()}`;
  const [SHORT, LONG, CHINESE] = ['Ana', 'N'.repeat(100), '陈伟'];
  const list = (names: readonly string[]) => ['phone,name', ...names.map((name, n) => `${number(30 + n)},${name}`)];
  const drafted = (names: readonly string[], more: object = {}) =>
    draft({ content: CONTENT, values: [{ key: 'name', column: 1 }], numbers: list(names).join('\n'), ...more });
  const change = async (id: string, lineNo: number, name: string) => {
    const line = (await lines(id)).find((one: { lineNo: number }) => one.lineNo === lineNo);
    return (await agent.post(`${PHONE}/update`, { id: line.id, params: { name } })).body;
  };
  const lanes = async (id: string) => (await agent.get(`${TASK}/summary?id=${id}`)).body.data.lanes;
  const approved = async (id: string) => {
    const confirmed = await agent.post(`${TASK}/confirm`, { id });
    expect(confirmed.body).toMatchObject({ code: 200 });
    if (confirmed.body.data.status === 1)
      expect((await product.admin.post(`${TASK}/approve`, { ids: id })).body).toMatchObject({ code: 200 });
  };

  it.each([
    ['a longer value', LONG],
    ['a value outside the GSM alphabet', CHINESE],
  ])('change the parts of a draft and its price: %s', async (_, value) => {
    const id = await drafted([SHORT, SHORT]);
    expect(await lanes(id)).toMatchObject([{ lines: 2, units: 2, total: price(2) }]);
    for (const [name, units] of [
      [value, 3],
      [SHORT, 2],
      [value, 3],
    ] as const) {
      expect(await change(id, 1, name)).toMatchObject({ code: 200 });
      expect(await lanes(id)).toMatchObject([{ lines: 2, units, total: price(units) }]);
    }
    await approved(id);
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await detail(id)).toMatchObject({
      ...{ deliveredCount: 2, holdAmount: price(3), chargedAmount: price(3), refundedAmount: '0' },
    });
    expect(await mismatches(product)).toEqual([]);
  });

  it('change the money held for a task that waits for its time', async () => {
    const id = await drafted([SHORT, LONG], { scheduleTime: '2999-01-01 00:00:00' });
    await approved(id);
    expect(await detail(id)).toMatchObject({ status: 2, holdAmount: price(3), refundedAmount: '0' });
    expect(await change(id, 1, LONG)).toMatchObject({ code: 200 });
    expect(await change(id, 2, SHORT)).toMatchObject({ code: 200 });
    const { holdAmount, refundedAmount } = await detail(id);
    expect([holdAmount, refundedAmount]).toEqual([price(6), price(3)]);
    await query('update work_task set schedule_time = now() where id = $1', [id]);
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await detail(id)).toMatchObject({ deliveredCount: 2, chargedAmount: price(3), refundedAmount: price(3) });
    expect(await mismatches(product)).toEqual([]);
  });

  it('are refused where the text has more parts than are sent, or a link that is not allowed', async () => {
    const id = await drafted([SHORT]);
    expect(await change(id, 1, 'x'.repeat(1000))).toMatchObject({
      bizCode: 'TEXT_TOO_LONG',
      data: { fields: [{ field: 'params' }] },
    });
    expect(await change(id, 1, 'see bit.ly/abc')).toMatchObject({
      bizCode: 'TEXT_REFUSED',
      data: { fields: [{ field: 'params' }] },
    });
    expect(await lanes(id)).toMatchObject([{ lines: 1, units: 1 }]);
    expect((await lines(id))[0].params).toEqual({ name: SHORT });
  });

  it('count for a recipient who is added', async () => {
    const id = await drafted([SHORT]);
    const add = async (params: object) =>
      (await agent.post(`${PHONE}/save`, { orderId: id, number: number(40), params })).body;
    expect(await add({})).toMatchObject({ bizCode: 'VALUE_MISSING', data: { fields: [{ field: 'params' }] } });
    expect(await add({ name: 'x'.repeat(1000) })).toMatchObject({ bizCode: 'TEXT_TOO_LONG' });
    expect(await add({ name: LONG })).toMatchObject({ code: 200 });
    const counted = await lanes(id);
    expect(counted).toMatchObject([{ lines: 2, units: 3, total: price(3) }]);
  });
});

describe('the text of a task', () => {
  const form = (more: object) => ({
    ...{ orderName: 'Campaign', consentId, senderId: phoneId, smsType: 2, column: 0, numbers: number(10) },
    ...more,
  });
  const saved = async (more: object) => (await agent.post(`${TASK}/save`, form(more))).body;

  it('is refused without a way to opt out of marketing, and with words and links that are not allowed', async () => {
    expect(await saved({ smsType: 3, content: 'Sale today' })).toMatchObject({
      bizCode: 'TEXT_REFUSED',
      data: { fields: [{ field: 'content' }] },
    });
    expect(await saved({ content: 'See bit.ly/abc' })).toMatchObject({ bizCode: 'TEXT_REFUSED' });
    const checked = await agent.post(`${TASK}/check-text`, { content: 'Sale today', smsType: 3, senderId: phoneId });
    expect(checked.body.data.optOut).toBeTruthy();
  });

  it('refuses lines whose values bring such links', async () => {
    const list = ['phone,note', `${number(10)},fine`, `${number(11)},see bit.ly/abc`];
    const id = await draft({
      content: 'Note: {note}',
      values: [{ key: 'note', column: 1 }],
      numbers: list.join('\n'),
    });
    const { data } = (await agent.get(`${TASK}/summary?id=${id}`)).body;
    expect(data.problems).toMatchObject([{ lineNo: 2, detail: '变量含有短链' }]);
  });

  it('has a short link of its own for each recipient', async () => {
    expect(await saved({ content: 'See {link}', link: 'https://shop.example.com/offer' })).toMatchObject({
      bizCode: 'SHORT_LINK_OFF',
    });
    await product.setParameter('sms.shortLinkOrigin', 'https://go.example.com');
    expect(await saved({ content: 'See {link}' })).toMatchObject({ bizCode: 'LINK_MISSING' });
    const id = await send({
      content: 'See {link}',
      link: 'https://shop.example.com/offer',
      numbers: [number(10), number(11)].join('\n'),
    });
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    const history = (await agent.get(`${TASK}/message-history/list?orderId=${id}`)).body.data.records;
    const texts = history.map(({ content }: { content: string }) => content);
    expect(new Set(texts).size).toBe(2);
    for (const text of texts) expect(text).toMatch(/^See https:\/\/go\.example\.com\/s\/\w{8}$/);
    expect((await agent.get(`${TASK}/text?id=${id}`)).body.data.links).toEqual({ links: 2, opened: 0 });
    const written = async (e164: string) =>
      (await agent.get(`${TASK}/message-history/list?orderId=${id}&e164=${encodeURIComponent(e164)}`)).body.data.total;
    expect(await written(`${number(10)}.0`)).toBe(1);
    expect(await written('none')).toBe(0);
  });
});

it('leaves a ledger that agrees', async () => {
  expect(await mismatches(product)).toEqual([]);
});
