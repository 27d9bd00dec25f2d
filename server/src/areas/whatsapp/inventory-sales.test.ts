import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../testing/app.ts';
import { fictionalNumbers, openMarket, stockNumbers, UNIT_PRICE } from '../../testing/market.ts';

const app = await testApp();
const keeper = await app.staff('warehouse');
const agent = await app.agent({ money: parseMoney('500') });
const productId = String(await openMarket(app.db));
await stockNumbers(app.db, fictionalNumbers(400));
afterAll(() => app.close());

const figures = async (who = keeper) => {
  const { records } = (await who.get('whatsapp/inventory/page', {})).body.data;
  const { soldToday, sold7d, daysOfCover, sellable, lockedForPreorder } = records[0];
  return { soldToday, sold7d, daysOfCover, sellable, lockedForPreorder };
};
const buy = async (quantity: number) => {
  const expectedAmount = String(Number(UNIT_PRICE) * quantity);
  const { body } = await agent.post('agent/product/buy', { productId, quantity, useDeclaration: 1, expectedAmount });
  expect(body.code, body.msg).toBe(200);
};
/** Pretends that all sales so far were made days earlier. */
const age = (days: number) =>
  app.db.pool.query('update inv_counter set sold_day = sold_day - $1::int where sold_day is not null', [days]);

test('sales of a kind are counted by day for a week, and say how long the stock lasts', async () => {
  expect(await figures()).toEqual({ soldToday: 0, sold7d: 0, daysOfCover: null, sellable: 400, lockedForPreorder: 0 });
  await buy(10);
  await buy(4);
  expect(await figures()).toMatchObject({ soldToday: 14, sold7d: 14, daysOfCover: Math.floor((386 * 7) / 14) });
  await age(3);
  expect(await figures()).toMatchObject({ soldToday: 0, sold7d: 14 });
  await buy(6);
  expect(await figures()).toMatchObject({ soldToday: 6, sold7d: 20, daysOfCover: Math.floor((380 * 7) / 20) });
  await age(4);
  expect(await figures()).toMatchObject({ soldToday: 0, sold7d: 6 });
  await age(3);
  expect(await figures()).toMatchObject({ soldToday: 0, sold7d: 0, daysOfCover: null });
});

test('numbers that are taken back or held change no sales', async () => {
  const before = await figures();
  await app.db.pool.query(
    `update inv_item set stock_status = 3, outbound_id = null where id = (select min(id) from inv_item where stock_status = 2)`,
  );
  expect(await figures()).toMatchObject({ soldToday: before.soldToday, sold7d: before.sold7d });
});

test('agents see the figures rounded, without costs and totals', async () => {
  const { records } = (await agent.get('whatsapp/inventory/page', {})).body.data;
  expect(records[0]).toMatchObject({ sellable: 300, soldToday: 0, lockedForPreorder: 0 });
  for (const hidden of ['avgCost', 'available', 'assigned', 'total']) expect(records[0]).not.toHaveProperty(hidden);
});
