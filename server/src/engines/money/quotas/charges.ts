import { hash } from 'node:crypto';
import { quotaEvent, quotaStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { serviceType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros, times } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, desc, eq, gt, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { inSavepoint, type Tx } from '../../../kernel/db/index.ts';
import { toJson } from '../../../kernel/db/row-json.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { clockOf } from '../../people/identity/index.ts';
import { hold, refund, release, revenue, settle } from '../ledger/index.ts';
import { earnRebates, takeBackRebates } from '../rebates/index.ts';
import { quotaErrors } from './errors.ts';
import { businessName, changeLot, leftOf, lockLots } from './lots.ts';
import { type QuotaCharge, type QuotaRow, quotaCharges, quotaEntries, quotaParts, quotas } from './tables.ts';

/** Days for which units returned to an expired package can be used. */
const RETURN_DAYS = 7;
const DAY_MILLIS = 86_400_000;

/** A kind of units. Packages of the same kind fit, for the same country or for all countries. */
export interface UnitKind {
  readonly businessType: number;
  readonly packageService: number;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
  readonly countryCode: string;
}

export interface UnitHold {
  readonly userId: bigint;
  readonly kind: UnitKind;
  readonly units: number;
  /** Price of a unit without a package; null: packages only. */
  readonly unitPrice: Micro | null;
  /** Whether no packages pay. */
  readonly isMoneyOnly?: boolean;
  /** At most 64 characters. The same key with the same content returns the first charge again. */
  readonly idemKey: string;
  readonly bizType: string;
  readonly bizId?: bigint | undefined;
  readonly bizNo?: string | undefined;
  /** For past business: its time. */
  readonly at?: Date | undefined;
}

/**
 * Holds units for later work: from packages first, in the order of their ends, and money for the rest (bonus before
 * balance). A refusal changes nothing.
 * @throws QUOTA_NOT_ENOUGH, BALANCE_NOT_ENOUGH, IDEMPOTENCY_CONFLICT
 */
export const holdUnits = (tx: Tx, actor: Actor, asked: UnitHold): Promise<QuotaCharge> =>
  inSavepoint(tx, async (savepoint) => {
    const { charge, isNew } = await claimCharge(savepoint, actor, asked);
    if (!isNew) return charge;
    const lots = asked.isMoneyOnly ? [] : await lotsFor(savepoint, actor, asked);
    const parts: { lot: QuotaRow; units: number }[] = [];
    let open = asked.units;
    for (const lot of lots) {
      const units = Math.min(open, leftOf(lot));
      if (units > 0) parts.push({ lot, units });
      open -= units;
    }
    if (open > 0 && asked.unitPrice === null) throw quotaErrors.QUOTA_NOT_ENOUGH({ n: asked.units - open });
    for (const [seq, { lot, units }] of parts.entries()) {
      await savepoint.insert(quotaParts).values({ chargeId: charge.id, seq, quotaId: lot.id, units });
      const { idemKey, bizNo = null } = asked;
      await changeLot(
        savepoint,
        actor,
        lot,
        { frozen: units },
        { kind: 'held', units, idemKey: `h:${idemKey}`, chargeId: charge.id, bizNo, at: asked.at },
      );
    }
    const amount = asked.unitPrice === null ? 0n : times(asked.unitPrice, open);
    const held =
      amount === 0n
        ? null
        : await hold(savepoint, actor, {
            ...documentOf(asked),
            userId: asked.userId,
            amount,
            idemKey: `uh:${asked.idemKey}`,
          });
    const [placed] = await savepoint
      .update(quotaCharges)
      .set({ quotaUnits: asked.units - open, holdId: held?.holdId ?? null })
      .where(eq(quotaCharges.id, charge.id))
      .returning();
    return placed as QuotaCharge;
  });

interface Step {
  readonly chargeId: bigint;
  readonly units: number;
  /** At most 64 characters. */
  readonly idemKey: string;
  /** For past business: its time. */
  readonly at?: Date | undefined;
}

interface Used {
  readonly charge: QuotaCharge;
  /** The part of this step paid in money, the base of rebates; null for none and for a repetition. */
  readonly paid: { readonly journalId: bigint; readonly amount: Micro } | null;
}

/**
 * Consumes held units as parts of the work are done: from packages first, then from money. The share of a package's
 * price becomes revenue, and superior agents earn rebates on it.
 * @throws CHARGE_NOT_FOUND, UNITS_EXCEED
 */
export const consumeUnits = (tx: Tx, actor: Actor, step: Step): Promise<Used> =>
  inSavepoint(tx, async (savepoint) => {
    const charge = await lockCharge(savepoint, actor, step.chargeId);
    if (await isDone(savepoint, charge, step)) return { charge, paid: null };
    assertFits(step.units, charge.units - charge.used - charge.released);
    const byQuota = Math.min(step.units, charge.quotaUnits - charge.quotaUsed - charge.quotaReleased);
    const byMoney = step.units - byQuota;
    let left = byQuota;
    for (const { part, lot } of await openParts(savepoint, charge)) {
      const units = Math.min(left, part.units - part.used - part.released);
      if (units === 0) continue;
      left -= units;
      await movePart(savepoint, part, { used: units });
      const reason = {
        kind: 'used',
        units,
        idemKey: step.idemKey,
        chargeId: charge.id,
        bizNo: charge.bizNo,
        at: step.at,
      } as const;
      const { journalId, value } = await changeLot(savepoint, actor, lot, { used: units, frozen: -units }, reason);
      if (journalId !== null) await earn(savepoint, lot, { journalId, amount: value, at: step.at });
    }
    invariant(left === 0, 'quota-parts', String(charge.id));
    const paid = byMoney > 0 ? await settleMoney(savepoint, actor, charge, step, byMoney) : null;
    return { charge: await moveCharge(savepoint, charge, { used: step.units, quotaUsed: byQuota }), paid };
  });

/**
 * Releases held units that are not needed: money first, then packages. No unit becomes spendable that was not before.
 * @throws CHARGE_NOT_FOUND, UNITS_EXCEED
 */
export const releaseUnits = (tx: Tx, actor: Actor, step: Step): Promise<QuotaCharge> =>
  inSavepoint(tx, async (savepoint) => {
    const charge = await lockCharge(savepoint, actor, step.chargeId);
    if (await isDone(savepoint, charge, step)) return charge;
    assertFits(step.units, charge.units - charge.used - charge.released);
    const moneyLeft =
      charge.units - charge.quotaUnits - (charge.used - charge.quotaUsed) - (charge.released - charge.quotaReleased);
    const byMoney = Math.min(step.units, moneyLeft);
    const byQuota = step.units - byMoney;
    if (byMoney > 0)
      await recordMoney(savepoint, actor, charge, { kind: 'released', units: byMoney, idemKey: step.idemKey });
    let left = byQuota;
    for (const { part, lot } of (await openParts(savepoint, charge)).reverse()) {
      const units = Math.min(left, part.units - part.used - part.released);
      if (units === 0) continue;
      left -= units;
      await movePart(savepoint, part, { released: units });
      const reason = {
        kind: 'released',
        units,
        idemKey: step.idemKey,
        chargeId: charge.id,
        bizNo: charge.bizNo,
        at: step.at,
      } as const;
      await changeLot(savepoint, actor, lot, { frozen: -units }, reason);
    }
    if (byMoney > 0 && charge.holdId !== null) {
      const amount = times(charge.unitPrice ?? micros(0n), byMoney);
      await release(savepoint, actor, { holdId: charge.holdId, amount, idemKey: `ur:${charge.id}:${step.idemKey}` });
    }
    return moveCharge(savepoint, charge, { released: step.units, quotaReleased: byQuota });
  });

/** Releases all units of a charge that are neither used nor released. @throws CHARGE_NOT_FOUND */
export async function releaseRest(
  tx: Tx,
  actor: Actor,
  { chargeId, idemKey }: Pick<Step, 'chargeId' | 'idemKey'>,
): Promise<QuotaCharge> {
  const charge = await lockCharge(tx, actor, chargeId);
  const units = charge.units - charge.used - charge.released;
  return units === 0 ? charge : releaseUnits(tx, actor, { chargeId, idemKey, units });
}

/**
 * Returns used units in reverse order: first those paid in money, the latest first, to their source; then units to
 * their packages, whose revenue and rebates are reversed. An expired package then stays usable for seven days.
 * @throws CHARGE_NOT_FOUND, UNITS_EXCEED
 */
export const returnUnits = (tx: Tx, actor: Actor, step: Step & { readonly reason: string }): Promise<QuotaCharge> =>
  inSavepoint(tx, async (savepoint) => {
    const charge = await lockCharge(savepoint, actor, step.chargeId);
    if (await isDone(savepoint, charge, step)) return charge;
    const uses = await savepoint
      .select()
      .from(quotaEntries)
      .where(and(eq(quotaEntries.chargeId, charge.id), eq(quotaEntries.kind, quotaEvent.is.used)))
      .orderBy(asc(sql`${quotaEntries.quotaId} is not null`), desc(quotaEntries.id));
    assertFits(
      step.units,
      uses.reduce((sum, { units, returnedUnits }) => sum + units - returnedUnits, 0),
    );
    const lots = new Map(
      (
        await lockLots(
          savepoint,
          uses.flatMap(({ quotaId }) => (quotaId === null ? [] : [quotaId])),
        )
      ).map((lot) => [lot.id, lot]),
    );
    // Rebate rows are locked before wallets, as in the posting of rebates.
    const refunds: Parameters<typeof refund>[2][] = [];
    let left = step.units;
    for (const entry of uses) {
      const units = Math.min(left, entry.units - entry.returnedUnits);
      if (units === 0) continue;
      left -= units;
      const returnedUnits = entry.returnedUnits + units;
      const isWhole = returnedUnits === entry.units;
      const { id, idemKey } = entry;
      if (entry.quotaId === null) {
        const back = isWhole
          ? micros(entry.amount - entry.returnedAmount)
          : times(charge.unitPrice ?? micros(0n), units);
        const returnedAmount = micros(entry.returnedAmount + back);
        await recordMoney(savepoint, actor, charge, { kind: 'returned', units, idemKey: step.idemKey, amount: back });
        await savepoint.update(quotaEntries).set({ returnedUnits, returnedAmount }).where(eq(quotaEntries.id, id));
        if (entry.journalId === null || back === 0n) continue;
        await takeBackRebates(savepoint, { journalId: entry.journalId, refunded: returnedAmount });
        refunds.push({
          journalId: entry.journalId,
          amount: back,
          idemKey: `ub:${id}:${step.idemKey}`,
          reason: step.reason,
        });
        continue;
      }
      const lot = lots.get(entry.quotaId);
      invariant(lot, 'quota-of-entry', idemKey);
      const { lot: changed, value } = await changeLot(
        savepoint,
        actor,
        lot,
        { used: -units, until: new Date(Date.now() + RETURN_DAYS * DAY_MILLIS) },
        {
          kind: 'returned',
          units,
          idemKey: step.idemKey,
          chargeId: charge.id,
          bizNo: charge.bizNo,
          remark: step.reason,
          at: step.at,
        },
      );
      lots.set(lot.id, changed);
      // Rounding may differ by a micro-unit from the booking of this use; limit each return to it, so that all returns
      // equal all bookings.
      const returned = entry.returnedAmount + value;
      const returnedAmount = micros(isWhole || returned > entry.amount ? entry.amount : returned);
      await savepoint.update(quotaEntries).set({ returnedUnits, returnedAmount }).where(eq(quotaEntries.id, id));
      if (entry.journalId !== null)
        await takeBackRebates(savepoint, { journalId: entry.journalId, refunded: returnedAmount });
    }
    for (const one of refunds) await refund(savepoint, actor, one);
    return moveCharge(savepoint, charge, {});
  });

const fitting = (actor: Actor, { userId, kind }: { userId: bigint; kind: UnitKind }) =>
  and(
    eq(quotas.tenantId, actor.tenantId),
    eq(quotas.ownerId, userId),
    eq(quotas.status, quotaStatus.is.active),
    gt(quotas.expireTime, clockOf(quotas.ownerId)),
    eq(quotas.businessType, kind.businessType),
    eq(quotas.packageService, kind.packageService),
    kind.filterType === null ? isNull(quotas.filterType) : eq(quotas.filterType, kind.filterType),
    kind.activePeriod === null ? isNull(quotas.activePeriod) : eq(quotas.activePeriod, kind.activePeriod),
    inArray(quotas.countryCode, [kind.countryCode, '*']),
  );

/** Returns the units of packages that `holdUnits` would use now, at most. */
export async function availableUnits(
  run: Pick<Tx, 'select'>,
  actor: Actor,
  asked: Pick<UnitHold, 'userId' | 'kind'>,
): Promise<number> {
  const lots = await run.select().from(quotas).where(fitting(actor, asked));
  return lots.reduce((sum, lot) => sum + leftOf(lot), 0);
}

/** Returns the locked packages that fit, in order of use: earliest end first, then the narrowest kind. */
async function lotsFor(tx: Tx, actor: Actor, asked: UnitHold): Promise<QuotaRow[]> {
  const found = await tx.select().from(quotas).where(fitting(actor, asked)).orderBy(asc(quotas.id)).for('update');
  return found.toSorted(
    (a, b) =>
      a.expireTime.getTime() - b.expireTime.getTime() ||
      Number(a.countryCode === '*') - Number(b.countryCode === '*') ||
      Number(a.id - b.id),
  );
}

async function claimCharge(tx: Tx, actor: Actor, asked: UnitHold): Promise<{ charge: QuotaCharge; isNew: boolean }> {
  const { userId, kind, units, unitPrice, bizType, bizId, bizNo, idemKey } = asked;
  const fingerprint = hash('sha256', toJson([userId, kind, units, unitPrice, bizType, bizId ?? null]), 'base64url');
  const [made] = await tx
    .insert(quotaCharges)
    .values({
      tenantId: actor.tenantId,
      userId,
      idemKey,
      fingerprint,
      businessType: kind.businessType,
      units,
      quotaUnits: 0,
      unitPrice,
      bizType,
      bizId: bizId ?? null,
      bizNo: bizNo ?? null,
    })
    .onConflictDoNothing()
    .returning();
  if (made) return { charge: made, isNew: true };
  const [charge] = await tx
    .select()
    .from(quotaCharges)
    .where(and(eq(quotaCharges.tenantId, actor.tenantId), eq(quotaCharges.idemKey, idemKey)));
  invariant(charge, 'quota-charge-claimed', idemKey);
  if (charge.fingerprint !== fingerprint) throw commonErrors.IDEMPOTENCY_CONFLICT();
  return { charge, isNew: false };
}

async function lockCharge(tx: Tx, actor: Actor, id: bigint): Promise<QuotaCharge> {
  const [charge] = await tx
    .select()
    .from(quotaCharges)
    .where(and(eq(quotaCharges.tenantId, actor.tenantId), eq(quotaCharges.id, id)))
    .for('update');
  if (!charge) throw quotaErrors.CHARGE_NOT_FOUND();
  return charge;
}

/** Whether this charge already has a step under this key. The charge is locked. */
async function isDone(tx: Tx, { id }: QuotaCharge, { idemKey }: Step): Promise<boolean> {
  const found = await tx
    .select({ id: quotaEntries.id })
    .from(quotaEntries)
    .where(and(eq(quotaEntries.chargeId, id), eq(quotaEntries.idemKey, idemKey)))
    .limit(1);
  return found.length > 0;
}

function assertFits(units: number, left: number): void {
  if (units <= 0 || units > left) throw quotaErrors.UNITS_EXCEED({ n: left });
}

/** Returns the parts of a charge in order of use, with their packages, locked. */
async function openParts(tx: Tx, { id }: QuotaCharge) {
  const parts = await tx.select().from(quotaParts).where(eq(quotaParts.chargeId, id)).orderBy(asc(quotaParts.seq));
  if (parts.length === 0) return [];
  const lots = new Map(
    (
      await lockLots(
        tx,
        parts.map(({ quotaId }) => quotaId),
      )
    ).map((lot) => [lot.id, lot]),
  );
  return parts.map((part) => {
    const lot = lots.get(part.quotaId);
    invariant(lot, 'quota-of-part', String(part.quotaId));
    return { part, lot };
  });
}

const movePart = (
  tx: Tx,
  { chargeId, seq, used, released }: typeof quotaParts.$inferSelect,
  change: { used?: number; released?: number },
) =>
  tx
    .update(quotaParts)
    .set({ used: used + (change.used ?? 0), released: released + (change.released ?? 0) })
    .where(and(eq(quotaParts.chargeId, chargeId), eq(quotaParts.seq, seq)));

async function moveCharge(
  tx: Tx,
  charge: QuotaCharge,
  change: { used?: number; released?: number; quotaUsed?: number; quotaReleased?: number },
): Promise<QuotaCharge> {
  const [moved] = await tx
    .update(quotaCharges)
    .set({
      used: charge.used + (change.used ?? 0),
      released: charge.released + (change.released ?? 0),
      quotaUsed: charge.quotaUsed + (change.quotaUsed ?? 0),
      quotaReleased: charge.quotaReleased + (change.quotaReleased ?? 0),
      updateTime: sql`now()`,
    })
    .where(eq(quotaCharges.id, charge.id))
    .returning();
  return moved as QuotaCharge;
}

async function settleMoney(
  tx: Tx,
  actor: Actor,
  charge: QuotaCharge,
  { idemKey }: Step,
  units: number,
): Promise<Used['paid']> {
  const amount = times(charge.unitPrice ?? micros(0n), units);
  const settled =
    amount === 0n || charge.holdId === null
      ? null
      : await settle(tx, actor, {
          holdId: charge.holdId,
          amount,
          to: revenue(businessName(charge.businessType)),
          idemKey: `uu:${charge.id}:${idemKey}`,
        });
  await recordMoney(tx, actor, charge, { kind: 'used', units, idemKey, amount, journalId: settled?.journalId ?? null });
  return settled && { journalId: settled.journalId, amount };
}

const recordMoney = (
  tx: Tx,
  actor: Actor,
  charge: QuotaCharge,
  line: {
    kind: 'used' | 'released' | 'returned';
    units: number;
    idemKey: string;
    amount?: bigint;
    journalId?: bigint | null;
  },
) =>
  tx.insert(quotaEntries).values({
    tenantId: charge.tenantId,
    ownerId: charge.userId,
    ownerPath: '',
    chargeId: charge.id,
    kind: quotaEvent.is[line.kind],
    units: line.units,
    amount: micros(line.amount ?? 0n),
    journalId: line.journalId ?? null,
    idemKey: line.idemKey,
    bizNo: charge.bizNo,
    createUser: actor.userId || null,
    createUserName: actor.realName || null,
  });

/**
 * Superior agents earn rebates on the price of units when these are used, at the rates of that time; not on expired
 * units.
 */
const earn = (
  tx: Tx,
  lot: QuotaRow,
  { journalId, amount, at }: { journalId: bigint; amount: Micro; at: Date | undefined },
) =>
  earnRebates(tx, [
    {
      tenantId: lot.tenantId,
      agentId: lot.agentId,
      userId: lot.ownerId,
      userName: lot.ownerName,
      businessType: lot.businessType,
      serviceType: serviceType.is.package,
      countryCode: lot.countryCode,
      source: 'product',
      sourceId: lot.orderId,
      sourceNo: lot.orderNo,
      journalId,
      amount,
      warrantyUntil: null,
      at,
    },
  ]);

const documentOf = ({ bizType, bizId, bizNo }: UnitHold) => ({ bizType, bizId, bizNo });
