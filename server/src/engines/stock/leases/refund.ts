import { leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { lease } from '@trade-assistant/contract/areas/agent/lease.ts';
import { type Micro, micros, ZERO } from '@trade-assistant/contract/kit/money.ts';
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { refund } from '../../money/ledger/index.ts';
import { takeBackRebates } from '../../money/rebates/index.ts';
import { type LeaseRenewal, type LeaseRow, leaseRenewals, leases } from './tables.ts';

const { active, overdue, refunded } = leaseStatus.is;

/** Returns the running leases of an order, for some numbers or all, locked before their numbers are. */
export const lockLeasesOfOrder = (tx: Tx, orderId: bigint, itemIds?: readonly bigint[]): Promise<LeaseRow[]> =>
  tx
    .select()
    .from(leases)
    .where(
      and(
        eq(leases.orderId, orderId),
        inArray(leases.status, [active, overdue]),
        itemIds ? inArray(leases.itemId, [...itemIds]) : undefined,
      ),
    )
    .orderBy(asc(leases.id))
    .for('update');

/** The part of a renewal to refund. */
export interface RenewalPart {
  readonly renewal: LeaseRenewal;
  readonly amount: Micro;
}

/**
 * Ends locked leases whose numbers are refunded, and takes back the rebates that agents above earned from their
 * renewals. Call it before any money moves. @returns the renewals to refund, each with its amount
 */
export async function takeBackLeases(tx: Tx, actor: Actor, rows: readonly LeaseRow[]): Promise<RenewalPart[]> {
  if (rows.length === 0) return [];
  const ids = sql.param(rows.map(({ id }) => id));
  const { rows: sums } = await tx.execute<{ id: string; amount: string }>(sql`
    select renewal_id::text as id, sum(amount)::text as amount from agt_lease_month
    where lease_id = any(${ids}::bigint[]) and renewal_id is not null and refund_time is null
    group by renewal_id`);
  const amounts = new Map(sums.map(({ id, amount }) => [BigInt(id), micros(BigInt(amount))]));
  const renewals = await tx
    .select()
    .from(leaseRenewals)
    .where(inArray(leaseRenewals.id, [...amounts.keys()]))
    .orderBy(asc(leaseRenewals.id))
    .for('update');
  invariant(renewals.length === amounts.size, 'lease-renewals-missing', actor.tenantId);
  const parts = renewals.map((renewal) => ({ renewal, amount: amounts.get(renewal.id) ?? ZERO }));
  for (const { renewal, amount } of parts)
    if (renewal.journalId !== null)
      await takeBackRebates(tx, { journalId: renewal.journalId, refunded: renewal.refundAmount + amount });
  await tx.execute(sql`
    update agt_lease_month set refund_time = now(), update_time = now(), version = version + 1
    where lease_id = any(${ids}::bigint[]) and refund_time is null`);
  await tx.execute(sql`
    update agt_lease set status = ${refunded}, ended_time = now(), update_user = ${actor.userId || null}::bigint, update_time = now(),
      version = version + 1
    where id = any(${ids}::bigint[])`);
  announceChange(tx, actor.tenantId, lease);
  return parts;
}

/** Refunds the money of renewals to the wallets that paid. @returns how much */
export async function refundRenewals(
  tx: Tx,
  actor: Actor,
  parts: readonly RenewalPart[],
  reason: string,
): Promise<Micro> {
  let total = 0n;
  for (const { renewal, amount } of parts) {
    if (amount === 0n) continue;
    const refundAmount = micros(renewal.refundAmount + amount);
    if (renewal.journalId !== null)
      await refund(tx, actor, {
        journalId: renewal.journalId,
        amount,
        idemKey: `lsr:${renewal.renewalNo}:${refundAmount}`,
        bizNo: renewal.renewalNo,
        reason,
      });
    await tx.update(leaseRenewals).set({ refundAmount }).where(eq(leaseRenewals.id, renewal.id));
    total += amount;
  }
  return micros(total);
}

/** Continues a locked lease with another number, which replaced its own. */
export async function moveLease(
  tx: Tx,
  actor: Actor,
  { id }: LeaseRow,
  { itemId, e164 }: { readonly itemId: bigint; readonly e164: bigint },
): Promise<void> {
  await tx
    .update(leases)
    .set({
      itemId,
      e164,
      updateUser: actor.userId || null,
      updateTime: sql`now()`,
      version: sql`${leases.version} + 1`,
    })
    .where(eq(leases.id, id));
  announceChange(tx, actor.tenantId, lease);
}
