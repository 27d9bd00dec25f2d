import { bigint, boolean, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Sniffed } from '../file-formats/sniff.ts';

/** A row exists before its content: `ready` turns true once the bytes are stored. */
export const files = pgTable('kernel_file', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  ownerId: bigint({ mode: 'bigint' }).notNull(),
  key: text().notNull(),
  originalName: text().notNull(),
  kind: text().$type<Sniffed['kind']>().notNull(),
  extension: text().notNull().default(''),
  source: text(),
  ownerName: text(),
  storageId: bigint({ mode: 'bigint' }),
  size: bigint({ mode: 'number' }).notNull().default(0),
  sha256: text().notNull().default(''),
  ready: boolean().notNull().default(false),
  expiresAt: timestamp({ withTimezone: true }),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
