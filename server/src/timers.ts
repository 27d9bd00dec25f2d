import { closeExpired } from './engines/identity/index.ts';
import { inventoryTimers } from './engines/inventory/index.ts';
import { purgeMessages } from './engines/messages/index.ts';
import { openTimers } from './engines/partner-api/index.ts';
import { applyScheduledPrices } from './engines/pricing/index.ts';
import { smsTimers } from './engines/sms/index.ts';
import { supplierClaimTimers } from './engines/supplier-claims/index.ts';
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
