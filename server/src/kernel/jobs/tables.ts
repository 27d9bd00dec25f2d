import { bigint, boolean, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { Actor } from '../auth/actor.ts';
import type { Json } from './define.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

export const tasks = pgTable('kernel_task', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  taskNo: text().notNull(),
  tenantId: text().notNull(),
  ownerId: id().notNull(),
  ownerName: text().notNull(),
  actor: jsonb().$type<StoredActor>().notNull(),
  job: text().notNull(),
  titleZh: text().notNull(),
  titleEn: text().notNull(),
  bizType: text(),
  bizNo: text(),
  visible: integer().notNull().default(1),
  state: integer().notNull().default(0),
  input: jsonb().$type<Json>().notNull(),
  confirmation: jsonb().$type<Json>(),
  checkpoint: jsonb().$type<Json>(),
  done: id().notNull().default(0n),
  total: id().notNull().default(0n),
  note: jsonb().$type<{ zh: string; en: string }>(),
  result: jsonb().$type<Json>(),
  resultFileId: id(),
  reportFileId: id(),
  failureCode: text(),
  failureParams: jsonb().$type<Record<string, string | number>>(),
  cancelRequested: boolean().notNull().default(false),
  jobId: id(),
  runner: text(),
  attempt: integer().notNull().default(0),
  attemptsWithoutProgress: integer().notNull().default(0),
  interruptions: integer().notNull().default(0),
  createTime: instant().notNull().defaultNow(),
  startTime: instant(),
  endTime: instant(),
  updateTime: instant().notNull().defaultNow(),
});

export type TaskRow = typeof tasks.$inferSelect;

/** Starter of a task, as JSON, without rights: these are read when a run starts. */
export interface StoredActor {
  readonly userId: string;
  readonly tenantId: string;
  readonly account: string;
  readonly realName: string;
  readonly userType: Actor['userType'];
  readonly ownerPath: string;
  readonly deptIds: readonly string[];
  readonly roleKeys: readonly string[];
  /** Department and role the starter's session was limited to; the task is limited likewise. */
  readonly narrowing?: { readonly deptId: string | null; readonly roleId: string | null };
  readonly ip: string;
}
