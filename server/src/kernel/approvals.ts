import type { z } from 'zod';
import type { Actor } from './auth/actor.ts';
import type { Tx } from './db/index.ts';

/** An approved request, as its kind carries it out. */
export interface Approved<P> {
  readonly id: bigint;
  readonly approvalNo: string;
  readonly payload: P;
  readonly reason: string;
  readonly proposer: { readonly userId: bigint; readonly realName: string };
}

/**
 * Something a second person decides about. Values, exported as `approvals` beside the call that proposes it and collected
 * by the composition root.
 */
export interface ApprovalKind<P extends z.ZodType = z.ZodType> {
  /** A value of the contract's `approval_kind`. */
  readonly kind: number;
  /** Permission to decide, `agent/user:approve`. */
  readonly permission: string;
  /** Payload of the request: as JSON (`z.input`), and parsed (`z.output`). */
  readonly payload: P;
  /** Carries it out, in the transaction of the decision; a refusal leaves the request waiting. */
  run(tx: Tx, decider: Actor, approved: Approved<z.output<P>>): Promise<void>;
  /** Called when a request was refused, withdrawn or has expired, in that transaction; it must not refuse. */
  dropped?(tx: Tx, actor: Actor, dropped: Approved<z.output<P>>): Promise<void>;
}

export const defineApproval = <P extends z.ZodType>(kind: ApprovalKind<P>): ApprovalKind<P> => kind;
