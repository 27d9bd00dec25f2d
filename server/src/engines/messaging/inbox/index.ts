export type { InboundText } from '../sending/index.ts';
export { assignWaiting } from './assign.ts';
export { cannedOf, repliesFor, shortcutTaken, usableBy } from './canned.ts';
export {
  addNote,
  assign,
  closeSessions,
  endAsOptOut,
  give,
  keepDraft,
  recordOutcome,
  reopenByHand,
  setDuty,
  snooze,
  suppressNumber,
} from './change.ts';
export { contextOf } from './context.ts';
export { nameOf } from './end.ts';
export { append } from './entries.ts';
export { inboxErrors } from './errors.ts';
export { takeText } from './inbound.ts';
export { badgesOf, changesOf, entriesOf, openLast, queuePage, shownEntry } from './read.ts';
export { lockSessions, reachedBy, readable, sessionFor, shareTask } from './rights.ts';
export { beginSession, seeUpTo, sendReply } from './send.ts';
export { senderNames } from './sender-names.ts';
export { cannedReplies, counters, flows, sessions, tasks } from './tables.ts';
export { answerers, keepFlow, stepTask, taskToWrite } from './task.ts';
export { closeQuiet, inboxTimers } from './timers.ts';
