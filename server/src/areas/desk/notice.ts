import { notice } from '@trade-assistant/contract/areas/desk/notice.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, desc, eq, lte, type SQL, sql } from 'drizzle-orm';
import { pictureIds, richTexts } from '../../engines/customers/content/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';
import { visible } from '../../kernel/resource/scope.ts';
import { tableOf } from '../../kernel/resource/table.ts';

export const notices = tableOf('desk_notice', notice, { more: { pictureIds: pictureIds() } });

const released = lte(notices.releaseTime, sql`now()`);
const texts = richTexts({
  resource: notice.name,
  table: notices,
  fields: { content: 'required' },
  readable: () => released,
});

export default resourceRoutes(notice, notices, {
  scope: 'tenant',
  beforeSave: (c, tx, input, existing) => texts.clean(c, tx, input, existing),
  afterSave: (c, tx, row) => texts.keep(c, tx, row),
  beforeRemove: (c, tx, rows) => texts.drop(c, tx, rows),
  actions: {
    ...texts.calls,
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
  },
});

/** Limits a query to readable notices: all for managers, published ones for others. */
const readable = (c: Context): SQL | undefined =>
  and(visible(c.actor, notices, 'tenant'), c.can('desk/notice:view') ? undefined : released);
