import { type SQL, sql } from 'drizzle-orm';
import type { StateMachine } from '../../../kernel/resource/states.ts';

/** States of a task. */
export const WORK = {
  reading: 0,
  queued: 1,
  running: 2,
  completed: 3,
  partly: 4,
  cancelled: 5,
  failed: 6,
  upgrading: 7,
  purged: 8,
  unpaid: 9,
  draft: 10,
  review: 11,
  declined: 12,
} as const;

export const workMachine = {
  queue: { from: [WORK.reading, WORK.unpaid, WORK.draft, WORK.review], to: WORK.queued },
  draft: { from: [WORK.reading], to: WORK.draft },
  review: { from: [WORK.draft, WORK.declined], to: WORK.review },
  decline: { from: [WORK.review], to: WORK.declined },
  lackFunds: { from: [WORK.reading], to: WORK.unpaid },
  start: { from: [WORK.queued], to: WORK.running },
  complete: { from: [WORK.running, WORK.upgrading], to: WORK.completed },
  completePartly: { from: [WORK.running, WORK.upgrading], to: WORK.partly },
  cancel: {
    from: [
      ...[WORK.reading, WORK.queued, WORK.running, WORK.unpaid, WORK.upgrading],
      ...[WORK.draft, WORK.review, WORK.declined],
    ],
    to: WORK.cancelled,
  },
  fail: { from: [WORK.reading, WORK.queued, WORK.running, WORK.unpaid], to: WORK.failed },
  upgrade: { from: [WORK.completed, WORK.partly], to: WORK.upgrading },
  purge: { from: [WORK.completed, WORK.partly, WORK.cancelled, WORK.failed], to: WORK.purged },
} as const satisfies StateMachine<string>;
export type WorkEvent = keyof typeof workMachine;

/** States of a task that has not ended. */
export const WORK_OPEN: readonly number[] = [
  ...[WORK.reading, WORK.queued, WORK.running, WORK.upgrading, WORK.unpaid],
  ...[WORK.draft, WORK.review, WORK.declined],
];

/** States of a task that has ended. */
export const WORK_ENDED: readonly number[] = [...workMachine.purge.from, WORK.purged];

/** States of an order that its owner may still change. */
export const WORK_DRAFT: readonly number[] = [WORK.draft, WORK.declined];

/** States in which chunks are worked. */
export const RUNNING: readonly number[] = [WORK.running, WORK.upgrading];

/** States of a task that was started or will be. */
export const STARTED: readonly number[] = [WORK.queued, ...RUNNING];

/** Returns states for a statement, written out, so that indexes of some states fit. */
export const listed = (states: readonly number[]): SQL => sql.raw(states.join(', '));

/** The condition that a task checks numbers; the others send messages. */
export const IS_CHECK: SQL = sql.raw('sender_id is null');
/** The condition that a task sends messages. */
export const IS_ORDER: SQL = sql.raw('sender_id is not null');

/** Notification channel: there may be work. */
export const WORK_CHANNEL = 'work_ready';

/** A person waits for the result of a transactional task. */
export const CLASS = { transactional: 1, bulk: 2 } as const;
/** Who paused a task. The program does until a fact about the task changes, such as its declaration of source. */
export const PAUSED = { no: 0, byOwner: 1, byStaff: 2, byProgram: 3 } as const;
/** Why a lane waits. */
export const WAIT = { share: 1, provider: 2, noProvider: 4 } as const;
/** Why lines are put off: they wait on purpose, which is no stall. */
export const DEFERRED = { quietHours: 1, dailyLimit: 2, pairPause: 3, portfolioLimit: 4, retry: 5 } as const;
/** Lines that are put off; `reason` as `DEFERRED`. */
export interface Deferral {
  readonly until: Date;
  readonly reason: number;
}
export const CHUNK = { ready: 0, leased: 1, done: 2 } as const;
export const ATTEMPT = { intent: 0, accepted: 1, answered: 2, doubt: 3, notAccepted: 4 } as const;
export const LINE = { open: 1, accepted: 4, doubt: 8, rejected: 10, cancelled: 11, result: 12 } as const;
/** Lines that were handed over and whose outcome is not known. */
export const AWAITING: readonly number[] = [LINE.accepted, LINE.doubt];
