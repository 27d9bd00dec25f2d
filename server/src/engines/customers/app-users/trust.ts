import { appUserKind } from '@trade-assistant/contract/areas/user/app-dictionaries.ts';
import { userStatus } from '@trade-assistant/contract/dictionaries.ts';
import { ZERO } from '@trade-assistant/contract/kit/money.ts';
import type { MemberFigures } from '../../messaging/seeds/index.ts';

export const TRUST_START = 60;
const TRUST_MOST = 100;
/** What one task changes. */
const APPROVED = 2;
const REJECTED = -5;
const TIMED_OUT = -1;
const CHEATED = -30;

/** Figures of a user without tasks. */
export const NO_TASKS: MemberFigures = { tasks: 0, approved: 0, rejected: 0, cheats: 0, timedOut: 0, reward: ZERO };

/** Returns the trust score, 0 to 100: 60 without tasks; approved tasks raise it, the others lower it, cheating most. */
export function trustOf({ approved, rejected, cheats, timedOut }: MemberFigures): number {
  const score = TRUST_START + approved * APPROVED + rejected * REJECTED + timedOut * TIMED_OUT + cheats * CHEATED;
  return Math.min(TRUST_MOST, Math.max(0, score));
}

interface Account {
  readonly status: number;
  readonly lockUntil: Date | null;
}

/** Whether an account cannot be used at present: locked, disabled or not approved. */
export const isShut = ({ status, lockUntil }: Account): boolean =>
  status !== userStatus.is.active &&
  !(status === userStatus.is.locked && lockUntil !== null && lockUntil <= new Date());

export const isPanelMember = ({ userKind }: { readonly userKind: number }): boolean =>
  userKind === appUserKind.is.member;
