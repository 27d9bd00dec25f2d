import { rechargeStatus, withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { expireApprovals } from '../../engines/office/approvals/index.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { newHash, openMethod } from '../../testing/recharges.ts';
import { openPayoutMethod, orderedWithdrawal, withdrawer } from '../../testing/withdrawals.ts';

const product = await testApp();
afterAll(() => product.close());

type Order = (amount: string) => Promise<{ status: number; body: { bizCode?: string; data: { id: string } } }>;

/** A payer and a method with a limit of 80 per day. */
async function payer(): Promise<Order> {
  const who = await product.agent();
  const paymentMethod = await openMethod(product, { day_max: '80000000' });
  return (amount) => who.post('agent/recharge/create-order', { amount, paymentMethod });
}
/** A user with money to withdraw, and a method with a limit of 80 per day. */
async function receiver(): Promise<Order> {
  const { who, payeeId } = await withdrawer(product, { balance: 500_000_000n });
  const paymentMethod = await openPayoutMethod(product, { day_max: '80000000' });
  const order = { walletKind: 2, paymentMethod, payeeType: 2, payeeId };
  return (amount) => who.post('agent/withdrawal/create-order', { ...order, amount });
}

const { awaiting, review, passed } = rechargeStatus.is;
const { refused, cancelled } = withdrawalStatus.is;
const all = (dictionary: { is: Readonly<Record<string, number>> }) => Object.values(dictionary.is);
const LIMITS = [
  {
    what: 'recharges',
    table: 'pay_recharge',
    code: 'DAY_ABOVE',
    ordering: payer,
    states: all(rechargeStatus).map((state) => [state, [awaiting, review, passed].includes(state as never)] as const),
  },
  {
    what: 'withdrawals',
    table: 'pay_withdrawal',
    code: 'WITHDRAW_DAY',
    ordering: receiver,
    states: all(withdrawalStatus).map((state) => [state, ![refused, cancelled].includes(state as never)] as const),
  },
];

describe.each(LIMITS)('the day limit of a method for $what', ({ table, code, ordering, states }) => {
  const ordered = async (order: Order, amount: string) => {
    const { status, body } = await order(amount);
    expect(status).toBe(200);
    return body.data.id;
  };
  const refusal = async (order: Order, amount: string) => (await order(amount)).body.bizCode;
  const set = (id: string, columns: string) =>
    product.db.pool.query(`update ${table} set ${columns} where id = $1`, [id]);

  it.each(states)('state %i counts: %s', async (state, isCounted) => {
    const order = await ordering();
    await set(await ordered(order, '30'), `status = ${state}`);
    if (isCounted) expect(await refusal(order, '50.000001')).toBe(code);
    await ordered(order, isCounted ? '50' : '80');
  });

  it('counts orders of today and not of yesterday', async () => {
    const order = await ordering();
    const id = await ordered(order, '80');
    expect(await refusal(order, '10')).toBe(code);
    await set(id, `create_time = create_time - interval '1 day'`);
    await ordered(order, '30');
    expect(await refusal(order, '51')).toBe(code);
    await ordered(order, '50');
  });

  it('is separate for each user and each method', async () => {
    const [one, other] = [await ordering(), await ordering()];
    await ordered(one, '80');
    await ordered(other, '80');
  });
});

it('orders of an agent and its sub-users count together for the daily limit of orders, those of other agents do not', async () => {
  const agent = await product.agent();
  const [first, second] = [
    await product.agent({ parent: agent, subUser: true }),
    await product.agent({ parent: agent, subUser: true }),
  ];
  const below = await product.agent({ parent: agent });
  const paymentMethod = await openMethod(product);
  const order = async (who: TestUser) => {
    const { status, body } = await who.post('agent/recharge/create-order', { amount: '10', paymentMethod });
    if (status === 200) await who.post('agent/recharge/remove', { ids: body.data.id });
    return body.bizCode ?? status;
  };
  await product.setParameter('recharge.perDay', '3');
  for (const who of [agent, first, second]) expect(await order(who)).toBe(200);
  for (const who of [first, second, agent]) expect(await order(who)).toBe('RECHARGES_PER_DAY');
  expect(await order(below)).toBe(200);
  await product.setParameter('recharge.perDay', '20');
});

describe('a request for a second person that expires', () => {
  const expire = async (approvalId: string) => {
    await product.db.pool.query(`update apr_request set expire_time = now() - interval '1 second' where id = $1`, [
      approvalId,
    ]);
    await product.app.db.tx((tx) => expireApprovals(tx, product.app.approvals));
  };

  it('returns its withdrawal to the former state, and the money stays held', async () => {
    const { who, payeeId } = await withdrawer(product, { balance: 3_000_000_000n });
    const paymentMethod = await openPayoutMethod(product);
    const order = { walletKind: 2, amount: '2000', paymentMethod, payeeType: 2, payeeId };
    const { id } = (await who.post('agent/withdrawal/create-order', order)).body.data;
    const finance = await product.staff('finance');
    const detail = async () => (await finance.get('agent/withdrawal/detail', { id })).body.data;
    await finance.post('agent/withdrawal/pass', { ids: id, txHash: 'ref-1' });
    const { approvalId, status } = await detail();
    expect(status).toBe(withdrawalStatus.is.checking);
    await expire(approvalId);
    expect(await detail()).toMatchObject({ status: withdrawalStatus.is.pending, approvalId: null });
    expect((await who.get('agent/user/balance')).body.data.balance).toBe('1000');
    expect((await who.post('agent/withdrawal/remove', { ids: id })).status).toBe(200);
    expect((await who.get('agent/user/balance')).body.data.balance).toBe('3000');
  });

  it('leaves its recharge under review for the ordered amount', async () => {
    const [who, finance] = [await product.agent(), await product.staff('finance')];
    const paymentMethod = await openMethod(product);
    const { id, payAmount } = (await who.post('agent/recharge/create-order', { amount: '100', paymentMethod })).body
      .data;
    await who.post('agent/recharge/update', { id, txHash: newHash() });
    const wanted = { id, creditedAmount: '4000', reason: 'Bank slip' };
    const { approvalId } = (await finance.post('agent/recharge/correct', wanted)).body.data;
    expect(approvalId).toEqual(expect.any(String));
    expect((await finance.post('agent/recharge/pass', { ids: id })).body.bizCode).toBe('RECHARGE_CHECKING');
    await expire(approvalId);
    expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(200);
    expect((await who.get('agent/user/balance')).body.data.balance).toBe(payAmount);
  });
});

describe('a withdrawal paid by hand', () => {
  const pass = async (amount: string, more: object = {}) => {
    const own = await withdrawer(product, { balance: 3_000_000_000n });
    const id = await orderedWithdrawal(product, own, { amount });
    const answer = await product.admin.post('agent/withdrawal/pass', { ids: id, ...more });
    const { status } = (await product.admin.get('agent/withdrawal/detail', { id })).body.data;
    return { ...answer, state: status, balance: (await own.who.get('agent/user/balance')).body.data.balance, id };
  };

  it.each(['99.999999', '100'])('needs no proof for %s', async (amount) => {
    expect(await pass(amount)).toMatchObject({ status: 200, state: withdrawalStatus.is.passed });
  });

  it.each(['100.000001', '2000'])(
    'needs a transaction or a voucher for %s, and is unchanged without one',
    async (amount) => {
      for (const more of [{}, { txHash: '' }, { txHash: '  ' }]) {
        const { status, body, state, balance } = await pass(amount, more);
        expect([status, state]).toEqual([400, withdrawalStatus.is.pending]);
        expect(body.data.fields).toMatchObject([{ field: 'txHash' }]);
        expect(Number(balance)).toBe(3000 - Number(amount));
      }
      expect((await pass(amount, { txHash: 'slip 7' })).status).toBe(200);
    },
  );

  it('is compared with the ordered amount, not with the amount after the fee', async () => {
    const own = await withdrawer(product, { balance: 3_000_000_000n });
    const paymentMethod = await openPayoutMethod(product, { fee_fixed: '50000000' });
    const id = await orderedWithdrawal(product, own, { amount: '120', paymentMethod });
    expect((await product.admin.post('agent/withdrawal/pass', { ids: id })).body.bizCode).toBe('WITHDRAW_PROOF');
  });

  it('needs a proof when one of many is above the limit, and the others stay unchanged', async () => {
    const [small, large] = [await withdrawer(product), await withdrawer(product, { balance: 500_000_000n })];
    const ids = [await orderedWithdrawal(product, small), await orderedWithdrawal(product, large, { amount: '300' })];
    const answer = await product.admin.post('agent/withdrawal/pass', { ids: ids.join(',') }, { lang: 'en' });
    expect(answer.body).toMatchObject({ bizCode: 'WITHDRAW_PROOF', msg: expect.stringContaining('100.00 USDT') });
    for (const id of ids) expect((await product.admin.get('agent/withdrawal/detail', { id })).body.data.status).toBe(0);
  });

  it('shows a second person the first person’s proof', async () => {
    const { id } = await pass('2000', { txHash: 'slip 8' });
    const checker = await product.staff('finance_check');
    const { approvalId } = (await product.admin.get('agent/withdrawal/detail', { id })).body.data;
    const { lines } = (await checker.get('desk/approval/detail', { id: approvalId })).body.data;
    expect(lines).toContainEqual(expect.objectContaining({ note: 'slip 8' }));
    expect((await checker.post('desk/approval/pass', { ids: approvalId })).status).toBe(200);
    expect((await product.admin.get('agent/withdrawal/detail', { id })).body.data).toMatchObject({
      status: withdrawalStatus.is.passed,
      txHash: 'slip 8',
    });
  });
});

it('brokerage moved to the balance instead of a payout shows no fee', async () => {
  const own = await withdrawer(product);
  const paymentMethod = await openPayoutMethod(product, { fee_fixed: '1000000' });
  const id = await orderedWithdrawal(product, own, { walletKind: 1, amount: '50', paymentMethod });
  const detail = async () => (await product.admin.get('agent/withdrawal/detail', { id })).body.data;
  expect(await detail()).toMatchObject({ fee: '1', netAmount: '49' });
  expect((await product.admin.post('agent/withdrawal/transfer', { ids: id })).status).toBe(200);
  expect(await detail()).toMatchObject({ status: withdrawalStatus.is.transferred, fee: '0', netAmount: '50' });
  expect((await own.who.get('agent/user/balance')).body.data.balance).toBe('150');
});
