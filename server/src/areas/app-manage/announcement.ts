import { announcement } from '@trade-assistant/contract/areas/app-manage/announcement.ts';
import {
  announcedTo,
  announcementFor,
  announcements,
  announcementsFor,
  contentErrors,
  errorAt,
  markRead,
  popupsFor,
  readCounts,
  richTexts,
} from '../../engines/customers/content/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const texts = richTexts({
  resource: announcement.name,
  table: announcements,
  fields: { content: 'required', contentEn: 'optional' },
  readable: (c) => announcedTo(c.app.db.drizzle, c.actor),
});

export default resourceRoutes(announcement, announcements, {
  scope: 'tenant',
  computed: {
    fields: ['readCount'],
    fill: async (c, rows) => {
      const ids = rows.map(({ id }) => id);
      const counts = await readCounts(c.app.db.drizzle, ids);
      return ids.map((id) => ({ readCount: counts.get(id) ?? 0 }));
    },
  },
  beforeSave: async (c, tx, input, existing) => {
    const { publishTime, expireTime } = { ...existing, ...input };
    if (publishTime && expireTime && expireTime <= publishTime)
      throw errorAt('expireTime', contentErrors, 'EXPIRES_EARLY');
    return texts.clean(c, tx, input, existing);
  },
  afterSave: (c, tx, row) => texts.keep(c, tx, row),
  beforeRemove: (c, tx, rows) => texts.drop(c, tx, rows),
  actions: {
    ...texts.calls,
    current: (c) => announcementsFor(c.app.db.drizzle, c.actor),
    popups: (c) => popupsFor(c.app.db.drizzle, c.actor),
    article: (c, { id }) => announcementFor(c.app.db.drizzle, c.actor, id),
    read: (c, { ids }) => c.tx((tx) => markRead(tx, c.actor, ids)),
  },
});
