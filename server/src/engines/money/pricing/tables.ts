import { agentConfiguration } from '@trade-assistant/contract/areas/agent/configuration.ts';
import { priceConfigure } from '@trade-assistant/contract/areas/whatsapp/price-configure.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { bigint, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core';
import { baseColumns } from '../../../kernel/resource/columns.ts';
import { ruleTable } from '../../../kernel/resource/data-rules.ts';
import { micro } from '../../../kernel/resource/micro.ts';
import { ofHouseDepartments } from '../../people/identity/index.ts';

/** A unit price from quantity `fromQty` on; decimal text as in the contract. */
export interface Tier {
  readonly fromQty: number;
  readonly price: string;
}

/** The price book. A used row is closed and replaced by its next version, never changed. */
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
  /** End restored when the following price is removed; 'infinity': none. */
  plannedExpireTime: timestamp({ withTimezone: true, mode: 'string' }),
  remark: text(),
});

/**
 * Terms of single agents. kind 1: what the agent pays; 2: what it charges its subordinates. At most one of price and discount; rates are
 * percent.
 */
export const agentPrices = pgTable('prc_agent_price', {
  ...baseColumns(),
  ownerId: bigint({ mode: 'bigint' }).notNull().generatedAlwaysAs(sql`agent_id`),
  ownerPath: text().notNull(),
  agentId: bigint({ mode: 'bigint' }).notNull(),
  kind: integer().notNull(),
  businessType: integer().notNull(),
  serviceType: integer().notNull(),
  filterType: integer(),
  activePeriod: integer(),
  countryCode: text().notNull(),
  enabled: integer().$type<0 | 1>().notNull().default(1),
  price: micro(),
  discount: numeric(),
  minQty: integer(),
  dailyLimit: integer(),
  monthlyLimit: integer(),
  rebateRate1: numeric(),
  rebateRate2: numeric(),
  effectiveTime: timestamp({ withTimezone: true }).notNull().defaultNow(),
  expireTime: timestamp({ withTimezone: true }),
  templateId: bigint({ mode: 'bigint' }),
  remark: text(),
});

export type AgentPrice = typeof agentPrices.$inferSelect;

/** Templates of agent terms; items in the form of the call. */
export const agentTemplates = pgTable('prc_agent_template', {
  ...baseColumns(),
  templateName: text().notNull(),
  agentLevel: integer(),
  items: jsonb().$type<object[]>().notNull().default([]),
});

ruleTable(prices, { resource: priceConfigure });
ruleTable(agentPrices, {
  resource: agentConfiguration,
  scope: 'owner',
  inDepartments: ofHouseDepartments(agentPrices.ownerPath, agentPrices.createDept),
});
