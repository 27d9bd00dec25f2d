import { quota } from '@trade-assistant/contract/areas/agent/quota.ts';
import type { ListQuery } from '@trade-assistant/contract/kit/page.ts';
import { isNotNull } from 'drizzle-orm';
import { expireQuotas, leftOf, quotaEntries, quotas, remindOfQuotas } from '../../engines/money/quotas/index.ts';
import { ofHouseDepartments } from '../../engines/people/identity/index.ts';
import { defineTimer, setApart } from '../../kernel/jobs/index.ts';
import { listRows } from '../../kernel/resource/list.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const EVERY_MILLIS = 60_000;
const expiries = setApart('quotas/expire');
const reminders = setApart('quotas/remind');

export const timers = [
  defineTimer({
    name: 'quotas/expire',
    every: EVERY_MILLIS,
    run: async (app) => {
      while ((await app.db.tx((tx) => expireQuotas(tx, { batch: expiries.batch(app) }))) > 0);
      while ((await app.db.tx((tx) => remindOfQuotas(tx, reminders.batch(app)))) > 0);
    },
  }),
];

export default resourceRoutes(quota, quotas, {
  scope: 'owner',
  ruled: { scope: 'owner', inDepartments: ofHouseDepartments(quotas.ownerPath, quotas.createDept) },
  computed: { fields: ['left'], fill: async (_c, rows) => rows.map((row) => ({ left: leftOf(row) })) },
  actions: {
    uses: (c, query: ListQuery) =>
      // Includes the part of the same work paid in money, for returns.
      listRows(
        c.app.db,
        { actor: c.actor, table: quotaEntries, scope: 'owner', where: isNotNull(quotaEntries.quotaId) },
        query,
      ),
  },
});
