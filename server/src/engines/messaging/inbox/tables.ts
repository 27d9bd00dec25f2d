import { cannedReply } from '@trade-assistant/contract/areas/sms/canned-reply.ts';
import type { Flow, FlowState, Heard } from '@trade-assistant/contract/areas/sms/flow.ts';
import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { sessionTask } from '@trade-assistant/contract/areas/sms/session-task.ts';
import { bigint, boolean, integer, jsonb, pgTable, text, timestamp, uuid } from 'drizzle-orm/pg-core';
import { ownerColumns } from '../../../kernel/resource/columns.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

/** Session tasks; their counts are in `counters`. */
export const tasks = tableOf('inb_task', sessionTask, {
  without: [
    ...(['senderName', 'totalSessions', 'activeSessions', 'inboundCount'] as const),
    ...(['outboundCount', 'optOutCount', 'chargedAmount'] as const),
  ],
  more: ownerColumns(),
});
export type SessionTask = typeof tasks.$inferSelect;

export const counters = pgTable('inb_counter', {
  taskId: id().primaryKey(),
  eventNo: id().notNull().default(0n),
  totalSessions: integer().notNull().default(0),
  activeSessions: integer().notNull().default(0),
  inboundCount: integer().notNull().default(0),
  outboundCount: integer().notNull().default(0),
  optOutCount: integer().notNull().default(0),
  chargedAmount: id().notNull().default(0n),
  noticeTime: instant(),
});

/** Versions of flows. */
export const flows = pgTable('inb_flow', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  taskId: id().notNull(),
  versionNo: integer().notNull(),
  content: jsonb().$type<Flow>().notNull(),
  createTime: instant().notNull().defaultNow(),
});

export const sessions = tableOf('inb_session', smsSession, {
  without: ['taskName', 'number'],
  more: {
    ...ownerColumns(),
    e164: id().notNull(),
    senderId: id().notNull(),
    isForPeople: boolean().notNull().default(false),
    lastDirection: integer().notNull().default(2),
    lastNo: id().notNull().default(0n),
    lastInNo: id().notNull().default(0n),
    flowId: id(),
    flowState: jsonb().$type<FlowState>(),
    heard: jsonb().$type<Heard[]>().notNull().default([]),
    mutedUntil: instant(),
    offHoursTime: instant(),
  },
});
export type Session = typeof sessions.$inferSelect;

/** Entries of sessions. */
export const events = pgTable('inb_event', {
  taskId: id().notNull(),
  eventNo: id().notNull(),
  sessionId: id().notNull(),
  kind: integer().notNull(),
  userId: id(),
  userName: text(),
  content: text(),
  messageId: uuid(),
  clientKey: text(),
  status: integer(),
  errorCode: text(),
  segments: integer(),
  price: id(),
  refNo: id(),
  node: text(),
  createTime: instant().notNull().defaultNow(),
});
export type EventRow = typeof events.$inferSelect;

export const drafts = pgTable('inb_draft', {
  userId: id().notNull(),
  sessionId: id().notNull(),
  content: text().notNull(),
  updateTime: instant().notNull().defaultNow(),
});

export const cannedReplies = tableOf('inb_canned_reply', cannedReply, { more: ownerColumns() });
