import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import type { Permission } from '@trade-assistant/contract/registry.ts';
import { moveChanges, purgeLineTotals } from '../../engines/reporting/totals/index.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { defineTimer } from '../../kernel/jobs/index.ts';
import { deliveriesByDay, deliveriesByHour, deliveryLeaderboard, warranties } from './dashboard/deliveries.ts';
import { headline } from './dashboard/headline.ts';
import { messageLeaderboard, messageStatistics, messagesByHour } from './dashboard/messages.ts';
import { accountCounts, newAccountsByMonth } from './dashboard/people.ts';
import { assertPermission, cachedForStaff } from './dashboard/reader.ts';
import { recommended } from './dashboard/recommended.ts';
import { leaderboard, salesByBucket, salesByDay, salesShares } from './dashboard/sales.ts';
import { soldOutCountries, stockStatistics } from './dashboard/stock.ts';

type Name = keyof typeof dashboard.calls;
type Input<K extends Name> = CallInput<typeof dashboard, K, 'out'>;
type Data<K extends Name> = CallData<typeof dashboard, K, 'out'>;

const ORDERS = 'agent/product:orders';
const NOTES = 'whatsapp/outbound:view';
const TOTALS = 'whatsapp/inventory:totals';
const MESSAGES = 'whatsapp/order:view';
const USERS = 'agent/user:view';

/** Sums over rows, which require the permission to list the rows. */
const summed =
  <K extends Name>(name: K, permission: Permission, work: (c: Context, input: Input<K>) => Promise<Data<K>>) =>
  async (c: Context, input: Input<K>): Promise<Data<K>> => {
    // First, because cached figures are shared only among users with the permission.
    assertPermission(c, permission);
    return cachedForStaff(c, name, input, () => work(c, input));
  };

const MOVED_EVERY_MILLIS = 10_000;

export const timers = [
  defineTimer({
    name: 'desk/move-changes',
    every: MOVED_EVERY_MILLIS,
    run: async ({ db }) => void (await moveChanges(db)),
  }),
  defineTimer({
    name: 'desk/purge-totals',
    every: { at: '04:50' },
    run: async ({ db }) => void (await purgeLineTotals(db)),
  }),
];

export default serve(dashboard, {
  tabs: headline,
  'zero-inventory': summed('zero-inventory', TOTALS, soldOutCountries),
  'inventory-statistics': summed('inventory-statistics', TOTALS, stockStatistics),
  'bar-chart': summed('bar-chart', ORDERS, salesByDay),
  'pie-chart': summed('pie-chart', ORDERS, salesShares),
  'bar-tick-align-chart': summed('bar-tick-align-chart', ORDERS, salesByBucket),
  leaderboard: summed('leaderboard', ORDERS, leaderboard),
  'recommended-today': async (c) => {
    assertPermission(c, 'agent/product:view');
    // Prices are the reader's own.
    return recommended(c);
  },
  'user-statistics': summed('user-statistics', USERS, accountCounts),
  'user-monthly-stats': summed('user-monthly-stats', USERS, newAccountsByMonth),
  'whatsapp-stats': summed('whatsapp-stats', MESSAGES, messageStatistics),
  'whatsapp-hourly-stats': summed('whatsapp-hourly-stats', MESSAGES, messagesByHour),
  'whatsapp-leaderboard': summed('whatsapp-leaderboard', MESSAGES, messageLeaderboard),
  deliveries: summed('deliveries', NOTES, deliveriesByDay),
  'hourly-deliveries': summed('hourly-deliveries', NOTES, deliveriesByHour),
  'delivery-leaderboard': summed('delivery-leaderboard', NOTES, deliveryLeaderboard),
  warranties: summed('warranties', ORDERS, warranties),
});
