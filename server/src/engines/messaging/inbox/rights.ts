import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { type Session, type SessionTask, sessions, tasks } from './tables.ts';

/**
 * Sessions that a reader reaches: staff those of their tenant, agents those of their subtree, sub-users their own and those of tasks that name
 * them among the people who answer.
 */
export function reachedBy(actor: Actor): SQL | undefined {
  if (actor.userType === userType.is.staff) return undefined;
  if (actor.userType === userType.is.agent) return sql`${sessions.ownerPath} like ${`${actor.ownerPath}%`}`;
  return sql`(${sessions.ownerId} = ${actor.userId} or ${sessions.taskId} in (select t.id from inb_task t
    where t.tenant_id = ${actor.tenantId} and t.handlers ? ${String(actor.userId)}))`;
}

/** The condition of every read of sessions: tenant, reach and the data scopes of the reader's roles. */
export const readable = (actor: Actor): SQL => and(visible(actor, sessions, 'tenant'), reachedBy(actor)) ?? sql`false`;

/** Returns a session that the caller reaches. @throws NOT_FOUND */
export async function sessionFor({ app, actor }: Pick<Context, 'app' | 'actor'>, id: bigint): Promise<Session> {
  const [found] = await app.db.drizzle
    .select()
    .from(sessions)
    .where(and(readable(actor), eq(sessions.id, id)));
  if (!found) throw commonErrors.NOT_FOUND();
  return found;
}

/** Locks sessions that the caller reaches, in the order of their ids. @throws NOT_FOUND unless all are reached */
export async function lockSessions(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Session[]> {
  const rows = await tx
    .select()
    .from(sessions)
    .where(and(readable(actor), inArray(sessions.id, [...ids])))
    .orderBy(sessions.id)
    .for('update');
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  return rows;
}

/** Returns a task, locked against its end, before its sessions are locked. */
export async function shareTask(tx: Tx, id: bigint): Promise<SessionTask> {
  const [task] = await tx.select().from(tasks).where(eq(tasks.id, id)).for('share');
  if (!task) throw commonErrors.NOT_FOUND();
  return task;
}
