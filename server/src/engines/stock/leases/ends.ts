import { leaseStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { lease } from '@trade-assistant/contract/areas/agent/lease.ts';
import { and, asc, eq, inArray, notInArray, type SQL, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { LATEST_TODAY } from '../../../kernel/db/business-days.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { sendMessage } from '../../office/messages/index.ts';
import { isPausedOwner } from '../../people/identity/index.ts';
import { takeBackNumbers } from '../inventory/index.ts';
import { today } from './rent.ts';
import { type LeaseRow, leases } from './tables.ts';

const { active, overdue, ended } = leaseStatus.is;

/** Leases of one transaction. */
const BATCH = 1000;

const graceDays = integerParameter(sql`agt_lease.tenant_id`, 'lease.graceDays');
/** The last day on which an overdue number is kept. */
const keptUntil: SQL = sql`(agt_lease.end_date + ${graceDays})`;

/** Leases of users below a disabled agent pause: no end, no renewal, no reminder. */
const runs: SQL = sql`not ${isPausedOwner(leases.ownerId)}`;

/** One run of a timer over many owners: the current owner, and the owners skipped after a failure in this run. */
export interface Round {
  owner?: bigint;
  readonly skipped: Set<bigint>;
}

/**
 * Returns locked leases of one owner that are due, at most a batch: one transaction handles them, so that the owner
 * gets one message. Skips rows locked elsewhere.
 */
export async function dueOfOneOwner(tx: Tx, due: SQL, round: Round): Promise<LeaseRow[]> {
  const [first] = await tx
    .select({ tenantId: leases.tenantId, ownerId: leases.ownerId })
    .from(leases)
    .where(and(due, runs, notInArray(leases.ownerId, [...round.skipped])))
    .orderBy(asc(leases.endDate), asc(leases.id))
    .limit(1);
  if (!first) return [];
  round.owner = first.ownerId;
  // Lock the owner before any of its leases, so that one node handles all of them.
  const { rows } = await tx.execute<{ mine: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`leases:${first.ownerId}`}, 0)) as mine`,
  );
  const found = rows[0]?.mine
    ? await tx
        .select()
        .from(leases)
        .where(and(due, runs, eq(leases.tenantId, first.tenantId), eq(leases.ownerId, first.ownerId)))
        .orderBy(asc(leases.endDate), asc(leases.id))
        .limit(BATCH)
        .for('update', { skipLocked: true })
    : [];
  if (found.length > 0) return found;
  round.skipped.add(first.ownerId);
  return dueOfOneOwner(tx, due, round);
}

/**
 * Marks leases as overdue after their last day; their numbers are kept during the grace days. @returns how many, of
 * one owner
 */
export async function markOverdue(tx: Tx, round: Round): Promise<number> {
  const rows = await dueOfOneOwner(
    tx,
    sql`${leases.status} = ${active} and ${leases.endDate} < ${LATEST_TODAY} and ${leases.endDate} < ${today}`,
    round,
  );
  const owner = rows[0];
  if (!owner) return 0;
  const kept = await move(tx, rows, sql`status = ${overdue}`);
  await notify(tx, owner, 'LEASE_OVERDUE', { n: String(rows.length), date: kept });
  return rows.length;
}

/** Takes numbers back after their grace days; they go into quarantine. @returns how many, of one owner */
export async function endLeases(tx: Tx, round: Round): Promise<number> {
  const rows = await dueOfOneOwner(
    tx,
    sql`${leases.status} = ${overdue} and ${leases.endDate} < ${LATEST_TODAY} and ${keptUntil} < ${today}`,
    round,
  );
  const owner = rows[0];
  if (!owner) return 0;
  await takeBackNumbers(
    tx,
    systemActor(owner.tenantId),
    rows.map(({ itemId }) => itemId),
  );
  await move(tx, rows, sql`status = ${ended}, ended_time = now()`);
  await notify(tx, owner, 'LEASE_ENDED', { n: String(rows.length) });
  announceChange(tx, owner.tenantId, 'whatsapp/warehouse');
  return rows.length;
}

/** @returns the earliest day until which one of them is kept */
async function move(tx: Tx, rows: readonly LeaseRow[], changes: SQL): Promise<string> {
  const result = await tx.execute<{ kept: string }>(sql`
    with moved as (
      update agt_lease set ${changes}, update_time = now(), version = version + 1
      where id = any(${sql.param(rows.map(({ id }) => id))}::bigint[]) returning ${keptUntil} as kept
    )
    select min(kept)::text as kept from moved`);
  return result.rows[0]?.kept ?? '';
}

type LeaseMessage = 'LEASE_DUE' | 'LEASE_SHORT' | 'LEASE_RENEWED' | 'LEASE_OVERDUE' | 'LEASE_ENDED';

/** Notifies the owner of leases of their new state. */
export async function notify(
  tx: Tx,
  { tenantId, ownerId }: Pick<LeaseRow, 'tenantId' | 'ownerId'>,
  key: LeaseMessage,
  params: Readonly<Record<string, string>>,
): Promise<void> {
  await sendMessage(tx, systemActor(tenantId), {
    to: { userIds: [ownerId] },
    key,
    params,
    bizType: lease.name,
    route: `/agent/lease/index${ROUTES[key]}`,
  });
  announceChange(tx, tenantId, lease);
}

const ROUTES: Readonly<Record<LeaseMessage, string>> = {
  LEASE_DUE: `?status_in=${active},${overdue}`,
  LEASE_SHORT: '?autoRenew=1',
  LEASE_RENEWED: '?autoRenew=1',
  LEASE_OVERDUE: `?status_in=${overdue}`,
  LEASE_ENDED: `?status_in=${ended}`,
};

/** Records how many days before the end the owners were reminded. */
export const recordReminded = (tx: Tx, ids: readonly bigint[], days: SQL) =>
  tx
    .update(leases)
    .set({ remindedDays: days as never })
    .where(inArray(leases.id, [...ids]));
