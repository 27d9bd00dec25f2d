import { warrantyCase } from '@trade-assistant/contract/areas/agent/warranty-case.ts';
import { warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ownerColumns } from '../../../kernel/resource/columns.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

export const claims = tableOf('war_claim', warrantyClaim, {
  more: {
    ...ownerColumns(),
    productNameEn: text().notNull(),
    outboundId: id().notNull(),
    itemId: id().notNull(),
    e164: id().notNull(),
    previousId: id(),
    checks: integer().notNull().default(0),
    settleAfter: instant(),
    replacementItemId: id(),
    replacementE164: bigint('replacement_e164', { mode: 'bigint' }),
    decider: id(),
    status: integer().notNull().default(0),
  },
  without: ['number', 'isOwn', 'replacementNumber', 'ownerId', 'status'],
});
export type Claim = typeof claims.$inferSelect;

export const warrantyCases = tableOf('war_case', warrantyCase, {
  more: { decider: id(), status: integer().notNull().default(0) },
  without: ['pausedClaims', 'status'],
});
export type WarrantyCase = typeof warrantyCases.$inferSelect;

export const warrantyChecks = pgTable('war_check', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  claimId: id().notNull(),
  taskId: id().notNull(),
  providerId: id(),
  providerCode: text().notNull(),
  result: integer().notNull(),
  verdict: integer().notNull(),
  beginTime: instant().notNull(),
  checkTime: instant().notNull(),
});
