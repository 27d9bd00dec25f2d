import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateFor } from '../../engines/money/payments/methods.ts';
import { sealingPurpose } from '../../kernel/resource/sealed.ts';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';
import { openMethod, orderedRecharge, strayPayment } from '../../testing/recharges.ts';
import { openPayoutMethod, withdrawer } from '../../testing/withdrawals.ts';

let product: TestApp;
beforeAll(async () => {
  product = await testApp();
});
afterAll(() => product.close());

const ACCOUNT = { bankName: 'Pay Service', holderName: 'Trading Ltd', accountNo: 'ACC12345' };
const LOCAL = { network: null, local_currency: 'CNY', fx_rate: '7.2', scale: 2, receive_addresses: null };
const offered = async (who: TestUser, direction = 'recharge'): Promise<string[]> =>
  (await who.get('user/payment-method/choices', { direction })).body.data.map(
    ({ methodCode }: { methodCode: string }) => methodCode,
  );
const recharge = (who: TestUser, paymentMethod: string, amount = '100') =>
  who.post('agent/recharge/create-order', { amount, paymentMethod });
const cardOf = async ({ id, row }: TestUser, holderName = 'Ada Chen'): Promise<string> => {
  const { rows } = await product.db.pool.query<{ id: string }>(
    `insert into pay_bank_card (tenant_id, user_id, user_name, holder_name, country_code, currency, bank_name, card_no, card_last4, card_digest, is_default, status, cool_until)
     values ($1, $2, $3, $4, 'CN', 'CNY', 'First Bank', $5, '4242', $6, 1, 1, now() - interval '1 hour') returning id::text`,
    [
      ...[row.tenantId, id.toString(), row.realName, holderName],
      product.app.secrets.seal('4242424242424242', sealingPurpose('user/bank-card', 'cardNo', row.tenantId)),
      `digest-${id}-${holderName}`,
    ],
  );
  return rows[0]?.id ?? '';
};

describe('a method', () => {
  it('of a payment service is offered with its account, one by arrangement without a receiving place', async () => {
    const agent = await product.agent();
    const form = (methodType: number) => ({
      methodCode: `kind-${methodType}`,
      methodName: '方式',
      methodNameEn: 'Method',
      ...{ methodType, direction: 3, localCurrency: 'CNY', fxRate: '7.2', fxMode: 1, scale: 2, minAmount: '10' },
      ...{ maxAmount: '5000', expireMinutes: 30, confirmations: 0, autoPass: 0, feePayer: 1, visibleUserTypes: 3 },
      ...{ sort: 1, status: 1 },
    });
    for (const methodType of [3, 4]) {
      const { status, body } = await product.admin.post('user/payment-method/save', form(methodType));
      expect([status, body.msg]).toEqual([200, '操作成功']);
    }
    expect((await product.admin.post('user/payment-method/save', { ...form(5), methodCode: 'kind-5' })).status).toBe(
      400,
    );
    const kinds = async () => (await offered(agent)).filter((code) => code.startsWith('kind-'));
    expect(await kinds()).toEqual([]);
    const made = (await product.admin.get('user/payment-method/page', { methodCode: 'kind-4' })).body.data.records[0];
    await (await product.staff('finance_check')).post('desk/approval/pass', { ids: made.approvalId });
    expect(await kinds()).toEqual(['kind-4']);
    await product.db.pool.query('update pay_method set bank_info = $1 where method_code = $2', [
      JSON.stringify(ACCOUNT),
      'kind-3',
    ]);
    expect((await kinds()).sort()).toEqual(['kind-3', 'kind-4']);
    for (const [code, bankInfo] of [
      ['kind-3', ACCOUNT],
      ['kind-4', null],
    ] as const) {
      const { id } = (await recharge(agent, code)).body.data;
      const { data } = (await agent.get('agent/recharge/instructions', { id })).body;
      expect(data).toMatchObject({ localAmount: '720.00', localCurrency: 'CNY', bankInfo, qrContent: null });
      expect((await agent.post('agent/recharge/update', { id, payerName: 'Ada' })).body.data.fields).toMatchObject([
        { field: 'proofs' },
      ]);
    }
  });

  it.each([3, 4])('of kind %i pays out to a bank card in its currency', async (methodType) => {
    const { who } = await withdrawer(product);
    const paymentMethod = await openPayoutMethod(product, { ...LOCAL, method_type: methodType });
    const order = { walletKind: 2, amount: '50', paymentMethod, payeeType: 1, payeeId: await cardOf(who) };
    const { id } = (await who.post('agent/withdrawal/create-order', order)).body.data;
    const { data } = (await product.admin.get('agent/withdrawal/detail', { id })).body;
    expect(data).toMatchObject({ localAmount: '360.00', localCurrency: 'CNY', fxRate: '7.2' });
  });

  it('at the market rate adds the spread for payers and deducts it for payees, and orders keep the rate', async () => {
    const agent = await product.agent();
    const market = { ...LOCAL, method_type: 2, bank_info: JSON.stringify(ACCOUNT), fx_mode: 2, fx_spread: '1.5' };
    const code = await openMethod(product, market);
    const { data } = (await agent.get('user/payment-method/choices', { direction: 'recharge' })).body;
    expect(data.find(({ methodCode }: { methodCode: string }) => methodCode === code).fxRate).toBe('7.308');
    const { id } = (await recharge(agent, code)).body.data;
    const detail = async () => (await product.admin.get('agent/recharge/detail', { id })).body.data;
    expect(await detail()).toMatchObject({ fxRate: '7.308', localAmount: '730.80' });
    await product.db.pool.query(`update pay_method set fx_rate = '9' where method_code = $1`, [code]);
    expect(await detail()).toMatchObject({ fxRate: '7.308', localAmount: '730.80' });
    const { who } = await withdrawer(product);
    const paymentMethod = await openPayoutMethod(product, market);
    const order = { walletKind: 2, amount: '50', paymentMethod, payeeType: 1, payeeId: await cardOf(who) };
    const made = (await who.post('agent/withdrawal/create-order', order)).body.data;
    const withdrawal = (await product.admin.get('agent/withdrawal/detail', { id: made.id })).body.data;
    expect(withdrawal).toMatchObject({ fxRate: '7.092', localAmount: '354.60' });
  });

  it('never gives a user a better rate than the market’s, and a fixed rate is used as it is', () => {
    const rate = fc.integer({ min: 1, max: 1_000_000_000 }).map((value) => (value / 1e4).toFixed(4));
    const spread = fc.integer({ min: 0, max: 500_000 }).map((value) => (value / 1e4).toFixed(4));
    fc.assert(
      fc.property(rate, spread, (fxRate, fxSpread) => {
        const [paid, got] = (['recharge', 'withdrawal'] as const).map((direction) =>
          Number(rateFor({ fxRate, fxMode: 2, fxSpread }, direction)),
        );
        expect(paid).toBeGreaterThanOrEqual(Number(fxRate));
        expect(got).toBeLessThanOrEqual(Number(fxRate));
        expect(rateFor({ fxRate, fxMode: 1, fxSpread }, 'recharge')).toBe(fxRate);
      }),
    );
  });

  it('for some countries is visible and usable only for agents there and their sub-users', async () => {
    const china = await openMethod(product, { visible_countries: JSON.stringify(['CN', 'VN']) });
    const phone = async (who: TestUser, number: string) =>
      product.db.pool.query('update sys_user set phone = $2 where id = $1', [who.id.toString(), number]);
    const [here, there, unknown] = [await product.agent(), await product.agent(), await product.agent()];
    await phone(here, '+8613800138000');
    await phone(there, '+12125550123');
    await phone(unknown, '');
    const below = await product.agent({ parent: here, subUser: true });
    for (const [who, isOffered] of [
      [here, true],
      [there, false],
      [unknown, false],
      [below, true],
    ] as const) {
      expect((await offered(who)).includes(china)).toBe(isOffered);
      const { status, body } = await recharge(who, china);
      expect([status, body.bizCode]).toEqual(isOffered ? [200, undefined] : [400, 'METHOD_GONE']);
    }
    const everywhere = await openMethod(product, { visible_countries: '[]' });
    for (const who of [here, there, unknown]) expect(await offered(who)).toContain(everywhere);
    const refused = await product.admin.post('user/payment-method/update', {
      ...(await product.admin.get('user/payment-method/page', { methodCode: china })).body.data.records[0],
      visibleCountries: ['China'],
    });
    expect(refused.status).toBe(400);
  });
});

describe('withdrawing', () => {
  const order = async (who: TestUser, payeeId: string, paymentMethod: string, amount: string, more: object = {}) => {
    const asked = { walletKind: 2, amount, paymentMethod, payeeType: 2, payeeId, ...more };
    const { status, body } = await who.post('agent/withdrawal/create-order', asked);
    return body.bizCode ?? status;
  };

  it('is limited per day by the method, or by the parameter if the method has no limit', async () => {
    await product.setParameter('withdraw.dayMax', '80');
    const own = { balance: 500_000_000n };
    const [plain, limited] = [await withdrawer(product, own), await withdrawer(product, own)];
    const paymentMethod = await openPayoutMethod(product);
    expect(await order(plain.who, plain.payeeId, paymentMethod, '80.000001')).toBe('WITHDRAW_DAY');
    expect(await order(plain.who, plain.payeeId, paymentMethod, '30')).toBe(200);
    expect(await order(plain.who, plain.payeeId, paymentMethod, '50.000001')).toBe('WITHDRAW_DAY');
    expect(await order(plain.who, plain.payeeId, paymentMethod, '50')).toBe(200);
    const wide = await openPayoutMethod(product, { day_max: '200000000' });
    expect(await order(limited.who, limited.payeeId, wide, '200')).toBe(200);
    await product.setParameter('withdraw.dayMax', '10000');
  });

  it('of a balance goes only to a known payer if required; brokerage goes anywhere', async () => {
    const { who, payeeId } = await withdrawer(product, { balance: 500_000_000n });
    const paymentMethod = await openPayoutMethod(product);
    const { rows } = await product.db.pool.query('select address from pay_wallet_address where id = $1', [payeeId]);
    await product.setParameter('withdraw.payerOnly', '1');
    // No payer of a recharge is known yet.
    expect(await order(who, payeeId, paymentMethod, '11')).toBe(200);
    const rechargeId = await orderedRecharge(product, who, { isPaid: true });
    await product.admin.post('agent/recharge/pass', { ids: rechargeId });
    const paymentId = await strayPayment(product);
    const payer = (name: string, network: number | null = 1) =>
      product.db.pool.query(
        'update pay_incoming set recharge_id = $2, payer = $3, network = $4, status = 1, problem = null where id = $1',
        [...[paymentId, rechargeId, name, network]],
      );
    await payer('TJRabPrwbZy45sbavfcjinPJC18kjpRTv8');
    expect(await order(who, payeeId, paymentMethod, '12')).toBe('PAYEE_NOT_PAYER');
    expect(await order(who, payeeId, paymentMethod, '12', { walletKind: 1 })).toBe(200);
    await payer(rows[0].address);
    expect(await order(who, payeeId, paymentMethod, '13')).toBe(200);
    const { who: byBank } = await withdrawer(product, { balance: 500_000_000n });
    const card = await cardOf(byBank, 'Ada  CHEN');
    const stranger = await cardOf(byBank, 'Bob Li');
    const ofBank = await orderedRecharge(product, byBank, { isPaid: true });
    await product.admin.post('agent/recharge/pass', { ids: ofBank });
    await product.db.pool.query(
      `update pay_incoming set recharge_id = $2, payer = 'ada chen', network = null, status = 1, problem = null where id = $1`,
      [await strayPayment(product), ofBank],
    );
    const local = await openPayoutMethod(product, { ...LOCAL, method_type: 2 });
    expect(await order(byBank, stranger, local, '14', { payeeType: 1 })).toBe('PAYEE_NOT_PAYER');
    expect(await order(byBank, card, local, '14', { payeeType: 1 })).toBe(200);
    await product.setParameter('withdraw.payerOnly', '0');
    expect(await order(byBank, stranger, local, '15', { payeeType: 1 })).toBe(200);
  });
});
