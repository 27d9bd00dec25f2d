export { checkReceipts } from './announced.ts';
export { cancelWork, lockWork, moveWork, pauseWork, resumeWork } from './control.ts';
export { workService } from './dispatcher.ts';
export { exchangesOf, lastExchanges, openExchanges } from './exchanges.ts';
export { beginWork, openWork, startStage, workJob } from './job.ts';
export {
  type Admission,
  type DecidedLine,
  defineWork,
  type OpenLine,
  type Refused,
  type StoredResult,
  type WorkKind,
  type WorkKinds,
} from './kind.ts';
export { chunkSize } from './lines.ts';
export { lanesOf, priceLanes } from './money.ts';
export { STALLED_MINUTES } from './notices.ts';
export { workTimers } from './pulse.ts';
export { expireWork } from './retention.ts';
export { LINE, PAUSED, WAIT, WORK_OPEN, workMachine } from './states.ts';
export { taskList, type WorkLane, type WorkLine, type WorkTask, workLines, workTasks } from './tables.ts';
