import { paymentWatcher } from '@trade-assistant/contract/areas/user/payment-watcher.ts';
import {
  assertSandbox,
  readWatchers,
  type WatcherRow,
  watcherService,
  watchers,
} from '../../engines/money/payments/index.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { resourceRoutes } from '../../kernel/resource/routes.ts';

const EVERY_MILLIS = 5000;

export const timers = [
  defineTimer({ name: 'payments/read-watchers', every: EVERY_MILLIS, run: (app) => readWatchers(app, EVERY_MILLIS) }),
];

export const approvals = [watcherService.approval];

export default resourceRoutes(paymentWatcher, watchers, {
  scope: 'tenant',
  lockBefore: (c, tx, ids) => watcherService.lockBefore(tx, c.actor, ids),
  beforeSave: async (c, _tx, input, existing) => {
    await assertSandbox(c.app, input.watcherKind);
    if (input.endpoint) c.app.outbound.check(input.endpoint);
    return watcherService.toSave(input as Partial<WatcherRow>, existing);
  },
  afterSave: (c, tx, row) => watcherService.ask(tx, c.actor, row),
});
