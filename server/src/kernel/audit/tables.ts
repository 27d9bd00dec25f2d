import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const common = () => ({
  id: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  serviceId: text().notNull(),
  serverHost: text().notNull(),
  serverIp: text().notNull(),
  env: text().notNull(),
  traceId: text().notNull(),
  method: text().notNull(),
  requestUri: text().notNull(),
  userAgent: text().notNull(),
  remoteIp: text().notNull(),
  methodClass: text().notNull(),
  methodName: text().notNull(),
  params: text().notNull(),
  createBy: text().notNull(),
  createTime: timestamp({ withTimezone: true }).notNull(),
});

export const apiLogs = pgTable('log_api', {
  ...common(),
  type: integer().notNull(),
  title: text().notNull(),
  status: integer().notNull(),
  time: integer().notNull(),
});

export const usualLogs = pgTable('log_usual', {
  ...common(),
  logLevel: text().notNull(),
  logId: text().notNull(),
  logData: text().notNull(),
});

export const errorLogs = pgTable('log_error', {
  ...common(),
  exceptionName: text().notNull(),
  message: text().notNull(),
  stackTrace: text().notNull(),
  fileName: text().notNull(),
  lineNumber: integer().notNull(),
});
