import { type SQL, sql } from 'drizzle-orm';
import type { StateMachine } from '../../../kernel/resource/states.ts';

export const STOCK = {
  available: 0,
  reserved: 1,
  assigned: 2,
  quarantine: 3,
  unlisted: 4,
  dead: 5,
  retired: 6,
  locked: 7,
} as const;
export const STAGED = { toCheck: 0, ready: 1, moving: 2, inWarehouse: 3, checkFailed: 5, void: 6 } as const;
export const BATCH = { importing: 0, reported: 1, committed: 2, void: 3, failed: 4, country: 5 } as const;
export const OUTBOUND = { draft: 0, reserved: 1, delivered: 2, partlyReturned: 3, returned: 4, cancelled: 5 } as const;

/** A number in stock. */
export const stockMachine = {
  reserve: { from: [STOCK.available], to: STOCK.reserved },
  assign: { from: [STOCK.available], to: STOCK.assigned },
  deliver: { from: [STOCK.reserved], to: STOCK.assigned },
  release: { from: [STOCK.reserved], to: STOCK.available },
  giveBack: { from: [STOCK.assigned], to: STOCK.quarantine },
  endQuarantine: { from: [STOCK.quarantine], to: STOCK.available },
  unlist: { from: [STOCK.available], to: STOCK.unlisted },
  list: { from: [STOCK.unlisted], to: STOCK.available },
  lock: { from: [STOCK.available], to: STOCK.locked },
  unlock: { from: [STOCK.locked], to: STOCK.available },
  deliverLocked: { from: [STOCK.locked], to: STOCK.assigned },
  die: { from: [STOCK.available, STOCK.unlisted, STOCK.locked], to: STOCK.dead },
  retire: { from: [STOCK.quarantine, STOCK.unlisted, STOCK.dead], to: STOCK.retired },
  takeBack: { from: [STOCK.available, STOCK.unlisted, STOCK.dead, STOCK.locked], to: STOCK.retired },
} as const satisfies StateMachine<string>;

/** A number before it enters stock. `staged.ts` checks and moves in bulk and uses these states. */
export const stagedMachine = {
  pass: { from: [STAGED.toCheck, STAGED.ready, STAGED.checkFailed], to: STAGED.ready },
  fail: { from: [STAGED.toCheck, STAGED.ready, STAGED.checkFailed], to: STAGED.checkFailed },
  stock: { from: [STAGED.ready], to: STAGED.inWarehouse },
  void: { from: [STAGED.toCheck, STAGED.ready, STAGED.checkFailed], to: STAGED.void },
} as const satisfies StateMachine<string>;

/** States of an import batch. */
export const batchMachine = {
  askCountry: { from: [BATCH.importing], to: BATCH.country },
  readAgain: { from: [BATCH.country], to: BATCH.importing },
  report: { from: [BATCH.importing], to: BATCH.reported },
  commit: { from: [BATCH.reported], to: BATCH.committed },
  void: { from: [BATCH.country, BATCH.reported, BATCH.committed], to: BATCH.void },
  fail: { from: [BATCH.importing, BATCH.country], to: BATCH.failed },
} as const satisfies StateMachine<string>;

/** A delivery note. */
export const outboundMachine = {
  confirm: { from: [OUTBOUND.draft], to: OUTBOUND.reserved },
  deliver: { from: [OUTBOUND.reserved], to: OUTBOUND.delivered },
  cancel: { from: [OUTBOUND.draft, OUTBOUND.reserved], to: OUTBOUND.cancelled },
  returnSome: { from: [OUTBOUND.delivered, OUTBOUND.partlyReturned], to: OUTBOUND.partlyReturned },
  returnAll: { from: [OUTBOUND.delivered, OUTBOUND.partlyReturned], to: OUTBOUND.returned },
} as const satisfies StateMachine<string>;

/** Delivered, including later returns: reports count these as delivered. */
export const isHandedOver = (status: SQL): SQL =>
  sql`${status} in (${sql.raw([OUTBOUND.delivered, OUTBOUND.partlyReturned, OUTBOUND.returned].join(', '))})`;
