import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { times } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { buy, cancelOrder, DELIVERY, deliverOrder, refundOrder } from './index.ts';
import { balance, createShop, expectConsistent, money, newBuyer, purchase, staff } from './orders-fixture.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

const CLIENTS = 8;
const STEPS = 40;
const START = money('60');

const step = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'buy', 'deliver', 'cancel', 'refund', 'refundRest'),
  product: fc.nat(2),
  quantity: fc.integer({ min: 1, max: 4 }),
  buyer: fc.nat(3),
  document: fc.nat(200),
});
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const EXPECTED = /^(BALANCE_NOT_ENOUGH|STOCK_NOT_ENOUGH|STATE_CONFLICT|WARRANTY_OVER|REFUND_EXCEEDS)$/;

// A failure prints the seed; ORDERS_SEED replays it (only the interleaving of the clients differs).
it('keeps ledger, stock and orders consistent when eight clients buy, deliver, cancel and refund in parallel', async () => {
  const seed = Number(process.env.ORDERS_SEED ?? Date.now() % 2 ** 31);
  const shops = await Promise.all([
    createShop(db, { stock: 120 }),
    createShop(db, { stock: 120, product: { deliveryType: DELIVERY.manual } }),
    createShop(db, { stock: 120, price: '0.777777', product: { specQty: 3, deliveryType: DELIVERY.manual } }),
  ]);
  const prices = [times(money('1'), 1), times(money('1'), 1), times(money('0.777777'), 3)];
  const agent = await newBuyer(db, { balance: '60' });
  const buyers: Actor[] = [agent, await newBuyer(db, { balance: '60', parent: agent, subUser: true })];
  buyers.push(await newBuyer(db, { balance: '60', parent: agent }), await newBuyer(db, { balance: '60' }));
  const notes: bigint[] = [];

  const play = async ({ kind, product, quantity, buyer, document }: Step): Promise<void> => {
    const outboundId = notes[document % Math.max(notes.length, 1)];
    if (kind === 'buy') {
      const { productId = 0n } = shops[product] ?? {};
      const expectedAmount = times(prices[product] ?? money('0'), quantity);
      const asked = purchase(productId, quantity, { expectedAmount });
      const { order } = await db.tx((tx) => buy(tx, buyers[buyer] as Actor, asked));
      if (order.outboundId !== null) notes.push(order.outboundId);
      return;
    }
    if (outboundId === undefined) return;
    // Without retries: parallel work on orders must not deadlock.
    await db.tx(async (tx) => {
      if (kind === 'deliver') await deliverOrder(tx, staff, { outboundId });
      else if (kind === 'cancel') await cancelOrder(tx, staff, { outboundId, reason: 'random' });
      else if (kind === 'refundRest') await refundOrder(tx, staff, { outboundId, reason: 'random' });
      else {
        const { rows } = await tx.execute<{ id: string }>(
          sql`select item_id::text as id from inv_outbound_line where outbound_id = ${outboundId} order by 1 limit ${quantity}`,
        );
        await refundOrder(tx, staff, { outboundId, itemIds: rows.map(({ id }) => BigInt(id)), reason: 'random' });
      }
    });
  };

  const programs = fc.sample(fc.array(step, { minLength: STEPS, maxLength: STEPS, size: 'max' }), {
    seed,
    numRuns: CLIENTS,
  });
  const unexpected: unknown[] = [];
  await Promise.all(
    programs.map(async (program) => {
      for (const one of program) {
        try {
          await play(one);
        } catch (error) {
          if (!isAppError(error) || !EXPECTED.test(error.code)) unexpected.push([one, error]);
        }
      }
    }),
  );

  const hint = `seed ${seed}`;
  expect(unexpected, hint).toEqual([]);
  expect(notes.length, hint).toBeGreaterThan(20);
  await expectConsistent(db, hint);
  for (const buyer of buyers) {
    const { rows } = await db.drizzle.execute<{ spent: string }>(sql`
      select coalesce(sum(case status when 1 then amount else paid_amount - refund_amount end), 0)::text as spent
      from agt_product_order where buyer_id = ${buyer.userId}`);
    expect((await balance(db, buyer)) + BigInt(rows[0]?.spent ?? 0), hint).toBe(START);
  }
});
