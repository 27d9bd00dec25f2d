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
  type StockCounts,
  type StockMismatch,
  sellableNow,
  stockCounts,
  verifyStockCounters,
} from './counters.ts';
export { inventoryErrors } from './errors.ts';
export { countedLines, type Export, type ExportSummary, openExport, withExportLog } from './exports.ts';
export { commitImport, IMPORT_TASK, importJob, type NewImport, startImport } from './importing/import-job.ts';
export { MOVE_AT_ONCE_MAX, moveJob, startMove } from './importing/move-job.ts';
export { importTemplate } from './importing/template.ts';
export {
  type DeliveredLine,
  deliveredLines,
  deliveredNumbers,
  type StockTake,
  stockCountries,
  stockNumbers,
} from './lines.ts';
export { addStaged, changeStaged, hasRequiredSupplier, type NewStaged, type StagedChanges } from './manual.ts';
export { copyOutbound, customerOf, type DraftChanges, editOutbound, noteErrors, removeOutbounds } from './notes.ts';
export {
  assertCountryServed,
  cancelOutbound,
  confirmOutbound,
  countDownload,
  createOutbound,
  criteriaOf,
  deliverOutbound,
  expireReservations,
  lockOutbound,
  type NewOutbound,
  OUTBOUND_TYPE,
  type Outbound,
  type PreparedOutbound,
  prepareOutbound,
  RESERVE_MINUTES,
  returnOutbound,
} from './outbound.ts';
export { seedCountries, seedWarehouse } from './seed-countries.ts';
export {
  checkStaged,
  countReadyInBatch,
  inCommittedBatch,
  inCommittedBatchForLists,
  type MoveResult,
  moveBatchSlice,
  moveToStock,
  type Staged,
  voidStaged,
} from './staged.ts';
export { BATCH, logState, OUTBOUND, STAGED, STOCK } from './states.ts';
export {
  beginSurvive,
  type Evidence,
  type Item,
  itemNumbers,
  recordSandbox,
  recordSurvive,
  SURVIVE,
  type SurviveFinding,
  setListed,
} from './stock.ts';
export { batches, countries, items, outbounds, staged, warehouses } from './tables.ts';
export { inventoryTimers } from './timers.ts';
export { warehouseNames } from './warehouse-names.ts';
