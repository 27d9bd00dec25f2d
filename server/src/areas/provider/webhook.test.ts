import type { AddressInfo } from 'node:net';
import { afterAll, expect, it } from 'vitest';
import { messageSender, readChannelEvents, recordAccount } from '../../engines/vendors/providers/index.ts';
import { testApp } from '../../testing/app.ts';
import { addSender, senderForms } from '../../testing/channel-senders.ts';
import { memberUpdate, startTelegramServer, TELEGRAM, textUpdate } from '../../testing/telegram-server.ts';
import { startWhatsappServer, statusChange, statusOf, textChange, WHATSAPP } from '../../testing/whatsapp-server.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const cloud = await startWhatsappServer();
const telegram = await startTelegramServer();
await product.server.listen({ port: 0, host: '127.0.0.1' });
const origin = `http://127.0.0.1:${(product.server.server.address() as AddressInfo).port}`;
afterAll(async () => {
  await Promise.all([cloud.close(), telegram.close()]);
  await product.close();
});

const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
const addressOf = (id: string) => `${origin}/api/provider/provider/webhook?id=${id}`;
const whatsapp = (more = {}) => addSender(product, 'whatsapp', { endpoint: cloud.address, ...more });
const removed = async (id: string) => {
  await query('update prv_provider set deleted_at = now() where id = $1', [id]);
};
const storedOf = async (id: string) =>
  (
    await query<{ body: string; kind: string }>('select body, kind from prv_receipt where source_id = $1 order by id', [
      id,
    ])
  ).map(({ body, kind }) => ({ kind, events: readChannelEvents({ protocol: protocolOf(body) }, body) }));
const protocolOf = (body: string) => (body.includes('"entry"') ? 2 : body.includes('"request_id"') ? 3 : 4);
const eventsOf = async (id: string) => (await storedOf(id)).flatMap(({ events }) => events ?? []);
const forgedOf = async (id: string) =>
  (
    await query<{ n: number }>(
      'select coalesce(sum(exchanges), 0)::int as n from prv_minute where provider_id = $1 and outcome = 7',
      [id],
    )
  )[0]?.n;
const taken = (number: number, to = '12015550123') => ({
  id: `wamid.${number}`,
  to,
  reference: `ref-${number}`,
  body: {},
});

it('confirms the address of a sender with its verify token only', async () => {
  const id = await whatsapp();
  const shake = (more: Record<string, string>) =>
    product.guest.get('provider/provider/webhook', {
      ...{ id, 'hub.mode': 'subscribe', 'hub.challenge': '1158201444', 'hub.verify_token': WHATSAPP.verifyToken },
      ...more,
    });
  expect(await shake({})).toMatchObject({ status: 200, body: '1158201444' });
  expect(await shake({ 'hub.verify_token': 'guess' })).toMatchObject({ status: 401 });
  expect(await shake({ 'hub.mode': 'unsubscribe' })).toMatchObject({ status: 401 });
  expect(await shake({ id: '999999' })).toMatchObject({ status: 401 });
  expect(await forgedOf(id)).toBe(2);
  await removed(id);
});

it('stores each event of a webhook once, however often and in whatever company it is repeated', async () => {
  const id = await whatsapp();
  const statuses = [1, 2, 3].flatMap((one) => [
    statusOf(taken(one), { status: 'delivered' }),
    statusOf(taken(one), { status: 'sent' }),
  ]);
  const changes = [statusChange(statuses), textChange('12015550123', 'STOP'), textChange('12015550124', 'Hello')];
  expect(await cloud.post(addressOf(id), changes)).toBe(200);
  expect(await cloud.post(addressOf(id), changes)).toBe(200);
  expect(await cloud.post(addressOf(id), [statusChange(statuses.slice(2, 4)), textChange('12015550123', 'STOP')])).toBe(
    200,
  );
  const stored = await storedOf(id);
  expect(stored).toHaveLength(8);
  expect(stored.every(({ kind, events }) => kind === 'message' && events?.length === 1)).toBe(true);
  const events = await eventsOf(id);
  expect(events.filter(({ type }) => type === 'status')).toHaveLength(6);
  expect(events[0]).toMatchObject({
    messageId: 'wamid.1',
    reference: 'ref-1',
    status: 'delivered',
    e164: 12_015_550_123n,
  });
  expect(events.filter(({ type }) => type === 'inbound')).toMatchObject([
    { kind: 'text', text: 'STOP', e164: 12_015_550_123n, senderAccount: WHATSAPP.phoneId },
    { kind: 'text', text: 'Hello' },
  ]);
  await removed(id);
});

it('stores one event of requests that arrive at once', async () => {
  const id = await whatsapp();
  const same = Array.from({ length: 30 }, (_, n) =>
    cloud.post(addressOf(id), [statusChange([statusOf(taken(n % 10), { status: 'read' })])]),
  );
  expect(new Set(await Promise.all(same))).toEqual(new Set([200]));
  expect(await eventsOf(id)).toHaveLength(10);
  await removed(id);
});

it('refuses what its channel did not sign, and counts it', async () => {
  const id = await whatsapp();
  const change = statusChange([statusOf(taken(1), { status: 'sent' })]);
  expect(await cloud.post(addressOf(id), [change], 'another secret')).toBe(401);
  expect(await cloud.post(addressOf('999999'), [change])).toBe(401);
  const unsigned = await product.guest.post(`provider/provider/webhook?id=${id}`, JSON.stringify({ entry: [] }), {
    'content-type': 'application/json',
  });
  expect(unsigned).toMatchObject({ status: 401, body: { error_code: 'CALLBACK_SIGNATURE' } });
  expect(await forgedOf(id)).toBe(2);
  expect(await eventsOf(id)).toEqual([]);
  await removed(id);
});

it('answers an isolated sender with a repetition, and stores it after the release', async () => {
  const id = await whatsapp();
  await product.admin.post('provider/provider/isolate', { id, reason: 'Forged webhooks' });
  const change = statusChange([statusOf(taken(1), { status: 'sent' })]);
  expect(await cloud.post(addressOf(id), [change])).toBe(503);
  expect(await eventsOf(id)).toEqual([]);
  await product.admin.post('provider/provider/release', { id, reason: 'Corrected' });
  expect(await cloud.post(addressOf(id), [change])).toBe(200);
  expect(await eventsOf(id)).toHaveLength(1);
  await removed(id);
});

it('refuses a body that is too large or no webhook', async () => {
  const id = await whatsapp();
  expect(await cloud.post(addressOf(id), [textChange('12015550123', 'x'.repeat(3 * 1024 * 1024))])).toBe(413);
  const token = await addSender(product, 'bot', { endpoint: telegram.address });
  const posted = (body: string) =>
    product.guest.post(`provider/provider/webhook?id=${token}`, body, {
      ...{ 'content-type': 'application/json', 'x-telegram-bot-api-secret-token': TELEGRAM.botSecret },
    });
  for (const body of ['', 'text', '[]', '{"message":{}}', 'null'])
    expect(await posted(body)).toMatchObject({ status: 400, body: { error_code: 'CALLBACK_UNREADABLE' } });
  await removed(id);
  await removed(token);
});

it('gives each number of an app the events about it, and none to a number of another app', async () => {
  const first = await whatsapp();
  const second = await whatsapp({ senderAccount: '200200200', senderNumber: '+12015550101' });
  const foreign = await whatsapp({
    senderAccount: '300300300',
    senderNumber: '+12015550102',
    secretKey: 'another-app-secret',
  });
  const about = (phoneId: string, number: number) => ({
    ...statusChange([statusOf(taken(number), { status: 'sent' })], { metadata: { phone_number_id: phoneId } }),
  });
  expect(
    await cloud.post(addressOf(first), [about('200200200', 1), about('300300300', 2), about(WHATSAPP.phoneId, 3)]),
  ).toBe(200);
  const ids = async (id: string) => (await eventsOf(id)).map((event) => event.type === 'status' && event.messageId);
  expect(await ids(second)).toEqual(['wamid.1']);
  expect(await ids(foreign)).toEqual([]);
  expect(await ids(first)).toEqual(['wamid.2', 'wamid.3']);

  const account = [
    { field: 'business_capability_update', value: { max_daily_conversations_per_business: 'TIER_2K' } },
    { field: 'phone_number_quality_update', value: { display_phone_number: '12015550101', event: 'FLAGGED' } },
  ];
  expect(await cloud.post(addressOf(first), account)).toBe(200);
  const accounts = async (id: string) => (await eventsOf(id)).filter(({ type }) => type === 'account');
  expect(await accounts(first)).toEqual([{ type: 'account', portfolioLimit: 2000 }]);
  expect(await accounts(second)).toEqual([
    { type: 'account', portfolioLimit: 2000 },
    { type: 'account', quality: 3 },
  ]);
  expect(await accounts(foreign)).toEqual([]);
  for (const id of [first, second, foreign]) await removed(id);
});

it('applies what the channel reports about a number to it and to its portfolio', async () => {
  const first = await whatsapp({ portfolioCode: 'P1' });
  const second = await whatsapp({ senderAccount: '200200200', portfolioCode: 'P1' });
  const noted = async (id: string) => messageSender(product.app, product.db.drizzle, BigInt(id));
  await product.db.tx((tx) =>
    recordAccount(tx, BigInt(first), { portfolioLimit: 10_000, quality: 2, restriction: 'RESTRICTED' }),
  );
  expect(await noted(first)).toMatchObject({
    portfolio: { code: 'P1', limit: 10_000 },
    quality: 2,
    restriction: 'RESTRICTED',
  });
  expect(await noted(second)).toMatchObject({
    portfolio: { code: 'P1', limit: 10_000 },
    quality: 0,
    restriction: null,
  });
  const lift = () => product.admin.post('provider/provider/lift-restriction', { id: first, reason: 'Appeal accepted' });
  expect((await lift()).body).toMatchObject({ code: 200 });
  expect((await lift()).body).toMatchObject({ bizCode: 'STATE_CONFLICT' });
  const { data } = (await product.admin.get('provider/provider/timeline', { id: first })).body;
  expect(data[0]).toMatchObject({ event: 'lift-restriction', reason: 'Appeal accepted' });
  expect(await noted(first)).toMatchObject({ restriction: null });
  for (const id of [first, second]) await removed(id);
});

it('stores reports of the Gateway without the code that was entered, also late ones', async () => {
  const id = await addSender(product, 'gateway', { endpoint: telegram.address, callbackOrigin: origin });
  const { adapter } = (await messageSender(product.app, product.db.drizzle, BigInt(id)))!;
  const { signal } = new AbortController();
  const content = { kind: 'code', code: '246810', senderUsername: null } as const;
  const sent = await adapter.send(
    {
      reference: 'ref-9',
      e164: 12_015_550_123n,
      userId: null,
      content,
      ttlSeconds: 60,
      token: null,
      from: null,
      partRef: null,
    },
    signal,
  );
  if (sent.state !== 'accepted') throw new Error('refused');
  const { messageId } = sent;
  expect(await telegram.callBack(messageId, { secondsAgo: 6 * 3600 })).toBe(200);
  telegram.change(messageId, {
    delivery_status: { status: 'read', updated_at: 1_790_000_000 },
    verification_status: { status: 'code_valid', updated_at: 1_790_000_001, code_entered: '246810' },
  });
  expect(await telegram.callBack(messageId)).toBe(200);
  expect(await telegram.callBack(messageId)).toBe(200);
  expect(await telegram.callBack(messageId, { token: 'another' })).toBe(401);
  expect(await telegram.callBack(messageId, { secondsAgo: -3600 })).toBe(401);
  expect(await eventsOf(id)).toMatchObject([
    { type: 'status', messageId, reference: 'ref-9', status: 'sent', cost: '0.01' },
    { type: 'status', messageId, status: 'read', verification: 1 },
  ]);
  const [{ found } = { found: 0 }] = await query<{ found: number }>(
    `select count(*)::int as found from prv_receipt where body like '%246810%'`,
  );
  expect(found).toBe(0);
  await removed(id);
});

it('reads updates of a bot whose webhook it set, with its secret only', async () => {
  const id = await addSender(product, 'bot', { endpoint: telegram.address, callbackOrigin: origin });
  expect((await product.admin.get('provider/provider/bot-webhook-info', { id })).body.data).toMatchObject({
    isOurs: false,
  });
  const set = await product.admin.post('provider/provider/bot-webhook', { id });
  expect(set.body).toMatchObject({ code: 200, data: { isOurs: true, address: addressOf(id), problem: null } });
  expect(telegram.webhook.updates).toEqual(['message', 'my_chat_member', 'callback_query']);
  expect(await telegram.update(textUpdate(1, 700, '/start promo'))).toBe(200);
  expect(await telegram.update(textUpdate(1, 700, '/start promo'))).toBe(200);
  expect(await telegram.update(memberUpdate(2, 700, 'kicked'))).toBe(200);
  expect(await telegram.update(textUpdate(3, 700, 'Forged'), { secret: 'guess' })).toBe(401);
  expect(await eventsOf(id)).toMatchObject([
    { type: 'inbound', kind: 'text', text: '/start promo', userId: '700', messageId: '700.1' },
    { type: 'preference', userId: '700', isStopped: true, isMarketingOnly: false },
  ]);
  const [row] = (
    await product.admin.get('provider/provider/list', { providerCode: 'bot', size: 100 })
  ).body.data.records.filter((one: { id: string }) => one.id === id);
  expect(row).toMatchObject({ kind: 2, protocol: 4, webhookTime: expect.any(String) });
  const checks = await whatsapp();
  expect((await product.admin.post('provider/provider/bot-webhook', { id: checks })).body).toMatchObject({
    bizCode: 'PROVIDER_NO_BOT',
  });
  await removed(id);
  await removed(checks);
});

it('refuses a second sender with the same phone number ID', async () => {
  const id = await whatsapp();
  const form = { ...senderForms.whatsapp(), providerCode: 'twice', providerName: 'Twice', endpoint: cloud.address };
  const { body } = await product.admin.post('provider/provider/submit', form);
  expect(body).toMatchObject({ bizCode: 'SENDER_TAKEN', data: { fields: [{ field: 'senderAccount' }] } });
  await removed(id);
});

it('takes webhooks above the general limit of requests, which holds for other calls', async () => {
  const limited = await testApp({ RATE_LIMIT: '10' });
  try {
    const answersOf = async (call: string, input: Record<string, string>) =>
      (await Promise.all(Array.from({ length: 30 }, () => limited.guest.get(call, input)))).map(({ status }) => status);
    expect(new Set(await answersOf('provider/provider/webhook', { id: '1' }))).toEqual(new Set([401]));
    expect(await answersOf('system/tenant/info', {})).toContain(429);
  } finally {
    await limited.close();
  }
});

it('gives all numbers of a portfolio the limit that was saved last', async () => {
  const first = await whatsapp({ portfolioCode: 'P2', portfolioLimit: undefined });
  const limitOf = async (id: string) =>
    (await messageSender(product.app, product.db.drizzle, BigInt(id)))?.portfolio?.limit;
  expect(await limitOf(first)).toBe(250);
  const second = await whatsapp({ senderAccount: '200200200', portfolioCode: 'P2', portfolioLimit: 2000 });
  expect(await limitOf(first)).toBe(2000);
  const saved = await product.admin.post('provider/provider/submit', { id: first, portfolioLimit: 10_000 });
  expect(saved.body).toMatchObject({ code: 200 });
  expect(await limitOf(second)).toBe(10_000);
  for (const id of [first, second]) await removed(id);
});
