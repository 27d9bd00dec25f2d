import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { applyRate, formatMoney, type Micro, micros, parseMoney } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, desc, eq, inArray, isNull, max, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { inSavepoint, sqlState, type Tx } from '../../../kernel/db/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { pricingErrors } from './errors.ts';
import type { PriceKey } from './resolved-price.ts';
import { prices, type Tier } from './tables.ts';

export type Price = typeof prices.$inferSelect;
export const PRICE_STATUS = { disabled: 0, enabled: 1, scheduled: 2, expired: 3 } as const;

/** Whether the actor may set a price below cost, or request one. */
export interface PriceRights {
  readonly belowCost: boolean;
}
/** Writable columns of a price; the engine sets the others. */
export interface PriceValues {
  readonly businessType: number;
  readonly serviceType: number;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
  readonly countryCode: string;
  readonly agentLevel: number;
  readonly unit: number;
  readonly chargeOn: number;
  readonly costPrice: Micro;
  readonly salePrice: Micro;
  readonly minPrice: Micro | null;
  readonly minQty: number | null;
  readonly maxQty: number | null;
  readonly stepQty: number | null;
  readonly tierJson: readonly Tier[];
  readonly effectiveTime: Date;
  readonly expireTime: Date | null;
  readonly remark: string | null;
}

const CHECKS: readonly number[] = [serviceType.is.check, serviceType.is.cachedCheck];
/** Services with a kind of check. */
const WITH_CHECKS: readonly number[] = [...CHECKS, serviceType.is.package];
const ACTIVITY = 3;
/** Categories of messages are above the kinds of checks. */
const MESSAGES_FROM = 11;

/** Whether a service has a part with its own price: checks by kind, messages by category. */
export const isKindOf = (service: number, kind: number): boolean =>
  kind < MESSAGES_FROM ? WITH_CHECKS.includes(service) : service === serviceType.is.message;

/** Adds a price. @throws PRICE_TAKEN {no, version} with the other price's id, PRICE_OVERLAP for a simultaneous one, PRICE_BELOW_COST, PRICE_TIERS, PRICE_PERIOD, PRICE_KEY */
export async function addPrice(tx: Tx, actor: Actor, values: PriceValues, rights: PriceRights): Promise<Price> {
  assertSound(values, rights);
  await assertFree(tx, actor, values);
  const [row] = await guarded(() =>
    tx
      .insert(prices)
      .values({
        ...columnsOf(values),
        tenantId: actor.tenantId,
        priceNo: businessNo('PR'),
        currency: BOOK_CURRENCY,
        priceVersion: 1,
        status: statusAt(values.effectiveTime),
        used: 0,
        ...author(actor),
      })
      .returning(),
  );
  return row as Price;
}

/**
 * Changes a price. An unused row is rewritten; a used one is closed now and its next version opened, so that every
 * order keeps its price. `version` is the row version the editor saw.
 */
export async function changePrice(
  tx: Tx,
  actor: Actor,
  id: bigint,
  version: number | undefined,
  changes: Partial<PriceValues>,
  rights: PriceRights,
): Promise<Price> {
  const [row] = await lockPrices(tx, actor, [id]);
  if (!row) throw commonErrors.NOT_FOUND();
  if (version !== undefined && version !== row.version) throw commonErrors.STALE_DATA();
  if (isOver(row)) throw commonErrors.STATE_CONFLICT();
  const next: PriceValues = { ...row, ...changes };
  assertSound(next, rights);
  return openNextVersion(tx, actor, row, next);
}

/** Enables or disables prices, each separately. @returns the refused ids with the error codes */
export async function setPriceStatus(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  status: 0 | 1,
): Promise<{ failed: { id: bigint; code: string }[] }> {
  const rows = new Map((await lockPrices(tx, actor, ids)).map((row) => [row.id, row]));
  const failed: { id: bigint; code: string }[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (!row) failed.push({ id, code: 'NOT_FOUND' });
    else if (isOver(row)) failed.push({ id, code: 'STATE_CONFLICT' });
    else {
      const to = status === 0 ? PRICE_STATUS.disabled : statusAt(row.effectiveTime);
      try {
        await inSavepoint(tx, (inner) =>
          guarded(() =>
            inner
              .update(prices)
              .set({
                status: to,
                updateUser: actor.userId,
                updateTime: sql`now()`,
                version: sql`${prices.version} + 1`,
              })
              .where(eq(prices.id, id)),
          ),
        );
      } catch (error) {
        failed.push({ id, code: (error as { code?: string }).code ?? 'INTERNAL' });
      }
    }
  }
  return { failed };
}

export interface BatchSetting {
  readonly field: 'salePrice' | 'costPrice' | 'minPrice';
  readonly mode: 'SET' | 'ADD' | 'MULTIPLY';
  /** Decimal text: an amount for SET and ADD, a factor for MULTIPLY. */
  readonly value: string;
  readonly effectiveTime?: Date | undefined;
  readonly reason: string;
}

export interface BatchOutcome {
  readonly items: {
    readonly row: Price;
    /** The price after the change. */
    readonly next: PriceValues;
    readonly before: Micro | null;
    readonly after: Micro;
    readonly belowCost: boolean;
    /** The row with the new price; undefined where nothing was written. */
    readonly written: Price | undefined;
  }[];
  readonly failed: { readonly id: bigint; readonly code: string }[];
}

/**
 * Sets one price column of many rows; with `dryRun` only returns the results. Tiers follow the sale price when it is
 * raised or multiplied; a fixed new price keeps them, and is refused if they no longer fit.
 */
export async function setPrices(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  setting: BatchSetting,
  rights: PriceRights,
  dryRun: boolean,
): Promise<BatchOutcome> {
  const rows = await lockPrices(tx, actor, ids);
  const found = new Set(rows.map(({ id }) => id));
  const failed = ids.filter((id) => !found.has(id)).map((id) => ({ id, code: 'NOT_FOUND' }));
  const items: BatchOutcome['items'] = [];
  for (const row of rows) {
    const before = row[setting.field];
    const after = applied(before ?? micros(0n), setting);
    const next: PriceValues = {
      ...row,
      [setting.field]: after,
      tierJson: setting.field === 'salePrice' ? tiersAlong(row.tierJson, setting) : row.tierJson,
      remark: setting.reason,
      ...(setting.effectiveTime ? { effectiveTime: setting.effectiveTime } : {}),
    };
    const belowCost = lowestOf(next) < next.costPrice;
    try {
      if (isOver(row)) throw commonErrors.STATE_CONFLICT();
      assertSound(next, rights);
      const written = dryRun ? undefined : await inSavepoint(tx, (inner) => openNextVersion(inner, actor, row, next));
      items.push({ row, next, before, after, belowCost, written });
    } catch (error) {
      failed.push({ id: row.id, code: (error as { code?: string }).code ?? 'INTERNAL' });
    }
  }
  return { items, failed };
}

/** Removes unused prices. @throws PRICE_USED; then none is removed */
export async function removePrices(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const rows = await lockPrices(tx, actor, ids);
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  if (rows.some(({ used }) => used === 1)) throw pricingErrors.PRICE_USED();
  await tx
    .update(prices)
    .set({
      deletedAt: sql`now()`,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${prices.version} + 1`,
    })
    .where(inArray(prices.id, [...ids]));
  for (const { priceNo, effectiveTime } of rows) await reopen(tx, actor, priceNo, effectiveTime);
}

/**
 * Extends the price that would have ended at the start of a removed one: to its planned end, or until the next price.
 */
async function reopen(tx: Tx, actor: Actor, priceNo: string, at: Date): Promise<void> {
  await guarded(() =>
    tx.execute(sql`
      update prc_price p set planned_expire_time = null, version = version + 1, update_time = now(), update_user = ${actor.userId},
        expire_time = least(nullif(p.planned_expire_time, 'infinity'), (
          select min(n.effective_time) from prc_price n
          where n.tenant_id = p.tenant_id and n.price_no = p.price_no and n.deleted_at is null and n.effective_time > p.effective_time))
      where p.tenant_id = ${actor.tenantId} and p.price_no = ${priceNo} and p.expire_time = ${at} and p.expire_time > now()
        and p.planned_expire_time is not null and p.deleted_at is null`),
  );
}

/** Marks a price as used, so that it can no longer be rewritten. */
export async function markUsed(tx: Tx, priceId: bigint): Promise<void> {
  await tx
    .update(prices)
    .set({ used: 1 })
    .where(and(eq(prices.id, priceId), eq(prices.used, 0)));
}

/** Enables scheduled prices that start, and expires those that end. @returns how many changed */
export async function applyScheduledPrices(tx: Tx): Promise<number> {
  const on = await tx.execute(
    sql`update prc_price set status = ${PRICE_STATUS.enabled}, update_time = now() where status = ${PRICE_STATUS.scheduled} and effective_time <= now() and deleted_at is null`,
  );
  const off = await tx.execute(
    sql`update prc_price set status = ${PRICE_STATUS.expired}, update_time = now() where status in (0, 1, 2) and expire_time <= now() and deleted_at is null`,
  );
  return (on.rowCount ?? 0) + (off.rowCount ?? 0);
}

async function openNextVersion(tx: Tx, actor: Actor, row: Price, next: PriceValues): Promise<Price> {
  const now = new Date();
  const isDisabled = row.status === PRICE_STATUS.disabled;
  const isInForce = !isDisabled && row.effectiveTime <= now;
  const effectiveTime = next.effectiveTime > now ? next.effectiveTime : now;
  const priceVersion = await nextVersion(tx, row);
  const changed = { updateUser: actor.userId, updateTime: sql`now()`, version: sql`${prices.version} + 1` };
  // A price in force with a later change stays until then; rewriting it would leave its key without a price.
  if (row.used === 0 && !(isInForce && next.effectiveTime > now)) {
    const status = isDisabled ? row.status : statusAt(next.effectiveTime);
    const isLater = next.effectiveTime > row.effectiveTime;
    if (!isLater) await endBefore(tx, row, next.effectiveTime);
    const [rewritten] = await guarded(() =>
      tx
        .update(prices)
        .set({ ...columnsOf(next), priceVersion, status, ...changed })
        .where(eq(prices.id, row.id))
        .returning(),
    );
    if (isLater) await endBefore(tx, row, next.effectiveTime);
    return rewritten as Price;
  }
  const closedStatus = effectiveTime > now ? row.status : PRICE_STATUS.expired;
  const { rows: planned } = await tx.execute<{ planned: string }>(
    sql`update prc_price set planned_expire_time = coalesce(planned_expire_time, expire_time, 'infinity') where id = ${row.id}
      returning planned_expire_time::text as planned`,
  );
  await tx
    .update(prices)
    .set({ expireTime: effectiveTime, status: closedStatus, ...changed })
    .where(eq(prices.id, row.id));
  const [opened] = await guarded(() =>
    tx
      .insert(prices)
      .values({
        ...columnsOf({ ...next, effectiveTime }),
        tenantId: row.tenantId,
        priceNo: row.priceNo,
        currency: row.currency,
        priceVersion,
        status: isDisabled ? row.status : statusAt(effectiveTime),
        used: 0,
        ...author(actor),
      })
      .returning(),
  );
  // It ends where a later price begins, and inherits the planned end of its predecessor.
  if (opened && next.expireTime !== null && next.expireTime.getTime() === row.expireTime?.getTime())
    await tx.execute(
      sql`update prc_price set planned_expire_time = ${planned[0]?.planned ?? null}::timestamptz where id = ${opened.id}`,
    );
  return opened as Price;
}

/**
 * Moves the end of the preceding price to the new start of a scheduled one, so that neither a gap nor an overlap
 * remains.
 */
async function endBefore(tx: Tx, row: Price, at: Date): Promise<void> {
  if (row.status !== PRICE_STATUS.scheduled || row.effectiveTime.getTime() === at.getTime()) return;
  await guarded(() =>
    tx.execute(sql`
      update prc_price set expire_time = ${at}, version = version + 1, update_time = now()
      where tenant_id = ${row.tenantId} and price_no = ${row.priceNo} and expire_time = ${row.effectiveTime}
        and effective_time < ${at} and planned_expire_time is not null and deleted_at is null`),
  );
}

/** Returns the next version number of a price: a change made before a scheduled one must not take the same number. */
async function nextVersion(tx: Tx, row: Price): Promise<number> {
  const [latest] = await tx
    .select({ version: max(prices.priceVersion) })
    .from(prices)
    .where(and(eq(prices.tenantId, row.tenantId), eq(prices.priceNo, row.priceNo)));
  return (latest?.version ?? row.priceVersion) + 1;
}

const isOver = (row: Price): boolean =>
  row.status === PRICE_STATUS.expired || (row.expireTime !== null && row.expireTime <= new Date());

function assertSound(values: PriceValues, rights: PriceRights): void {
  const { filterType, activePeriod, serviceType: service, tierJson, minQty, maxQty } = values;
  const isMissing = CHECKS.includes(service) && filterType === null;
  const isStray = filterType !== null && !isKindOf(service, filterType);
  if (isMissing || isStray || (filterType === ACTIVITY) !== (activePeriod !== null)) throw pricingErrors.PRICE_KEY();
  if (values.salePrice < 0n || values.costPrice < 0n || (values.minPrice ?? 0n) < 0n)
    throw pricingErrors.PRICE_NEGATIVE();
  if (minQty !== null && maxQty !== null && minQty > maxQty) throw pricingErrors.PRICE_QUANTITY();
  if (values.expireTime && values.expireTime <= values.effectiveTime) throw pricingErrors.PRICE_PERIOD();
  for (const [index, tier] of tierJson.entries()) {
    const before = tierJson[index - 1];
    const ceiling = before ? parseMoney(before.price) : values.salePrice;
    const price = parseMoney(tier.price);
    if (price > ceiling || price < 0n || (before && tier.fromQty <= before.fromQty)) throw pricingErrors.PRICE_TIERS();
  }
  const lowest = lowestOf(values);
  if (lowest >= values.costPrice || (rights.belowCost && values.remark)) return;
  // Does not reveal the cost: not every user who sets prices may know it.
  const price = { price: formatMoney(lowest) };
  throw rights.belowCost
    ? pricingErrors.PRICE_BELOW_COST(price, { fields: [{ field: 'remark', message: REASON_MISSING }] })
    : pricingErrors.PRICE_BELOW_COST(price);
}

const REASON_MISSING = { zh: '请填写低于成本的原因', en: 'Enter the reason for the price below cost' };

/** Returns the unit price of the largest quantity, before discounts. */
export function lowestOf({ salePrice, tierJson }: PriceValues): Micro {
  const [lowest = salePrice] = [salePrice, ...tierJson.map(({ price }) => parseMoney(price))].sort((a, b) =>
    a < b ? -1 : 1,
  );
  return lowest;
}

/** Applies the change of the sale price to the tiers. */
const tiersAlong = (tiers: readonly Tier[], setting: BatchSetting): readonly Tier[] =>
  setting.mode === 'SET'
    ? tiers
    : tiers.map(({ fromQty, price }) => ({ fromQty, price: formatMoney(applied(parseMoney(price), setting)) }));

function applied(before: Micro, { mode, value }: BatchSetting): Micro {
  if (mode === 'SET') return parseMoney(value);
  return mode === 'ADD' ? micros(before + parseMoney(value)) : applyRate(before, value);
}

export function lockPrices(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Price[]> {
  return tx
    .select()
    .from(prices)
    .where(and(visible(actor, prices, 'tenant'), inArray(prices.id, [...ids])))
    .orderBy(asc(prices.id))
    .for('update');
}

/**
 * Returns the cost of the newest price of the key, else of the key at any level, removed prices included: a price that is
 * removed and added again keeps its cost. Zero if the key never had a price.
 */
export async function knownCost(tx: Tx, actor: Actor, key: PriceKey & Pick<PriceValues, 'agentLevel'>): Promise<Micro> {
  const [newest] = await tx
    .select({ costPrice: prices.costPrice })
    .from(prices)
    .where(and(eq(prices.tenantId, actor.tenantId), sameKey(key)))
    .orderBy(desc(eq(prices.agentLevel, key.agentLevel)), desc(prices.id))
    .limit(1);
  return newest?.costPrice ?? micros(0n);
}

/** Whether a price has the key, at any level. */
const sameKey = ({ businessType, serviceType, countryCode, filterType, activePeriod }: PriceKey) =>
  and(
    eq(prices.businessType, businessType),
    eq(prices.serviceType, serviceType),
    eq(prices.countryCode, countryCode),
    sql`${prices.filterType} is not distinct from ${filterType ?? null}::int`,
    sql`${prices.activePeriod} is not distinct from ${activePeriod ?? null}::int`,
  );

/** @throws PRICE_TAKEN if a price of the same key is in force during the period */
async function assertFree(tx: Tx, actor: Actor, values: PriceValues): Promise<void> {
  const [other] = await tx
    .select({ id: prices.id, priceNo: prices.priceNo, version: prices.priceVersion })
    .from(prices)
    .where(
      and(
        eq(prices.tenantId, actor.tenantId),
        sameKey(values),
        eq(prices.agentLevel, values.agentLevel),
        inArray(prices.status, [PRICE_STATUS.enabled, PRICE_STATUS.scheduled]),
        isNull(prices.deletedAt),
        sql`tstzrange(${prices.effectiveTime}, ${prices.expireTime}) && tstzrange(${values.effectiveTime}::timestamptz, ${values.expireTime}::timestamptz)`,
      ),
    )
    .orderBy(asc(prices.effectiveTime))
    .limit(1);
  if (other) throw pricingErrors.PRICE_TAKEN({ no: other.priceNo, version: other.version }, { id: String(other.id) });
}

/** Converts the database's refusal of overlapping periods to PRICE_OVERLAP. */
async function guarded<T>(write: () => PromiseLike<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (sqlState(error) === '23P01') throw pricingErrors.PRICE_OVERLAP();
    throw error;
  }
}

const statusAt = (effectiveTime: Date): number =>
  effectiveTime > new Date() ? PRICE_STATUS.scheduled : PRICE_STATUS.enabled;
const author = (actor: Actor) => ({
  createUser: actor.userId,
  createUserName: actor.realName,
  createDept: actor.deptIds[0] ?? null,
  updateUser: actor.userId,
});

const columnsOf = (values: PriceValues) => ({
  businessType: values.businessType,
  serviceType: values.serviceType,
  filterType: values.filterType,
  activePeriod: values.activePeriod,
  countryCode: values.countryCode,
  agentLevel: values.agentLevel,
  unit: values.unit,
  chargeOn: values.chargeOn,
  costPrice: values.costPrice,
  salePrice: values.salePrice,
  minPrice: values.minPrice,
  minQty: values.minQty,
  maxQty: values.maxQty,
  stepQty: values.stepQty,
  tierJson: [...values.tierJson],
  effectiveTime: values.effectiveTime,
  expireTime: values.expireTime,
  remark: values.remark,
});
