import type { App } from '../../../kernel/app/index.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { defineEvent } from '../../../kernel/event.ts';

/** A text that a phone received. */
export interface InboundText {
  readonly tenantId: string;
  readonly messageId: string;
  readonly phoneId: bigint;
  readonly e164: bigint;
  readonly text: string;
  readonly at: Date;
  /** One word that ends messages: the sender is suppressed in the same transaction. */
  readonly isOptOut: boolean;
  /** Whether the provider answers opt-outs itself. */
  readonly handlesStop: boolean;
}

/** A new state of a text of a session; `status` as `line_status`. */
export interface TextOutcome {
  readonly messageId: string;
  readonly sessionId: bigint;
  readonly status: number;
  readonly errorCode: string | null;
}

/** A phone received a text; listeners return whether they answer an opt-out themselves. */
export const textReceived = defineEvent<[app: App, tx: Tx, text: InboundText], boolean>();

/** A text of a session has a new state. */
export const textMoved = defineEvent<[app: App, tx: Tx, outcome: TextOutcome]>();

interface Moved {
  readonly id: string;
  readonly sessionId: bigint | null;
  readonly status: number;
  readonly errorCode: string | null;
}

/** Announces the new state of a single text to its session, if it has one. */
export async function announceOutcome(app: App, tx: Tx, { id, sessionId, status, errorCode }: Moved): Promise<void> {
  if (sessionId !== null) await textMoved.announce(app, tx, { messageId: id, sessionId, status, errorCode });
}
