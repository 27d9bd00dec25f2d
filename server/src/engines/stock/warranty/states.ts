import { warrantyStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState, type StateMachine } from '../../../kernel/resource/states.ts';
import { type Claim, claims } from './tables.ts';

export const CLAIM = 'agent/warranty-claim';
export const STATUS = warrantyStatus.is;
const { suspected, review, confirmed, asked, noStock, paused, replaced, refunded, refused, unconfirmed } = STATUS;

/** States before the end of a claim that are verified. */
export const UNSETTLED = [confirmed, asked, noStock] as const;
const open = [suspected, review, ...UNSETTLED, paused] as const;

/**
 * Every transition of a claim, with its effect on stock and money; each is one transaction, keyed by the claim's number.
 *
 * | event | stock | money |
 * |---|---|---|
 * | replace | old number into quarantine, new one delivered on a replacement note | none |
 * | refund | old number into quarantine | exact part of the order returned, rebates reversed |
 * | all others | none | none |
 */
export const claimMachine = {
  confirm: { from: [suspected, review], to: confirmed },
  review: { from: [suspected], to: review },
  unconfirm: { from: [suspected], to: unconfirmed },
  ask: { from: [confirmed], to: asked },
  choose: { from: [asked], to: confirmed },
  wait: { from: [confirmed], to: noStock },
  pause: { from: [...UNSETTLED], to: paused },
  resume: { from: [paused], to: confirmed },
  dismiss: { from: [suspected, paused], to: unconfirmed },
  replace: { from: [confirmed, noStock], to: replaced },
  refund: { from: [confirmed, noStock], to: refunded },
  /** By staff, and by the program for a number that was returned meanwhile. */
  refuse: { from: [...open], to: refused },
} as const satisfies StateMachine<string>;
export type ClaimEvent = keyof typeof claimMachine;

/** Moves a locked claim and notes the step. @throws STATE_CONFLICT */
export async function moveClaim(
  tx: Tx,
  actor: Actor,
  claim: Claim,
  event: ClaimEvent,
  { reason, ...changes }: Partial<typeof claims.$inferInsert> & { readonly reason?: string | undefined } = {},
): Promise<Claim> {
  const { from, to } = claimMachine[event];
  const [moved] = await tx
    .update(claims)
    .set({
      ...changes,
      status: to,
      updateUser: actor.userId || null,
      updateTime: sql`now()`,
      version: sql`${claims.version} + 1`,
    })
    .where(and(eq(claims.id, claim.id), inArray(claims.status, [...from])))
    .returning();
  if (!moved) throw commonErrors.STATE_CONFLICT();
  await logState(tx, actor, { type: CLAIM, id: claim.id, from: claim.status, to, event, reason });
  announceChange(tx, claim.tenantId, CLAIM);
  return moved;
}

/** Returns a claim, locked; undefined if it does not exist. */
export async function lockClaim(tx: Tx, id: bigint): Promise<Claim | undefined> {
  const [claim] = await tx.select().from(claims).where(eq(claims.id, id)).for('update');
  return claim;
}
