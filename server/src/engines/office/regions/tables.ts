import { integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

export const regions = pgTable('sys_region', {
  code: text().primaryKey(),
  parentCode: text(),
  /** Codes from the root to the parent, joined by commas; empty for the root. */
  ancestors: text().notNull(),
  name: text().notNull(),
  regionLevel: integer().notNull(),
  sort: integer().notNull().default(1),
  remark: text(),
  updateTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  version: integer().notNull().default(1),
});
