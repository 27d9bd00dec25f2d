import { businessType, serviceType, userType } from '@trade-assistant/contract/dictionaries.ts';
import { type AppError, commonErrors, isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { eq, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { prepared } from '../../../kernel/db/prepared.ts';
import type { PriceReader } from '../../money/pricing/index.ts';
import { identityErrors, users } from '../../people/identity/index.ts';
import { inventoryErrors } from '../inventory/index.ts';
import { orderErrors } from './errors.ts';
import { SHELF } from './states.ts';
import type { products } from './tables.ts';

const ACTIVE = 1;
const LOCKED = 2;
const KYC_VERIFIED = 2;

export type Product = typeof products.$inferSelect;

/** Columns of a product that a purchase reads. */
export type ProductOnSale = Pick<
  Product,
  | 'id'
  | 'productNo'
  | 'nameZh'
  | 'nameEn'
  | 'businessType'
  | 'serviceType'
  | 'numberType'
  | 'capability'
  | 'specQty'
  | 'minBuy'
  | 'maxBuy'
  | 'stepBuy'
  | 'purchaseLimitPerDay'
  | 'warrantyHours'
  | 'warrantyAction'
  | 'deliveryType'
  | 'needKyc'
  | 'needUseDeclaration'
  | 'version'
  | 'packageService'
  | 'filterType'
  | 'activePeriod'
  | 'validDays'
  | 'leaseMonths'
> & {
  /** `*` for a package valid in every country. */
  readonly countryCode: string;
};

export const isPackage = (product: Pick<Product, 'serviceType'>): boolean =>
  product.serviceType === serviceType.is.package;

/** The columns of the buyer that a purchase reads. */
export interface Buyer {
  readonly agentId: bigint;
  readonly agentName: string;
  readonly agentLevel: number;
  readonly verified: boolean;
  readonly spendLimitDay: Micro | null;
  readonly spendLimitMonth: Micro | null;
}

export interface Checkout {
  readonly buyer: Buyer;
  readonly product: ProductOnSale;
}

/** A checkout with everything that prevents a purchase; the checkout is null when buyer or product is unknown. */
export interface ReadCheckout {
  readonly checkout: Checkout | null;
  readonly refusals: readonly AppError[];
}

/** Columns of the actor that a purchase reads. */
export type Purchaser = Pick<Actor, 'tenantId' | 'userId' | 'userType' | 'ownerPath'>;

/** The agents above and the user itself, outermost first: `/1/23/` is [1, 23]. */
export const idsOfPath = (ownerPath: string): bigint[] => ownerPath.split('/').filter(Boolean).map(BigInt);

/** Columns have the names of the properties they fill. */
interface CheckoutRow extends Record<string, unknown> {
  readonly product: (Omit<ProductOnSale, 'countryCode'> & Pick<Product, 'countryCode'>) | null;
  readonly offered: boolean;
  readonly buyerId: bigint | null;
  readonly spendLimitDay: bigint | null;
  readonly spendLimitMonth: bigint | null;
  readonly agentId: bigint | null;
  readonly agentName: string;
  readonly agentLevel: number;
  readonly kycStatus: number;
  readonly paused: boolean;
  /** Null: unknown country. */
  readonly served: boolean | null;
}

/**
 * Reads for every purchase the product on sale, its buyer (a sub-user buys at the level and verification of its
 * agent), the agents above and the country, in one round trip for any number of purchases.
 * @returns the results in the order of the requests, or the refusal: BUYER_NOT_ALLOWED, NOT_FOUND, PRODUCT_OFF,
 * UPLINE_DISABLED, COUNTRY_UNKNOWN, COUNTRY_BLOCKED
 */
export async function loadCheckouts(
  run: Db | Tx,
  asked: readonly { readonly actor: Purchaser; readonly productId: bigint }[],
): Promise<(Checkout | AppError)[]> {
  return (await readCheckouts(run, asked)).map(
    ({ checkout, refusals: [first] }) => first ?? checkout ?? commonErrors.NOT_FOUND(),
  );
}

/** Returns the same with all refusals of each request instead of the first, in one round trip. */
export async function readCheckouts(
  run: Db | Tx,
  asked: readonly { readonly actor: Purchaser; readonly productId: bigint }[],
): Promise<ReadCheckout[]> {
  const { rows } = await prepared<CheckoutRow>(
    run,
    sql`
    select
      case when p.id is not null then jsonb_build_object('id', p.id::text, 'productNo', p.product_no, 'nameZh', p.name_zh,
        'nameEn', p.name_en, 'businessType', p.business_type, 'serviceType', p.service_type, 'countryCode', p.country_code,
        'numberType', p.number_type, 'capability', p.capability, 'specQty', p.spec_qty, 'minBuy', p.min_buy, 'maxBuy', p.max_buy,
        'stepBuy', p.step_buy, 'purchaseLimitPerDay', p.purchase_limit_per_day, 'warrantyHours', p.warranty_hours, 'warrantyAction', p.warranty_action,
        'deliveryType', p.delivery_type, 'needKyc', p.need_kyc, 'needUseDeclaration', p.need_use_declaration, 'version', p.version,
        'packageService', p.package_service, 'filterType', p.filter_type, 'activePeriod', p.active_period, 'validDays', p.valid_days,
        'leaseMonths', p.lease_months)
      end as product,
      p.shelf_status = ${SHELF.on} and (p.on_time is null or p.on_time <= now()) and (p.off_time is null or p.off_time > now()) as offered,
      u.id as "buyerId", u.spend_limit_day as "spendLimitDay", u.spend_limit_month as "spendLimitMonth",
      g.id as "agentId", g.real_name as "agentName", g.agent_level as "agentLevel", g.kyc_status as "kycStatus",
      ${isPaused} as paused,
      c.is_blocked = 0 and c.status = 1 and 1 = case p.business_type
        when ${businessType.is.whatsapp} then c.whatsapp_enabled
        when ${businessType.is.telegram} then c.telegram_enabled
        when ${businessType.is.sms} then c.sms_enabled
      end as served
    from unnest(
      ${sql.param(asked.map(({ actor }) => actor.tenantId))}::text[], ${sql.param(asked.map(({ actor }) => actor.userId))}::bigint[],
      ${sql.param(asked.map(({ productId }) => productId))}::bigint[]
    ) with ordinality as a (tenant_id, user_id, product_id, n)
    left join agt_product p on p.id = a.product_id and p.tenant_id = a.tenant_id and p.deleted_at is null
    left join sys_user u on u.id = a.user_id and u.tenant_id = a.tenant_id and u.deleted_at is null
      and (u.status = ${ACTIVE} or (u.status = ${LOCKED} and u.locked_until <= now()))
    left join sys_user g on g.id = case when u.user_type = ${userType.is.subUser} then u.parent_id else u.id end
    left join inv_country c on c.tenant_id = p.tenant_id and c.country_code = p.country_code and c.deleted_at is null
    order by a.n`,
  );
  return rows.map((row, index) => checkoutOf(row, asked[index]?.actor.userType));
}

/**
 * Whether an agent above user `u` is disabled, pending or deleted. A lock does not count: it ends with time and
 * affects only the locked user.
 */
const isPaused = sql`exists (
  select from sys_user up where up.id = any(string_to_array(trim(both '/' from u.owner_path), '/')::bigint[]) and up.id <> u.id
    and (up.status in (0, 3) or up.deleted_at is not null))`;

/** The payer for something the user already has, such as the next month of a lease. */
export interface Payer extends Buyer {
  readonly tenantId: string;
  readonly userId: bigint;
  readonly userType: Actor['userType'];
  readonly realName: string;
  readonly ownerPath: string;
}

interface PayerRow extends Omit<Payer, 'verified' | 'spendLimitDay' | 'spendLimitMonth'> {
  readonly spendLimitDay: bigint | null;
  readonly spendLimitMonth: bigint | null;
  readonly kycStatus: number;
  readonly paused: boolean;
}

/**
 * Returns an active agent or sub-user, with the agent as which it buys. @throws BUYER_NOT_ALLOWED,
 * UPLINE_DISABLED
 */
export async function loadPayer(
  run: Db | Tx,
  { tenantId, userId }: Pick<Actor, 'tenantId' | 'userId'>,
): Promise<Payer | AppError> {
  const { rows } = await prepared<PayerRow & Record<string, unknown>>(
    run,
    sql`
    select u.tenant_id as "tenantId", u.id as "userId", u.user_type as "userType", u.real_name as "realName", u.owner_path as "ownerPath",
      u.spend_limit_day as "spendLimitDay", u.spend_limit_month as "spendLimitMonth",
      g.id as "agentId", g.real_name as "agentName", g.agent_level as "agentLevel", g.kyc_status as "kycStatus", ${isPaused} as paused
    from sys_user u join sys_user g on g.id = case when u.user_type = ${userType.is.subUser} then u.parent_id else u.id end
    where u.id = ${userId} and u.tenant_id = ${tenantId} and u.user_type <> ${userType.is.staff} and u.deleted_at is null
      and (u.status = ${ACTIVE} or (u.status = ${LOCKED} and u.locked_until <= now()))`,
  );
  const [row] = rows;
  if (!row) return orderErrors.BUYER_NOT_ALLOWED();
  const { paused, kycStatus, spendLimitDay, spendLimitMonth, ...payer } = row;
  if (paused) return identityErrors.UPLINE_DISABLED();
  return {
    ...payer,
    verified: kycStatus === KYC_VERIFIED,
    spendLimitDay: spendLimitDay === null ? null : micros(spendLimitDay),
    spendLimitMonth: spendLimitMonth === null ? null : micros(spendLimitMonth),
  };
}

/** Returns the payer of a document of an owner. @throws BUYER_NOT_ALLOWED, UPLINE_DISABLED */
export async function payerOf(
  run: Db | Tx,
  { tenantId, ownerId }: { readonly tenantId: string; readonly ownerId: bigint },
): Promise<Payer> {
  const payer = await loadPayer(run, { tenantId, userId: ownerId });
  if (isAppError(payer)) throw payer;
  return payer;
}

function checkoutOf(row: CheckoutRow, type: number | undefined): ReadCheckout {
  const { product, agentId } = row;
  const none = (refusal: AppError) => ({ checkout: null, refusals: [refusal] });
  if (type === userType.is.staff) return none(orderErrors.BUYER_NOT_ALLOWED());
  if (product === null) return none(commonErrors.NOT_FOUND());
  if (row.buyerId === null || agentId === null) return none(orderErrors.BUYER_NOT_ALLOWED());
  const refusals: AppError[] = [];
  if (row.paused) refusals.push(identityErrors.UPLINE_DISABLED());
  const countryCode = product.countryCode ?? (isPackage(product) ? '*' : null);
  if (!row.offered || countryCode === null) refusals.push(orderErrors.PRODUCT_OFF());
  if (countryCode === null) return { checkout: null, refusals };
  if (row.served === null && countryCode !== '*') refusals.push(inventoryErrors.COUNTRY_UNKNOWN({ code: countryCode }));
  if (row.served === false) refusals.push(inventoryErrors.COUNTRY_BLOCKED());
  const checkout: Checkout = {
    product: { ...product, id: BigInt(product.id), countryCode },
    buyer: {
      agentId,
      agentName: row.agentName,
      agentLevel: row.agentLevel,
      verified: row.kycStatus === KYC_VERIFIED,
      spendLimitDay: row.spendLimitDay === null ? null : micros(row.spendLimitDay),
      spendLimitMonth: row.spendLimitMonth === null ? null : micros(row.spendLimitMonth),
    },
  };
  return { checkout, refusals };
}

type Reader = Pick<Actor, 'tenantId' | 'userId' | 'userType' | 'ownerPath'>;

/** Returns the agent as which a user buys: for a sub-user its agent. */
export function customerOf({
  ownerPath,
  userType: type,
  userId,
}: Omit<Reader, 'tenantId' | 'userType'> & { readonly userType: number }): bigint {
  const path = idsOfPath(ownerPath);
  return (type === userType.is.subUser ? path.at(-2) : path.at(-1)) ?? userId;
}

/** Returns the reader of prices: an agent itself, for a sub-user its agent; staff see the list price of level 1. */
export async function readerOf(db: Db | Tx, actor: Reader): Promise<PriceReader> {
  const list = { tenantId: actor.tenantId, agentId: null, agentLevel: 1, ancestors: [] };
  if (actor.userType === userType.is.staff) return list;
  const agentId = customerOf(actor);
  const run = 'drizzle' in db ? db.drizzle : db;
  const [agent] = await run.select({ level: users.agentLevel }).from(users).where(eq(users.id, agentId));
  return priceReader(actor, { agentId, agentLevel: agent?.level ?? 1 });
}

export const priceReader = (actor: Reader, buyer: Pick<Buyer, 'agentId' | 'agentLevel'>): PriceReader => ({
  tenantId: actor.tenantId,
  agentId: buyer.agentId,
  agentLevel: buyer.agentLevel,
  ancestors: idsOfPath(actor.ownerPath).filter((id) => id !== buyer.agentId && id !== actor.userId),
});
