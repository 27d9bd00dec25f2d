import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { type TestUser, testApp } from '../../../testing/app.ts';
import { verifyLedger } from '../../money/ledger/index.ts';
import { refundOrder } from '../../stock/orders/index.ts';
import { createShop, staff } from '../../stock/orders/orders-fixture.ts';
import { moveChanges, TOTALS_CHECKS } from './index.ts';

const product = await testApp();
afterAll(() => product.close());

const PARALLEL = 3;
const step = fc.record({
  kind: fc.constantFrom('buy', 'buy', 'buy', 'refund', 'cancel', 'late', 'remove', 'move'),
  pick: fc.nat(1000),
  quantity: fc.integer({ min: 1, max: 4 }),
  days: fc.integer({ min: 0, max: 400 }),
});

// A failure prints the seed; TOTALS_SEED replays it (only the interleaving differs).
it('equal folds of the orders after random histories with refunds, corrections and late events', async () => {
  const seed = Number(process.env['TOTALS_SEED'] ?? Date.now() % 2 ** 31);
  const query = async <Row>(text: string, values: unknown[]) =>
    (await product.db.pool.query(text, values)).rows as Row[];
  const agents: TestUser[] = [];
  for (let n = 0; n < PARALLEL; n += 1) agents.push(await product.agent({ money: 1_000_000_000n }));
  const shops = [
    await createShop(product.db, { stock: 600, price: '2' }),
    await createShop(product.db, { stock: 600 }),
  ];
  const programs = fc.sample(fc.array(step, { minLength: 40, maxLength: 40 }), { seed, numRuns: PARALLEL });

  const play = async (client: number): Promise<void> => {
    const bought: string[] = [];
    for (const { kind, pick, quantity, days } of programs[client] ?? []) {
      const id = bought[pick % Math.max(bought.length, 1)];
      if (kind === 'buy') {
        const shop = pick % shops.length;
        const { body } = await agents[client]!.post('agent/product/buy', {
          productId: String(shops[shop]?.productId),
          quantity,
          expectedAmount: String(quantity * (2 - shop)),
          useDeclaration: 1,
        });
        expect(body.code, `${body.msg}, seed ${seed}`).toBe(200);
        bought.push(body.data.orderId);
      } else if (kind === 'move') await moveChanges(product.db);
      else if (id === undefined) continue;
      else if (kind === 'late')
        // An order of another day: a correction, or an event that arrives late.
        await query(
          `update agt_product_order set create_time = create_time - make_interval(days => $2) where id = $1`,
          [id, days],
        );
      else if (kind === 'remove') await query(`update agt_product_order set deleted_at = now() where id = $1`, [id]);
      else {
        const lines = await query<{ note: string; item: string }>(
          `select l.outbound_id::text as note, l.item_id::text as item from agt_product_order o
           join inv_outbound_line l on l.outbound_id = o.outbound_id where o.id = $1 and l.state = 1 and o.deleted_at is null limit $2`,
          [id, kind === 'cancel' ? 100 : quantity],
        );
        const [first] = lines;
        if (first)
          await product.db.tx((tx) =>
            refundOrder(tx, staff, {
              outboundId: BigInt(first.note),
              itemIds: lines.map(({ item }) => BigInt(item)),
              reason: 'test',
            }),
          );
      }
    }
  };
  await Promise.all(programs.map((_, client) => play(client)));
  const proof = () => product.db.tx((tx) => verifyLedger(tx, undefined, TOTALS_CHECKS));
  expect(await proof(), `seed ${seed}`).toEqual([]);
  await moveChanges(product.db);
  expect(await proof(), `seed ${seed}`).toEqual([]);
});
