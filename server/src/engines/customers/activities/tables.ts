import { activity } from '@trade-assistant/contract/areas/app-manage/activity.ts';
import { bigint, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { exemptTable } from '../../../kernel/resource/data-rules.ts';
import { tableOf } from '../../../kernel/resource/table.ts';
import { pictureIds } from '../content/index.ts';

export const activities = tableOf('cnt_activity', activity, {
  more: {
    pictureIds: pictureIds(),
    aloneUser: bigint({ mode: 'bigint' }),
    aloneTime: timestamp({ withTimezone: true }),
  },
});
export type ActivityRow = typeof activities.$inferSelect;

/** Bonuses; `cause` and `causeId` name the event, once for an activity and user. */
export const grants = pgTable('cnt_grant', {
  id: bigint({ mode: 'bigint' }).primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  activityId: bigint({ mode: 'bigint' }).notNull(),
  userId: bigint({ mode: 'bigint' }).notNull(),
  userName: text().notNull(),
  cause: integer().notNull(),
  causeId: bigint({ mode: 'bigint' }).notNull(),
  causeNo: text().notNull(),
  amount: bigint({ mode: 'bigint' }).notNull(),
  status: integer().notNull().default(1),
  createTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
});
exemptTable(grants, 'reached by their activity');
