import { type Micro, times } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import { businessNo } from '../../kernel/business-no.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { prepared } from '../../kernel/db/prepared.ts';
import { createOutbound, OUTBOUND_TYPE } from '../inventory/index.ts';
import { balanceOf, charge, hold } from '../ledger/index.ts';
import { markUsed, pricingErrors, type Resolved, resolvePrice } from '../pricing/index.ts';
import { assertWithinLimits, type Buyer, checkout, type Product, priceReader, since } from './buyer.ts';
import { orderErrors } from './errors.ts';
import { revenueOf } from './revenue.ts';
import { DELIVERY, ORDER } from './states.ts';
import { productOrders } from './tables.ts';

export type ProductOrder = typeof productOrders.$inferSelect;

export interface Purchase {
  readonly productId: bigint;
  /** Pieces; each is `specQty` numbers. */
  readonly quantity: number;
  readonly useDeclaration: boolean;
  /** What the buyer was shown; another amount now is PRICE_CHANGED. */
  readonly expectedAmount: Micro;
  readonly remark?: string | undefined;
}

export interface Bought {
  readonly order: ProductOrder;
  /** The buyer's balance after the purchase. */
  readonly balance: Micro;
}

/**
 * Buys numbers: price, limits, stock, money, order and delivery note in the caller's one transaction. An automatic
 * product is charged and delivered at once; a manual one holds money and numbers until a stock keeper delivers.
 * @throws PRODUCT_OFF, BELOW_MIN, ABOVE_MAX, STEP, DAILY_LIMIT, KYC_REQUIRED, DECLARATION_REQUIRED, SPEND_LIMIT,
 *   PRICE_NOT_FOUND, PRICE_CHANGED, STOCK_NOT_ENOUGH, COUNTRY_BLOCKED, BALANCE_NOT_ENOUGH; the caller rolls back
 */
export async function buy(tx: Tx, actor: Actor, purchase: Purchase): Promise<Bought> {
  const { buyer, product } = await checkout(tx, actor, purchase.productId);
  await assertAllowed(tx, buyer, product, purchase);
  const price = await priceOf(tx, actor, buyer, product, purchase.quantity);
  const amount = times(price.unitPrice, purchase.quantity * product.specQty);
  if (amount !== purchase.expectedAmount) throw pricingErrors.PRICE_CHANGED({}, { amount: amount.toString() });
  await assertWithinLimits(tx, actor, buyer, amount);
  return placeOrder(tx, actor, { buyer, product, price, amount, purchase });
}

interface Placing {
  readonly buyer: Buyer;
  readonly product: Product & { countryCode: string };
  readonly price: Resolved;
  readonly amount: Micro;
  readonly purchase: Purchase;
}

async function placeOrder(tx: Tx, actor: Actor, { buyer, product, price, amount, purchase }: Placing): Promise<Bought> {
  const orderNo = businessNo('AP');
  const numbers = purchase.quantity * product.specQty;
  const instant = product.deliveryType === DELIVERY.automatic;
  const note = await createOutbound(
    tx,
    actor,
    {
      outboundType: OUTBOUND_TYPE.sale,
      agent: { id: actor.userId, name: actor.realName, ownerPath: actor.ownerPath },
      criteria: {
        businessType: product.businessType,
        countryCode: product.countryCode,
        numberType: product.numberType,
        capability: product.capability,
      },
      quantity: numbers,
      currency: price.currency,
      orderNo,
      unitPrice: price.unitPrice,
      amount,
      warrantyHours: product.warrantyHours,
      licenceNote: purchase.useDeclaration ? DECLARATION : null,
      served: true,
    },
    instant ? 'deliver' : 'reserve',
  );
  if (!instant) await keepReserved(tx, note.id);
  const reference = {
    userId: actor.userId,
    amount,
    idemKey: `order:${orderNo}`,
    bizType: 'product_order',
    bizNo: orderNo,
  };
  const paid =
    amount === 0n
      ? null
      : instant
        ? await charge(tx, actor, { ...reference, to: revenueOf(product.businessType) })
        : await hold(tx, actor, reference);
  const now = new Date();
  const [order] = await tx
    .insert(productOrders)
    .values({
      tenantId: actor.tenantId,
      ownerId: actor.userId,
      ownerPath: actor.ownerPath,
      orderNo,
      productId: product.id,
      productName: product.nameZh,
      productNameEn: product.nameEn,
      productSnapshot: {
        productNo: product.productNo,
        specQty: product.specQty,
        warrantyHours: product.warrantyHours,
        numberType: product.numberType,
        capability: product.capability,
        version: product.version,
      },
      agentId: buyer.agentId,
      agentName: buyer.agentName,
      buyerId: actor.userId,
      buyerName: actor.realName,
      businessType: product.businessType,
      countryCode: product.countryCode,
      quantity: purchase.quantity,
      numbers,
      unitPrice: price.unitPrice,
      discount: price.basePrice > price.unitPrice ? ((times(price.basePrice, numbers) - amount) as Micro) : null,
      priceSource: price.source,
      priceId: price.priceId,
      priceVersion: price.priceVersion,
      amount,
      currency: price.currency,
      paidAmount: instant ? amount : (0n as Micro),
      refundAmount: 0n as Micro,
      deliveredQty: instant ? purchase.quantity : 0,
      refundedQty: 0,
      useDeclaration: purchase.useDeclaration ? DECLARATION : null,
      outboundId: note.id,
      outboundNo: note.outboundNo,
      deliveryType: product.deliveryType,
      deliverTime: instant ? now : null,
      warrantyUntil: note.warrantyUntil,
      holdId: paid?.holdId ?? null,
      journalId: instant ? (paid?.journalId ?? null) : null,
      status: instant ? ORDER.completed : ORDER.awaiting,
      remark: purchase.remark ?? null,
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning()
    .prepare('orders_order_insert')
    .execute();
  await afterSale(tx, product.id, purchase.quantity, price);
  const wallet = paid?.entries.find(({ account }) => account === `u:${actor.userId}:balance`);
  const balance = wallet?.after ?? (await balanceOf(tx, actor, { userId: actor.userId })).balance;
  return { order: order as ProductOrder, balance };
}

/** The undertaking every buyer of numbers makes; kept with the order and printed on the note. */
export const DECLARATION =
  '买方承诺仅将号码用于合法且已获同意的业务联系 / The buyer uses these numbers only for lawful business contact with consent';

/** The price for a product and a buyer. @throws PRICE_NOT_FOUND */
async function priceOf(
  tx: Tx,
  actor: Actor,
  buyer: Buyer,
  product: Placing['product'],
  quantity: number,
): Promise<Resolved> {
  const key = {
    businessType: product.businessType,
    serviceType: product.serviceType,
    countryCode: product.countryCode,
  };
  return resolvePrice(tx, priceReader(actor, buyer), key, quantity * product.specQty);
}

async function assertAllowed(
  tx: Tx,
  buyer: Buyer,
  product: Product,
  { quantity, useDeclaration }: Purchase,
): Promise<void> {
  if (quantity < product.minBuy) throw orderErrors.BELOW_MIN({ n: product.minBuy });
  if (quantity > product.maxBuy) throw orderErrors.ABOVE_MAX({ n: product.maxBuy });
  if (quantity % product.stepBuy !== 0) throw orderErrors.STEP({ n: product.stepBuy });
  if (product.needKyc === 1 && !buyer.verified) throw orderErrors.KYC_REQUIRED();
  if (product.needUseDeclaration === 1 && !useDeclaration) throw orderErrors.DECLARATION_REQUIRED();
  if (product.purchaseLimitPerDay === null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`limit:${product.id}:${buyer.agentId}`}, 0))`);
  const result = await tx.execute<{ n: string }>(sql`
    select coalesce(sum(quantity - refunded_qty), 0)::text as n from agt_product_order
    where product_id = ${product.id} and agent_id = ${buyer.agentId} and status <> ${ORDER.cancelled} and create_time >= ${since('day')}`);
  const left = product.purchaseLimitPerDay - Number(result.rows[0]?.n ?? 0);
  if (quantity > left) throw orderErrors.DAILY_LIMIT({ n: Math.max(0, left) });
}

/** A paid reservation does not run out by itself: the order's own states end it. */
const keepReserved = (tx: Tx, outboundId: bigint) =>
  tx.execute(sql`update inv_outbound set reserve_expire_time = null where id = ${outboundId}`);

async function afterSale(tx: Tx, productId: bigint, quantity: number, price: Resolved): Promise<void> {
  await prepared(
    tx,
    sql`
    insert into agt_product_sale as s (product_id, slot, sold) values (${productId}, pg_backend_pid() % 16, ${quantity})
    on conflict (product_id, slot) do update set sold = s.sold + excluded.sold`,
  );
  if ((price.source === 'level' || price.source === 'all') && !price.used) await markUsed(tx, price.priceId);
}
