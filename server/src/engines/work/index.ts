export { checkReceipts } from './check-callbacks.ts';
export {
  announceWork,
  cancelWork,
  endWork,
  lockWork,
  moveWork,
  pauseByProgram,
  pauseWork,
  resumeWork,
  wakeWorkers,
} from './control.ts';
export { workService } from './dispatcher.ts';
export { workErrors } from './errors.ts';
export { logTask, taskEventsOf } from './events.ts';
export { exchangesOf, lastExchanges, openExchanges } from './exchanges.ts';
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
export { copiedLines, type DetailedLine, detailedLines } from './line-details.ts';
export { chunkSize, planStage } from './lines.ts';
export { deferLines, type HandedLine, type LineMove, lockLines, moveLines } from './message-lines.ts';
export { holdStage, lanesOf, priceLanes, settleNow, workHeld } from './money.ts';
export { STALLED_MINUTES } from './notices.ts';
export {
  addLines,
  type ListSource,
  type NewLine,
  type Reading,
  readLines,
  smallList,
  withList,
} from './read-list.ts';
export { finishChunk, storeResults } from './results.ts';
export { expireWork } from './retention.ts';
export { DOUBT_HOURS, endHanded, storeChunk } from './run.ts';
export {
  AWAITING,
  CHUNK,
  DEFERRED,
  type Deferral,
  IS_CHECK,
  LINE,
  listed,
  PAUSED,
  RUNNING,
  STARTED,
  WAIT,
  WORK,
  WORK_DRAFT,
  WORK_OPEN,
  workMachine,
} from './states.ts';
export {
  type OrderRow,
  orderList,
  taskList,
  type WorkLane,
  type WorkTask,
  workLines,
  workTasks,
} from './tables.ts';
export { isActiveWithin, isOfClass, resourceOfChecks, withTaskLines } from './task-lines.ts';
export { workTimers } from './timers.ts';
