import { online } from '@trade-assistant/contract/areas/system/online.ts';
import { and } from 'drizzle-orm';
import {
  accessSummaries,
  dutyNames,
  endOnline,
  endOnlineUser,
  onlineInDepartments,
  onlineOfDepartment,
  onlineRows,
  onlineSessions,
  onlineWithRole,
} from '../../engines/people/identity/index.ts';
import type { Tx } from '../../kernel/db/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { announceChange } from '../../kernel/realtime/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

export default resourceRoutes(online, onlineSessions, {
  // `rows` limits the sessions: administrators of the platform see all tenants.
  scope: 'platform',
  rows: ({ actor }) => onlineRows(actor),
  ruled: { inDepartments: onlineInDepartments },
  asked: ({ deptId, roleId }) =>
    and(
      typeof deptId === 'bigint' ? onlineOfDepartment(deptId) : undefined,
      typeof roleId === 'bigint' ? onlineWithRole(roleId) : undefined,
    ),
  computed: {
    fields: ['deptName', 'worksAs', 'isOwn'],
    fill: async ({ app, actor, locale }, rows) => {
      const summaries = await accessSummaries(
        app.db.drizzle,
        rows.map(({ userId }) => userId),
      );
      const duties = await dutyNames(app.db.drizzle, rows, locale);
      return rows.map(({ id, userId }) => ({
        deptName: (summaries.get(userId)?.depts ?? [])
          .map(({ name, nameEn }) => (locale === 'en' && nameEn ? nameEn : name))
          .join(', '),
        worksAs: duties.get(id) ?? '',
        isOwn: id === actor.sessionId ? 1 : 0,
      }));
    },
  },
  actions: {
    end: (c, { ids }) => ended(c, (tx) => endOnline(tx, c.actor, ids)),
    'end-user': (c, { userId }) => ended(c, (tx) => endOnlineUser(tx, c.actor, userId)),
  },
});

const ended = (c: Context, work: (tx: Tx) => Promise<number>): Promise<{ count: number }> =>
  c.tx(async (tx) => {
    const count = await work(tx);
    if (count > 0) announceChange(tx, c.actor.tenantId, online);
    return { count };
  });
