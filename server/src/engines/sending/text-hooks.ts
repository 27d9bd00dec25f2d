import type { App } from '../../kernel/app/index.ts';
import type { Tx } from '../../kernel/db/index.ts';

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

type Hook<T, R = void> = (app: App, tx: Tx, event: T) => Promise<R>;

const inbound = new Set<Hook<InboundText, boolean>>();
const outcomes = new Set<Hook<TextOutcome>>();

const register =
  <H>(hooks: Set<H>) =>
  (hook: H): (() => void) => {
    hooks.add(hook);
    return () => void hooks.delete(hook);
  };

/**
 * Calls a function in the transaction that stores a received text; it returns whether it answers an opt-out itself. Registered at the start
 * of the process. @returns the removal
 */
export const onInboundText = register(inbound);

/** Calls a function in the transaction that stores a new state of a text of a session. @returns the removal */
export const onTextOutcome = register(outcomes);

/** @returns whether an opt-out is answered */
export async function announceInbound(app: App, tx: Tx, event: InboundText): Promise<boolean> {
  let isAnswered = false;
  for (const hook of inbound) isAnswered = (await hook(app, tx, event)) || isAnswered;
  return isAnswered;
}

export async function announceOutcome(
  app: App,
  tx: Tx,
  {
    id,
    sessionId,
    status,
    errorCode,
  }: { id: string; sessionId: bigint | null; status: number; errorCode: string | null },
): Promise<void> {
  if (sessionId === null) return;
  for (const hook of outcomes) await hook(app, tx, { messageId: id, sessionId, status, errorCode });
}
