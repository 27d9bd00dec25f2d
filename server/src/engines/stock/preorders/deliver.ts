import { preOrderSkip } from '@trade-assistant/contract/areas/whatsapp/dictionaries.ts';
import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { micros, times } from '@trade-assistant/contract/kit/money.ts';
import { eq, inArray, sql } from 'drizzle-orm';
import { z } from 'zod';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { defineJob, type Job, startTask } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { prepareRelease } from '../../money/ledger/index.ts';
import { assertCountryServed, lockedFor, pauseInLine, setWanted, whenLocked } from '../inventory/index.ts';
import {
  loadPayer,
  type Payer,
  type PlacedOrder,
  type ProductOnSale,
  placeOrders,
  type SoldPrice,
} from '../orders/index.ts';
import { changedBy, depositShare, movePreOrder, openPieces } from './move.ts';
import { notifyBuyer, notifyStaff } from './notices.ts';
import { IN_LINE } from './states.ts';
import { type PreOrder, preOrders } from './tables.ts';

const { balance, account, country } = preOrderSkip.is;
/** Refusals of a delivery that pass the pre-order over, with the reason that is shown. */
const SKIPS: Readonly<Record<string, number>> = {
  BALANCE_NOT_ENOUGH: balance,
  BUYER_NOT_ALLOWED: account,
  UPLINE_DISABLED: account,
  COUNTRY_BLOCKED: country,
  COUNTRY_UNKNOWN: country,
};

/** Delivers the locked numbers of all pre-orders of a tenant; queued by the transaction that locks them. */
export const deliveryJob = defineJob({
  name: 'preorders/deliver',
  title: { zh: '交付预定号码', en: 'Deliver pre-ordered numbers' },
  input: z.object({}),
  async run({ app, actor, signal }) {
    await deliverLocked(app.db, actor.tenantId, signal);
    return undefined;
  },
});

whenLocked(async (tx, tenantId) => {
  await startTask(tx, systemActor(tenantId), deliveryJob as unknown as Job<z.ZodObject>, {}, { visible: false });
});

/**
 * Delivers locked numbers, each pre-order in its own transaction: a kill at any point leaves whole deliveries, and the next run continues.
 * Pre-orders that another run is delivering, or that are passed over, are left out.
 * @returns how many pre-orders got numbers
 */
export async function deliverLocked(db: Db, tenantId: string, signal?: AbortSignal): Promise<number> {
  const { rows } = await db.drizzle.execute<{ id: string }>(sql`
    select q.preorder_id::text as id from inv_waiting q
    where q.tenant_id = ${tenantId} and not q.is_paused and exists (select from inv_item i where i.preorder_id = q.preorder_id)
    order by q.since, q.preorder_id`);
  let delivered = 0;
  const failures: unknown[] = [];
  for (const { id } of rows) {
    signal?.throwIfAborted();
    try {
      if (await deliverTo(db, tenantId, BigInt(id))) delivered += 1;
    } catch (error) {
      // A failure of one pre-order does not stop the others.
      failures.push(error);
    }
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${rows.length} pre-orders could not be delivered`, { cause: failures[0] });
  return delivered;
}

/** How often locked numbers are counted again when one of them was taken away meanwhile. */
const RECOUNTS = 3;

/** Delivers the locked numbers of one pre-order, or passes it over. @returns whether it got numbers */
export async function deliverTo(db: Db, tenantId: string, id: bigint, recounts = RECOUNTS): Promise<boolean> {
  try {
    return await db.tx((tx) => deliver(tx, tenantId, id), { retry: true });
  } catch (error) {
    // A locked number died or was released after it was counted.
    if (error instanceof AppError && error.code === 'STOCK_NOT_ENOUGH' && recounts > 0)
      return deliverTo(db, tenantId, id, recounts - 1);
    const reason = error instanceof AppError ? SKIPS[error.code] : undefined;
    if (reason === undefined) throw error;
    await db.tx((tx) => skip(tx, tenantId, id, reason, (error as AppError).say('en')), { retry: true });
    return false;
  }
}

async function deliver(tx: Tx, tenantId: string, id: bigint): Promise<boolean> {
  const [row] = await tx
    .select()
    .from(preOrders)
    .where(
      sql`${preOrders.id} = ${id} and ${preOrders.tenantId} = ${tenantId} and ${inArray(preOrders.status, [...IN_LINE])}`,
    )
    .for('update', { skipLocked: true });
  if (!row) return false;
  const locked = (await lockedFor(tx, [id])).get(id) ?? 0;
  const pieces = Math.min(Math.floor(locked / row.specQty), openPieces(row));
  if (pieces === 0) return false;
  await fill(tx, row, pieces);
  return true;
}

/**
 * Delivers locked numbers of a locked pre-order as a product order: a share of the deposit is released into its charge, and the balance pays
 * the rest. Warranty, refunds and commissions are those of the order.
 * @throws BALANCE_NOT_ENOUGH, BUYER_NOT_ALLOWED, UPLINE_DISABLED, COUNTRY_BLOCKED
 */
export async function fill(tx: Tx, row: PreOrder, pieces: number): Promise<PlacedOrder> {
  const payer = await loadPayer(tx, { tenantId: row.tenantId, userId: row.buyerId });
  if (payer instanceof AppError) throw payer;
  await assertCountryServed(tx, row, row.countryCode);
  const program = systemActor(row.tenantId);
  const numbers = pieces * row.specQty;
  const left = openPieces(row) - pieces;
  await setWanted(tx, row.id, left * row.specQty);
  const share = depositShare(row, pieces);
  const fillNo = row.fills + 1;
  const deposit =
    row.holdId === null || share === 0n
      ? null
      : await prepareRelease(tx, program, {
          ...{ holdId: row.holdId, amount: share, idemKey: `preorder:${row.preOrderNo}:share:${fillNo}` },
        });
  const amount = times(row.unitPrice, numbers);
  const [placed] = await placeOrders(tx, [
    {
      actor: buyerOf(payer),
      buyer: { agentId: row.agentId, agentName: row.agentName },
      product: productOf(row),
      price: priceOf(row),
      amount,
      quantity: pieces,
      useDeclaration: row.useDeclaration !== null,
      remark: row.remark ?? undefined,
      preOrder: { id: row.id, no: row.preOrderNo, fill: fillNo, deposit },
    },
  ]);
  const moved = await movePreOrder(tx, program, row, left === 0 ? 'deliverAll' : 'deliverSome', {
    deliveredQty: row.deliveredQty + pieces,
    fills: fillNo,
    depositUsed: micros(row.depositUsed + share),
    paidAmount: micros(row.paidAmount + amount),
    skipReason: null,
    skipTime: null,
  });
  if (row.skipReason !== null) await pauseInLine(tx, row.id, false);
  await notifyBuyer(tx, moved, 'PREORDER_FILLED', {
    n: String(moved.deliveredQty),
    m: String((moved.approvedQty ?? moved.quantity) - moved.refundedQty),
    order: placed?.order.orderNo ?? '',
  });
  announceChange(tx, row.tenantId, 'whatsapp/warehouse');
  return placed as PlacedOrder;
}

/** Passes a pre-order over with the reason; notifies buyer and staff once for each reason. Its locked numbers stay for a day. */
async function skip(tx: Tx, tenantId: string, id: bigint, reason: number, text: string): Promise<void> {
  const [row] = await tx.select().from(preOrders).where(eq(preOrders.id, id)).for('update');
  if (!row || row.tenantId !== tenantId || !IN_LINE.includes(row.status)) return;
  const { rowCount } = await pauseInLine(tx, id, true);
  const isPausedNow = (rowCount ?? 0) > 0;
  if (!isPausedNow && row.skipReason === reason) return;
  const skipTime = isPausedNow ? new Date() : row.skipTime;
  const [moved] = await tx
    .update(preOrders)
    .set({ skipReason: reason, skipTime, ...changedBy(systemActor(tenantId)) })
    .where(eq(preOrders.id, id))
    .returning();
  announceChange(tx, tenantId, preOrder);
  if (row.skipReason === reason) return;
  await notifyBuyer(tx, moved as PreOrder, 'PREORDER_SKIPPED', { reason: text });
  await notifyStaff(tx, moved as PreOrder, { reason: text });
}

/** The buyer as the actor of its order; the program acts for it. */
const buyerOf = ({ userId, userType, realName, ownerPath, tenantId }: Payer): Actor => ({
  ...systemActor(tenantId),
  ...{ userId, userType, realName, ownerPath },
});

const productOf = ({ productSnapshot, productId }: PreOrder): ProductOnSale => ({ ...productSnapshot, id: productId });

/** The price at the submission. */
const priceOf = ({ unitPrice, basePrice, priceSource, priceId, priceVersion, currency }: PreOrder): SoldPrice => ({
  ...{ unitPrice, basePrice, priceId, priceVersion, currency },
  source: priceSource as SoldPrice['source'],
  used: true,
});
