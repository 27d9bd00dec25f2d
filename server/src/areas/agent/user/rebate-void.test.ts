import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { postRebates, rebateVoiding, settleRebates, settleSome } from '../../../engines/money/rebates/index.ts';
import { expireApprovals } from '../../../engines/office/approvals/index.ts';
import { DEFAULT_TENANT } from '../../../engines/people/identity/index.ts';
import { refundOrder } from '../../../engines/stock/orders/index.ts';
import { createShop } from '../../../engines/stock/orders/orders-fixture.ts';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { mismatches } from '../../../testing/books.ts';
import { secondTenantOf } from '../../../testing/second-tenant.ts';

const VOID = 'agent/user/rebate/void';

const product = await testApp();
const [finance, checker] = [await product.staff('finance'), await product.staff('finance_check')];
const shop: Awaited<ReturnType<typeof createShop>> = await createShop(product.db, { stock: 300 });
afterAll(async () => {
  expect(await mismatches(product)).toEqual([]);
  await product.close();
});

const sql = (text: string, values: unknown[] = []) => product.db.pool.query(text, values);
const due = () => sql(`update agt_rebate set settle_time = now() - interval '1 hour' where status = 0`);

let earner: TestUser;
let rebateId: string;
let outboundId: bigint;
/** A rebate of 0.5 for ten numbers sold at one each. */
beforeEach(async () => {
  earner = await product.agent();
  const customer = await product.agent({ parent: earner, money: parseMoney('100') });
  await sql(
    `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
     select '000000', owner_path, id, 1, business, 2, $2, 5 from sys_user, generate_series(1, 3) business where id = $1`,
    [String(earner.id), shop.countryCode],
  );
  const purchase = { productId: String(shop.productId), quantity: 10, expectedAmount: '10', useDeclaration: 1 };
  const bought = await customer.post('agent/product/buy', purchase);
  outboundId = BigInt(bought.body.data.outboundId);
  await postRebates(product.db);
  rebateId = (await rebate()).id;
});

const rebate = async (who = finance) =>
  (await who.get('agent/user/rebate/page', { beneficiaryId: String(earner.id) })).body.data.records[0];
const wallets = async () => {
  const { rebatePending, brokerage, rebateDebt } = (await earner.get('agent/user/balance')).body.data;
  return { rebatePending, brokerage, rebateDebt };
};
const ask = (who = finance, id = rebateId) => who.post(VOID, { id, reason: 'Bought from themselves' });
const asked = async (): Promise<string> => (await ask()).body.data.approvalId;
const pass = (ids: string, who = checker) => who.post('desk/approval/pass', { ids });
const settle = async () => {
  await due();
  await settleRebates(product.db);
};
const refund = (quantity = 10) =>
  product.db.tx(async (tx) => {
    const { rows } = await sql(
      'select item_id::text as id from inv_outbound_line where outbound_id = $1 and state = 1 order by 1 limit $2',
      [String(outboundId), quantity],
    );
    const itemIds = rows.map(({ id }) => BigInt(id));
    await refundOrder(tx, { ...systemActor(DEFAULT_TENANT), userType: 1 }, { outboundId, itemIds, reason: 'Test' });
  });
const waiting = async (): Promise<number> => {
  const { rows } = await sql(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  );
  return rows[0].n;
};

describe('voiding a rebate', () => {
  it('needs a reason and a rebate of the tenant', async () => {
    expect((await finance.post(VOID, { id: rebateId, reason: ' ' })).status).toBe(400);
    expect((await ask(finance, '999999')).status).toBe(404);
    const { admin } = await secondTenantOf(product);
    expect((await ask(admin)).status).toBe(404);
    expect(await rebate()).toMatchObject({ status: 0, approvalId: null, voidReason: null });
  });

  it('takes effect when a second person approves: a pending rebate is reversed and its agent notified of the reason', async () => {
    const answer = await ask();
    expect([answer.status, answer.body.data.approvalNo]).toEqual([200, expect.stringMatching(/^RV/)]);
    const id: string = answer.body.data.approvalId;
    expect(await rebate()).toMatchObject({ status: 0, reversedAmount: '0', approvalId: id });
    expect((await rebate(earner)).approvalId).toBeNull();
    expect((await ask()).body.bizCode).toBe('REBATE_VOID_ASKED');
    expect((await ask(product.admin)).status).toBe(409);
    const { rebateNo } = await rebate();
    const request = (await checker.get('desk/approval/detail', { id }, { lang: 'en' })).body.data;
    expect(request).toMatchObject({
      subject: expect.stringContaining(`Void commission ${rebateNo} of `),
      amount: '0.5',
      reason: 'Bought from themselves',
    });
    expect((await pass(id, finance)).status).toBe(403);
    await postRebates(product.db);
    expect(await wallets()).toEqual({ rebatePending: '0.5', brokerage: '0', rebateDebt: '0' });
    expect((await pass(id)).status).toBe(200);
    await postRebates(product.db);
    expect(await wallets()).toEqual({ rebatePending: '0', brokerage: '0', rebateDebt: '0' });
    const voided = { status: 3, rebateAmount: '0.5', reversedAmount: '0.5', voidReason: 'Bought from themselves' };
    expect(await rebate()).toMatchObject(voided);
    expect(await rebate(earner)).toMatchObject(voided);
    expect((await earner.get('agent/user/rebate')).body.data).toMatchObject({ total: '0', pending: '0' });
    const [message] = (await earner.get('message/my/list', {}, { lang: 'en' })).body.data.records;
    expect([message.titleKey, message.content]).toEqual([
      'REBATE_VOIDED',
      `Commission ${rebateNo} was voided and 0.5 USDT taken back: Bought from themselves`,
    ]);
    const { records } = (await earner.get('finance/log/list', { financeType: '7' })).body.data;
    expect(records).toMatchObject([{ bizNo: rebateNo, remark: 'Bought from themselves' }]);
    expect((await ask()).body.bizCode).toBe('STATE_CONFLICT');
    // A later refund changes nothing more.
    await refund(4);
    await postRebates(product.db);
    expect(await rebate()).toMatchObject(voided);
    expect(await wallets()).toEqual({ rebatePending: '0', brokerage: '0', rebateDebt: '0' });
  });

  it('cannot be approved by the requester, not even an administrator', async () => {
    const { approvalId } = (await ask(product.admin)).body.data;
    expect((await pass(approvalId, product.admin)).body.bizCode).toBe('SELF_APPROVAL');
    expect(await rebate()).toMatchObject({ status: 0, reversedAmount: '0' });
  });

  it('claws back a settled rebate from the brokerage, and records a debt for the withdrawn part', async () => {
    await settle();
    expect((await earner.post('agent/withdrawal/transfer', { amount: '0.3' })).status).toBe(200);
    expect((await pass(await asked())).status).toBe(200);
    await postRebates(product.db);
    expect(await wallets()).toEqual({ rebatePending: '0', brokerage: '0', rebateDebt: '0.3' });
    expect(await rebate()).toMatchObject({ status: 3, settledAmount: '0.5', reversedAmount: '0.5' });
  });

  it('of a partly refunded rebate reverses the rest; a completely refunded one has nothing to void', async () => {
    await refund(4);
    const id = await asked();
    expect((await checker.get('desk/approval/detail', { id })).body.data.amount).toBe('0.3');
    await refund(6);
    // Everything is refunded before the decision.
    expect((await pass(id)).body.bizCode).toBe('STATE_CONFLICT');
    await postRebates(product.db);
    expect(await rebate()).toMatchObject({ status: 2, reversedAmount: '0.5' });
    expect(await wallets()).toEqual({ rebatePending: '0', brokerage: '0', rebateDebt: '0' });
    expect((await checker.post('desk/approval/turn-down', { ids: id, reason: 'Refunded' })).status).toBe(200);
    expect((await ask()).body.bizCode).toBe('STATE_CONFLICT');
  });

  const ENDS: Readonly<Record<string, (ids: string) => Promise<unknown>>> = {
    refused: (ids) => checker.post('desk/approval/turn-down', { ids, reason: 'Not proven' }),
    withdrawn: (ids) => finance.post('desk/approval/withdraw', { ids }),
    expired: async (ids) => {
      await sql(`update apr_request set expire_time = now() - interval '1 second' where id = $1`, [ids]);
      await product.app.db.tx((tx) => expireApprovals(tx, product.app.approvals));
    },
  };
  it.each(Object.keys(ENDS))('leaves no trace when the request is %s', async (end) => {
    const before = await rebate();
    const id = await asked();
    await ENDS[end]?.(id);
    expect((await checker.get('desk/approval/detail', { id })).body.data.status).not.toBe(0);
    expect(await rebate()).toEqual(before);
    await settle();
    expect(await wallets()).toEqual({ rebatePending: '0', brokerage: '0.5', rebateDebt: '0' });
    expect((await ask()).status).toBe(200);
  });
});

describe('voiding a rebate concurrently with another change', () => {
  /** Starts a call while an uncommitted transaction holds the rebate, and waits for both. */
  const meet = async (first: Parameters<typeof product.db.tx>[0], second: () => Promise<unknown>) => {
    let ended: Promise<unknown> = Promise.resolve();
    await product.db.tx(async (tx) => {
      await first(tx);
      ended = second();
      await expect.poll(waiting).toBeGreaterThan(0);
    });
    const answer = await ended;
    await postRebates(product.db);
    return answer;
  };
  const voidIn = async (tx: Parameters<Parameters<typeof product.db.tx>[0]>[0], id: string) => {
    const proposer = { userId: finance.id, realName: 'Finance' };
    const approved = {
      id: BigInt(id),
      approvalNo: 'RV',
      payload: { rebateId: BigInt(rebateId) },
      reason: 'Fraud',
      proposer,
    };
    await rebateVoiding.run(tx, systemActor(DEFAULT_TENANT), approved);
  };
  const refundIn = (tx: Parameters<Parameters<typeof product.db.tx>[0]>[0]) =>
    refundOrder(tx, { ...systemActor(DEFAULT_TENANT), userType: 1 }, { outboundId, reason: 'Test' });
  const gone = { rebatePending: '0', brokerage: '0', rebateDebt: '0' };

  it('after a refund: nothing is left to void', async () => {
    const id = await asked();
    expect(await meet(refundIn, () => pass(id))).toMatchObject({ body: { bizCode: 'STATE_CONFLICT' } });
    expect([await wallets(), (await rebate()).status]).toEqual([gone, 2]);
  });

  it('before a refund: the refund reverses nothing more', async () => {
    const id = await asked();
    await meet(
      (tx) => voidIn(tx, id),
      () => refund(5),
    );
    expect([await wallets(), (await rebate()).status, (await rebate()).reversedAmount]).toEqual([gone, 3, '0.5']);
  });

  it('after the settlement: the settled rebate is clawed back', async () => {
    const id = await asked();
    await due();
    expect(
      await meet(
        (tx) => settleSome(tx),
        () => pass(id),
      ),
    ).toMatchObject({ status: 200 });
    expect([await wallets(), (await rebate()).status, (await rebate()).settledAmount]).toEqual([gone, 3, '0.5']);
  });

  it('before the settlement: it is never settled', async () => {
    const id = await asked();
    await due();
    await product.db.tx(async (tx) => {
      await voidIn(tx, id);
      await settleRebates(product.db);
    });
    await settleRebates(product.db);
    await postRebates(product.db);
    expect([await wallets(), (await rebate()).status, (await rebate()).settledAmount]).toEqual([gone, 3, '0']);
  });
});
