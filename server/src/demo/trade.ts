import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, times } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import { refund, release, revenue, settle } from '../engines/money/ledger/index.ts';
import { type ResolvedPrice, resolvePrice } from '../engines/money/pricing/index.ts';
import { cancelOutbound, deliverOutbound, outbounds, returnOutbound } from '../engines/stock/inventory/index.ts';
import { ORDER, type Product, type ProductOrder, placeOrders, productOrders } from '../engines/stock/orders/index.ts';
import { invariant } from '../kernel/invariant.ts';
import { logState } from '../kernel/resource/states.ts';
import { businessNumber, type Demo } from './demo.ts';
import type { Buyer } from './people.ts';

/** Orders as they were at a moment in the past: a journal can never be dated afterwards, so it is dated as it is posted. */

interface Purchase {
  readonly product: Product;
  /** Pieces. */
  readonly quantity: number;
  readonly price: ResolvedPrice;
  readonly amount: Micro;
}

/** What an agent's purchase would cost. @throws PRICE_NOT_FOUND */
export async function quotePrice(
  demo: Demo,
  buyer: Buyer,
  product: Product,
  quantity: number,
): Promise<{ price: ResolvedPrice; amount: Micro }> {
  const { businessType: business, serviceType, countryCode, specQty } = product;
  const price = await resolvePrice(
    demo.tx,
    buyer.reader,
    { businessType: business, serviceType, countryCode: countryCode ?? '' },
    quantity * specQty,
  );
  return { price, amount: times(price.unitPrice, quantity * specQty) };
}

/** A purchase: delivered and charged at once, or held until somebody delivers. */
export async function buyAt(
  demo: Demo,
  buyer: Buyer,
  { product, quantity, price, amount }: Purchase,
  at: Date,
): Promise<ProductOrder> {
  const { tx, random } = demo;
  const { countryCode } = product;
  invariant(countryCode, 'demo-product-without-country', product.productNo);
  const [bought] = await placeOrders(tx, [
    {
      actor: buyer.actor,
      buyer,
      product: { ...product, countryCode },
      price,
      amount,
      quantity,
      useDeclaration: true,
      past: { at, orderNo: businessNumber(random, 'AP', at), outboundNo: businessNumber(random, 'OB', at) },
    },
  ]);
  invariant(bought, 'demo-order-not-written');
  return bought.order;
}

/** The stock keeper hands over what was held. */
export async function deliverAt(demo: Demo, order: ProductOrder, at: Date): Promise<void> {
  const keeper = demo.people.staff.warehouse;
  const { warrantyHours: promised } = order.productSnapshot;
  const warrantyHours = Number(promised);
  await deliverOutbound(demo.tx, keeper, noteOf(order), { warrantyHours });
  const paid = await settle(demo.tx, keeper, {
    holdId: order.holdId ?? 0n,
    amount: order.amount,
    to: incomeOf(order.businessType),
    idemKey: `settle:${order.orderNo}`,
    at,
  });
  await move(demo, order, 'deliver', at, {
    status: ORDER.completed,
    deliveredQty: order.quantity,
    paidAmount: order.amount,
    deliverTime: at,
    warrantyUntil: warrantyOf(warrantyHours, at),
    journalId: paid.journalId,
  });
}

/** What was held is given up; money and numbers go back. */
export async function cancelAt(demo: Demo, order: ProductOrder, reason: string, at: Date): Promise<void> {
  const staff = demo.people.staff.admin;
  await cancelOutbound(demo.tx, staff, noteOf(order), reason);
  await release(demo.tx, staff, { holdId: order.holdId ?? 0n, idemKey: `release:${order.orderNo}`, at });
  await sold(demo, order.productId, -order.quantity);
  await move(demo, order, 'cancel', at, { status: ORDER.cancelled, cancelReason: reason }, reason);
}

/** Numbers come back within the warranty, the first `count` of the note or all; their price goes back. */
export async function refundAt(
  demo: Demo,
  order: ProductOrder,
  count: number | 'all',
  reason: string,
  at: Date,
): Promise<void> {
  const { tx, people } = demo;
  const { rows } = await tx.execute<{ id: string }>(
    sql`select id from inv_item where outbound_id = ${noteOf(order)} order by id`,
  );
  const ids = rows.map(({ id }) => BigInt(id));
  const { note, returned } = await returnOutbound(
    tx,
    people.staff.admin,
    noteOf(order),
    count === 'all' ? ids : ids.slice(0, count),
    reason,
  );
  const whole = note.returnedQty >= note.deliveredQty;
  const amount = whole ? order.paidAmount : times(order.unitPrice, returned);
  await refund(tx, people.staff.admin, {
    journalId: order.journalId ?? 0n,
    amount,
    idemKey: `refund:${order.orderNo}:${note.returnedQty}`,
    bizNo: order.orderNo,
    reason,
    at,
  });
  await move(
    demo,
    order,
    whole ? 'refundAll' : 'refundSome',
    at,
    { status: whole ? ORDER.refunded : ORDER.partlyRefunded, refundAmount: amount, refundedQty: note.returnedQty },
    reason,
  );
}

/** The note's number of the day it tells of. */
export async function backdateNoteNumber(demo: Demo, outboundId: bigint, at: Date): Promise<string> {
  const outboundNo = businessNumber(demo.random, 'OB', at);
  // What was paid for does not run out by itself.
  await demo.tx.update(outbounds).set({ outboundNo, reserveExpireTime: null }).where(eq(outbounds.id, outboundId));
  return outboundNo;
}

async function move(
  demo: Demo,
  order: ProductOrder,
  event: string,
  at: Date,
  changes: Partial<ProductOrder> & { status: number },
  reason?: string,
): Promise<void> {
  const by = event === 'deliver' ? demo.people.staff.warehouse : demo.people.staff.admin;
  await demo.tx
    .update(productOrders)
    .set({ ...changes, updateUser: by.userId, updateTime: at, version: sql`${productOrders.version} + 1` })
    .where(eq(productOrders.id, order.id));
  await logState(demo.tx, by, {
    type: 'product_order',
    id: order.id,
    from: order.status,
    to: changes.status,
    event,
    reason,
  });
}

const sold = (demo: Demo, productId: bigint, quantity: number) =>
  demo.tx.execute(sql`
    insert into agt_product_sale as s (product_id, slot, sold) values (${productId}, 0, ${quantity})
    on conflict (product_id, slot) do update set sold = s.sold + excluded.sold`);

function noteOf(order: ProductOrder): bigint {
  invariant(order.outboundId, 'demo-order-without-note', order.orderNo);
  return order.outboundId;
}

const BUSINESS_NAMES = new Map<number, string>(Object.entries(businessType.is).map(([name, value]) => [value, name]));
const incomeOf = (business: number) => revenue(BUSINESS_NAMES.get(business) ?? 'other');
const warrantyOf = (hours: number | null, from: Date): Date | null =>
  hours === null ? null : new Date(from.getTime() + hours * 3_600_000);
