import type { Pdu } from '../../../smpp/index.ts';
import type { ChannelError, Handed } from '../ports.ts';

/** A part of a text on its way. */
export interface Part {
  readonly job: Job;
  readonly partNo: number;
  readonly body: Buffer;
  state: 'waiting' | 'sent' | 'accepted' | 'refused' | 'doubt';
  vendorId: string | null;
  error: ChannelError | null;
  fullTries: number;
}

/** A text on its way; `order` is its place among all of its queue. */
export interface Job {
  readonly order: number;
  /** Ours; null where nobody waits for late answers. */
  readonly reference: string | null;
  readonly parts: readonly Part[];
  isBegun: boolean;
  /** No further part is written. */
  isGivenUp: boolean;
  isSettled: boolean;
  settle(outcome: Handed | Error): void;
}

/** A link as its queue uses it. */
export interface Bind {
  /** The text whose parts go over it now. */
  current: Job | null;
  readonly isBound: boolean;
  readonly pausedMillis: number;
  readonly canSend: boolean;
  /** Returns the part that is next on this bind, and removes it from its list; none when another text may begin. */
  nextPart(): Part | undefined;
  /** Keeps a part that could not be written now. */
  putBack(part: Part): void;
  request(command: number, body: Buffer): Promise<Pdu>;
  enquire(): Promise<void>;
  recordAccepted(): void;
  /** Pauses the bind, if the SMSC accepted nothing since the last time; the part is sent first afterwards. */
  throttle(part: Part, leastMillis: number): void;
  /** Ends a session whose state the SMSC sees differently; its parts go on over another one. */
  outOfStep(part: Part, words: string): void;
}
