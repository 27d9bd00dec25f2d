import { sms } from '@trade-assistant/contract/areas/resource/sms.ts';
import { smsLog } from '@trade-assistant/contract/areas/resource/sms-log.ts';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

export const smsProviders = tableOf('sys_sms', sms);
export type SmsProvider = typeof smsProviders.$inferSelect;

/** Partitioned by month. */
export const smsMessages = pgTable('sys_sms_log', {
  id: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  providerId: bigint({ mode: 'bigint' }).notNull(),
  smsCode: text().notNull(),
  category: integer().notNull(),
  e164: bigint({ mode: 'bigint' }).notNull(),
  state: integer().notNull(),
  problem: text(),
  segments: integer(),
  encoding: integer(),
  millis: integer(),
  messageId: text(),
  createUser: bigint({ mode: 'bigint' }),
  createUserName: text(),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
export type SmsMessage = typeof smsMessages.$inferSelect;

/** Messages of a call until their outcome is known. */
export const smsBatches = pgTable('sys_sms_batch', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  providerId: bigint({ mode: 'bigint' }).notNull(),
  content: text().notNull(),
  locale: text().$type<'zh' | 'en'>().notNull(),
  messageIds: bigint({ mode: 'bigint' }).array().notNull(),
  messageTime: timestamp({ withTimezone: true, mode: 'string' }).notNull(),
  workerId: bigint({ mode: 'bigint' }),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  leaseUntil: timestamp({ withTimezone: true }),
  tries: integer().notNull().default(0),
});
export type SmsBatch = typeof smsBatches.$inferSelect;

ruleTable(smsMessages, { resource: smsLog });
