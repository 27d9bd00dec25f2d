export { cancelWork, lockWork, moveWork, pauseWork, resumeWork } from './control.ts';
export { workService } from './dispatcher.ts';
export { workErrors } from './errors.ts';
export { type NewWork, openWork, workJob } from './job.ts';
export { type DecidedLine, defineWork, type LineResult, type OpenLine, type WorkKind, type WorkKinds } from './kind.ts';
export { chunkSize } from './lines.ts';
export { workTimers } from './pulse.ts';
export { LINE, PAUSED, WAIT, WORK, workMachine } from './states.ts';
export { type WorkLine, type WorkTask, workLines, workTasks } from './tables.ts';
