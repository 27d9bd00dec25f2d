import { afterAll, describe, expect, it } from 'vitest';
import { deliverLocked } from '../../engines/preorders/deliver.ts';
import { turnPreOrders } from '../../engines/preorders/index.ts';
import { arrive, dayFromNow, type EmptyShop, emptyShop, stageFor } from '../../engines/preorders/preorders-fixture.ts';
import { type TestUser, testApp } from '../../testing/app.ts';

const product = await testApp();
afterAll(() => product.close());
const staff = await product.staff('admin');

const submit = async (who: TestUser, shop: EmptyShop, quantity: number, more: object = {}) =>
  who.post('whatsapp/pre-order/submit-order', {
    productId: String(shop.productId),
    quantity,
    latestDate: dayFromNow(10),
    useDeclaration: 1,
    expectedAmount: String(quantity * 2),
    ...more,
  });

const submitted = async (who: TestUser, shop: EmptyShop, quantity: number): Promise<string> => {
  const { body } = await submit(who, shop, quantity);
  expect(body.msg).toBe('操作成功');
  return body.data.id;
};
const approve = (id: string, more: object = {}) => staff.post('whatsapp/pre-order/approve', { id, ...more });
const detail = async (id: string, who: TestUser = product.admin) =>
  (await who.get('whatsapp/pre-order/detail', { id })).body.data;
const balance = async (who: TestUser) => {
  const { rows } = await product.db.pool.query(
    `select kind, balance::text from fin_wallet where user_id = $1 and kind in (1, 2) order by kind`,
    [who.id],
  );
  return rows.map((row) => Number(row.balance) / 1e6);
};

describe('a pre-order', () => {
  it('is submitted, approved, filled as numbers arrive, and completed', async () => {
    const shop = await emptyShop(product.db);
    const agent = await product.agent({ money: 100_000_000n });
    const id = await submitted(agent, shop, 10);
    expect(await balance(agent)).toEqual([94, 6]);
    expect((await approve(id)).body.data).toMatchObject({ status: 2, approvedQty: 10 });
    await arrive(product.db, shop, 3);
    expect(await detail(id)).toMatchObject({ lockedQty: 3, place: 1, status: 2 });
    await deliverLocked(product.db, '000000');
    expect(await detail(id)).toMatchObject({ lockedQty: 0, deliveredQty: 3, status: 3, paidAmount: '6' });
    expect(await balance(agent)).toEqual([89.8, 4.2]);
    await arrive(product.db, shop, 12);
    await deliverLocked(product.db, '000000');
    expect(await detail(id)).toMatchObject({ deliveredQty: 10, status: 4, paidAmount: '20', place: null });
    expect(await balance(agent)).toEqual([80, 0]);
    await turnPreOrders(product.db);
    await stageFor(product.db, shop, 1);
  });
});
