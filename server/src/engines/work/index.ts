export { checkReceipts } from './announced.ts';
export {
  announceWork,
  cancelWork,
  endWork,
  holdWork,
  lockWork,
  moveWork,
  pauseWork,
  resumeWork,
  wakeWorkers,
} from './control.ts';
export { workService } from './dispatcher.ts';
export { exchangesOf, lastExchanges, openExchanges } from './exchanges.ts';
export { deferLines, type HandedLine, type LineMove, lockLines, moveLines } from './handed.ts';
export { beginWork, confirmWork, extendWork, openWork, startLines, startStage, workJob } from './job.ts';
export {
  type Admission,
  type DecidedLine,
  defineWork,
  type HandOver,
  type Leased,
  type OpenLine,
  type Refused,
  type StoredResult,
  type WorkKind,
  type WorkKinds,
} from './kind.ts';
export { chunkSize, planStage } from './lines.ts';
export { holdStage, lanesOf, onWorkHeld, priceLanes, settleNow } from './money.ts';
export { STALLED_MINUTES } from './notices.ts';
export { workTimers } from './pulse.ts';
export {
  addLines,
  type ListSource,
  type NewLine,
  type Reading,
  readLines,
  smallList,
  withList,
} from './read-list.ts';
export { expireWork } from './retention.ts';
export { endHanded, storeOutcome } from './run.ts';
export { AWAITING, LINE, PAUSED, RUNNING, WAIT, WORK, WORK_DRAFT, WORK_OPEN, workMachine } from './states.ts';
export {
  type OrderRow,
  orderList,
  taskList,
  type WorkLane,
  type WorkLine,
  type WorkTask,
  workLines,
  workTasks,
} from './tables.ts';
