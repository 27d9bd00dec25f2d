import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { bigint, integer, jsonb, text } from 'drizzle-orm/pg-core';
import { ownerColumns } from '../../../kernel/resource/columns.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import type { ProductOnSale } from '../orders/index.ts';

const id = () => bigint({ mode: 'bigint' });

/** Counters and amounts begin at zero; the contract shows them as read-only, without a default. */
export const preOrders = tableOf('agt_preorder', preOrder, {
  more: {
    ...ownerColumns(),
    productNameEn: text().notNull(),
    /** The product as it was ordered. */
    productSnapshot: jsonb().$type<ProductOnSale>().notNull(),
    deliveredQty: integer().notNull().default(0),
    refundedQty: integer().notNull().default(0),
    fills: integer().notNull().default(0),
    basePrice: micro().notNull(),
    priceSource: text().notNull(),
    priceId: id().notNull(),
    priceVersion: integer().notNull(),
    depositUsed: micro().notNull().default(ZERO),
    paidAmount: micro().notNull().default(ZERO),
    refundAmount: micro().notNull().default(ZERO),
    holdId: id(),
    useDeclaration: text(),
    approverId: id(),
  },
  without: ['isOwn', 'lockedQty', 'place', 'expectedOn', 'deliveredQty', 'refundedQty', 'paidAmount', 'refundAmount'],
});
export type PreOrder = typeof preOrders.$inferSelect;
