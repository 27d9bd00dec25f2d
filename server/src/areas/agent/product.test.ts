import { withDependents } from '@trade-assistant/contract/changes.ts';
import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it } from 'vitest';
import { agentPrices } from '../../engines/money/pricing/index.ts';
import { products } from '../../engines/stock/orders/index.ts';
import { balance, createShop, expectConsistent, snapshotRows } from '../../engines/stock/orders/orders-fixture.ts';
import { PUSH_CHANNEL } from '../../kernel/realtime/push.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
const keeper = await product.staff('admin');
const agent = await product.agent({ money: 1_000_000_000n });
const other = await product.agent({ money: 100_000_000n });
afterAll(async () => {
  await expectConsistent(product.db);
  await product.close();
});

const shop = (options: Parameters<typeof createShop>[1]) => createShop(product.db, options);
const buying = (productId: bigint, quantity: number, expectedAmount = String(quantity), more: object = {}) => ({
  productId: String(productId),
  quantity,
  expectedAmount,
  useDeclaration: 1,
  ...more,
});
const buy = (who: Pick<TestUser, 'post'>, body: object, key?: string) =>
  who.post('agent/product/buy', body, key ? { 'idempotency-key': key } : {});
const shown = async (who: TestUser, id: bigint) =>
  (await who.get('agent/product/detail', { id: String(id) })).body.data;

describe('products', () => {
  const form = (countryCode: string, more: object = {}) => ({
    nameZh: '号码',
    nameEn: 'Numbers',
    tags: 1,
    isRecommend: 0,
    businessType: 1,
    serviceType: 2,
    countryCode,
    specQty: 1,
    unit: 4,
    minBuy: 1,
    maxBuy: 100,
    stepBuy: 1,
    deliveryType: 1,
    needKyc: 0,
    needUseDeclaration: 1,
    sort: 0,
    shelfStatus: 1,
    ...more,
  });

  it('refuse invalid input', async () => {
    const { countryCode } = await shop({});
    for (const [wrong, code] of [
      [{ countryCode: null }, 'PRODUCT_COUNTRY'],
      [{ countryCode: 'QQ' }, 'COUNTRY_UNKNOWN'],
      [{ minBuy: 7, maxBuy: 6 }, 'PRODUCT_QUANTITIES'],
      [{ minBuy: 3, maxBuy: 5, stepBuy: 10 }, 'PRODUCT_QUANTITIES'],
      [{ nameZh: '' }, 'BAD_REQUEST'],
    ] as const) {
      expect(
        (await keeper.post('agent/product/save', form(countryCode, wrong))).body,
        JSON.stringify(wrong),
      ).toMatchObject({ code: 400, bizCode: code });
    }
  });

  it('are managed by staff and visible to agents while they are on sale', async () => {
    const { countryCode } = await shop({});
    const saved = await keeper.post('agent/product/save', form(countryCode, { nameEn: 'Fresh numbers' }));
    const { id } = saved.body.data;
    expect((await agent.get('agent/product/detail', { id })).body.data).toMatchObject({
      nameEn: 'Fresh numbers',
      currency: 'USDT',
      productNo: expect.stringMatching(/^PD\d{6}\w{8}$/),
      version: 1,
    });
    await keeper.post('agent/product/update', { id, version: 1, shelfStatus: 0 });
    expect((await keeper.post('agent/product/update', { id, version: 1, shelfStatus: 1 })).body.bizCode).toBe(
      'STALE_DATA',
    );
    expect((await keeper.get('agent/product/detail', { id })).body.data.shelfStatus).toBe(0);
    expect((await agent.get('agent/product/detail', { id })).status).toBe(404);
    expect((await agent.get('agent/product/list', { countryCode })).body.data.records).toHaveLength(1);
    expect((await keeper.get('agent/product/list', { countryCode })).body.data.records).toHaveLength(2);
    await keeper.post('agent/product/update', { id, version: 2, shelfStatus: 1 });
    const [past, soon] = [new Date(Date.now() - 60_000), new Date(Date.now() + 60_000)];
    for (const [onTime, offTime, status] of [
      [soon, null, 404],
      [past, soon, 200],
      [past, past, 404],
    ] as const) {
      await product.db.drizzle
        .update(products)
        .set({ onTime, offTime })
        .where(sql`id = ${BigInt(id)}`);
      expect((await agent.get('agent/product/detail', { id })).status).toBe(status);
    }
    expect((await keeper.post('agent/product/remove', { ids: id })).status).toBe(200);
    expect((await keeper.get('agent/product/detail', { id })).status).toBe(404);
  });

  it('with orders cannot be removed, only taken off sale', async () => {
    const { productId } = await shop({ stock: 3 });
    await buy(await product.agent({ money: 9_000_000n }), buying(productId, 1));
    const refused = await keeper.post('agent/product/remove', { ids: String(productId) });
    expect(refused.body).toMatchObject({ code: 400, bizCode: 'PRODUCT_ORDERED' });
    const taken = await keeper.post('agent/product/update', { id: String(productId), shelfStatus: 0 });
    expect(taken.status).toBe(200);
    expect((await shown(keeper, productId)).shelfStatus).toBe(0);
  });

  it('show the reader’s own price, or none', async () => {
    const { productId, countryCode } = await shop({ price: '2', product: { businessType: 1 } });
    const gold = await product.agent({ level: 3 });
    const clerk = await product.agent({ parent: gold, subUser: true });
    await product.db.drizzle.insert(agentPrices).values({
      tenantId: '000000',
      agentId: other.id,
      ownerPath: other.row.ownerPath,
      kind: 1,
      businessType: 1,
      serviceType: 2,
      countryCode,
      discount: '0.5',
      effectiveTime: new Date(0),
    });
    const prices = await Promise.all(
      [keeper, agent, gold, clerk, other].map(async (who) => (await shown(who, productId)).salePrice),
    );
    expect(prices).toEqual(['2', '2', '1.8', '1.8', '1']);
    await product.db.drizzle.execute(sql`update prc_price set status = 0 where country_code = ${countryCode}`);
    expect((await shown(agent, productId)).salePrice).toBeNull();
    expect(await shown(agent, productId)).not.toHaveProperty('costPrice');
  });

  it('are sorted by stock and by sales', async () => {
    const few = await shop({ stock: 2 });
    const many = await shop({ stock: 5 });
    const buyer = await product.agent({ money: 1_000_000n });
    expect((await buy(buyer, buying(few.productId, 1))).body).toMatchObject({ code: 200 });
    const order = async (sort: object) => {
      const { records } = (await keeper.get('agent/product/list', { size: '200', ...sort })).body.data;
      const ids = (records as { id: string }[]).map(({ id }) => id);
      return ids.indexOf(String(few.productId)) < ids.indexOf(String(many.productId)) ? 'few, many' : 'many, few';
    };
    expect(await order({ ascs: 'stock' })).toBe('few, many');
    expect(await order({ descs: 'stock' })).toBe('many, few');
    expect(await order({ ascs: 'saleCount' })).toBe('many, few');
    expect(await order({ descs: 'saleCount' })).toBe('few, many');
  });

  it('show exact stock to staff, and to agents only small stock', async () => {
    for (const [stock, specQty, all, blurred] of [
      [99, 1, 99, 99],
      [457, 1, 457, 450],
      [2999, 1, 2999, 2000],
      [457, 10, 45, 45],
    ] as const) {
      const { productId } = await shop({ stock, product: { specQty } });
      expect([(await shown(keeper, productId)).stock, (await shown(agent, productId)).stock]).toEqual([all, blurred]);
    }
  });

  it('show exact stock of what the reader’s agent has bought, also to its sub-users', async () => {
    const { productId } = await shop({ stock: 457 });
    const buyer = await product.agent({ money: 9_000_000n });
    const clerk = await product.agent({ parent: buyer, subUser: true });
    await buy(buyer, buying(productId, 1));
    expect([(await shown(buyer, productId)).stock, (await shown(clerk, productId)).stock]).toEqual([456, 456]);
    expect((await shown(agent, productId)).stock).toBe(450);
  });

  it('are offered by country', async () => {
    const { productId, countryCode } = await shop({ stock: 120, price: '0.75' });
    const choose = async (who: TestUser) =>
      (await who.get('agent/product/bulk-country-select', { keyword: countryCode })).body.data;
    const offer = {
      value: countryCode,
      label: countryCode,
      labelEn: countryCode,
      dialCode: '1',
      flag: '',
      disabled: false,
      stock: 120,
      fromPrice: '0.75',
    };
    expect(await choose(agent)).toEqual([offer]);
    await product.db.drizzle.execute(sql`update inv_country set is_blocked = 1 where country_code = ${countryCode}`);
    expect(await choose(agent)).toEqual([{ ...offer, disabled: true }]);
    await product.db.drizzle.execute(sql`update inv_country set is_blocked = 0 where country_code = ${countryCode}`);
    await product.db.drizzle.execute(sql`update agt_product set shelf_status = 0 where id = ${productId}`);
    expect(await choose(agent)).toEqual([]);
  });
});

it('are sorted by the reader’s price of one piece, a pack by that of the pack, those without a price last', async () => {
  const made: string[] = [];
  for (const [price, specQty] of [
    ['2', 1],
    ['0.5', 10],
    ['3', 1],
    ['0.1', 10],
  ] as const)
    made.push(String((await shop({ price, product: { specQty } })).productId));
  const [two, five, three, one] = made;
  const unpriced = await shop({ price: '9' });
  await product.db.pool.query('update prc_price set status = 0 where country_code = $1', [unpriced.countryCode]);
  const order = async (query: object) => {
    const { records } = (await agent.get('agent/product/list', { size: 200, ...query })).body.data;
    const ids = (records as { id: string }[]).map(({ id }) => id);
    return ids.filter((id) => [...made, String(unpriced.productId)].includes(id));
  };
  expect(await order({ ascs: 'salePrice' })).toEqual([one, two, three, five, String(unpriced.productId)]);
  expect(await order({ descs: 'salePrice' })).toEqual([five, three, two, one, String(unpriced.productId)]);
});

describe('buying', () => {
  it('refuses invalid input', async () => {
    const { productId } = await shop({ stock: 3 });
    const before = await snapshotRows(product.db);
    expect((await buy(product.admin, buying(productId, 1))).body.bizCode).toBe('BUYER_NOT_ALLOWED');
    for (const wrong of [
      { quantity: 0 },
      { quantity: 1.5 },
      { useDeclaration: 0 },
      { useDeclaration: false },
      { expectedAmount: 'x' },
      { productId: '-1' },
    ]) {
      expect((await buy(agent, { ...buying(productId, 1), ...wrong })).status, JSON.stringify(wrong)).toBe(400);
    }
    expect((await buy(agent, buying(productId, 4))).body).toMatchObject({ code: 400, bizCode: 'STOCK_NOT_ENOUGH' });
    expect((await buy(agent, buying(productId, 1, '0.5'))).body).toMatchObject({
      code: 400,
      bizCode: 'PRICE_CHANGED',
      data: { amount: '1' },
    });
    expect(await snapshotRows(product.db)).toBe(before);
  });

  it('returns the order, its note and the balance; refunds nothing it did not charge', async () => {
    const { productId } = await shop({ stock: 3, price: '1.5' });
    const { body } = await buy(agent, buying(productId, 2, '3', { remark: 'for March' }));
    expect(body.data).toMatchObject({
      quantity: 2,
      unitPrice: '1.5',
      amount: '3',
      balance: '997',
      status: 3,
      orderNo: expect.stringMatching(/^AP/),
      outboundNo: expect.stringMatching(/^OB/),
    });
    expect(await balance(product.db, await agent.actor())).toBe(997_000_000n);
    expect(await shown(agent, productId)).toMatchObject({ stock: 1, saleCount: 2 });
    const [order] = (await agent.get('agent/product/order-list', { orderNo: body.data.orderNo })).body.data.records;
    expect(order).toMatchObject({
      id: body.data.orderId,
      amount: '3',
      paidAmount: '3',
      deliveredQty: 2,
      status: 3,
      remark: 'for March',
    });
  });

  it('requires a declaration if the product does, as 1 or true', async () => {
    const buyer = await product.agent({ money: 9_000_000n });
    const asking = await shop({ stock: 3 });
    const plain = await shop({ stock: 3, product: { needUseDeclaration: 0 } });
    const declared = (id: bigint, useDeclaration?: unknown) => buy(buyer, { ...buying(id, 1), useDeclaration });
    expect((await declared(asking.productId)).body.bizCode).toBe('DECLARATION_REQUIRED');
    for (const [id, useDeclaration] of [
      [asking.productId, true],
      [plain.productId, undefined],
      [plain.productId, 0],
    ] as const) {
      const answer = await declared(id, useDeclaration);
      expect(answer.status, `${answer.body.msg}`).toBe(200);
    }
  });

  it('appear with their name in the finance log', async () => {
    const buyer = await product.agent({ money: 9_000_000n });
    for (const deliveryType of [1, 2]) {
      const { productId } = await shop({ stock: 3, product: { deliveryType } });
      const { orderNo, orderId } = (await buy(buyer, buying(productId, 1))).body.data;
      const { records } = (await buyer.get('finance/log/list', { bizNo: orderNo })).body.data;
      expect(records.length).toBeGreaterThan(0);
      for (const { bizId } of records) expect(bizId).toBe(orderId);
    }
  });

  it('appear in the audit trail unless refused', async () => {
    const { productId } = await shop({ stock: 2 });
    const buyer = await product.agent({ money: 9_000_000n });
    const { orderNo } = (await buy(buyer, buying(productId, 2))).body.data;
    for (const _time of [1, 2]) expect((await buy(buyer, buying(productId, 1))).status).toBe(400);
    const { rows } = await product.db.pool.query(
      `select action, object_type, object_id, account, ip, after from audit_log where user_id = $1`,
      [buyer.id],
    );
    expect(rows).toMatchObject([
      {
        action: 'buy',
        object_type: 'agent/product',
        object_id: orderNo,
        account: buyer.account,
        ip: '127.0.0.1',
        after: { productId: String(productId), quantity: 2, amount: '2000000' },
      },
    ]);
  });

  it('buys once per key, however often and in parallel it is sent', async () => {
    const { productId } = await shop({ stock: 10 });
    const buyer = await product.agent({ money: 9_000_000n });
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => buy(buyer, buying(productId, 1), 'buy-once-000001')),
    );
    expect(new Set(answers.map(({ body }) => body.data.orderNo)).size).toBe(1);
    expect(answers.filter(({ headers }) => headers['idempotent-replayed'] === 'true')).toHaveLength(5);
    expect(await balance(product.db, await buyer.actor())).toBe(8_000_000n);
    expect((await buy(buyer, buying(productId, 2), 'buy-once-000001')).body).toMatchObject({
      code: 409,
      bizCode: 'IDEMPOTENCY_CONFLICT',
    });
  });

  it('does not use up the key when it is refused', async () => {
    const { productId } = await shop({ stock: 10 });
    const buyer = await product.agent({ money: 1_000_000n });
    expect((await buy(buyer, buying(productId, 2), 'buy-later-00001')).body.bizCode).toBe('BALANCE_NOT_ENOUGH');
    await product.admin.post('agent/user/manual-update-balance', { ids: String(buyer.id), money: '5', reason: 'test' });
    expect((await buy(buyer, buying(productId, 2), 'buy-later-00001')).body.data.balance).toBe('4');
  });

  it('succeeds for sixty of a hundred purchases with money for sixty', async () => {
    const { productId } = await shop({ stock: 100 });
    const buyer = await product.agent({ money: 60_000_000n });
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, index) =>
        buy(buyer, buying(productId, 1), `hundred-${String(index).padStart(6, '0')}`),
      ),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(60);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.bizCode))).toEqual(
      new Set(['BALANCE_NOT_ENOUGH']),
    );
    expect(await balance(product.db, await buyer.actor())).toBe(0n);
  });

  it('notifies open lists of a change, without a figure', async () => {
    const { productId } = await shop({ stock: 10 });
    const texts: string[] = [];
    const stop = await product.db.listen(PUSH_CHANNEL, (text) => texts.push(text));
    await buy(agent, buying(productId, 99));
    await buy(agent, buying(productId, 1));
    await expect.poll(() => texts.length).toBe(withDependents(['agent/product']).length);
    await stop();
    const pushes = texts.map((text) => JSON.parse(text));
    expect(new Set(pushes.map(({ rooms, event }) => `${rooms} ${event}`))).toEqual(new Set(['tenant:000000 changed']));
    expect(pushes.map(({ payload }) => payload)).toContainEqual({ resource: 'whatsapp/outbound' });
    expect(new Set(pushes.flatMap(({ payload }) => Object.keys(payload)))).toEqual(new Set(['resource']));
  });
});

describe('orders', () => {
  it('are visible to the buyer, the agents above and staff', async () => {
    const { productId } = await shop({ stock: 10 });
    const parent = await product.agent();
    const clerk = await product.agent({ parent, subUser: true, money: 5_000_000n });
    const { orderNo } = (await buy(clerk, buying(productId, 1))).body.data;
    const seen = async (who: TestUser) => (await who.get('agent/product/order-list', { orderNo })).body.data.total;
    expect(await Promise.all([clerk, parent, keeper, product.admin, other, agent].map(seen))).toEqual([
      1, 1, 1, 1, 0, 0,
    ]);
    const named = async (lang: string) =>
      (await clerk.get('agent/product/order-list', { orderNo }, { lang })).body.data.records[0].productName;
    expect([await named('zh'), await named('en')]).toEqual([
      expect.stringContaining('商品'),
      expect.stringContaining('Product'),
    ]);
    const record = (await clerk.get('agent/product/order-list', { orderNo })).body.data.records[0];
    for (const hidden of ['productSnapshot', 'ownerPath', 'holdId', 'journalId'])
      expect(record).not.toHaveProperty(hidden);
  });

  it('are filtered by product, state, country, amount and time', async () => {
    const { productId, countryCode } = await shop({ stock: 10 });
    const buyer = await product.agent({ money: 9_000_000n });
    for (const quantity of [1, 3]) await buy(buyer, buying(productId, quantity));
    const count = async (query: object) => (await buyer.get('agent/product/order-list', { ...query })).body.data.total;
    expect(await count({ productId: String(productId), status_in: '3,5' })).toBe(2);
    expect(await count({ countryCode_in: `${countryCode},ZZ`, amount_ge: '2' })).toBe(1);
    for (const query of [{ status: 1 }, { createTime_dategt: '2099-01-01' }]) expect(await count(query)).toBe(0);
  });
});

describe('the purchase check', () => {
  const check = async (who: TestUser, query: Record<string, unknown> = {}) =>
    (await who.get('agent/product/purchase-check', query)).body;
  const codes = (answer: { data: { reasons: { code: string }[] } }) => answer.data.reasons.map(({ code }) => code);

  it('names every reason against a product, with the missing money and the account, and ends with the last of them', async () => {
    const { productId } = await shop({ stock: 0, price: '2', product: { needKyc: 1, numberType: 3 } });
    const parent = await product.agent();
    const buyer = await product.agent({ money: 500_000n, parent });
    const asked = { userId: String(buyer.id), productId: String(productId) };
    await product.db.drizzle.execute(sql`update sys_user set status = 3 where id = ${parent.id}`);
    const refused = await check(keeper, asked);
    expect(refused.data).toMatchObject({ checked: 1, buyable: 0 });
    expect(codes(refused).sort()).toEqual([
      'BALANCE_NOT_ENOUGH',
      'KYC_REQUIRED',
      'STOCK_NOT_ENOUGH',
      'UPLINE_DISABLED',
    ]);
    expect(refused.data.reasons).toContainEqual(
      expect.objectContaining({ code: 'BALANCE_NOT_ENOUGH', missing: '1.5' }),
    );
    expect(refused.data.reasons).toContainEqual(
      expect.objectContaining({ code: 'STOCK_NOT_ENOUGH', businessType: expect.any(Number), numberType: 3 }),
    );
    expect(refused.data.reasons).toContainEqual(
      expect.objectContaining({ code: 'UPLINE_DISABLED', accountId: String(parent.id) }),
    );
    await product.db.drizzle.execute(sql`update sys_user set status = 1 where id = ${parent.id}`);
    await product.db.drizzle.execute(sql`update sys_user set kyc_status = 2 where id = ${buyer.id}`);
    await product.db.drizzle.execute(sql`update agt_product set deleted_at = now() where id = ${productId}`);
    expect((await check(keeper, asked)).code).toBe(404);
    const { productId: cheap } = await shop({ stock: 1, price: '0.5' });
    expect(await check(buyer, { productId: String(cheap) })).toMatchObject({
      data: { checked: 1, buyable: 1, reasons: [] },
    });
  });

  it('counts for all products on sale how many can be bought', async () => {
    const poor = await product.agent();
    await shop({ stock: 1 });
    const answer = await check(poor);
    expect(answer.data.buyable).toBe(0);
    // Only products without a price are not also too expensive.
    const counted = new Map(
      answer.data.reasons.map((one: { code: string; products: number }) => [one.code, one.products]),
    );
    expect(Number(counted.get('BALANCE_NOT_ENOUGH')) + Number(counted.get('PRICE_NOT_FOUND') ?? 0)).toBe(
      answer.data.checked,
    );
  });

  it('is answered about oneself, and to readers of agents about accounts in their scope', async () => {
    const below = await product.agent({ parent: agent });
    expect((await check(agent, { userId: String(below.id) })).code).toBe(200);
    expect((await check(below, { userId: String(agent.id) })).code).toBe(404);
    expect((await check(other, { userId: String(below.id) })).code).toBe(404);
    expect(codes(await check(keeper))).toEqual(['BUYER_NOT_ALLOWED']);
  });
});
