import type { attempts } from '@trade-assistant/contract/areas/open/delivery.ts';
import { openEndpoint } from '@trade-assistant/contract/areas/open/endpoint.ts';
import { openKey } from '@trade-assistant/contract/areas/open/key.ts';
import { bigint, integer, jsonb, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import { tableOf } from '../../../kernel/resource/table.ts';

const id = () => bigint({ mode: 'bigint' });
const instant = () => timestamp({ withTimezone: true });

export const openKeys = tableOf('open_key', openKey, {
  more: { ownerPath: text().notNull(), keyHash: text().notNull() },
  without: ['spentDay', 'spentMonth'],
});
export type OpenKeyRow = typeof openKeys.$inferSelect;

export const endpoints = tableOf('open_endpoint', openEndpoint, {
  more: {
    ownerPath: text().notNull(),
    secret: text().notNull(),
    oldSecret: text(),
    restUntil: instant(),
    takenTime: instant(),
  },
});
export type EndpointRow = typeof endpoints.$inferSelect;

export const events = pgTable('open_event', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  ownerId: id().notNull(),
  eventType: integer().notNull(),
  body: text().notNull(),
  createTime: instant().notNull().defaultNow(),
});

export const deliveries = pgTable('open_delivery', {
  id: id().primaryKey().generatedAlwaysAsIdentity(),
  tenantId: text().notNull(),
  endpointId: id().notNull(),
  eventId: id().notNull(),
  eventType: integer().notNull(),
  state: integer().notNull().default(0),
  tries: integer().notNull().default(0),
  nextTime: instant().notNull().defaultNow(),
  workerId: id(),
  httpStatus: integer(),
  error: text(),
  answer: text(),
  millis: integer(),
  attempts: jsonb().$type<z.infer<typeof attempts>>().notNull().default([]),
  doneTime: instant(),
  createTime: instant().notNull().defaultNow(),
});
export type DeliveryRow = typeof deliveries.$inferSelect;

export const DELIVERY_STATE = { waiting: 0, delivered: 1, failed: 2 } as const;
