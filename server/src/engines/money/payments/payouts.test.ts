import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { signatureOf } from '../../../kernel/outbound/signature.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { callBack } from '../../../testing/callbacks.ts';
import { openChannel, openPayoutMethod, orderedWithdrawal, withdrawer } from '../../../testing/withdrawals.ts';
import { payoutService } from './index.ts';

const KEY = 'signing-key-of-the-test';
beforeEach(() => bank.reset());
afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  bank.server.close();
  await product.close();
});

/** A fake payout service whose answers a test sets. */
interface Bank {
  readonly server: Server;
  readonly address: string;
  /** Received payouts, by number. */
  readonly payouts: Map<string, { body: Record<string, unknown>; times: number }>;
  /** Its answer about every payout. */
  answer: { status: number; body: unknown } | 'hang up';
  problems: string[];
  reset(): void;
}

async function openBank(): Promise<Bank> {
  const payouts: Bank['payouts'] = new Map();
  const self: Bank = {
    server: createServer(async (request, response) => {
      const { status, body } = await serve(self, request);
      if (status === 0) response.destroy();
      else response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
    address: '',
    payouts,
    answer: accepted,
    problems: [],
    reset: () => {
      payouts.clear();
      self.answer = accepted;
      self.problems = [];
    },
  };
  await new Promise<void>((resolve) => self.server.listen(0, '127.0.0.1', resolve));
  return Object.assign(self, { address: `http://127.0.0.1:${(self.server.address() as AddressInfo).port}/v1` });
}
const accepted = { status: 202, body: { status: 'accepted', channelNo: 'B-1' } };
const product = await testApp({ SANDBOX: '1', PRIVATE_ENDPOINTS: '1' });
const bank: Bank = await openBank();

async function serve(self: Bank, request: IncomingMessage): Promise<{ status: number; body: unknown }> {
  let text = '';
  for await (const part of request) text += String(part);
  const path = (request.url ?? '').replace('/v1', '');
  const time = String(request.headers['x-time']);
  const signed = signatureOf(KEY, [time, request.method ?? '', path, text]);
  if (signed !== request.headers['x-signature']) self.problems.push(`${request.method} ${path} is not signed`);
  if (request.method === 'POST') {
    const body = JSON.parse(text) as Record<string, unknown>;
    const known = self.payouts.get(String(body['merchantNo']));
    self.payouts.set(String(body['merchantNo']), { body, times: (known?.times ?? 0) + 1 });
  } else if (!self.payouts.has(path.split('/').at(-1) ?? '')) return { status: 404, body: { status: 'absent' } };
  return self.answer === 'hang up' ? { status: 0, body: null } : self.answer;
}

const balances = async ({ id }: TestUser) => {
  const { rows } = await product.db.pool.query<{ kind: number; balance: string }>(
    'select kind, balance::text from fin_wallet where user_id = $1',
    [id.toString()],
  );
  return [1, 2].map((kind) => Number(rows.find((row) => row.kind === kind)?.balance ?? 0) / 1e6);
};
const detail = async (id: string) => (await product.admin.get('agent/withdrawal/detail', { id })).body.data;
/** Makes all payouts due and polls, as often as given. */
const poll = async (times = 1) => {
  for (let time = 0; time < times; time += 1) {
    await product.db.pool.query('update pay_withdrawal set poll_time = now() where poll_time is not null');
    await payoutService.handOver(product.app);
  }
};
const send = (id: string, type: string) => product.admin.post('agent/withdrawal/third-channel', { ids: id, type });

/** A withdrawal of 50, of which 49 are sent, submitted to a channel. */
async function sent(type: string) {
  const own = await withdrawer(product);
  const id = await orderedWithdrawal(product, own, {
    paymentMethod: await openPayoutMethod(product, { fee_fixed: '1000000' }),
  });
  expect((await send(id, type)).body.data).toEqual([{ id, status: 3 }]);
  return { ...own, id, no: `${(await detail(id)).withdrawNo}-1` };
}

let channelCount = 0;
async function bankChannel(): Promise<string> {
  channelCount += 1;
  const channelCode = `bank-${channelCount}`;
  const form = { channelCode, channelName: '银行', channelNameEn: 'Bank', channelKind: 2, sort: 1, status: 1 };
  const answer = await product.admin.post('user/payout-channel/save', {
    ...form,
    endpoint: bank.address,
    merchantId: 'm-1',
    signingSecret: KEY,
  });
  expect(answer.status).toBe(200);
  await product.db.pool.query('update pay_channel set confirmed = 1 where channel_code = $1', [channelCode]);
  return channelCode;
}

const sendCallback = async (
  channel: string,
  merchantNo: string,
  status: string,
  { headers, key = KEY, ...more }: Record<string, unknown> & { headers?: Record<string, string>; key?: string } = {},
) => {
  const { rows } = await product.db.pool.query<{ id: string }>(
    'select id::text from pay_channel where channel_code = $1',
    [channel],
  );
  const body = JSON.stringify({ merchantNo, status, channelNo: '', txHash: '', ...more });
  const id = rows[0]?.id ?? '0';
  return callBack(product, { resource: withdrawal.name, id, key, body, ...(headers ? { headers } : {}) });
};

describe('the sandbox', () => {
  it.each([
    [1, 'pays', 4, [50, 0]],
    [2, 'fails, and the money is held again', 5, [50, 50]],
    [3, 'pays, and the money comes back without the fee', 8, [99, 0]],
    [4, 'never answers, and nothing is given up', 3, [50, 0]],
  ])('%i: %s', async (outcome, _what, status, wallets) => {
    const { who, id } = await sent(await openChannel(product, outcome));
    await poll(3);
    expect((await detail(id)).status).toBe(status);
    expect(await balances(who)).toEqual(wallets);
  });

  it('is off by default', async () => {
    const other = await testApp({ SANDBOX: '0' });
    const form = { channelCode: 'box', channelName: '沙箱', channelNameEn: 'Box', channelKind: 1, sort: 1, status: 1 };
    const answer = await other.admin.post('user/payout-channel/save', { ...form, outcome: 1, delaySeconds: 0 });
    expect(answer.body.bizCode).toBe('SANDBOX_OFF');
    await other.close();
  });
});

describe('a channel by HTTP', () => {
  it('receives a payout once, signed, and is polled until it reports the outcome', async () => {
    const { who, id, no } = await sent(await bankChannel());
    await poll(3);
    expect(await detail(id)).toMatchObject({ status: 3, channelNo: 'B-1' });
    expect(bank.payouts.get(no)).toMatchObject({
      times: 1,
      body: { amount: '49', currency: 'USDT', network: 'TRC20' },
    });
    bank.answer = { status: 200, body: { status: 'paid', txHash: 'hash-1' } };
    await poll();
    expect(await detail(id)).toMatchObject({ status: 4, txHash: 'hash-1' });
    expect(await balances(who)).toEqual([50, 0]);
    bank.answer = { status: 200, body: { status: 'returned', message: 'Account closed' } };
    await poll();
    expect(await detail(id)).toMatchObject({ status: 8, rejectReason: 'Account closed' });
    expect(await balances(who)).toEqual([99, 0]);
    expect(bank.problems).toEqual([]);
  });

  it.each([
    ['a proxy’s page', { status: 502, body: '<html>' }],
    ['a refusal in other words', { status: 400, body: { error: 'no' } }],
    ['a lost connection', 'hang up' as const],
  ])('is not taken to have refused by %s', async (_what, answer) => {
    const { id, no } = await sent(await bankChannel());
    bank.answer = answer;
    await poll(3);
    expect((await detail(id)).status).toBe(3);
    // The first submission arrived; only queries follow.
    expect(bank.payouts.get(no)?.times).toBe(1);
    const refusal = await product.admin.post('agent/withdrawal/turn-down', { ids: id, reason: 'No' });
    expect(refusal.body.bizCode).toBe('STATE_CONFLICT');
    bank.answer = { status: 200, body: { status: 'paid' } };
    await poll();
    expect((await detail(id)).status).toBe(4);
  });

  it('receives a lost payout again under the same number; after an hour the payout has failed', async () => {
    const { who, id, no } = await sent(await bankChannel());
    bank.answer = 'hang up';
    await poll();
    bank.payouts.clear();
    bank.answer = accepted;
    await poll();
    expect(bank.payouts.get(no)?.times).toBe(1);

    bank.payouts.clear();
    await product.db.pool.query(`update pay_withdrawal set sent_time = now() - interval '2 hours' where id = $1`, [id]);
    await poll();
    expect((await detail(id)).status).toBe(5);
    expect(bank.payouts.size).toBe(0);
    expect(await balances(who)).toEqual([50, 50]);
  });

  it('can fail and receive another attempt; a late report about the first attempt moves no money', async () => {
    const channel = await bankChannel();
    const { who, id, no } = await sent(channel);
    bank.answer = { status: 200, body: { status: 'failed', message: 'Limit' } };
    await poll();
    expect(await detail(id)).toMatchObject({ status: 5, channelSaid: 'Limit' });
    expect(await balances(who)).toEqual([50, 50]);
    bank.answer = accepted;
    await send(id, channel);
    await poll();
    expect(bank.payouts.has(no.replace(/1$/, '2'))).toBe(true);
    // The first attempt was paid after all: finance must look, and no money moves twice.
    expect((await sendCallback(channel, no, 'paid')).status).toBe(200);
    expect((await detail(id)).status).toBe(3);
    const { rows } = await product.db.pool.query(
      'select news from pay_payout_news where withdrawal_id = $1 and is_conflict = 1',
      [id],
    );
    expect(rows).toEqual([{ news: 'paid' }]);
  });

  it('can fail repeatedly: each time the money is held again, and finally released to its owner', async () => {
    const channel = await bankChannel();
    const { who, id, no } = await sent(channel);
    for (const attempt of ['1', '2', '3']) {
      if (attempt !== '1') expect((await send(id, channel)).status).toBe(200);
      expect(await balances(who)).toEqual([50, 0]);
      expect((await sendCallback(channel, no.replace(/1$/, attempt), 'failed')).status).toBe(200);
      expect((await detail(id)).status).toBe(5);
      expect(await balances(who)).toEqual([50, 50]);
    }
    expect((await product.admin.post('agent/withdrawal/turn-down', { ids: id, reason: 'No' })).status).toBe(200);
    expect(await balances(who)).toEqual([100, 0]);
  });

  it('that reports a failure and then a payment has paid', async () => {
    const channel = await bankChannel();
    const { who, id, no } = await sent(channel);
    await sendCallback(channel, no, 'failed');
    expect(await balances(who)).toEqual([50, 50]);
    await sendCallback(channel, no, 'paid');
    expect((await detail(id)).status).toBe(4);
    expect(await balances(who)).toEqual([50, 0]);
  });
});

it('a channel is used after a second person has approved it, until its address changes', async () => {
  const form = { channelCode: 'two', channelName: '二', channelNameEn: 'Two', channelKind: 2, sort: 9, status: 1 };
  const http = { endpoint: bank.address, merchantId: 'm-1', signingSecret: KEY };
  const saved = await product.admin.post('user/payout-channel/save', { ...form, ...http });
  const id = saved.body.data.id;
  const usable = async () =>
    (await product.admin.get('user/payout-channel/choices')).body.data.some(
      ({ channelCode }: { channelCode: string }) => channelCode === 'two',
    );
  const checker = await product.staff('finance_check');
  const waiting = async () =>
    ((await checker.get('desk/approval/list', { kind: 12, status: 0 })).body.data.records as { id: string }[]).filter(
      (request) => /\btwo\b/.test(JSON.stringify(request)),
    );
  const { who, payeeId } = await withdrawer(product);
  const order = await orderedWithdrawal(product, { who, payeeId }, { paymentMethod: await openPayoutMethod(product) });
  const send = () => product.admin.post('agent/withdrawal/third-channel', { ids: order, type: 'two' });
  expect(await usable()).toBe(false);
  expect((await send()).body.bizCode).toBe('CHANNEL_GONE');
  const [asked, ...others] = await waiting();
  expect(others).toEqual([]);
  expect((await product.admin.post('desk/approval/pass', { ids: asked?.id })).body.bizCode).toBe('SELF_APPROVAL');
  expect((await checker.post('desk/approval/pass', { ids: asked?.id })).status).toBe(200);
  expect(await usable()).toBe(true);
  expect((await send()).status).toBe(200);
  // An unapproved address is not trusted: nothing is sent to it, asked of it or accepted from it.
  const moved = { id, endpoint: `${bank.address}/other` };
  const kept = await product.admin.post('user/payout-channel/update', moved);
  expect(kept.body.data.fields).toMatchObject([{ field: 'signingSecret' }]);
  await product.admin.post('user/payout-channel/update', { ...moved, signingSecret: KEY });
  expect(await usable()).toBe(false);
  const no = `${(await detail(order)).withdrawNo}-1`;
  await poll();
  expect(bank.payouts.has(no)).toBe(false);
  expect((await sendCallback('two', no, 'paid')).body.bizCode).toBe('CALLBACK_SIGNATURE');
  expect((await detail(order)).status).toBe(3);
  expect((await checker.post('desk/approval/pass', { ids: (await waiting())[0]?.id })).status).toBe(200);
  expect((await sendCallback('two', no, 'paid')).status).toBe(200);
  await product.db.pool.query('update pay_withdrawal set poll_time = null where id = $1', [order]);
});

it('a silent channel delays no payout of another channel', async () => {
  const silent: Socket[] = [];
  const server = createServer(() => undefined).on('connection', (socket) => silent.push(socket));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const dumb = await bankChannel();
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  await product.db.pool.query('update pay_channel set endpoint = $2 where channel_code = $1', [dumb, address]);
  for (let turn = 0; turn < 6; turn += 1) await sent(dumb);
  const { stop } = await payoutService.start(product.app, 0n);
  // As many as one channel may have under way.
  await expect.poll(() => silent.length).toBe(4);
  const { id } = await sent(await openChannel(product));
  await expect.poll(async () => (await detail(id)).status).toBe(4);
  expect(silent).toHaveLength(4);
  server.close();
  for (const socket of silent) socket.destroy();
  await stop();
});

describe('a callback', () => {
  it('is accepted when it is signed, recent, and from the channel of the payout', async () => {
    const [channel, other] = [await bankChannel(), await bankChannel()];
    const { id, no } = await sent(channel);
    const code = async (answer: ReturnType<typeof sendCallback>) => (await answer).body.bizCode;
    const now = Math.floor(Date.now() / 1000);
    expect(await code(sendCallback(channel, no, 'paid', { key: 'another key' }))).toBe('CALLBACK_SIGNATURE');
    expect(await code(sendCallback('nobody', no, 'paid'))).toBe('CALLBACK_SIGNATURE');
    for (const time of [1, now - 400, now + 400, now + 10 * 365 * 86_400])
      expect(await code(sendCallback(channel, no, 'paid', { headers: { 'X-Time': String(time) } })), String(time)).toBe(
        'CALLBACK_SIGNATURE',
      );
    // Well signed, but about no payout of this channel.
    expect((await sendCallback(other, no, 'paid')).status).toBe(200);
    expect((await sendCallback(channel, `X${no}`, 'paid')).status).toBe(200);
    expect((await detail(id)).status).toBe(3);
    expect((await sendCallback(channel, no, 'paid', { txHash: 'hash-2' })).status).toBe(200);
    expect(await detail(id)).toMatchObject({ status: 4, txHash: 'hash-2' });
    const { rows } = await product.db.pool.query(
      `select r.state, c.channel_code from prv_receipt r join pay_channel c on c.id = r.source_id
       where r.kind = 'payout' and c.channel_code = any($1) order by r.id`,
      [[channel, other]],
    );
    expect(rows).toEqual([
      { state: 3, channel_code: other },
      { state: 3, channel_code: channel },
      { state: 1, channel_code: channel },
    ]);
  });

  it('with the key before is accepted until the stated time, and refused after', async () => {
    const channel = await bankChannel();
    const { id, no } = await sent(channel);
    const [row] = (await product.admin.get('user/payout-channel/page', { channelCode_equal: channel })).body.data
      .records;
    const changed = { id: row.id, signingSecret: 'the second key', previousKeyUntil: '2999-01-01 00:00:00' };
    expect((await product.admin.post('user/payout-channel/update', changed)).status).toBe(200);
    const answers = async () => [
      (await sendCallback(channel, no, 'accepted')).status,
      (await sendCallback(channel, no, 'accepted', { key: 'the second key' })).status,
    ];
    expect(await answers()).toEqual([200, 401]);
    await product.db.pool.query('update pay_channel set confirmed = 1 where id = $1', [row.id]);
    expect(await answers()).toEqual([200, 200]);
    await product.db.pool.query(`update pay_channel set previous_key_until = now() where id = $1`, [row.id]);
    expect(await answers()).toEqual([401, 200]);
    expect((await sendCallback(channel, no, 'paid', { key: 'the second key' })).status).toBe(200);
    expect((await detail(id)).status).toBe(4);
    await product.db.pool.query('update pay_withdrawal set poll_time = null where id = $1', [id]);
  });

  it('can arrive twice, in parallel, and in any order', async () => {
    const channel = await bankChannel();
    const { who, id, no } = await sent(channel);
    const words = ['returned', 'paid', 'accepted', 'paid', 'returned'];
    const answers = await Promise.all(words.map((word) => sendCallback(channel, no, word)));
    expect(answers.map(({ status }) => status)).toEqual(words.map(() => 200));
    expect((await detail(id)).status).toBe(8);
    expect(await balances(who)).toEqual([99, 0]);
  });
});

const step = fc.record({
  what: fc.constantFrom(
    'order',
    'pass',
    'refuse',
    'send',
    'send',
    'cancel',
    'move',
    'return',
    'tell',
    'tell',
    'poll',
    'poll',
  ),
  which: fc.nat(3),
  word: fc.constantFrom('accepted', 'paid', 'failed', 'returned'),
  attempt: fc.integer({ min: 1, max: 3 }),
  answer: fc.constantFrom('accepted', 'paid', 'failed', 'returned', 'proxy', 'hang up'),
});
const answers = (said: string): Bank['answer'] => {
  if (said === 'hang up') return said;
  return said === 'proxy' ? { status: 502, body: '<html>' } : { status: 200, body: { status: said } };
};

/** The part of the amount that has left the wallets for good, by the state of a withdrawal. */
const GONE: Readonly<Record<number, (row: { amount: number; fee: number }) => number>> = {
  1: ({ amount }) => amount,
  3: ({ amount }) => amount,
  4: ({ amount }) => amount,
  8: ({ fee }) => fee,
};

it('each withdrawal ends once and no unknown payout is sent anew, for any actions of people, channel and callbacks', async () => {
  const seed = Number(process.env['PAYOUTS_SEED'] ?? Date.now() % 2 ** 31);
  const hint = `seed ${seed}`;
  const channel = await bankChannel();
  const own = await withdrawer(product, { balance: 500_000_000n });
  const paymentMethod = await openPayoutMethod(product, { fee_fixed: '1000000' });
  await product.db.pool.query(`update sys_param set param_value = '100' where param_key = 'withdraw.perDay'`);
  const ids: string[] = [];
  const order = async () =>
    void ids.push(
      await orderedWithdrawal(product, own, { amount: '10', walletKind: 1 + (ids.length % 2), paymentMethod }),
    );
  for (let count = 0; count < 3; count += 1) await order();
  const decide = (call: string, body: object) => product.admin.post(`agent/withdrawal/${call}`, body);
  const [steps = []] = fc.sample(fc.array(step, { minLength: 70, maxLength: 70, size: 'max' }), { seed, numRuns: 1 });
  const play = async ({ what, which, word, attempt, answer }: (typeof steps)[number]): Promise<unknown> => {
    const id = ids[which % ids.length] as string;
    if (what === 'order') return ids.length < 6 ? order() : undefined;
    if (what === 'pass') return decide('pass', { ids: id });
    if (what === 'refuse') return decide('turn-down', { ids: id, reason: 'No' });
    if (what === 'send') return decide('third-channel', { ids: id, type: channel });
    if (what === 'cancel') return own.who.post('agent/withdrawal/remove', { ids: id });
    if (what === 'move') return decide('transfer', { ids: id });
    if (what === 'return') return decide('mark-returned', { ids: id, reason: 'Sent back' });
    if (what === 'tell') return sendCallback(channel, `${(await detail(id)).withdrawNo}-${attempt}`, word);
    bank.answer = answers(answer);
    return poll();
  };
  for (let at = 0; at < steps.length; at += 3) await Promise.all(steps.slice(at, at + 3).map(play));

  const rows = await Promise.all(ids.map(detail));
  let expected = 600;
  for (const row of rows) {
    expect(Number(row.amount), hint).toBe(Number(row.fee) + Number(row.netAmount));
    expected -= GONE[row.status]?.({ amount: Number(row.amount), fee: Number(row.fee) }) ?? 0;
    // A new attempt starts only after the channel reported that the one before had failed.
    const news = await product.db.pool.query<{ attempt: number; news: string }>(
      'select attempt, news from pay_payout_news where withdrawal_id = $1',
      [row.id],
    );
    for (let one = 1; one < row.attempt; one += 1)
      expect(news.rows, `${hint}: ${row.withdrawNo}`).toContainEqual({ attempt: one, news: 'failed' });
    const changes = (await product.admin.get('agent/withdrawal/timeline', { id: row.id })).body.data;
    const ended = changes.filter(({ to }: { to: number }) => [1, 2, 6, 7].includes(to));
    expect(ended.length, `${hint}: ${row.withdrawNo}`).toBeLessThanOrEqual(1);
  }
  const { rows: wallets } = await product.db.pool.query<{ total: string }>(
    'select (sum(balance) / 1000000)::text as total from fin_wallet where user_id = $1 and kind between 1 and 4',
    [own.who.id.toString()],
  );
  expect(Number(wallets[0]?.total), hint).toBe(expected);
  expect(bank.problems, hint).toEqual([]);
});
