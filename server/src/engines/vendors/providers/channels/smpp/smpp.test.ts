import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { smppIdForm, smppLongMode } from '@trade-assistant/contract/areas/provider/smpp-fields.ts';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, describe, expect, it } from 'vitest';
import type { Tx } from '../../../../../kernel/db/index.ts';
import { testApp } from '../../../../../testing/app.ts';
import { addSender } from '../../../../../testing/channel-senders.ts';
import { startSmsc } from '../../../../../testing/smsc.ts';
import {
  assembleInbound,
  Busy,
  type HandedPart,
  type InboundEvent,
  InDoubt,
  localSenders,
  messageSender,
  type OutgoingMessage,
  readChannelEvents,
} from '../../index.ts';

import { reportIncomplete } from './assemble.ts';

const product = await testApp({ PRIVATE_ENDPOINTS: '1' });
const smsc = await startSmsc();
const { signal } = new AbortController();
const query = async <Row extends object>(text: string, values: unknown[] = []) =>
  (await product.db.pool.query<Row>(text, values)).rows;
await product.work();
afterAll(async () => {
  await product.close();
  await smsc.close();
});
afterEach(async () => {
  smsc.behaviour = {};
  await query('update prv_provider set status = 0');
  await expect.poll(() => [localSenders(product.app).length, smsc.bound()]).toEqual([0, 0]);
  smsc.forget();
});

/** Adds an account and waits until it is bound. */
async function account(more: Record<string, unknown> = {}) {
  const id = await addSender(product, 'smpp', { endpoint: smsc.address, timeoutMs: 2000, ...more });
  const binds = Number(more['bindCount'] ?? 1);
  await expect.poll(async () => (await bindsOf(id)).filter(({ state }) => state === 2).length).toBe(binds);
  const sender = await messageSender(product.app, product.db.drizzle, BigInt(id));
  if (!sender) throw new Error('no sender');
  return { id, sender, send: (text: string, to?: bigint) => sender.adapter.send(message(text, to), signal) };
}
const bindsOf = (id: string) =>
  query<{ state: number; worker_id: string | null; last_error: string | null }>(
    'select state, worker_id, last_error from prv_bind where provider_id = $1 order by bind_no',
    [id],
  );
const message = (text: string, e164 = 12_015_550_123n): OutgoingMessage => ({
  ...{ reference: 'r', e164, userId: null, ttlSeconds: null, token: null, partRef: null },
  content: { kind: 'text', text },
  from: { address: '12015550100', type: 1 },
});
const receiptsOf = async (id: string) =>
  (await query<{ body: string }>('select body from prv_receipt where source_id = $1 order by id', [id])).map(
    ({ body }) => body,
  );
async function eventsOf(id: string) {
  const sender = await messageSender(product.app, product.db.drizzle, BigInt(id));
  return (await receiptsOf(id)).flatMap((body) => readChannelEvents(sender ?? { protocol: 6 }, body) ?? []);
}
const known = ({ partNo, error }: HandedPart) => [partNo, error];
const LONG = 'This text is long enough for three parts, and a bit. '.repeat(7);
const PAIR = { source_addr: '12015550123', source_addr_ton: 1, source_addr_npi: 1, destination_addr: '12015550100' };

describe('a text', () => {
  it('is accepted with the id of each part, in one row on one bind', async () => {
    const { send } = await account({ bindCount: 2 });
    const handed = await Promise.all(Array.from({ length: 6 }, () => send(LONG)));
    for (const one of handed) {
      if (one.state !== 'accepted') throw new Error(one.state);
      expect(one.parts?.map(known)).toEqual([1, 2, 3].map((no) => [no, null]));
      const parts = smsc.taken.filter(({ id }) => one.parts?.some(({ vendorId }) => vendorId === id));
      expect(new Set(parts.map(({ session }) => session)).size).toBe(1);
      expect(parts.map(({ text }) => text).join('')).toBe(LONG.replace(/\r\n/g, '\n'));
      expect(parts.map(({ part }) => part?.slice(1))).toEqual([1, 2, 3].map((no) => [3, no]));
    }
    // Two texts to one phone never share a reference, or the phone would mix their parts.
    expect(new Set(smsc.taken.map(({ part }) => part?.[0])).size).toBe(6);
  });

  it.each([
    ['a wide reference', smppLongMode.is.header16, [3, 3]],
    ['parameters', smppLongMode.is.sar, [3, 3]],
    ['one payload', smppLongMode.is.payload, [1, 0]],
  ])('is joined by %s', async (_what, longMode, [parts, joined]) => {
    const { send } = await account({ longMode });
    expect(await send(LONG)).toMatchObject({ state: 'accepted' });
    expect([smsc.taken.length, smsc.taken.filter(({ part }) => part !== null).length]).toEqual([parts, joined]);
    expect(smsc.taken.map(({ text }) => text).join('')).toBe(LONG);
  });

  it('goes out in the alphabet of the account', async () => {
    const { send } = await account({ defaultAlphabet: 3 });
    await send('plain {text}');
    await send('Köln');
    // The SMSC of the test reads coding 0 as GSM, where these bytes mean other characters.
    expect(smsc.taken.map(({ coding }) => coding)).toEqual([0, 8]);
    expect(smsc.taken[1]?.text).toBe('Köln');
  });

  it('requests receipts for the parts that the profile names', async () => {
    const { send } = await account({ receiptParts: 2 });
    await send(LONG);
    expect(smsc.taken.map(({ registered }) => registered)).toEqual([0, 0, 1]);
  });

  it('is refused with the name of the status', async () => {
    const { send } = await account();
    smsc.behaviour = { status: 0x0b };
    expect(await send('x')).toEqual({
      state: 'refused',
      error: { code: 'ESME_RINVDSTADR', text: 'ESME_RINVDSTADR (0x0B)' },
    });
    smsc.behaviour = { status: 0x0415 };
    expect(await send('x')).toMatchObject({ state: 'refused', error: { code: '1045' } });
  });
});

describe('a throttling SMSC', () => {
  it('gets the same part first after a pause, and nothing is lost, doubled or counted as a failure', async () => {
    const { id, send } = await account({ ratePerSecond: 1000 });
    smsc.behaviour = { throttleEvery: 7 };
    const handed = await Promise.all(Array.from({ length: 8 }, (_, n) => send(LONG, 12_015_550_110n + BigInt(n))));
    expect(handed.map(({ state }) => state)).toEqual(Array(8).fill('accepted'));
    expect(smsc.taken).toHaveLength(24);
    for (const parts of Object.values(Object.groupBy(smsc.taken, ({ to }) => to)))
      expect(parts?.map(({ part }) => part?.[2]).toSorted()).toEqual([1, 2, 3]);
    await expect
      .poll(() => query('select outcome from prv_minute where provider_id = $1 order by 1', [id]))
      .toEqual([{ outcome: 4 }]);
    // A second later, what was accepted in it.
    await expect
      .poll(() => query('select breaker, learned_rate < 1000 as slower from prv_health where provider_id = $1', [id]))
      .toEqual([{ breaker: 0, slower: true }]);
  });

  it('that is full for one recipient defers only that text', async () => {
    const { send } = await account();
    smsc.behaviour = { statusOf: { '12015550150': 0x14 } };
    const [full, other] = await Promise.all([send('x', 12_015_550_150n), send('y')]);
    expect([full, other]).toMatchObject([
      { state: 'refused', error: { code: 'ESME_RMSGQFUL' } },
      { state: 'accepted' },
    ]);
  });
});

describe('a text without an answer is in doubt', () => {
  it.each([
    ['the connection closes', { closeEvery: 1 }],
    ['the SMSC never answers', { isSilent: true }],
  ])('when %s', async (_what, behaviour) => {
    const { send } = await account({ timeoutMs: 1000 });
    smsc.behaviour = behaviour;
    const error = await send('x').catch((one: unknown) => one);
    expect(error).toBeInstanceOf(InDoubt);
    expect((error as InDoubt).parts).toEqual([{ partNo: 1, vendorId: null, vendorKey: null, error: null }]);
    expect(smsc.taken).toHaveLength(1);
  });

  it('with the ids of the parts that are known', async () => {
    const { send } = await account({ windowSize: 1 });
    smsc.behaviour = { closeEvery: 2 };
    const error = (await send(LONG).catch((one: unknown) => one)) as InDoubt;
    expect(error.parts).toMatchObject([
      { vendorId: 'M1', error: null },
      { vendorId: null, error: null },
      { vendorId: null, error: { code: 'NOT_SENT' } },
    ]);
  });
});

it('stores the answer to a part that comes after the wait, and the receipt of that part', async () => {
  const { id, send } = await account({ timeoutMs: 1000 });
  smsc.behaviour = { answerMillis: 1100, receipts: 'after' };
  await expect(send('x')).rejects.toBeInstanceOf(InDoubt);
  await expect
    .poll(async () => (await eventsOf(id)).toSorted((a, b) => Number('answer' in b) - Number('answer' in a)))
    .toMatchObject([
      { type: 'status', reference: 'r', messageId: 'M1', status: 'sent', answer: { partNo: 1, vendorId: 'M1' } },
      { type: 'status', messageId: 'M1', status: 'delivered', senderAccount: '12015550100' },
    ]);
});

describe('receipts', () => {
  it.each([
    ['the same id', 'plain', smppIdForm.is.same],
    ['hexadecimal answers and decimal receipts', 'hexToDec', smppIdForm.is.hexToDec],
    ['the reverse', 'decToHex', smppIdForm.is.decToHex],
    ['padded answers', 'padded', smppIdForm.is.bareZeros],
    ['other letter cases', 'case', smppIdForm.is.anyCase],
  ] as const)('name the part by %s', async (_what, ids, idForm) => {
    const { id, send } = await account({ idForm });
    smsc.behaviour = { ids, receipts: 'before' };
    const handed = await send('x');
    await expect.poll(() => eventsOf(id)).toHaveLength(1);
    const [event] = await eventsOf(id);
    const key = handed.state === 'accepted' ? handed.parts?.[0]?.vendorKey : null;
    expect(event).toMatchObject({ type: 'status', status: 'delivered', messageId: key, e164: 12_015_550_123n });
    expect(smsc.answers).toEqual([0]);
  });

  it('are stored once when they come twice, and their states are read in every dialect', async () => {
    const { id, send } = await account();
    for (const [dialect, state, status] of [
      ['text', 'DELIVRD', 'delivered'],
      ['text', 'FAILED', 'failed'],
      ['short', 'UNDELIVERABLE', 'failed'],
      ['tlv', 'EXPIRED', 'expired'],
    ] as const) {
      smsc.behaviour = { receipts: 'twice', dialect, state };
      const before = (await eventsOf(id)).length;
      await send('x');
      await expect.poll(() => smsc.answers.length).toBe((before + 1) * 2);
      const events = await eventsOf(id);
      expect(events).toHaveLength(before + 1);
      expect(events.at(-1)).toMatchObject({ status });
    }
  });

  it('with an unknown state are counted and change nothing for good', async () => {
    const { id, send } = await account();
    smsc.behaviour = { receipts: 'after', state: 'MYSTERY' };
    await send('x');
    await expect.poll(() => eventsOf(id)).toMatchObject([{ status: 'sent' }]);
    await expect
      .poll(() => query('select exchanges from prv_minute where provider_id = $1 and outcome = 10', [id]))
      .toEqual([{ exchanges: 1 }]);
  });

  it('are answered “try again” while they cannot be stored, and stored when they are repeated', async () => {
    const { id } = await account();
    const receipt = { ...PAIR, esm_class: 4, short_message: 'id:9 stat:DELIVRD done date:2601020304' };
    await query('alter table prv_receipt rename to prv_receipt_away');
    try {
      expect(await smsc.deliver(receipt)).toBe(0x64);
    } finally {
      await query('alter table prv_receipt_away rename to prv_receipt');
    }
    expect(await smsc.deliver(receipt)).toBe(0);
    expect(await smsc.deliver(receipt)).toBe(0);
    expect(await eventsOf(id)).toHaveLength(1);
  });

  it('of 500 in one segment are all stored', async () => {
    const { id } = await account();
    smsc.deliverTogether(
      Array.from({ length: 500 }, (_, n) => ({ ...PAIR, esm_class: 4, short_message: `id:${n} stat:DELIVRD` })),
    );
    await expect.poll(() => smsc.answers.filter((status) => status === 0)).toHaveLength(500);
    expect(await receiptsOf(id)).toHaveLength(500);
  });
});

describe('inbound texts', () => {
  it('are read by the alphabet of the account', async () => {
    const { id } = await account({ defaultAlphabet: 2 });
    await smsc.deliver({ ...PAIR, data_coding: 0, short_message: { message: Buffer.from('Köln {x}', 'latin1') } });
    await smsc.deliver({
      ...PAIR,
      data_coding: 8,
      short_message: { message: Buffer.from('退订', 'utf16le').swap16() },
    });
    await expect
      .poll(() => eventsOf(id))
      .toMatchObject([
        { type: 'inbound', text: 'Köln {x}', e164: 12_015_550_123n, senderAccount: '12015550100' },
        { type: 'inbound', text: '退订' },
      ]);
  });

  it('in three parts come with their places', async () => {
    const { id } = await account();
    for (const no of [3, 1, 2])
      await smsc.deliver({
        ...{ ...PAIR, data_coding: 8, esm_class: 0x40 },
        short_message: {
          message: Buffer.concat([Buffer.from([5, 0, 3, 7, 3, no]), Buffer.from(`部分${no}`, 'utf16le').swap16()]),
        },
      });
    await expect
      .poll(() => eventsOf(id))
      .toMatchObject([3, 1, 2].map((no) => ({ text: `部分${no}`, part: { total: 3, no } })));
  });

  it('that are equal are as many on living binds; after a lost bind one is a repetition', async () => {
    const { id } = await account({ bindCount: 2 });
    const text = { ...PAIR, data_coding: 0, short_message: { message: Buffer.from('5') } };
    smsc.deliverTogether([text, text]);
    await expect.poll(async () => (await receiptsOf(id)).length).toBe(2);
    await smsc.deliver(text, 1);
    expect(await receiptsOf(id)).toHaveLength(3);
    smsc.dropAll();
    await expect.poll(() => smsc.bound()).toBe(0);
    await expect.poll(() => smsc.bound()).toBe(2);
    await smsc.deliver(text);
    expect(await receiptsOf(id)).toHaveLength(3);
    await smsc.deliver(text);
    expect(await receiptsOf(id)).toHaveLength(4);
  });

  it('are stored once when their answer was lost, and again when they are sent again later', async () => {
    const { id } = await account();
    const text = { ...PAIR, data_coding: 0, short_message: { message: Buffer.from('ok') } };
    await smsc.deliver(text);
    smsc.dropAll();
    await expect.poll(() => smsc.bound()).toBe(0);
    await expect.poll(() => smsc.bound()).toBe(1);
    await smsc.deliver(text);
    expect(await receiptsOf(id)).toHaveLength(1);
    await query(`update prv_receipt set dedupe_key = 'of an hour ago' where source_id = $1`, [id]);
    await smsc.deliver(text);
    expect(await receiptsOf(id)).toHaveLength(2);
  });
});

describe('binds', () => {
  it('are rebuilt after a loss, and the loss is one failure', async () => {
    const { id, send } = await account();
    smsc.dropAll();
    await expect
      .poll(() => query('select sum(exchanges)::int as n from prv_minute where provider_id = $1 and outcome = 3', [id]))
      .toEqual([{ n: 1 }]);
    await expect.poll(async () => (await send('x').catch((error) => error)).state).toBe('accepted');
  });

  it('of a refused account isolate the provider with the reason', async () => {
    const id = await addSender(product, 'smpp', { endpoint: smsc.address, apiKey: 'wrong' });
    await expect
      .poll(() => query('select breaker, breaker_reason from prv_health where provider_id = $1', [id]))
      .toEqual([{ breaker: 3, breaker_reason: 'bind: ESME_RINVPASWD (0x0E)' }]);
    await expect.poll(() => bindsOf(id)).toMatchObject([{ state: 0, worker_id: null }]);
    expect(smsc.counts.get('bind_transceiver')).toBe(1);
  });

  it('are a transmitter and a receiver where the account wants them', async () => {
    const { id, send } = await account({ bindMode: 2 });
    expect([smsc.counts.get('bind_transmitter'), smsc.counts.get('bind_receiver')]).toEqual([1, 1]);
    smsc.behaviour = { receipts: 'after' };
    await send('x');
    await expect.poll(() => eventsOf(id)).toHaveLength(1);
  });

  it('end when the provider is disabled and begin anew after a change', async () => {
    const { id } = await account();
    const { body } = await product.admin.get('provider/provider/detail', { id });
    const changed = await product.admin.post('provider/provider/submit', {
      ...{ id, version: body.data.version, windowSize: 3 },
    });
    expect(changed.body).toMatchObject({ code: 200 });
    await expect.poll(() => smsc.counts.get('bind_transceiver')).toBe(2);
    await query('update prv_provider set status = 0 where id = $1', [id]);
    await expect.poll(() => smsc.bound()).toBe(0);
    await expect.poll(() => bindsOf(id)).toMatchObject([{ state: 0, worker_id: null }]);
    const sender = await messageSender(product.app, product.db.drizzle, BigInt(id));
    await expect(sender?.adapter.send(message('x'), signal)).rejects.toBeInstanceOf(Busy);
  });

  it('are taken over from a worker that died, and not from one that lives', async () => {
    // A worker lives as long as it holds its lock.
    const worker = await product.db.pool.connect();
    const { rows } = await worker.query<{ id: number }>(`
      with added as (insert into kernel_worker (host, process_id) values ('elsewhere', 1) returning id)
      select id::int, pg_advisory_lock(7121, id::int) from added`);
    expect(rows).toHaveLength(1);
    const id = await addSender(product, 'smpp', { endpoint: smsc.address, bindCount: 2 });
    await expect.poll(async () => (await bindsOf(id)).filter(({ state }) => state === 2)).toHaveLength(1);
    worker.release(true);
    await expect.poll(async () => (await bindsOf(id)).filter(({ state }) => state === 2)).toHaveLength(2);
  });

  it('answer the enquiries of the SMSC, and prove that the account works', async () => {
    const { id, sender } = await account();
    await smsc.enquire();
    await sender.adapter.probe(signal);
    const before = smsc.counts.get('bind_transceiver');
    const tested = await product.admin.post('provider/provider/test', { id });
    expect(tested.body.data).toMatchObject({ succeeded: true });
    expect(smsc.counts.get('bind_transceiver')).toBe(before);
  });
});

describe('learning', () => {
  it.each([
    ['hexToDec', 'after', { idForm: smppIdForm.is.hexToDec, receiptParts: 1 }],
    ['padded', 'lastOnly', { idForm: smppIdForm.is.bareZeros, receiptParts: 2 }],
    ['case', 'firstOnly', { idForm: smppIdForm.is.anyCase, receiptParts: 3 }],
  ] as const)('proposes the settings for ids %s and receipts %s', async (ids, receipts, proposal) => {
    const { id } = await account();
    smsc.behaviour = { ids, receipts };
    const asked = await product.admin.post('provider/provider/learn', { id, phone: '+12015550123', sender: 'Example' });
    expect(asked.body).toMatchObject({ code: 200 });
    const learned = async () => (await product.admin.get('provider/provider/learning', { id })).body.data;
    await expect.poll(async () => (await learned()).proposal).toEqual(proposal);
    expect(await learned()).toMatchObject({ state: 2, phone: '+120****0123', problem: null });
    expect(smsc.taken).toHaveLength(3);
  });
});

describe('the clean-up of texts in parts', () => {
  it('puts them together, and reports those that stay incomplete with marks', async () => {
    const { id } = await account();
    const part = (no: number, total: number, ref: string): InboundEvent => ({
      type: 'inbound',
      messageId: `m${no}`,
      ...{ e164: 12_015_550_123n, userId: null, senderAccount: '12015550100' },
      kind: 'text',
      ...{ text: `<${no}>`, replyTo: null, at: new Date(), part: { ref, total, no } },
    });
    const put = (no: number, total: number, ref: string) =>
      product.db.tx((tx) => assembleInbound(tx, { id: BigInt(id) }, part(no, total, ref)));
    expect(await put(2, 2, 'a')).toBeNull();
    expect(await put(2, 2, 'a')).toBeNull();
    expect(await put(1, 2, 'a')).toMatchObject({ text: '<1><2>' });
    await put(3, 3, 'b');
    await put(1, 3, 'b');
    await product.db.drizzle.execute(sql`update prv_inbound_part set receive_time = now() - interval '25 hours'`);
    expect([await reportIncomplete(product.app), await reportIncomplete(product.app)]).toEqual([1, 0]);
    expect(await eventsOf(id)).toMatchObject([{ type: 'inbound', text: '<1>[2/3 …]<3>', e164: 12_015_550_123n }]);
  });
});

it('two parts of a text that are applied at once make one text', async () => {
  const { id } = await account();
  const put = (tx: Tx, no: number) =>
    assembleInbound(
      tx,
      { id: BigInt(id) },
      {
        ...{ type: 'inbound', messageId: `at-once-${no}`, e164: 12_015_550_124n, userId: null },
        ...{ senderAccount: '12015550100', kind: 'text', text: `<${no}>`, replyTo: null, at: new Date() },
        part: { ref: 'c', total: 2, no },
      },
    );
  const waiting = () =>
    product.db.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like '%pg_advisory_xact_lock%'`,
    );
  let isDone = false;
  const { first, second } = await product.db.tx(async (tx) => {
    const one = await put(tx, 1);
    const other = product.db
      .tx((own) => put(own, 2))
      .finally(() => {
        isDone = true;
      });
    // It waits for this transaction, or is not held up and misses the first part.
    await expect.poll(async () => isDone || (await waiting()).rowCount === 1).toBe(true);
    return { first: one, second: other };
  });
  expect([first, await second]).toMatchObject([null, { text: '<1><2>' }]);
});

it('the journal of the SMSC outlives its process', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'trade-assistant-smsc-'));
  const journal = path.join(folder, 'taken');
  const script = fileURLToPath(new URL('../../../../../testing/smsc-process.ts', import.meta.url));
  const child = spawn(process.execPath, [script, '0', journal], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [said] = (await once(child.stdout, 'data')) as [Buffer];
    const [address = '', control = ''] = said.toString().split('\n');
    const id = await addSender(product, 'smpp', { endpoint: address });
    await expect.poll(async () => (await bindsOf(id)).map(({ state }) => state)).toEqual([2]);
    const sender = await messageSender(product.app, product.db.drizzle, BigInt(id));
    await fetch(control, { method: 'POST', body: JSON.stringify({ closeEvery: 1 }) });
    await expect(sender?.adapter.send(message('x'), signal)).rejects.toBeInstanceOf(InDoubt);
    expect((await readFile(journal, 'utf8')).trim().split('\n')).toHaveLength(1);
  } finally {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true });
  }
});
