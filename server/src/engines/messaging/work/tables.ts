import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { ResourceName } from '@trade-assistant/contract/registry.ts';
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  doublePrecision,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { baseColumns, ownerColumns } from '../../../kernel/resource/columns.ts';
import { micro } from '../../../kernel/resource/micro.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });
const count = () => integer().notNull().default(0);
const result = (element: number) =>
  integer()
    .notNull()
    .generatedAlwaysAs(sql.raw(`results[${element}]`));

/** The columns of a task; `status` as `WORK`. */
const taskColumns = () => ({
  ...baseColumns(),
  ...ownerColumns(),
  kind: text().notNull(),
  resource: text().$type<ResourceName>().notNull(),
  taskNo: text().notNull(),
  taskName: text().notNull(),
  ownerName: text().notNull(),
  agentId: id(),
  agentName: text(),
  countryCode: text(),
  evidence: integer().notNull(),
  businessType: integer(),
  serviceType: integer(),
  filterType: integer(),
  activePeriod: integer(),
  checkMode: integer(),
  consentId: id(),
  inputMode: integer(),
  fileName: text(),
  fileId: id(),
  status: integer().notNull(),
  isCancelling: boolean().notNull().default(false),
  isEnding: boolean().notNull().default(false),
  paused: count(),
  pauseReason: text(),
  class: integer().notNull().default(2),
  priority: integer().notNull().default(5),
  share: doublePrecision().notNull().default(0),
  stage: integer().notNull().default(1),
  upgradeCount: count(),
  lastFilterType: integer(),
  totalCount: count(),
  invalidCount: count(),
  duplicateCount: count(),
  suppressedCount: count(),
  submitCount: count(),
  stageLines: count(),
  stageDone: count(),
  results: integer().array().notNull().default(sql`array_fill(0, array[10])`),
  vacantCount: result(1),
  liveCount: result(2),
  suspendedCount: result(3),
  noDataCount: result(4),
  silentCount: result(5),
  riskCount: result(6),
  unknownCount: result(7),
  registeredCount: count(),
  activeCount: count(),
  businessCount: count(),
  openChunks: count(),
  awaitingCount: count(),
  lateCount: count(),
  replyCount: count(),
  senderId: id(),
  senderName: text(),
  templateId: id(),
  templateCode: text(),
  templateLang: text(),
  countryCodes: jsonb().$type<string[]>().notNull().default([]),
  quota: integer(),
  scheduleTime: instant(),
  speedPerMinute: integer(),
  nextFreeAt: instant(),
  nextChunk: integer().notNull().default(2_000_000),
  resetTime: instant(),
  resetCount: count(),
  completeType: integer(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  pendingCount: result(1),
  submittedCount: result(2),
  deliveredCount: result(3),
  readCount: result(4),
  failedCount: result(5),
  overruledCount: result(6),
  expiredCount: result(7),
  deferredCount: result(10),
  orderStatus: integer().notNull().generatedAlwaysAs(sql.raw('0')),
  unitPrice: micro(),
  priceId: id(),
  priceVersion: integer(),
  currency: text(),
  holdAmount: micro().notNull().default(ZERO),
  chargedAmount: micro().notNull().default(ZERO),
  refundedAmount: micro().notNull().default(ZERO),
  failReason: text(),
  failParams: jsonb().$type<Record<string, string | number>>(),
  remark: text(),
  jobTaskNo: text().notNull(),
  startTime: instant(),
  finishTime: instant(),
  payUntil: instant(),
  expireTime: instant(),
  purgedTime: instant(),
  progressTime: instant(),
  stalledTime: instant(),
  announcedTime: instant(),
  settledTime: instant(),
});

export const workTasks = pgTable('work_task', taskColumns());

/** The columns of a list of tasks: `workStatus` is the state of the task, whatever its list calls `status`. */
const listColumns = () => ({ ...taskColumns(), workStatus: integer('status').notNull() });

/**
 * Returns the table of tasks as a list of its own, with its own rules. All of them have all columns: the names of columns are
 * cached by the name of their table.
 */
export const taskList = () => pgTable('work_task', listColumns());
export type WorkTask = typeof workTasks.$inferSelect;
export type TaskTable = ReturnType<typeof taskList>;

/** Returns the table of tasks as a list of orders of messages, under the names that orders have. */
export const orderList = () =>
  pgTable('work_task', {
    ...listColumns(),
    status: integer('order_status').notNull().generatedAlwaysAs(sql.raw('0')),
    orderNo: text('task_no').notNull(),
    orderName: text('task_name').notNull(),
    messageType: integer('filter_type').notNull(),
  });

/** Lines of a task with one route and price, or with results from before; `waitKind` as `WAIT`. */
export const workLanes = pgTable(
  'work_lane',
  {
    taskId: id().notNull(),
    stage: integer().notNull(),
    laneNo: integer().notNull(),
    countryCode: text().notNull(),
    isCached: boolean().notNull().default(false),
    paid: micro(),
    unitPrice: micro(),
    isOnSubmit: boolean().notNull().default(false),
    units: integer().notNull(),
    chargeable: count(),
    settled: count(),
    released: count(),
    freed: count(),
    reversed: count(),
    refunded: count(),
    chargeId: id(),
    openChunks: count(),
    waitKind: integer(),
    waitUntil: instant(),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.stage, table.laneNo] })],
);
export type WorkLane = typeof workLanes.$inferSelect;

/** Leased work; `state` as `CHUNK`. */
export const workChunks = pgTable(
  'work_chunk',
  {
    taskId: id().notNull(),
    chunkNo: integer().notNull(),
    stage: integer().notNull(),
    laneNo: integer().notNull(),
    lines: integer().notNull(),
    state: count(),
    readyAt: instant().notNull().defaultNow(),
    waitKind: integer(),
    workerId: id(),
    leaseUntil: instant(),
    fence: id().notNull().default(0n),
    round: count(),
    attemptId: uuid(),
    tried: id().array().notNull().default([]),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.chunkNo] })],
);
export type WorkChunk = typeof workChunks.$inferSelect;

/** An exchange with a provider; `state` as `ATTEMPT`. */
export const workAttempts = pgTable('work_attempt', {
  id: uuid().primaryKey(),
  tenantId: text().notNull(),
  taskId: id().notNull(),
  chunkNo: integer().notNull(),
  round: integer().notNull(),
  providerId: id(),
  providerCode: text().notNull(),
  state: count(),
  reference: text(),
  lines: integer().notNull(),
  answered: count(),
  missing: count(),
  foreignLines: count(),
  contradictions: count(),
  error: text(),
  createTime: instant().notNull().defaultNow(),
  endTime: instant(),
});
export type WorkAttempt = typeof workAttempts.$inferSelect;

/** A line; `state` as `LINE`. Partitioned by week. */
export const workLines = pgTable(
  'work_line',
  {
    taskId: id().notNull(),
    lineNo: integer().notNull(),
    stage: integer().notNull().default(1),
    createTime: instant().notNull(),
    chunkNo: integer(),
    e164: id(),
    raw: text(),
    countryCode: text(),
    lineType: integer(),
    cachedTime: instant(),
    paid: micro(),
    itemId: id(),
    state: integer().notNull(),
    isCurrent: boolean().notNull().default(true),
    rejectReason: integer(),
    rule: text(),
    result: integer(),
    registered: integer(),
    business: integer(),
    activeDays: integer(),
    carrier: text(),
    ported: integer(),
    evidence: integer(),
    units: integer().notNull().default(1),
    isChargeable: boolean().notNull().default(false),
    providerCode: text(),
    error: text(),
    checkedTime: instant(),
    params: jsonb().$type<Record<string, string>>(),
    userRef: text(),
    messageId: uuid(),
    attemptNo: count(),
    dueTime: instant(),
    charge: count(),
    isJudged: boolean().notNull().default(false),
    isSeed: boolean().notNull().default(false),
  },
  (table) => [primaryKey({ columns: [table.taskId, table.lineNo, table.stage, table.createTime] })],
);
export type WorkLine = typeof workLines.$inferSelect;

export const workOwners = pgTable(
  'work_owner',
  { tenantId: text().notNull(), ownerId: id().notNull(), share: doublePrecision().notNull().default(0) },
  (table) => [primaryKey({ columns: [table.tenantId, table.ownerId] })],
);
