import { seedMatch, seedReport } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';

const { match, providerFalse, memberFalse, late, undecidable } = seedMatch.is;
const { none, received, missing } = seedReport.is;
const { delivered, read, failed, expired, cancelled, suppressed } = lineStatus.is;

export interface Compared {
  /** The receipt as `line_status`; null without one. */
  readonly providerStatus: number | null;
  /** As `seed_report`. */
  readonly reportedStatus: number;
  /** Whether the message arrived, or was reported, after the task was due. */
  readonly isLate: boolean;
  /** Whether the task is over, so that no report will count as timely. */
  readonly isOver: boolean;
}

export type MatchResult = (typeof seedMatch.is)[keyof typeof seedMatch.is];

const NOT_DELIVERED: readonly number[] = [failed, expired, cancelled, suppressed];

/**
 * Returns the result of a task as `seed_match`, null while a report is awaited. A "read" receipt comes from the device itself, so a report
 * that denies it is false; a denied "delivered" is the provider's.
 */
export function matchOf({ providerStatus, reportedStatus, isLate: cameLate, isOver }: Compared): MatchResult | null {
  if (reportedStatus === none) return isOver ? undecidable : null;
  if (cameLate) return late;
  if (providerStatus === delivered || providerStatus === read) {
    if (reportedStatus === received) return match;
    return reportedStatus === missing && providerStatus === read ? memberFalse : providerFalse;
  }
  if (providerStatus === null || !NOT_DELIVERED.includes(providerStatus)) return undecidable;
  if (reportedStatus === missing) return match;
  return reportedStatus === received ? memberFalse : undecidable;
}

/** Returns whether the message of a task arrived, or was reported, after the task was due. */
export function isLate(task: {
  readonly dueTime: Date | null;
  readonly receivedTime: Date | null;
  readonly reportTime: Date | null;
}): boolean {
  const { dueTime, receivedTime, reportTime } = task;
  if (dueTime === null) return false;
  return [receivedTime, reportTime].some((time) => time !== null && time > dueTime);
}
