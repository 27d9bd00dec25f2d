import { checkResult } from '@trade-assistant/contract/number-dictionaries.ts';
/**
 * Result of a lookup of a number. `silent` and `risk` are reachable numbers with a remark; `unknown` is no finding and
 * is never charged.
 */
export type CheckVerdict = 'alive' | 'silent' | 'risk' | 'vacant' | 'suspended' | 'absent' | 'unknown';

/** The result of a line by the verdict on its number. */
export const RESULT_OF: Readonly<Record<CheckVerdict, number>> = {
  alive: checkResult.is.live,
  silent: checkResult.is.silent,
  risk: checkResult.is.risk,
  vacant: checkResult.is.vacant,
  suspended: checkResult.is.suspended,
  absent: checkResult.is.absent,
  unknown: checkResult.is.unknown,
};

export interface CheckFinding {
  readonly e164: bigint;
  readonly verdict: CheckVerdict;
  /** Whether an account of the channel exists for the number; null: not examined. */
  readonly registered?: boolean | null;
  readonly business?: boolean | null;
  /** Days since the last activity; null without evidence. */
  readonly activeDays?: number | null;
  readonly carrier?: string | null;
  readonly ported?: boolean | null;
}

/** Numbers for a provider. `reference` is ours; a repetition of the same batch has the same one. */
export interface CheckBatch {
  readonly reference: string;
  /** Counts from 1 for each number: repeated rounds ask about those that had no answer. */
  readonly round: number;
  readonly capability: number;
  readonly activePeriod: number | null;
  readonly numbers: readonly bigint[];
}

/**
 * Answer of a provider.
 * - `answered`: findings, perhaps of some numbers only; the others had none this time.
 * - `accepted`: the provider works on it; collect by its reference after the pause.
 * - `throttled`: too fast; nothing was accepted.
 * - `unknown`: the provider does not know the reference.
 * - `refused`: the batch as a whole; another round will not help.
 */
export type CheckAnswer =
  | { readonly state: 'answered'; readonly findings: readonly CheckFinding[] }
  | { readonly state: 'accepted'; readonly vendorReference: string; readonly afterMillis: number }
  | { readonly state: 'throttled'; readonly afterMillis: number }
  | { readonly state: 'unknown' }
  | { readonly state: 'refused'; readonly error: string };

/**
 * Checks numbers by registers or status calls, never by signing in or sending. Each function throws `NotSent` when the
 * provider certainly received nothing; after any other error it may have received the batch.
 */
export interface CheckAdapter {
  submit(batch: CheckBatch, signal: AbortSignal): Promise<CheckAnswer>;
  /** Asks for the results of an accepted batch by the provider's reference. */
  collect(batch: CheckBatch, vendorReference: string, signal: AbortSignal): Promise<CheckAnswer>;
  /** Asks whether a batch was received, by our reference. */
  ask(batch: CheckBatch, signal: AbortSignal): Promise<CheckAnswer>;
  /** Checks that the provider works, without a number of a customer. Throws when it does not. */
  probe(signal: AbortSignal): Promise<void>;
}

/** The provider certainly received nothing: a repetition is safe. */
export class NotSent extends Error {
  override readonly name = 'NotSent';
}
