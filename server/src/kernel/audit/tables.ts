import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';

const common = () => ({
  id: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  serviceId: text().notNull(),
  serverHost: text().notNull(),
  serverIp: text().notNull(),
  env: text().notNull(),
  traceId: text().notNull().default(''),
  method: text().notNull().default(''),
  requestUri: text().notNull().default(''),
  userAgent: text().notNull().default(''),
  remoteIp: text().notNull().default(''),
  methodClass: text().notNull().default(''),
  methodName: text().notNull().default(''),
  params: text().notNull().default(''),
  createBy: text().notNull().default(''),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});

export const apiLogs = pgTable('log_api', {
  ...common(),
  type: integer().notNull().default(1),
  title: text().notNull().default(''),
  status: integer().notNull().default(0),
  time: integer().notNull().default(0),
});

export const usualLogs = pgTable('log_usual', {
  ...common(),
  logLevel: text().notNull(),
  logId: text().notNull().default(''),
  logData: text().notNull().default(''),
});

export const errorLogs = pgTable('log_error', {
  ...common(),
  exceptionName: text().notNull().default(''),
  message: text().notNull().default(''),
  place: text().notNull().default(''),
  fingerprint: text().notNull().default(''),
  stackTrace: text().notNull().default(''),
  fileName: text().notNull().default(''),
  lineNumber: integer().notNull().default(0),
});

type Values = Record<string, unknown>;

/** Partitioned by month; only ever added to. */
export const trail = pgTable('audit_log', {
  id: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  userId: bigint({ mode: 'bigint' }).notNull(),
  account: text().notNull(),
  ip: text().notNull().default(''),
  action: text().notNull(),
  objectType: text().notNull(),
  objectId: text().notNull(),
  before: jsonb().$type<Values>(),
  after: jsonb().$type<Values>(),
  reason: text(),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  asked: jsonb().$type<Values>(),
  traceId: text().notNull().default(''),
  userAgent: text().notNull().default(''),
  stamp: text().notNull().default(''),
});
