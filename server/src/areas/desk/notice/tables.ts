import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';

export const notices = pgTable('desk_notice', {
  ...baseColumns(),
  title: text().notNull(),
  category: integer().notNull(),
  releaseTime: timestamp({ withTimezone: true }).notNull(),
  content: text().notNull(),
  pictureIds: bigint({ mode: 'bigint' }).array().notNull().default([]),
});

export const pictures = pgTable('desk_notice_picture', {
  fileId: bigint({ mode: 'bigint' }).primaryKey(),
  tenantId: text().notNull(),
  createUser: bigint({ mode: 'bigint' }).notNull(),
});
