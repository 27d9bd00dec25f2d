export { cancelOrder, deliverMissingNumbers, deliverOrder, refundOrder, refundPackageOrder } from './after-sale.ts';
export {
  assertPurchaseWithinLimits,
  buy,
  decidePurchase,
  forTerm,
  type Purchase,
  type PurchaseDecision,
} from './buy.ts';
export {
  customerOf,
  isPackage,
  loadPayer,
  type Payer,
  type Product,
  type ProductOnSale,
  payerOf,
  priceReader,
  readerOf,
} from './buyer.ts';
export { deliverByHand } from './by-hand.ts';
export { isLease, placeLease, termOf } from './leases.ts';
export { assertWithinLimits, assertWithinQuota, spentBy } from './limits.ts';
export { placePackage } from './packages.ts';
export { DECLARATION, type PlacedOrder, type ProductOrder, placeOrders, type SoldPrice } from './place.ts';
export { PurchaseBatcher } from './purchase-batcher.ts';
export { type CheckedPurchase, checkPurchases, disabledAbove } from './purchase-check.ts';
export { kindsOf, payKind, priceOfKind, quoteRenewal, renewLeases } from './renew.ts';
export { runDueLeases } from './renewal-clock.ts';
export { criteriaOfOrder, replaceNumber } from './replace.ts';
export { DELIVERY, isSold, ORDER, SHELF } from './states.ts';
export { productOrders, products } from './tables.ts';
export { missingNumbers, ORDER_CHECKS } from './verify.ts';
export { type WhatIf, whatIfReport } from './what-if.ts';
