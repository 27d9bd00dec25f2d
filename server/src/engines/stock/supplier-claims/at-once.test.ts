import { supplierClaimStatus } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { afterAll, describe, expect, it } from 'vitest';
import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { testDb } from '../../../kernel/testing/index.ts';
import { whileUncommitted } from '../../../testing/at-once.ts';
import { suppliedNumbers } from '../../../testing/supplier-claims.ts';
import { money } from '../orders/orders-fixture.ts';
import { mergeSuppliers, unmergeSupplier } from '../suppliers/index.ts';
import { openSupplierClaims } from './open.ts';
import { answerSupplierClaim, receiveForClaim } from './steps.ts';

const db = await testDb({ seeded: true });
afterAll(() => db.close());
const actor = { ...systemActor('000000'), userId: 1n, realName: 'Buyer' };
const where = { db, admin: { actor: async () => actor } } as unknown as Parameters<typeof suppliedNumbers>[0];
const { sent, accepted, settled } = supplierClaimStatus.is;

const open = (itemIds: readonly bigint[]) => (tx: Tx) =>
  openSupplierClaims(tx, actor, { items: itemIds.map((itemId) => ({ itemId, evidence: 'Inactive' })) });

/** A claim about two numbers at 1.2 each, in a state. */
async function claimIn(status: number) {
  const { itemIds } = await suppliedNumbers(where, 2);
  const { claimIds } = await db.tx(open(itemIds));
  const id = claimIds[0] ?? 0n;
  await db.pool.query('update sup_claim set status = $2 where id = $1', [id, sent]);
  if (status === accepted)
    await db.tx((tx) => answerSupplierClaim(tx, actor, { id, acceptedAmount: money('2.4'), answer: 'Yes' }));
  return id;
}
const rowOf = async (id: bigint) =>
  (
    await db.pool.query(
      `select status, item_count as items, received_amount::text as received, accepted_amount::text as accepted,
         (select count(*)::int from biz_state_log where object_type = 'whatsapp/supplier-claim' and object_id = c.id and event not in ('create', 'send')) as steps
       from sup_claim c where id = $1`,
      [id],
    )
  ).rows[0];

describe('of two works on one claim the second acts on what the first left', () => {
  it('the accepted amount is received once', async () => {
    const id = await claimIn(accepted);
    const receive = (tx: Tx) => receiveForClaim(tx, actor, { id, amount: money('2.4'), reason: 'Bank' });
    const { second } = await whileUncommitted(db, receive, () => db.tx(receive));
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect(await rowOf(id)).toMatchObject({ status: settled, received: String(money('2.4')), steps: 2 });
  });

  it('parts that are received together add up', async () => {
    const id = await claimIn(accepted);
    const receive = (tx: Tx) => receiveForClaim(tx, actor, { id, amount: money('1'), reason: 'Bank' });
    await whileUncommitted(db, receive, () => db.tx(receive));
    expect(await rowOf(id)).toMatchObject({ status: accepted, received: String(money('2')), steps: 3 });
  });

  it('it is answered once', async () => {
    const id = await claimIn(sent);
    const answer = (amount: string) => (tx: Tx) =>
      answerSupplierClaim(tx, actor, { id, acceptedAmount: money(amount), answer: 'Yes' });
    const { second } = await whileUncommitted(db, answer('1'), () => db.tx(answer('2')));
    expect(second).toEqual({ refusal: 'STATE_CONFLICT' });
    expect(await rowOf(id)).toMatchObject({ accepted: String(money('1')), steps: 1 });
  });

  it('a number is not added to a claim that is being sent', async () => {
    const { itemIds } = await suppliedNumbers(where, 3);
    const { claimIds } = await db.tx(open(itemIds.slice(0, 2)));
    const id = claimIds[0] ?? 0n;
    const { second } = await whileUncommitted(
      db,
      (tx) => tx.execute(`update sup_claim set status = ${sent} where id = ${id}`),
      () => db.tx(open(itemIds.slice(2))),
    );
    expect(second).toMatchObject({ value: { added: 1, skipped: 0 } });
    expect(await rowOf(id)).toMatchObject({ status: sent, items: 2 });
  });

  it('a number is on one claim', async () => {
    const { itemIds } = await suppliedNumbers(where, 2);
    const { first, second } = await whileUncommitted(db, open(itemIds), () => db.tx(open(itemIds)));
    expect([first, second]).toMatchObject([{ value: { added: 2 } }, { value: { added: 0, skipped: 2 } }]);
  });
});

describe('while suppliers are merged', () => {
  const merge = (id: bigint, intoId: bigint) => (tx: Tx) => mergeSuppliers(tx, actor, { id, intoId });

  /** The supplier of the claim that was opened. */
  const supplierOf = async ({ value }: { readonly value?: unknown }) => {
    const id = (value as { claimIds: bigint[] }).claimIds[0];
    const { rows } = await db.pool.query<{ supplier: bigint }>(
      'select supplier_id as supplier from sup_claim where id = $1',
      [id],
    );
    return BigInt(rows[0]?.supplier ?? 0);
  };

  it('a new claim waits, and is one on the supplier that stays', async () => {
    const [one, two] = [await suppliedNumbers(where, 2), await suppliedNumbers(where, 1)];
    const { second } = await whileUncommitted(db, merge(one.supplierId, two.supplierId), () =>
      db.tx(open(one.itemIds.slice(1))),
    );
    expect(await supplierOf(second)).toBe(two.supplierId);
    const back = await whileUncommitted(
      db,
      (tx) => unmergeSupplier(tx, actor, one.supplierId),
      () => db.tx(open(one.itemIds.slice(0, 1))),
    );
    expect(await supplierOf(back.second)).toBe(one.supplierId);
  });

  it('neither is merged with the other twice, nor into one that was merged', async () => {
    const [one, two, three] = [
      await suppliedNumbers(where, 1),
      await suppliedNumbers(where, 1),
      await suppliedNumbers(where, 1),
    ];
    const [a, b, c] = [one.supplierId, two.supplierId, three.supplierId];
    const back = await whileUncommitted(db, merge(a, b), () => db.tx(merge(b, a)));
    expect(back.second).toEqual({ refusal: 'SUPPLIER_MERGED' });
    const on = await whileUncommitted(db, merge(b, c), () => db.tx(merge(c, b)));
    expect(on.second).toEqual({ refusal: 'SUPPLIER_MERGED' });
    const undo = (tx: Tx) => unmergeSupplier(tx, actor, a);
    const undone = await whileUncommitted(db, undo, () => db.tx(undo));
    expect(undone.second).toEqual({ refusal: 'SUPPLIER_NOT_MERGED' });
  });

  it('one that is being removed is not merged into', async () => {
    const [one, two] = [await suppliedNumbers(where, 1), await suppliedNumbers(where, 1)];
    const { second } = await whileUncommitted(
      db,
      (tx) => tx.execute(`update sup_supplier set deleted_at = now() where id = ${two.supplierId}`),
      () => db.tx(merge(one.supplierId, two.supplierId)),
    );
    expect(second).toEqual({ refusal: 'SUPPLIER_UNKNOWN' });
  });
});
