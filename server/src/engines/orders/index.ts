/** The orders' front door: nothing else of this folder is imported from outside. */
export { cancelOrder, deliverMissingNumbers, deliverOrder, refundOrder, refundPackageOrder } from './after-sale.ts';
export { buy, forTerm, type Purchase } from './buy.ts';
export { isPackage, loadPayer, type Payer, type Product, readerOf, spentBy } from './buyer.ts';
export { deliverByHand } from './by-hand.ts';
export { isLease, placeLease, termOf } from './leases.ts';
export { placePackage } from './packages.ts';
export { type PlacedOrder, type ProductOrder, placeOrders } from './place.ts';
export { PurchaseBatcher } from './purchase-batcher.ts';
export { kindsOf, payKind, priceOfKind, quoteRenewal, renewLeases } from './renew.ts';
export { turnLeases } from './renewal-clock.ts';
export { DELIVERY, isSold, ORDER, SHELF } from './states.ts';
export { productOrders, products } from './tables.ts';
export { missingNumbers, ORDER_CHECKS } from './verify.ts';
export { type WhatIf, whatIfReport } from './what-if.ts';
