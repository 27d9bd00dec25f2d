export { deliverToPreOrder } from './by-hand.ts';
export { approvePreOrder, refundPreOrder, revokePreOrder } from './decide.ts';
export { deliveryJob } from './deliver.ts';
export { quotePreOrder, removePreOrders, saveDraft, submitPreOrder } from './submit.ts';
export { type PreOrder, preOrders } from './tables.ts';
export { runDuePreOrders } from './timers.ts';
export { PREORDER_CHECKS } from './verify.ts';
