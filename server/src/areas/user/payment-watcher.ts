import { paymentWatcher } from '@trade-assistant/contract/areas/user/payment-watcher.ts';
import {
  askAboutWatcher,
  assertSandbox,
  readWatchers,
  unconfirmed,
  type WatcherRow,
  watcherApproval,
  watchers,
} from '../../engines/payments/index.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const EVERY_MILLIS = 5000;

export const timers = [defineTimer({ name: 'payments/read-watchers', every: EVERY_MILLIS, run: readWatchers })];

/** What a second person decides about. */
export const approvals = [watcherApproval];

export default resourceRoutes(paymentWatcher, watchers, {
  scope: 'tenant',
  beforeSave: async (c, _tx, input, existing) => {
    await assertSandbox(c.app, input.watcherKind);
    if (input.endpoint) c.app.outbound.check(input.endpoint);
    return unconfirmed(input as Partial<WatcherRow>, existing);
  },
  afterSave: (c, tx, row) => askAboutWatcher(tx, c.actor, row),
  alsoChanges: ['desk/approval'],
});
