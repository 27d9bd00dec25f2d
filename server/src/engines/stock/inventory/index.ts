export { type Criteria, LEASE_MINIMUM_DAYS, lockForPreorder, STRATEGY, takeBackNumbers } from './allocate.ts';
export {
  type Batch,
  type BatchDefaults,
  commitBatch,
  failBatch,
  knownNumbers,
  openBatch,
  progressOfBatch,
  reportBatch,
  stagingCopy,
  voidBatch,
} from './batches.ts';
export {
  availability,
  countsByWarehouse,
  reachedStock,
  type StockCounts,
  type StockMismatch,
  sellableNow,
  stockCounts,
  verifyStockCounters,
} from './counters.ts';
export { inventoryErrors } from './errors.ts';
export { correctImport } from './importing/corrections.ts';
export { commitImport, IMPORT_TASK, importJob, readImportAs, startImport } from './importing/import-job.ts';
export { MOVE_AT_ONCE_MAX, moveJob, startMove } from './importing/move-job.ts';
export { importTemplate } from './importing/template.ts';
export {
  countStock,
  type DeliveredLine,
  deliveredItemsOf,
  deliveredLines,
  deliveredNumbers,
  type StockTake,
  stockCountries,
  stockNumbers,
} from './lines.ts';
export { addStaged, changeStaged, hasRequiredSupplier } from './manual.ts';
export { copyOutbound, customerOf, type DraftChanges, editOutbound, noteErrors, removeOutbounds } from './notes.ts';
export {
  assertCountryServed,
  cancelOutbound,
  confirmOutbound,
  countDownload,
  createOutbound,
  deliverMissing,
  deliverOutbound,
  giveUpMissing,
  lockOutbound,
  type NewOutbound,
  numbersOfOrder,
  OUTBOUND_TYPE,
  type Outbound,
  prepareOutbound,
  returnOutbound,
} from './outbound.ts';
export {
  arrivingInBatch,
  forecastOf,
  type InLine,
  joinLine,
  lineOf,
  lockedFor,
  lockLines,
  matchLine,
  pauseInLine,
  placeAtEnd,
  releaseLocked,
  setWanted,
  whenLocked,
} from './preorder-line.ts';
export { seedCountries, seedWarehouse } from './seed-countries.ts';
export {
  countReadyInBatch,
  inCommittedBatch,
  inCommittedBatchForLists,
  type MoveResult,
  moveBatchSlice,
  moveToStock,
  type Staged,
  stagedConditions,
  voidStaged,
} from './staged.ts';
export { BATCH, isHandedOver, OUTBOUND, STAGED, STOCK } from './states.ts';
export {
  beginSurvive,
  type Item,
  recordSandbox,
  recordSurvive,
  SURVIVE,
  type SurviveFinding,
  setListed,
} from './stock.ts';
export {
  countSupplierBatches,
  failureRate,
  nameSuppliers,
  supplierBatches,
  supplierFigures,
} from './supplier-names.ts';
export { batches, countries, items, outbounds, staged, warehouses } from './tables.ts';
export { keptOf, startTakeBack, takeBackJob, takeBackSlice } from './take-back.ts';
export { inventoryTimers } from './timers.ts';
export { assertWarehouse, warehouseNames } from './warehouse-names.ts';
