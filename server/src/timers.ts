import { closeExpired, DEFAULT_TENANT } from './engines/identity/index.ts';
import { inventoryTimers } from './engines/inventory/index.ts';
import { verifyAndRecord } from './engines/ledger/index.ts';
import { purgeMessages } from './engines/messages/index.ts';
import { applyScheduledPrices } from './engines/pricing/index.ts';
import { systemActor } from './kernel/auth/actor.ts';
import { dropOldMonths } from './kernel/db/partitions.ts';
import { defineTimer, type Timer } from './kernel/jobs/index.ts';
import { PLATFORM } from './kernel/parameters/index.ts';
import { proveTrails } from './trail-proof.ts';

const SECOND_MILLIS = 1_000;
const MINUTE_MILLIS = 60_000;

/** The clockwork of the engines. Each runs on one node at a time and is safe to run twice. */
export const engineTimers: readonly Timer[] = [
  ...inventoryTimers,
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
    run: async (app) => void (await dropOldMonths(app.db, 'sys_sms_log', app.parameters.get(PLATFORM, 'sms.months'))),
  }),
  defineTimer({ name: 'audit/proof', every: { at: '04:30' }, run: proveTrails }),
  defineTimer({
    name: 'ledger/proof',
    every: { at: '04:00' },
    run: async (app) => {
      const { found, root } = await app.db.tx((tx) => verifyAndRecord(tx, systemActor(DEFAULT_TENANT)));
      if (root) app.log.info({ journalId: String(root.journalId), root: root.root }, 'the root of all wallets');
      if (found.length > 0) app.audit.usual({ level: 'error', id: 'LEDGER_MISMATCH', data: found.slice(0, 100) });
    },
  }),
];
