import { z } from 'zod';
import { post } from '../../kit/call.ts';
import { amount, id } from '../../kit/schema.ts';
import { REASON_MAX } from '../../kit/transitions.ts';

/** The most numbers one refund may name. */
export const REFUND_MAX = 10_000;
const TEXT_MAX = 200_000;

/**
 * Returns numbers of an order within its warranty and refunds their price. `numbers` lists them, one per line or
 * separated by commas; omitted: all delivered and not returned yet. For paid numbers that were never delivered,
 * omitting it refunds exactly their price, also after the warranty.
 */
export const refundCall = post({
  title: { zh: '退款', en: 'Refund' },
  access: 'refund',
  stepUp: true,
  input: z.object({
    id: id(),
    numbers: z.string().trim().max(TEXT_MAX).nullish(),
    reason: z.string().trim().min(1).max(REASON_MAX),
  }),
  data: z.object({ orderNo: z.string(), status: z.int(), refunded: amount(), refundAmount: amount() }),
});

/** Gives up an order that waits for its delivery: held money and numbers go back. The buyer may for some minutes, staff until delivery. */
export const cancelCall = post({
  title: { zh: '取消订单', en: 'Cancel order' },
  access: 'cancel',
  input: z.object({ id: id(), reason: z.string().trim().min(1).max(REASON_MAX) }),
  data: z.object({ orderNo: z.string(), status: z.int(), released: amount() }),
});

/** Hands over numbers that were paid for and never delivered. */
export const deliverMissingCall = post({
  title: { zh: '补发号码', en: 'Deliver the missing numbers' },
  access: 'refund',
  stepUp: true,
  input: z.object({ id: id() }),
  data: z.object({ orderNo: z.string(), delivered: z.int() }),
});
