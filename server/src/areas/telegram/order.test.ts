import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { addSender } from '../../testing/channel-senders.ts';
import { messageAgent, openMessages, orderIn } from '../../testing/orders.ts';
import { startTelegramServer } from '../../testing/telegram-server.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const channel = await startTelegramServer();
await product.work();
afterAll(async () => {
  await product.close();
  await channel.close();
});

const ORDER = 'telegram/order';
const PHONE = 'telegram/order-phone';
let agent: TestUser;
let consentId: string;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;

beforeAll(async () => {
  await openMessages(product, 2, 4);
  await openMessages(product, 2, 3);
  ({ agent, consentId } = await messageAgent(product));
});

const number = (ending: number) => `+120255501${String(ending).padStart(2, '0')}`;
const detail = async (id: string) => (await agent.get(`${ORDER}/detail?id=${id}`)).body.data;
const lines = async (id: string) => (await product.admin.get(`${PHONE}/list?orderId=${id}&size=200`)).body.data.records;

/** Sends codes, or a notice, and approves the order where staff have to. @returns its id */
async function send(form: object): Promise<string> {
  const saved = await agent.post(`${ORDER}/save`, { orderName: 'Codes', consentId, column: 0, ...form });
  expect(saved.body).toMatchObject({ code: 200 });
  const { id } = saved.body.data;
  await expect.poll(async () => (await detail(id)).isRead).toBe(1);
  const confirmed = await agent.post(`${ORDER}/confirm`, { id });
  expect(confirmed.body).toMatchObject({ code: 200 });
  if (confirmed.body.data.status === 1)
    expect((await product.admin.post(`${ORDER}/approve`, { ids: id })).body).toMatchObject({ code: 200 });
  return id;
}
const codes = (senderId: string, numbers: readonly string[], more: object = {}) =>
  send({ senderId, orderType: 1, codeLength: 6, ttl: 60, numbers: numbers.join('\n'), ...more });

describe('a verification code', () => {
  it('is charged when it was delivered, and kept as a digest only', async () => {
    const senderId = await addSender(product, 'gateway', { endpoint: channel.address });
    const id = await codes(senderId, [number(10), number(11)]);
    await expect
      .poll(async () => (await lines(id)).map((line: { lineStatus: number }) => line.lineStatus))
      .toEqual([1, 1]);
    const sent = await query<{ vendor: string; hash: string }>(
      'select vendor_id as vendor, code_hash as hash from snd_message where task_id = $1 order by line_no',
      [id],
    );
    expect(sent.every(({ hash }) => hash !== null)).toBe(true);
    for (const { vendor } of sent) channel.change(vendor, { delivery_status: { status: 'delivered', updated_at: 1 } });
    await query('update snd_message set poll_time = now() where task_id = $1', [id]);
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await detail(id)).toMatchObject({ chargedAmount: '0.1', deliveredCount: 2 });
    await query('update snd_message set cost = 0.01 where task_id = $1', [id]);
    const costsFor = async (reader: typeof agent) =>
      (await reader.get(`${ORDER}/message-history/list?orderId=${id}`)).body.data.records.map(
        ({ cost }: { cost: string | null }) => Number(cost),
      );
    expect(await costsFor(agent)).toEqual([0, 0]);
    expect(await costsFor(product.admin)).toEqual([0.01, 0.01]);
    const texts = await query<{ row: string }>(
      'select row_to_json(m)::text as row from snd_message m where task_id = $1 union all select params::text from work_line where task_id = $1',
      [id],
    );
    const sentCodes = channel.taken.flatMap(({ body }) => (typeof body['code'] === 'string' ? [body['code']] : []));
    expect(sentCodes).toHaveLength(2);
    for (const code of sentCodes) expect(texts.some(({ row }) => row?.includes(code))).toBe(false);
  });

  it('is not sent while its digest cannot be stored, and goes on as a first attempt afterwards', async () => {
    const senderId = await addSender(product, 'gateway', { endpoint: channel.address });
    await query(
      `create function refuse_token() returns trigger language plpgsql as $$ begin raise exception 'not stored'; end $$`,
    );
    await query(
      `create trigger refuse_token before update on snd_message for each row when (new.code_hash is not null and old.code_hash is null)
       execute function refuse_token()`,
    );
    const id = await codes(senderId, [number(12)]);
    const ended = async () =>
      (await query('select from work_attempt where task_id = $1 and end_time is not null', [id])).length;
    await expect.poll(ended).toBeGreaterThan(1);
    const sent = () => channel.taken.filter(({ body }) => body['code'] && body['phone_number'] === number(12));
    expect(sent()).toEqual([]);
    await query('drop trigger refuse_token on snd_message');
    await expect.poll(() => sent().length).toBe(1);
    const attempts = async () => query('select attempt_no from work_line where task_id = $1', [id]);
    await expect
      .poll(async () => (await lines(id)).map((line: { lineStatus: number }) => line.lineStatus))
      .toEqual([1]);
    expect(await attempts()).toEqual([{ attempt_no: 1 }]);
  });

  it('is the last of five that a number gets within an hour', async () => {
    const senderId = await addSender(product, 'gateway', { endpoint: channel.address });
    const earlier = await codes(senderId, [number(15)]);
    await query(
      `insert into snd_message (id, tenant_id, channel, direction, sender_id, e164, msg_type, code_hash, task_id)
       select gen_random_uuid(), '000000', 2, 1, $1, e164, 1, 'digest', $4 from unnest($2::bigint[]) e164, generate_series(1, 5) n where n < 5 or e164 = $3`,
      [senderId, [12025550113, 12025550114], 12025550113, earlier],
    );
    const id = await codes(senderId, [number(13), number(14)]);
    await expect
      .poll(async () => (await lines(id)).map((line: { lineStatus: number }) => line.lineStatus))
      .toEqual([8, 1]);
    expect((await lines(id))[0]).toMatchObject({ rejectReason: 18 });
  });

  it('that was not delivered in time is free', async () => {
    const senderId = await addSender(product, 'gateway', { endpoint: channel.address });
    const id = await codes(senderId, [number(12)]);
    await expect.poll(async () => (await lines(id))[0]?.lineStatus).toBe(1);
    await query('update work_line set due_time = now() where task_id = $1 and state = 4', [id]);
    await expect.poll(async () => (await detail(id)).status).toBe(6);
    expect(await detail(id)).toMatchObject({ chargedAmount: '0', refundedAmount: '0.05', expiredCount: 1 });
  });
});

it('a bot writes to users who started it, and to nobody who did not', async () => {
  const senderId = await addSender(product, 'bot', { endpoint: channel.address });
  await query(`insert into snd_contact (tenant_id, sender_id, user_ref) values ('000000', $1, '700100')`, [senderId]);
  const id = await send({
    senderId,
    orderType: 2,
    text: 'Your parcel {{no}} arrived',
    numbers: '700100,A-1\n700200,A-2',
    values: [{ key: 'no', column: 1 }],
  });
  await expect.poll(async () => (await lines(id))[0]?.lineStatus).toBe(1);
  expect((await lines(id)).map((line: { rejectReason: number | null }) => line.rejectReason)).toEqual([null, 21]);
});

it.each(['no', 'constructor', '__proto__', 'toString'])(
  'a notice without a value of {{%s}} is refused',
  async (name) => {
    const senderId = await addSender(product, 'bot', { endpoint: channel.address });
    const form = { senderId, consentId, orderType: 2, text: `Your {{${name}}} arrived`, numbers: '700100' };
    expect((await agent.post(`${ORDER}/save`, form)).body).toMatchObject({ bizCode: 'VALUE_MISSING' });
  },
);

it('recipients of a draft are added, changed and removed one by one', async () => {
  const { id, lineId } = await orderIn(product, 'telegram', agent, 'draft');
  const added = await agent.post(`${PHONE}/save`, { orderId: id, number: '+12025550177' });
  expect(added.body).toMatchObject({ code: 200 });
  const again = await agent.post(`${PHONE}/save`, { orderId: id, number: '+12025550177' });
  expect(again.body).toMatchObject({ bizCode: 'RECIPIENT_REFUSED', data: { fields: [{ field: 'number' }] } });
  const kept = async () =>
    (
      await query<{ params: Record<string, string> | null }>(
        'select params from work_line where task_id = $1 and line_no = 1',
        [id],
      )
    )[0]?.params;
  const change = (params: Record<string, string>) => agent.post(`${PHONE}/update`, { id: lineId, params });
  expect((await change({ code: 'abc' })).body).toMatchObject({
    bizCode: 'CODE_BAD',
    data: { fields: [{ field: 'params' }] },
  });
  expect((await change({ code: '482913', other: 'x' })).body).toMatchObject({ code: 200 });
  const stored = await kept();
  expect(Object.keys(stored ?? {})).toEqual(['code']);
  expect(stored?.['code']).not.toContain('482913');
  expect((await agent.post(`${PHONE}/remove`, { ids: lineId })).body).toMatchObject({ code: 200 });
});

it('the quota of a sender is shown to those who may use it', async () => {
  const senderId = await addSender(product, 'gateway', { endpoint: channel.address });
  const other = await product.agent();
  const subUser = await product.agent({ parent: other, subUser: true });
  await query('update prv_provider set owner_id = $2 where id = $1', [senderId, String(other.id)]);
  const shown = async (who: TestUser) => (await who.get(`${ORDER}/quota?senderId=${senderId}`)).body;
  expect(await shown(agent)).toMatchObject({ bizCode: 'SENDER_GONE' });
  for (const who of [other, subUser, product.admin])
    expect(await shown(who)).toMatchObject({ code: 200, data: { usedToday: 0 } });
});

it('the ledger agrees with all orders', async () => {
  expect(await mismatches(product)).toEqual([]);
});
