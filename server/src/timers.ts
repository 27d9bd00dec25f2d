import { applyScheduledPrices } from './engines/money/pricing/index.ts';
import { purgeMessages } from './engines/office/messages/index.ts';
import { closeExpired } from './engines/people/identity/index.ts';
import { openTimers } from './engines/reporting/partner-api/index.ts';
import { inventoryTimers } from './engines/stock/inventory/index.ts';
import { supplierClaimTimers } from './engines/stock/supplier-claims/index.ts';
import { smsTimers } from './engines/vendors/sms/index.ts';
import { dropOldPartitions } from './kernel/db/partitions.ts';
import { defineTimer, type Timer } from './kernel/jobs/index.ts';
import { PLATFORM } from './kernel/parameters/index.ts';

const SECOND_MILLIS = 1_000;
const MINUTE_MILLIS = 60_000;

/** The clockwork of the engines. Each runs on one node at a time and is safe to run twice. */
export const engineTimers: readonly Timer[] = [
  ...inventoryTimers,
  ...supplierClaimTimers,
  ...openTimers,
  ...smsTimers,
  defineTimer({
    name: 'identity/expired-tenants',
    every: SECOND_MILLIS,
    run: async (app) => void (await app.db.tx(closeExpired)),
  }),
  defineTimer({
    name: 'pricing/turn-prices',
    every: MINUTE_MILLIS,
    run: async (app) => void (await app.db.tx(applyScheduledPrices)),
  }),
  defineTimer({
    name: 'messages/purge',
    every: { at: '03:40' },
    run: async (app) => void (await purgeMessages(app.db, app.parameters.get(PLATFORM, 'message.months'))),
  }),
  defineTimer({
    name: 'sms/purge',
    every: { at: '03:50' },
    run: async (app) =>
      void (await dropOldPartitions(app.db, 'sys_sms_log', app.parameters.get(PLATFORM, 'sms.months'))),
  }),
];
