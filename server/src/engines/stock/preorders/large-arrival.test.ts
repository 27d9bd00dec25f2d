import { sql } from 'drizzle-orm';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { keptOf, moveBatchSlice, takeBackSlice } from '../inventory/index.ts';
import { stockKeeper } from '../inventory/stock-fixture.ts';
import { expectConsistent, newBuyer, staff } from '../orders/orders-fixture.ts';
import { approvePreOrder, revokePreOrder } from './decide.ts';
import { deliverLocked } from './deliver.ts';
import { dayFromNow, emptyShop, expectPreOrdersConsistent, stageFor } from './preorders-fixture.ts';
import { submitPreOrder } from './submit.ts';
import { runDuePreOrders } from './timers.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

const PREORDERS = 50;
const QUANTITY = 90;
const NUMBERS = 3_000;
const SLICE = 500;
const approver: Actor = { ...staff, userId: 999_999n, realName: 'Approver' };

it('three thousand numbers for fifty pre-orders, with a frozen agent, overdue and revoked ones, kills, and the import taken back', async () => {
  const shop = await emptyShop(db, { price: '0.333333' });
  const ids: bigint[] = [];
  const buyers: Actor[] = [];
  for (let place = 0; place < PREORDERS; place += 1) {
    const buyer = await newBuyer(db, { balance: '40' });
    buyers.push(buyer);
    const asked = { productId: shop.productId, quantity: QUANTITY, latestDate: dayFromNow(9), useDeclaration: true };
    const expectedAmount = 29_999_970n as never;
    const { row } = await db.tx((tx) => submitPreOrder(tx, buyer, { ...asked, expectedAmount }));
    ids.push(row.id);
  }
  // Approved in another order than submitted.
  const line = ids.map((_, place) => ids[(place * 7) % PREORDERS] as bigint);
  for (const id of line) await db.tx((tx) => approvePreOrder(tx, approver, { id, isPassed: true }));
  const at = (place: number) => line[place] as bigint;
  const [frozen, overdue, revoked] = [at(2), at(4), at(6)];
  const buyerOf = (id: bigint) => buyers[ids.indexOf(id)] as Actor;
  await db.drizzle.execute(sql`update sys_user set status = 0 where id = ${buyerOf(frozen).userId}`);
  await db.drizzle.execute(sql`update agt_preorder set latest_date = current_date - 10 where id = ${overdue}`);

  const { batchNo } = await stageFor(db, shop, NUMBERS);
  const slice = () => db.tx((tx) => moveBatchSlice(tx, stockKeeper, batchNo, SLICE));
  await slice();
  // A kill amid a slice: the transaction is lost as a whole.
  await expect(
    db.tx(async (tx) => {
      await moveBatchSlice(tx, stockKeeper, batchNo, SLICE);
      throw new Error('killed');
    }),
  ).rejects.toThrow('killed');
  // A kill amid the deliveries, after two of them.
  const kill = new AbortController();
  const counted = {
    get aborted() {
      return kill.signal.aborted;
    },
    left: 2,
    throwIfAborted() {
      this.left -= 1;
      if (this.left < 0) throw new Error('killed');
    },
  };
  await expect(deliverLocked(db, '000000', counted as unknown as AbortSignal)).rejects.toThrow('killed');
  await db.tx((tx) => revokePreOrder(tx, approver, { id: revoked, reason: 'Cancelled meanwhile' }));
  await runDuePreOrders(db);
  for (let left = true; left; ) ({ left } = await slice());
  await Promise.all([deliverLocked(db, '000000'), deliverLocked(db, '000000')]);
  await runDuePreOrders(db);

  const { rows } = await db.drizzle.execute<{
    id: string;
    delivered: number;
    status: number;
    skip: number | null;
    locked: number;
  }>(sql`
    select p.id::text, p.delivered_qty as delivered, p.status, p.skip_reason as skip,
      (select count(*)::int from inv_item i where i.preorder_id = p.id) as locked
    from agt_preorder p order by p.approve_time, p.id`);
  const facts = new Map(rows.map((row) => [BigInt(row.id), row]));
  expect(facts.get(frozen)).toMatchObject({ status: 2, delivered: 0, skip: 2, locked: QUANTITY });
  expect(facts.get(overdue)).toMatchObject({ status: 5, locked: 0 });
  expect(facts.get(revoked)).toMatchObject({ status: 6, delivered: 0, locked: 0 });
  // The others in the order of their approval: whole ones, one in part, none after it.
  const served = rows
    .filter(({ id }) => ![frozen, overdue, revoked].includes(BigInt(id)))
    .map(({ delivered }) => delivered);
  const handed = NUMBERS - QUANTITY - (facts.get(overdue)?.delivered ?? 0);
  const whole = Math.floor(handed / QUANTITY);
  expect(served).toEqual(
    served.map((_, place) => (place < whole ? QUANTITY : place === whole ? handed - whole * QUANTITY : 0)),
  );
  await expectPreOrdersConsistent(db);
  await expectConsistent(db);

  // The messages name the quantities that the agents got.
  const { rows: messages } = await db.drizzle.execute<{ wrong: number; messages: number }>(sql`
    select count(*) filter (where not said)::int as wrong, count(*)::int as messages from (
      select exists (select from msg_message m where m.biz_id = p.id::text and m.params ->> 'n' = p.delivered_qty::text) as said
      from agt_preorder p where p.delivered_qty > 0) checked`);
  expect(messages[0]).toMatchObject({ wrong: 0 });
  expect(messages[0]?.messages).toBeGreaterThan(whole);

  for (let left = true; left; )
    ({ left } = await db.tx((tx) => takeBackSlice(tx, stockKeeper, batchNo, { size: 1000 })));
  const delivered = rows.reduce((sum, row) => sum + row.delivered, 0);
  const kept = await db.tx((tx) => keptOf(tx, batchNo));
  expect([
    kept.count,
    kept.named.length,
    kept.named.every(({ stockStatus, outboundNo }) => stockStatus === 2 && outboundNo),
  ]).toEqual([...[delivered, 50, true]]);
  await expectPreOrdersConsistent(db);
  await expectConsistent(db);
});
