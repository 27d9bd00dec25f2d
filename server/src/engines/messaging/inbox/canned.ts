import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, asc, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { atField } from './errors.ts';
import { sessionFor } from './rights.ts';
import { cannedReplies } from './tables.ts';

/** Replies that the list of the reply box offers at most. */
const REPLIES_MAX = 200;

/** Returns the owner of prepared replies: the platform for staff, the agent for itself and its sub-users. */
export function cannedOf({ userType: type, userId, ownerPath }: Actor): { ownerId: bigint; ownerPath: string } {
  if (type === userType.is.staff) return { ownerId: 0n, ownerPath: '/' };
  if (type === userType.is.agent) return { ownerId: userId, ownerPath };
  const path = ownerPath.split('/').filter(Boolean).slice(0, -1);
  return { ownerId: BigInt(path.at(-1) ?? userId), ownerPath: `/${path.join('/')}/` };
}

/** Prepared replies that a user may read and change: staff those of the tenant, others those of their agent. */
export const usableBy = (actor: Actor): SQL | undefined =>
  actor.userType === userType.is.staff ? undefined : eq(cannedReplies.ownerId, cannedOf(actor).ownerId);

export const shortcutTaken = () => atField('shortcut', 'SESSION_SHORTCUT');

/**
 * Returns the replies that the reply box of a session offers to the caller: the own ones, and to staff also those of the agent whose session it
 * is. @throws NOT_FOUND for a session out of the caller's reach
 */
export async function repliesFor(c: Pick<Context, 'app' | 'actor'>, sessionId: bigint | undefined) {
  const { app, actor } = c;
  const session = sessionId === undefined ? null : await sessionFor(c, sessionId);
  const own = eq(cannedReplies.ownerId, cannedOf(actor).ownerId);
  const ofOwner =
    session &&
    sql`${cannedReplies.ownerId} = (
    select case when user_type = ${userType.is.subUser} then parent_id else id end from sys_user where id = ${session.ownerId})`;
  return app.db.drizzle
    .select({
      ...{ id: cannedReplies.id, shortcut: cannedReplies.shortcut },
      ...{ title: cannedReplies.title, content: cannedReplies.content },
    })
    .from(cannedReplies)
    .where(
      and(
        eq(cannedReplies.tenantId, actor.tenantId),
        ofOwner && actor.userType === userType.is.staff ? or(own, ofOwner) : own,
        eq(cannedReplies.status, 1),
        isNull(cannedReplies.deletedAt),
      ),
    )
    .orderBy(asc(cannedReplies.sort), asc(sql`${cannedReplies.id}`))
    .limit(REPLIES_MAX);
}
