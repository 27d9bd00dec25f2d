import { createServer } from 'node:net';
import { providerProtocol } from '@trade-assistant/contract/areas/provider/dictionaries.ts';
import { smsKind } from '@trade-assistant/contract/areas/resource/sms.ts';
import { payoutKind, sandboxOutcome, watcherKind } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createOutbound, type Outbound } from '../../../kernel/outbound/index.ts';
import { startCheckServer } from '../../../testing/check-server.ts';
import { httpChannel } from '../../money/payments/channels/http.ts';
import { sandboxChannel } from '../../money/payments/channels/sandbox.ts';
import { httpWatcher } from '../../money/payments/watchers/http.ts';
import { sandboxWatcher } from '../../money/payments/watchers/sandbox.ts';
import type { SmsProvider } from '../sms/tables.ts';
import { segmentsOfMessage } from '../sms/text.ts';
import { vendors } from '../sms/vendors/index.ts';
import { outcomeOf } from '../sms/vendors/vendor.ts';
import { messageAdapterOf } from './channels/adapters.ts';
import type { Handed, MessageAdapter, OutgoingMessage } from './channels/ports.ts';
import { trialChannel } from './channels/trial.ts';
import { httpChecks } from './http-checks.ts';
import { type CheckAdapter, type CheckAnswer, NotSent } from './ports.ts';
import { sandboxChecks } from './sandbox.ts';
import type { ProviderRow } from './tables.ts';

/**
 * What the program concludes from an exchange: results, a lower rate, a refusal, nothing sent (a repetition is safe), or that nobody
 * knows (it is asked about, never repeated by guess).
 */
type Conclusion = 'results' | 'throttled' | 'refused' | 'notSent' | 'doubt';

interface Adapter {
  /** Operations that change or read something at the vendor, by name. */
  readonly operations: Readonly<Record<string, (address: string) => Promise<Conclusion>>>;
  /** A good answer for all of them. */
  readonly good: unknown;
  /** The conclusion where it differs from that of all adapters, by misbehaviour, of all operations or by operation. */
  readonly differs?: Readonly<Record<string, Conclusion | Readonly<Record<string, Conclusion>>>>;
}

const vendor = await startCheckServer();
afterAll(() => vendor.close());
/** Exchanges end soon; everything else is as in the product. */
const plain = createOutbound({ allowPrivate: true });
const outbound: Outbound = {
  ...plain,
  request: (address, request) => plain.request(address, { ...request, timeoutMillis: 400 }),
};
afterAll(() => plain.close());

/** A port at which nobody listens. */
const closedPort = await new Promise<string>((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    server.close(() => resolve(String(typeof address === 'object' && address ? address.port : 1)));
  });
});
const closed = `http://127.0.0.1:${closedPort}/v1`;

const number = 12_015_550_100n;
const { signal } = new AbortController();
const batch = { reference: 'r-1', round: 1, capability: 1, activePeriod: null, numbers: [number] };

const concludedCheck = (work: () => Promise<CheckAnswer | undefined>): Promise<Conclusion> =>
  work().then(
    (answer) =>
      answer === undefined || answer.state === 'answered'
        ? 'results'
        : answer.state === 'throttled' || answer.state === 'refused'
          ? answer.state
          : 'doubt',
    (error) => (error instanceof NotSent ? 'notSent' : 'doubt'),
  );

const checks = (adapterAt: (address: string) => CheckAdapter): Adapter => ({
  good: { state: 'answered', results: [{ number: `+${number}`, verdict: 'alive' }] },
  differs: { throttles: 'throttled', 'is not there': 'notSent' },
  operations: {
    submit: (address) => concludedCheck(() => adapterAt(address).submit(batch, signal)),
    collect: (address) => concludedCheck(() => adapterAt(address).collect(batch, 'b-1', signal)),
    ask: (address) => concludedCheck(() => adapterAt(address).ask(batch, signal)),
  },
});

const payout = {
  ...{ merchantNo: 'W-1-1', amount: '1', currency: 'USDT', network: 'TRC20', address: 'T-1', bank: null, note: null },
  sentTime: new Date(),
};
/** No payout is repeated by guess: anything but an answer is doubt. */
const payouts = (portAt: (address: string) => ReturnType<typeof httpChannel>): Adapter => {
  const concluded = (state: string): Conclusion => (['unknown', 'absent'].includes(state) ? 'doubt' : 'results');
  return {
    good: { status: 'accepted', channelNo: 'c-1' },
    operations: {
      submit: async (address) => concluded((await portAt(address).submit(payout)).state),
      query: async (address) => concluded((await portAt(address).query(payout)).state),
    },
  };
};

/** Reading payments changes nothing: an error means reading the same page again. */
const watcher = (portAt: (address: string) => ReturnType<typeof httpWatcher>): Adapter => ({
  good: { payments: [], next: '1' },
  operations: {
    read: async (address) =>
      portAt(address)
        .read(null, [])
        .then(
          () => 'results',
          () => 'doubt',
        ),
  },
});

const smsProvider = (endpoint: string) =>
  ({
    ...{ endpoint, accessKey: 'key', account: null, appId: '1', templateId: '1', regionId: 'r', signName: 'Sign' },
    ...{ httpFormat: 1, httpBody: '{"to":"{phone}","text":"{text}"}', httpAccepted: '"ok"' },
  }) as unknown as SmsProvider;
const text = (kind: number, good: unknown, differs?: Adapter['differs']): Adapter => ({
  good,
  differs: { 'is not there': 'notSent', throttles: 'refused', ...differs },
  operations: {
    send: async (address) => {
      const given = { secretKey: 's', phones: [number], values: {}, text: 'Hello', outbound, locale: 'en' as const };
      const segmented = segmentsOfMessage('Hello');
      const wasThere = new URL(address).port !== closedPort;
      const { state } = await vendors[kind]!.send({ provider: smsProvider(address), ...given, segmented }).then(
        ([first]) => first!,
        (error) => outcomeOf(error, 'en'),
      );
      if (state === 'accepted') return 'results';
      return state === 'unknown' ? 'doubt' : wasThere ? 'refused' : 'notSent';
    },
  },
});

const settings = (endpoint: string) => ({ endpoint, merchantId: 'm', signingSecret: 's', outbound });
const providerRow = (endpoint: string) =>
  ({ id: 1n, endpoint, apiKey: null, secretKey: null, callbackOrigin: null, timeoutMs: 1000 }) as ProviderRow;

const message: OutgoingMessage = {
  ...{ reference: 'r-1', e164: number, userId: '700', ttlSeconds: null, token: null, from: null, partRef: null },
  content: { kind: 'template', name: 'hello', language: 'en', components: [] },
};
const notice = { ...message, content: { kind: 'text', text: 'Hello' } } as const;
const code = { ...message, content: { kind: 'code', code: '123456', senderUsername: null } } as const;
const concludedMessage = (work: () => Promise<unknown>): Promise<Conclusion> =>
  work().then(
    (answer) => {
      const { state, error } = (answer ?? {}) as Partial<Extract<Handed, { state: 'refused' }>>;
      if (state !== 'refused') return 'results';
      return error?.code === '429' ? 'throttled' : 'refused';
    },
    (error) => (error instanceof NotSent ? 'notSent' : 'doubt'),
  );
type Operations = Readonly<Record<string, () => Promise<unknown>>>;
/** `sends` hands messages over; its errors by HTTP status alone have their rules, unlike those of `reads`. */
const messages = (
  protocol: number,
  good: unknown,
  operationsOf: (adapter: MessageAdapter) => { readonly sends: Operations; readonly reads?: Operations },
): Adapter => {
  const at = (address: string) => {
    const app = { outbound, secrets: undefined as never };
    return operationsOf(messageAdapterOf(app, senderRow(address, protocol)));
  };
  const { sends, reads = {} } = at(closed);
  const named = (conclusion: Conclusion) => Object.fromEntries(Object.keys(sends).map((name) => [name, conclusion]));
  return {
    good,
    differs: { 'is not there': 'notSent', throttles: named('throttled'), 'fails with a page': named('refused') },
    operations: Object.fromEntries(
      Object.keys({ ...sends, ...reads }).map((name) => [
        name,
        (address: string) =>
          concludedMessage(async () => {
            const all = at(address);
            return { ...all.sends, ...all.reads }[name]?.();
          }),
      ]),
    ),
  };
};
const senderRow = (endpoint: string, protocol: number) =>
  ({ ...providerRow(endpoint), protocol, senderAccount: '106', businessAccount: '102' }) as ProviderRow;

/** Every adapter that speaks HTTP. One that is missing here fails the last test. */
const ADAPTERS: Readonly<Record<string, Adapter>> = {
  'provider http': checks((address) => httpChecks({ outbound, secrets: undefined as never }, providerRow(address))),
  'provider whatsapp': messages(
    providerProtocol.is.whatsapp,
    { messages: [{ id: 'wamid.1' }], data: [{ id: '1', name: 'hello', language: 'en' }] },
    (adapter) => ({
      sends: { template: () => adapter.send(message, signal), text: () => adapter.send(notice, signal) },
    }),
  ),
  'provider telegramGateway': messages(
    providerProtocol.is.telegramGateway,
    { ok: true, result: { request_id: 'g-1', request_cost: 0.01, delivery_status: { status: 'sent' } } },
    (adapter) => ({
      sends: { prepare: () => adapter.prepare!(code, signal), code: () => adapter.send(code, signal) },
      reads: { ask: () => adapter.ask!('g-1', signal) },
    }),
  ),
  'provider telegramBot': messages(
    providerProtocol.is.telegramBot,
    { ok: true, result: { message_id: 9 } },
    (adapter) => ({
      sends: { text: () => adapter.send(notice, signal) },
      reads: { probe: () => adapter.probe(signal) },
    }),
  ),
  'payout http': payouts((address) => httpChannel(settings(address))),
  'watcher http': watcher((address) => httpWatcher(settings(address))),
  'sms http': text(
    smsKind.is.http,
    { result: 'ok', id: '1' },
    // The text of an accepted answer is a setting: any other answer is a refusal.
    { 'answers a page': 'refused', 'answers other JSON': 'refused', 'answers a list': 'refused' },
  ),
  'sms aliyun': text(smsKind.is.aliyun, { Code: 'OK', BizId: '1' }),
  'sms tencent': text(smsKind.is.tencent, {
    Response: { SendStatusSet: [{ SerialNo: '1', PhoneNumber: `+${number}`, Fee: 1, Code: 'Ok', Message: '' }] },
  }),
  'sms qiniu': text(smsKind.is.qiniu, { job_id: '1' }),
  'sms yunpian': text(smsKind.is.yunpian, { data: [{ code: 0, msg: '', count: 1, mobile: `+${number}`, sid: 1 }] }),
};
/** Invent their answers, or speak no HTTP. */
const WITHOUT_HTTP = ['provider smpp', 'provider trial', 'payout sandbox', 'watcher sandbox', 'sms smpp'];

interface Row {
  readonly act?: (good: unknown) => Parameters<typeof vendor.behave>[0]['act'];
  readonly address?: string;
  readonly concluded: Conclusion;
}
const status = (code: number, body?: unknown, headers?: Record<string, string>) =>
  ({ kind: 'status', status: code, body, ...(headers ? { headers } : {}) }) as const;

const ROWS: Readonly<Record<string, Row>> = {
  answers: { act: (good) => status(200, good), concluded: 'results' },
  'is slow': { act: (body) => ({ kind: 'slow', millis: 100, body }), concluded: 'results' },
  'answers byte by byte': { act: (body) => ({ kind: 'trickle', body }), concluded: 'results' },
  'is not there': { address: closed, concluded: 'doubt' },
  'never answers': { act: () => ({ kind: 'hang' }), concluded: 'doubt' },
  'answers too late': { act: (body) => ({ kind: 'slow', millis: 700, body }), concluded: 'doubt' },
  'hangs up': { act: () => ({ kind: 'hangUp', afterReceipt: false }), concluded: 'doubt' },
  'hangs up in its answer': { act: (body) => ({ kind: 'cut', body }), concluded: 'doubt' },
  'answers a page': { act: () => ({ kind: 'garbage' }), concluded: 'doubt' },
  'answers other JSON': { act: () => status(200, { weather: 'fine' }), concluded: 'doubt' },
  'answers a list': { act: () => status(200, [1, 2]), concluded: 'doubt' },
  'answers too much': { act: () => ({ kind: 'huge' }), concluded: 'doubt' },
  throttles: { act: () => status(429, { message: 'slow down' }, { 'retry-after': '2' }), concluded: 'doubt' },
  'fails with a page': { act: () => status(502, '<html>'), concluded: 'doubt' },
  'fails with a good answer': { act: (good) => status(500, good), concluded: 'doubt' },
  'leads elsewhere': { act: (body) => ({ kind: 'redirect', body: { to: body } }), concluded: 'doubt' },
};

beforeEach(() => vendor.behave());

describe.each(Object.entries(ADAPTERS))('%s, whose vendor', (_name, adapter) => {
  describe.each(Object.entries(ROWS))('%s', (row, { act, address = vendor.address, concluded }) => {
    it.each(Object.keys(adapter.operations))('%s', async (operation) => {
      if (act) vendor.behave({ on: 'any', act: act(adapter.good), times: 10 });
      const before = vendor.requests.length;
      const differs = adapter.differs?.[row];
      const expected = (typeof differs === 'object' ? differs[operation] : differs) ?? concluded;
      expect(await adapter.operations[operation]?.(address)).toBe(expected);
      // Once, and nowhere else.
      expect(vendor.requests.length - before).toBe(address === closed ? 0 : 1);
      expect(vendor.last().path).not.toBe('/inside');
    });
  });
});

describe('a sandbox', () => {
  const waiting = { rechargeNo: 'R-1', txHash: null, createTime: new Date(0), network: 1, address: 'T' };
  it('answers without any request', async () => {
    const before = vendor.requests.length;
    expect((await sandboxChecks.submit(batch, signal)).state).toBe('answered');
    expect((await trialChannel.send(message, signal)).state).toBe('refused');
    expect((await sandboxChannel(sandboxOutcome.is.paid, 0).submit(payout)).state).toBe('paid');
    const { payments } = await sandboxWatcher(1, 0).read(null, [{ ...waiting, amount: 1n, currency: 'USDT' }]);
    expect(payments).toHaveLength(1);
    expect(vendor.requests.length).toBe(before);
  });
});

it('a sender whose protocol a later release has added sends nothing', async () => {
  const later = messageAdapterOf({ outbound, secrets: undefined as never }, senderRow(closed, 999));
  await expect(later.send(message, signal)).rejects.toThrow(NotSent);
  await expect(later.probe(signal)).rejects.toThrow(NotSent);
});

it('every adapter is in the table', () => {
  const kinds = [
    ...Object.keys(providerProtocol.is).map((key) => `provider ${key}`),
    ...Object.keys(payoutKind.is).map((key) => `payout ${key}`),
    ...Object.keys(watcherKind.is).map((key) => `watcher ${key}`),
    ...Object.keys(smsKind.is).map((key) => `sms ${key}`),
  ];
  expect([...Object.keys(ADAPTERS), ...WITHOUT_HTTP].sort()).toEqual(kinds.sort());
});
