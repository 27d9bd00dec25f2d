import { notice } from '@trade-assistant/contract/areas/desk/notice.ts';
import { type AppError, commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { cleanRichText } from '../../kernel/rich-text/index.ts';
import { noticeErrors } from './notice/errors.ts';
import { assertPictures, readPicture, updatePictureUse } from './notice/pictures.ts';
import { notices, pictures } from './notice/tables.ts';

export default resourceRoutes(notice, notices, {
  scope: 'tenant',
  beforeSave: async (c, tx, input, existing) => {
    if (input.content === undefined) return input;
    const { html, pictureIds, isEmpty } = cleanRichText(input.content);
    if (isEmpty) throw atContent(noticeErrors.NOTICE_EMPTY, c);
    const added = pictureIds.filter((id) => !existing?.pictureIds.includes(id));
    await assertPictures(tx, c.actor, added);
    // Removed pictures are only known here; added ones are handled after the row is written.
    if (existing) await tx.update(notices).set({ pictureIds: [] }).where(eq(notices.id, existing.id));
    if (existing) await updatePictureUse(c.app, tx, existing.pictureIds);
    return { ...input, content: html, pictureIds: [...pictureIds] };
  },
  afterSave: (c, tx, row) => updatePictureUse(c.app, tx, row.pictureIds),
  beforeRemove: async (c, tx, rows) => {
    const ids = rows.map(({ id }) => id);
    await tx
      .update(notices)
      .set({ pictureIds: [] })
      .where(sql`${notices.id} = any(${sql.param(ids)}::bigint[])`);
    await updatePictureUse(c.app, tx, [...new Set(rows.flatMap(({ pictureIds }) => pictureIds))]);
  },
  actions: {
    detail: async (c, { id }) => {
      const [row] = await c.app.db.drizzle
        .select()
        .from(notices)
        .where(and(readable(c), eq(notices.id, id)));
      if (!row) throw commonErrors.NOT_FOUND();
      return row;
    },
    latest: (c, { size }) =>
      c.app.db.drizzle
        .select()
        .from(notices)
        .where(and(visible(c.actor, notices, 'tenant'), released))
        .orderBy(desc(notices.releaseTime), desc(notices.id))
        .limit(size),
    'put-picture': async (c) => {
      const file = c.upload();
      await c.tx((tx) =>
        tx.insert(pictures).values({ fileId: file.id, tenantId: c.actor.tenantId, createUser: c.actor.userId }),
      );
      return { id: file.id };
    },
    picture: (c, { id }) => readPicture(c.app, c.actor, id, { manages: manages(c) }),
  },
});

const released = lte(notices.releaseTime, sql`now()`);
const manages = (c: Context): boolean => c.can('desk/notice:view');

/** Limits a query to readable notices: all for managers, published ones for others. */
const readable = (c: Context): SQL | undefined =>
  and(visible(c.actor, notices, 'tenant'), manages(c) ? undefined : released);

/** Returns an error at the content field of the form. */
const atContent = (error: (params?: Record<string, never>, data?: unknown) => AppError, c: Context): AppError =>
  error({}, { fields: [{ field: 'content', message: error().say(c.locale) }] });
