import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { bigint, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../kernel/resource/columns.ts';
import { micro } from '../../kernel/resource/micro.ts';

/** From `fromQty` on a unit costs `price`, decimal text as in the contract. */
export interface Tier {
  readonly fromQty: number;
  readonly price: string;
}

/** The price book. A used row is closed and succeeded by its next version, never changed. */
export const prices = pgTable('prc_price', {
  ...baseColumns(),
  priceNo: text().notNull(),
  businessType: integer().notNull(),
  serviceType: integer().notNull(),
  filterType: integer(),
  activePeriod: integer(),
  countryCode: text().notNull(),
  agentLevel: integer().notNull().default(0),
  unit: integer().notNull(),
  chargeOn: integer().notNull(),
  costPrice: micro().notNull().default(ZERO),
  salePrice: micro().notNull(),
  minPrice: micro(),
  currency: text().notNull(),
  minQty: integer(),
  maxQty: integer(),
  stepQty: integer(),
  tierJson: jsonb('tiers').$type<Tier[]>().notNull().default([]),
  effectiveTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expireTime: timestamp({ withTimezone: true }),
  priceVersion: integer().notNull().default(1),
  status: integer().notNull().default(1),
  used: integer().notNull().default(0),
  /** What it gets back when the price that follows it is removed; 'infinity': never. */
  plannedExpireTime: timestamp({ withTimezone: true, mode: 'string' }),
  remark: text(),
});

/** kind 1: the agent's own price; 2: what the agent asks of those below. Either a price or a discount. */
export const agentPrices = pgTable('prc_agent_price', {
  ...baseColumns(),
  agentId: bigint({ mode: 'bigint' }).notNull(),
  kind: integer().notNull(),
  businessType: integer().notNull(),
  serviceType: integer().notNull(),
  filterType: integer(),
  activePeriod: integer(),
  countryCode: text().notNull(),
  price: micro(),
  discount: numeric({ precision: 5, scale: 4 }),
  effectiveTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expireTime: timestamp({ withTimezone: true }),
  status: integer().notNull().default(1),
});
