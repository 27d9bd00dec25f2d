import { afterAll, expect, it } from 'vitest';
import { testDb } from '../../../kernel/testing/index.ts';
import { buyNow, createShop, newBuyer, staff } from '../orders/orders-fixture.ts';
import { applyFindings } from './findings.ts';
import { CLAIM_STATUS } from './index.ts';
import { decideCase, pauseMassEvents } from './mass.ts';
import { warrantyCases } from './tables.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());
const { suspected, confirmed, paused, unconfirmed } = CLAIM_STATUS;
let batches = 0;

/** A batch of ten numbers with a case: three claims are paused, two were only suspected when it was opened. @returns the states of its claims */
async function openCase() {
  batches += 1;
  const batchNo = `PB-MASS-${batches}`;
  const agent = await newBuyer(db, { balance: '100' });
  const { productId, countryCode } = await createShop(db, { stock: 10 });
  await db.pool.query('update inv_item set batch_no = $2 where country_code = $1', [countryCode, batchNo]);
  await buyNow(db, agent, productId, 10);
  const { rows } = await db.pool.query<{ id: string }>(
    'select id::text from inv_item where batch_no = $1 order by inv_item.id',
    [batchNo],
  );
  const found = (from: number, to: number, minutes: number) =>
    db.tx((tx) =>
      applyFindings(
        tx,
        '000000',
        rows.slice(from, to).map(({ id }) => ({
          ...{ itemId: BigInt(id), state: 'dead' as const, result: 0, taskId: 1n, isHealthy: true },
          ...{ providerId: null, providerCode: `vendor-${batches}` },
          ...{ beginTime: new Date(Date.now() + minutes * 60_000), checkTime: new Date(Date.now() + minutes * 60_000) },
        })),
      ),
    );
  await found(0, 3, -31);
  await found(0, 3, 1);
  await found(3, 5, 1);
  await db.pool.query(`update sys_param set param_value = '3' where param_key = 'warranty.massLeast'`);
  await db.pool.query(`delete from war_minute`);
  await db.tx((tx) => pauseMassEvents(tx, '000000'));
  const open = (await db.drizzle.select().from(warrantyCases)).find(({ subject }) => subject === batchNo);
  if (!open) throw new Error('no case was opened');
  const states = async () =>
    (
      await db.pool.query<{ status: number }>('select status from war_claim where batch_no = $1 order by item_id', [
        batchNo,
      ])
    ).rows.map(({ status }) => status);
  return { open, states };
}

it('a dismissed mass event ends the claims that it paused and those that were only suspected', async () => {
  const { open, states } = await openCase();
  expect(await states()).toEqual([paused, paused, paused, suspected, suspected]);
  await db.tx((tx) => decideCase(tx, staff, open, 'dismiss', 'The vendor was down'));
  expect(await states()).toEqual([unconfirmed, unconfirmed, unconfirmed, unconfirmed, unconfirmed]);
});

it('a resumed mass event goes on with the claims that it paused; the others are still being verified', async () => {
  const { open, states } = await openCase();
  await db.tx((tx) => decideCase(tx, staff, open, 'resume', 'The batch is dead'));
  expect(await states()).toEqual([confirmed, confirmed, confirmed, suspected, suspected]);
});
