import type { TemplateComponents } from '@trade-assistant/contract/template.ts';
import {
  bigint,
  boolean,
  integer,
  jsonb,
  numeric,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uuid,
} from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

/** Templates of business accounts. */
export const templates = pgTable('snd_template', {
  ...baseColumns(),
  businessAccount: text().notNull(),
  senderId: id(),
  templateRef: text().notNull(),
  templateCode: text().notNull(),
  language: text().notNull(),
  category: integer().notNull(),
  status: integer().notNull(),
  quality: integer().notNull().default(0),
  reason: text(),
  isNamed: integer().$type<0 | 1>().notNull().default(0),
  components: jsonb().$type<TemplateComponents>().notNull(),
  parameterCount: integer().notNull().default(0),
  statusTime: instant(),
});
export type TemplateRow = typeof templates.$inferSelect;

/** Messages sent and received. */
export const messages = pgTable('snd_message', {
  id: uuid().primaryKey(),
  seq: id().notNull().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  ownerId: id(),
  channel: integer().notNull(),
  direction: integer().notNull(),
  senderId: id().notNull(),
  phoneId: id(),
  sessionId: id(),
  segments: integer(),
  taskId: id(),
  lineNo: integer(),
  attemptNo: integer().notNull().default(1),
  e164: id(),
  userRef: text(),
  msgType: integer().notNull(),
  templateCode: text(),
  content: text(),
  token: text(),
  codeHash: text(),
  vendorId: text(),
  replyTo: text(),
  status: integer().notNull().default(0),
  isHeld: boolean().notNull().default(false),
  errorCode: text(),
  errorText: text(),
  pricing: jsonb().$type<Record<string, unknown>>(),
  cost: numeric({ precision: 18, scale: 6 }),
  isRefunded: boolean().notNull().default(false),
  chargeId: id(),
  verification: integer(),
  pollTime: instant(),
  polls: integer().notNull().default(0),
  createTime: instant().notNull().defaultNow(),
  sentTime: instant(),
  deliveredTime: instant(),
  readTime: instant(),
});
export type MessageRow = typeof messages.$inferSelect;

/** Parts of text messages; `status` as `line_status`. */
export const parts = pgTable(
  'snd_part',
  {
    messageId: uuid().notNull(),
    partNo: integer().notNull(),
    senderId: id().notNull(),
    e164: id().notNull(),
    vendorId: text(),
    vendorKey: text(),
    status: integer().notNull(),
    errorCode: text(),
    submitTime: instant().notNull().defaultNow(),
    doneTime: instant(),
  },
  (table) => [primaryKey({ columns: [table.messageId, table.partNo] })],
);

/** Single texts to be handed over; `purpose` as `PURPOSE`. */
export const outbox = pgTable('snd_outbox', {
  seq: id().primaryKey().generatedAlwaysAsIdentity(),
  messageId: uuid().notNull(),
  tenantId: text().notNull(),
  senderId: id().notNull(),
  sessionId: id(),
  purpose: integer().notNull(),
  readyAt: instant().notNull().defaultNow(),
  tries: integer().notNull().default(0),
  workerId: id(),
  takenAt: instant(),
  leaseUntil: instant(),
});

/** Verdicts of people about messages. */
export const verdicts = pgTable('snd_verdict', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  taskId: id().notNull(),
  lineNo: integer().notNull(),
  fromStatus: integer().notNull(),
  toStatus: integer().notNull(),
  reason: text(),
  evidence: jsonb().$type<string[]>().notNull().default([]),
  userId: id().notNull(),
  userName: text().notNull(),
  createTime: instant().notNull().defaultNow(),
});

/** Users who started a bot. */
export const contacts = pgTable('snd_contact', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  senderId: id().notNull(),
  userRef: text().notNull(),
  isActive: integer().$type<0 | 1>().notNull().default(1),
  startTime: instant().notNull().defaultNow(),
  stopTime: instant(),
});

/** Chats of users of this system with bots. */
export const ownChats = pgTable('snd_own_chat', {
  senderId: id().notNull(),
  userId: id().notNull(),
  tenantId: text().notNull(),
  userRef: text(),
  linkTime: instant().notNull().defaultNow(),
});

/** Returns the view of messages by recipient, for the list of one channel. */
export const lineList = () =>
  pgTable('snd_line', {
    id: id().notNull(),
    tenantId: text().notNull(),
    ownerId: id().notNull(),
    ownerPath: text().notNull(),
    kind: text().notNull(),
    orderNo: text().notNull(),
    orderId: id().notNull(),
    lineNo: integer().notNull(),
    e164: id(),
    userRef: text(),
    raw: text(),
    countryCode: text(),
    params: jsonb().$type<Record<string, string>>(),
    lineStatus: integer().notNull(),
    state: integer().notNull(),
    rejectReason: integer(),
    rule: text(),
    attemptNo: integer().notNull(),
    messageId: uuid(),
    errorCode: text(),
    dueTime: instant(),
    chargeState: integer().notNull(),
    isJudged: boolean().notNull(),
    checkedTime: instant(),
    chunkNo: integer(),
    createTime: instant().notNull(),
    createUser: id(),
    createDept: id(),
    deletedAt: instant(),
    version: integer().notNull(),
  });
export type LineRow = ReturnType<typeof lineList>['$inferSelect'];

/** Bits of a line's id that hold its number; ids have at most 18 digits, so up to 238 billion tasks fit. */
const LINE_BITS = 22n;

/** Returns the id of a line of an order. */
export const lineId = (taskId: bigint, lineNo: number): bigint => (taskId << LINE_BITS) | BigInt(lineNo);

/** Returns order and number of a line from its id. */
export const lineOfId = (given: bigint): { taskId: bigint; lineNo: number } => ({
  taskId: given >> LINE_BITS,
  lineNo: Number(given & ((1n << LINE_BITS) - 1n)),
});
