import { warrantyAction, warrantyCause, warrantyChoice } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { isAppError } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, inArray, isNull, lte, or, sql } from 'drizzle-orm';
import type { App } from '../../../kernel/app/index.ts';
import { type Actor, systemActor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { assertCountryServed, sellableNow } from '../inventory/index.ts';
import { criteriaOfOrder, productOrders, refundOrder, replaceNumber } from '../orders/index.ts';
import { openSupplierClaims } from '../supplier-claims/index.ts';
import { openCaseOf, pauseMassEvents } from './mass.ts';
import { notifyOwner } from './notices.ts';
import { lockClaim, moveClaim, STATUS, UNSETTLED } from './states.ts';
import { type Claim, claims } from './tables.ts';

const HOUR_MILLIS = 3_600_000;
const SLICE = 200;
/** Pause before a claim is settled again that could not be. */
const RETRY_MINUTES = 10;
const CAUSE = warrantyCause.is;

/**
 * Takes the next step of a locked claim that is confirmed or waits for stock: asks the agent, replaces or refunds. Stock, money and
 * state change in the caller's transaction, so that a claim is settled once whatever ends the process.
 */
export async function settleClaim(tx: Tx, actor: Actor, claim: Claim): Promise<Claim> {
  if (!(await isDelivered(tx, claim)))
    return moveClaim(tx, actor, claim, 'refuse', { cause: CAUSE.returned, nextCheckTime: null });
  const choice = claim.choice ?? claim.action;
  if (choice === warrantyAction.is.ask) return ask(tx, actor, claim);
  if (choice === warrantyChoice.is.refund) return refundClaim(tx, actor, claim, claim.cause);
  if (claim.chainNo >= (await readParameter(tx, claim.tenantId, 'warranty.chainMax')))
    return refundClaim(tx, actor, claim, CAUSE.chain);
  return (await replaceClaim(tx, actor, claim)) ?? waitForStock(tx, actor, claim);
}

async function ask(tx: Tx, actor: Actor, claim: Claim): Promise<Claim> {
  const hours = await readParameter(tx, claim.tenantId, 'warranty.askHours');
  const moved = await moveClaim(tx, actor, claim, 'ask', { choiceUntil: new Date(Date.now() + hours * HOUR_MILLIS) });
  await notifyOwner(tx, moved, 'ASKED');
  return moved;
}

/** Refunds the exact part of the order; rebates are reversed by the refund. */
async function refundClaim(tx: Tx, actor: Actor, claim: Claim, cause: number | null): Promise<Claim> {
  const [order] = await tx.select().from(productOrders).where(eq(productOrders.id, claim.orderId));
  const { refunded } = await refundOrder(tx, actor, {
    outboundId: order?.outboundId ?? claim.outboundId,
    itemIds: [claim.itemId],
    reason: claim.claimNo,
    claimNo: claim.claimNo,
  });
  const moved = await moveClaim(tx, actor, claim, 'refund', { refundAmount: refunded, settleTime: new Date(), cause });
  announceChange(tx, claim.tenantId, 'agent/product');
  await claimFromSupplier(tx, actor, moved);
  await notifyOwner(tx, moved, 'REFUNDED');
  return moved;
}

/** Replaces the number by the oldest of its kind. @returns null without one in stock */
async function replaceClaim(tx: Tx, actor: Actor, claim: Claim): Promise<Claim | null> {
  if (!(await isInStock(tx, claim))) return null;
  const { note, itemId, e164 } = await replaceNumber(tx, actor, {
    orderId: claim.orderId,
    outboundId: claim.outboundId,
    itemId: claim.itemId,
    reason: claim.claimNo,
  });
  const moved = await moveClaim(tx, actor, claim, 'replace', {
    replacementItemId: itemId,
    replacementE164: e164,
    replacementNoteId: note.id,
    replacementNoteNo: note.outboundNo,
    settleTime: new Date(),
  });
  announceChange(tx, claim.tenantId, 'agent/product');
  await claimFromSupplier(tx, actor, moved);
  await notifyOwner(tx, moved, 'REPLACED');
  return moved;
}

/** Adds the number of a settled claim to the claim against its supplier, with the checks as evidence. */
async function claimFromSupplier(tx: Tx, actor: Actor, { id, claimNo, itemId }: Claim): Promise<void> {
  const { rows } = await tx.execute<{ checks: string | null }>(sql`
    select string_agg(to_char(check_time at time zone 'UTC', 'YYYY-MM-DD HH24:MI') || ' UTC ' || provider_code || ' ' || result, '; ' order by id) as checks
    from war_check where claim_id = ${id} and verdict = 1`);
  const evidence = [claimNo, rows[0]?.checks].filter(Boolean).join(': ');
  await openSupplierClaims(tx, actor, { items: [{ itemId, warrantyClaimId: id, evidence }] });
}

/** Waits for stock as long as operators allow, then refunds. */
async function waitForStock(tx: Tx, actor: Actor, claim: Claim): Promise<Claim> {
  const hours = await readParameter(tx, claim.tenantId, 'warranty.stockHours');
  const until = claim.stockUntil ?? new Date(Date.now() + hours * HOUR_MILLIS);
  if (hours === 0 || until <= new Date()) return refundClaim(tx, actor, claim, CAUSE.stock);
  if (claim.status === STATUS.noStock) return claim;
  const moved = await moveClaim(tx, actor, claim, 'wait', { stockUntil: until });
  await notifyOwner(tx, moved, 'NO_STOCK');
  return moved;
}

/** Whether a number of the kind of the order may be sold in a country that is served. */
export async function isInStock(tx: Tx, { orderId }: Pick<Claim, 'orderId'>): Promise<boolean> {
  const [order] = await tx.select().from(productOrders).where(eq(productOrders.id, orderId));
  if (!order) return false;
  const isServed = await assertCountryServed(tx, order, order.countryCode).then(
    () => true,
    (error: unknown) => {
      if (isAppError(error)) return false;
      throw error;
    },
  );
  return isServed && (await sellableNow(tx, order.tenantId, criteriaOfOrder(order), 1)) > 0;
}

async function isDelivered(tx: Tx, { outboundId, itemId }: Claim): Promise<boolean> {
  const { rows } = await tx.execute(
    sql`select from inv_outbound_line where outbound_id = ${outboundId} and item_id = ${itemId} and state = 1`,
  );
  return rows.length > 0;
}

/** Settles due claims of all tenants, each in a transaction of its own. @returns how many were looked at */
export async function settleClaims(app: App): Promise<number> {
  const { db } = app;
  // By the clock that set the times: a claim postponed until now is due now, to the microsecond.
  const now = sql`now()`;
  const isDue = or(
    eq(claims.status, STATUS.confirmed),
    eq(claims.status, STATUS.noStock),
    and(eq(claims.status, STATUS.asked), lte(claims.choiceUntil, now)),
  );
  const due = await db.drizzle
    .select({ id: claims.id, tenantId: claims.tenantId })
    .from(claims)
    .where(
      and(inArray(claims.status, [...UNSETTLED]), isDue, or(isNull(claims.settleAfter), lte(claims.settleAfter, now))),
    )
    .orderBy(asc(claims.id))
    .limit(SLICE);
  for (const tenantId of new Set(due.map((one) => one.tenantId))) await db.tx((tx) => pauseMassEvents(tx, tenantId));
  for (const { id, tenantId } of due)
    await db
      .tx((tx) => settleDue(tx, systemActor(tenantId), id), { retry: true })
      .catch((error: unknown) => postpone(app, id, error));
  return due.length;
}

async function settleDue(tx: Tx, actor: Actor, id: bigint): Promise<void> {
  let claim = await lockClaim(tx, id);
  if (!claim || !(UNSETTLED as readonly number[]).includes(claim.status)) return;
  const caseId = await openCaseOf(tx, claim);
  if (caseId !== null) {
    await moveClaim(tx, actor, claim, 'pause', { caseId });
    return;
  }
  if (await hasUnhealthyProvider(tx, id)) return;
  if (claim.status === STATUS.asked) {
    if (claim.choiceUntil !== null && claim.choiceUntil > new Date()) return;
    const { is: choice } = warrantyChoice;
    claim = await moveClaim(tx, actor, claim, 'choose', { choice: choice.replace, cause: CAUSE.silence });
  }
  await settleClaim(tx, actor, claim);
}

/** Whether a provider that found the number dead is paused by its breaker now. */
async function hasUnhealthyProvider(tx: Tx, id: bigint): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from war_check k join prv_health h on h.provider_id = k.provider_id
    where k.claim_id = ${id} and k.verdict = 1 and h.breaker <> 0 limit 1`);
  return rows.length > 0;
}

/** Lets a claim wait that could not be settled, and reports it. */
async function postpone({ db, audit }: App, id: bigint, error: unknown): Promise<void> {
  await db.tx((tx) =>
    tx
      .update(claims)
      .set({ settleAfter: sql`now() + make_interval(mins => ${RETRY_MINUTES}::int)` })
      .where(eq(claims.id, id)),
  );
  const data = { claim: String(id), error: isAppError(error) ? error.code : String(error) };
  audit.usual({ level: 'error', id: 'WARRANTY_NOT_SETTLED', data });
}
