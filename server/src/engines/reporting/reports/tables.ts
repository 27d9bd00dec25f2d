import { report } from '@trade-assistant/contract/areas/report/report.ts';
import { reportSchedule } from '@trade-assistant/contract/areas/report/schedule.ts';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

export const reports = tableOf('rpt_report', report, { without: ['isOwn'] });
export type ReportRow = typeof reports.$inferSelect;

export const schedules = tableOf('rpt_schedule', reportSchedule, {
  more: {
    locale: text().$type<'zh' | 'en'>().notNull().default('zh'),
    openTime: timestamp({ withTimezone: true }),
  },
});
export type ScheduleRow = typeof schedules.$inferSelect;

/** States of a delivery. */
export const DELIVERY = { open: 1, done: 2, failed: 3 } as const;

export const deliveries = pgTable('rpt_delivery', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  scheduleId: bigint({ mode: 'bigint' }).notNull(),
  dueTime: timestamp({ withTimezone: true }).notNull(),
  userId: bigint({ mode: 'bigint' }).notNull(),
  taskId: bigint({ mode: 'bigint' }),
  mailId: bigint({ mode: 'bigint' }),
  state: integer().notNull().default(DELIVERY.open),
  problemZh: text(),
  problemEn: text(),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
