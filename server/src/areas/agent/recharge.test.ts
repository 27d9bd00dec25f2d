import { formatMoney, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { charge, revenue } from '../../engines/money/ledger/index.ts';
import { expireRecharges, rechargeCredited } from '../../engines/money/payments/index.ts';
import { expireApprovals } from '../../engines/office/approvals/index.ts';
import { multipart } from '../../engines/stock/inventory/stock-fixture.ts';
import { systemActor } from '../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../testing/app.ts';
import { mismatches } from '../../testing/books.ts';
import { PIXEL } from '../../testing/pixel.ts';
import { newHash, openMethod, orderedRecharge, RECEIVING, strayPayment } from '../../testing/recharges.ts';

const product = await testApp();
const finance = await product.staff('finance');
afterAll(() => product.close());

const balanceOf = async (who: TestUser): Promise<string> => (await who.get('agent/user/balance')).body.data.balance;
const rowOf = async (id: string, who: TestUser = product.admin) =>
  (await who.get('agent/recharge/detail', { id })).body.data;
const codeOf = ({ status, body }: { status: number; body: { bizCode?: string } }) => [status, body.bizCode];
const order = (who: TestUser, paymentMethod: string, amount = '100') =>
  who.post('agent/recharge/create-order', { amount, paymentMethod });

describe('an order', () => {
  it('returns amount, address and deadline', async () => {
    const agent = await product.agent();
    const paymentMethod = await openMethod(product, { notice: '仅限 TRC20' });
    const { status, body } = await order(agent, paymentMethod);
    expect(status).toBe(200);
    const { data } = body;
    expect(data).toMatchObject({
      amount: '100',
      receiveAddress: RECEIVING,
      qrContent: RECEIVING,
      status: 0,
      notice: '仅限 TRC20',
      localAmount: null,
    });
    const tail = parseMoney(data.payAmount) - parseMoney('100');
    expect(tail).toBeGreaterThanOrEqual(parseMoney('0.0001'));
    expect(tail).toBeLessThanOrEqual(parseMoney('0.0999'));
    expect((await agent.get('agent/recharge/instructions', { id: data.id })).body.data).toEqual(data);
  });

  it('by bank returns the account and the amount in local money', async () => {
    const bankInfo = { bankName: 'Example Bank', holderName: 'Example Ltd', accountNo: '6200000000000005' };
    const paymentMethod = await openMethod(product, {
      method_type: 2,
      network: null,
      scale: 2,
      local_currency: 'CNY',
      fx_rate: '7.2345',
      receive_addresses: null,
      bank_info: JSON.stringify(bankInfo),
    });
    const { data } = (await order(await product.agent(), paymentMethod, '100.01')).body;
    expect(data).toMatchObject({
      payAmount: '100.01',
      localAmount: '723.52',
      localCurrency: 'CNY',
      bankInfo,
      qrContent: null,
    });
  });

  it('never has the amount of another open order at the same address', async () => {
    const paymentMethod = await openMethod(product, { scale: 2 });
    const agents = await Promise.all(Array.from({ length: 12 }, () => product.agent()));
    const answers = await Promise.all(agents.map((agent) => order(agent, paymentMethod, '33')));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => body.data.payAmount)).size).toBe(12);
  });

  it('is paid to one of the addresses of its method', async () => {
    const addresses = ['first-address', 'second-address', 'third-address'];
    const paymentMethod = await openMethod(product, { receive_addresses: JSON.stringify(addresses) });
    const used = new Set<string>();
    // One of the three addresses is missed in one of six million runs.
    for (let count = 0; count < 14; count += 1) {
      const agent = await product.agent();
      for (let own = 0; own < 3; own += 1) used.add((await order(agent, paymentMethod)).body.data.receiveAddress);
    }
    expect([...used].sort()).toEqual([...addresses].sort());
  });

  it('outside the limits is refused at the amount', async () => {
    const agent = await product.agent();
    const paymentMethod = await openMethod(product, { day_max: '150000000' });
    const below = await order(agent, paymentMethod, '9.99');
    expect(codeOf(below)).toEqual([400, 'AMOUNT_BELOW']);
    expect(below.body.msg).toContain('10.00');
    expect(below.body.data.fields[0].field).toBe('amount');
    expect(codeOf(await order(agent, paymentMethod, '5000.01'))).toEqual([400, 'AMOUNT_ABOVE']);
    expect((await order(agent, paymentMethod)).status).toBe(200);
    expect(codeOf(await order(agent, paymentMethod))).toEqual([400, 'DAY_ABOVE']);
  });

  it('is one of at most three, also in parallel', async () => {
    const agent = await product.agent();
    const paymentMethod = await openMethod(product);
    const answers = await Promise.all(Array.from({ length: 5 }, () => order(agent, paymentMethod)));
    expect(answers.map(({ body }) => body.bizCode ?? 'ok').sort()).toEqual([
      ...['RECHARGE_OPEN_LIMIT', 'RECHARGE_OPEN_LIMIT'],
      ...['ok', 'ok', 'ok'],
    ]);
    const [open] = answers.filter(({ status }) => status === 200);
    expect((await agent.post('agent/recharge/remove', { ids: open?.body.data.id })).status).toBe(200);
    expect((await order(agent, paymentMethod)).status).toBe(200);
  });

  it('is refused to staff, and by a method that is disabled, for other users or without a receiving place', async () => {
    const agent = await product.agent();
    expect(codeOf(await order(product.admin, await openMethod(product)))).toEqual([400, 'RECHARGE_BY_STAFF']);
    for (const columns of [{ status: 0 }, { direction: 2 }, { visible_user_types: 2 }, { receive_addresses: null }])
      expect(codeOf(await order(agent, await openMethod(product, columns)))).toEqual([400, 'METHOD_GONE']);
  });
});

describe('a proof', () => {
  it('sends the recharge to finance with name and amount', async () => {
    const agent = await product.agent({ name: 'Acme' });
    const id = await orderedRecharge(product, agent);
    expect((await agent.post('agent/recharge/update', { id, txHash: newHash().toUpperCase() })).status).toBe(200);
    const row = await rowOf(id, agent);
    expect(row).toMatchObject({ status: 1, isLate: 0 });
    expect(row.txHash).toBe(row.txHash.toLowerCase());
    const { records } = (await finance.get('message/my/list')).body.data;
    expect(records[0]).toMatchObject({ title: '充值提醒', route: `/agent/recharge/index?record=${id}` });
    expect(records[0].content).toContain('Acme');
    // A second submission sends no second message.
    await agent.post('agent/recharge/update', { id, payerName: 'Acme Ltd' });
    expect((await finance.get('message/my/list')).body.data.total).toBe(1);
  });

  it('may name a transaction that another recharge names; only one of them is credited', async () => {
    const [first, second] = [await product.agent(), await product.agent()];
    const txHash = newHash();
    const [id, other] = [await orderedRecharge(product, first), await orderedRecharge(product, second)];
    expect((await first.post('agent/recharge/update', { id, txHash })).status).toBe(200);
    expect((await second.post('agent/recharge/update', { id: other, txHash: txHash.toUpperCase() })).status).toBe(200);
    expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(200);
    const refused = await finance.post('agent/recharge/pass', { ids: other });
    expect(codeOf(refused)).toEqual([409, 'TX_DUPLICATE']);
    expect(refused.body.msg).toContain((await rowOf(id)).rechargeNo);
    expect(await balanceOf(second)).toBe('0');
  });

  it('may be a picture that only its uploader can submit and that opens by its address', async () => {
    const agent = await product.agent();
    const id = await orderedRecharge(product, agent);
    const empty = await agent.post('agent/recharge/update', { id, payerName: 'Acme' });
    expect(codeOf(empty)).toEqual([400, 'PROOF_MISSING']);
    expect(empty.body.data.fields[0].field).toBe('proofs');
    const { body, headers } = multipart({}, { name: 'slip.png', content: PIXEL });
    const { link } = (await agent.post('agent/recharge/put-proof', body, headers)).body.data;
    const [, name, ticket] = /name=(.+)&ticket=(.+)$/.exec(link) ?? [];
    const guessed = (name ?? '').replace(/-[0-9a-f]{8}-/, '-00000000-');
    expect((await product.guest.get('agent/recharge/proof', { name: guessed })).status).toBe(404);
    const other = await product.agent();
    const theirs = await orderedRecharge(product, other);
    expect(codeOf(await other.post('agent/recharge/update', { id: theirs, proofs: [link] }))).toEqual([
      400,
      'PROOF_GONE',
    ]);
    expect((await agent.post('agent/recharge/update', { id, proofs: [link] })).status).toBe(200);
    expect((await product.guest.get('agent/recharge/proof', { name })).status).toBe(404);
    expect((await product.guest.get('agent/recharge/proof', { name, ticket })).raw.equals(PIXEL)).toBe(true);
    // Rows contain a ticket, which is not stored, and may be sent back as displayed.
    const { proofs } = (await agent.get('agent/recharge/detail', { id })).body.data;
    expect(proofs).toEqual([expect.stringMatching(/&ticket=\d+-/)]);
    expect((await agent.post('agent/recharge/update', { id, proofs })).status).toBe(200);
    const stored = await product.db.pool.query('select proofs from pay_recharge where id = $1', [id]);
    expect(stored.rows[0].proofs).toEqual([link.split('&')[0]]);
  });

  it('is accepted late within the days for it, and never after a decision', async () => {
    const agent = await product.agent();
    const late = await orderedRecharge(product, agent, { isExpired: true });
    expect((await agent.post('agent/recharge/update', { id: late, txHash: newHash() })).status).toBe(200);
    expect(await rowOf(late, agent)).toMatchObject({ status: 1, isLate: 1 });
    const old = await orderedRecharge(product, agent, { isExpired: true });
    await product.db.pool.query(`update pay_recharge set expire_time = now() - interval '8 days' where id = $1`, [old]);
    expect(codeOf(await agent.post('agent/recharge/update', { id: old, txHash: newHash() }))).toEqual([
      409,
      'PROOF_LATE',
    ]);
    await finance.post('agent/recharge/pass', { ids: late });
    expect(codeOf(await agent.post('agent/recharge/update', { id: late, txHash: newHash() }))).toEqual([
      409,
      'PROOF_CLOSED',
    ]);
  });
});

describe('a decision', () => {
  it('credits the amount due including its tail, and notifies the agent', async () => {
    const agent = await product.agent();
    const id = await orderedRecharge(product, agent, { isPaid: true });
    const { payAmount } = await rowOf(id);
    expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(200);
    expect(await balanceOf(agent)).toBe(payAmount);
    expect(await rowOf(id)).toMatchObject({ status: 2, creditedAmount: payAmount, auditUserName: 'finance' });
    const { records } = (await agent.get('message/my/list')).body.data;
    expect(records[0]).toMatchObject({ title: '充值到账', route: `/agent/recharge/index?record=${id}` });
    const log = (await agent.get('finance/log/list', { bizNo_equal: (await rowOf(id)).rechargeNo })).body.data;
    expect(log.records).toMatchObject([{ financeType: 1, amount: payAmount }]);
  });

  it('credits another amount only with a reason from finance', async () => {
    const agent = await product.agent();
    const id = await orderedRecharge(product, agent, { isPaid: true });
    const correct = (reason: string) => finance.post('agent/recharge/correct', { id, creditedAmount: '99.95', reason });
    expect((await correct('')).status).toBe(400);
    expect((await correct('Bank fee')).body.data).toEqual({ approvalId: null, approvalNo: null });
    await finance.post('agent/recharge/pass', { ids: id });
    expect(await balanceOf(agent)).toBe('99.95');
    expect(codeOf(await correct('x'))).toEqual([400, 'STATE_CONFLICT']);
  });

  it('needs a second person far from the ordered amount, and never credits above the method’s maximum', async () => {
    const agent = await product.agent();
    const paymentMethod = await openMethod(product, { max_amount: '600000000' });
    const { data } = (await order(agent, paymentMethod, '99.95')).body;
    await agent.post('agent/recharge/update', { id: data.id, txHash: newHash() });
    const correct = (creditedAmount: bigint, who = finance) =>
      who.post('agent/recharge/correct', { id: data.id, creditedAmount: formatMoney(creditedAmount), reason: 'Fee' });
    const [ordered, due, maximum] = [parseMoney('99.95'), parseMoney(data.payAmount), parseMoney('600')];
    const step = parseMoney('0.1');
    for (const [amount, isAsked] of [
      [ordered - step, false],
      [ordered - step - 1n, true],
      [due, false],
      [due + step, false],
      [due + step + 1n, true],
      [maximum, true],
    ] as const) {
      const { approvalId } = (await correct(amount)).body.data;
      expect([amount, approvalId !== null]).toEqual([amount, isAsked]);
      if (!isAsked) continue;
      expect(codeOf(await finance.post('agent/recharge/pass', { ids: data.id }))).toEqual([409, 'RECHARGE_CHECKING']);
      expect((await finance.post('desk/approval/withdraw', { ids: approvalId })).status).toBe(200);
      expect((await rowOf(data.id)).approvalId).toBeNull();
    }
    for (const amount of [maximum + 1n, parseMoney('5000000')]) {
      const { status, body } = await correct(amount);
      expect([status, body.bizCode]).toEqual([400, 'CREDIT_ABOVE']);
      expect(body.data.fields).toMatchObject([{ field: 'creditedAmount' }]);
    }
    // No one approves their own request, not even an administrator; a second person does, and both are recorded.
    const { approvalId } = (await correct(parseMoney('500'), product.admin)).body.data;
    expect(codeOf(await product.admin.post('desk/approval/pass', { ids: approvalId }))).toEqual([403, 'SELF_APPROVAL']);
    const checker = await product.staff('finance_check');
    expect((await checker.post('desk/approval/pass', { ids: approvalId })).status).toBe(200);
    expect(await rowOf(data.id)).toMatchObject({ creditedAmount: '500', approvalId: null, status: 1 });
    expect((await finance.post('agent/recharge/pass', { ids: data.id })).status).toBe(200);
    expect(await balanceOf(agent)).toBe('500');
  });

  it('credits at most the ordered amount while a lowered maximum applies, and more after it is raised', async () => {
    const agent = await product.agent();
    const checker = await product.staff('finance_check');
    const paymentMethod = await openMethod(product, { max_amount: '500000000' });
    const limit = (amount: string) =>
      product.db.pool.query('update pay_method set max_amount = $2 where method_code = $1', [paymentMethod, amount]);
    const ordered = async () => {
      const { data } = (await order(agent, paymentMethod, '100')).body;
      await agent.post('agent/recharge/update', { id: data.id, txHash: newHash() });
      return data.id as string;
    };
    const ask = async (id: string) =>
      (await finance.post('agent/recharge/correct', { id, creditedAmount: '400', reason: 'Slip' })).body.data
        .approvalId;
    const approve = (ids: string) => checker.post('desk/approval/pass', { ids });
    const [waiting, corrected, plain] = [await ordered(), await ordered(), await ordered()];
    expect((await approve(await ask(corrected))).status).toBe(200);
    const approvalId = await ask(waiting);
    await limit('50000000');
    expect(codeOf(await approve(approvalId))).toEqual([400, 'CREDIT_ABOVE']);
    expect(codeOf(await finance.post('agent/recharge/pass', { ids: corrected }))).toEqual([400, 'CREDIT_ABOVE']);
    expect((await finance.post('agent/recharge/pass', { ids: plain })).status).toBe(200);
    expect(await balanceOf(agent)).toBe((await rowOf(plain)).payAmount);
    await limit('400000000');
    expect((await approve(approvalId)).status).toBe(200);
    expect((await finance.post('agent/recharge/pass', { ids: `${waiting},${corrected}` })).status).toBe(200);
  });

  it('attaches no payment above the maximum; the payment can be set aside when it was sent back', async () => {
    const id = await orderedRecharge(product, await product.agent());
    const { rechargeNo } = await rowOf(id);
    const paymentId = await strayPayment(product);
    const paid = (amount: string) =>
      product.db.pool.query('update pay_incoming set amount = $2 where id = $1', [paymentId, amount]);
    const attach = () =>
      finance.post('user/incoming-payment/attach', { id: paymentId, rechargeNo, reason: 'It names it' });
    await paid('5000000001');
    const { status, body } = await attach();
    expect([status, body.bizCode]).toEqual([400, 'CREDIT_ABOVE']);
    expect(body.data.fields).toMatchObject([{ field: 'rechargeNo' }]);
    expect(await rowOf(id)).toMatchObject({ status: 0, approvalId: null });
    expect((await finance.post('user/incoming-payment/dismiss', { ids: paymentId, reason: 'Sent back' })).status).toBe(
      200,
    );
    expect((await finance.post('user/incoming-payment/reopen', { ids: paymentId })).status).toBe(200);
    await paid('5000000000');
    expect((await attach()).status).toBe(200);
  });

  it('against a recharge closes its waiting request; an expired request frees the recharge', async () => {
    const agent = await product.agent();
    const checker = await product.staff('finance_check');
    const asked = async () => {
      const id = await orderedRecharge(product, agent, { isPaid: true });
      const answer = await finance.post('agent/recharge/correct', { id, creditedAmount: '700', reason: 'Twice' });
      return { id, approvalId: answer.body.data.approvalId };
    };
    const refused = await asked();
    expect((await finance.post('agent/recharge/turn-down', { ids: refused.id, reason: 'No' })).status).toBe(200);
    expect((await checker.get('desk/approval/detail', { id: refused.approvalId })).body.data.status).toBe(3);
    const late = await asked();
    await product.db.pool.query(`update apr_request set expire_time = now() where id = $1`, [late.approvalId]);
    await product.db.tx((tx) => expireApprovals(tx, product.app.approvals));
    expect((await rowOf(late.id)).approvalId).toBeNull();
    expect((await finance.post('agent/recharge/pass', { ids: late.id })).status).toBe(200);
  });

  it('is made once, also with concurrent reviewers', async () => {
    const agent = await product.agent();
    const other = await product.staff('finance');
    const ids = await orderedRecharge(product, agent, { isPaid: true });
    const { payAmount } = await rowOf(ids);
    const answers = await Promise.all([
      ...[finance, other].map((who) => who.post('agent/recharge/pass', { ids })),
      ...[finance, other].map((who) => who.post('agent/recharge/turn-down', { ids, reason: 'No' })),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { status } = await rowOf(ids);
    expect(await balanceOf(agent)).toBe(status === 2 ? payAmount : '0');
  });

  it('in the list of agents excludes recharges of sub-users', async () => {
    const agent = await product.agent();
    const subUser = await product.agent({ parent: agent, subUser: true });
    const below = await orderedRecharge(product, subUser, { isPaid: true });
    expect((await finance.post('agent/recharge/pass', { ids: below })).status).toBe(404);
    expect((await finance.post('user/recharge-record/pass', { ids: below })).status).toBe(200);
    expect(await balanceOf(subUser)).not.toBe('0');
  });
});

describe('a rule about the bonus of recharges', () => {
  const walletOf = async ({ id }: TestUser, kind: number): Promise<number> => {
    const { rows } = await product.db.pool.query(
      'select coalesce(sum(balance), 0)::text as sum from fin_wallet where user_id = $1 and kind = $2',
      [id.toString(), kind],
    );
    return Number(rows[0].sum) / 1e6;
  };

  it('pays it once, in the journal of the recharge, for spending only; the day close agrees', async () => {
    const agent = await product.agent();
    const id = await orderedRecharge(product, agent, { isPaid: true });
    const takeAway = rechargeCredited.listen(async (_tx, row, amount) => (row.userId === agent.id ? amount / 10n : 0n));
    try {
      expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(200);
      expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(400);
    } finally {
      takeAway();
    }
    const { payAmount, bonusAmount, rechargeNo } = await rowOf(id);
    expect(parseMoney(bonusAmount)).toBe(parseMoney(payAmount) / 10n);
    expect([await walletOf(agent, 1), await walletOf(agent, 7)]).toEqual([Number(payAmount), Number(bonusAmount)]);
    const { rows } = await product.db.pool.query(
      `select count(distinct j.id)::int as journals, count(*)::int as entries from fin_journal j join fin_entry e on e.journal_id = j.id
       where j.biz_no = $1`,
      [rechargeNo],
    );
    expect(rows).toEqual([{ journals: 1, entries: 4 }]);
    expect(await mismatches(product)).toEqual([]);
    const plain = await orderedRecharge(product, agent, { isPaid: true });
    await finance.post('agent/recharge/pass', { ids: plain });
    expect((await rowOf(plain)).bonusAmount).toBeNull();
  });

  it('takes the bonus back with the credit, spent parts from the balance, once; a recharge then counts as reversed', async () => {
    const clerk = await product.staff('finance');
    const agent = await product.agent();
    const takeAway = rechargeCredited.listen(async (_tx, row, amount) => (row.userId === agent.id ? amount / 10n : 0n));
    const credited = async () => {
      const id = await orderedRecharge(product, agent, { isPaid: true });
      await clerk.post('agent/recharge/pass', { ids: id });
      const row = await rowOf(id);
      const { records } = (await clerk.get('finance/log/list', { bizNo_equal: row.rechargeNo, walletKind: 1 })).body
        .data;
      return { ...row, id, journalNo: records[0].journalNo };
    };
    const wallets = async () => [await walletOf(agent, 1), await walletOf(agent, 7)];
    const reverse = ({ payAmount, journalNo }: { payAmount: string; journalNo: string }) =>
      clerk.post('agent/user/manual-update-balance', {
        ...{ ids: String(agent.id), money: `-${payAmount}`, reason: 'Wrong agent', reverses: journalNo },
      });
    try {
      const whole = await credited();
      expect(whole.reversalNo).toBeNull();
      const [done] = (await reverse(whole)).body.data.items;
      expect(await wallets()).toEqual([0, 0]);
      expect(await rowOf(whole.id)).toMatchObject({ status: 2, reversalNo: done.journalNo });
      expect((await agent.get('agent/recharge/list')).body.data.records[0].reversalNo).toBe(done.journalNo);
      const again = await reverse(whole);
      expect(codeOf(again)).toEqual([409, 'ALREADY_REVERSED']);
      expect(again.body.msg).toContain(done.journalNo);
      // Half of the bonus is spent.
      const spent = await credited();
      const half = parseMoney(spent.bonusAmount) / 2n;
      const purchase = { userId: agent.id, amount: half, to: revenue('whatsapp'), bizType: 'test', idemKey: 'half' };
      await product.db.tx((tx) => charge(tx, systemActor('000000'), purchase));
      expect((await reverse(spent)).body.bizCode).toBe('BALANCE_NOT_ENOUGH');
      expect(await wallets()).toEqual([Number(spent.payAmount), Number(formatMoney(half))]);
      const more = { ids: String(agent.id), money: '20', reason: 'Bank slip' };
      await clerk.post('agent/user/manual-update-balance', more);
      const [taken] = (await reverse(spent)).body.data.items;
      expect(await wallets()).toEqual([Number(formatMoney(parseMoney('20') - half)), 0]);
      // The reversal is undone by what it moved: the spent half went from the balance and returns to it.
      const back = formatMoney(parseMoney(spent.payAmount) + half);
      const undo = (money: string) =>
        clerk.post('agent/user/manual-update-balance', {
          ...{ ids: String(agent.id), money, reason: 'Right agent after all', reverses: taken.journalNo },
        });
      expect((await undo(spent.payAmount)).body.bizCode).toBe('NOT_REVERSIBLE');
      expect((await undo(back)).status).toBe(200);
      expect(await wallets()).toEqual([
        Number(formatMoney(parseMoney('20') + parseMoney(spent.payAmount))),
        Number(formatMoney(half)),
      ]);
      expect(codeOf(await undo(back))).toEqual([409, 'ALREADY_REVERSED']);
    } finally {
      takeAway();
    }
    expect(await mismatches(product)).toEqual([]);
  });

  it('that throws refuses the recharge, and nothing is credited', async () => {
    const agent = await product.agent();
    const id = await orderedRecharge(product, agent, { isPaid: true });
    const takeAway = rechargeCredited.listen(async (_tx, row) => (row.userId === agent.id ? -1n : 0n));
    try {
      expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(500);
    } finally {
      takeAway();
    }
    expect([await walletOf(agent, 1), await walletOf(agent, 7), (await rowOf(id)).status]).toEqual([0, 0, 1]);
  });
});

it('rows of other owners are hidden', async () => {
  const [agent, other] = [await product.agent(), await product.agent()];
  const child = await product.agent({ parent: agent });
  const id = await orderedRecharge(product, child);
  for (const who of [agent, other]) {
    expect((await who.get('agent/recharge/list')).body.data.total).toBe(0);
    for (const call of ['detail', 'instructions'])
      expect((await who.get(`agent/recharge/${call}`, { id })).status).toBe(404);
    expect((await who.post('agent/recharge/update', { id, txHash: newHash() })).status).toBe(404);
    expect((await who.post('agent/recharge/remove', { ids: id })).status).toBe(404);
  }
});

it('an expired recharge of a sub-user stays late when finance reopens it', async () => {
  const below = await product.agent({ parent: await product.agent(), subUser: true });
  const id = await orderedRecharge(product, below);
  await product.db.pool.query(`update pay_recharge set expire_time = now() - interval '1 second' where id = $1`, [id]);
  await product.db.tx(expireRecharges);
  const reason = 'Found on the chain';
  expect((await finance.post('user/recharge-record/reopen', { ids: id, reason })).status).toBe(200);
  expect((await product.db.pool.query('select is_late from pay_recharge where id = $1', [id])).rows).toEqual([
    { is_late: 1 },
  ]);
});

it('an unpaid recharge expires, and finance may still review it', async () => {
  const agent = await product.agent();
  const id = await orderedRecharge(product, agent);
  await product.db.pool.query(`update pay_recharge set expire_time = now() - interval '1 second' where id = $1`, [id]);
  await product.db.tx(expireRecharges);
  expect((await rowOf(id)).status).toBe(4);
  expect((await finance.post('agent/recharge/reopen', { ids: id, reason: 'Found on the chain' })).status).toBe(200);
  expect((await finance.post('agent/recharge/pass', { ids: id })).status).toBe(200);
  expect((await agent.get('agent/recharge/timeline', { id })).body.data.map(({ to }: { to: number }) => to)).toEqual([
    2, 1, 4, 0,
  ]);
});

it('the credited amount equals the approved one in random histories of payers, finance and timers', async () => {
  const agent = await product.agent();
  const ids: string[] = [];
  const step = fc.record({
    what: fc.constantFrom('order', 'pay', 'pass', 'turn-down', 'cancel', 'expire', 'reopen', 'correct'),
    which: fc.nat(7),
  });
  const seed = Number(process.env['RECHARGE_SEED'] ?? Date.now() % 2 ** 31);
  const [steps = []] = fc.sample(fc.array(step, { minLength: 60, maxLength: 60, size: 'max' }), { seed, numRuns: 1 });
  const does: Record<string, (id: string) => Promise<unknown>> = {
    pay: (id) => agent.post('agent/recharge/update', { id, txHash: newHash() }),
    pass: (id) => finance.post('agent/recharge/pass', { ids: id }),
    'turn-down': (id) => finance.post('agent/recharge/turn-down', { ids: id, reason: 'No' }),
    cancel: (id) => agent.post('agent/recharge/remove', { ids: id }),
    reopen: (id) => finance.post('agent/recharge/reopen', { ids: id, reason: 'Late' }),
    correct: (id) => finance.post('agent/recharge/correct', { id, creditedAmount: '19.95', reason: 'Fee' }),
    expire: async (id) => {
      await product.db.pool.query(`update pay_recharge set expire_time = now() where id = $1 and status = 0`, [id]);
      await product.db.tx(expireRecharges);
    },
  };
  const paymentMethod = await openMethod(product);
  for (const { what, which } of steps) {
    if (what === 'order') {
      const { status, body } = await order(agent, paymentMethod, '20');
      if (status === 200) ids.push(body.data.id);
    } else if (ids.length > 0) await does[what]?.(ids[which % ids.length] as string);
  }
  const rows = await Promise.all(ids.map((id) => rowOf(id)));
  const credited = rows
    .filter(({ status }) => status === 2)
    .reduce((sum, { creditedAmount }) => sum + parseMoney(creditedAmount), 0n);
  expect(await balanceOf(agent), `seed ${seed}`).toBe(formatMoney(credited));
  expect(await mismatches(product), `seed ${seed}`).toEqual([]);
});
