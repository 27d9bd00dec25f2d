import { embeddedNumber } from '@trade-assistant/contract/areas/whatsapp/embedded-number.ts';
import { embeddedNumberTask } from '@trade-assistant/contract/areas/whatsapp/embedded-number-task.ts';
import { bigint, date, integer } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

const id = () => bigint({ mode: 'bigint' });

/** The pool; `usedCount` counts the uses of `usedDay`. */
export const seedNumbers = tableOf('sed_number', embeddedNumber, {
  without: ['number', 'usedToday', 'successRate'],
  more: { e164: id().notNull(), usedDay: date(), usedCount: integer().notNull().default(0) },
});
export type SeedNumber = typeof seedNumbers.$inferSelect;

/** Uses of seed numbers in orders. */
export const seedTasks = tableOf('sed_task', embeddedNumberTask, {
  without: ['number', 'providerName'],
  more: { e164: id().notNull(), reporter: id(), reviewerId: id(), cheatUser: id() },
});
export type SeedTask = typeof seedTasks.$inferSelect;
