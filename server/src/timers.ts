import { endQuarantine, expireReservations, proveStock } from './engines/inventory/index.ts';
import { ensurePartitions, proveAndRecord } from './engines/ledger/index.ts';
import { turnPrices } from './engines/pricing/index.ts';
import { systemActor } from './kernel/auth/actor.ts';
import { defineTimer, type Timer } from './kernel/jobs/index.ts';

const MINUTE_MILLIS = 60_000;

/** The clockwork of the engines. Each runs on one node at a time and is safe to run twice. */
export const engineTimers: readonly Timer[] = [
  defineTimer({
    name: 'inventory/expire-reservations',
    every: MINUTE_MILLIS,
    run: async (app) => {
      while ((await app.db.tx((tx) => expireReservations(tx, systemActor))) > 0);
    },
  }),
  defineTimer({
    name: 'inventory/end-quarantine',
    every: 60 * MINUTE_MILLIS,
    run: async (app) => void (await app.db.tx(endQuarantine)),
  }),
  defineTimer({
    name: 'pricing/turn-prices',
    every: MINUTE_MILLIS,
    run: async (app) => void (await app.db.tx(turnPrices)),
  }),
  defineTimer({
    name: 'ledger/partitions',
    every: { at: '02:30' },
    run: async (app) => void (await app.db.tx((tx) => ensurePartitions(tx))),
  }),
  defineTimer({
    name: 'ledger/proof',
    every: { at: '04:00' },
    run: async (app) => void (await app.db.tx((tx) => proveAndRecord(tx, systemActor('000000')))),
  }),
  defineTimer({
    name: 'inventory/proof',
    every: { at: '04:10' },
    run: async (app) => {
      const wrong = await app.db.tx(proveStock);
      if (wrong.length > 0) app.audit.usual({ level: 'error', id: 'STOCK_MISMATCH', data: wrong.slice(0, 100) });
    },
  }),
];
