import type { alertProblem, ViewPeriod, viewLook } from '@trade-assistant/contract/areas/desk/view.ts';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { baseColumns } from '../../../kernel/resource/columns.ts';

export const views = pgTable('desk_view', {
  ...baseColumns(),
  ownerId: bigint({ mode: 'bigint' }).notNull(),
  ownerName: text().notNull(),
  screen: text().notNull(),
  resource: text().notNull(),
  call: text().notNull(),
  name: text().notNull(),
  filters: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
  period: jsonb().$type<ViewPeriod>(),
  sort: text().notNull().default(''),
  look: jsonb().$type<z.output<typeof viewLook>>().notNull().default({ columns: null, density: null, layout: null }),
  roleIds: bigint({ mode: 'bigint' }).array().notNull().default([]),
  zone: text().notNull(),
  alert: integer().$type<0 | 1>().notNull().default(0),
  hasRows: integer().$type<0 | 1>().notNull().default(0),
  alertProblem: text().$type<z.output<typeof alertProblem>>(),
  failures: integer().notNull().default(0),
  checkedTime: timestamp({ withTimezone: true }),
});

export type ViewRow = typeof views.$inferSelect;
