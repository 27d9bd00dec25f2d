import { systemActor } from '../../../kernel/auth/actor.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { defineTimer, type Timer } from '../../../kernel/jobs/index.ts';
import { verifyStockCounters } from './counters.ts';
import { failOrphanBatches } from './importing/sweep.ts';
import { expireReservations } from './outbound.ts';
import { endLostChecks, endQuarantine } from './stock.ts';
import { countSupplierBatches, nameSuppliers } from './supplier-names.ts';

const MINUTE_MILLIS = 60_000;

/** Timers of stock. Each runs on one node at a time, may run twice, and works in slices until nothing is due. */
export const inventoryTimers: readonly Timer[] = [
  defineTimer({
    name: 'inventory/expire-reservations',
    every: MINUTE_MILLIS,
    run: async ({ db }) => {
      while ((await expireReservations(db, systemActor)) > 0);
    },
  }),
  defineTimer({
    name: 'inventory/fail-orphan-batches',
    every: MINUTE_MILLIS,
    run: (app) => untilNone(app.db, failOrphanBatches),
  }),
  defineTimer({
    name: 'inventory/end-quarantine',
    every: 60 * MINUTE_MILLIS,
    run: (app) => untilNone(app.db, endQuarantine),
  }),
  defineTimer({
    name: 'inventory/end-lost-checks',
    every: 10 * MINUTE_MILLIS,
    run: (app) => untilNone(app.db, endLostChecks),
  }),
  defineTimer({
    name: 'inventory/name-suppliers',
    every: MINUTE_MILLIS,
    run: (app) => nameSuppliers(app.db),
  }),
  defineTimer({
    name: 'inventory/supplier-figures',
    every: 15 * MINUTE_MILLIS,
    run: (app) => app.db.tx(countSupplierBatches),
  }),
  defineTimer({
    name: 'inventory/proof',
    every: { at: '04:10' },
    run: async (app) => {
      const wrong = await app.db.tx(verifyStockCounters);
      if (wrong.length > 0) app.audit.usual({ level: 'error', id: 'STOCK_MISMATCH', data: wrong.slice(0, 100) });
    },
  }),
];

async function untilNone(db: Db, slice: (tx: Tx) => Promise<number>): Promise<void> {
  while ((await db.tx(slice)) > 0);
}
