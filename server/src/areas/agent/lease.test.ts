import { afterAll, describe, expect, it } from 'vitest';
import { ageLeases, createRental } from '../../engines/stock/orders/orders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
const agent = await product.agent({ money: 100_000_000n });
afterAll(() => product.close());

const rent = async (who: TestUser, numbers: number, more: object = {}): Promise<string[]> => {
  const { productId } = await createRental(product.db, { stock: 5, price: '2' });
  const expectedAmount = String(numbers * 2);
  const body = { productId: String(productId), quantity: numbers, expectedAmount, useDeclaration: 1, ...more };
  const { data, msg } = (await who.post('agent/product/buy', body)).body;
  expect([data?.amount, msg]).toEqual([expectedAmount, expect.any(String)]);
  const { records } = (await who.get('agent/lease/list', { orderNo: data.orderNo, ascs: 'id' })).body.data;
  return records.map(({ id }: { id: string }) => id);
};

describe('leases', () => {
  it('are listed in full for their owner, masked for staff, and hidden from others', async () => {
    const ids = await rent(agent, 2, { autoRenew: 1 });
    const mine = (await agent.get('agent/lease/list', { descs: 'id' })).body.data.records;
    expect(
      mine.map(({ id, autoRenew, status, monthPrice }: Record<string, unknown>) => [id, autoRenew, status, monthPrice]),
    ).toEqual(ids.toReversed().map((id) => [id, 1, 1, '2']));
    expect(mine[0].number).toMatch(/^\+1\d{3}5550\d{3}$/);
    expect(mine[0].daysLeft).toBeGreaterThan(27);
    const sought = async (number: string) => (await agent.get('agent/lease/list', { number })).body.data.total;
    expect(await Promise.all([sought(mine[0].number), sought(mine[0].number.slice(1)), sought('12025559999')])).toEqual(
      [1, 1, 0],
    );
    const digits = mine[0].number.slice(1);
    for (const part of [digits.slice(-4), digits.slice(-7), digits.slice(1), digits.slice(0, 7)])
      expect(await sought(part), part).toBeGreaterThan(0);
    const [seen] = (await product.admin.get('agent/lease/list', { id_in: ids[0] })).body.data.records;
    expect(seen.number).toMatch(/\*{4}\d{4}$/);
    const other = await product.agent();
    expect((await other.get('agent/lease/list')).body.data.total).toBe(0);
    expect((await other.get('agent/lease/months', { leaseId: ids[0] })).body.data.total).toBe(0);
    const quote = await other.get('agent/lease/quote', { ids: ids[0], months: 1 });
    expect([quote.status, quote.body.bizCode]).toEqual([404, 'NOT_FOUND']);
  });

  it('are renewed at the displayed price, several at once, and can be filtered by days left', async () => {
    const own = await product.agent({ money: 30_000_000n });
    const ids = await rent(own, 3);
    const quote = (await own.get('agent/lease/quote', { ids: ids.slice(0, 2).join(','), months: 2 })).body.data;
    expect(quote).toMatchObject({ numbers: 2, months: 2, amount: '8', balance: '24', bonus: '0' });
    expect(quote.kinds).toEqual([
      { businessType: expect.any(Number), countryCode: expect.any(String), numbers: 2, unitPrice: '2', amount: '8' },
    ]);
    const asked = { ids: ids.slice(0, 2).join(','), months: 2 };
    const changed = await own.post('agent/lease/renew', { ...asked, expectedAmount: '7' });
    expect([changed.body.bizCode, changed.body.data]).toEqual(['PRICE_CHANGED', { amount: '8' }]);
    const renewed = (await own.post('agent/lease/renew', { ...asked, expectedAmount: '8' })).body.data;
    expect(renewed).toMatchObject({ numbers: 2, amount: '8', balance: '16', endsUntil: quote.endsUntil });
    const months = (await own.get('agent/lease/months', { leaseId: ids[0], ascs: 'monthNo' })).body.data.records;
    expect(
      months.map(({ monthNo, amount, docNo }: Record<string, unknown>) => [
        monthNo,
        amount,
        docNo === renewed.renewalNos[0],
      ]),
    ).toEqual([
      [1, '2', false],
      [2, '2', true],
      [3, '2', true],
    ]);
    const [line] = (await own.get('finance/log/list', { bizNo: renewed.renewalNos[0] })).body.data.records;
    expect([line.financeType, line.amount]).toEqual([18, '8']);
    const soon = (await own.get('agent/lease/list', { withinDays: 31 })).body.data;
    expect(soon.records.map(({ id }: { id: string }) => id)).toEqual([ids[2]]);
    const rest = await own.post('agent/lease/renew', { withinDays: 31, months: 1, expectedAmount: '2' });
    expect(rest.body.data).toMatchObject({ numbers: 1, balance: '14' });
    expect((await own.post('agent/lease/renew', { months: 1, expectedAmount: '2' })).body.bizCode).toBe('LEASE_CHOICE');
    const staff = await product.admin.post('agent/lease/renew', { ...asked, expectedAmount: '8' });
    expect([staff.status, staff.body.bizCode]).toEqual([403, 'NO_PERMISSION']);
  });

  it('are switched to automatic renewal by their owner', async () => {
    const ids = await rent(agent, 2);
    const turn = (who: TestUser, autoRenew: number) =>
      who.post('agent/lease/auto-renew', { ids: ids.join(','), autoRenew });
    expect((await turn(agent, 1)).body.data).toEqual({ changed: 2 });
    expect((await turn(agent, 1)).body.data).toEqual({ changed: 0 });
    expect((await turn(await product.agent(), 0)).status).toBe(404);
    expect((await turn(product.admin, 0)).status).toBe(403);
    await ageLeases(product.db, 90, agent.id);
    await product.db.pool.query('update agt_lease set status = 3 where id = any($1)', [ids]);
    expect((await turn(agent, 0)).body.bizCode).toBe('LEASE_OVER');
  });

  it('agree in the day close: renewals and their refunds have the same total on every side', async () => {
    const own = await product.agent({ money: 30_000_000n });
    const ids = await rent(own, 2);
    await own.post('agent/lease/renew', { ids: ids.join(','), months: 1, expectedAmount: '4' });
    const { orderNo } = (await own.get('agent/lease/detail', { id: ids[0] })).body.data;
    const [order] = (await own.get('agent/product/order-list', { orderNo })).body.data.records;
    const back = await product.admin.post('agent/product/refund-order', { id: order.id, reason: 'Not reachable' });
    expect(back.body.data).toMatchObject({ refunded: '8', refundAmount: '4' });
    const { lines } = (await product.admin.get('finance/day/today')).body.data;
    const sums = lines.filter(
      ({ part, line }: { part: string | null; line: string }) =>
        part === null && ['sale', 'refund', 'placed', 'wallets'].includes(line),
    );
    expect(sums.length).toBeGreaterThan(2);
    for (const { line, ledger, documents, stock, reports } of sums)
      expect([
        line,
        new Set([ledger, documents, stock, reports].filter((side) => side !== null && side !== undefined)).size,
      ]).toEqual([line, 1]);
  });

  it('are products with a first term, and no warranty beyond it', async () => {
    const { countryCode } = await createRental(product.db, { stock: 1 });
    const form = {
      ...{
        nameZh: '月租号码',
        nameEn: 'Numbers by the month',
        tags: 0,
        isRecommend: 0,
        businessType: 1,
        serviceType: 7,
      },
      ...{ unit: 3, minBuy: 1, maxBuy: 10, stepBuy: 1, deliveryType: 1, needKyc: 0, needUseDeclaration: 1, sort: 0 },
      ...{ shelfStatus: 1, specQty: 1, countryCode, leaseMonths: 1, warrantyHours: 72 },
    };
    const save = async (more: object) => {
      const { status, body } = await product.admin.post('agent/product/save', { ...form, ...more });
      return body.bizCode ?? status;
    };
    expect(await save({ warrantyHours: 673 })).toBe('LEASE_WARRANTY');
    expect(await save({ countryCode: null })).toBe('PRODUCT_COUNTRY');
    expect(await save({ leaseMonths: null })).toBe('BAD_REQUEST');
    expect(await save({})).toBe(200);
  });
});
