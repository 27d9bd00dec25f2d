import { ANNOUNCEMENTS_SHOWN, POPUPS_MOST } from '@trade-assistant/contract/areas/app-manage/announcement.ts';
import { announcementStatus } from '@trade-assistant/contract/areas/app-manage/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, desc, eq, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { audienceOf, isFor } from './audience.ts';
import { announcements } from './tables.ts';

/** Returns the condition that announcements are published, not expired and meant for the actor. */
export async function announcedTo(run: Pick<Tx, 'select' | 'execute'>, actor: Actor): Promise<SQL | undefined> {
  return and(
    eq(announcements.tenantId, actor.tenantId),
    sql`${announcements.deletedAt} is null`,
    eq(announcements.status, announcementStatus.is.published),
    sql`${announcements.publishTime} <= now() and coalesce(${announcements.expireTime} > now(), true)`,
    isFor(announcements.targets, announcements.countries, await audienceOf(run, actor)),
  );
}

const isReadBy = ({ userId }: Actor) =>
  sql<boolean>`exists (select from cnt_announcement_read r where r.announcement_id = ${announcements.id} and r.user_id = ${userId})`;

/** Returns the announcements of a reader, without their texts: pinned ones first, then the newest. */
export async function announcementsFor(run: Pick<Tx, 'select' | 'execute'>, actor: Actor) {
  const { id, title, titleEn, level, top, publishTime } = announcements;
  return run
    .select({ id, title, titleEn, level, top, publishTime, isRead: isReadBy(actor) })
    .from(announcements)
    .where(await announcedTo(run, actor))
    .orderBy(desc(announcements.top), desc(announcements.publishTime), desc(announcements.id))
    .limit(ANNOUNCEMENTS_SHOWN);
}

/** Returns the announcements that pop up for a reader: unread ones, the most important and then the oldest first. */
export async function popupsFor(run: Pick<Tx, 'select' | 'execute'>, actor: Actor) {
  return run
    .select()
    .from(announcements)
    .where(and(await announcedTo(run, actor), eq(announcements.popup, 1), sql`not ${isReadBy(actor)}`))
    .orderBy(desc(announcements.level), announcements.publishTime, announcements.id)
    .limit(POPUPS_MOST);
}

/** Returns one announcement for a reader. @throws NOT_FOUND */
export async function announcementFor(run: Pick<Tx, 'select' | 'execute'>, actor: Actor, id: bigint) {
  const [row] = await run
    .select()
    .from(announcements)
    .where(and(await announcedTo(run, actor), eq(announcements.id, id)));
  if (!row) throw commonErrors.NOT_FOUND();
  return row;
}

/** Marks announcements as read by the actor, each once; those of others are ignored. */
export async function markRead(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  await tx.execute(sql`
    insert into cnt_announcement_read (announcement_id, user_id)
    select ${announcements.id}, ${actor.userId}::bigint from ${announcements}
    where ${and(await announcedTo(tx, actor), sql`${announcements.id} = any(${sql.param(ids.map(String))}::bigint[])`)}
    on conflict do nothing`);
}

/** Returns how many people read each of the announcements. */
export async function readCounts(
  run: Pick<Tx, 'execute'>,
  ids: readonly bigint[],
): Promise<ReadonlyMap<bigint, number>> {
  const { rows } = await run.execute<{ id: string; count: number }>(sql`
    select announcement_id::text as id, count(*)::int as count from cnt_announcement_read
    where announcement_id = any(${sql.param(ids.map(String))}::bigint[]) group by announcement_id`);
  return new Map(rows.map(({ id, count }) => [BigInt(id), count]));
}
