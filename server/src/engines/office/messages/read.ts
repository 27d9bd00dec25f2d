import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { ListQuery, Page } from '@trade-assistant/contract/kit/page.ts';
import { and, asc, desc, eq, gt, inArray, isNull, lte, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { push, rooms } from '../../../kernel/realtime/index.ts';
import { listRows } from '../../../kernel/resource/list.ts';
import { users } from '../../people/identity/index.ts';
import { inbox, messages, type ReceivedRow, received, type SentRow, sent } from './tables.ts';

/** Most missed messages returned at once. */
const MISSED_MAX = 100;
const READERS_MAX = 200;

/** Returns one page of the messages received by the actor. */
export const receivedPage = (db: Db, actor: Actor, query: ListQuery): Promise<Page<ReceivedRow>> =>
  listRows<ReceivedRow>(
    db,
    { actor, table: received, scope: 'tenant', where: eq(received.userId, actor.userId) },
    query,
  );

/** Returns one page of the messages sent by the actor. */
export const sentPage = (db: Db, actor: Actor, query: ListQuery): Promise<Page<SentRow>> =>
  listRows<SentRow>(db, { actor, table: sent, scope: 'tenant', where: eq(sent.createUser, actor.userId) }, query);

/** Returns how many messages of the actor are unread. */
export async function unreadCount(db: Db, actor: Actor): Promise<number> {
  const found = await db.drizzle
    .select({ n: sql<number>`count(*)::int` })
    .from(inbox)
    .where(and(mine(actor), unread));
  return found[0]?.n ?? 0;
}

export interface NewMessages {
  /** Unread messages, oldest first; of more than a hundred the newest hundred. */
  readonly records: ReceivedRow[];
  /** How many unread messages arrived, including those beyond `records`. */
  readonly count: number;
  /** The id for the next call. */
  readonly last: bigint;
}

/**
 * Returns messages after an id from an earlier answer; without an id none, and the id to start with. All messages up
 * to `last` are visible to the actor, so that none is repeated or missed.
 */
export async function newMessagesSince(db: Db, actor: Actor, after?: bigint): Promise<NewMessages> {
  const newest = await db.drizzle
    .select({ seq: inbox.seq })
    .from(inbox)
    .where(and(eq(inbox.userId, actor.userId), sql`${inbox.seq} is not null`))
    .orderBy(desc(inbox.seq))
    .limit(1);
  const last = newest[0]?.seq ?? 0n;
  // An id from before the database was restored starts again.
  if (after === undefined || after >= last) return { records: [], count: 0, last };
  const came = and(waiting(actor), gt(received.seq, after), lte(received.seq, last));
  const records = await db.drizzle.select().from(received).where(came).orderBy(desc(received.seq)).limit(MISSED_MAX);
  const count = records.length < MISSED_MAX ? records.length : await countOf(db, came);
  return { records: records.reverse(), count, last };
}

/** Returns the announced messages that exist and are unread, oldest first. */
export const unreadAmong = (db: Db, actor: Actor, ids: readonly bigint[]): Promise<ReceivedRow[]> =>
  db.drizzle
    .select()
    .from(received)
    .where(and(waiting(actor), inArray(received.id, [...ids])))
    .orderBy(asc(received.seq), asc(received.id));

async function countOf(db: Db, where: SQL | undefined): Promise<number> {
  const found = await db.drizzle.select({ n: sql<number>`count(*)::int` }).from(received).where(where);
  return found[0]?.n ?? 0;
}

/** Returns a message of the actor and marks it as read. @throws NOT_FOUND for another user's message */
export async function openMessage(tx: Tx, actor: Actor, id: bigint): Promise<ReceivedRow> {
  const changed = await tx
    .update(inbox)
    .set({ isRead: 0, readTime: sql`now()` })
    .where(and(mine(actor), unread, eq(inbox.id, id)))
    .returning({ id: inbox.id });
  const [row] = await tx
    .select()
    .from(received)
    .where(
      and(
        eq(received.id, id),
        eq(received.userId, actor.userId),
        eq(received.tenantId, actor.tenantId),
        isNull(received.deletedAt),
      ),
    );
  if (!row) throw commonErrors.NOT_FOUND();
  if (changed.length > 0) await notifyOwn(tx, actor);
  return row;
}

/** Marks unread messages of the actor as read: all, those of a type, or some. @returns how many were unread */
export async function readAll(
  tx: Tx,
  actor: Actor,
  { type, ids }: { type?: number | undefined; ids?: readonly bigint[] | undefined },
): Promise<number> {
  const ofType = tx
    .select({ id: messages.id })
    .from(messages)
    .where(eq(messages.type, type ?? 0));
  const changed = await tx
    .update(inbox)
    .set({ isRead: 0, readTime: sql`now()` })
    .where(
      and(
        mine(actor),
        unread,
        ids ? inArray(inbox.id, [...ids]) : undefined,
        type === undefined ? undefined : inArray(inbox.messageId, ofType),
      ),
    )
    .returning({ id: inbox.id });
  if (changed.length > 0) await notifyOwn(tx, actor);
  return changed.length;
}

/**
 * Removes messages from the actor's own received and sent lists. @throws NOT_FOUND if one is missing; then nothing
 * changes
 */
export async function removeMessages(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  const gone = { deletedAt: sql`now()` };
  const fromInbox = await tx
    .update(inbox)
    .set(gone)
    .where(and(mine(actor), inArray(inbox.id, [...ids])))
    .returning({ id: inbox.id });
  const fromSent = await tx
    .update(messages)
    .set(gone)
    .where(and(eq(messages.createUser, actor.userId), isNull(messages.deletedAt), inArray(messages.id, [...ids])))
    .returning({ id: messages.id });
  if (fromInbox.length + fromSent.length < ids.length) throw commonErrors.NOT_FOUND();
  await notifyOwn(tx, actor);
}

export interface Reader {
  readonly name: string;
  readonly isRead: number;
  readonly readTime: Date | null;
}

/** Returns a message the actor sent with its readers: those who have read it first, the latest foremost. */
export async function sentMessage(db: Db, actor: Actor, id: bigint): Promise<SentRow & { readers: Reader[] }> {
  const [row] = await db.drizzle
    .select()
    .from(sent)
    .where(
      and(
        eq(sent.id, id),
        eq(sent.createUser, actor.userId),
        eq(sent.tenantId, actor.tenantId),
        isNull(sent.deletedAt),
      ),
    );
  if (!row) throw commonErrors.NOT_FOUND();
  const readers = await db.drizzle
    .select({ name: users.realName, isRead: inbox.isRead, readTime: inbox.readTime })
    .from(inbox)
    .innerJoin(users, eq(users.id, inbox.userId))
    .where(eq(inbox.messageId, id))
    .orderBy(asc(inbox.isRead), sql`${inbox.readTime} desc nulls last`, asc(users.id))
    .limit(READERS_MAX);
  return { ...row, readers };
}

/** Other windows of the same user update what is read and deleted. */
const notifyOwn = (tx: Tx, actor: Actor): Promise<void> =>
  push(tx, { rooms: [rooms.user(actor.userId)], event: 'message-state', payload: null });

const mine = (actor: Actor): SQL | undefined => and(eq(inbox.userId, actor.userId), isNull(inbox.deletedAt));
const unread = eq(inbox.isRead, 1);
const waiting = (actor: Actor): SQL | undefined =>
  and(
    eq(received.userId, actor.userId),
    eq(received.tenantId, actor.tenantId),
    isNull(received.deletedAt),
    eq(received.isRead, 1),
  );
