import { dashboard } from '@trade-assistant/contract/areas/desk/dashboard.ts';
import type { CallData, CallInput } from '@trade-assistant/contract/kit/resource.ts';
import type { Permission } from '@trade-assistant/contract/registry.ts';
import type { Context } from '../../kernel/http/context.ts';
import { serve } from '../../kernel/http/serve.ts';
import { byHour, deliveries, mostDelivered, warranties } from './dashboard/deliveries.ts';
import { headline } from './dashboard/headline.ts';
import { newByMonth, people } from './dashboard/people.ts';
import { needs, shared } from './dashboard/reader.ts';
import { recommended } from './dashboard/recommended.ts';
import { byBucket, byDay, byShare, leaders } from './dashboard/sales.ts';
import { runningOut, stock } from './dashboard/stock.ts';

type Name = keyof typeof dashboard.calls;
type Input<K extends Name> = CallInput<typeof dashboard, K, 'out'>;
type Data<K extends Name> = CallData<typeof dashboard, K, 'out'>;

const ORDERS = 'agent/product:orders';
const NOTES = 'whatsapp/outbound:view';
const TOTALS = 'whatsapp/inventory:totals';
const USERS = 'agent/user:view';

/** Sums over rows that take a permission to list, and take the same one here. */
const summed =
  <K extends Name>(name: K, permission: Permission, work: (c: Context, input: Input<K>) => Promise<Data<K>>) =>
  async (c: Context, input: Input<K>): Promise<Data<K>> => {
    // Before anything: what is shared among those who may see it must not reach anybody else.
    needs(c, permission);
    return shared(c, name, input, () => work(c, input));
  };

export default serve(dashboard, {
  tabs: headline,
  'zero-inventory': summed('zero-inventory', TOTALS, runningOut),
  'inventory-statistics': summed('inventory-statistics', TOTALS, stock),
  'bar-chart': summed('bar-chart', ORDERS, byDay),
  'pie-chart': summed('pie-chart', ORDERS, byShare),
  'bar-tick-align-chart': summed('bar-tick-align-chart', ORDERS, byBucket),
  leaderboard: summed('leaderboard', ORDERS, leaders),
  'recommended-today': async (c) => {
    needs(c, 'agent/product:view');
    // Prices are the reader's own.
    return recommended(c);
  },
  'user-statistics': summed('user-statistics', USERS, people),
  'user-monthly-stats': summed('user-monthly-stats', USERS, newByMonth),
  'whatsapp-stats': summed('whatsapp-stats', NOTES, deliveries),
  'whatsapp-hourly-stats': summed('whatsapp-hourly-stats', NOTES, byHour),
  'whatsapp-leaderboard': summed('whatsapp-leaderboard', NOTES, mostDelivered),
  warranties: summed('warranties', ORDERS, warranties),
});
