import { quotaEvent, quotaStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { businessType } from '@trade-assistant/contract/dictionaries.ts';
import { type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { deferred, post, revenue } from '../ledger/index.ts';
import { type QuotaRow, quotaEntries, quotas } from './tables.ts';

const { active, usedUp, expired: isExpired, refunded } = quotaStatus.is;

/** Returns the available units of a package. */
export const leftOf = ({
  total,
  used,
  frozen,
  expired,
}: Pick<QuotaRow, 'total' | 'used' | 'frozen' | 'expired'>): number => total - used - frozen - expired;

/**
 * Returns the earned revenue of a package after some used units. It depends on their number alone, so that every
 * history of uses and returns books the same total, and the last unit books the remainder.
 */
export const bookedOf = (amount: Micro, gone: number, total: number): Micro =>
  micros((amount * BigInt(gone)) / BigInt(total));

const BUSINESS = new Map<number, string>(Object.entries(businessType.is).map(([name, value]) => [value, name]));
export const businessName = (business: number): string => BUSINESS.get(business) ?? 'other';

/** Locks packages in the common order. */
export const lockLots = (tx: Tx, ids: readonly bigint[]): Promise<QuotaRow[]> =>
  tx
    .select()
    .from(quotas)
    .where(inArray(quotas.id, [...ids]))
    .orderBy(asc(quotas.id))
    .for('update');

export interface LotChange {
  readonly used?: number;
  readonly frozen?: number;
  readonly expired?: number;
  /** Extends the package to at least this time. */
  readonly until?: Date;
}

export interface LotReason {
  readonly kind: keyof typeof quotaEvent.is;
  readonly units: number;
  /** The key of the change; a repetition changes nothing. */
  readonly idemKey: string;
  readonly chargeId?: bigint;
  readonly bizNo?: string | null;
  readonly remark?: string | undefined;
  readonly at?: Date | undefined;
}

/**
 * Changes the units of a locked package, books or reverses the resulting revenue, and writes the line of its
 * statement.
 * @returns the package after the change, the line and the booked amount
 */
export async function changeLot(
  tx: Tx,
  actor: Actor,
  lot: QuotaRow,
  change: LotChange,
  reason: LotReason,
): Promise<{ lot: QuotaRow; entryId: bigint; journalId: bigint | null; value: Micro }> {
  const used = lot.used + (change.used ?? 0);
  const frozen = lot.frozen + (change.frozen ?? 0);
  const expired = lot.expired + (change.expired ?? 0);
  const booked = bookedOf(lot.amount, used + expired, lot.total);
  const left = lot.total - used - frozen - expired;
  invariant(left >= 0 && lot.status !== refunded, 'quota-units', String(lot.id));
  const journalId = await book(tx, actor, lot, micros(booked - lot.booked), reason);
  const [changed] = await tx
    .update(quotas)
    .set({
      used,
      frozen,
      expired,
      booked,
      status: left + frozen > 0 ? active : expired > 0 ? isExpired : usedUp,
      ...(change.until
        ? { expireTime: sql`greatest(${quotas.expireTime}, ${change.until.toISOString()}::timestamptz)` }
        : {}),
      updateUser: actor.userId,
      updateTime: reason.at ?? sql`now()`,
      version: sql`${quotas.version} + 1`,
    })
    .where(eq(quotas.id, lot.id))
    .returning();
  invariant(changed, 'quota-vanished', String(lot.id));
  const value = micros(booked > lot.booked ? booked - lot.booked : lot.booked - booked);
  const entryId = await note(tx, actor, changed, { ...reason, value, journalId });
  return { lot: changed, entryId, journalId, value };
}

/** Writes a line of a package's statement. */
export async function note(
  tx: Tx,
  actor: Actor,
  lot: QuotaRow,
  { kind, value = ZERO, journalId = null, ...line }: LotReason & { value?: Micro; journalId?: bigint | null },
): Promise<bigint> {
  const [row] = await tx
    .insert(quotaEntries)
    .values({
      tenantId: lot.tenantId,
      ownerId: lot.ownerId,
      ownerPath: lot.ownerPath,
      quotaId: lot.id,
      chargeId: line.chargeId ?? null,
      kind: quotaEvent.is[kind],
      units: line.units,
      leftAfter: kind === 'refunded' ? 0 : leftOf(lot),
      amount: value,
      journalId,
      idemKey: line.idemKey,
      bizNo: line.bizNo ?? null,
      remark: line.remark ?? null,
      ...(line.at ? { createTime: line.at } : {}),
      createUser: actor.userId || null,
      createUserName: actor.realName || actor.account || null,
    })
    .returning({ id: quotaEntries.id });
  invariant(row, 'quota-entry', line.idemKey);
  return row.id;
}

async function book(
  tx: Tx,
  actor: Actor,
  lot: QuotaRow,
  change: Micro,
  { bizNo, at }: LotReason,
): Promise<bigint | null> {
  if (change === 0n) return null;
  const business = businessName(lot.businessType);
  const amount = change > 0n ? change : -change;
  const sides = [[{ account: deferred(business), amount }], [{ account: revenue(business), amount }]] as const;
  const posted = await post(tx, actor, {
    event: change > 0n ? 'PACKAGE_USE' : 'PACKAGE_RETURN',
    debits: change > 0n ? sides[0] : sides[1],
    credits: change > 0n ? sides[1] : sides[0],
    currency: lot.currency,
    // The package is locked, and each change has another version.
    idemKey: `pku:${lot.id}:${lot.version}`,
    bizType: 'quota',
    bizId: lot.id,
    bizNo: bizNo ?? lot.quotaNo,
    at,
  });
  return posted.journalId;
}
