import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../kernel/resource/columns.ts';

/** A seller of numbers; `record` as `supplierRecord`, `status` as `enableStatus`. */
export const suppliers = pgTable('sup_supplier', {
  ...baseColumns(),
  supplierCode: text().notNull(),
  supplierName: text().notNull(),
  warehouseCode: text(),
  contactName: text(),
  contactPhone: text(),
  contactEmail: text(),
  paymentTerms: integer().notNull().default(1),
  creditDays: integer(),
  currency: text().notNull().default(BOOK_CURRENCY),
  warrantyHours: integer().notNull().default(720),
  claimDays: integer().notNull().default(14),
  papers: jsonb().$type<string[]>().notNull().default([]),
  record: integer().notNull().default(1),
  status: integer().notNull().default(1),
  remark: text(),
});
