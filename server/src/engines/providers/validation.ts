import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/**
 * What a lookup says about a number. `silent` and `risk` are reachable numbers with a remark; `unknown` is no finding and
 * is never charged.
 */
export type CheckVerdict = 'alive' | 'silent' | 'risk' | 'vacant' | 'suspended' | 'absent' | 'unknown';

export interface CheckFinding {
  readonly e164: bigint;
  readonly verdict: CheckVerdict;
  /** For people: the provider's answer in both languages. */
  readonly detail: Text;
  /** Where the finding comes from: 1 a provider, 2 our own receipts, 3 the sandbox. */
  readonly evidence: 1 | 2 | 3;
}

/** An answer to a batch: what was found, and what the provider could not tell this time. */
export interface Lookup {
  readonly findings: readonly CheckFinding[];
  /** To be asked again after a pause: timed out, throttled, or the provider's own failure. */
  readonly retry: readonly bigint[];
}

/**
 * Tells whether numbers are in service, from registers or status calls. Never by signing in or sending anything.
 * `attempt` counts from 1, so that a provider may tell a repetition from a first question.
 */
export interface ValidationPort {
  readonly code: string;
  /** Of all its findings. */
  readonly evidence: CheckFinding['evidence'];
  /** Numbers in one question at most. */
  readonly batchMax: number;
  lookUp(numbers: readonly bigint[], options: { attempt: number; signal: AbortSignal }): Promise<Lookup>;
}
