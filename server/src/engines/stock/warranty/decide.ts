import { warrantyCause, warrantyChoice, warrantySource } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { CLAIMS_MAX, DECISION, UNDECIDED } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { type Micro, micros } from '@trade-assistant/contract/kit/money.ts';
import { splitNumbers } from '@trade-assistant/contract/kit/phone-number.ts';
import { and, asc, desc, eq, inArray, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { pictureLinks } from '../../../kernel/files/picture-links.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { maskNumber, plainNumber } from '../../../kernel/phone/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { productOrders } from '../orders/index.ts';
import { atField, warrantyErrors } from './errors.ts';
import { notifyOwner } from './notices.ts';
import { type Delivered, deliveredLines, openClaim } from './open.ts';
import { settleClaim } from './settle.ts';
import { CLAIM, moveClaim, STATUS } from './states.ts';
import { type Claim, claims } from './tables.ts';

/** Files that support a claim. */
export const claimEvidence = pictureLinks(`/api/${CLAIM}/proof?name=`, ['image', 'pdf']);

/**
 * Files a claim for each number that was delivered to the caller or a sub-account; staff file for anyone. The numbers are then checked
 * like those that a check found dead.
 * @throws WARRANTY_NUMBER_INVALID, WARRANTY_NUMBERS_TOO_MANY, WARRANTY_NOT_DELIVERED, WARRANTY_ENDED, WARRANTY_CLAIM_OPEN,
 * WARRANTY_ALREADY_SETTLED, WARRANTY_EVIDENCE_GONE, all at their fields
 */
export async function fileClaims(
  tx: Tx,
  actor: Actor,
  { files }: Pick<App, 'files'>,
  input: {
    readonly numbers: string;
    readonly content: string;
    readonly evidence?: readonly string[] | null | undefined;
  },
): Promise<Claim[]> {
  const asked = numbersIn(input.numbers);
  const named = {
    numbers: asked.filter((one) => typeof one === 'bigint'),
    itemNos: asked.filter((one) => typeof one === 'string'),
  };
  const lines = await deliveredLines(tx, actor.tenantId, { named, within: visible(actor, productOrders, 'owner') });
  const byName = new Map<bigint | string, Delivered>();
  for (const line of lines) byName.set(line.e164, line).set(line.itemNo, line);
  const evidence = (input.evidence ?? []).map(claimEvidence.bare);
  const gone = () => atField('evidence', 'WARRANTY_EVIDENCE_GONE');
  await claimEvidence.keep(tx, actor, files, { before: [], after: evidence, gone });
  const filed: Claim[] = [];
  for (const one of asked) {
    const line = byName.get(one);
    if (!line) throw await notDelivered(tx, actor, one);
    const number = maskNumber(line.e164);
    if (filed.some(({ itemId }) => itemId === line.itemId)) continue;
    if (line.claim) throw claimed(number, line.claim);
    if (line.warrantyUntil === null || line.warrantyUntil < new Date())
      throw atField('numbers', 'WARRANTY_ENDED', { number });
    const claim = await openClaim(tx, actor, line, {
      source: warrantySource.is.person,
      content: input.content,
      evidence: [...evidence],
    });
    if (!claim) throw commonErrors.STATE_CONFLICT();
    filed.push(claim);
  }
  return filed;
}

/**
 * Returns the numbers of which a reader can file a claim now, as the form names them: whole for their buyer, by their IDs for others, who see
 * them masked.
 */
export async function claimableNumbers(
  tx: Tx,
  actor: Actor,
  which: { readonly orderId: bigint } | { readonly number: bigint },
): Promise<{ numbers: string[]; isMore: 0 | 1 }> {
  const lines = await deliveredLines(tx, actor.tenantId, {
    ...('number' in which ? { named: { numbers: [which.number], itemNos: [] } } : which),
    claimable: CLAIMS_MAX + 1,
    within: visible(actor, productOrders, 'owner'),
  });
  const nameOf = ({ e164, itemNo, order }: Delivered) => (order.ownerId === actor.userId ? plainNumber(e164) : itemNo);
  return { numbers: lines.slice(0, CLAIMS_MAX).map(nameOf), isMore: lines.length > CLAIMS_MAX ? 1 : 0 };
}

/** The ID of a number, which begins with a letter. */
const ITEM_NO = /^[A-Z][\w-]{1,23}$/;

/** Returns the written whole numbers and number IDs, each once. */
function numbersIn(text: string): (bigint | string)[] {
  const found = new Set<bigint | string>();
  for (const piece of splitNumbers(text)) {
    if (ITEM_NO.test(piece)) {
      found.add(piece);
      continue;
    }
    const digits = piece.replace(/^\+/, '');
    if (!/^\d{7,15}$/.test(digits)) throw atField('numbers', 'WARRANTY_NUMBER_INVALID', { text: piece.slice(0, 40) });
    found.add(BigInt(digits));
  }
  if (found.size === 0) throw atField('numbers', 'WARRANTY_NUMBER_INVALID', { text: text.slice(0, 40) });
  if (found.size > CLAIMS_MAX) throw atField('numbers', 'WARRANTY_NUMBERS_TOO_MANY', { n: CLAIMS_MAX });
  return [...found];
}

/** Returns the refusal of a number that the customer does not have: it may have been replaced or refunded. */
async function notDelivered(tx: Tx, actor: Actor, e164: bigint | string) {
  if (typeof e164 === 'string') return atField('numbers', 'WARRANTY_NOT_DELIVERED', { number: e164 });
  const number = maskNumber(e164);
  const [settled] = await tx
    .select()
    .from(claims)
    .where(
      and(
        visible(actor, claims, 'owner'),
        eq(claims.e164, e164),
        inArray(claims.status, [STATUS.replaced, STATUS.refunded]),
      ),
    )
    .orderBy(desc(claims.id))
    .limit(1);
  return settled ? claimed(number, settled) : atField('numbers', 'WARRANTY_NOT_DELIVERED', { number });
}

function claimed(number: string, { id, claimNo, status }: { id: bigint; claimNo: string; status: number }) {
  const isSettled = status === STATUS.replaced || status === STATUS.refunded;
  const name = isSettled ? 'WARRANTY_ALREADY_SETTLED' : 'WARRANTY_CLAIM_OPEN';
  return atField('numbers', name, { number, no: claimNo }, { claimId: String(id), claimNo });
}

interface Decided {
  readonly decided: number;
  readonly refunded: Micro;
  /** Claims that wait for stock. */
  readonly waiting: number;
}

/**
 * Replaces, refunds or refuses claims, whatever their checks say; all or none.
 * @throws NOT_FOUND, STATE_CONFLICT, WARRANTY_OWN, WARRANTY_CHAIN
 */
export async function decideClaims(
  tx: Tx,
  actor: Actor,
  { ids, decision, reason }: { readonly ids: readonly bigint[]; readonly decision: number; readonly reason: string },
): Promise<Decided> {
  const rows = await lockClaims(tx, actor, ids);
  const by = { decideReason: reason, decider: actor.userId, deciderName: actor.realName, nextCheckTime: null };
  const chainMax = await readParameter(tx, actor.tenantId, 'warranty.chainMax');
  let refunded = 0n;
  let waiting = 0;
  for (const claim of rows) {
    if (isOwn(claim, actor)) throw warrantyErrors.WARRANTY_OWN();
    if (!UNDECIDED.includes(claim.status)) throw commonErrors.STATE_CONFLICT();
    if (decision === DECISION.refuse) {
      await notifyOwner(tx, await moveClaim(tx, actor, claim, 'refuse', { ...by, reason }), 'REFUSED', reason);
      continue;
    }
    if (decision === DECISION.replace && claim.chainNo >= chainMax) throw warrantyErrors.WARRANTY_CHAIN();
    const { choice, cause } = { choice: decision, cause: warrantyCause.is.person };
    const settled = await settleClaim(tx, actor, await confirmed(tx, actor, claim, { ...by, choice, cause }, reason));
    refunded += settled.refundAmount ?? 0n;
    if (settled.status === STATUS.noStock) waiting += 1;
  }
  return { decided: rows.length, refunded: micros(refunded), waiting };
}

/** Whether a person would decide about their own money or words. */
export const isOwn = (claim: Claim, { userId }: Pick<Actor, 'userId'>): boolean =>
  claim.ownerId === userId || (claim.source === warrantySource.is.person && claim.createUser === userId);

/** Brings a claim to the state from which it is settled, with the decision of a person. */
async function confirmed(
  tx: Tx,
  actor: Actor,
  claim: Claim,
  changes: Partial<typeof claims.$inferInsert>,
  reason: string,
): Promise<Claim> {
  const { suspected, review, asked, paused } = STATUS;
  if (claim.status === suspected || claim.status === review)
    return moveClaim(tx, actor, claim, 'confirm', { ...changes, confirmTime: new Date(), reason });
  if (claim.status === asked) return moveClaim(tx, actor, claim, 'choose', { ...changes, reason });
  if (claim.status === paused) return moveClaim(tx, actor, claim, 'resume', { ...changes, reason });
  const [changed] = await tx.update(claims).set(changes).where(eq(claims.id, claim.id)).returning();
  return changed as Claim;
}

/** Settles a claim as its buyer chooses. @throws NOT_FOUND, STATE_CONFLICT */
export async function answerClaim(
  tx: Tx,
  actor: Actor,
  { id, choice }: { readonly id: bigint; readonly choice: number },
): Promise<Claim> {
  const [claim] = await lockClaims(tx, actor, [id]);
  if (claim?.status !== STATUS.asked || claim.ownerId !== actor.userId) throw commonErrors.STATE_CONFLICT();
  const reason = choice === warrantyChoice.is.refund ? 'refund' : 'replace';
  const chosen = await moveClaim(tx, actor, claim, 'choose', { choice, reason });
  return settleClaim(tx, systemActor(claim.tenantId), chosen);
}

/** Has the numbers of claims checked again at once. @throws NOT_FOUND, STATE_CONFLICT */
export async function recheckClaims(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<number> {
  const rows = await lockClaims(tx, actor, ids);
  if (rows.some(({ status }) => status !== STATUS.suspected)) throw commonErrors.STATE_CONFLICT();
  await tx
    .update(claims)
    .set({ nextCheckTime: sql`now()`, version: sql`${claims.version} + 1`, updateTime: sql`now()` })
    .where(inArray(claims.id, [...ids]));
  return rows.length;
}

/** @throws NOT_FOUND for a claim out of the caller's scope */
async function lockClaims(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<Claim[]> {
  const rows = await tx
    .select()
    .from(claims)
    .where(and(visible(actor, claims, 'owner'), inArray(claims.id, [...ids])))
    .orderBy(asc(claims.id))
    .for('update');
  if (rows.length < new Set(ids).size) throw commonErrors.NOT_FOUND();
  return rows;
}
