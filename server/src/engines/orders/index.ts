/** The orders' front door: nothing else of this folder is imported from outside. */
export { CANCEL_MINUTES, cancelOrder, deliverOrder, refundOrder } from './after-sale.ts';
export { type Bought, buy, DECLARATION, type Product, type ProductOrder, type Purchase } from './buy.ts';
export { idsOfPath, readerOf } from './buyer.ts';
export { orderErrors } from './errors.ts';
export { DELIVERY, ORDER, SHELF } from './states.ts';
export { productOrders, products } from './tables.ts';
