import { AppError } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, times } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { startOfCurrent } from '../../../kernel/db/business-days.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import { pricingErrors, type ResolvedPrice, resolvePriceForReaders } from '../../money/pricing/index.ts';
import {
  type Buyer,
  type Checkout,
  isPackage,
  loadCheckouts,
  type ProductOnSale,
  type Purchaser,
  priceReader,
} from './buyer.ts';
import { orderErrors } from './errors.ts';
import { isLease, placeLease, termOf } from './leases.ts';
import { assertWithinLimits, assertWithinQuota, type Counted, PREORDERED, preOrdersOf } from './limits.ts';
import { placePackage } from './packages.ts';
import { type PlacedOrder, type PricedOrder, placeOrders } from './place.ts';
import { ORDER } from './states.ts';

export interface Purchase {
  readonly productId: bigint;
  /** Pieces; each is `specQty` numbers. */
  readonly quantity: number;
  readonly useDeclaration: boolean;
  /** Amount shown to the buyer; a different price is refused as PRICE_CHANGED. Null where none was shown. */
  readonly expectedAmount: Micro | null;
  readonly remark?: string | undefined;
  /** For rented numbers: whether they renew automatically. */
  readonly autoRenew?: boolean | undefined;
}

/** A purchase with its buyer. */
export interface PurchaseRequest {
  readonly actor: Actor;
  readonly purchase: Purchase;
}

/**
 * Buys or rents numbers, or buys a package: price, limits, stock, money, order and delivery note in the caller's
 * transaction. An automatic product is charged and delivered at once; a manual one holds money and numbers until a
 * stock keeper delivers.
 * @throws PRODUCT_OFF, BELOW_MIN, ABOVE_MAX, STEP, DAILY_LIMIT, QUOTA_DAY, QUOTA_MONTH, KYC_REQUIRED,
 * DECLARATION_REQUIRED, SPEND_LIMIT, PRICE_NOT_FOUND, PRICE_CHANGED, STOCK_NOT_ENOUGH, COUNTRY_BLOCKED,
 * BALANCE_NOT_ENOUGH; the caller rolls back
 */
export async function buy(tx: Tx, actor: Actor, purchase: Purchase): Promise<PlacedOrder> {
  const decided = await decidePurchase(tx, actor, purchase);
  await assertPurchaseWithinLimits(tx, decided);
  if (isPackage(decided.placing.product)) return placePackage(tx, decided.placing);
  if (isLease(decided.placing.product)) return placeLease(tx, decided.placing);
  const [bought] = await placeOrders(tx, [decided.placing]);
  return bought as PlacedOrder;
}

/** Returns the decision about one purchase. @throws its refusal */
export async function decidePurchase(run: Db | Tx, actor: Actor, purchase: Purchase): Promise<PurchaseDecision> {
  const [decided] = await decidePurchases(run, [{ actor, purchase }]);
  if (decided === undefined || decided instanceof AppError) throw decided;
  return decided;
}

/** @throws DAILY_LIMIT, QUOTA_DAY, QUOTA_MONTH, SPEND_LIMIT */
export async function assertPurchaseWithinLimits(tx: Tx, { placing, buyer }: PurchaseDecision): Promise<void> {
  await assertWithinDailyLimit(tx, placing);
  await assertWithinQuota(tx, countedOf(placing));
  await assertWithinLimits(tx, placing.actor, buyer, placing.amount);
}

export interface PurchaseDecision {
  readonly placing: PricedOrder & { readonly price: ResolvedPrice };
  readonly buyer: Buyer;
  /**
   * Whether it needs its own transaction: a package, a lease, or a purchase whose limits count earlier purchases under
   * a lock.
   */
  readonly limited: boolean;
}

/**
 * Makes all decisions about purchases of one tenant that need no lock, in two round trips for any number of them.
 * @returns decisions in the order of the requests; refusals are returned, not thrown
 */
export async function decidePurchases(
  run: Db | Tx,
  asked: readonly PurchaseRequest[],
): Promise<(PurchaseDecision | AppError)[]> {
  const found = await loadCheckouts(
    run,
    asked.map(({ actor, purchase }) => ({ actor, productId: purchase.productId })),
  );
  const allowed = asked.map(({ purchase }, index) => {
    const checkout = found[index] as Checkout | AppError;
    return checkout instanceof AppError ? checkout : (refusalsOf(checkout, purchase)[0] ?? checkout);
  });
  const open = asked.flatMap(({ actor, purchase }, index) => {
    const checkout = allowed[index] as Checkout | AppError;
    return checkout instanceof AppError ? [] : [{ actor, purchase, ...checkout }];
  });
  const prices = await pricesFor(run, open);
  let at = 0;
  return allowed.map((one) => (one instanceof AppError ? one : priced(open[at] as Opened, prices[at++] ?? null)));
}

export type Opened = PurchaseRequest & Checkout;

/** Returns the price of each purchase for its buyer and quantity; null for none. One round trip. */
export const pricesFor = (
  run: Db | Tx,
  open: readonly (Checkout & { readonly actor: Purchaser; readonly purchase: { readonly quantity: number } })[],
): Promise<(ResolvedPrice | null)[]> =>
  resolvePriceForReaders(
    run,
    open.map(({ actor, buyer, product, purchase }) => ({
      reader: priceReader(actor, buyer),
      key: {
        businessType: product.businessType,
        serviceType: product.serviceType,
        filterType: product.filterType,
        activePeriod: product.activePeriod,
        countryCode: product.countryCode,
      },
      quantity: purchase.quantity * product.specQty,
    })),
  );

function priced({ actor, purchase, buyer, product }: Opened, price: ResolvedPrice | null): PurchaseDecision | AppError {
  if (price === null) return pricingErrors.PRICE_NOT_FOUND();
  const { quantity, useDeclaration, remark, autoRenew } = purchase;
  const { terms } = price;
  if (terms.minQty !== null && quantity * product.specQty < terms.minQty)
    return orderErrors.BELOW_MIN({ n: Math.ceil(terms.minQty / product.specQty) });
  const amount = amountOf(product, price, quantity);
  if (purchase.expectedAmount !== null && amount !== purchase.expectedAmount)
    return pricingErrors.PRICE_CHANGED({}, { amount: formatMoney(amount) });
  return {
    placing: {
      ...{ actor, buyer, product, amount, quantity, useDeclaration, remark, autoRenew },
      price: forTerm(price, termOf(product)),
    },
    buyer,
    limited:
      isPackage(product) ||
      isLease(product) ||
      product.purchaseLimitPerDay !== null ||
      terms.limits.length > 0 ||
      buyer.spendLimitDay !== null ||
      buyer.spendLimitMonth !== null,
  };
}

/** Returns the amount of a purchase, for all months paid with it. */
export const amountOf = (product: ProductOnSale, { unitPrice }: ResolvedPrice, quantity: number): Micro =>
  times(unitPrice, quantity * product.specQty * termOf(product));

/** Returns the price of a number for all months paid with the purchase. */
export const forTerm = (price: ResolvedPrice, months: number): ResolvedPrice => ({
  ...price,
  unitPrice: times(price.unitPrice, months),
  basePrice: times(price.basePrice, months),
});

/** Returns what the product's own rules refuse, the first to be reported first. */
export function refusalsOf(
  { buyer, product }: Checkout,
  { quantity, useDeclaration }: Pick<Purchase, 'quantity' | 'useDeclaration'>,
): AppError[] {
  return [
    ...(quantity < product.minBuy ? [orderErrors.BELOW_MIN({ n: product.minBuy })] : []),
    ...(quantity > product.maxBuy ? [orderErrors.ABOVE_MAX({ n: product.maxBuy })] : []),
    ...(quantity % product.stepBuy !== 0 ? [orderErrors.STEP({ n: product.stepBuy })] : []),
    ...(product.needKyc === 1 && !buyer.verified ? [orderErrors.KYC_REQUIRED()] : []),
    ...(product.needUseDeclaration === 1 && !useDeclaration ? [orderErrors.DECLARATION_REQUIRED()] : []),
  ];
}

type Limited = Pick<PricedOrder, 'product' | 'quantity'> & {
  readonly price: Pick<ResolvedPrice, 'terms'>;
  readonly actor: Pick<Actor, 'tenantId'>;
  readonly buyer: Pick<Buyer, 'agentId'>;
};

/**
 * Refuses a purchase above the agent's daily limit of pieces for a product. Cancelled and refunded pieces do not
 * count. Purchases of one agent wait for its lock.
 */
async function assertWithinDailyLimit(tx: Tx, placing: Limited): Promise<void> {
  const { product, buyer } = placing;
  if (product.purchaseLimitPerDay === null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`limit:${product.id}:${buyer.agentId}`}, 0))`);
  const refusal = await dailyLimitRefusal(tx, placing);
  if (refusal) throw refusal;
}

declareLimit({ name: 'pieces of a product that an agent buys in a day', window: 'day', unit: 'units' });

/** Returns DAILY_LIMIT for a purchase above the daily limit at this moment, or null. */
export async function dailyLimitRefusal(
  run: Pick<Tx, 'execute'>,
  { actor, product, buyer, quantity }: Limited,
): Promise<AppError | null> {
  if (product.purchaseLimitPerDay === null) return null;
  const result = await run.execute<{ n: string }>(sql`
    select coalesce(sum(n), 0)::text as n from (
      select quantity - refunded_qty as n from agt_product_order
      where product_id = ${product.id} and agent_id = ${buyer.agentId} and status <> ${ORDER.cancelled} and pre_order_id is null
        and create_time >= ${startOfCurrent('day', actor.tenantId)}
      union all
      ${preOrdersOf(PREORDERED, sql`p.product_id = ${product.id} and p.agent_id = ${buyer.agentId}`, startOfCurrent('day', actor.tenantId))}
    ) ordered`);
  const left = product.purchaseLimitPerDay - Number(result.rows[0]?.n ?? 0);
  return quantity > left ? orderErrors.DAILY_LIMIT({ n: Math.max(0, left) }) : null;
}

/** Returns what the agent's quota counts of a purchase. */
export const countedOf = ({ actor, product, buyer, quantity, price }: Limited): Counted => ({
  tenantId: actor.tenantId,
  agentId: buyer.agentId,
  businessType: product.businessType,
  serviceType: product.serviceType,
  countryCode: product.countryCode,
  units: quantity * product.specQty,
  limits: price.terms.limits,
});
