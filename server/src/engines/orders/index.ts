/** The orders' front door: nothing else of this folder is imported from outside. */
export { CANCEL_MINUTES, cancelOrder, deliverOrder, refundOrder } from './after-sale.ts';
export { buy, type Purchase } from './buy.ts';
export { isOffered, type Product, readerOf } from './buyer.ts';
export { deliverByHand } from './by-hand.ts';
export { orderErrors } from './errors.ts';
export { type PlacedOrder, type PricedOrder, type ProductOrder, placeOrders } from './place.ts';
export { PurchaseBatcher, type Sale } from './purchase-batcher.ts';
export { DELIVERY, ORDER, SHELF } from './states.ts';
export { productOrders, products } from './tables.ts';
