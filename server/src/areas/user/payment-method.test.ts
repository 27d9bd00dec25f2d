import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, type TestUser, testApp } from '../../testing/app.ts';

let product: TestApp;
let finance: TestUser;
let checker: TestUser;
let agent: TestUser;
beforeAll(async () => {
  product = await testApp();
  finance = await product.staff('finance');
  checker = await product.staff('finance_check');
  agent = await product.agent();
});
afterAll(() => product.close());

const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
const OTHER_TRON = 'TNPeeaaFB7K9cmo4uQpcU32zGK8G1NYqeL';
let count = 0;
const method = (more: object = {}) => {
  count += 1;
  return {
    methodCode: `method-${count}`,
    methodName: '泰达币',
    methodNameEn: 'Tether',
    methodType: 1,
    direction: 3,
    network: 1,
    scale: 6,
    minAmount: '10',
    maxAmount: '5000',
    expireMinutes: 30,
    feePayer: 1,
    visibleUserTypes: 3,
    sort: count,
    status: 1,
    ...more,
  };
};
const bankMethod = (more: object = {}) => {
  const { network: _network, ...form } = method({
    methodType: 2,
    localCurrency: 'CNY',
    fxRate: '7.2',
    scale: 2,
    ...more,
  });
  return form;
};
const saved = async (form: ReturnType<typeof method> | ReturnType<typeof bankMethod>) => {
  const { body } = await finance.post('user/payment-method/save', form);
  expect(body).toMatchObject({ code: 200 });
  return { id: body.data.id as string, methodCode: form.methodCode };
};
const ask = (id: string, asked: object, who = finance) =>
  who.post('user/payment-method/update-receiving', { id, reason: 'New wallet', ...asked });
const asked = async (id: string, input: object): Promise<string> => {
  const { body } = await ask(id, input);
  expect(body).toMatchObject({ code: 200, data: { approvalNo: expect.stringMatching(/^RV/) } });
  return body.data.approvalId;
};
const pass = (ids: string, who: Pick<TestUser, 'post'> = checker) => who.post('desk/approval/pass', { ids });
const detail = async (id: string) => (await finance.get('user/payment-method/detail', { id })).body.data;
const offered = async (who: TestUser, direction = 'recharge'): Promise<string[]> =>
  (await who.get('user/payment-method/choices', { direction })).body.data.map(
    (row: { methodCode: string }) => row.methodCode,
  );
const newest = async (who: TestUser) => (await who.get('message/my/list', { size: 1 })).body.data.records[0];

describe('the receiving place of a method', () => {
  it('is changed by two people, and all readers of methods are notified', async () => {
    const { id, methodCode } = await saved(method());
    const first = await asked(id, { receiveAddresses: [TRON] });
    expect((await detail(id)).receiveAddresses).toBeNull();
    expect(await newest(checker)).toMatchObject({
      titleKey: 'RECEIVING_TODO',
      content: expect.stringContaining(methodCode),
      route: `/desk/approval/index?record=${first}`,
    });
    expect((await pass(first)).status).toBe(200);
    expect((await detail(id)).receiveAddresses).toEqual([TRON]);
    const again = await asked(id, { receiveAddresses: [OTHER_TRON, OTHER_TRON] });
    expect((await checker.get('desk/approval/detail', { id: again })).body.data).toMatchObject({
      subject: expect.stringContaining(methodCode),
      lines: [
        { name: TRON, note: '−', route: `/user/payment-method/index?record=${id}` },
        { name: OTHER_TRON, note: '+' },
      ],
    });
    expect((await pass(again)).status).toBe(200);
    expect((await detail(id)).receiveAddresses).toEqual([OTHER_TRON]);
    expect(await newest(checker)).toMatchObject({
      titleKey: 'RECEIVING_CHANGED',
      route: `/user/payment-method/index?record=${id}`,
    });
    const { rows } = await product.db.pool.query(
      `select user_id::text, before, after from audit_log where object_type = 'desk/approval' and object_id = $1`,
      [again],
    );
    expect(rows).toMatchObject([
      {
        user_id: String(checker.id),
        before: { [`pay_method:${id}`]: { receive_addresses: [TRON] } },
        after: { [`pay_method:${id}`]: { receive_addresses: [OTHER_TRON] } },
      },
    ]);
  });

  it('is not decided by the requester, nor by a user who may only request', async () => {
    const { id } = await saved(method());
    const own = await ask(id, { receiveAddresses: [TRON] }, product.admin as TestUser);
    expect((await pass(own.body.data.approvalId, product.admin)).body.bizCode).toBe('SELF_APPROVAL');
    expect((await pass(own.body.data.approvalId, await product.staff('finance'))).status).toBe(403);
    expect((await detail(id)).receiveAddresses).toBeNull();
  });

  it('is in no form', async () => {
    const bankInfo = { bankName: 'Example Bank', holderName: 'Example Ltd', accountNo: '1202021709900012345' };
    const { id } = await saved(method({ receiveAddresses: [TRON], bankInfo }));
    const { version } = await detail(id);
    await finance.post('user/payment-method/update', { id, version, receiveAddresses: [TRON], bankInfo });
    expect(await detail(id)).toMatchObject({ receiveAddresses: null, bankInfo: null });
  });

  it('is validated at the request', async () => {
    const { id } = await saved(method());
    const refused = async (receiveAddresses: string[]) => (await ask(id, { receiveAddresses })).body;
    expect(await refused([TRON.toLowerCase()])).toMatchObject({ code: 400, bizCode: 'TRON_ADDRESS_INVALID' });
    expect(await refused([])).toMatchObject({ code: 400, bizCode: 'RECEIVING_MISSING' });
    const evm = await saved(method({ network: 2 }));
    const answer = await ask(evm.id, { receiveAddresses: ['0x5aaeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] });
    expect(answer.body).toMatchObject({ code: 400, bizCode: 'ADDRESS_CAPITALS' });
    const bank = await saved(bankMethod());
    const account = { bankName: 'Example Bank', holderName: 'Example Ltd', accountNo: 'GB82WEST12345698765431' };
    expect((await ask(bank.id, { bankInfo: account })).body).toMatchObject({ code: 400, bizCode: 'IBAN_INVALID' });
    expect((await ask(bank.id, { receiveAddresses: [TRON] })).body.bizCode).toBe('RECEIVING_MISSING');
    expect((await ask('999999', { receiveAddresses: [TRON] })).status).toBe(404);
  });

  it('must differ from the present one', async () => {
    const { id } = await saved(bankMethod());
    const bankInfo = { bankName: 'Example Bank', holderName: 'Example Ltd', accountNo: '1202 0217 0990 0012 345' };
    await pass(await asked(id, { bankInfo }));
    expect((await detail(id)).bankInfo).toEqual({ ...bankInfo, accountNo: '1202021709900012345' });
    expect((await ask(id, { bankInfo })).body.bizCode).toBe('RECEIVING_SAME');
  });

  it('keeps waiting when the method is removed', async () => {
    const { id } = await saved(method());
    const request = await asked(id, { receiveAddresses: [TRON] });
    expect((await finance.post('user/payment-method/remove', { ids: id })).status).toBe(200);
    expect((await pass(request)).status).toBe(404);
    expect((await checker.get('desk/approval/detail', { id: request })).body.data.status).toBe(0);
  });
});

describe('methods on offer', () => {
  it('are enabled, meant for the user and the direction, and have a receiving place', async () => {
    const open = await saved(method());
    const bank = await saved(bankMethod({ direction: 1, visibleUserTypes: 1 }));
    const out = await saved(method({ direction: 2 }));
    const off = await saved(method({ status: 0 }));
    const bare = await saved(method());
    for (const { id } of [open, out, off]) await pass(await asked(id, { receiveAddresses: [TRON] }));
    const bankInfo = { bankName: 'Example Bank', holderName: 'Example Ltd', accountNo: '1202021709900012345' };
    await pass(await asked(bank.id, { bankInfo }));
    const ours = [open, bank, out, off, bare].map(({ methodCode }) => methodCode);
    const among = (codes: string[]) => codes.filter((code) => ours.includes(code));
    expect(among(await offered(agent))).toEqual([open.methodCode, bank.methodCode]);
    expect(among(await offered(agent, 'withdrawal'))).toEqual([open, out, bare].map(({ methodCode }) => methodCode));
    const forOthers = await saved(method({ visibleUserTypes: 2 }));
    await pass(await asked(forOthers.id, { receiveAddresses: [TRON] }));
    expect(await offered(agent)).not.toContain(forOthers.methodCode);
    const { body } = await agent.get('user/payment-method/choices', { direction: 'recharge' });
    expect(body.data.find((row: { methodCode: string }) => row.methodCode === bank.methodCode)).toMatchObject({
      localCurrency: 'CNY',
      fxRate: '7.2',
      minAmount: '10',
      quickAmounts: [],
    });
    expect(JSON.stringify(body)).not.toContain(TRON);
    expect((await agent.get('user/payment-method/page')).status).toBe(403);
  });

  it('have a maximum not below their minimum', async () => {
    const { body } = await finance.post('user/payment-method/save', method({ minAmount: '10', maxAmount: '9.99' }));
    expect(body).toMatchObject({ code: 400, bizCode: 'METHOD_LIMITS' });
    const { id } = await saved(method());
    const { version } = await detail(id);
    const changed = await finance.post('user/payment-method/update', { id, version, maxAmount: '5' });
    expect(changed.body.bizCode).toBe('METHOD_LIMITS');
  });
});

describe('higher limits of a method', () => {
  const change = async (id: string, more: object, who: Pick<TestUser, 'post'> = finance) => {
    const { version } = await detail(id);
    const { body } = await who.post('user/payment-method/update', { id, version, ...more });
    return body;
  };

  it('take effect after a second person has approved them; lower ones at once', async () => {
    const { id, methodCode } = await saved(method({ dayMax: '8000' }));
    const { code, data } = await change(id, { maxAmount: '9000', dayMax: null, methodName: '另一名称' });
    expect([code, data.approvalId]).toEqual([200, expect.stringMatching(/^\d+$/)]);
    expect(await detail(id)).toMatchObject({
      maxAmount: '5000',
      dayMax: '8000',
      methodName: '另一名称',
      approvalId: data.approvalId,
      askedLimits: expect.stringContaining('5000 → 9000'),
    });
    expect(await newest(checker)).toMatchObject({
      titleKey: 'METHOD_LIMITS_TODO',
      content: expect.stringContaining(methodCode),
    });
    expect((await pass(data.approvalId, finance)).status).toBe(403);
    expect((await pass(data.approvalId)).status).toBe(200);
    expect(await detail(id)).toMatchObject({ maxAmount: '9000', dayMax: null, approvalId: null, askedLimits: null });

    expect((await change(id, { maxAmount: '4000', dayMax: '6000' })).data.approvalId).toBeNull();
    expect(await detail(id)).toMatchObject({ maxAmount: '4000', dayMax: '6000' });
  });

  it('cannot be approved by the requester, not even by an administrator', async () => {
    const { id } = await saved(method());
    const { data } = await change(id, { maxAmount: '5000.01' }, product.admin);
    expect((await pass(data.approvalId, product.admin)).body.bizCode).toBe('SELF_APPROVAL');
    expect((await detail(id)).maxAmount).toBe('5000');
  });

  it('include a minimum above the present maximum', async () => {
    const { id } = await saved(method());
    const { data } = await change(id, { minAmount: '6000', maxAmount: '9000' });
    expect(await detail(id)).toMatchObject({ minAmount: '10', maxAmount: '5000' });
    expect((await pass(data.approvalId)).status).toBe(200);
    expect(await detail(id)).toMatchObject({ minAmount: '6000', maxAmount: '9000' });
  });

  it('are withdrawn by a newer request, and stay when other fields are saved', async () => {
    const { id } = await saved(method());
    const first = (await change(id, { maxAmount: '6000' })).data.approvalId;
    expect((await change(id, { remark: 'Later' })).data.approvalId).toBeNull();
    expect((await detail(id)).approvalId).toBe(first);
    const second = (await change(id, { maxAmount: '7000' })).data.approvalId;
    expect((await pass(first)).status).not.toBe(200);
    await change(id, { maxAmount: '4000' });
    expect((await pass(second)).status).not.toBe(200);
    expect(await detail(id)).toMatchObject({ maxAmount: '4000', approvalId: null });
  });
});

describe('a new method by arrangement', () => {
  const byArrangement = async (more: object = {}) => {
    const form = bankMethod({ methodType: 4, maxAmount: '900000000', dayMax: '900000000', ...more });
    const { body } = await finance.post('user/payment-method/save', form);
    return { id: body.data.id as string, approvalId: body.data.approvalId as string, methodCode: form.methodCode };
  };
  const order = async (paymentMethod: string) =>
    (await agent.post('agent/recharge/create-order', { amount: '100', paymentMethod })).body;
  const change = async (id: string, more: object) => {
    const { version } = await detail(id);
    return (await finance.post('user/payment-method/update', { id, version, ...more })).body.data;
  };

  it('is offered for recharges after a second person has approved its limits', async () => {
    const { id, approvalId, methodCode } = await byArrangement();
    expect(await offered(agent)).not.toContain(methodCode);
    expect(await offered(agent, 'withdrawal')).toContain(methodCode);
    expect((await order(methodCode)).bizCode).toBe('METHOD_GONE');
    expect((await pass(approvalId, finance)).status).toBe(403);
    expect((await checker.get('desk/approval/detail', { id: approvalId })).body.data).toMatchObject({
      subject: expect.stringContaining(methodCode),
      lines: [{ note: { en: '10' } }, { note: { en: '900000000' } }, { note: { en: '900000000' } }],
    });
    expect((await pass(approvalId)).status).toBe(200);
    expect(await detail(id)).toMatchObject({ confirmed: 1, maxAmount: '900000000', approvalId: null });
    expect(await offered(agent)).toContain(methodCode);
    expect((await order(methodCode)).code).toBe(200);
  });

  it('cannot be approved by the person who added it, not even by an administrator, nor by a form', async () => {
    const form = bankMethod({ methodType: 4, confirmed: 1 });
    const { data } = (await product.admin.post('user/payment-method/save', form)).body;
    expect((await pass(data.approvalId, product.admin)).body.bizCode).toBe('SELF_APPROVAL');
    const { version } = await detail(data.id);
    await product.admin.post('user/payment-method/update', { id: data.id, version, confirmed: 1 });
    expect(await offered(agent)).not.toContain(form.methodCode);
  });

  it('is approved in its present form: other limits need a new request, other changes do not', async () => {
    const { id, approvalId, methodCode } = await byArrangement({ maxAmount: '5000' });
    expect((await change(id, { remark: 'Later' })).approvalId).toBeNull();
    expect((await detail(id)).approvalId).toBe(approvalId);
    const higher = (await change(id, { maxAmount: '6000' })).approvalId;
    expect((await pass(approvalId)).status).not.toBe(200);
    expect(await detail(id)).toMatchObject({ maxAmount: '5000', approvalId: higher });
    const lower = (await change(id, { maxAmount: '4000' })).approvalId;
    expect((await pass(higher)).status).not.toBe(200);
    expect(await offered(agent)).not.toContain(methodCode);
    expect((await pass(lower)).status).toBe(200);
    expect(await detail(id)).toMatchObject({ maxAmount: '4000', confirmed: 1 });
    expect(await offered(agent)).toContain(methodCode);
  });

  it('for payouts only needs approval when it starts to receive, and again after a rejection', async () => {
    const { id, approvalId, methodCode } = await byArrangement({ direction: 2 });
    expect(approvalId).toBeNull();
    const first = (await change(id, { direction: 3, confirmations: 0, autoPass: 0 })).approvalId;
    expect(await offered(agent)).not.toContain(methodCode);
    expect((await checker.post('desk/approval/turn-down', { ids: first, reason: 'Too high' })).status).toBe(200);
    const again = (await change(id, { direction: 1 })).approvalId;
    expect(again).not.toBe(first);
    expect((await pass(again)).status).toBe(200);
    expect(await offered(agent)).toContain(methodCode);
  });

  it('of another kind shows its limits with its first receiving place', async () => {
    const { id } = await saved(method());
    const request = await asked(id, { receiveAddresses: [TRON] });
    const { lines } = (await checker.get('desk/approval/detail', { id: request })).body.data;
    expect(lines).toMatchObject([
      { name: TRON, note: '+' },
      { name: { en: 'Minimum' }, note: { en: '10' } },
      { name: { en: 'Maximum' }, note: { en: '5000' } },
      { note: { en: 'no limit' } },
    ]);
  });
});
