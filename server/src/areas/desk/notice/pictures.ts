import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, arrayOverlaps, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { type FileAnswer, fileAnswer } from '../../../kernel/http/context.ts';
import { noticeErrors } from './errors.ts';
import { notices, pictures } from './tables.ts';

/** Time for which an unused picture is kept: an editor may be open with it, or another copy in progress. */
const UNUSED_SECONDS = 7 * 24 * 3600;

/** Refuses pictures that do not belong to the tenant's notices. @throws PICTURE_GONE */
export async function assertPictures(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  const known = await tx
    .select({ fileId: pictures.fileId })
    .from(pictures)
    .where(and(eq(pictures.tenantId, actor.tenantId), inArray(pictures.fileId, [...ids])));
  if (known.length < ids.length) throw noticeErrors.PICTURE_GONE();
}

/** Keeps pictures that notices show, and lets others expire. Call it after the notices are written. */
export async function updatePictureUse(app: App, tx: Tx, ids: readonly bigint[]): Promise<void> {
  if (ids.length === 0) return;
  const shown = await tx
    .select({ ids: notices.pictureIds })
    .from(notices)
    .where(and(isNull(notices.deletedAt), arrayOverlaps(notices.pictureIds, [...ids])));
  const used = new Set(shown.flatMap((row) => row.ids));
  const [kept, left] = [ids.filter((id) => used.has(id)), ids.filter((id) => !used.has(id))];
  await app.files.setLife(tx, kept, null);
  await app.files.setLife(tx, left, UNUSED_SECONDS);
}

/** Returns a picture: to readers of a notice that shows it, to managers any, to its uploader. */
export async function readPicture(
  app: App,
  actor: Actor,
  id: bigint,
  { manages }: { manages: boolean },
): Promise<FileAnswer> {
  const readable = sql`exists (${app.db.drizzle
    .select({ one: sql`1` })
    .from(notices)
    .where(
      and(
        eq(notices.tenantId, actor.tenantId),
        isNull(notices.deletedAt),
        lte(notices.releaseTime, sql`now()`),
        sql`${notices.pictureIds} @> array[${id}]::bigint[]`,
      ),
    )})`;
  const [found] = await app.db.drizzle
    .select({ fileId: pictures.fileId })
    .from(pictures)
    .where(
      and(
        eq(pictures.fileId, id),
        eq(pictures.tenantId, actor.tenantId),
        manages ? undefined : or(eq(pictures.createUser, actor.userId), readable),
      ),
    );
  if (!found) throw commonErrors.NOT_FOUND();
  const file = await app.files.find(id);
  // As a download: browsers must never run the file within our origin.
  return fileAnswer({ name: file.name, type: 'application/octet-stream', stream: await app.files.open(id) });
}
