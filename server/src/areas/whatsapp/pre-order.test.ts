import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { reportOfToday } from '../../engines/reporting/closing/index.ts';
import { expectConsistent } from '../../engines/stock/orders/orders-fixture.ts';
import { deliverLocked } from '../../engines/stock/preorders/deliver.ts';
import { runDuePreOrders } from '../../engines/stock/preorders/index.ts';
import {
  arrive,
  dayFromNow,
  type EmptyShop,
  emptyShop,
  expectPreOrdersConsistent,
  stageFor,
  submittedPreOrder,
} from '../../engines/stock/preorders/preorders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
const { db } = product;
const staff = await product.staff('admin');
afterAll(async () => {
  await expectPreOrdersConsistent(db);
  await expectConsistent(db);
  const { lines } = await db.tx((tx) => reportOfToday(tx, '000000'));
  // The money of these agents came without recharges.
  expect(lines.filter(({ line, difference }) => line !== 'recharge' && BigInt(difference) !== 0n)).toEqual([]);
  await product.close();
});

const call = (step: string) => `whatsapp/pre-order/${step}`;
const submit = (who: TestUser, shop: EmptyShop, quantity: number, more: object = {}) =>
  who.post(call('submit-order'), {
    ...{ productId: String(shop.productId), quantity, latestDate: dayFromNow(10), useDeclaration: 1 },
    ...{ expectedAmount: String(quantity * 2), ...more },
  });
const submitted = (who: TestUser, shop: EmptyShop, quantity: number) => submittedPreOrder(who, shop, quantity, 2);
const approve = (id: string, more: object = {}) => staff.post(call('approve'), { id, ...more });
const approved = async (who: TestUser, shop: EmptyShop, quantity: number): Promise<string> => {
  const id = await submitted(who, shop, quantity);
  expect((await approve(id)).body.data).toMatchObject({ status: 2, approvedQty: quantity });
  return id;
};
const detail = async (id: string, who: TestUser = product.admin) => (await who.get(call('detail'), { id })).body.data;
/** Balance and held money, in whole units. */
const money = async ({ id }: TestUser): Promise<number[]> => {
  const { rows } = await db.pool.query(
    'select balance::text from fin_wallet where user_id = $1 and kind in (1, 2) order by kind',
    [id],
  );
  return rows.map(({ balance }) => Number(balance) / 1e6);
};
const deliver = () => deliverLocked(db, '000000');
const code = ({ body }: { body: { code: number; bizCode?: string } }) => [body.code, body.bizCode];
const messages = async (who: TestUser): Promise<string[]> => {
  const { records } = (await who.get('message/my/list', { size: 50 })).body.data;
  return records.map(({ content }: { content: string }) => content);
};
const shift = (id: string, sql: string) => db.pool.query(`update agt_preorder set ${sql} where id = $1`, [id]);

describe('a pre-order', () => {
  it('is submitted, approved, filled as numbers arrive by product orders, and completed', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const quote = (await agent.get(call('quote'), { productId: String(shop.productId), quantity: 10 })).body.data;
    expect(quote).toMatchObject({
      amount: '20',
      depositRate: '0.3',
      depositAmount: '6',
      balance: '100',
      place: 1,
      expectedOn: null,
    });
    const id = await submitted(agent, shop, 10);
    expect(await money(agent)).toEqual([94, 6]);
    expect((await approve(id)).body.data).toMatchObject({ status: 2, approvedQty: 10 });
    await arrive(db, shop, 3);
    expect(await detail(id, agent)).toMatchObject({
      lockedQty: 3,
      place: 1,
      status: 2,
      isOwn: 1,
      expectedOn: expect.any(String),
    });
    await deliver();
    expect(await detail(id)).toMatchObject({ lockedQty: 0, deliveredQty: 3, status: 3, paidAmount: '6' });
    expect(await money(agent)).toEqual([89.8, 4.2]);
    await arrive(db, shop, 12);
    await deliver();
    expect(await detail(id)).toMatchObject({
      deliveredQty: 10,
      status: 4,
      paidAmount: '20',
      place: null,
      refundAmount: '0',
    });
    expect(await money(agent)).toEqual([80, 0]);
    const { preOrderNo } = await detail(id);
    const orders = (await agent.get('agent/product/order-list', { ascs: 'id' })).body.data.records;
    expect(orders.map(({ quantity, amount, status }: Record<string, unknown>) => [quantity, amount, status])).toEqual([
      [3, '6', 3],
      [7, '14', 3],
    ]);
    expect(orders.map(({ preOrderNo: no }: Record<string, unknown>) => no)).toEqual([preOrderNo, preOrderNo]);
    const note = (await agent.get('whatsapp/outbound/detail', { id: orders[0].outboundId })).body.data;
    expect([note.outboundType, note.deliveredQty, note.orderNo]).toEqual([2, 3, orders[0].orderNo]);
    const refund = await staff.post('agent/product/refund-order', { id: orders[0].id, reason: 'Not usable' });
    expect([refund.status, refund.body.data?.refunded]).toEqual([200, '6']);
    expect(await money(agent)).toEqual([86, 0]);
    const events = (await agent.get(call('timeline'), { id })).body.data.map(({ event }: { event: string }) => event);
    expect(events).toEqual(['deliverAll', 'deliverSome', 'approve', 'submit', 'save']);
    expect((await messages(agent)).filter((text) => text.includes(preOrderNo)).length).toBe(3);
  });

  it('is approved in part, and the deposit of the rest is returned', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const id = await submitted(agent, shop, 10);
    expect(code(await approve(id, { approvedQty: 11 }))).toEqual([400, 'APPROVED_QTY']);
    expect((await approve(id, { approvedQty: 4, remark: 'Supply of four' })).body.data).toMatchObject({
      status: 2,
      approvedQty: 4,
    });
    expect(await money(agent)).toEqual([97.6, 2.4]);
    const again = await approve(id);
    expect([...code(again), again.body.data]).toEqual([400, 'STATE_CONFLICT', { status: 2 }]);
    expect(again.body.msg).toContain('备货中');
  });

  it('is rejected or revoked, and its whole deposit is returned', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const [first, second, third] = [
      await submitted(agent, shop, 5),
      await submitted(agent, shop, 5),
      await submitted(agent, shop, 5),
    ];
    expect((await approve(first, { pass: 0, remark: 'No supply' })).body.data).toMatchObject({ status: 7 });
    expect((await agent.post(call('revoke'), { id: second, reason: 'Not needed' })).body.data).toMatchObject({
      status: 6,
      refunded: '3',
    });
    expect((await approve(third)).status).toBe(200);
    await arrive(db, shop, 2);
    expect(code(await agent.post(call('revoke'), { id: third, reason: 'Late' }))).toEqual([400, 'STATE_CONFLICT']);
    expect((await staff.post(call('revoke'), { id: third, reason: 'No supply' })).body.data).toMatchObject({
      status: 6,
      refunded: '3',
    });
    expect(await money(agent)).toEqual([100, 0]);
    const { rows } = await db.pool.query(
      'select stock_status, count(*)::int as n from inv_item where country_code = $1 and business_type = $2 group by 1',
      [shop.countryCode, shop.businessType],
    );
    expect(rows).toEqual([{ stock_status: 0, n: 2 }]);
    for (const id of [first, second, third])
      expect(code(await staff.post(call('revoke'), { id, reason: 'Again' }))).toEqual([400, 'STATE_CONFLICT']);
  });

  it('is refunded in part or whole, never what was delivered; a submitted one is revoked instead', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const waiting = await submitted(agent, shop, 2);
    expect(code(await staff.post(call('refund'), { id: waiting, reason: 'No supply' }))).toEqual([400, 'USE_REVOKE']);
    const id = await approved(agent, shop, 10);
    await arrive(db, shop, 4);
    await deliver();
    const refund = (more: object) => staff.post(call('refund'), { id, reason: 'No supply', ...more });
    expect(code(await refund({ quantity: 7 }))).toEqual([400, 'PREORDER_REFUND_EXCEEDS']);
    expect((await refund({ quantity: 2 })).body.data).toMatchObject({ status: 3, refunded: '1.2', quantity: 2 });
    expect((await refund({})).body.data).toMatchObject({ status: 5, refunded: '2.4', quantity: 4 });
    expect(code(await refund({}))).toEqual([400, 'STATE_CONFLICT']);
    expect(await detail(id)).toMatchObject({ deliveredQty: 4, refundedQty: 6, refundAmount: '3.6', paidAmount: '8' });
    expect(await money(agent)).toEqual([100 - 8 - 1.2, 1.2]);
    expect(code(await agent.post(call('refund'), { id, reason: 'Mine' }))).toEqual([403, 'NO_PERMISSION']);
  });

  it('is saved as a draft, edited, submitted and removed by its buyer only', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const request = { productId: String(shop.productId), quantity: 3, latestDate: dayFromNow(5) };
    const { id } = (await agent.post(call('save'), request)).body.data;
    expect(await money(agent)).toEqual([100, 0]);
    expect((await agent.post(call('save'), { ...request, id, quantity: 4 })).body.data).toMatchObject({
      id,
      status: 0,
    });
    const other = await product.agent({ money: 100_000_000n });
    expect(code(await other.post(call('save'), { ...request, id }))).toEqual([404, 'NOT_FOUND']);
    expect(code(await staff.post(call('save'), request))).toEqual([403, 'NO_PERMISSION']);
    expect((await submit(agent, shop, 4, { id })).body.data).toMatchObject({
      id,
      status: 1,
      depositAmount: '2.4',
      balance: '97.6',
    });
    expect(code(await agent.post(call('remove'), { ids: id }))).toEqual([400, 'STATE_CONFLICT']);
    expect(code(await agent.post(call('save'), { ...request, id }))).toEqual([400, 'STATE_CONFLICT']);
    await agent.post(call('revoke'), { id, reason: 'Not needed' });
    expect((await agent.post(call('remove'), { ids: id })).status).toBe(200);
    expect(await detail(id, agent)).toBeNull();
  });

  it('is refused like a purchase, and leaves no trace', async () => {
    const shop = await emptyShop(db, { product: { needKyc: 0, minBuy: 2, maxBuy: 50, stepBuy: 2 } });
    const agent = await product.agent({ money: 5_000_000n });
    const refusal = async (quantity: number, more: object = {}) =>
      (await submit(agent, shop, quantity, more)).body.bizCode;
    expect(await refusal(1)).toBe('BELOW_MIN');
    expect(await refusal(52)).toBe('ABOVE_MAX');
    expect(await refusal(3)).toBe('STEP');
    expect(await refusal(2, { useDeclaration: 0 })).toBe('DECLARATION_REQUIRED');
    expect(await refusal(2, { expectedAmount: '3' })).toBe('PRICE_CHANGED');
    expect(await refusal(20)).toBe('BALANCE_NOT_ENOUGH');
    expect(await refusal(2, { latestDate: dayFromNow(62) })).toBe('LATEST_DATE');
    expect(await refusal(2, { latestDate: dayFromNow(-2) })).toBe('LATEST_DATE');
    expect(await refusal(2, { expectDate: dayFromNow(20) })).toBe('EXPECT_DATE');
    await db.pool.query('update inv_country set is_blocked = 1 where country_code = $1', [shop.countryCode]);
    expect(await refusal(2)).toBe('COUNTRY_BLOCKED');
    await db.pool.query('update inv_country set is_blocked = 0 where country_code = $1', [shop.countryCode]);
    const verified = await emptyShop(db, { product: { needKyc: 1 } });
    expect((await submit(agent, verified, 2)).body.bizCode).toBe('KYC_REQUIRED');
    const rented = await emptyShop(db, { product: { serviceType: 7, leaseMonths: 1 } });
    expect((await submit(agent, rented, 1)).body.bizCode).toBe('PREORDER_PRODUCT');
    expect((await agent.get(call('list'))).body.data.total).toBe(0);
    expect(await money(agent)).toEqual([5, 0]);
  });

  it('counts as spent when it is submitted, and not again when it is delivered', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    await db.pool.query('update sys_user set spend_limit_day = 20000000 where id = $1', [agent.id]);
    const id = await approved(agent, shop, 8);
    expect((await submit(agent, shop, 3)).body.bizCode).toBe('SPEND_LIMIT');
    await arrive(db, shop, 8);
    await deliver();
    expect((await detail(id)).status).toBe(4);
    expect((await submit(agent, shop, 2)).status).toBe(200);
    expect((await submit(agent, shop, 1)).body.bizCode).toBe('SPEND_LIMIT');
  });

  it('cannot be approved by the one who made it', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const id = await submitted(agent, shop, 2);
    await shift(id, `create_user = ${staff.id}`);
    expect(code(await approve(id))).toEqual([403, 'PREORDER_OWN']);
    expect(code(await agent.post(call('approve'), { id }))).toEqual([403, 'NO_PERMISSION']);
  });

  it('approved or revoked at the same moment by two people has one winner', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    for (let round = 0; round < 4; round += 1) {
      const id = await submitted(agent, shop, 2);
      const answers = await Promise.all([
        approve(id),
        agent.post(call('revoke'), { id, reason: 'Not needed' }),
        approve(id, { pass: 0 }),
      ]);
      expect(answers.map(({ body }) => body.code).sort()).toEqual([200, 400, 400]);
      for (const { body } of answers) if (body.code === 400) expect(body.bizCode).toBe('STATE_CONFLICT');
    }
    await arrive(db, shop, 3);
  });
});

describe('the line', () => {
  it('gives numbers to the first approved, shows agents their place, and staff all of it', async () => {
    const shop = await emptyShop(db);
    const [one, two] = [await product.agent({ money: 100_000_000n }), await product.agent({ money: 100_000_000n })];
    const later = await submitted(one, shop, 5);
    const first = await approved(two, shop, 4);
    expect((await approve(later)).status).toBe(200);
    expect([(await detail(later, one)).place, (await detail(first, two)).place]).toEqual([2, 1]);
    const { batchNo } = await stageFor(db, shop, 6);
    const forecast = (await staff.get(call('forecast'), { batchNo })).body.data;
    expect(forecast).toMatchObject({ numbers: 6, left: 0 });
    expect(
      forecast.preOrders.map(({ id, numbers, isFilled }: Record<string, unknown>) => [id, numbers, isFilled]),
    ).toEqual([
      [first, 4, true],
      [later, 2, false],
    ]);
    const moved = await staff.post('whatsapp/pre-warehouse/batch-into-warehouse', { batchNo });
    expect(moved.body.data).toMatchObject({ okCount: 6 });
    expect([(await detail(first)).lockedQty, (await detail(later)).lockedQty]).toEqual([4, 2]);
    const asked = { businessType: shop.businessType, countryCode: shop.countryCode };
    const [kind] = (await staff.get(call('queue'), asked)).body.data;
    expect(kind).toMatchObject({ waiting: 3, locked: 6 });
    expect(kind.preOrders.map(({ id, place }: Record<string, unknown>) => [id, place])).toEqual([
      [first, 1],
      [later, 2],
    ]);
    const [mine] = (await one.get(call('queue'), asked)).body.data;
    expect(mine.preOrders.map(({ id, place }: Record<string, unknown>) => [id, place])).toEqual([[later, 2]]);
    expect((await one.get(call('detail'), { id: first })).status).toBe(404);
    // The deposits are in the job that the move queued.
    const { rows } = await db.pool.query(
      `select count(*)::int as n from kernel_task where job = 'preorders/deliver' and end_time is null`,
    );
    expect(rows[0].n).toBeGreaterThan(0);
    await deliver();
    expect([(await detail(first)).status, (await detail(later)).status]).toEqual([4, 3]);
  });

  it('gives numbers that are on sale to a pre-order when it is approved', async () => {
    const shop = await emptyShop(db);
    await arrive(db, shop, 3);
    const id = await approved(await product.agent({ money: 100_000_000n }), shop, 5);
    expect((await detail(id)).lockedQty).toBe(3);
    const buyer = await product.agent({ money: 100_000_000n });
    const purchase = { productId: String(shop.productId), quantity: 1, expectedAmount: '2', useDeclaration: 1 };
    expect((await buyer.post('agent/product/buy', purchase)).body.bizCode).toBe('STOCK_NOT_ENOUGH');
    const { rows } = await db.pool.query('select id::text from inv_item where preorder_id = $1 order by id', [id]);
    const ids = rows.map((row) => row.id).join(',');
    const keeper = await product.staff('warehouse');
    expect(code(await keeper.post('whatsapp/warehouse/update-status', { ids, status: 4 }))).toEqual([
      400,
      'STATE_CONFLICT',
    ]);
    expect((await keeper.post('whatsapp/warehouse/survive', { ids })).status).not.toBe(200);
    const stock = (await product.admin.get('whatsapp/inventory/page', { ...shop, productId: undefined })).body.data
      .records;
    expect(
      stock.map(({ lockedForPreorder, available }: Record<string, unknown>) => [lockedForPreorder, available]),
    ).toEqual([[3, 0]]);
  });

  it('passes over a buyer who cannot pay, keeps the numbers a day, and comes back to it', async () => {
    const shop = await emptyShop(db);
    const [poor, next] = [await product.agent({ money: 7_000_000n }), await product.agent({ money: 100_000_000n })];
    const id = await approved(poor, shop, 10);
    await arrive(db, shop, 10);
    const second = await approved(next, shop, 10);
    await deliver();
    expect(await detail(id, poor)).toMatchObject({ status: 2, skipReason: 1, lockedQty: 10, deliveredQty: 0 });
    expect(await money(poor)).toEqual([1, 6]);
    expect((await messages(poor)).some((text) => text.includes('24'))).toBe(true);
    await runDuePreOrders(db);
    expect((await detail(id)).lockedQty).toBe(10);
    await shift(id, `skip_time = skip_time - interval '25 hours'`);
    await runDuePreOrders(db);
    expect([(await detail(id)).lockedQty, (await detail(second)).status]).toEqual([0, 4]);
    await arrive(db, shop, 4);
    expect((await detail(id)).lockedQty).toBe(0);
    await db.pool.query(`select 1`);
    const clerk = await product.staff('finance');
    const { body } = await clerk.post('agent/user/manual-update-balance', {
      ids: String(poor.id),
      money: '50',
      reason: 'Bank slip',
    });
    expect(body.msg).toBeDefined();
    await runDuePreOrders(db);
    await runDuePreOrders(db);
    expect(await detail(id)).toMatchObject({ status: 3, skipReason: null, deliveredQty: 4 });
  });

  it('passes over a disabled buyer', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const id = await approved(agent, shop, 2);
    await db.pool.query('update sys_user set status = 0 where id = $1', [agent.id]);
    await arrive(db, shop, 2);
    await deliver();
    expect(await detail(id)).toMatchObject({ status: 2, skipReason: 2, lockedQty: 2 });
    await db.pool.query('update sys_user set status = 1 where id = $1', [agent.id]);
    await runDuePreOrders(db);
    expect(await detail(id)).toMatchObject({ status: 4, skipReason: null });
  });

  it('refunds what is undelivered 72 hours after the latest delivery, and revokes what nobody decided', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const [running, undecided] = [await approved(agent, shop, 5), await submitted(agent, shop, 5)];
    await arrive(db, shop, 2);
    await deliver();
    for (const id of [running, undecided])
      await shift(id, `latest_date = (now() at time zone 'Asia/Shanghai')::date - 3`);
    await runDuePreOrders(db);
    expect([(await detail(running)).status, (await detail(undecided)).status]).toEqual([3, 1]);
    for (const id of [running, undecided])
      await shift(id, `latest_date = (now() at time zone 'Asia/Shanghai')::date - 5`);
    await runDuePreOrders(db);
    expect(await detail(running)).toMatchObject({ status: 5, deliveredQty: 2, refundedQty: 3, refundAmount: '1.8' });
    expect((await detail(undecided)).status).toBe(6);
    expect(await money(agent)).toEqual([96, 0]);
  });

  it('takes a number found inactive from its lock and waits for another', async () => {
    const shop = await emptyShop(db);
    const id = await approved(await product.agent({ money: 100_000_000n }), shop, 2);
    await arrive(db, shop, 2);
    await db.pool.query(
      `update inv_item set stock_status = 5, preorder_id = null where id = (select min(id) from inv_item where preorder_id = $1)`,
      [id],
    );
    expect((await detail(id)).lockedQty).toBe(1);
    await arrive(db, shop, 2);
    expect((await detail(id)).lockedQty).toBe(2);
  });
});

describe('an import that is taken back', () => {
  let shop: EmptyShop;
  let id: string;
  let batchNo: string;
  beforeAll(async () => {
    shop = await emptyShop(db);
    id = await approved(await product.agent({ money: 100_000_000n }), shop, 6);
    await arrive(db, shop, 4);
    await deliver();
    batchNo = await arrive(db, shop, 5);
  });

  it('takes back locked numbers and those on sale; the pre-order waits again', async () => {
    expect((await detail(id)).lockedQty).toBe(2);
    const answer = await staff.post('whatsapp/pre-warehouse/void', { batchNo, reason: 'Wrong list' });
    expect(answer.body.data).toMatchObject({ batchNo, voidedCount: 5, keptCount: 0, kept: [] });
    expect(await detail(id)).toMatchObject({ lockedQty: 0, status: 3, place: 1 });
    const { records } = (await staff.get('whatsapp/pre-warehouse/batches', { batchNo })).body.data;
    expect([records[0].progress, records[0].inWarehouseCount]).toEqual([9, 0]);
  });

  it('keeps delivered numbers and names them', async () => {
    const second = await arrive(db, shop, 5);
    await deliver();
    const answer = await staff.post('whatsapp/pre-warehouse/void', { batchNo: second });
    expect(answer.body.data).toMatchObject({ voidedCount: 3, keptCount: 2 });
    expect(answer.body.data.kept).toEqual(
      Array.from({ length: 2 }, () => ({
        number: expect.any(String),
        stockStatus: 2,
        outboundNo: expect.stringMatching(/^OB/),
      })),
    );
    expect(code(await staff.post('whatsapp/pre-warehouse/void', { batchNo: second }))).toEqual([400, 'BATCH_MOVED']);
  });
});

describe('numbers withdrawn by hand', () => {
  it('are delivered to a pre-order of their kind, at its price', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const id = await approved(agent, shop, 5);
    await db.pool.query('update inv_waiting set is_paused = true where preorder_id = $1', [id]);
    await arrive(db, shop, 4);
    const keeper = await product.staff('warehouse');
    const asked = {
      ...{
        businessType: shop.businessType,
        countryCode: shop.countryCode,
        numberType: 1,
        strategy: 1,
        reason: 'First ones',
      },
      targetType: 2,
    };
    const extract = (more: object) =>
      keeper.post('whatsapp/inventory/extract-number', { ...asked, targetId: id, ...more });
    expect(code(await extract({ quantity: 6 }))).toEqual([400, 'PREORDER_ENOUGH']);
    expect(code(await extract({ quantity: 2, countryCode: 'US' }))).toEqual([400, 'PREORDER_MISMATCH']);
    const { body } = await extract({ quantity: 3 });
    expect(body.data).toMatchObject({ quantity: 3, expireTime: null });
    await db.pool.query('update inv_waiting set is_paused = false where preorder_id = $1', [id]);
    expect(await detail(id)).toMatchObject({ status: 3, deliveredQty: 3, paidAmount: '6' });
    const note = (await agent.get('whatsapp/outbound/detail', { id: body.data.outboundId })).body.data;
    expect([note.outboundType, note.status]).toEqual([2, 2]);
  });
});

describe('the commission of an agent above', () => {
  it('is earned on delivered parts only', async () => {
    const shop = await emptyShop(db);
    const above = await product.agent();
    const agent = await product.agent({ parent: above, money: 100_000_000n });
    await db.pool.query(
      `insert into prc_agent_price (tenant_id, owner_path, agent_id, kind, business_type, service_type, country_code, rebate_rate1)
       select '000000', owner_path, id, 1, $2, 2, '*', 10 from sys_user where id = $1`,
      [above.id, shop.businessType],
    );
    const id = await approved(agent, shop, 10);
    const earned = async () =>
      (
        await db.pool.query('select rebate_amount::text as n from agt_rebate where beneficiary_id = $1 order by id', [
          above.id,
        ])
      ).rows.map(({ n }) => n);
    expect(await earned()).toEqual([]);
    await arrive(db, shop, 4);
    await deliver();
    expect(await earned()).toEqual(['800000']);
    await staff.post(call('refund'), { id, reason: 'No supply' });
    expect(await earned()).toEqual(['800000']);
  });
});

describe('the queued job', () => {
  it('delivers as soon as numbers have arrived, and the timer what a killed job left', async () => {
    const shop = await emptyShop(db);
    const agent = await product.agent({ money: 100_000_000n });
    const id = await approved(agent, shop, 6);
    await arrive(db, shop, 2);
    await db.pool.query(`delete from graphile_worker._private_jobs`);
    await runDuePreOrders(db);
    expect(await detail(id)).toMatchObject({ deliveredQty: 2, lockedQty: 0 });
    await product.work();
    await arrive(db, shop, 3);
    await expect.poll(async () => (await detail(id)).deliveredQty).toBe(5);
  });
});
