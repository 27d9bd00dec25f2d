import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import { bigint, jsonb } from 'drizzle-orm/pg-core';
import { tableOf } from '../../../kernel/resource/table.ts';

/** `closed` and `current` hold reports as calls answer them. */
export const days = tableOf('fin_day', financeDay, {
  more: {
    closed: jsonb().notNull(),
    current: jsonb().notNull(),
    lastJournalId: bigint({ mode: 'bigint' }).notNull(),
  },
});
export type DayRow = typeof days.$inferSelect;
