import { type SQL, sql } from 'drizzle-orm';

/** States of a product order; only `moveOrder` changes them. */
export const ORDER = {
  unpaid: 0,
  awaiting: 1,
  partlyDelivered: 2,
  completed: 3,
  cancelled: 4,
  partlyRefunded: 5,
  refunded: 6,
} as const;

export const orderMachine = {
  deliver: { from: [ORDER.awaiting], to: ORDER.completed },
  cancel: { from: [ORDER.unpaid, ORDER.awaiting], to: ORDER.cancelled },
  refundSome: { from: [ORDER.completed, ORDER.partlyRefunded], to: ORDER.partlyRefunded },
  refundAll: { from: [ORDER.completed, ORDER.partlyRefunded], to: ORDER.refunded },
} as const;

/** 1 delivered at once, 2 by a stock keeper. */
export const DELIVERY = { automatic: 1, manual: 2 } as const;
export const SHELF = { off: 0, on: 1, soldOut: 2 } as const;

/** Ordered and not cancelled: reports count these as sold. */
export const isSold = (status: SQL): SQL => sql`${status} not in (${sql.raw(`${ORDER.unpaid}, ${ORDER.cancelled}`)})`;
