import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { signatureOf } from '../../../kernel/outbound/signature.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { callBack, type SentCallback } from '../../../testing/callbacks.ts';
import { newHash, openMethod, orderedRecharge, RECEIVING } from '../../../testing/recharges.ts';
import { expireRecharges, readWatchers } from './index.ts';

const KEY = 'signing-key-of-the-test';
const NEEDED = 3;
const product = await testApp({ SANDBOX: '1', PRIVATE_ENDPOINTS: '1' });
const finance = await product.staff('finance');
const chain: Chain = await openChain();
const form = { watcherCode: 'chain', watcherName: '链', watcherNameEn: 'Chain', watcherKind: 2, sort: 1, status: 1 };
const more = { endpoint: chain.address, merchantId: 'm-1', signingSecret: KEY };
await trusted({ ...form, ...more });
/** Adds a watcher and has a second person approve it. */
async function trusted(form: object): Promise<string> {
  const { body } = await product.admin.post('user/payment-watcher/save', form);
  expect(body.code).toBe(200);
  const checker = await product.staff('finance_check');
  const [asked] = (await checker.get('desk/approval/list', { kind: 7, status: 0 })).body.data.records;
  expect((await checker.post('desk/approval/pass', { ids: asked.id })).status).toBe(200);
  return body.data.id;
}

beforeEach(() => chain.reset());
afterAll(async () => {
  expect(chain.problems).toEqual([]);
  expect(await mismatches(product)).toEqual([]);
  chain.server.close();
  await product.close();
});

interface ReportedPayment {
  readonly network?: string;
  readonly address: string;
  readonly txHash: string;
  readonly amount: string;
  readonly currency?: string;
  readonly confirmations: number;
  readonly paidTime: number;
  readonly reference?: string;
}

/** A fake service that watches a chain. */
interface Chain {
  readonly server: Server;
  readonly address: string;
  /** The next parts of its list; each is returned once. */
  next: unknown[];
  isDown: boolean;
  problems: string[];
  asked: string[];
  reset(): void;
}

async function openChain(): Promise<Chain> {
  let part = 0;
  const self: Chain = {
    server: createServer((request, response) => {
      const path = (request.url ?? '').replace('/v1', '');
      self.asked.push(path);
      const signed = signatureOf(KEY, [String(request.headers['x-time']), 'GET', path, '']);
      if (signed !== request.headers['x-signature']) self.problems.push(`${path} is not signed`);
      if (self.isDown) return void response.writeHead(502).end('<html>');
      if (self.next.length > 0) part += 1;
      const body = { payments: self.next.splice(0), next: String(part) };
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    }),
    address: '',
    next: [],
    isDown: false,
    problems: [],
    asked: [],
    reset: () => Object.assign(self, { next: [], isDown: false, asked: [] }),
  };
  await new Promise<void>((resolve) => self.server.listen(0, '127.0.0.1', resolve));
  return Object.assign(self, { address: `http://127.0.0.1:${(self.server.address() as AddressInfo).port}/v1` });
}

const seconds = () => Math.floor(Date.now() / 1000);
const read = async (...reported: unknown[]) => {
  chain.next = reported;
  await readWatchers(product.app);
};
const rowOf = async (id: string) => (await product.admin.get('agent/recharge/detail', { id })).body.data;
const balanceOf = async (who: TestUser): Promise<string> => (await who.get('agent/user/balance')).body.data.balance;
const incomingOf = async (txHash: string) =>
  (await finance.get('user/incoming-payment/page', { txHash_equal: txHash })).body.data.records[0];
const financeMessages = async () => (await finance.get('message/my/list')).body.data.total;

/** A waiting recharge, and the report of its payment by the chain. */
async function ordered(method: Readonly<Record<string, unknown>> = {}, amount = '100') {
  const who = await product.agent();
  const paymentMethod = await openMethod(product, { confirmations: NEEDED, auto_pass: 1, ...method });
  const answer = await who.post('agent/recharge/create-order', { amount, paymentMethod });
  expect([answer.status, answer.body.msg]).toEqual([200, expect.any(String)]);
  const { id, payAmount, rechargeNo } = answer.body.data;
  const payment: ReportedPayment = {
    network: 'TRC20',
    address: RECEIVING,
    txHash: newHash(),
    amount: payAmount,
    confirmations: NEEDED,
    paidTime: seconds(),
  };
  return { who, id, payAmount, rechargeNo, payment };
}

/** A bank method in local money. */
const BANK = {
  ...{ method_type: 2, network: null, scale: 2, local_currency: 'CNY', fx_rate: '7.2', receive_addresses: null },
  bank_info: JSON.stringify({ bankName: 'Example Bank', holderName: 'Example Ltd', accountNo: '6200 0000 0000 0005' }),
  confirmations: 0,
};

describe('a reported payment', () => {
  it('is credited automatically after its confirmations if its method says so', async () => {
    const { who, id, payAmount, payment } = await ordered();
    await read({ ...payment, confirmations: 1 });
    expect(await rowOf(id)).toMatchObject({ status: 1, txHash: payment.txHash });
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 0, confirmations: 1 });
    // Finance cannot credit it before its confirmations.
    const early = await finance.post('agent/recharge/pass', { ids: id });
    expect([early.status, early.body.bizCode]).toEqual([409, 'TX_NOT_CONFIRMED']);
    expect(await balanceOf(who)).toBe('0');
    await read({ ...payment, confirmations: NEEDED });
    expect(await rowOf(id)).toMatchObject({ status: 2, creditedAmount: payAmount });
    expect(await balanceOf(who)).toBe(payAmount);
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 1, confirmations: NEEDED });
    expect((await who.get('message/my/list')).body.data.records[0].title).toBe('充值到账');
    const changes = (await who.get('agent/recharge/timeline', { id })).body.data;
    expect(changes.map(({ event }: { event: string }) => event)).toEqual(['pass', 'arrive', 'create']);
  });

  it('waits for finance if its method says so, or above the automatic limit', async () => {
    const before = await financeMessages();
    const plain = await ordered({ auto_pass: 0 });
    await read(plain.payment, plain.payment);
    expect(await rowOf(plain.id)).toMatchObject({ status: 1 });
    const large = await ordered({}, '1500');
    await read(large.payment);
    expect(await rowOf(large.id)).toMatchObject({ status: 1 });
    expect(await financeMessages()).toBe(before + 2);
    expect((await finance.post('agent/recharge/pass', { ids: plain.id })).status).toBe(200);
    expect(await balanceOf(plain.who)).toBe(plain.payAmount);
  });

  it('is credited automatically up to the limit, to the micro-unit', async () => {
    for (const [above, status] of [
      [-1n, 2],
      [0n, 2],
      [1n, 1],
    ] as const) {
      const { id, payAmount, payment } = await ordered();
      await product.setParameter('recharge.autoPassMost', formatMoney(parseMoney(payAmount) - above));
      await read(payment);
      expect([above, (await rowOf(id)).status]).toEqual([above, status]);
    }
    await product.setParameter('recharge.autoPassMost', '1000');
  });

  it('changes nothing when it is reported again, by any watcher or with fewer confirmations', async () => {
    const { who, payAmount, payment } = await ordered();
    await Promise.all([read(payment), notice(payment), notice(payment), notice({ ...payment, confirmations: 0 })]);
    await read(payment, { ...payment, confirmations: 1 });
    expect(await balanceOf(who)).toBe(payAmount);
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 1, confirmations: NEEDED });
  });

  it('with another amount matches nothing until finance attaches it; then the arrived amount is credited after a review', async () => {
    const { who, id, rechargeNo, payment } = await ordered();
    await read({ ...payment, amount: '99.5' });
    expect(await rowOf(id)).toMatchObject({ status: 0 });
    const stray = await incomingOf(payment.txHash);
    expect(stray).toMatchObject({ status: 2, problem: 1, rechargeNo: null });
    // The payer names it, so finance sees the possible recharge.
    await who.post('agent/recharge/update', { id, txHash: payment.txHash });
    await read();
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 2, problem: 2, rechargeNo });
    const attach = (more: object, by = finance) =>
      by.post('user/incoming-payment/attach', { id: stray.id, rechargeNo, reason: 'Fee of the wallet', ...more });
    expect((await attach({}, who)).status).toBe(403);
    expect((await attach({ rechargeNo: 'RC26010100000000' })).body.bizCode).toBe('RECHARGE_UNKNOWN');
    expect((await attach({ reason: '' })).status).toBe(400);
    // Half a unit less than ordered: a second person decides.
    const { approvalId } = (await attach({})).body.data;
    expect(await rowOf(id)).toMatchObject({ status: 1, creditedAmount: null, approvalId });
    expect((await attach({})).body.bizCode).toBe('RECHARGE_CHECKING');
    expect((await finance.post('agent/recharge/pass', { ids: id })).body.bizCode).toBe('RECHARGE_CHECKING');
    expect((await finance.post('desk/approval/pass', { ids: approvalId })).status).toBe(403);
    const checker = await product.staff('finance_check');
    expect((await checker.post('desk/approval/pass', { ids: approvalId })).status).toBe(200);
    expect(await rowOf(id)).toMatchObject({ status: 1, creditedAmount: '99.5', creditReason: 'Fee of the wallet' });
    expect((await attach({})).body.bizCode).toBe('STATE_CONFLICT');
    await finance.post('agent/recharge/pass', { ids: id });
    expect(await balanceOf(who)).toBe('99.5');
  });

  it('that is late is reviewed whatever its method says; a second payment is left to finance', async () => {
    const late = await ordered();
    await product.db.pool.query(`update pay_recharge set expire_time = now() - interval '1 second' where id = $1`, [
      late.id,
    ]);
    await product.db.tx(expireRecharges);
    await read(late.payment);
    expect(await rowOf(late.id)).toMatchObject({ status: 1, isLate: 1 });
    const twice = await ordered();
    const again = { ...twice.payment, txHash: newHash() };
    await read(twice.payment, again);
    expect(await balanceOf(twice.who)).toBe(twice.payAmount);
    expect(await incomingOf(again.txHash)).toMatchObject({ status: 2 });
  });

  it('from before the order does not match it', async () => {
    const { id, payment } = await ordered();
    await read({ ...payment, paidTime: seconds() - 3600 });
    expect(await rowOf(id)).toMatchObject({ status: 0 });
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 2 });
  });

  it('that finance has credited by its picture is recorded and credits nothing more', async () => {
    const { who, id, payAmount, payment } = await ordered({ auto_pass: 0 });
    await who.post('agent/recharge/update', { id, txHash: payment.txHash });
    await finance.post('agent/recharge/pass', { ids: id });
    await read({ ...payment, confirmations: 0 });
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 1 });
    expect(await balanceOf(who)).toBe(payAmount);
  });

  it('of a rejected recharge becomes unmatched again, and can be set aside', async () => {
    const { id, payment } = await ordered({ auto_pass: 0 });
    await read(payment);
    await finance.post('agent/recharge/turn-down', { ids: id, reason: 'Not theirs' });
    const stray = await incomingOf(payment.txHash);
    expect(stray).toMatchObject({ status: 2, problem: 5 });
    await finance.post('user/incoming-payment/dismiss', { ids: stray.id, reason: 'Sent back' });
    await read(payment);
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 3 });
  });

  it('by bank is matched by the number of the recharge, in local money', async () => {
    const { who, id, rechargeNo, payment } = await ordered(BANK);
    const { network: _, ...transfer } = payment;
    const reported = { ...transfer, address: '6200000000000005', txHash: `T-${rechargeNo}`, currency: 'CNY' };
    await read({ ...reported, amount: '720', reference: `for ${rechargeNo.toLowerCase()}, thanks` });
    expect(await rowOf(id)).toMatchObject({ status: 2 });
    expect(await balanceOf(who)).toBe('100');
  });

  it('to a foreign address, of zero, or unreadable leaves no trace and blocks nothing', async () => {
    const { who, payAmount, payment } = await ordered();
    const hashes = [newHash(), newHash(), newHash()];
    await read(
      { ...payment, txHash: hashes[0], address: 'TXLAQ63Xg1NAzckPwKHvzw7CSEmLMEqcdj' },
      { ...payment, txHash: hashes[1], amount: '0' },
      { ...payment, txHash: hashes[2], amount: 'a lot' },
      payment,
    );
    for (const hash of hashes) expect(await incomingOf(hash as string)).toBeUndefined();
    expect(await balanceOf(who)).toBe(payAmount);
  });
});

describe('a named transaction', () => {
  /** An agent's order with exactly the amount of a payment already seen, as a thief would make it. */
  const stolen = async (payment: ReportedPayment) => {
    const thief = await ordered({}, '100');
    await product.db.pool.query('update pay_recharge set pay_amount = $2 where id = $1', [
      thief.id,
      String(parseMoney(payment.amount)),
    ]);
    const named = await thief.who.post('agent/recharge/update', { id: thief.id, txHash: payment.txHash });
    expect(named.status).toBe(200);
    return thief;
  };

  it('from before the order is not credited automatically, whatever its amount', async () => {
    const payer = await ordered();
    const paid = { ...payer.payment, amount: '123.4567', paidTime: seconds() - 30 };
    await read(paid);
    const thief = await stolen(paid);
    for (let again = 0; again < 2; again += 1) await read(paid);
    expect(await rowOf(thief.id)).toMatchObject({ status: 1, creditedAmount: null });
    expect(await balanceOf(thief.who)).toBe('0');
  });

  it('from before the order is shown to finance as such, and attached only with a second person', async () => {
    const payer = await ordered();
    const paid = { ...payer.payment, amount: '124.4567', paidTime: seconds() - 3600 };
    await read(paid);
    const thief = await stolen(paid);
    await read();
    const seen = await incomingOf(paid.txHash);
    expect(seen).toMatchObject({ status: 2, problem: 6, rechargeNo: thief.rechargeNo });
    const pass = await finance.post('agent/recharge/pass', { ids: thief.id });
    expect([pass.status, pass.body.bizCode]).toEqual([409, 'TX_SEEN_ELSEWHERE']);
    const attached = await finance.post('user/incoming-payment/attach', {
      ...{ id: seen.id, rechargeNo: thief.rechargeNo, reason: 'Said so' },
    });
    expect(attached.body.data.approvalId).toEqual(expect.any(String));
    expect(await balanceOf(thief.who)).toBe('0');
  });

  it('does not prevent a second claim; the exact payment waits for finance, who see both', async () => {
    const payer = await ordered();
    const thief = await ordered();
    await thief.who.post('agent/recharge/update', { id: thief.id, txHash: payer.payment.txHash });
    const reported = await financeMessages();
    const named = await payer.who.post('agent/recharge/update', { id: payer.id, txHash: payer.payment.txHash });
    expect(named.status).toBe(200);
    // One message about the recharge, one about two recharges naming one transaction.
    expect(await financeMessages()).toBe(reported + 2);
    await read(payer.payment);
    expect(await rowOf(payer.id)).toMatchObject({ status: 1 });
    expect(await incomingOf(payer.payment.txHash)).toMatchObject({ status: 1, rechargeNo: payer.rechargeNo });
    const claims = async (id: string) => (await finance.get('agent/recharge/claims', { id })).body.data;
    expect(await claims(payer.id)).toMatchObject({
      claims: [{ rechargeNo: thief.rechargeNo, isCertain: false }],
      payments: [{ rechargeNo: payer.rechargeNo, amount: payer.payAmount }],
    });
    expect(await claims(thief.id)).toMatchObject({ claims: [{ rechargeNo: payer.rechargeNo, isCertain: true }] });
    expect((await payer.who.get('agent/recharge/claims', { id: payer.id })).status).toBe(403);
    const wrong = await finance.post('agent/recharge/pass', { ids: thief.id });
    expect([wrong.status, wrong.body.bizCode]).toEqual([409, 'TX_DUPLICATE']);
    expect(wrong.body.msg).toContain(payer.rechargeNo);
    expect((await finance.post('agent/recharge/pass', { ids: payer.id })).status).toBe(200);
    expect(await balanceOf(payer.who)).toBe(payer.payAmount);
    expect(await balanceOf(thief.who)).toBe('0');
  });

  it('named by several recharges that do not match is left to finance', async () => {
    const [first, second] = [await ordered(), await ordered()];
    const payment = { ...first.payment, amount: '55' };
    for (const { who, id } of [first, second]) await who.post('agent/recharge/update', { id, txHash: payment.txHash });
    await read(payment);
    expect(await incomingOf(payment.txHash)).toMatchObject({ status: 2, problem: 3 });
  });

  it('of another tenant’s recharge takes nothing from the payer here', async () => {
    const payer = await ordered();
    await product.db.pool.query(
      `insert into pay_recharge_tx (tenant_id, network, tx_hash, receive_address, recharge_id) values ('other', 1, $1, 'elsewhere', -1)`,
      [payer.payment.txHash],
    );
    await read(payer.payment);
    expect(await balanceOf(payer.who)).toBe(payer.payAmount);
  });

  it('cannot be guessed for long: five per recharge, and a daily limit of orders', async () => {
    const { who, id } = await ordered();
    for (let named = 0; named < 5; named += 1)
      expect((await who.post('agent/recharge/update', { id, txHash: newHash() })).status).toBe(200);
    const sixth = await who.post('agent/recharge/update', { id, txHash: newHash() });
    expect([sixth.status, sixth.body.bizCode]).toEqual([409, 'HASHES_MOST']);
    expect(sixth.body.data.fields[0].field).toBe('txHash');
    const most = 20;
    const paymentMethod = await openMethod(product);
    const orderAndCancel = async () => {
      const order = await who.post('agent/recharge/create-order', { amount: '10', paymentMethod });
      if (order.status === 200) await who.post('agent/recharge/remove', { ids: order.body.data.id });
      return order;
    };
    // One of them was ordered above.
    for (let order = 1; order < most; order += 1) expect((await orderAndCancel()).status).toBe(200);
    expect((await orderAndCancel()).body.bizCode).toBe('RECHARGES_PER_DAY');
    await product.db.pool.query(
      `update pay_recharge set create_time = create_time - interval '1 day' where user_id = $1 and status = 5`,
      [String(who.id)],
    );
    expect((await orderAndCancel()).status).toBe(200);
  });

  it('stays when its payment has been seen', async () => {
    const { who, id, payment } = await ordered({ auto_pass: 0 });
    await read(payment);
    const other = await who.post('agent/recharge/update', { id, txHash: newHash() });
    expect([other.status, other.body.bizCode]).toEqual([409, 'TX_SETTLED']);
    expect((await who.post('agent/recharge/update', { id, payerName: 'Acme' })).status).toBe(200);
  });
});

describe('a payment that finance attaches', () => {
  const attach = async (payment: ReportedPayment, rechargeNo: string) => {
    const { id } = await incomingOf(payment.txHash);
    return finance.post('user/incoming-payment/attach', { id, rechargeNo, reason: 'Without its tail' });
  };

  it('is reviewed, not credited automatically, even with the exact amount', async () => {
    const { who, id, rechargeNo, payment } = await ordered();
    const exact = { ...payment, paidTime: seconds() + 5 };
    // Two other expired recharges could have been meant.
    const others = await Promise.all([ordered(), ordered()]);
    for (const other of others)
      await product.db.pool.query(`update pay_recharge set pay_amount = $2, status = 4 where id = $1`, [
        other.id,
        String(parseMoney(payment.amount)),
      ]);
    await read(exact);
    expect(await incomingOf(exact.txHash)).toMatchObject({ status: 2, problem: 3 });
    expect((await attach(exact, rechargeNo)).body.data).toEqual({ approvalId: null, approvalNo: null });
    expect(await rowOf(id)).toMatchObject({ status: 1, creditedAmount: payment.amount });
    await read(exact);
    expect(await balanceOf(who)).toBe('0');
  });

  it.each([
    ['without its tail', (_: ReportedPayment) => ({ amount: '100' }), false],
    ['as far below as one person may say', () => ({ amount: '99.9' }), false],
    ['further below', () => ({ amount: '99.899999' }), true],
    [
      'as far above as one person may decide',
      ({ amount }) => ({ amount: formatMoney(parseMoney(amount) + 100_000n) }),
      false,
    ],
    ['further above', ({ amount }) => ({ amount: formatMoney(parseMoney(amount) + 100_001n) }), true],
    ['paid before the order', () => ({ amount: '100', paidTime: seconds() - 60 }), true],
  ] satisfies [string, (payment: ReportedPayment) => Partial<ReportedPayment>, boolean][])(
    '%s: a second person decides only if it differs from the order',
    async (_, more, isAsked) => {
      const { rechargeNo, payment } = await ordered();
      const reported = { ...payment, ...more(payment) };
      await read(reported);
      expect((await attach(reported, rechargeNo)).body.data.approvalId !== null).toBe(isAsked);
    },
  );

  it('to an expired recharge needs a second person, and to another tenant’s is refused', async () => {
    const late = await ordered();
    await product.db.pool.query(`update pay_recharge set status = 4, expire_time = now() where id = $1`, [late.id]);
    const reported = { ...late.payment, amount: '100' };
    await read(reported);
    expect((await attach(reported, late.rechargeNo)).body.data.approvalId).toEqual(expect.any(String));
    const stray = { ...late.payment, txHash: newHash(), amount: '41' };
    await read(stray);
    const foreign = await ordered();
    await product.db.pool.query(`update pay_recharge set tenant_id = 'other' where id = $1`, [foreign.id]);
    const refused = await attach(stray, foreign.rechargeNo);
    await product.db.pool.query(`update pay_recharge set tenant_id = '000000' where id = $1`, [foreign.id]);
    expect([refused.status, refused.body.bizCode]).toEqual([400, 'RECHARGE_UNKNOWN']);
  });

  it('to a recharge reopened after its expiry needs a second person too', async () => {
    const late = await ordered();
    await product.db.pool.query(`update pay_recharge set status = 4, expire_time = now() where id = $1`, [late.id]);
    const reopened = await finance.post('agent/recharge/reopen', { ids: String(late.id), reason: 'Paid at last' });
    expect(reopened.status).toBe(200);
    const reported = { ...late.payment, amount: '100' };
    await read(reported);
    expect((await attach(reported, late.rechargeNo)).body.data.approvalId).toEqual(expect.any(String));
  });

  it('in another coin than the ledger’s is refused', async () => {
    const { rechargeNo, payment } = await ordered();
    const other = { ...payment, amount: '100', currency: 'TRX' };
    await read(other);
    expect((await attach(other, rechargeNo)).body.bizCode).toBe('RECHARGE_OTHER_NETWORK');
  });
});

const notice = async (payment: ReportedPayment, more: Partial<SentCallback> & { watcher?: string } = {}) => {
  const { watcher = 'chain', ...sent } = more;
  const { rows } = await product.db.pool.query<{ id: string }>(
    'select id::text from pay_watcher where watcher_code = $1',
    [watcher],
  );
  const id = rows[0]?.id ?? '0';
  const body = JSON.stringify(payment);
  return callBack(product, { resource: incomingPayment.name, id, key: KEY, body, ...sent });
};

describe('a notice', () => {
  it('is accepted when it is signed as it came, recent, and from the named watcher', async () => {
    const { who, payAmount, payment } = await ordered();
    const code = async (more: Parameters<typeof notice>[1]) => (await notice(payment, more)).body.bizCode;
    const text = JSON.stringify(payment);
    expect(await code({ key: 'another key' })).toBe('CALLBACK_SIGNATURE');
    for (const time of [1, seconds() - 400, seconds() + 400, seconds() + 10 * 365 * 86_400])
      expect(await code({ headers: { 'X-Time': String(time) } }), String(time)).toBe('CALLBACK_SIGNATURE');
    expect(await code({ watcher: 'nobody' })).toBe('CALLBACK_SIGNATURE');
    for (const sent of [`${text} `, text.replace('"amount":"1', '"amount":"2'), text.slice(0, -1), ''])
      expect(await code({ sent }), sent).toBe('CALLBACK_SIGNATURE');
    expect(await balanceOf(who)).toBe('0');
    expect((await notice(payment)).status).toBe(200);
    expect(await balanceOf(who)).toBe(payAmount);
  });
});

it('a notice with the key before is accepted until the stated time, also before the new key is approved', async () => {
  const address = { endpoint: chain.address, merchantId: 'm-1' };
  const id = await trusted({ ...form, ...address, watcherCode: 'turning', status: 1, signingSecret: KEY });
  const checker = await product.staff('finance_check');
  const approve = async () => {
    const { records } = (await checker.get('desk/approval/list', { kind: 7, status: 0 })).body.data;
    expect((await checker.post('desk/approval/pass', { ids: records[0].id })).status).toBe(200);
  };
  const save = async (more: object) => {
    const { version } = (await product.admin.get('user/payment-watcher/detail', { id })).body.data;
    return (await product.admin.post('user/payment-watcher/update', { id, version, ...more })).body.bizCode;
  };
  const until = '2999-01-01 00:00:00';
  /** Whether a payment that is reported with each key reaches its payer. */
  const credited = async (...keys: string[]) => {
    const credits: boolean[] = [];
    for (const key of keys) {
      const { who, payAmount, payment } = await ordered();
      await notice(payment, { watcher: 'turning', key });
      credits.push((await balanceOf(who)) === payAmount);
    }
    return credits;
  };
  expect(await save({ signingSecret: 'the second key', previousKeyUntil: until })).toBeUndefined();
  expect(await credited(KEY, 'the second key')).toEqual([true, false]);
  // A key that was never approved is not kept; other settings need approval before anything is accepted with them.
  expect(await save({ signingSecret: 'the third key' })).toBeUndefined();
  expect(await save({ methodCode: 'another' })).toBe('OLD_KEY_ALONE');
  expect(await save({ previousKeyUntil: '3000-01-01 00:00:00' })).toBe('OLD_KEY_LONGER');
  await approve();
  expect(await credited(KEY, 'the second key', 'the third key')).toEqual([true, false, true]);
  await product.db.pool.query(`update pay_watcher set previous_key_until = now() - interval '1 second' where id = $1`, [
    id,
  ]);
  expect(await credited(KEY, 'the third key')).toEqual([false, true]);
  expect(await save({ previousKeyUntil: until })).toBeUndefined();
  expect(await credited(KEY, 'the third key')).toEqual([false, true]);
  expect(await save({ remark: 'Done', previousKeyUntil: null, status: 0 })).toBeUndefined();
});

it('a failed watcher is asked again from its last position', async () => {
  const { who, payAmount, payment } = await ordered();
  chain.isDown = true;
  await read(payment);
  expect(await balanceOf(who)).toBe('0');
  chain.isDown = false;
  await read(payment);
  await read();
  expect(await balanceOf(who)).toBe(payAmount);
  expect(new Set(chain.asked).size).toBe(2);
});

it('a watcher’s reports are accepted after a second person has approved it, until it changes', async () => {
  const methodCode = await openMethod(product, { confirmations: 0, auto_pass: 1 });
  const form = { watcherCode: 'two', watcherName: '二', watcherNameEn: 'Two', watcherKind: 1, sort: 3, status: 1 };
  const paid = async () => {
    const who = await product.agent();
    await who.post('agent/recharge/create-order', { amount: '20', paymentMethod: methodCode });
    await readWatchers(product.app);
    return Number(await balanceOf(who)) > 0;
  };
  const save = { ...form, methodCode, outcome: 1, delaySeconds: 0 };
  const { id } = (await product.admin.post('user/payment-watcher/save', save)).body.data;
  const checker = await product.staff('finance_check');
  const waiting = async () =>
    (await checker.get('desk/approval/list', { kind: 7, status: 0 })).body.data.records as { id: string }[];
  const [first] = await waiting();
  expect(await paid()).toBe(false);
  expect((await product.admin.post('desk/approval/pass', { ids: first?.id })).body.bizCode).toBe('SELF_APPROVAL');
  // Changed before its approval: a new request about the present form.
  expect((await product.admin.post('user/payment-watcher/update', { id, remark: 'Of the bank' })).status).toBe(200);
  const [second, ...others] = await waiting();
  expect(others).toEqual([]);
  expect((await checker.post('desk/approval/pass', { ids: first?.id })).status).toBe(400);
  expect((await checker.post('desk/approval/pass', { ids: second?.id })).status).toBe(200);
  expect(await paid()).toBe(true);
  // A change of an unguarded field keeps the approval.
  expect((await product.admin.post('user/payment-watcher/update', { id, sort: 9 })).status).toBe(200);
  expect(await waiting()).toEqual([]);
  expect(await paid()).toBe(true);
  expect((await product.admin.post('user/payment-watcher/update', { id, methodCode: null })).status).toBe(200);
  expect(await waiting()).toHaveLength(1);
  expect(await paid()).toBe(false);
  expect((await product.admin.post('user/payment-watcher/remove', { ids: id })).status).toBe(200);
});

it('the sandbox pays orders of its method only', async () => {
  const methodCode = await openMethod(product, { confirmations: 0, auto_pass: 1 });
  const form = { watcherCode: 'box', watcherName: '沙箱', watcherNameEn: 'Box', watcherKind: 1, sort: 2, status: 1 };
  const more = { methodCode, outcome: 1, delaySeconds: 0 };
  await trusted({ ...form, ...more });
  const who = await product.agent();
  await who.post('agent/recharge/create-order', { amount: '20', paymentMethod: methodCode });
  const other = await ordered();
  await readWatchers(product.app);
  expect(Number(await balanceOf(who))).toBeGreaterThan(20);
  expect(await rowOf(other.id)).toMatchObject({ status: 0 });
});

it('the sandbox pays orders by bank in their local money', async () => {
  const methodCode = await openMethod(product, { ...BANK, auto_pass: 1 });
  const form = {
    watcherCode: 'bank-box',
    watcherName: '沙箱',
    watcherNameEn: 'Box',
    watcherKind: 1,
    sort: 3,
    status: 1,
  };
  await trusted({ ...form, methodCode, outcome: 1, delaySeconds: 0 });
  const who = await product.agent();
  const { id } = (await who.post('agent/recharge/create-order', { amount: '20', paymentMethod: methodCode })).body.data;
  await readWatchers(product.app);
  expect(await rowOf(id)).toMatchObject({ status: 2, localAmount: '144.00', creditedAmount: '20' });
});

const step = fc.record({
  what: fc.constantFrom('read', 'notice', 'claim', 'pass', 'turn-down', 'expire', 'correct'),
  which: fc.nat(3),
  payment: fc.nat(5),
  confirmations: fc.nat(NEEDED),
});

it('each payment is credited at most once, for any order of reports and decisions', async () => {
  const seed = Number(process.env['WATCHER_SEED'] ?? Date.now() % 2 ** 31);
  const orders = await Promise.all([ordered(), ordered(), ordered({ auto_pass: 0 }), ordered({ auto_pass: 0 })]);
  const payments = [
    ...orders.map(({ payment }) => payment),
    { ...(orders[0]?.payment as ReportedPayment), txHash: newHash() },
    { ...(orders[2]?.payment as ReportedPayment), txHash: newHash(), amount: '99' },
  ];
  const [steps = []] = fc.sample(fc.array(step, { minLength: 60, maxLength: 60, size: 'max' }), { seed, numRuns: 1 });
  const play = async ({ what, which, payment, confirmations }: (typeof steps)[number]): Promise<unknown> => {
    const { who, id } = orders[which] as (typeof orders)[number];
    const reported = { ...(payments[payment] as ReportedPayment), confirmations };
    if (what === 'read') return read(reported);
    if (what === 'notice') return notice(reported);
    if (what === 'claim') return who.post('agent/recharge/update', { id, txHash: reported.txHash });
    if (what === 'pass') return finance.post('agent/recharge/pass', { ids: id });
    if (what === 'turn-down') return finance.post('agent/recharge/turn-down', { ids: id, reason: 'No' });
    if (what === 'correct')
      return finance.post('agent/recharge/correct', { id, creditedAmount: '99.95', reason: 'Fee' });
    await product.db.pool.query(`update pay_recharge set expire_time = now() where id = $1 and status = 0`, [id]);
    return product.db.tx(expireRecharges);
  };
  // Four in parallel.
  for (let at = 0; at < steps.length; at += 4) await Promise.all(steps.slice(at, at + 4).map(play));
  for (const reported of payments) await notice({ ...reported, confirmations: NEEDED });
  const hint = `seed ${seed}`;
  for (const { who, id } of orders) {
    const row = await rowOf(id);
    const credited = row.status === 2 ? parseMoney(row.creditedAmount) : 0n;
    expect(await balanceOf(who), hint).toBe(formatMoney(credited));
  }
  const { rows } = await product.db.pool.query<{ linked: string; recharges: string; states: string }>(
    `select count(recharge_id)::text as linked, count(distinct recharge_id)::text as recharges,
       count(*) filter (where status = 0)::text as states from pay_incoming where tx_hash = any($1)`,
    [payments.map(({ txHash }) => txHash)],
  );
  expect(rows[0]?.linked, hint).toBe(rows[0]?.recharges);
  // After all confirmations no payment is in between.
  expect(rows[0]?.states, hint).toBe('0');
});

it('payments are hidden from agents and from other tenants’ staff', async () => {
  const agent = await product.agent();
  expect((await product.guest.get('user/incoming-payment/page')).status).toBe(401);
  expect((await agent.get('user/incoming-payment/page')).status).toBe(403);
  expect((await (await product.staff('support')).get('user/incoming-payment/page')).status).toBe(403);
  await orderedRecharge(product, agent);
});
