export { checkReceipts } from './check-callbacks.ts';
export {
  announceWork,
  cancelWork,
  changeTask,
  endWork,
  lockWork,
  moveWork,
  pauseByProgram,
  pauseWork,
  resumeByPerson,
  resumeWork,
  wakeWorkers,
} from './control.ts';
export { workService } from './dispatcher.ts';
export { logTask } from './events.ts';
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
export {
  addLines,
  type ListSource,
  type NewLine,
  type Reading,
  readLines,
  smallList,
} from './read-list.ts';
export { finishChunk, storeResults } from './results.ts';
export { purgeOnRequest } from './retention.ts';
export { endHanded, storeChunk } from './run.ts';
export {
  AWAITING,
  DEFERRED,
  type Deferral,
  LINE,
  listed,
  PAUSED,
  RUNNING,
  STARTED,
  WORK,
  WORK_DRAFT,
  WORK_OPEN,
} from './states.ts';
export {
  orderList,
  type TaskTable,
  taskList,
  type WorkLane,
  type WorkTask,
  workLines,
  workTasks,
} from './tables.ts';
export { isActiveWithin, isOfClass, resourceOfChecks } from './task-lines.ts';
export { isEmptyList, listOf, type TaskList, withTaskList } from './task-lists.ts';
export { isStaff, ownerOf, pauserOf, type Tasks, taskRoutes } from './task-routes.ts';
export { workTimers } from './timers.ts';
