import { mail } from '@trade-assistant/contract/areas/resource/mail.ts';
import { mailLog } from '@trade-assistant/contract/areas/resource/mail-log.ts';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

export const mailServers = tableOf('sys_mail', mail);
export type MailServer = typeof mailServers.$inferSelect;

export const mails = pgTable('sys_mail_log', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  userId: bigint({ mode: 'bigint' }),
  address: text().notNull(),
  subject: text().notNull(),
  body: text(),
  fileIds: bigint({ mode: 'bigint' }).array().notNull().default([]),
  mailId: bigint({ mode: 'bigint' }),
  state: integer().notNull().default(1),
  attempts: integer().notNull().default(0),
  nextTime: timestamp({ withTimezone: true }),
  sentTime: timestamp({ withTimezone: true }),
  problem: text(),
  /** Language of problems; null in a message of a release whose tasks sent them. */
  locale: text({ enum: ['zh', 'en'] }),
  workerId: bigint({ mode: 'bigint' }),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
export type MailRow = typeof mails.$inferSelect;

export const suppressedAddresses = pgTable('sys_mail_suppressed', {
  tenantId: text().notNull(),
  address: text().notNull(),
  problem: text().notNull(),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

ruleTable(mails, { resource: mailLog });
