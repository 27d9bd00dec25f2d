import type { MessageLevel } from '@trade-assistant/contract/areas/message/dictionaries.ts';
import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { exemptTable } from '../../../kernel/resource/data-rules.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

/** Both tables take ids from one sequence. */
const nextId = () => id().primaryKey().default(sql`nextval('msg_id')`);
const contentColumns = () => ({
  tenantId: text().notNull(),
  type: integer().notNull(),
  title: text().notNull(),
  content: text().notNull(),
  titleKey: text(),
  params: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  level: text().$type<MessageLevel>().notNull().default('info'),
  bizType: text(),
  bizId: text(),
  route: text(),
  createUser: id(),
  createUserName: text(),
  createTime: instant().notNull().defaultNow(),
  deletedAt: instant(),
});
const addressed = () => ({
  recipients: text().array().notNull().default([]),
  recipientCount: integer().notNull().default(0),
});

export const messages = pgTable('msg_message', { id: nextId(), ...contentColumns(), ...addressed() });

export const inbox = pgTable('msg_inbox', {
  id: nextId(),
  messageId: id().notNull(),
  createTime: instant().notNull().defaultNow(),
  userId: id().notNull(),
  isRead: integer().notNull().default(1),
  readTime: instant(),
  seq: id(),
  deletedAt: instant(),
});

/** A view: messages, one row per reader. */
export const received = pgTable('msg_received', {
  id: id().notNull(),
  ...contentColumns(),
  userId: id().notNull(),
  seq: id().notNull(),
  isRead: integer().notNull(),
  readTime: instant(),
});

/** A view: messages, one row per sender. */
export const sent = pgTable('msg_sent', {
  id: id().notNull(),
  ...contentColumns(),
  ...addressed(),
  readCount: integer().notNull(),
});

export type ReceivedRow = typeof received.$inferSelect;
export type SentRow = typeof sent.$inferSelect;

exemptTable(received, 'users read their own rows only');
exemptTable(sent, 'users read their own rows only');
