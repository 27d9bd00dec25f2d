/** The orders' front door: nothing else of this folder is imported from outside. */
export { CANCEL_MINUTES, cancelOrder, deliverOrder, refundOrder } from './after-sale.ts';
export { type Bought, buy, DECLARATION, type ProductOrder, type Purchase } from './buy.ts';
export { isOffered, type Product, readerOf } from './buyer.ts';
export { orderErrors } from './errors.ts';
export { DELIVERY, ORDER, SHELF } from './states.ts';
export { productOrders, products } from './tables.ts';
