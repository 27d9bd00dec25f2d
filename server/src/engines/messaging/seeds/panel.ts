import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';

/** A user of the app whose number is in the pool. */
export interface PanelMember {
  readonly id: bigint;
  readonly name: string;
  /** The wallet in the ledger that rewards are paid to. */
  readonly walletUserId: bigint;
  /** The consent to be used as a seed; null: none, or withdrawn. */
  readonly consentId: bigint | null;
  readonly isLocked: boolean;
  /** Whether the results of earlier tasks allow further ones. */
  readonly isTrusted: boolean;
}

/** A decision about a task that its member is notified of. */
export interface PanelNotice {
  readonly memberId: bigint;
  readonly taskNo: string;
  readonly event: 'cheat' | 'appealWon' | 'appealRefused';
  readonly reason: string;
  /** Last moment to appeal. */
  readonly appealUntil: Date | null;
}

/** Accounts of panel members, kept by another part of the program. */
export interface PanelMembers {
  /** Returns the members of a tenant among some ids. */
  find(tx: Tx, tenantId: string, ids: readonly bigint[]): Promise<ReadonlyMap<bigint, PanelMember>>;
  /** Locks accounts until a time. Balances stay; withdrawals pause. */
  lock(tx: Tx, actor: Actor, lock: { ids: readonly bigint[]; until: Date; reason: string }): Promise<void>;
  notify(tx: Tx, actor: Actor, notice: PanelNotice): Promise<void>;
}

let registered: PanelMembers | null = null;

/** Registers the keeper of panel members at the start of the process; null removes it. */
export function registerPanelMembers(members: PanelMembers | null): void {
  registered = members;
}

/** Returns the keeper of panel members; null while the program has none. */
export const panelMembers = (): PanelMembers | null => registered;
