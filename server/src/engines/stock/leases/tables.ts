import { lease, leaseMonths as monthList } from '@trade-assistant/contract/areas/agent/lease.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { bigint, date, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ownerColumns } from '../../../kernel/resource/columns.ts';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

export const leases = tableOf('agt_lease', lease, {
  more: {
    ...ownerColumns(),
    agentId: id().notNull(),
    itemId: id().notNull(),
    e164: id().notNull(),
    productNameEn: text().notNull(),
    orderId: id().notNull(),
    attemptTime: instant(),
    remindedDays: integer(),
    pausedDays: integer().notNull().default(0),
    supplyWarned: date({ mode: 'string' }),
    status: integer().notNull().default(1),
    autoRenew: integer().$type<0 | 1>().notNull().default(0),
  },
  without: ['number', 'isOwn', 'daysLeft', 'supplyEnd', 'status', 'autoRenew', 'ownerId'],
});
export type LeaseRow = typeof leases.$inferSelect;

export const leaseRenewals = pgTable('agt_lease_renewal', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  ...ownerColumns(),
  ownerName: text().notNull(),
  renewalNo: text().notNull(),
  businessType: integer().notNull(),
  countryCode: text().notNull(),
  numbers: integer().notNull(),
  months: integer().notNull(),
  unitPrice: micro().notNull(),
  amount: micro().notNull(),
  refundAmount: micro().notNull().default(ZERO),
  currency: text().notNull(),
  isAuto: integer().$type<0 | 1>().notNull(),
  journalId: id(),
  createUser: id(),
  createUserName: text(),
  createTime: instant().notNull().defaultNow(),
});
export type LeaseRenewal = typeof leaseRenewals.$inferSelect;

export const leaseMonths = tableOf('agt_lease_month', monthList, {
  more: { ...ownerColumns(), renewalId: id() },
});

ruleTable(leaseMonths, {
  resource: monthList,
  code: 'agent/lease-month',
  scope: 'owner',
  inDepartments: ofHouseDepartments(leaseMonths.ownerPath, leaseMonths.createDept),
});
