import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';

/** A seller of numbers; `record` as `supplierRecord`, `status` as `enableStatus`. `mergedInto`: the record that it was merged into. */
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
  mergedInto: bigint({ mode: 'bigint' }),
  mergedTime: timestamp({ withTimezone: true }),
  mergedUser: bigint({ mode: 'bigint' }),
  mergedUserName: text(),
});
