import { DEFAULT_TENANT } from './engines/identity/index.ts';
import { inventoryTimers } from './engines/inventory/index.ts';
import { verifyAndRecord } from './engines/ledger/index.ts';
import { purgeMessages } from './engines/messages/index.ts';
import { applyScheduledPrices } from './engines/pricing/index.ts';
import { systemActor } from './kernel/auth/actor.ts';
import { defineTimer, type Timer } from './kernel/jobs/index.ts';
import { PLATFORM } from './kernel/parameters/index.ts';

const MINUTE_MILLIS = 60_000;

/** The clockwork of the engines. Each runs on one node at a time and is safe to run twice. */
export const engineTimers: readonly Timer[] = [
  ...inventoryTimers,
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
    name: 'ledger/proof',
    every: { at: '04:00' },
    run: async (app) => void (await app.db.tx((tx) => verifyAndRecord(tx, systemActor(DEFAULT_TENANT)))),
  }),
];
