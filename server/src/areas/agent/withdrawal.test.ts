import { afterAll, describe, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { openChannel, openPayoutMethod, orderedWithdrawal, withdrawer } from '../../testing/withdrawals.ts';

const PAGE = 'agent/withdrawal';
const product = await testApp({ SANDBOX: '1' });
const finance = await product.staff('finance');
const checker = await product.staff('finance_check');
afterAll(async () => {
  // The ledger is still verified after all tests.
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

/** Returns balance, held balance, brokerage and held brokerage, in units. */
const wallets = async ({ id }: TestUser): Promise<number[]> => {
  const { rows } = await product.db.pool.query<{ kind: number; balance: string }>(
    'select kind, balance::text from fin_wallet where user_id = $1',
    [id.toString()],
  );
  return [1, 2, 3, 4].map((kind) => Number(rows.find((row) => row.kind === kind)?.balance ?? 0) / 1e6);
};
const detail = async (id: string) => (await product.admin.get(`${PAGE}/detail`, { id })).body.data;
const pass = (ids: string, who = finance, more = {}) => who.post(`${PAGE}/pass`, { ids, ...more });
const newest = async (user: TestUser): Promise<string | undefined> => {
  const { rows } = await product.db.pool.query(
    `select m.title_key from msg_message m join msg_inbox i on i.message_id = m.id where i.user_id = $1 order by m.id desc limit 1`,
    [user.id.toString()],
  );
  return rows[0]?.title_key;
};

describe('requesting a withdrawal', () => {
  it('holds the amount, stores the payee and notifies finance', async () => {
    const own = await withdrawer(product);
    const paymentMethod = await openPayoutMethod(product, { fee_fixed: '1000000', fee_rate: '0.5' });
    const id = await orderedWithdrawal(product, own, { paymentMethod, applyNote: 'Thanks' });
    expect(await wallets(own.who)).toEqual([50, 50, 100, 0]);
    expect(await detail(id)).toMatchObject({
      status: 0,
      amount: '50',
      fee: '1.25',
      netAmount: '48.75',
      payee: { address: expect.stringMatching(/^T/) },
      applyNote: 'Thanks',
      // The payee was never paid before, and everything was paid in recently.
      riskFlags: 3,
    });
    expect(await newest(finance)).toBe('WITHDRAW_SUBMITTED');
    expect((await own.who.get(`${PAGE}/detail`, { id })).body.data).not.toHaveProperty('riskFlags');
    await own.who.post(`${PAGE}/submit`, { id, applyNote: 'Please hurry' });
    expect((await detail(id)).applyNote).toBe('Please hurry');
    expect((await own.who.post(`${PAGE}/remove`, { ids: id })).status).toBe(200);
    expect(await wallets(own.who)).toEqual([100, 0, 100, 0]);
    expect((await own.who.post(`${PAGE}/submit`, { id, applyNote: 'Too late' })).body.bizCode).toBe('STATE_CONFLICT');
  });

  it('is refused with the problem and moves nothing', async () => {
    const own = await withdrawer(product);
    const { who, payeeId } = own;
    const paymentMethod = await openPayoutMethod(product, { scale: 2, day_max: '80000000' });
    const ask = async (more: object) => {
      const order = { walletKind: 2, amount: '50', paymentMethod, payeeType: 2, payeeId, ...more };
      return (await who.post(`${PAGE}/create-order`, order)).body.bizCode;
    };
    const stranger = await withdrawer(product);
    expect(await ask({ amount: '9.99' })).toBe('AMOUNT_BELOW');
    expect(await ask({ amount: '5001' })).toBe('AMOUNT_ABOVE');
    expect(await ask({ amount: '10.001' })).toBe('AMOUNT_SCALE');
    expect(await ask({ amount: '81' })).toBe('WITHDRAW_DAY');
    expect(await ask({ paymentMethod: 'nothing' })).toBe('METHOD_GONE');
    expect(await ask({ payeeId: stranger.payeeId })).toBe('PAYEE_GONE');
    expect(await ask({ payeeType: 1 })).toBe('PAYEE_MISFITS');
    expect(await ask({ paymentMethod: await openPayoutMethod(product, { network: 2 }) })).toBe('PAYEE_MISFITS');
    const dear = await openPayoutMethod(product, { fee_fixed: '60000000' });
    expect(await ask({ paymentMethod: dear })).toBe('FEE_ABOVE');
    const large = await openPayoutMethod(product);
    expect(await ask({ amount: '101', paymentMethod: large })).toBe('BALANCE_NOT_ENOUGH');
    expect(await ask({ amount: '101', paymentMethod: large, walletKind: 1 })).toBe('BROKERAGE_NOT_ENOUGH');
    await product.db.pool.query(`update pay_wallet_address set cool_until = now() + interval '1 hour' where id = $1`, [
      payeeId,
    ]);
    expect(await ask({})).toBe('PAYEE_COOLING');
    await product.db.pool.query('update pay_wallet_address set status = 2 where id = $1', [payeeId]);
    expect(await ask({})).toBe('PAYEE_FROZEN');
    expect(await wallets(who)).toEqual([100, 0, 100, 0]);
    expect((await who.post(`${PAGE}/submit`, {})).body.data.fields.length).toBe(5);
  });

  it('is limited to three per day, and blocked while the ledger is bad', async () => {
    const own = await withdrawer(product);
    for (const amount of ['10', '11', '12']) await orderedWithdrawal(product, own, { amount });
    await expect(orderedWithdrawal(product, own, { amount: '13' })).rejects.toThrow('WITHDRAW_COUNT');
    const other = await withdrawer(product);
    const prove = (ok: 0 | 1) =>
      product.db.pool.query(
        `insert into fin_proof (ok, mismatches, journal_count, duration_ms, operator_name) values ($1, '[]', 0, 1, 'test')`,
        [ok],
      );
    await prove(0);
    await expect(orderedWithdrawal(product, other)).rejects.toThrow('LEDGER_MISMATCH');
    await prove(1);
    await orderedWithdrawal(product, other);
  });

  it('protects a payee with a payout in progress from removal', async () => {
    const own = await withdrawer(product);
    const id = await orderedWithdrawal(product, own);
    const remove = () => own.who.post('user/wallet-address/remove', { ids: own.payeeId });
    expect((await remove()).body.bizCode).toBe('IN_USE');
    await own.who.post(`${PAGE}/remove`, { ids: id });
    expect((await remove()).status).toBe(200);
  });
});

describe('deciding', () => {
  const events = async (id: string) =>
    (await product.admin.get(`${PAGE}/timeline`, { id })).body.data.map(({ event }: { event: string }) => event);

  it('pays by hand, rejects, and credits returned money', async () => {
    const own = await withdrawer(product, { balance: 300_000_000n });
    const paymentMethod = await openPayoutMethod(product, { fee_fixed: '1000000' });
    const [paid, refused] = [
      await orderedWithdrawal(product, own, { paymentMethod }),
      await orderedWithdrawal(product, own, { walletKind: 1 }),
    ];
    expect((await own.who.post(`${PAGE}/pass`, { ids: paid })).status).toBe(403);
    expect((await pass(paid, finance, { txHash: 'ref-1' })).body.data).toEqual([{ id: paid, status: 1 }]);
    expect(await newest(own.who)).toBe('WITHDRAW_PAID');
    expect(await detail(paid)).toMatchObject({ txHash: 'ref-1', auditUserName: 'finance' });
    expect((await finance.post(`${PAGE}/turn-down`, { ids: refused, reason: 'No such wallet' })).status).toBe(200);
    expect(await newest(own.who)).toBe('WITHDRAW_REFUSED');
    expect(await wallets(own.who)).toEqual([250, 0, 100, 0]);
    // The platform keeps the fee.
    expect((await finance.post(`${PAGE}/mark-returned`, { ids: paid, reason: 'Sent back' })).status).toBe(200);
    expect(await wallets(own.who)).toEqual([299, 0, 100, 0]);
    expect((await pass(paid)).body.bizCode).toBe('STATE_CONFLICT');
    expect(await events(paid)).toEqual(['mark-returned', 'pass', 'create']);
  });

  it('moves brokerage to the balance: an agent’s own at once, a withdrawal by finance', async () => {
    const own = await withdrawer(product);
    expect((await own.who.post(`${PAGE}/transfer`, { amount: '30' })).body.data[0].status).toBe(6);
    expect(await wallets(own.who)).toEqual([130, 0, 70, 0]);
    expect((await own.who.post(`${PAGE}/transfer`, { amount: '71' })).body.bizCode).toBe('BROKERAGE_NOT_ENOUGH');
    expect((await own.who.post(`${PAGE}/transfer`, {})).body.bizCode).toBe('TRANSFER_WHICH');
    const [ofBrokerage, ofBalance] = [
      await orderedWithdrawal(product, own, { walletKind: 1 }),
      await orderedWithdrawal(product, own),
    ];
    expect((await own.who.post(`${PAGE}/transfer`, { ids: ofBrokerage })).body.bizCode).toBe('TRANSFER_WHICH');
    const both = `${ofBrokerage},${ofBalance}`;
    expect((await finance.post(`${PAGE}/transfer`, { ids: both })).body.bizCode).toBe('TRANSFER_BROKERAGE');
    expect((await finance.post(`${PAGE}/transfer`, { ids: ofBrokerage })).body.data[0].status).toBe(6);
    expect(await wallets(own.who)).toEqual([130, 50, 20, 0]);
  });

  it('needs a second person above the limit, and only for the first person’s plan', async () => {
    const own = await withdrawer(product, { balance: 9_000_000_000n });
    const ask = () => orderedWithdrawal(product, own, { amount: '2000' });
    const id = await ask();
    const channel = await openChannel(product, 4);
    const send = (ids: string, who = finance) => who.post(`${PAGE}/third-channel`, { ids, type: channel });
    expect((await send(id)).body.data).toEqual([{ id, status: 9 }]);
    expect(await newest(checker)).toBe('WITHDRAW_TODO');
    expect(await wallets(own.who)).toEqual([7000, 2000, 100, 0]);
    // No one approves their own plan, and a checker cannot pay alone.
    expect((await send(id)).body.bizCode).toBe('SELF_APPROVAL');
    expect((await send(id, checker)).status).toBe(403);
    expect((await pass(id, product.admin)).body.bizCode).toBe('PLANNED_OTHERWISE');
    const { approvalId } = await detail(id);
    const decide = (call: string, ids: string, reason?: string) =>
      checker.post(`desk/approval/${call}`, { ids, ...(reason ? { reason } : {}) });
    expect((await decide('pass', approvalId)).status).toBe(200);
    expect(await detail(id)).toMatchObject({ status: 3, attempt: 1, checkUserName: 'finance_check', approvalId: null });
    expect(await wallets(own.who)).toEqual([7000, 0, 100, 0]);
    expect((await pass(id)).body.bizCode).toBe('PAYOUT_IN_FLIGHT');
    expect(await events(id)).toEqual(['check', 'ask-check', 'create']);

    // A refused request leaves the withdrawal as it was; rejecting the withdrawal closes its request.
    const other = await ask();
    await pass(other, finance, { txHash: 'slip 1' });
    const refused = (await detail(other)).approvalId;
    await decide('turn-down', refused, 'Ask them first');
    expect(await detail(other)).toMatchObject({ status: 0, approvalId: null });
    expect(await events(other)).toEqual(['uncheck', 'ask-check', 'create']);
    await pass(other, finance, { txHash: 'slip 1' });
    const dropped = (await detail(other)).approvalId;
    await finance.post(`${PAGE}/turn-down`, { ids: other, reason: 'Cannot be' });
    expect((await checker.get('desk/approval/detail', { id: dropped })).body.data.status).toBe(3);
    expect((await decide('pass', dropped)).body.bizCode).toBe('STATE_CONFLICT');
    expect(await wallets(own.who)).toEqual([7000, 0, 100, 0]);

    // An administrator with both rights approves it from the list of withdrawals.
    const third = await ask();
    await pass(third, finance, { txHash: 'slip 2' });
    expect((await pass(third, product.admin)).body.data).toEqual([{ id: third, status: 1 }]);
  });

  it('leaves one outcome for any number of concurrent decisions', async () => {
    const own = await withdrawer(product);
    const id = await orderedWithdrawal(product, own);
    const type = await openChannel(product);
    const answers = await Promise.all([
      pass(id),
      finance.post(`${PAGE}/third-channel`, { ids: id, type }),
      finance.post(`${PAGE}/turn-down`, { ids: id, reason: 'No' }),
      own.who.post(`${PAGE}/remove`, { ids: id }),
      product.admin.post(`${PAGE}/pass`, { ids: id }),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [balance, held] = await wallets(own.who);
    expect(held).toBe(0);
    expect([50, 100]).toContain(balance);
  });

  it('of the decider’s own withdrawal is refused, and withdrawals of others are hidden', async () => {
    const own = await withdrawer(product);
    const [parent, sub] = [await product.agent(), await withdrawer(product, { subUser: true })];
    const id = await orderedWithdrawal(product, own);
    for (const stranger of [parent, sub.who]) {
      expect((await stranger.get(`${PAGE}/detail`, { id })).status).not.toBe(200);
      expect((await stranger.post(`${PAGE}/remove`, { ids: id })).status).not.toBe(200);
    }
    expect((await finance.get('user/withdrawal-record/page', {})).body.data.total).toBe(0);
  });
});
