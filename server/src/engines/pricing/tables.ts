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
  agentLevel: integer().notNull(),
  unit: integer().notNull(),
  chargeOn: integer().notNull(),
  costPrice: micro().notNull(),
  salePrice: micro().notNull(),
  minPrice: micro(),
  currency: text().notNull(),
  minQty: integer(),
  maxQty: integer(),
  stepQty: integer(),
  tierJson: jsonb('tiers').$type<Tier[]>().notNull(),
  effectiveTime: timestamp({ withTimezone: true }).notNull(),
  expireTime: timestamp({ withTimezone: true }),
  priceVersion: integer().notNull(),
  status: integer().notNull(),
  used: integer().notNull(),
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
  effectiveTime: timestamp({ withTimezone: true }).notNull(),
  expireTime: timestamp({ withTimezone: true }),
  status: integer().notNull(),
});
