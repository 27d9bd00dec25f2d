/** Values of a provider's `kind`. */
export const CHECK_KIND = 1;
export const MESSAGE_KIND = 2;

/** A provider that a task may use. */
export interface Provider {
  /** Null for the sandbox, which has no rate and no breaker. */
  readonly id: bigint | null;
  readonly code: string;
  /** Source of its findings: 1 a provider, 3 the sandbox. */
  readonly evidence: 1 | 3;
  readonly batchMax: number;
  readonly retryMax: number;
  readonly isRepeatable: boolean;
  readonly timeoutMillis: number;
  readonly ratePerSecond: number;
  /** Pauses before the next round about numbers without a finding. */
  readonly roundSeconds: readonly number[];
  /** Whether it can be used now; otherwise until when not, null for no known end. */
  readonly isOpen: boolean;
  /** As `providerBreaker`. */
  readonly breaker: number;
  readonly closedUntil: Date | null;
  /** How long the rate of the sender itself is used up, where a provider has senders with rates of their own. */
  readonly senderMillis?: number;
}
