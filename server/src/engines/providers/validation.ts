import type { Text } from '@trade-assistant/contract/kit/locale.ts';

/**
 * Result of a lookup of a number. `silent` and `risk` are reachable numbers with a remark; `unknown` is no finding and
 * is never charged.
 */
export type CheckVerdict = 'alive' | 'silent' | 'risk' | 'vacant' | 'suspended' | 'absent' | 'unknown';

export interface CheckFinding {
  readonly e164: bigint;
  readonly verdict: CheckVerdict;
  /** The provider's answer for display, in both languages. */
  readonly detail: Text;
  /** Source of the finding: 1 a provider, 2 our own receipts, 3 the sandbox. */
  readonly evidence: 1 | 2 | 3;
}

/** Answer to a batch: findings, and numbers without an answer this time. */
export interface Lookup {
  readonly findings: readonly CheckFinding[];
  /** Numbers to ask about again after a pause: timed out, throttled, or the provider failed. */
  readonly retry: readonly bigint[];
}

/**
 * Checks whether numbers are in service, by registers or status calls, never by signing in or sending. `attempt` counts from 1, so that a
 * provider can recognise a repetition.
 */
export interface ValidationPort {
  readonly code: string;
  /** The source of all its findings. */
  readonly evidence: CheckFinding['evidence'];
  /** Most numbers per lookup. */
  readonly batchMax: number;
  lookUp(numbers: readonly bigint[], options: { attempt: number; signal: AbortSignal }): Promise<Lookup>;
}
