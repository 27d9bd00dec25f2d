import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { addPrice, type Price, type PriceReader, type PriceValues } from './index.ts';

export const money = parseMoney;
export const actor: Actor = systemActor('000000');
export const HOUR_MILLIS = 3_600_000;
export const inHours = (hours: number): Date => new Date(Date.now() + hours * HOUR_MILLIS);

/** A price for numbers at every level, in force for an hour, one each. */
export const price = (values: Partial<PriceValues> = {}): PriceValues => ({
  businessType: 1,
  serviceType: 2,
  filterType: null,
  activePeriod: null,
  countryCode: '*',
  agentLevel: 0,
  unit: 4,
  chargeOn: 3,
  costPrice: money('0'),
  salePrice: money('1'),
  minPrice: null,
  minQty: null,
  maxQty: null,
  stepQty: null,
  tierJson: [],
  effectiveTime: inHours(-1),
  expireTime: null,
  remark: null,
  ...values,
});

export const add = (db: Db, values: Partial<PriceValues>, who = actor): Promise<Price> =>
  db.tx((tx) => addPrice(tx, who, price(values), { belowCost: false }));

export interface AgentPriceInput {
  readonly agentId: bigint;
  /** 1 the price the agent pays, 2 its resale price. */
  readonly kind: 1 | 2;
  readonly countryCode: string;
  readonly price?: string;
  readonly discount?: string;
}

export const insertAgentPrice = (
  tx: Tx,
  tenantId: string,
  { agentId, kind, countryCode, price: amount, discount }: AgentPriceInput,
) =>
  tx.execute(sql`
    insert into prc_agent_price (tenant_id, agent_id, owner_path, kind, business_type, service_type, country_code, price, discount, effective_time)
    values (${tenantId}, ${agentId}, ${`/${agentId}/`}, ${kind}, 1, 2, ${countryCode}, ${amount === undefined ? null : money(amount)}, ${discount ?? null}, now() - interval '1 hour')`);

export const reader = (values: Partial<PriceReader> = {}): PriceReader => ({
  tenantId: actor.tenantId,
  agentId: null,
  agentLevel: 1,
  ancestors: [],
  ...values,
});

/** Returns the code of the refusal of some work; undefined when it succeeds. */
export async function refusalOf(work: Promise<unknown>): Promise<string | undefined> {
  try {
    await work;
    return undefined;
  } catch (error) {
    if (isAppError(error)) return error.code;
    throw error;
  }
}
