import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';

const { vacant, live, suspended, absent, silent, risk, unknown, malformed, duplicate, suppressed } = checkResult.is;

/** Results of numbers that were checked, with the field of a check that counts them, the most wanted first. */
export const CHECKED_CLASSES = [
  [live, 'liveCount'],
  [silent, 'silentCount'],
  [risk, 'riskCount'],
  [vacant, 'vacantCount'],
  [suspended, 'suspendedCount'],
  [absent, 'noDataCount'],
  [unknown, 'unknownCount'],
] as const;

/** The results of all lines. */
export const CLASSES = [
  ...CHECKED_CLASSES,
  [suppressed, 'suppressedCount'],
  [malformed, 'invalidCount'],
  [duplicate, 'duplicateCount'],
] as const;

/** Results of numbers that a message is sent to unless a person chooses others. */
export const REACHED: readonly number[] = [live];

/** A check as the list of a new order, in the address of the order: `?check=12:1,4`. */
export const checkWish = (id: string, results: readonly number[]): string => `${id}:${results.join(',')}`;

/** Returns the check and the results that an address names; null for anything else. */
export function readCheckWish(value: string | undefined): { readonly id: string; readonly results: number[] } | null {
  const [, id, results] = /^(\d{1,19}):(\d(?:,\d)*)$/.exec(value ?? '') ?? [];
  return id === undefined || results === undefined ? null : { id, results: results.split(',').map(Number) };
}
