import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { formatMoney, isMoney, type Micro, parseMoney, times } from '@trade-assistant/contract/kit/money.ts';

/** Whether units are sold that are used later, not numbers. */
export const isPackage = (product: { readonly serviceType: number }): boolean =>
  product.serviceType === serviceType.is.package;

/** Whether numbers are rented by the month. */
export const isLease = (product: { readonly serviceType: number }): boolean =>
  product.serviceType === serviceType.is.lease;

/** Whether numbers out of stock can be pre-ordered. */
export const isPreOrdered = (product: { readonly serviceType: number }): boolean =>
  product.serviceType === serviceType.is.number;

/** Returns the months paid with the purchase; 1 for a purchase without a term. */
export const termOf = ({
  serviceType: service,
  leaseMonths,
}: Pick<UnitPrice, 'serviceType' | 'leaseMonths'>): number =>
  service === serviceType.is.lease ? (leaseMonths ?? 1) : 1;

export interface Limits {
  readonly minBuy: number;
  readonly maxBuy: number;
  /** Quantities are multiples of it. */
  readonly stepBuy: number;
  /** Null: unlimited. */
  readonly stock: number | null;
}

/** Returns the smallest quantity: the product's minimum, rounded up to whole steps. */
export const smallestQuantity = ({ minBuy, stepBuy }: Limits): number => Math.ceil(minBuy / stepBuy) * stepBuy;

/**
 * Returns the largest quantity available now: the product's limit or its stock, in whole steps. 0 when there is too
 * little.
 */
export function largestQuantity(limits: Limits): number {
  const { maxBuy, stepBuy, stock } = limits;
  const most = Math.floor(Math.min(maxBuy, stock ?? Number.MAX_SAFE_INTEGER) / stepBuy) * stepBuy;
  return most < smallestQuantity(limits) ? 0 : most;
}

export type QuantityProblem = 'missing' | 'below' | 'above' | 'step';

/** Why a quantity cannot be bought; undefined when it can. */
export function problemOfQuantity(quantity: number | null, limits: Limits): QuantityProblem | undefined {
  if (quantity === null || !Number.isInteger(quantity)) return 'missing';
  if (quantity < smallestQuantity(limits)) return 'below';
  if (quantity > largestQuantity(limits)) return 'above';
  return quantity % limits.stepBuy === 0 ? undefined : 'step';
}

export interface UnitPrice {
  /** Decimal text; null where the reader has no price. */
  readonly salePrice: string | null;
  /** Numbers in one piece. */
  readonly specQty: number;
  /** Of rented numbers: the months paid at once. */
  readonly serviceType?: number;
  readonly leaseMonths?: number | null;
  /** From so many numbers on, another price; ascending. */
  readonly tiers: readonly { readonly fromQty: number; readonly price: string }[];
}

/** Returns tiers by pieces, with the price of a piece; of several that begin at the same piece the last. */
export function tiersOfPieces(tiers: UnitPrice['tiers'], specQty: number): { fromQty: number; price: string }[] {
  const byPiece = new Map(
    tiers.map(({ fromQty, price }) => [Math.ceil(fromQty / specQty), formatMoney(times(parseMoney(price), specQty))]),
  );
  return [...byPiece.entries()].map(([fromQty, price]) => ({ fromQty, price }));
}

/** Returns the price of one number at this quantity of pieces; undefined without a price. */
export function unitPriceOf({ salePrice, specQty, tiers }: UnitPrice, quantity: number): string | undefined {
  return tiers.filter(({ fromQty }) => fromQty <= quantity * specQty).at(-1)?.price ?? salePrice ?? undefined;
}

/** `unit price × numbers per piece × pieces × months`, exact; undefined without a price. */
export function amountOf(price: UnitPrice, quantity: number): Micro | undefined {
  const unitPrice = unitPriceOf(price, quantity);
  return unitPrice === undefined || !isMoney(unitPrice)
    ? undefined
    : times(parseMoney(unitPrice), quantity * price.specQty * termOf(price));
}
