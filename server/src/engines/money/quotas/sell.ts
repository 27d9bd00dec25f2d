import { quotaStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { quota } from '@trade-assistant/contract/areas/agent/quota.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, isNull, lte, sql } from 'drizzle-orm';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { allOrNone, type Batch } from '../../../kernel/jobs/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { isPausedOwner } from '../../people/identity/index.ts';
import { quotaErrors } from './errors.ts';
import { changeLot, leftOf, note } from './lots.ts';
import { type QuotaRow, quotas } from './tables.ts';

const { active, refunded } = quotaStatus.is;
const BATCH = 200;
/** Days before the end of a package at which its owner is reminded. */
const REMIND_DAYS = 7;
const DAY_MILLIS = 86_400_000;

export interface SoldPackage {
  readonly orderId: bigint;
  readonly orderNo: string;
  readonly agentId: bigint;
  readonly nameZh: string;
  readonly nameEn: string;
  readonly businessType: number;
  readonly packageService: number;
  readonly filterType: number | null;
  readonly activePeriod: number | null;
  readonly countryCode: string;
  readonly units: number;
  readonly amount: Micro;
  readonly currency: string;
  readonly journalId: bigint | null;
  readonly validDays: number;
  /** For past business: its time. */
  readonly at?: Date | undefined;
}

/** Opens the buyer's units of a package that was just paid. */
export async function openQuota(tx: Tx, actor: Actor, sold: SoldPackage): Promise<QuotaRow> {
  const at = sold.at ?? new Date();
  const [row] = await tx
    .insert(quotas)
    .values({
      tenantId: actor.tenantId,
      ownerId: actor.userId,
      ownerPath: actor.ownerPath,
      ownerName: actor.realName || actor.account,
      agentId: sold.agentId,
      // An order has one package.
      quotaNo: sold.orderNo.replace(/^AP/, 'QT'),
      orderId: sold.orderId,
      orderNo: sold.orderNo,
      packageName: sold.nameZh,
      packageNameEn: sold.nameEn,
      businessType: sold.businessType,
      packageService: sold.packageService,
      filterType: sold.filterType,
      activePeriod: sold.activePeriod,
      countryCode: sold.countryCode,
      total: sold.units,
      amount: sold.amount,
      currency: sold.currency,
      journalId: sold.journalId,
      expireTime: new Date(at.getTime() + sold.validDays * DAY_MILLIS),
      createTime: at,
      updateTime: at,
      createUser: actor.userId,
      createUserName: actor.realName,
      updateUser: actor.userId,
    })
    .returning();
  invariant(row, 'quota-opened', sold.orderNo);
  await note(tx, actor, row, {
    kind: 'bought',
    units: sold.units,
    idemKey: `buy:${sold.orderNo}`,
    at,
    bizNo: sold.orderNo,
  });
  announceChange(tx, actor.tenantId, quota);
  return row;
}

/**
 * Takes back an unused package before its order is refunded; it can no longer be used.
 * @throws PACKAGE_USED
 */
export async function takeBackQuota(tx: Tx, actor: Actor, { orderId, reason }: { orderId: bigint; reason: string }) {
  const [lot] = await tx.select().from(quotas).where(eq(quotas.orderId, orderId)).for('update');
  invariant(lot, 'quota-of-order', String(orderId));
  if (lot.status !== active || leftOf(lot) !== lot.total) throw quotaErrors.PACKAGE_USED();
  const changes = {
    status: refunded,
    updateUser: actor.userId,
    updateTime: sql`now()`,
    version: sql`${quotas.version} + 1`,
  };
  await tx.update(quotas).set(changes).where(eq(quotas.id, lot.id));
  await note(tx, actor, lot, {
    kind: 'refunded',
    units: lot.total,
    idemKey: `refund:${lot.orderNo}`,
    bizNo: lot.orderNo,
    remark: reason,
  });
}

/**
 * Expires packages; their remaining units are forfeited, except units held for work in progress.
 * @param options.dated dates the postings at the package's end, for past business @returns how many
 */
export async function expireQuotas(
  tx: Tx,
  { dated = false, batch = allOrNone }: { readonly dated?: boolean; readonly batch?: Batch } = {},
): Promise<number> {
  const rows = await tx
    .select()
    .from(quotas)
    .where(
      and(
        eq(quotas.status, active),
        sql`not ${isPausedOwner(quotas.ownerId)}`,
        lte(quotas.expireTime, sql`now()`),
        sql`${quotas.total} > ${quotas.used} + ${quotas.frozen} + ${quotas.expired}`,
        batch.isNotSetApart(quotas.id),
      ),
    )
    .orderBy(asc(quotas.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  await batch.each(tx, rows, async (own, row) => {
    const units = leftOf(row);
    await changeLot(
      own,
      systemActor(row.tenantId),
      row,
      { expired: units },
      { kind: 'expired', units, idemKey: `expire:${row.expired}`, at: dated ? row.expireTime : undefined },
    );
    // No notification about past business.
    if (!dated) await notify(own, row, 'QUOTA_EXPIRED', { name: row.packageName, n: String(units) });
  });
  for (const tenantId of new Set(rows.map((row) => row.tenantId))) announceChange(tx, tenantId, quota);
  return rows.length;
}

/** Notifies owners of packages that end soon, once. @returns how many */
export async function remindOfQuotas(tx: Tx, batch = allOrNone): Promise<number> {
  const rows = await tx
    .select()
    .from(quotas)
    .where(
      and(
        eq(quotas.status, active),
        sql`not ${isPausedOwner(quotas.ownerId)}`,
        isNull(quotas.remindedTime),
        lte(quotas.expireTime, sql`now() + make_interval(days => ${REMIND_DAYS}::int)`),
        sql`${quotas.expireTime} > now()`,
        batch.isNotSetApart(quotas.id),
      ),
    )
    .orderBy(asc(quotas.id))
    .limit(BATCH)
    .for('update', { skipLocked: true });
  await batch.each(tx, rows, async (own, row) => {
    await own.update(quotas).set({ remindedTime: sql`now()` }).where(eq(quotas.id, row.id));
    if (leftOf(row) > 0)
      await notify(own, row, 'QUOTA_EXPIRING', {
        name: row.packageName,
        n: String(leftOf(row)),
        days: String(REMIND_DAYS),
      });
  });
  return rows.length;
}

const notify = (tx: Tx, row: QuotaRow, key: 'QUOTA_EXPIRED' | 'QUOTA_EXPIRING', params: Record<string, string>) =>
  sendMessage(tx, systemActor(row.tenantId), {
    to: { userIds: [row.ownerId] },
    key,
    params: params as never,
    bizType: quota.name,
    bizId: String(row.id),
    route: `/agent/quota/index?record=${row.id}`,
  });
