import { smsPhone, smsPhoneMonths } from '@trade-assistant/contract/areas/sms/sms-phone.ts';
import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';
import { ownerColumns } from '../../../kernel/resource/columns.ts';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';

const id = () => bigint({ mode: 'bigint' });

/** Senders of text messages. */
export const phones = tableOf('sms_phone', smsPhone, {
  without: ['providerName', 'isOwn', 'isForLease', 'usedToday', 'deliveryRate7d', 'complaintRate7d'],
  more: {
    phoneKey: text().notNull(),
    submitUser: id(),
    ownerPath: text(),
    leaseNo: text(),
    leaseOwnerId: id(),
    leaseMonths: integer().notNull().default(0),
    attemptTime: timestamp({ withTimezone: true }),
    remindedDays: integer(),
  },
});
export type Phone = typeof phones.$inferSelect;

export const phoneMonths = tableOf('sms_phone_month', smsPhoneMonths, { more: { ...ownerColumns(), journalId: id() } });

ruleTable(phoneMonths, {
  resource: smsPhoneMonths,
  code: 'sms/sms-phone-month',
  scope: 'owner',
  inDepartments: ofHouseDepartments(phoneMonths.ownerPath, phoneMonths.createDept),
});
