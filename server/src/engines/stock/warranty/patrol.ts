import { warrantySource } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { and, asc, eq, inArray, lte, sql } from 'drizzle-orm';
import { systemActor } from '../../../kernel/auth/actor.ts';
import { deleteInBatches } from '../../../kernel/db/batches.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { integerParameter, readParameter } from '../../../kernel/parameters/index.ts';
import { moveClaim, STATUS } from './states.ts';
import { claims } from './tables.ts';

/** Numbers of one check task of the patrol. */
const SLICE = 500;
/** Minutes before the end of a warranty between which the last check is made; the second one half an hour later is still inside. */
const LAST_CHECK = { from: 180, until: 45 };
/** A number found dead without a claim is checked again after so many minutes. */
const AGAIN_MINUTES = 30;

/** Returns the tenants that sell numbers with a warranty or have claims to verify. */
export async function tenantsInWarranty(db: Db): Promise<string[]> {
  const { rows } = await db.drizzle.execute<{ tenant_id: string }>(sql`
    select tenant_id from inv_outbound where warranty_until > now() group by 1
    union select tenant_id from war_claim where status = ${STATUS.suspected} and next_check_time is not null`);
  return rows.map((row) => row.tenant_id).sort();
}

/** A number that may be checked now: not being checked, and not checked within `inventory.surviveMinutes`. */
const isCheckable = (tenantId: string) => sql`i.stock_status = 2 and i.survive_status <> 4 and coalesce(i.survive_time
  <= now() - make_interval(mins => ${integerParameter(sql`${tenantId}`, 'inventory.surviveMinutes')}), true)`;

/**
 * Returns the numbers of claims whose next check is due, locked with their claims, and plans the check after it in case this one gets
 * lost. The caller starts their check in the same transaction.
 */
export async function takeDueClaims(tx: Tx, tenantId: string): Promise<bigint[]> {
  const { rows } = await tx.execute<{ id: string; item: string }>(sql`
    select w.id::text, w.item_id::text as item from war_claim w join inv_item i on i.id = w.item_id
    where w.tenant_id = ${tenantId} and w.status = ${STATUS.suspected} and w.next_check_time <= now() and ${isCheckable(tenantId)}
    order by w.id limit ${SLICE} for update of w skip locked`);
  if (rows.length > 0)
    await tx.execute(sql`update war_claim set next_check_time = now() + interval '30 minutes'
      where id = any(${sql.param(rows.map(({ id }) => id))}::bigint[])`);
  return rows.map(({ item }) => BigInt(item));
}

/**
 * Returns delivered numbers in warranty whose check is due: at the tenant's interval, once shortly before the warranty ends, and again
 * after a finding that opened no claim.
 */
export async function duePatrol(tx: Tx, tenantId: string): Promise<bigint[]> {
  const hours = await readParameter(tx, tenantId, 'warranty.checkHours');
  if (hours === 0) return [];
  const minutes = (count: number) => sql`make_interval(mins => ${count}::int)`;
  const { rows } = await tx.execute<{ id: string }>(sql`
    select i.id::text from inv_outbound n join inv_item i on i.outbound_id = n.id
    where n.tenant_id = ${tenantId} and n.warranty_until > now() + ${minutes(LAST_CHECK.until)} and n.order_no is not null
      and ${isCheckable(tenantId)}
      and (coalesce(i.survive_time, n.deliver_time) <= now() - make_interval(hours => ${hours}::int)
        or (n.warranty_until <= now() + ${minutes(LAST_CHECK.from)}
          and coalesce(i.survive_time, n.deliver_time) < n.warranty_until - ${minutes(LAST_CHECK.from)})
        or (i.survive_status = 2 and i.survive_time <= now() - ${minutes(AGAIN_MINUTES)}
          and not exists (select from war_claim w where w.item_id = i.id and w.outbound_id = n.id)))
      and not exists (select from war_claim w where w.item_id = i.id and w.outbound_id = n.id and w.status not in (${STATUS.unconfirmed}))
    order by n.warranty_until, i.id limit ${SLICE}`);
  return rows.map(({ id }) => BigInt(id));
}

/**
 * Sends claims to review that checks can no longer confirm: their warranty has ended, or (`isUncheckable`) no provider can check numbers
 * and they were filed by a person.
 */
export async function reviewLateClaims(
  tx: Tx,
  tenantId: string,
  { isUncheckable }: { isUncheckable: boolean },
): Promise<void> {
  const isLate = lte(claims.warrantyUntil, sql`now() - interval '5 minutes'`);
  const rows = await tx
    .select()
    .from(claims)
    .where(
      and(
        eq(claims.tenantId, tenantId),
        eq(claims.status, STATUS.suspected),
        isUncheckable ? sql`(${isLate} or ${inArray(claims.source, [warrantySource.is.person])})` : isLate,
      ),
    )
    .orderBy(asc(claims.id))
    .limit(SLICE)
    .for('update', { skipLocked: true });
  for (const claim of rows) await moveClaim(tx, systemActor(tenantId), claim, 'review', { nextCheckTime: null });
}

/** Deletes counts of findings of more than a day ago. */
export const purgeFindings = (db: Db): Promise<number> =>
  deleteInBatches(db, 'war_minute', sql`minute < now() - interval '1 day'`);
