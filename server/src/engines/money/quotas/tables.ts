import { quotaEntries as entryList, quota } from '@trade-assistant/contract/areas/agent/quota.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ownerColumns } from '../../../kernel/resource/columns.ts';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

export const quotas = tableOf('agt_quota', quota, {
  more: {
    ...ownerColumns(),
    agentId: id().notNull(),
    orderId: id().notNull(),
    journalId: id(),
    remindedTime: instant(),
    used: integer().notNull().default(0),
    frozen: integer().notNull().default(0),
    expired: integer().notNull().default(0),
    booked: micro().notNull().default(ZERO),
    status: integer().notNull().default(1),
  },
  without: ['left', 'used', 'frozen', 'expired', 'booked', 'status', 'ownerId'],
});
export type QuotaRow = typeof quotas.$inferSelect;

export const quotaCharges = pgTable('agt_quota_charge', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  userId: id().notNull(),
  idemKey: text().notNull(),
  fingerprint: text().notNull(),
  businessType: integer().notNull(),
  units: integer().notNull(),
  quotaUnits: integer().notNull(),
  unitPrice: micro(),
  used: integer().notNull().default(0),
  released: integer().notNull().default(0),
  quotaUsed: integer().notNull().default(0),
  quotaReleased: integer().notNull().default(0),
  holdId: id(),
  bizType: text().notNull(),
  bizId: id(),
  bizNo: text(),
  createTime: instant().notNull().defaultNow(),
  updateTime: instant().notNull().defaultNow(),
});
export type QuotaCharge = typeof quotaCharges.$inferSelect;

export const quotaParts = pgTable('agt_quota_part', {
  chargeId: id().notNull(),
  seq: integer().notNull(),
  quotaId: id().notNull(),
  units: integer().notNull(),
  used: integer().notNull().default(0),
  released: integer().notNull().default(0),
});
export type QuotaPart = typeof quotaParts.$inferSelect;

export const quotaEntries = tableOf('agt_quota_entry', entryList, {
  more: {
    ...ownerColumns(),
    chargeId: id(),
    journalId: id(),
    leftAfter: integer().notNull().default(0),
    amount: micro().notNull().default(ZERO),
    returnedUnits: integer().notNull().default(0),
    returnedAmount: micro().notNull().default(ZERO),
    idemKey: text().notNull(),
  },
  without: ['leftAfter', 'amount'],
});
export type QuotaEntry = typeof quotaEntries.$inferSelect;

ruleTable(quotaEntries, {
  resource: entryList,
  code: 'agent/quota-entry',
  scope: 'owner',
  inDepartments: ofHouseDepartments(quotaEntries.ownerPath, quotaEntries.createDept),
});
