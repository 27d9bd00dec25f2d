import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { parameters } from '@trade-assistant/contract/parameters.ts';
import { and, asc, eq, inArray, lt, sql } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import type { Db, Tx } from '../../../kernel/db/index.ts';
import { rowJson } from '../../../kernel/db/row-json.ts';
import { readParameter } from '../../../kernel/parameters/index.ts';
import { visible } from '../../../kernel/resource/scope.ts';
import { assertTransition, logState } from '../../../kernel/resource/states.ts';
import {
  type Allocation,
  allocate,
  allocationParameters,
  type Criteria,
  deliverLines,
  releaseLines,
  returnDeliveredLines,
  STRATEGY,
} from './allocate.ts';
import { inventoryErrors } from './errors.ts';
import { lockLines, matchLine } from './preorder-line.ts';
import { OUTBOUND, outboundMachine } from './states.ts';
import { outbounds } from './tables.ts';

export type Outbound = typeof outbounds.$inferSelect;

/** 1 sale, 2 pre-order, 3 replacement, 4 internal, 5 return to supplier. */
export const OUTBOUND_TYPE = { sale: 1, preOrder: 2, replacement: 3, internal: 4, supplierReturn: 5 } as const;

export interface NewOutbound {
  readonly outboundType: number;
  /** The receiver of the numbers; null for internal notes. Users above the receiver in its path may see the note. */
  readonly agent: { readonly id: bigint; readonly name: string; readonly ownerPath: string } | null;
  readonly criteria: Criteria;
  readonly quantity: number;
  readonly currency: string;
  readonly strategy?: number | undefined;
  readonly orderNo?: string | null | undefined;
  readonly unitPrice?: Micro | null | undefined;
  readonly amount?: Micro | null | undefined;
  readonly warrantyHours?: number | null | undefined;
  /** End of a warranty that the numbers inherit, instead of hours. */
  readonly warrantyUntil?: Date | undefined;
  readonly licenceNote?: string | null | undefined;
  readonly reason?: string | null | undefined;
  readonly remark?: string | null | undefined;
  readonly maxDownload?: number | undefined;
  readonly allowPartial?: boolean | undefined;
  /** Free of charge for the customer; another person has to deliver it. */
  readonly gift?: { readonly reason: string } | undefined;
  /** Take the numbers locked for this pre-order. */
  readonly preorder?: bigint | undefined;
}

type Mode = 'draft' | 'reserve' | 'deliver';

/**
 * Creates a delivery note. `draft` does not touch stock; `reserve` holds the numbers for `inventory.reserveMinutes`;
 * `deliver` delivers them at once.
 * @throws STOCK_NOT_ENOUGH; then nothing is written
 */
export async function createOutbound(tx: Tx, actor: Actor, input: NewOutbound, mode: Mode): Promise<Outbound> {
  await assertCountryServed(tx, actor, input.criteria.countryCode);
  const now = new Date();
  const reserveUntil = mode === 'reserve' ? await reserveEnd(tx, actor, now) : null;
  const [note] = await tx
    .insert(outbounds)
    .values({ ...noteOf(actor, input, mode, now), reserveExpireTime: reserveUntil })
    .returning();
  if (!note || mode === 'draft') return note as Outbound;
  const taken = await allocate(tx, actor, {
    ...allocationOf(input, reserveUntil),
    outboundId: note.id,
    ...(input.allowPartial ? { allowPartial: true } : {}),
  });
  if (taken === input.quantity) return note;
  const [partial] = await tx
    .update(outbounds)
    .set({ quantity: taken, deliveredQty: mode === 'deliver' ? taken : 0 })
    .where(eq(outbounds.id, note.id))
    .returning();
  return partial as Outbound;
}

/** A note that another engine's statement writes: the arguments of `inv_issue` and the resulting row. */
export interface PreparedOutbound {
  readonly request: { readonly note: object; readonly take: object };
  readonly row: Omit<Outbound, 'id'>;
}

/**
 * Prepares a note whose numbers are taken when it is written. A reservation does not expire by time; another event
 * ends it. The caller has checked that the country is served.
 */
export function prepareOutbound(
  actor: Actor,
  input: NewOutbound & { readonly at: Date; readonly outboundNo?: string | undefined },
  mode: 'reserve' | 'deliver',
): PreparedOutbound {
  const { at, outboundNo } = input;
  const row = {
    ...noteOf(actor, input, mode, at),
    ...(outboundNo ? { outboundNo } : {}),
    reserveExpireTime: null,
    createTime: at,
    updateTime: at,
    version: 1,
  };
  return {
    request: {
      note: rowJson(row),
      take: allocationParameters(actor, allocationOf(input, mode === 'reserve' ? shownEnd(at) : null)),
    },
    row: { ...UNSET, ...row },
  };
}

/** Returns the displayed end of a reservation; no action follows it. */
const shownEnd = (at: Date): Date =>
  new Date(at.getTime() + parameters['inventory.reserveMinutes'].field.options.initial * 60_000);

/** The columns that are empty in a new note. */
const UNSET = { lastDownloadTime: null, fileSha256: null, cancelReason: null, deletedAt: null } as const;

const noteOf = (actor: Actor, input: NewOutbound, mode: Mode, now: Date) => {
  const { agent, criteria, quantity } = input;
  const delivered = mode === 'deliver';
  return {
    tenantId: actor.tenantId,
    ownerId: agent?.id ?? 0n,
    ownerPath: agent?.ownerPath ?? '/',
    outboundNo: businessNo('OB', now),
    outboundType: input.outboundType,
    agentId: agent?.id ?? null,
    agentName: agent?.name ?? null,
    orderType: input.orderNo ? 1 : null,
    orderNo: input.orderNo ?? null,
    businessType: criteria.businessType,
    countryCode: criteria.countryCode,
    numberType: criteria.numberType ?? null,
    capability: criteria.capability ?? null,
    warehouseCode: criteria.warehouseCode ?? null,
    strategy: input.strategy ?? STRATEGY.fifo,
    quantity,
    deliveredQty: delivered ? quantity : 0,
    returnedQty: 0,
    unitPrice: input.unitPrice ?? null,
    amount: input.amount ?? null,
    currency: input.currency,
    downloadCount: 0,
    staffDownloadCount: 0,
    isGift: input.gift ? (1 as const) : (0 as const),
    giftReason: input.gift?.reason ?? null,
    giftUser: input.gift ? actor.userId : null,
    giftUserName: input.gift ? actor.realName : null,
    maxDownload: input.maxDownload ?? 5,
    warrantyUntil:
      input.warrantyUntil ??
      (delivered && input.warrantyHours ? new Date(now.getTime() + input.warrantyHours * 3_600_000) : null),
    licenceNote: input.licenceNote ?? null,
    deliverTime: delivered ? now : null,
    status: mode === 'draft' ? OUTBOUND.draft : delivered ? OUTBOUND.delivered : OUTBOUND.reserved,
    reason: input.reason ?? null,
    remark: input.remark ?? null,
    createUser: actor.userId,
    createUserName: actor.realName,
    createDept: actor.deptIds[0] ?? null,
    updateUser: actor.userId,
  };
};

const allocationOf = (
  { criteria, quantity, strategy, agent, preorder }: NewOutbound,
  reserveUntil: Date | null,
): Allocation => ({
  criteria,
  quantity,
  ...(preorder === undefined ? {} : { preorder }),
  ...(strategy ? { strategy } : {}),
  as: reserveUntil === null ? { assignTo: agent?.id ?? null } : { reserveUntil },
});

/** Returns until when an unconfirmed reservation holds its numbers. */
async function reserveEnd(tx: Tx, actor: Actor, now: Date): Promise<Date> {
  const minutes = await readParameter(tx, actor.tenantId, 'inventory.reserveMinutes');
  return new Date(now.getTime() + minutes * 60_000);
}

/** Reserves the numbers of a draft. */
export async function confirmOutbound(tx: Tx, actor: Actor, id: bigint): Promise<Outbound> {
  const note = await lockOutbound(tx, actor, id);
  assertTransition(outboundMachine, 'confirm', note.status);
  await assertCountryServed(tx, actor, note.countryCode);
  const reserveUntil = await reserveEnd(tx, actor, new Date());
  await allocate(tx, actor, {
    criteria: criteriaOf(note),
    quantity: note.quantity,
    outboundId: id,
    strategy: note.strategy,
    as: { reserveUntil },
  });
  return moveOutbound(tx, actor, note, 'confirm', { reserveExpireTime: reserveUntil });
}

/** Price of a note and warranty period of its numbers. */
export interface SaleTerms {
  readonly warrantyHours?: number | null;
  readonly unitPrice?: Micro;
  readonly amount?: Micro;
}

/** Delivers the reserved numbers of a note to the customer. The caller moves the money in the same transaction. */
export async function deliverOutbound(
  tx: Tx,
  actor: Actor,
  id: bigint,
  { warrantyHours, ...prices }: SaleTerms = {},
): Promise<Outbound> {
  const note = await lockOutbound(tx, actor, id);
  assertTransition(outboundMachine, 'deliver', note.status);
  const delivered = await deliverLines(tx, actor, id, note.agentId);
  const now = new Date();
  return moveOutbound(tx, actor, note, 'deliver', {
    ...prices,
    deliveredQty: delivered,
    deliverTime: now,
    reserveExpireTime: null,
    warrantyUntil: warrantyHours ? new Date(now.getTime() + warrantyHours * 3_600_000) : note.warrantyUntil,
  });
}

/** Cancels a draft or reserved note; reserved numbers go to waiting pre-orders, the others on sale. */
export async function cancelOutbound(tx: Tx, actor: Actor, id: bigint, reason: string): Promise<Outbound> {
  const note = await lockOutbound(tx, actor, id);
  assertTransition(outboundMachine, 'cancel', note.status);
  if (note.status === OUTBOUND.reserved) await lockLines(tx, note.tenantId, [note]);
  if ((await releaseLines(tx, actor, id)) > 0) await matchLine(tx, note.tenantId, note);
  return moveOutbound(tx, actor, note, 'cancel', { cancelReason: reason, reserveExpireTime: null }, reason);
}

/**
 * Takes back delivered numbers (all of the note, or the named items) into quarantine. @returns the note and how many
 * were returned
 */
export async function returnOutbound(
  tx: Tx,
  actor: Actor,
  id: bigint,
  itemIds?: readonly bigint[],
  reason?: string,
  options: { readonly isReplaced?: boolean } = {},
): Promise<{ note: Outbound; returned: number }> {
  const note = await lockOutbound(tx, actor, id);
  assertTransition(outboundMachine, 'returnAll', note.status);
  const returned = await returnDeliveredLines(tx, actor, id, itemIds, options);
  if (returned === 0) throw commonErrors.STATE_CONFLICT();
  const returnedQty = note.returnedQty + returned;
  const event = returnedQty >= note.deliveredQty ? 'returnAll' : 'returnSome';
  return { note: await moveOutbound(tx, actor, note, event, { returnedQty }, reason), returned };
}

/**
 * Delivers from stock the numbers that are missing on a delivered note.
 * @returns how many
 * @throws STATE_CONFLICT when none is missing; STOCK_NOT_ENOUGH {n}
 */
export async function deliverMissing(tx: Tx, actor: Actor, id: bigint): Promise<number> {
  const note = await lockOutbound(tx, actor, id);
  const missing = await missingOf(tx, note);
  const as = { assignTo: note.agentId };
  await allocate(tx, actor, { criteria: criteriaOf(note), quantity: missing, outboundId: id, as });
  await tx.update(outbounds).set(changedBy(actor)).where(eq(outbounds.id, id));
  return missing;
}

/**
 * Deducts the missing numbers of a delivered note from its delivered quantity; a note without any number left becomes
 * returned.
 * @returns the note, and how many numbers were missing
 * @throws STATE_CONFLICT when none is missing
 */
export async function giveUpMissing(
  tx: Tx,
  actor: Actor,
  id: bigint,
  reason: string,
): Promise<{ note: Outbound; missing: number }> {
  const note = await lockOutbound(tx, actor, id);
  const missing = await missingOf(tx, note);
  const deliveredQty = note.deliveredQty - missing;
  const isEmpty = note.returnedQty >= deliveredQty;
  if (isEmpty) return { note: await moveOutbound(tx, actor, note, 'returnAll', { deliveredQty }, reason), missing };
  const [changed] = await tx
    .update(outbounds)
    .set({ deliveredQty, ...changedBy(actor) })
    .where(eq(outbounds.id, id))
    .returning();
  return { note: changed as Outbound, missing };
}

/** Numbers of an order that the customer has, over all its notes. */
export interface OrderNumbers {
  /** Ids of the order's note and of its replacement notes. */
  readonly noteIds: readonly bigint[];
  /** Delivered and not returned; the numbers of ended leases and those never delivered count as delivered. */
  readonly kept: number;
}

/** Returns the numbers of an order: a replacement returns one number of an older note and delivers one on its own. */
export async function numbersOfOrder(
  tx: Tx,
  order: { readonly tenantId: string; readonly orderNo: string; readonly outboundId: bigint | null },
): Promise<OrderNumbers> {
  const { rows } = await tx.execute<{ id: string; kept: number }>(sql`
    select id::text, delivered_qty - returned_qty as kept from inv_outbound
    where tenant_id = ${order.tenantId} and order_no = ${order.orderNo}
      and (id = ${order.outboundId} or outbound_type = ${OUTBOUND_TYPE.replacement}) order by id`);
  return { noteIds: rows.map(({ id }) => BigInt(id)), kept: rows.reduce((sum, { kept }) => sum + kept, 0) };
}

/** Returns how many numbers of a delivered note were never delivered. @throws STATE_CONFLICT when none */
async function missingOf(tx: Tx, { id, deliveredQty }: Outbound): Promise<number> {
  const { rows } = await tx.execute<{ lines: string }>(
    sql`select count(*) as lines from inv_outbound_line where outbound_id = ${id}`,
  );
  const missing = deliveredQty - Number(rows[0]?.lines ?? 0);
  if (missing <= 0) throw commonErrors.STATE_CONFLICT();
  return missing;
}

/**
 * Cancels notes whose reservation expired, and returns their numbers to stock. Each has its own transaction: several
 * in one would lock counters in the order of the notes, while sales lock them in the order of the counters. An error
 * in one does not stop the others.
 * @returns how many notes were processed, at most one batch
 */
export async function expireReservations(db: Db, system: (tenantId: string) => Actor): Promise<number> {
  const due = await db.drizzle
    .select({ id: outbounds.id, tenantId: outbounds.tenantId })
    .from(outbounds)
    .where(isDue)
    .orderBy(asc(outbounds.reserveExpireTime), asc(outbounds.id))
    .limit(EXPIRE_BATCH);
  let expired = 0;
  const failures: unknown[] = [];
  for (const { id, tenantId } of due)
    await db
      .tx((tx) => expireReservation(tx, system(tenantId), id), { retry: true })
      .then(
        (isExpired) => {
          if (isExpired) expired += 1;
        },
        (error: unknown) => void failures.push(error),
      );
  if (failures.length > 0)
    throw new Error(`${failures.length} of ${due.length} reservations could not be ended`, { cause: failures[0] });
  return expired;
}

const EXPIRE_BATCH = 100;
const isDue = and(eq(outbounds.status, OUTBOUND.reserved), lt(outbounds.reserveExpireTime, sql`now()`));

/** Returns false if another transaction holds or has changed the note. */
async function expireReservation(tx: Tx, actor: Actor, id: bigint): Promise<boolean> {
  const [note] = await tx
    .select({ id: outbounds.id })
    .from(outbounds)
    .where(and(eq(outbounds.id, id), isDue))
    .for('update', { skipLocked: true });
  if (!note) return false;
  await cancelOutbound(tx, actor, id, 'expired');
  return true;
}

/**
 * Permits and counts one more download of a delivered note.
 * @throws EXPORT_BEFORE_DELIVERY, DOWNLOAD_LIMIT; NOT_FOUND out of the caller's scope
 */
export async function countDownload(
  tx: Tx,
  actor: Actor,
  ids: readonly bigint[],
  options: { readonly unlimited: boolean },
): Promise<Outbound[]> {
  const notes = await tx
    .select()
    .from(outbounds)
    .where(and(visible(actor, outbounds, 'owner'), inArray(outbounds.id, [...ids])))
    .orderBy(asc(outbounds.id))
    .for('update');
  if (notes.length < ids.length) throw commonErrors.NOT_FOUND();
  for (const note of notes) {
    if (note.status !== OUTBOUND.delivered && note.status !== OUTBOUND.partlyReturned)
      throw inventoryErrors.EXPORT_BEFORE_DELIVERY();
    if (!options.unlimited && note.downloadCount - note.staffDownloadCount >= note.maxDownload)
      throw inventoryErrors.DOWNLOAD_LIMIT();
  }
  // Every download is counted, but downloads by staff do not use up the customer's limit.
  await tx
    .update(outbounds)
    .set({
      downloadCount: sql`${outbounds.downloadCount} + 1`,
      ...(options.unlimited ? { staffDownloadCount: sql`${outbounds.staffDownloadCount} + 1` } : {}),
      lastDownloadTime: sql`now()`,
    })
    .where(inArray(outbounds.id, [...ids]));
  return notes;
}

/** @throws COUNTRY_UNKNOWN {code}, COUNTRY_BLOCKED */
export async function assertCountryServed(tx: Tx, actor: Pick<Actor, 'tenantId'>, countryCode: string): Promise<void> {
  const result = await tx.execute<{ is_blocked: number; status: number }>(sql`
    select is_blocked, status from inv_country where tenant_id = ${actor.tenantId} and country_code = ${countryCode} and deleted_at is null`);
  const country = result.rows[0];
  if (!country) throw inventoryErrors.COUNTRY_UNKNOWN({ code: countryCode });
  if (country.is_blocked === 1 || country.status !== 1) throw inventoryErrors.COUNTRY_BLOCKED();
}

/** Returns the note, locked. @throws NOT_FOUND when it is out of the caller's scope */
export async function lockOutbound(tx: Tx, actor: Actor, id: bigint): Promise<Outbound> {
  const [note] = await tx
    .select()
    .from(outbounds)
    .where(and(visible(actor, outbounds, 'owner'), eq(outbounds.id, id)))
    .for('update');
  if (!note) throw commonErrors.NOT_FOUND();
  return note;
}

export const criteriaOf = (note: Outbound): Criteria => ({
  businessType: note.businessType,
  countryCode: note.countryCode,
  numberType: note.numberType,
  capability: note.capability,
  warehouseCode: note.warehouseCode,
});

const changedBy = (actor: Actor) => ({
  updateUser: actor.userId,
  updateTime: sql`now()`,
  version: sql`${outbounds.version} + 1`,
});

async function moveOutbound(
  tx: Tx,
  actor: Actor,
  note: Outbound,
  event: keyof typeof outboundMachine,
  changes: Partial<Outbound>,
  reason?: string,
): Promise<Outbound> {
  const { from, to } = outboundMachine[event];
  const [moved] = await tx
    .update(outbounds)
    .set({ ...changes, status: to, ...changedBy(actor) })
    .where(and(eq(outbounds.id, note.id), inArray(outbounds.status, [...from])))
    .returning();
  if (!moved) throw commonErrors.STATE_CONFLICT();
  await logState(tx, actor, { type: 'outbound', id: note.id, from: note.status, to, event, reason });
  return moved;
}
