import type { whatsappFilter } from '@trade-assistant/contract/areas/filter/whatsapp-filter.ts';
import { bigint, integer, text, timestamp } from 'drizzle-orm/pg-core';
import { ownerColumns } from '../../../kernel/resource/columns.ts';
import { tableOf } from '../../../kernel/resource/table.ts';

const id = () => bigint({ mode: 'bigint' });

/** The tasks as a list of checks shows them. Both channels have the same fields. */
export const checkTable = (resource: unknown) =>
  tableOf('work_task', resource as typeof whatsappFilter, {
    more: {
      ...ownerColumns(),
      kind: text().notNull(),
      jobTaskNo: text().notNull(),
      stage: integer().notNull(),
      stageLines: integer().notNull(),
      stageDone: integer().notNull(),
      consentId: id(),
      progressTime: timestamp({ withTimezone: true }),
    },
    without: ['doneCount', 'waiting', 'ownerId'],
  });
export type CheckTable = ReturnType<typeof checkTable>;
export type CheckRow = CheckTable['$inferSelect'];
