import { afterAll, describe, expect, it } from 'vitest';
import { fictionalNumbers, stageBatch } from '../../../engines/stock/inventory/stock-fixture.ts';
import { testApp } from '../../../testing/app.ts';

const product = await testApp();
const { admin } = product;
const keeper = await product.staff('warehouse');
afterAll(() => product.close());

/** Moves new numbers of the United States to stock. @returns their batch */
async function stocked(numbers: readonly bigint[]): Promise<string> {
  const { batchNo } = await stageBatch(product.db, numbers);
  const { data } = (await keeper.post('whatsapp/pre-warehouse/batch-into-warehouse', { batchNo })).body;
  expect(data).toMatchObject({ okCount: numbers.length, failCount: 0 });
  return batchNo;
}

const salesOf = async (...batchNo: string[]) =>
  (await keeper.get('whatsapp/pre-warehouse/batch-sales', { batchNos: batchNo.join(',') })).body.data;

/** Returns how many rows the list of stock has for one kind of a batch. */
const listed = async (batchNo: string, { countryCode, businessType, numberType }: Record<string, string>) => {
  const query = { batchNo, countryCode_in: countryCode, businessType, numberType, stockStatus_in: 0 };
  return (await keeper.get('whatsapp/warehouse/page', query)).body.data.total;
};

const saved = async (path: string, body: Record<string, unknown>) => {
  const answer = await admin.post(path, body);
  expect(answer.body, JSON.stringify(answer.body)).toMatchObject({ code: 200 });
  return answer.body.data;
};

describe('the sale of a batch', () => {
  it('names the first thing that is missing, until its numbers are on sale at a price', async () => {
    const batchNo = await stocked(fictionalNumbers(3));
    const missing = async () => (await salesOf(batchNo))[0].kinds.map((kind: { missing: string }) => kind.missing);
    expect(await salesOf(batchNo)).toMatchObject([
      { batchNo, onSale: 0, kinds: [{ countryCode: 'US', serviceType: 2, stocked: 3, available: 3, onSale: 0 }] },
    ]);
    expect(await missing()).toEqual(['price']);

    const key = { businessType: 1, serviceType: 2, countryCode: 'US' };
    await saved('whatsapp/price-configure/save', { ...key, agentLevel: 0, unit: 4, chargeOn: 1, salePrice: '0.5' });
    expect(await missing()).toEqual(['product']);

    const form = { ...key, nameZh: '美国号码', nameEn: 'US numbers', tags: 0, isRecommend: 0, specQty: 1, unit: 4 };
    const limits = { minBuy: 1, maxBuy: 100, stepBuy: 1, deliveryType: 1, needKyc: 0, needUseDeclaration: 1, sort: 0 };
    const { id } = await saved('agent/product/save', { ...form, ...limits, shelfStatus: 0 });
    expect(await missing()).toEqual(['shelf']);
    await saved('agent/product/update', { id, shelfStatus: 1 });
    const [sale] = await salesOf(batchNo);
    expect(sale).toMatchObject({
      onSale: 3,
      kinds: [{ missing: null, onSale: 3, productId: id, price: { from: '0.425', to: '0.5', currency: 'USDT' } }],
    });
    expect(await listed(batchNo, sale.kinds[0])).toBe(3);
    const english = await keeper.get('whatsapp/pre-warehouse/batch-sales', { batchNos: batchNo }, { lang: 'en' });
    expect(english.body.data[0].kinds[0].productName).toBe('US numbers');

    await saved('agent/product/update', { id, numberType: 3 });
    expect(await missing()).toEqual(['product']);
    await saved('agent/product/update', { id, numberType: null });
  });

  it('counts numbers that are off sale apart, and none of other batches', async () => {
    const batchNo = await stocked(fictionalNumbers(2, 10));
    const other = await stocked(fictionalNumbers(1, 20));
    const { records } = (await keeper.get('whatsapp/warehouse/page', { batchNo })).body.data;
    const unlist = (ids: string) => saved('whatsapp/warehouse/update-status', { ids, status: 4 });
    await unlist(records[0].id);
    const [first, second] = await salesOf(batchNo, other, 'PW261121AAAAAAAA');
    expect(first.kinds).toMatchObject([{ stocked: 2, available: 1, unlisted: 1 }]);
    expect(await listed(batchNo, first.kinds[0])).toBe(1);
    expect(second.kinds).toMatchObject([{ stocked: 1, available: 1 }]);
    await unlist(records[1].id);
    expect((await salesOf(batchNo))[0].kinds).toMatchObject([{ available: 0, unlisted: 2, missing: 'listing' }]);
  });
});
