import { PREORDER_DAYS_MAX, preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { applyRate, type Micro, times, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { todayOf } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { balanceOf, hold } from '../../money/ledger/index.ts';
import { markUsed } from '../../money/pricing/index.ts';
import { placeAtEnd } from '../inventory/index.ts';
import { assertPurchaseWithinLimits, DECLARATION, decidePurchase, type PurchaseDecision } from '../orders/index.ts';
import { atField, conflict, preOrderErrors } from './errors.ts';
import { changedBy, lockPreOrder, movePreOrder } from './move.ts';
import { PREORDER } from './states.ts';
import { type PreOrder, preOrders } from './tables.ts';

export interface PreOrderRequest {
  readonly productId: bigint;
  /** Pieces; each is `specQty` numbers. */
  readonly quantity: number;
  readonly expectDate?: string | undefined;
  readonly latestDate: string;
  readonly remark?: string | undefined;
}

/** Returns price, deposit and expected date of a pre-order by the actor. @throws as `buy`, without limits and declaration */
export async function quotePreOrder(db: Db, actor: Actor, asked: Pick<PreOrderRequest, 'productId' | 'quantity'>) {
  const { placing } = await decide(db, actor, asked, null);
  const { product, price, amount, quantity } = placing;
  const depositRate = await readParameter(db.drizzle, actor.tenantId, 'preorder.depositRate');
  const { balance } = await balanceOf(db.drizzle, actor, { userId: actor.userId });
  const { place, expectedOn } = await placeAtEnd(db, actor.tenantId, product, quantity * product.specQty);
  const { today: _, until: latestMax } = await dayLimits(db.drizzle, actor);
  return {
    ...{
      quantity,
      unitPrice: price.unitPrice,
      amount,
      currency: price.currency,
      balance,
      place,
      expectedOn,
      latestMax,
    },
    ...{ depositRate, depositAmount: applyRate(amount, depositRate) },
  };
}

/** Creates a draft, or changes the actor's own. No money moves. @throws as `quotePreOrder`, NOT_FOUND, STATE_CONFLICT */
export async function saveDraft(
  tx: Tx,
  actor: Actor,
  asked: PreOrderRequest & { readonly id?: bigint | undefined },
): Promise<PreOrder> {
  await assertDates(tx, actor, asked);
  const decided = await decide(tx, actor, asked, null);
  return write(tx, actor, asked.id, await columnsOf(tx, decided, asked));
}

/** Removes own drafts and ended pre-orders without a delivery; none if one of them has another state. @throws STATE_CONFLICT */
export async function removePreOrders(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const removable: readonly number[] = [PREORDER.draft, PREORDER.revoked, PREORDER.rejected];
  for (const id of [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1))) {
    const row = await lockPreOrder(tx, actor, id);
    if (row.ownerId !== actor.userId) throw commonErrors.NOT_FOUND();
    if (!removable.includes(row.status)) throw conflict('revoke', row.preOrderNo, row.status);
  }
  await tx
    .update(preOrders)
    .set({ deletedAt: sql`now()` as never, ...changedBy(actor) })
    .where(inArray(preOrders.id, [...ids]));
  announceChange(tx, actor.tenantId, preOrder);
}

/**
 * Submits a new pre-order or the actor's own draft and holds its deposit, in the caller's transaction. All limits of buying apply.
 * @throws as `buy` without STOCK_NOT_ENOUGH; PREORDER_PRODUCT, LATEST_DATE, EXPECT_DATE, STATE_CONFLICT
 */
export async function submitPreOrder(
  tx: Tx,
  actor: Actor,
  asked: PreOrderRequest & {
    readonly id?: bigint | undefined;
    readonly useDeclaration: boolean;
    readonly expectedAmount: Micro;
  },
): Promise<{ readonly row: PreOrder; readonly balance: Micro }> {
  await assertDates(tx, actor, asked);
  const decided = await decide(tx, actor, asked, asked);
  await assertPurchaseWithinLimits(tx, decided);
  const { price, amount } = decided.placing;
  const draft = await write(tx, actor, asked.id, await columnsOf(tx, decided, asked));
  const { depositAmount, preOrderNo, id } = draft;
  const held =
    depositAmount === 0n
      ? null
      : await hold(tx, actor, {
          ...{ userId: actor.userId, amount: depositAmount, idemKey: `preorder:${preOrderNo}:deposit` },
          ...{ bizType: preOrder.name, bizId: id, bizNo: preOrderNo },
        });
  if (amount > 0n && (price.source === 'level' || price.source === 'all') && !price.used)
    await markUsed(tx, price.priceId);
  const row = await movePreOrder(tx, actor, draft, 'submit', {
    holdId: held?.holdId ?? null,
    submitTime: new Date(),
    useDeclaration: asked.useDeclaration ? DECLARATION : null,
  });
  return { row, balance: (await balanceOf(tx, actor, { userId: actor.userId })).balance };
}

async function decide(
  run: Db | Tx,
  actor: Actor,
  { productId, quantity }: Pick<PreOrderRequest, 'productId' | 'quantity'>,
  submitted: { readonly useDeclaration: boolean; readonly expectedAmount: Micro } | null,
): Promise<PurchaseDecision> {
  const { useDeclaration = true, expectedAmount = null } = submitted ?? {};
  const decided = await decidePurchase(run, actor, { productId, quantity, useDeclaration, expectedAmount });
  const { serviceType: service } = decided.placing.product;
  if (service !== serviceType.is.number) throw preOrderErrors.PREORDER_PRODUCT();
  return decided;
}

/** Today and the last day that may be asked for, in the tenant's time zone. */
async function dayLimits(run: Pick<Tx, 'execute'>, { tenantId }: Actor): Promise<{ today: string; until: string }> {
  const { rows } = await run.execute<{ today: string; until: string }>(sql`
    select t::text as today, (t + ${PREORDER_DAYS_MAX}::int)::text as until from (select ${todayOf(tenantId)} as t) d`);
  return rows[0] as { today: string; until: string };
}

async function assertDates(tx: Tx, actor: Actor, { expectDate, latestDate }: PreOrderRequest): Promise<void> {
  const { today, until } = await dayLimits(tx, actor);
  if (latestDate < today || latestDate > until) throw atField('latestDate', 'LATEST_DATE', { from: today, until });
  if (expectDate !== undefined && (expectDate < today || expectDate > latestDate))
    throw atField('expectDate', 'EXPECT_DATE', { from: today, until: latestDate });
}

/** The columns that the product, its price and the request decide. */
async function columnsOf(tx: Tx, { placing }: PurchaseDecision, asked: PreOrderRequest) {
  const { actor, buyer, product, price, amount, quantity } = placing;
  const depositRate = await readParameter(tx, actor.tenantId, 'preorder.depositRate');
  return {
    productId: product.id,
    productName: product.nameZh,
    productNameEn: product.nameEn,
    productSnapshot: { ...product, id: product.id.toString() } as never,
    agentId: buyer.agentId,
    agentName: buyer.agentName,
    buyerId: actor.userId,
    buyerName: actor.realName,
    businessType: product.businessType,
    countryCode: product.countryCode,
    numberType: product.numberType,
    capability: product.capability,
    quantity,
    specQty: product.specQty,
    unitPrice: price.unitPrice,
    basePrice: price.basePrice,
    priceSource: price.source,
    priceId: price.priceId,
    priceVersion: price.priceVersion,
    amount,
    currency: price.currency,
    depositRate,
    depositAmount: applyRate(amount, depositRate),
    expectDate: asked.expectDate ?? null,
    latestDate: asked.latestDate,
    remark: asked.remark ?? null,
  };
}

async function write(
  tx: Tx,
  actor: Actor,
  id: bigint | undefined,
  columns: Awaited<ReturnType<typeof columnsOf>>,
): Promise<PreOrder> {
  if (id !== undefined) {
    const before = await lockPreOrder(tx, actor, id);
    if (before.ownerId !== actor.userId) throw commonErrors.NOT_FOUND();
    if (before.status !== PREORDER.draft) throw conflict('submit', before.preOrderNo, before.status);
    const [row] = await tx
      .update(preOrders)
      .set({ ...columns, ...changedBy(actor) })
      .where(inArray(preOrders.id, [id]))
      .returning();
    announceChange(tx, actor.tenantId, preOrder);
    return row as PreOrder;
  }
  const [row] = await tx
    .insert(preOrders)
    .values({
      ...columns,
      tenantId: actor.tenantId,
      ownerId: actor.userId,
      ownerPath: actor.ownerPath,
      preOrderNo: businessNo('PO'),
      status: PREORDER.draft,
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning();
  const { id: created } = row as PreOrder;
  await logState(tx, actor, { type: preOrder.name, id: created, from: null, to: PREORDER.draft, event: 'save' });
  announceChange(tx, actor.tenantId, preOrder);
  return row as PreOrder;
}

export const depositFor = ({ unitPrice, specQty, depositRate }: PreOrder, pieces: number): Micro =>
  pieces === 0 ? ZERO : applyRate(times(unitPrice, pieces * specQty), depositRate);
