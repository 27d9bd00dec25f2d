import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { formatMoney, type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../kernel/db/index.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { identityErrors, users } from '../identity/index.ts';
import { countries, inventoryErrors } from '../inventory/index.ts';
import type { PriceReader } from '../pricing/index.ts';
import { orderErrors } from './errors.ts';
import { ORDER, SHELF } from './states.ts';
import { products } from './tables.ts';

const STAFF = 1;
const SUB_USER = 3;
const ACTIVE = 1;
const LOCKED = 2;
const KYC_VERIFIED = 2;

/** Days and months of limits begin here. */
const BUSINESS_ZONE = 'Asia/Shanghai';

export type Product = typeof products.$inferSelect;

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

/**
 * The product on sale, its buyer (a sub-user buys at the level and verification of the agent it belongs to), the agents
 * above and the country, in one round trip: this is the first half of every purchase.
 * @throws BUYER_NOT_ALLOWED, NOT_FOUND, PRODUCT_OFF, UPLINE_DISABLED, COUNTRY_UNKNOWN, COUNTRY_BLOCKED
 */
export async function checkout(
  tx: Tx,
  actor: Actor,
  productId: bigint,
): Promise<{ buyer: Buyer; product: Product & { countryCode: string } }> {
  if (actor.userType === STAFF) throw orderErrors.BUYER_NOT_ALLOWED();
  const agents = alias(users, 'agent');
  const above = idsOfPath(actor.ownerPath).slice(0, -1);
  const [row] = await tx
    .select({
      product: getTableColumns(products),
      user: { id: users.id, day: users.spendLimitDay, month: users.spendLimitMonth },
      agent: { id: agents.id, name: agents.realName, level: agents.agentLevel, kyc: agents.kycStatus },
      country: {
        id: countries.id,
        status: countries.status,
        isBlocked: countries.isBlocked,
        whatsapp: countries.whatsappEnabled,
        telegram: countries.telegramEnabled,
        sms: countries.smsEnabled,
      },
      paused: sql<boolean>`exists (
        select from sys_user up where up.id = any(${sql.param(above)}::bigint[])
          and (up.status in (0, 3) or up.deleted_at is not null or (up.status = 2 and up.locked_until > now())))`,
    })
    .from(products)
    .leftJoin(
      users,
      and(
        eq(users.id, actor.userId),
        eq(users.tenantId, actor.tenantId),
        sql`(${users.status} = ${ACTIVE} or (${users.status} = ${LOCKED} and ${users.lockedUntil} <= now()))`,
        isNull(users.deletedAt),
      ),
    )
    .leftJoin(
      agents,
      sql`${agents.id} = case when ${users.userType} = ${SUB_USER} then ${users.parentId} else ${users.id} end`,
    )
    .leftJoin(
      countries,
      and(
        eq(countries.tenantId, products.tenantId),
        eq(countries.countryCode, products.countryCode),
        isNull(countries.deletedAt),
      ),
    )
    .where(and(visible(actor, products, 'tenant'), eq(products.id, productId)))
    .prepare('orders_checkout')
    .execute();
  if (!row) throw commonErrors.NOT_FOUND();
  const { product, user, agent, country } = row;
  if (!user || !agent) throw orderErrors.BUYER_NOT_ALLOWED();
  if (row.paused) throw identityErrors.UPLINE_DISABLED();
  if (!isOffered(product) || product.countryCode === null) throw orderErrors.PRODUCT_OFF();
  if (!country) throw inventoryErrors.COUNTRY_UNKNOWN({ code: product.countryCode });
  const enabled: Readonly<Record<number, number>> = {
    [businessType.is.whatsapp]: country.whatsapp,
    [businessType.is.telegram]: country.telegram,
    [businessType.is.sms]: country.sms,
  };
  if (country.isBlocked === 1 || country.status !== 1 || enabled[product.businessType] !== 1) {
    throw inventoryErrors.COUNTRY_BLOCKED();
  }
  return {
    product: { ...product, countryCode: product.countryCode },
    buyer: {
      agentId: agent.id,
      agentName: agent.name,
      agentLevel: agent.level,
      verified: agent.kyc === KYC_VERIFIED,
      spendLimitDay: user.day === null ? null : micros(user.day),
      spendLimitMonth: user.month === null ? null : micros(user.month),
    },
  };
}

/** Whether a product can be bought now, by its shelf and its dates. */
export function isOffered(product: Pick<Product, 'shelfStatus' | 'onTime' | 'offTime'>, now = new Date()): boolean {
  const { shelfStatus, onTime, offTime } = product;
  return shelfStatus === SHELF.on && (onTime === null || onTime <= now) && (offTime === null || offTime > now);
}

/** Whom a price is resolved for: agents as themselves, sub-users as their agent; staff see the list price of level 1. */
export async function readerOf(db: Db | Tx, actor: Actor): Promise<PriceReader> {
  const list = { tenantId: actor.tenantId, agentId: null, agentLevel: 1, ancestors: [] };
  if (actor.userType === STAFF) return list;
  const path = idsOfPath(actor.ownerPath);
  const agentId = (actor.userType === SUB_USER ? path.at(-2) : path.at(-1)) ?? actor.userId;
  const run = 'drizzle' in db ? db.drizzle : db;
  const [agent] = await run.select({ level: users.agentLevel }).from(users).where(eq(users.id, agentId));
  return priceReader(actor, { agentId, agentLevel: agent?.level ?? 1 });
}

export const priceReader = (actor: Actor, buyer: Pick<Buyer, 'agentId' | 'agentLevel'>): PriceReader => ({
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
    select coalesce(sum(amount - refund_amount) filter (where create_time >= ${since('day')}), 0)::text as day,
      coalesce(sum(amount - refund_amount), 0)::text as month
    from agt_product_order
    where buyer_id = ${actor.userId} and status <> ${ORDER.cancelled} and create_time >= ${since('month')}`);
  const spent = result.rows[0] ?? { day: '0', month: '0' };
  for (const [limit, used] of [
    [buyer.spendLimitDay, BigInt(spent.day)],
    [buyer.spendLimitMonth, BigInt(spent.month)],
  ] as const) {
    if (limit === null || used + amount <= limit) continue;
    throw orderErrors.SPEND_LIMIT({ left: formatMoney(limit > used ? limit - used : 0n) });
  }
}

/** When the present day or month began. */
export const since = (unit: 'day' | 'month') =>
  sql`date_trunc(${unit}, now() at time zone ${BUSINESS_ZONE}) at time zone ${BUSINESS_ZONE}`;
