import { sql } from 'drizzle-orm';
import type { Tx } from '../db/index.ts';
import type { Narrowing } from './actor.ts';

/** Notification channel of ended and locked sessions and of changed rights. */
export const AUTH_CHANNEL = 'auth_change';

export interface SessionEnd {
  readonly sessionId?: bigint;
  readonly userId?: bigint;
}

/** Ends one session, or every session of a user; notifies all nodes at commit. */
export async function endSessions(tx: Pick<Tx, 'execute'>, which: SessionEnd, reason: string): Promise<void> {
  await tx.execute(sql`
    update auth_session set ended_at = now(), end_reason = ${reason}
    where ended_at is null and ${which.sessionId === undefined ? sql`user_id = ${which.userId ?? -1n}` : sql`id = ${which.sessionId}`}`);
  await publish(tx, { end: 1, session: which.sessionId?.toString(), user: which.userId?.toString() });
}

/** Ends every session of a tenant; notifies all nodes at commit. */
export async function endTenantSessions(tx: Pick<Tx, 'execute'>, tenantId: string, reason: string): Promise<void> {
  await tx.execute(sql`
    with ended as (
      update auth_session set ended_at = now(), end_reason = ${reason}
      where tenant_id = ${tenantId} and ended_at is null returning user_id
    )
    select pg_notify(${AUTH_CHANNEL}, json_build_object('end', 1, 'user', user_id::text)::text)
    from (select distinct user_id from ended) u`);
}

/** Ends the sessions of everybody below an owner path except its own user; notifies all nodes at commit. */
export async function endSessionsBelow(
  tx: Pick<Tx, 'execute'>,
  { tenantId, ownerPath, id }: { readonly tenantId: string; readonly ownerPath: string; readonly id: bigint },
  reason: string,
): Promise<void> {
  await tx.execute(sql`
    with ended as (
      update auth_session s set ended_at = now(), end_reason = ${reason} from sys_user u
      where u.tenant_id = ${tenantId} and starts_with(u.owner_path, ${ownerPath}) and u.id <> ${id}
        and s.user_id = u.id and s.ended_at is null returning s.user_id
    )
    select pg_notify(${AUTH_CHANNEL}, json_build_object('end', 1, 'user', user_id::text)::text)
    from (select distinct user_id from ended) u`);
}

/** Ends these sessions; notifies all nodes at commit. @returns how many were open */
export async function endSessionsById(
  tx: Pick<Tx, 'execute'>,
  ids: readonly bigint[],
  reason: string,
): Promise<number> {
  const ended = await tx.execute(sql`
    with ended as (
      update auth_session set ended_at = now(), end_reason = ${reason}
      where id = any(${sql.param(ids.map(String))}::bigint[]) and ended_at is null returning id
    )
    select pg_notify(${AUTH_CHANNEL}, json_build_object('end', 1, 'session', id::text)::text) from ended`);
  return ended.rowCount ?? 0;
}

/** Ends every session of a client application; notifies all nodes at commit. */
export async function endClientSessions(tx: Pick<Tx, 'execute'>, clientId: string, reason: string): Promise<void> {
  await tx.execute(sql`
    with ended as (
      update auth_session set ended_at = now(), end_reason = ${reason}
      where client_id = ${clientId} and ended_at is null returning id
    )
    select pg_notify(${AUTH_CHANNEL}, json_build_object('end', 1, 'session', id::text)::text) from ended`);
}

/** Locks or unlocks the screen of a session; notifies all nodes at commit. */
export async function setSessionLock(tx: Pick<Tx, 'execute'>, sessionId: bigint, isLocked: boolean): Promise<void> {
  await tx.execute(sql`
    update auth_session set locked_at = ${isLocked ? sql`coalesce(locked_at, now())` : sql`null`}
    where id = ${sessionId} and ended_at is null`);
  await publish(tx, { lock: isLocked ? 1 : 0, session: sessionId.toString() });
}

/** Limits a session to a department and role, or removes the limit; notifies all nodes at commit. */
export async function narrowSession(tx: Pick<Tx, 'execute'>, sessionId: bigint, to: Narrowing): Promise<void> {
  await tx.execute(sql`
    update auth_session set dept_id = ${to.deptId}, role_id = ${to.roleId} where id = ${sessionId} and ended_at is null`);
  await rightsChanged(tx);
}

/** Records that a session just gave the second factor; notifies all nodes at commit. */
export async function stepUpSession(tx: Pick<Tx, 'execute'>, sessionId: bigint): Promise<void> {
  await tx.execute(sql`update auth_session set stepped_up_at = now() where id = ${sessionId} and ended_at is null`);
  await publish(tx, {});
}

/** Ends the sessions of a user except the current one; with `ids` only those. @returns the number of ended sessions */
export async function endOtherSessions(
  tx: Pick<Tx, 'execute'>,
  which: { readonly userId: bigint; readonly keep: bigint | null; readonly ids?: readonly bigint[] },
  reason: string,
): Promise<number> {
  const ids = which.ids === undefined ? null : `{${which.ids.join(',')}}`;
  const ended = await tx.execute<{ id: bigint }>(sql`
    update auth_session set ended_at = now(), end_reason = ${reason}
    where user_id = ${which.userId} and ended_at is null and id <> ${which.keep ?? 0n}
      and (${ids}::bigint[] is null or id = any(${ids}::bigint[]))
    returning id`);
  for (const { id } of ended.rows) await publish(tx, { end: 1, session: id.toString() });
  return ended.rows.length;
}

const NOTHING_ENDED = '{}';

/** Notifies nodes that roles, permissions, departments or states of users changed: they clear their caches. */
export const rightsChanged = (tx: Pick<Tx, 'execute'>): Promise<void> => publish(tx, {});

/** Reads a payload of the channel; undefined when no session ended by it. */
export function sessionEndOf(payload: string): SessionEnd | undefined {
  const { end, session, user } = JSON.parse(payload) as { end?: number; session?: string; user?: string };
  if (!end) return undefined;
  return { ...(session ? { sessionId: BigInt(session) } : {}), ...(user ? { userId: BigInt(user) } : {}) };
}

/** Whether a payload of the channel reports changed rights. */
export const isRightsChange = (payload: string): boolean => payload === NOTHING_ENDED;

/** The session whose screen was locked, from a payload of the channel. */
export function sessionLockOf(payload: string): bigint | undefined {
  const { lock, session } = JSON.parse(payload) as { lock?: number; session?: string };
  return lock && session ? BigInt(session) : undefined;
}

const publish = async (tx: Pick<Tx, 'execute'>, payload: object): Promise<void> => {
  await tx.execute(sql`select pg_notify(${AUTH_CHANNEL}, ${JSON.stringify(payload)})`);
};
