import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { addSender } from '../../testing/channel-senders.ts';
import type { Behaviour } from '../../testing/channel-server.ts';
import { messageAgent, openMessages, templatesOf } from '../../testing/orders.ts';
import { openSeeds, openTestPanel } from '../../testing/seeds.ts';
import {
  type Change,
  startWhatsappServer,
  statusChange,
  textChange,
  whatsappError,
} from '../../testing/whatsapp-server.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const cloud = await startWhatsappServer();
await product.work();
await product.server.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`;
afterAll(async () => {
  await cloud.close();
  await product.close();
});

const ORDER = 'whatsapp/order';
const PHONE = 'whatsapp/order-phone';
let agent: TestUser;
let consentId: string;
let senderId: string;
let templates: Map<string, string>;

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const webhook = () => `${origin}/api/provider/provider/webhook?id=${senderId}`;
const template = (name: string, category: string, status = 'APPROVED') => ({
  ...{ id: `ref-${name}`, name, language: 'en', category, status },
  components: [{ type: 'BODY', text: 'Hello {{1}}', example: { body_text: [['Ana']] } }],
});

beforeAll(async () => {
  await openMessages(product, 1);
  ({ agent, consentId } = await messageAgent(product));
  cloud.templates = [template('parcel', 'UTILITY'), template('news', 'UTILITY')];
});
/** A sender of its own for each test: restrictions, limits and pauses of one never reach the next. */
beforeEach(async () => {
  if (senderId) await query('update prv_provider set status = 0, deleted_at = now() where id = $1', [senderId]);
  senderId = await addSender(product, 'whatsapp', { endpoint: cloud.address });
  templates = await templatesOf(product, senderId);
  cloud.behave();
  // Several in a post, as WhatsApp does: hundreds of single ones take minutes on a busy machine.
  cloud.report({ address: webhook(), together: 20 });
});

let first = 12_025_550_100;
/** Numbers reserved for fiction that no other test uses. */
function fresh(count: number): string[] {
  const numbers = Array.from({ length: count }, (_, n) => `+${areaOf(first - 12_025_550_100 + n)}`);
  first += count;
  return numbers;
}
const AREAS = [202, 212, 213, 214, 215, 216, 217, 218, 219, 301, 302, 303, 304, 305, 307, 308, 309, 310, 312, 313];
const areaOf = (n: number): string => `1${AREAS[Math.floor(n / 100)]}55501${String(n % 100).padStart(2, '0')}`;

const detail = async (id: string) => (await agent.get(`${ORDER}/detail?id=${id}`)).body.data;
const lines = async (id: string) =>
  (await product.admin.get(`${PHONE}/list?orderId=${id}&size=200`)).body.data.records as {
    lineStatus: number;
    errorCode: string | null;
    rejectReason: number | null;
  }[];
const statuses = async (id: string) => (await lines(id)).map(({ lineStatus }) => lineStatus);
const ended = (id: string, status = 6) => expect.poll(async () => (await detail(id)).status).toBe(status);

async function send(numbers: readonly string[], more: object = {}): Promise<string> {
  const saved = await agent.post(`${ORDER}/save`, {
    ...{ orderName: 'Parcels', senderId, templateId: templates.get('parcel en'), consentId, column: 0 },
    numbers: numbers.join('\n'),
    values: [{ key: 'body.1', value: 'Ana' }],
    ...more,
  });
  expect(saved.body).toMatchObject({ code: 200 });
  const { id } = saved.body.data;
  await expect.poll(async () => (await detail(id)).isRead).toBe(1);
  const confirmed = await agent.post(`${ORDER}/confirm`, { id });
  expect(confirmed.body).toMatchObject({ code: 200 });
  if (confirmed.body.data.status === 1)
    expect((await product.admin.post(`${ORDER}/approve`, { ids: id })).body).toMatchObject({ code: 200 });
  return id;
}
/** The channel refuses a message to a number once, with a code. */
const refusing = (number: string, code: number): Behaviour => ({
  to: number.slice(1),
  times: 1,
  act: { kind: 'status', status: 400, body: whatsappError(code) },
});
const takenOf = (numbers: readonly string[]) => cloud.taken.filter(({ to }) => numbers.includes(`+${to}`));

describe('reports', () => {
  it('in reverse order, twice and many together give the highest state and one charge each', async () => {
    cloud.report({ address: webhook(), together: 7, times: 2, isReversed: true });
    const numbers = fresh(60);
    const id = await send(numbers);
    await ended(id);
    // An order ends when all is delivered; reports of reading may be applied afterwards.
    await expect.poll(async () => (await detail(id)).readCount).toBe(60);
    expect(await detail(id)).toMatchObject({ chargedAmount: '3', refundedAmount: '0' });
    expect(takenOf(numbers)).toHaveLength(60);
    const [times] = await query<{ n: number }>(
      'select count(*)::int as n from snd_message where task_id = $1 and delivered_time is not null and read_time is not null',
      [id],
    );
    expect(times?.n).toBe(60);
  });

  it('about a message without an answer end the doubt, and it is not sent again', async () => {
    const numbers = fresh(2);
    cloud.behave({ to: numbers[0]?.slice(1) ?? '', times: 1, act: { kind: 'hangUp', isTaken: true } });
    const id = await send(numbers);
    await ended(id);
    expect(await statuses(id)).toEqual([3, 3]);
    expect(takenOf(numbers)).toHaveLength(2);
    expect(await detail(id)).toMatchObject({ chargedAmount: '0.1' });
  });

  it('that come before the answer are applied after it', async () => {
    const numbers = fresh(3);
    cloud.behave({ to: numbers[0]?.slice(1) ?? '', act: { kind: 'slow', millis: 2500 } });
    const id = await send(numbers);
    await ended(id);
    expect(await detail(id)).toMatchObject({ readCount: 3, chargedAmount: '0.15' });
  });

  it('of failures free the message', async () => {
    cloud.report({ address: webhook(), reportsOf: () => [{ status: 'sent' }, { status: 'failed', code: 131026 }] });
    const id = await send(fresh(2));
    await ended(id);
    expect(await detail(id)).toMatchObject({ failedCount: 2, chargedAmount: '0', refundedAmount: '0.1' });
  });

  it('of a delivery after a failure are shown by line and message, and not charged', async () => {
    cloud.report({ address: webhook(), reportsOf: () => [{ status: 'failed', code: 131026 }] });
    const id = await send(fresh(2));
    await ended(id);
    const messages = () =>
      query<{ vendor_id: string; e164: string; status: number; error_code: string | null }>(
        'select vendor_id, e164, status, error_code from snd_message where task_id = $1',
        [id],
      );
    const late = (await messages()).map(({ vendor_id, e164 }) => ({
      id: vendor_id,
      status: 'delivered',
      recipient_id: String(e164),
    }));
    expect(await cloud.post(webhook(), [statusChange(late)])).toBe(200);
    await expect.poll(() => statuses(id)).toEqual([2, 2]);
    expect(await messages()).toMatchObject(Array.from({ length: 2 }, () => ({ status: 2, error_code: null })));
    expect(await detail(id)).toMatchObject({
      deliveredCount: 2,
      failedCount: 0,
      chargedAmount: '0',
      refundedAmount: '0.1',
    });
  });
});

describe('an answer', () => {
  it('that says "too fast" slows the sender down, and no message is lost or sent twice', async () => {
    const numbers = fresh(5);
    cloud.behave(...numbers.slice(0, 2).map((number) => refusing(number, 130429)));
    await query(`update prv_error_policy set delay_seconds = 1 where error_code = '130429'`);
    const id = await send(numbers);
    await ended(id);
    expect(await statuses(id)).toEqual([3, 3, 3, 3, 3]);
    expect(takenOf(numbers)).toHaveLength(5);
  });

  it('that blames the request for several messages stops the order', async () => {
    const numbers = fresh(4);
    cloud.behave(...numbers.map((number) => refusing(number, 132000)));
    const id = await send([...numbers, ...fresh(60)], { speedPerMinute: 60 });
    await ended(id, 8);
    expect((await detail(id)).waiting).toContain('模板参数');
    expect((await agent.post(`${ORDER}/update`, { id, status: 3 })).body).toMatchObject({ code: 200 });
    await agent.post(`${ORDER}/complete`, { ids: id });
    await ended(id);
  });

  it('that restricts the account stops every order of the sender, with one notice', async () => {
    const slow = await send(fresh(60), { speedPerMinute: 60 });
    const [blocked = ''] = fresh(1);
    cloud.behave(refusing(blocked, 131031));
    const id = await send([blocked]);
    await ended(id, 8);
    await ended(slow, 8);
    const notices = await query(`select from msg_message where title_key = 'SENDER_STOPPED'`);
    expect(notices).toHaveLength(1);
    expect(
      (
        await agent.post(`${ORDER}/save`, {
          senderId,
          templateId: templates.get('parcel en'),
          consentId,
          numbers: '+12025550199',
          values: [],
        })
      ).body,
    ).toMatchObject({ bizCode: 'SENDER_RESTRICTED' });
  });
});

describe('a template', () => {
  const change = (event: string, field = 'message_template_status_update', more: object = {}): Change => ({
    field,
    value: { event, message_template_id: 1, message_template_name: 'news', message_template_language: 'en', ...more },
  });

  it('that is paused stops its order, and the order goes on by itself when it is approved again', async () => {
    const id = await send(fresh(90), { templateId: templates.get('news en'), speedPerMinute: 600 });
    await cloud.post(webhook(), [change('PAUSED')]);
    await ended(id, 8);
    expect((await detail(id)).waiting).toContain('暂停');
    expect(await cloud.post(webhook(), [change('APPROVED')], 'another secret')).toBe(401);
    expect((await detail(id)).status).toBe(8);
    await cloud.post(webhook(), [change('APPROVED')]);
    await ended(id);
    expect(await detail(id)).toMatchObject({ readCount: 90, chargedAmount: '4.5' });
  });

  it('whose category changed needs a confirmation of the owner, and the rest is held anew', async () => {
    const id = await send(fresh(90), { templateId: templates.get('news en'), speedPerMinute: 600 });
    await cloud.post(webhook(), [
      change('', 'template_category_update', { previous_category: 'UTILITY', new_category: 'MARKETING' }),
    ]);
    await ended(id, 8);
    const before = await detail(id);
    const resumed = await agent.post(`${ORDER}/update`, { id, status: 3 });
    expect(resumed.body).toMatchObject({ code: 200 });
    expect(BigInt(Math.round(Number((await detail(id)).holdAmount) * 1e6))).toBeGreaterThan(
      BigInt(Math.round(Number(before.holdAmount) * 1e6)),
    );
    await ended(id);
    const after = await detail(id);
    expect(after.readCount + after.suppressedCount).toBe(90);
    expect(Number(after.holdAmount)).toBeCloseTo(Number(after.chargedAmount) + Number(after.refundedAmount), 6);
  });
});

it('an order whose messages were all handed over goes on when the category of its template changes', async () => {
  cloud.report({ address: webhook(), reportsOf: () => [] });
  const id = await send(fresh(2), { templateId: templates.get('parcel en') });
  await expect.poll(() => statuses(id)).toEqual([1, 1]);
  await expect
    .poll(async () => (await query('select open_chunks from work_task where id = $1', [id]))[0])
    .toEqual({ open_chunks: 0 });
  const change = (category: string): Change => ({
    field: 'template_category_update',
    value: { message_template_name: 'parcel', message_template_language: 'en', new_category: category },
  });
  await cloud.post(webhook(), [change('MARKETING')]);
  await expect
    .poll(async () => (await query(`select category from snd_template where template_code = 'parcel'`))[0])
    .toEqual({ category: 1 });
  expect((await detail(id)).status).toBe(3);
  await cloud.post(webhook(), [change('UTILITY')]);
  await expect
    .poll(async () => (await query(`select category from snd_template where template_code = 'parcel'`))[0])
    .toEqual({ category: 2 });
});

describe('a recipient', () => {
  it('who answers STOP in any writing is never written to again', async () => {
    const [number = ''] = fresh(1);
    await cloud.post(webhook(), [textChange(number.slice(1), 'ＳＴＯＰ！')]);
    await expect
      .poll(async () => (await query('select from prv_receipt where source_id = $1 and state = 0', [senderId])).length)
      .toBe(0);
    const id = await send([number, ...fresh(1)]);
    await ended(id);
    expect((await lines(id)).map(({ rejectReason }) => rejectReason)).toEqual([11, null]);
    expect(takenOf([number])).toHaveLength(0);
  });

  it('who answers a word that the tenant added is never written to again', async () => {
    await product.setParameter('compliance.optOutWords', 'Ferma, Basta cosi');
    const [number = ''] = fresh(1);
    await cloud.post(webhook(), [textChange(number.slice(1), 'basta così!', 'wamid.in.own-0')]);
    await cloud.post(webhook(), [textChange(number.slice(1), 'BASTA  COSI', 'wamid.in.own-1')]);
    await expect
      .poll(
        async () => (await query('select from cmp_suppression where number like $1', [`%${number.slice(-4)}`])).length,
      )
      .toBe(1);
  });

  it('gets nothing after a tap on a button that says stop, under a new number, too, and notices after a stop of marketing', async () => {
    const [tapped = '', moved = '', preferring = '', refused = ''] = fresh(4);
    const said = (id: string, more: object): Change => {
      const change = textChange(tapped.slice(1), '', id);
      const message = { id, from: tapped.slice(1), timestamp: '1790000000', ...more };
      return { ...change, value: { ...change.value, messages: [message] } };
    };
    const suppressed = async () => {
      const ends = [tapped, moved, preferring, refused].map((number) => number.slice(-4));
      const found = await query<{ end: string; reason: number }>(
        `select right(number, 4) as end, reason from cmp_suppression where right(number, 4) = any($1) order by number`,
        [ends],
      );
      return found.map(({ end, reason }) => `${ends.indexOf(end)} ${reason}`);
    };
    await cloud.post(webhook(), [
      said('wamid.in.tap', { type: 'button', button: { text: 'Arrêter', payload: 'STOP' } }),
    ]);
    await expect.poll(suppressed).toEqual(['0 1']);
    await cloud.post(webhook(), [said('wamid.in.move', { type: 'system', system: { wa_id: moved.slice(1) } })]);
    const preference = { wa_id: preferring.slice(1), category: 'marketing_messages', value: 'stop' };
    await cloud.post(webhook(), [{ field: 'user_preferences', value: { user_preferences: [preference] } }]);
    await expect.poll(suppressed).toEqual(['0 1', '1 1', '2 8']);
    cloud.behave(refusing(refused, 131050));
    const id = await send([moved, preferring, refused]);
    await ended(id);
    expect((await lines(id)).map(({ rejectReason }) => rejectReason)).toEqual([11, null, null]);
    expect(takenOf([preferring])).toHaveLength(1);
    expect(await suppressed()).toEqual(['0 1', '1 1', '2 8', '3 8']);
  });

  it('known by the channel only, who answers STOP, is suppressed by that id', async () => {
    const inbound = textChange('', 'stop', 'wamid.in.bsuid');
    const messages = (inbound.value['messages'] as Record<string, unknown>[]).map(({ from: _, ...one }) => ({
      ...one,
      from_user_id: 'US.13491208655302741918',
    }));
    await cloud.post(webhook(), [
      { ...inbound, value: { ...inbound.value, contacts: [{ user_id: 'US.13491208655302741918' }], messages } },
    ]);
    await expect
      .poll(async () => (await query(`select from cmp_suppression where number like 'US.134%'`)).length)
      .toBe(1);
  });

  it('gets two messages of a sender at least six seconds apart', async () => {
    const numbers = fresh(1);
    await send(numbers);
    const second = await send(numbers);
    await expect.poll(async () => statuses(second)).toEqual([9]);
    await ended(second);
    const [gap] = await query<{ seconds: number }>(
      `select extract(epoch from max(create_time) - min(create_time))::float as seconds from snd_message where e164 = $1 and direction = 1`,
      [numbers[0]?.slice(1)],
    );
    expect(gap?.seconds).toBeGreaterThanOrEqual(6);
  });
});

it('a portfolio stops before its limit of recipients, and goes on when places are free', async () => {
  await query('update prv_provider set portfolio_limit = 3 where id = $1', [senderId]);
  const id = await send(fresh(5));
  await expect.poll(async () => (await statuses(id)).filter((status) => status === 3).length).toBe(3);
  expect((await statuses(id)).filter((status) => status === 9)).toHaveLength(2);
  const quota = (await agent.get(`${ORDER}/quota?id=${id}`)).body.data;
  expect(quota).toMatchObject({ portfolioLimit: 3, portfolioUsed24h: 3, remaining: 0, orderNeeds: 2 });
  await query(`update snd_portfolio set first_time = first_time - interval '25 hours'`);
  await query(`update work_chunk set ready_at = now() where task_id = $1 and state = 0`, [id]);
  await ended(id);
  expect(await detail(id)).toMatchObject({ readCount: 5 });
});

it('an own number beside the recipients gets the samples of the template, never their values', async () => {
  openTestPanel();
  const [seed] = await openSeeds(product, 1);
  const [first = '', second = ''] = fresh(2);
  const id = await send([], {
    numbers: ['phone,name', `${first},Secret`, `${second},Hidden`].join('\n'),
    values: [{ key: 'body.1', column: 1 }],
  });
  await ended(id);
  const toSeed = () => takenOf([`+${seed?.e164}`]).map(({ body }) => JSON.stringify(body));
  await expect.poll(toSeed).toHaveLength(1);
  expect(toSeed()[0]).toContain('Ana');
  expect(toSeed()[0]).not.toMatch(/Secret|Hidden/);
});

it('the ledger agrees with all orders', async () => {
  expect(await mismatches(product)).toEqual([]);
});
