import { afterAll, describe, expect, it } from 'vitest';
import { createPackage } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
const agent = await product.agent({ money: 100_000_000n });
afterAll(() => product.close());

const buy = (productId: bigint, expectedAmount: string) =>
  agent.post('agent/product/buy', { productId: String(productId), quantity: 2, expectedAmount, useDeclaration: 1 });

describe('packages', () => {
  it('are bought at the displayed price, listed for their owner only, and refunded completely', async () => {
    const { productId } = await createPackage(product.db, { units: 50, price: '0.02' });
    const listed = (await agent.get(`agent/product/list?id_in=${productId}`)).body.data.records[0];
    expect([listed.salePrice, listed.stock, listed.packageService]).toEqual(['0.02', null, 1]);

    const changed = await buy(productId, '1');
    expect([changed.status, changed.body.bizCode, changed.body.data]).toEqual([400, 'PRICE_CHANGED', { amount: '2' }]);
    const { orderId, orderNo, balance, outboundNo } = (await buy(productId, '2')).body.data;
    expect([balance, outboundNo]).toEqual(['98', null]);

    const [lot] = (await agent.get(`agent/quota/list?orderNo=${orderNo}`)).body.data.records;
    expect([lot.total, lot.left, lot.amount, lot.status]).toEqual([100, 100, '2', 1]);
    const [line] = (await agent.get(`agent/quota/uses?quotaId=${lot.id}`)).body.data.records;
    expect([line.kind, line.units, line.leftAfter, line.bizNo]).toEqual([1, 100, 100, orderNo]);
    const other = await product.agent();
    expect((await other.get('agent/quota/list')).body.data.total).toBe(0);
    expect((await other.get(`agent/quota/uses?quotaId=${lot.id}`)).body.data.total).toBe(0);
    expect((await other.get(`agent/quota/detail?id=${lot.id}`)).status).toBe(404);

    const refund = (more: object) =>
      product.admin.post('agent/product/refund-order', { id: orderId, reason: 'Wrong one', ...more });
    expect((await refund({ numbers: '12025550100' })).body.bizCode).toBe('PACKAGE_WHOLE');
    expect((await refund({})).body.data).toMatchObject({ refunded: '2', status: 6 });
    expect((await agent.get('agent/user/balance')).body.data.balance).toBe('100');
    expect((await agent.get(`agent/quota/detail?id=${lot.id}`)).body.data.status).toBe(4);
  });

  it('require verification, respect the limits of the product and of a sub-user, and cost nothing when refused', async () => {
    const owner = await product.agent({ money: 10_000_000n });
    const below = await product.agent({ parent: owner, subUser: true, money: 5_000_000n });
    const { productId } = await createPackage(product.db, {
      units: 50,
      price: '0.02',
      product: { needKyc: 1, maxBuy: 2 },
    });
    const take = async (who: TestUser, quantity: number) => {
      const order = { productId: String(productId), quantity, expectedAmount: String(quantity), useDeclaration: 1 };
      const { status, body } = await who.post('agent/product/buy', order);
      return body.bizCode ?? status;
    };
    expect(await take(owner, 1)).toBe('KYC_REQUIRED');
    await product.db.pool.query('update sys_user set kyc_status = 2 where id = $1', [owner.id]);
    expect(await take(owner, 3)).toBe('ABOVE_MAX');
    const limits = { id: String(below.id), spendLimitDay: '1' };
    expect((await owner.post('agent/user/update', limits)).status).toBe(200);
    expect(await take(below, 2)).toBe('SPEND_LIMIT');
    const left = async (who: TestUser) => (await who.get('agent/user/balance')).body.data.balance;
    expect([await left(owner), await left(below)]).toEqual(['10', '5']);
    expect((await owner.get('agent/quota/list')).body.data.total).toBe(0);
    expect(await take(below, 1)).toBe(200);
    expect(await take(below, 1)).toBe('SPEND_LIMIT');
    expect([await left(owner), await left(below)]).toEqual(['10', '4']);
  });

  it('are saved only with consistent settings', async () => {
    const form = {
      ...{ nameZh: '套餐', nameEn: 'Package', tags: 0, isRecommend: 0, businessType: 1, serviceType: 6, specQty: 1000 },
      ...{ unit: 1, minBuy: 1, maxBuy: 10, stepBuy: 1, deliveryType: 1, needKyc: 0, needUseDeclaration: 1, sort: 0 },
      ...{ shelfStatus: 1, packageService: 1, filterType: 1, validDays: 30 },
    };
    const save = async (more: object) => {
      const { status, body } = await product.admin.post('agent/product/save', { ...form, ...more });
      return body.bizCode ?? status;
    };
    expect(await save({ filterType: 3 })).toBe('PACKAGE_CHECK');
    expect(await save({ packageService: 3 })).toBe('PACKAGE_CHECK');
    expect(await save({ specQty: 200_000_000 })).toBe('PACKAGE_TOO_LARGE');
    expect(await save({ cover: '/api/agent/product/cover?name=1-00000000-0000-4000-8000-000000000000.png' })).toBe(
      'COVER_GONE',
    );
    expect(await save({})).toBe(200);
  });
});
