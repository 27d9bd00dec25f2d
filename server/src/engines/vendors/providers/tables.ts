import { errorPolicy } from '@trade-assistant/contract/areas/provider/error-policy.ts';
import { sql } from 'drizzle-orm';
import { bigint, doublePrecision, integer, jsonb, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

/** A vendor of checks, or a sender of messages. */
export const providers = pgTable('prv_provider', {
  ...baseColumns(),
  providerCode: text().notNull(),
  providerName: text().notNull(),
  kind: integer().notNull().default(1),
  protocol: integer().notNull().default(1),
  endpoint: text().notNull().default(''),
  apiKey: text(),
  secretKey: text(),
  verifyToken: text(),
  previousKeyUntil: instant(),
  callbackOrigin: text(),
  capabilities: integer().notNull().default(1),
  countries: jsonb().$type<string[]>().notNull().default([]),
  ratePerSecond: integer().notNull().default(100),
  timeoutMs: integer().notNull().default(15_000),
  retryMax: integer().notNull().default(3),
  batchMax: integer().notNull().default(1000),
  priority: integer().notNull().default(5),
  isRepeatable: integer().$type<0 | 1>().notNull().default(0),
  unitCost: micro(),
  costCurrency: text(),
  legalBasis: text(),
  legalBasisDoc: jsonb().$type<string[]>().notNull().default([]),
  senderNumber: text(),
  senderAccount: text(),
  businessAccount: text(),
  portfolioCode: text(),
  portfolioLimit: integer(),
  quality: integer().notNull().default(0),
  restriction: text(),
  handlesStop: integer().$type<0 | 1>().notNull().default(0),
  ownerId: id(),
  ownerName: text(),
  systemId: text(),
  systemType: text(),
  bindMode: integer().notNull().default(1),
  bindCount: integer().notNull().default(1),
  windowSize: integer().notNull().default(10),
  longMode: integer().notNull().default(1),
  defaultAlphabet: integer().notNull().default(1),
  addressing: integer().notNull().default(1),
  receiptParts: integer().notNull().default(1),
  idForm: integer().notNull().default(1),
  homeCountry: text(),
  receiptZone: text(),
  status: integer().notNull().default(0),
  remark: text(),
});
export type ProviderRow = typeof providers.$inferSelect;

/** How a provider does; `breaker` as `BREAKER`. A trigger adds the row. */
export const providerHealth = pgTable('prv_health', {
  providerId: id().primaryKey(),
  nextFreeAt: instant().notNull().defaultNow(),
  learnedRate: doublePrecision(),
  throttledUntil: instant(),
  breaker: integer().notNull().default(0),
  openUntil: instant(),
  openCount: integer().notNull().default(0),
  breakerReason: text(),
  probeUntil: instant(),
  lastError: text(),
  lastErrorTime: instant(),
  releasedTime: instant(),
  webhookTime: instant(),
  unclaimedTime: instant(),
  testProblem: text(),
  previousKeys: jsonb().$type<Readonly<Record<string, string>>>(),
});
export type ProviderHealth = typeof providerHealth.$inferSelect;

/** Binds of SMPP accounts; `state` as `smppBindState`. */
export const binds = pgTable(
  'prv_bind',
  {
    providerId: id().notNull(),
    bindNo: integer().notNull(),
    workerId: id(),
    state: integer().notNull().default(0),
    sinceTime: instant().notNull().defaultNow(),
    nextTryTime: instant(),
    throttledUntil: instant(),
    lastError: text(),
    lastErrorTime: instant(),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.bindNo] })],
);

/** A submitted part of a test message. */
export interface LearnedPart {
  readonly partNo: number;
  readonly id: string | null;
  readonly error: string | null;
}

/** Test messages that learn a profile; `state` as `smppLearningState`. */
export const learnings = pgTable('prv_learning', {
  providerId: id().primaryKey(),
  e164: id().notNull(),
  sender: text().notNull(),
  state: integer().notNull().default(0),
  startTime: instant().notNull().defaultNow(),
  parts: jsonb().$type<LearnedPart[]>().notNull().default([]),
  problem: text(),
});

/** Exchanges of a minute; `outcome` as `OUTCOME`. */
export const providerMinutes = pgTable(
  'prv_minute',
  {
    providerId: id().notNull(),
    minute: instant().notNull(),
    outcome: integer().notNull(),
    exchanges: integer().notNull().default(0),
    lines: integer().notNull().default(0),
    millis: id().notNull().default(0n),
    durations: integer().array().notNull().default(sql`array_fill(0, array[6])`),
  },
  (table) => [primaryKey({ columns: [table.providerId, table.minute, table.outcome] })],
);

/** Callbacks of vendors; `state` as `RECEIPT`. */
export const receipts = pgTable('prv_receipt', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  kind: text().notNull(),
  sourceId: id().notNull(),
  dedupeKey: text().notNull(),
  body: text().notNull(),
  state: integer().notNull().default(0),
  tries: integer().notNull().default(0),
  dueTime: instant().notNull().defaultNow(),
  receiveTime: instant().notNull().defaultNow(),
  endTime: instant(),
  error: text(),
});
export type Receipt = typeof receipts.$inferSelect;

/** Consequences of error codes. */
export const errorPolicies = tableOf('prv_error_policy', errorPolicy, { without: ['reason'] });
