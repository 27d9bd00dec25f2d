import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { PriceReader } from '../pricing/index.ts';
import { orderErrors } from './errors.ts';

const KYC_VERIFIED = 2;

/** What buying needs to know of the buyer. */
export interface Buyer {
  readonly agentId: bigint;
  readonly agentName: string;
  readonly agentLevel: number;
  readonly verified: boolean;
  readonly spendLimitDay: Micro | null;
  readonly spendLimitMonth: Micro | null;
}

/** The agents above and the user itself, outermost first: `/1/23/` is [1, 23]. */
export const idsOfPath = (ownerPath: string): bigint[] => ownerPath.split('/').filter(Boolean).map(BigInt);

/** Loads the buyer; a sub-user buys at the level of the agent it belongs to. @throws BUYER_NOT_ALLOWED */
export async function buyerOf(tx: Tx, actor: Actor): Promise<Buyer> {
  if (actor.userType === 1) throw orderErrors.BUYER_NOT_ALLOWED();
  const result = await tx.execute<{ agent_id: string; agent_name: string; agent_level: number; kyc_status: number; day: string | null; month: string | null }>(sql`
    select a.id as agent_id, a.real_name as agent_name, a.agent_level, a.kyc_status, u.spend_limit_day as day, u.spend_limit_month as month
    from sys_user u join sys_user a on a.id = case when u.user_type = 3 then u.parent_id else u.id end
    where u.id = ${actor.userId} and u.tenant_id = ${actor.tenantId} and u.status = 1 and u.deleted_at is null`);
  const row = result.rows[0];
  if (!row) throw orderErrors.BUYER_NOT_ALLOWED();
  return {
    agentId: BigInt(row.agent_id),
    agentName: row.agent_name,
    agentLevel: row.agent_level,
    verified: row.kyc_status === KYC_VERIFIED,
    spendLimitDay: row.day === null ? null : micros(BigInt(row.day)),
    spendLimitMonth: row.month === null ? null : micros(BigInt(row.month)),
  };
}

/** Whom a price is resolved for: agents and sub-users as their agent; staff see the list price. */
export async function readerOf(tx: Tx, actor: Actor): Promise<PriceReader> {
  if (actor.userType === 1) return { tenantId: actor.tenantId, agentId: null, agentLevel: 1, ancestors: [] };
  return readerOfBuyer(actor, await buyerOf(tx, actor));
}

export const readerOfBuyer = (actor: Actor, buyer: Buyer): PriceReader => ({
  tenantId: actor.tenantId,
  agentId: buyer.agentId,
  agentLevel: buyer.agentLevel,
  ancestors: idsOfPath(actor.ownerPath).filter((id) => id !== buyer.agentId && id !== actor.userId),
});

/**
 * Refuses a purchase that would pass the buyer's spending limits. Purchases of one buyer queue on its lock, so two at
 * once cannot each fit alone.
 * @throws SPEND_LIMIT {left}
 */
export async function assertWithinLimits(tx: Tx, actor: Actor, buyer: Buyer, amount: Micro): Promise<void> {
  if (buyer.spendLimitDay === null && buyer.spendLimitMonth === null) return;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`spend:${actor.userId}`}, 0))`);
  const result = await tx.execute<{ day: string; month: string }>(sql`
    select coalesce(sum(amount - refund_amount) filter (where create_time >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'), 0)::int8 as day,
      coalesce(sum(amount - refund_amount), 0)::int8 as month
    from agt_product_order
    where buyer_id = ${actor.userId} and status <> 4 and create_time >= date_trunc('month', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`);
  const spent = result.rows[0] ?? { day: '0', month: '0' };
  for (const [limit, used] of [
    [buyer.spendLimitDay, BigInt(spent.day)],
    [buyer.spendLimitMonth, BigInt(spent.month)],
  ] as const) {
    if (limit === null || used + amount <= limit) continue;
    const left = limit > used ? limit - used : 0n;
    throw orderErrors.SPEND_LIMIT({ left: formatMoney(left) });
  }
}
