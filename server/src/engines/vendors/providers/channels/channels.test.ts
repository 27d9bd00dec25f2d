import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../../testing/app.ts';
import { addSender } from '../../../../testing/channel-senders.ts';
import { readMessages } from '../../../../testing/channel-server.ts';
import { botError, startTelegramServer, TELEGRAM } from '../../../../testing/telegram-server.ts';
import { startWhatsappServer, WHATSAPP, whatsappError } from '../../../../testing/whatsapp-server.ts';
import { messageSender, messageSenders, NotSent, policiesOf } from '../index.ts';
import type { MessageAdapter, OutgoingMessage } from './ports.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1', SANDBOX: '1' });
const cloud = await startWhatsappServer();
const telegram = await startTelegramServer();
afterAll(async () => {
  await Promise.all([cloud.close(), telegram.close()]);
  await product.close();
});
beforeEach(() => {
  cloud.behave();
  telegram.behave();
});

const adapterOf = async (id: string): Promise<MessageAdapter> => {
  const sender = await messageSender(product.app, product.db.drizzle, BigInt(id));
  if (!sender) throw new Error('no sender');
  return sender.adapter;
};
const business = await adapterOf(await addSender(product, 'whatsapp', { endpoint: cloud.address }));
const gatewayId = await addSender(product, 'gateway', { endpoint: telegram.address });
const gateway = await adapterOf(gatewayId);
const bot = await adapterOf(await addSender(product, 'bot', { endpoint: telegram.address }));
const trial = await adapterOf(await addSender(product, 'trial'));
const { signal } = new AbortController();
const message = (
  number: bigint,
  content: OutgoingMessage['content'],
  more: Partial<OutgoingMessage> = {},
): OutgoingMessage => ({
  ...{
    reference: `ref-${number}`,
    e164: number,
    userId: null,
    content,
    ttlSeconds: null,
    token: null,
    from: null,
    partRef: null,
  },
  ...more,
});
const template = {
  ...({ kind: 'template', name: 'order_shipped', language: 'zh_CN' } as const),
  components: [{ type: 'body' as const, parameters: [{ type: 'text', text: '林女士' }] }],
};
const code = { kind: 'code', code: '246810', senderUsername: 'example_codes' } as const;
const text = { kind: 'text', text: 'Hello' } as const;

describe('WhatsApp', () => {
  it('hands a template over with our reference', async () => {
    const sent = await business.send(message(12_015_550_123n, template), signal);
    const [taken] = cloud.taken.slice(-1);
    expect(sent).toEqual({ state: 'accepted', messageId: taken?.id });
    expect(taken?.body).toEqual({
      ...{ messaging_product: 'whatsapp', recipient_type: 'individual', to: '12015550123', type: 'template' },
      biz_opaque_callback_data: 'ref-12015550123',
      template: { name: 'order_shipped', language: { code: 'zh_CN' }, components: template.components },
    });
    expect(cloud.requests.at(-1)?.headers.authorization).toBe(`Bearer ${WHATSAPP.token}`);
  });

  it('writes to a recipient that is known by the channel id only', async () => {
    await business.send(message(1n, text, { e164: null, userId: 'US.1' }), signal);
    expect(cloud.taken.at(-1)?.body).toMatchObject({ recipient: 'US.1', type: 'text', text: { body: 'Hello' } });
    expect(cloud.taken.at(-1)?.body).not.toHaveProperty('to');
  });

  it.each([
    [400, whatsappError(131026, 'Undeliverable'), {}, { code: '131026', text: 'Undeliverable' }],
    [429, whatsappError(130429), { 'retry-after': '7' }, { code: '130429', text: 'error', afterMillis: 7000 }],
    [429, '', { 'retry-after': '3' }, { code: '429', text: 'HTTP 429', afterMillis: 3000 }],
    [503, whatsappError(131016), {}, { code: '131016', text: 'error', isTemporary: true }],
    [500, whatsappError(999_999), {}, { code: '999999', text: 'error', isTemporary: true }],
    [502, '<html>', {}, { code: '5xx', text: 'HTTP 502' }],
  ])('reports the error of the answer %i %o by its code', async (status, body, headers, error) => {
    cloud.behave({ act: { kind: 'status', status, body, headers } });
    expect(await business.send(message(12_015_550_123n, template), signal)).toEqual({ state: 'refused', error });
  });

  it.each([
    { kind: 'hangUp', isTaken: true },
    { kind: 'status', status: 404, body: 'x' },
    { kind: 'status', status: 200, body: {} },
  ] as const)('does not know what became of a message after %o', async (act) => {
    cloud.behave({ act });
    const error = await business.send(message(12_015_550_123n, template), signal).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(NotSent);
  });

  it('sends nothing once it is cancelled', async () => {
    const before = cloud.requests.length;
    await expect(business.send(message(1n, text), AbortSignal.abort())).rejects.toBeInstanceOf(NotSent);
    expect(cloud.requests.length).toBe(before);
  });

  it('reads all pages of templates, and sends none in an unknown state', async () => {
    cloud.templates = [
      {
        id: '1',
        name: 'a',
        language: 'en',
        status: 'APPROVED',
        category: 'UTILITY',
        quality_score: { score: 'GREEN' },
      },
      {
        id: '2',
        name: 'a',
        language: 'es',
        status: 'REJECTED',
        rejected_reason: 'SCAM',
        components: [{ type: 'BODY' }],
      },
      { id: '3', name: 'b', language: 'en', status: 'SOMETHING_NEW', parameter_format: 'NAMED' },
      { id: '4', name: '' },
      { id: '5', name: 'c', language: 'en', status: 'PAUSED', rejected_reason: 'NONE' },
    ];
    expect(await business.templates?.(signal)).toMatchObject([
      { templateId: '1', status: 1, category: 2, quality: 1, reason: null, isNamed: false },
      { templateId: '2', status: 2, reason: 'SCAM', components: [{ type: 'BODY' }] },
      { templateId: '3', status: 4, isNamed: true },
      { templateId: '5', status: 3, reason: null },
    ]);
  });
});

describe('the Telegram Gateway', () => {
  it('sends a code once, however often the same token is used', async () => {
    const to = 12_015_550_130n;
    const prepared = await gateway.prepare?.(message(to, code), signal);
    const token = prepared && 'token' in prepared ? prepared.token : null;
    const first = await gateway.send(message(to, code, { token, ttlSeconds: 10 }), signal);
    expect(first).toEqual({ state: 'accepted', messageId: token, cost: '0.01' });
    expect(telegram.taken.at(-1)?.body).toMatchObject({
      ...{ phone_number: `+${to}`, code: '246810', payload: `ref-${to}`, ttl: 30, sender_username: 'example_codes' },
    });
    expect(await gateway.send(message(to, code, { token }), signal)).toMatchObject({ state: 'refused' });
    expect(telegram.deliveries().get(String(to))).toBe(1);
    expect(await gateway.ask?.(token ?? '', signal)).toMatchObject({ status: 'sent', reference: `ref-${to}` });
    expect(await gateway.ask?.('unknown', signal)).toBeNull();
  });

  it('refuses a number that cannot receive codes before anything is sent', async () => {
    telegram.unreachable.add('12015550131');
    const policies = await policiesOf(product.db.drizzle, '000000', 3);
    const refused = await gateway.prepare?.(message(12_015_550_131n, code), signal);
    expect(refused).toMatchObject({ state: 'refused', error: { code: 'PHONE_NUMBER_NOT_AVAILABLE' } });
    expect(policies({ code: 'PHONE_NUMBER_NOT_AVAILABLE' })).toMatchObject({ class: 3, isResettable: false });
    await expect(gateway.send(message(12_015_550_132n, text), signal)).rejects.toBeInstanceOf(NotSent);
  });

  it('reads a pause from the name of an error', async () => {
    telegram.behave({ act: { kind: 'status', status: 200, body: { ok: false, error: 'FLOOD_WAIT_9' } } });
    expect(await gateway.send(message(12_015_550_133n, code), signal)).toMatchObject({
      error: { code: 'FLOOD_WAIT', afterMillis: 9000 },
    });
  });

  it('is probed by a question about no request, which fails with a wrong token', async () => {
    await gateway.probe(signal);
    await product.admin.post('provider/provider/submit', { id: gatewayId, apiKey: 'wrong' });
    await expect((await adapterOf(gatewayId)).probe(signal)).rejects.toThrow('ACCESS_TOKEN_INVALID');
  });
});

describe('a Telegram bot', () => {
  const notice = (chat: string | null) => message(12_015_550_140n, text, { userId: chat });

  it('writes to chats by their id', async () => {
    const sent = await bot.send(notice('4503599627370495'), signal);
    expect(sent).toMatchObject({ state: 'accepted', messageId: telegram.taken.at(-1)?.id });
    expect(telegram.taken.at(-1)?.body).toEqual({ chat_id: 4_503_599_627_370_495, text: 'Hello' });
    for (const chat of [null, 'name', '1e9', '99999999999999999'])
      await expect(bot.send(notice(chat), signal)).rejects.toBeInstanceOf(NotSent);
    await bot.probe(signal);
  });

  it.each([
    [429, 'Too Many Requests', 17, { code: '429', text: 'Too Many Requests', afterMillis: 17_000 }],
    [
      403,
      'Forbidden: bot was blocked by the user',
      undefined,
      { code: '403', text: 'Forbidden: bot was blocked by the user' },
    ],
    [400, 'Bad Request: chat not found', undefined, { code: '400', text: 'Bad Request: chat not found' }],
    [500, 'Internal', undefined, { code: '5xx', text: 'Internal' }],
  ])('reports the error %i %s', async (status, description, pause, error) => {
    telegram.behave({ act: { kind: 'status', status, body: botError(status, description, pause) } });
    expect(await bot.send(notice('700'), signal)).toEqual({ state: 'refused', error });
  });
});

describe('the trial channel', () => {
  it.each([
    [0n, 'refused', '131026'],
    [2n, 'refused', '131049'],
    [1n, 'accepted', null],
    [10n, 'accepted', null],
  ])('decides about a number that ends with %i: %s', async (ending, state, error) => {
    const sent = await trial.send(message(12_015_550_100n + ending, template), signal);
    expect(sent.state).toBe(state);
    expect(sent.state === 'refused' ? sent.error.code : null).toBe(error);
  });

  it.each([
    ['01', 'failed'],
    ['03', 'sent'],
    ['04', 'expired'],
    ['05', 'delivered'],
    ['10', 'delivered'],
    ['17', 'read'],
  ])('reports about a number that ends with %s, after a while: %s', async (ending, status) => {
    const id = `trial.120155501${ending}.${Date.now() - 60_000}.ref-1`;
    expect(await trial.ask?.(id, signal)).toMatchObject({ status, reference: 'ref-1', messageId: id });
    expect(await trial.ask?.('other', signal)).toBeNull();
  });

  it('is offered only while the sandbox is enabled', async () => {
    const { app, db } = product;
    const asked = { tenantId: '000000', protocols: [2, 5] };
    const protocols = async (sandbox: boolean) => {
      const closed = { ...app, config: { ...app.config, sandbox } };
      return (await messageSenders(closed, db.drizzle, asked)).map(({ protocol }) => protocol);
    };
    expect(await protocols(true)).toEqual([2, 5]);
    expect(await protocols(false)).toEqual([2]);
  });
});

describe('consequences of errors', () => {
  it('are those of the code, of its range, or final', async () => {
    const policies = await policiesOf(product.db.drizzle, '000000', 2);
    expect(policies({ code: '131056' })).toMatchObject({ class: 2, delaySeconds: 6, growth: 4 });
    expect(policies({ code: '131050' })).toMatchObject({ class: 3, isSuppressing: true });
    expect(policies({ code: '130429' })).toMatchObject({ class: 6 });
    expect(policies({ code: '131048' })).toMatchObject({ class: 5 });
    expect(policies({ code: '273' })).toMatchObject({ class: 7 });
    expect(policies({ code: '1' })).toMatchObject({ class: 1, triesMax: 3 });
    expect(policies({ code: '2' })).toMatchObject({ class: 1, triesMax: 3 });
    expect(policies({ code: '999' })).toMatchObject({ class: 3, triesMax: 0, isResettable: true });
    expect(policies({ code: '999', isTemporary: true })).toMatchObject({ class: 1, triesMax: 3 });
    expect(policies({ code: '131026', isTemporary: true })).toMatchObject({ class: 3 });
    expect((await policiesOf(product.db.drizzle, '000000', 5))({ code: '131026' })).toMatchObject({ class: 3 });
    expect((await policiesOf(product.db.drizzle, '000000', 4))({ code: '403' })).toMatchObject({
      class: 3,
      isSuppressing: true,
    });
  });

  it("are a tenant's own where it has some", async () => {
    await product.db.pool.query(
      `insert into prv_error_policy (tenant_id, protocol, error_code, policy_class, meaning, meaning_en, last_reason)
       values ('100001', 2, '131026', 1, 'x', 'x', 'Trial')`,
    );
    expect((await policiesOf(product.db.drizzle, '100001', 2))({ code: '131026' })).toMatchObject({ class: 1 });
    expect((await policiesOf(product.db.drizzle, '000000', 2))({ code: '131026' })).toMatchObject({ class: 3 });
  });
});

describe('the journal of a channel', () => {
  it.each([
    [
      new URL('../../../../testing/whatsapp-server-process.ts', import.meta.url),
      `/${WHATSAPP.phoneId}/messages`,
      { authorization: `Bearer ${WHATSAPP.token}` },
      { to: '12015550123' },
      '12015550123',
    ],
    [
      new URL('../../../../testing/telegram-server-process.ts', import.meta.url),
      `/bot${TELEGRAM.botToken}/sendMessage`,
      {},
      { chat_id: 700, text: 'Hello' },
      '700',
    ],
  ])('outlives the process %s', async (script, call, headers, body, to) => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-channel-'));
    const journal = path.join(folder, 'taken');
    const child = spawn(process.execPath, [fileURLToPath(script), '0', journal], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      const [address] = (await once(child.stdout, 'data')) as [Buffer];
      const sent = { method: 'POST', headers, body: JSON.stringify(body) };
      expect((await fetch(`${address.toString().trim()}${call}`, sent)).status).toBe(200);
      child.kill('SIGKILL');
      expect(readMessages(journal)).toMatchObject([{ to, body }]);
    } finally {
      child.kill('SIGKILL');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
