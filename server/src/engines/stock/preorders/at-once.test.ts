import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { afterAll, describe, expect, it } from 'vitest';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { whileUncommitted } from '../../../testing/at-once.ts';
import { balances } from '../../money/ledger/ledger-fixture.ts';
import { money, newBuyer, staff } from '../orders/orders-fixture.ts';
import { deliverToPreOrder } from './by-hand.ts';
import { approvePreOrder, refundPreOrder, revokePreOrder } from './decide.ts';
import { deliverLocked, fill } from './deliver.ts';
import { lockPreOrder } from './move.ts';
import { arrive, dayFromNow, type EmptyShop, emptyShop, expectPreOrdersConsistent } from './preorders-fixture.ts';
import { PREORDER } from './states.ts';
import { removePreOrders, saveDraft, submitPreOrder } from './submit.ts';
import { runDuePreOrders } from './timers.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());
const approver: Actor = { ...staff, userId: 999_999n, realName: 'Approver' };
const BUDGET = '50';

const form = ({ productId }: EmptyShop, quantity: number) => ({
  ...{ productId, quantity, latestDate: dayFromNow(20), useDeclaration: true },
  expectedAmount: money(String(quantity * 2)) as Micro,
});

/** A pre-order of six pieces at two each, submitted or approved. */
async function opened({ isApproved = true } = {}) {
  const shop = await emptyShop(db);
  const buyer = await newBuyer(db, { balance: BUDGET });
  const { row } = await db.tx((tx) => submitPreOrder(tx, buyer, form(shop, 6)));
  const approve = (tx: Parameters<typeof approvePreOrder>[0], approvedQty?: number) =>
    approvePreOrder(tx, approver, { id: row.id, isPassed: true, approvedQty });
  if (isApproved) await db.tx((tx) => approve(tx));
  return { shop, buyer, id: row.id, approve };
}

const refund =
  (id: bigint, quantity?: number) =>
  (tx: Parameters<typeof refundPreOrder>[0]): Promise<unknown> =>
    refundPreOrder(tx, approver, { id, quantity, reason: 'Not needed' });

/** The pre-order with its events and the balance of its buyer. */
async function outcome(id: bigint, buyer: Actor) {
  const { rows } = await db.pool.query(
    `select status, delivered_qty as delivered, refunded_qty as refunded, deposit_used::text as used, refund_amount::text as "refundAmount",
       (select array_agg(event order by l.id) from biz_state_log l where object_type = 'whatsapp/pre-order' and object_id = p.id) as events
     from agt_preorder p where id = $1`,
    [id],
  );
  await expectPreOrdersConsistent(db);
  return { ...rows[0], balance: (await balances(db, buyer.userId))['balance'] ?? 0n };
}

const STOCK = { strategy: 1, allowPartial: false };
const criteria = ({ businessType, countryCode }: EmptyShop) => ({ businessType, countryCode, numberType: 1 });

describe('of two works on one pre-order the second acts on what the first left', () => {
  it('a refund of all is refused after a refund of all', async () => {
    const { id, buyer } = await opened();
    const { second } = await whileUncommitted(db, refund(id), () => db.tx(refund(id)));
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect(await outcome(id, buyer)).toMatchObject({ refunded: 6, balance: money(BUDGET), status: PREORDER.refunded });
  });

  it('refunds of two pieces each refund four', async () => {
    const { id, buyer } = await opened();
    const { refundAmount: before } = await outcome(id, buyer);
    await whileUncommitted(db, refund(id, 2), () => db.tx(refund(id, 2)));
    const after = await outcome(id, buyer);
    expect(after).toMatchObject({ refunded: 4, status: PREORDER.approved });
    const { rows } = await db.pool.query('select deposit_amount::text as deposit from agt_preorder where id = $1', [
      id,
    ]);
    expect(BigInt(after.refundAmount) - BigInt(before)).toBe((BigInt(rows[0].deposit) * 4n) / 6n);
  });

  it('a delivery leaves nothing to refund', async () => {
    const { id, buyer, shop } = await opened();
    await arrive(db, shop, 6);
    const { second } = await whileUncommitted(
      db,
      async (tx) => fill(tx, await lockPreOrder(tx, approver, id), 6),
      () => db.tx(refund(id)),
    );
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect(await outcome(id, buyer)).toMatchObject({ delivered: 6, refunded: 0, balance: money(BUDGET) - money('12') });
  });

  it('a delivery by hand is refused after a refund', async () => {
    const { id, buyer, shop } = await opened();
    const asked = { id, criteria: criteria(shop), quantity: 1, ...STOCK };
    const { second } = await whileUncommitted(db, refund(id), () =>
      db.tx((tx) => deliverToPreOrder(tx, approver, asked)),
    );
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect(await outcome(id, buyer)).toMatchObject({ delivered: 0, balance: money(BUDGET) });
  });

  it('the delivery of locked numbers leaves a pre-order out that is being refunded', async () => {
    const { id, buyer, shop } = await opened();
    await arrive(db, shop, 6);
    const { second, hasWaited } = await whileUncommitted(db, refund(id, 2), () => deliverLocked(db, '000000'));
    expect({ second, hasWaited }).toEqual({ second: { value: 0 }, hasWaited: false });
    expect(await outcome(id, buyer)).toMatchObject({ delivered: 0, refunded: 2 });
    await deliverLocked(db, '000000');
    expect(await outcome(id, buyer)).toMatchObject({ delivered: 4, refunded: 2, balance: money(BUDGET) - money('8') });
  });

  it('the deposit of a draft is held once', async () => {
    const shop = await emptyShop(db);
    const buyer = await newBuyer(db, { balance: BUDGET });
    const { id } = await db.tx((tx) => saveDraft(tx, buyer, form(shop, 6)));
    const submit = (tx: Parameters<typeof submitPreOrder>[0]) => submitPreOrder(tx, buyer, { ...form(shop, 6), id });
    const { second } = await whileUncommitted(db, submit, () => db.tx(submit));
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect((await outcome(id, buyer)).events).toEqual(['save', 'submit']);
  });

  it('a draft that is submitted is not removed', async () => {
    const shop = await emptyShop(db);
    const buyer = await newBuyer(db, { balance: BUDGET });
    const { id } = await db.tx((tx) => saveDraft(tx, buyer, form(shop, 6)));
    const { second } = await whileUncommitted(
      db,
      (tx) => submitPreOrder(tx, buyer, { ...form(shop, 6), id }),
      () => db.tx((tx) => removePreOrders(tx, buyer, [id])),
    );
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
  });

  it('an approval is refused after a revocation, and an approval after an approval', async () => {
    const revoked = await opened({ isApproved: false });
    const revoke = (tx: Parameters<typeof revokePreOrder>[0]) =>
      revokePreOrder(tx, revoked.buyer, { id: revoked.id, reason: 'Mistake' });
    const after = await whileUncommitted(db, revoke, () => db.tx((tx) => revoked.approve(tx)));
    expect(after.second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect(await outcome(revoked.id, revoked.buyer)).toMatchObject({ balance: money(BUDGET) });

    const { id, buyer, approve } = await opened({ isApproved: false });
    const { second } = await whileUncommitted(
      db,
      (tx) => approve(tx, 4),
      () => db.tx((tx) => approve(tx, 3)),
    );
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect((await outcome(id, buyer)).events).toEqual(['save', 'submit', 'approve']);
  });

  it('what is refunded is not overdue', async () => {
    const { id, buyer } = await opened();
    await db.pool.query(`update agt_preorder set latest_date = current_date - 9, expect_date = null where id = $1`, [
      id,
    ]);
    const { second } = await whileUncommitted(db, refund(id), () => runDuePreOrders(db));
    expect(second).toEqual({ value: undefined });
    expect((await outcome(id, buyer)).events).toEqual(['save', 'submit', 'approve', 'refundRest']);
  });
});
