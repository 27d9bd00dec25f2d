import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';
import { micro } from '../../../kernel/resource/micro.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

/** A claim on a supplier; `status` as `supplierClaimStatus`. */
export const supplierClaims = pgTable('sup_claim', {
  ...baseColumns(),
  claimNo: text().notNull(),
  supplierId: id().notNull(),
  batchNo: text(),
  currency: text().notNull(),
  status: integer().notNull().default(0),
  itemCount: integer().notNull().default(0),
  amount: micro().notNull().default(ZERO),
  acceptedAmount: micro(),
  receivedAmount: micro().notNull().default(ZERO),
  sentTime: instant(),
  sender: id(),
  senderName: text(),
  deadline: instant(),
  remindedDeadline: instant(),
  answer: text(),
  answerTime: instant(),
  answerUser: id(),
  answerUserName: text(),
  evidence: jsonb().$type<string[]>().notNull().default([]),
  remark: text(),
});
export type SupplierClaim = typeof supplierClaims.$inferSelect;

/** A number of a claim; `isLive` 0 once the claim was cancelled. */
export const supplierClaimLines = pgTable('sup_claim_line', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  claimId: id().notNull(),
  itemId: id().notNull(),
  e164: id().notNull(),
  amount: micro().notNull(),
  checks: text(),
  warrantyClaimId: id(),
  isLive: integer().notNull().default(1),
  createTime: instant().notNull().defaultNow(),
});
export type SupplierClaimLine = typeof supplierClaimLines.$inferSelect;
