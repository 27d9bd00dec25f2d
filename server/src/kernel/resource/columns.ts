import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';

/** The columns of every business table: id, tenant, author and times, optimistic version, soft delete. */
export const baseColumns = () => ({
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  createUser: bigint({ mode: 'bigint' }),
  createUserName: text(),
  createDept: bigint({ mode: 'bigint' }),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  updateUser: bigint({ mode: 'bigint' }),
  updateTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  version: integer().notNull().default(1),
  deletedAt: timestamp({ withTimezone: true }),
});

/** The columns of rows that belong to an agent or sub-user; the data scope reads them. */
export const ownerColumns = () => ({
  ownerId: bigint({ mode: 'bigint' }).notNull(),
  ownerPath: text().notNull(),
});
