import { rebateSource, rebateStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { sql } from 'drizzle-orm';
import type { Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';

/** A settled charge of any kind. Amounts in micro-units. */
export interface SettledCharge {
  readonly tenantId: string;
  /** Agent of the customer; for a sub-user its agent. */
  readonly agentId: bigint;
  readonly userId: bigint;
  readonly userName: string;
  readonly businessType: number;
  readonly serviceType: number;
  readonly countryCode: string;
  readonly source: keyof typeof rebateSource.is;
  readonly sourceId: bigint;
  readonly sourceNo: string;
  readonly journalId: bigint;
  readonly amount: bigint;
  readonly at?: Date | undefined;
  /** Until when it may be refunded; rebates are not settled before. */
  readonly warrantyUntil: Date | null;
}

/**
 * Records the rebates of superior agents for charges, at present rates, in the transaction of the charge.
 * `postRebates` posts them to wallets later, so that a sale waits only for the buyer's wallet.
 */
export async function earnRebates(tx: Tx, charges: readonly SettledCharge[]): Promise<void> {
  if (charges.length === 0) return;
  const list = charges.map((charge) => ({
    tenant: charge.tenantId,
    agent: charge.agentId,
    user: charge.userId,
    userName: charge.userName,
    business: charge.businessType,
    service: charge.serviceType,
    country: charge.countryCode,
    type: rebateSource.is[charge.source],
    id: charge.sourceId,
    no: charge.sourceNo,
    journal: charge.journalId,
    amount: charge.amount,
    at: charge.at ?? new Date(),
    until: charge.warrantyUntil,
  }));
  await tx.execute(sql`select reb_earn(${toJson(list)}::jsonb)`);
}

/**
 * Reverses the rebate share of a refunded charge; the whole rebate after a complete refund. A voided rebate stays
 * unchanged. Call it before the refund is posted: rebate rows are locked before wallets.
 */
export async function takeBackRebates(
  tx: Tx,
  {
    journalId,
    refunded,
    at,
  }: {
    readonly journalId: bigint;
    /** The total of all its refunds. */
    readonly refunded: bigint;
    /** The time, if not now. */
    readonly at?: Date;
  },
): Promise<void> {
  await tx.execute(sql`
    update agt_rebate set update_time = coalesce(${at ?? null}::timestamptz, now()), version = version + 1, reversed_amount = case
      when charge_amount <= ${refunded} then rebate_amount else trunc(rebate_amount::numeric * ${refunded} / charge_amount) end
    where id in (
      select id from agt_rebate where charge_journal_id = ${journalId} and status <> ${rebateStatus.is.voided} order by id for update)`);
}
