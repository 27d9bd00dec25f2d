import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { verifyLedger } from '../../money/ledger/index.ts';
import { balances } from '../../money/ledger/ledger-fixture.ts';
import { money, newBuyer, staff } from '../orders/orders-fixture.ts';
import { approvePreOrder, refundPreOrder, revokePreOrder } from './decide.ts';
import { deliverLocked } from './deliver.ts';
import { arrive, dayFromNow, type EmptyShop, emptyShop, expectPreOrdersConsistent } from './preorders-fixture.ts';
import { PREORDER } from './states.ts';
import { submitPreOrder } from './submit.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());

const approver: Actor = { ...staff, userId: 999_999n, realName: 'Approver' };
const PRICE = money('0.777777');
const BUDGET = '50';

/** A pre-order in plain numbers: pieces that wait, the deposit held for them, and the money of its buyer. */
interface Model {
  open: number;
  held: bigint;
  balance: bigint;
  refunded: number;
  delivered: number;
  isOver: boolean;
}

async function open(shop: EmptyShop, quantity: number, approvedQty: number) {
  const buyer = await newBuyer(db, { balance: BUDGET });
  const asked = { productId: shop.productId, quantity, latestDate: dayFromNow(20), useDeclaration: true };
  const expectedAmount = (PRICE * BigInt(quantity)) as Micro;
  const { row } = await db.tx((tx) => submitPreOrder(tx, buyer, { ...asked, expectedAmount }));
  const approved = await db.tx((tx) => approvePreOrder(tx, approver, { id: row.id, isPassed: true, approvedQty }));
  const held = approved.depositAmount - approved.refundAmount;
  const model: Model = {
    ...{ open: approvedQty, held, balance: money(BUDGET) - held, refunded: 0, delivered: 0, isOver: false },
  };
  return { id: row.id, buyer, model };
}

const refund = (id: bigint, quantity?: number) =>
  db.tx((tx) => refundPreOrder(tx, approver, { id, quantity, reason: 'Not needed' }));

/** Expects the pre-order, its buyer's wallets and the ledger to be as in the model. */
async function expectAs({ id, buyer, model }: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { rows } = await db.pool.query(
    `select p.status, coalesce(p.approved_qty, 0) - p.delivered_qty - p.refunded_qty as open, p.refunded_qty as refunded,
       p.delivered_qty as delivered, coalesce(h.amount - h.captured - h.released, 0)::text as held
     from agt_preorder p left join fin_hold h on h.id = p.hold_id where p.id = $1`,
    [id],
  );
  const { open: left, refunded, delivered, held } = model;
  expect(rows[0]).toMatchObject({ open: left, refunded, delivered, held: String(held) });
  expect([PREORDER.completed, PREORDER.refunded, PREORDER.revoked].includes(rows[0].status)).toBe(model.isOver);
  expect((await balances(db, buyer.userId))['balance'] ?? 0n).toBe(model.balance);
  await expectPreOrdersConsistent(db);
}

/** Gives pieces back in the model: their share of the deposit, rounded down, of all open ones all of it. */
function giveBack(model: Model, pieces: number): void {
  const share = (model.held * BigInt(pieces)) / BigInt(model.open);
  Object.assign(model, {
    ...{ held: model.held - share, balance: model.balance + share, open: model.open - pieces },
    refunded: model.refunded + pieces,
  });
  model.isOver = model.open === 0;
}

it('the second refund of as many pieces returns as much as the first', async () => {
  const order = await open(await emptyShop(db, { price: '0.777777' }), 6, 6);
  for (const _ of [1, 2]) {
    giveBack(order.model, 2);
    await refund(order.id, 2);
    await expectAs(order);
  }
  giveBack(order.model, 2);
  await refund(order.id);
  await expectAs(order);
  expect(order.model).toMatchObject({ held: 0n, balance: money(BUDGET) });
});

const step = fc.oneof(
  fc.record({ kind: fc.constant('refund' as const), pieces: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('deliver' as const), pieces: fc.integer({ min: 1, max: 3 }) }),
  fc.record({ kind: fc.constantFrom('rest' as const, 'revoke' as const), pieces: fc.constant(0) }),
);

it('partial refunds and deliveries in any order return and use exactly the deposit', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 2, max: 9 }),
      fc.nat(3),
      fc.array(step, { minLength: 2, maxLength: 8 }),
      async (quantity, cut, steps) => {
        const shop = await emptyShop(db, { price: '0.777777' });
        const order = await open(shop, quantity, Math.max(1, quantity - cut));
        const { model, id } = order;
        for (const { kind, pieces } of steps) {
          if (kind === 'deliver') {
            const taken = Math.min(pieces, model.open);
            await arrive(db, shop, pieces);
            await deliverLocked(db, '000000');
            if (taken > 0) {
              const share = (model.held * BigInt(taken)) / BigInt(model.open);
              Object.assign(model, { held: model.held - share, open: model.open - taken });
              model.balance -= PRICE * BigInt(taken) - share;
              model.delivered += taken;
              model.isOver = model.open === 0;
            }
          } else {
            const isAllowed =
              !model.isOver && (kind === 'rest' || (kind === 'refund' ? pieces <= model.open : model.delivered === 0));
            const done = await (kind === 'revoke'
              ? db.tx((tx) => revokePreOrder(tx, approver, { id, reason: 'Not needed' }))
              : refund(id, kind === 'rest' ? undefined : pieces)
            ).then(
              () => true,
              (error: unknown) => {
                if (isAppError(error)) return false;
                throw error;
              },
            );
            expect(done, `${kind} ${pieces}`).toBe(isAllowed);
            if (done) giveBack(model, kind === 'refund' ? pieces : model.open);
          }
          await expectAs(order);
        }
      },
    ),
    { numRuns: 6 },
  );
  await db.tx(async (tx) => expect(await verifyLedger(tx)).toEqual([]));
});
