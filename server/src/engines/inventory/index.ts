/** The inventory's front door: nothing else of this folder is imported from outside. */
export { allocate, type Criteria, LEASE_MINIMUM_DAYS, STRATEGY } from './allocate.ts';
export {
  type Batch,
  type BatchDefaults,
  clearBatch,
  commitBatch,
  failBatch,
  knownNumbers,
  lockBatch,
  openBatch,
  reportBatch,
  type StagedLine,
  stagingCopy,
  voidBatch,
} from './batches.ts';
export {
  availability,
  proveStock,
  type StockCounts,
  type StockMismatch,
  sellableNow,
  stockCounts,
} from './counters.ts';
export { inventoryErrors } from './errors.ts';
export {
  assertServed,
  cancelOutbound,
  confirmOutbound,
  createOutbound,
  criteriaOf,
  deliverOutbound,
  expireReservations,
  lockOutbound,
  type NewOutbound,
  OUTBOUND_TYPE,
  type Outbound,
  RESERVE_MINUTES,
  returnOutbound,
  takeDownloads,
} from './outbound.ts';
export { seedCountries, seedWarehouse } from './seed-countries.ts';
export { checkStaged, intoWarehouse, moveBatchSlice, onShow, readyInBatch, type Staged, voidStaged } from './staged.ts';
export { BATCH, logState, OUTBOUND, STAGED, STOCK } from './states.ts';
export {
  beginSurvive,
  endQuarantine,
  type Item,
  recordSurvive,
  SURVIVE,
  type SurviveFinding,
  setListed,
} from './stock.ts';
export { batches, countries, items, outbounds, staged, warehouses } from './tables.ts';
