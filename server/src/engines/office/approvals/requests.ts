import { approval, approvalStatus } from '@trade-assistant/contract/areas/desk/approval.ts';
import type { MessageKey } from '@trade-assistant/contract/areas/message/templates.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { z } from 'zod';
import type { ApprovalKind } from '../../../kernel/approvals.ts';
import { type Actor, holds, systemActor } from '../../../kernel/auth/actor.ts';
import { businessNo } from '../../../kernel/business-no.ts';
import { ChangedMeanwhile, type Tx } from '../../../kernel/db/index.ts';
import { declareLimit } from '../../../kernel/declared-limits.ts';
import type { Context } from '../../../kernel/http/context.ts';
import { invariant } from '../../../kernel/invariant.ts';
import { allOrNone } from '../../../kernel/jobs/index.ts';
import { integerParameter } from '../../../kernel/parameters/index.ts';
import { announceChange } from '../../../kernel/realtime/index.ts';
import { logState } from '../../../kernel/resource/states.ts';
import { actorOf, holdersOf, isResetBy } from '../../people/identity/index.ts';
import { sendMessage } from '../messages/index.ts';
import { approvalErrors } from './errors.ts';
import { type ApprovalRow, approvals } from './tables.ts';

declareLimit({ name: 'waiting requests of a person', window: 'ever', unit: 'things' });
/** Most waiting requests of one person. */
const WAITING_MAX = 100;
/** Most requests expired in one run of the timer. */
const EXPIRE_MAX = 500;

const { is } = approvalStatus;

export interface Proposal<P extends z.ZodType> {
  readonly kind: ApprovalKind<P>;
  readonly payload: z.input<P>;
  /** Parameters of the summary of the kind (`approvalSubjects`) and of the message to approvers. */
  readonly params: Readonly<Record<string, string>>;
  /** Items of the request. */
  readonly lines: ApprovalRow['lines'];
  readonly reason: string;
  /** Total of a request about money. */
  readonly total?: { readonly amount: Micro; readonly currency: string };
  /** Message to approvers; `{user}` is the requester. */
  readonly message: MessageKey;
}

/**
 * Stores a request until a second person decides it, and notifies everyone who may decide. Nothing else changes.
 * @throws TOO_MANY_WAITING
 */
export async function propose<P extends z.ZodType>(
  tx: Tx,
  actor: Actor,
  { kind, payload, params, lines, reason, total, message }: Proposal<P>,
): Promise<{ id: bigint; approvalNo: string }> {
  // Serialises the requests of a person, so that two at once do not both take the last place.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`approvals:${actor.userId}`}, 0))`);
  const own = and(
    eq(approvals.tenantId, actor.tenantId),
    eq(approvals.createUser, actor.userId),
    eq(approvals.status, is.waiting),
  );
  const waiting = await tx.$count(approvals, own);
  if (waiting >= WAITING_MAX) throw approvalErrors.TOO_MANY_WAITING({ n: waiting });
  const [row] = await tx
    .insert(approvals)
    .values({
      tenantId: actor.tenantId,
      approvalNo: businessNo('RV'),
      kind: kind.kind,
      params,
      payload,
      lines: [...lines],
      reason,
      amount: total?.amount ?? null,
      currency: total?.currency ?? null,
      status: is.waiting,
      expireTime: sql`now() + make_interval(hours => ${integerParameter(sql`${actor.tenantId}`, 'approval.hours')})`,
      askedPermission: actor.permission ?? null,
      createUser: actor.userId,
      createUserName: actor.realName,
      createDept: actor.deptIds[0] ?? null,
      updateUser: actor.userId,
    })
    .returning();
  invariant(row, 'approval-inserted', actor.tenantId);
  await logState(tx, actor, { type: approval.name, id: row.id, from: null, to: is.waiting, event: 'create', reason });
  const deciders = await holdersOf(tx, actor.tenantId, kind.permission);
  await sendMessage(tx, actor, {
    to: { userIds: deciders.filter((id) => id !== actor.userId) },
    key: message,
    params: { user: actor.realName, ...params },
    ...aboutOf(row),
  });
  announceChange(tx, actor.tenantId, approval);
  return { id: row.id, approvalNo: row.approvalNo };
}

/**
 * Approves or refuses requests. The caller has locked their rows and writes their states. An approved request is
 * carried out at once; if that is refused, so is the decision. @throws SELF_APPROVAL, NO_PERMISSION, APPROVER_RESET,
 * ASKER_LOST, APPROVAL_EXPIRED
 */
export async function decide(
  tx: Tx,
  c: Context,
  rows: readonly ApprovalRow[],
  decision: { readonly isApproved: boolean; readonly reason: string | undefined },
): Promise<void> {
  const { actor } = c;
  for (const row of rows) {
    const kind = c.app.approvals.get(row.kind);
    invariant(kind, 'approval-kind-known', row.kind);
    if (row.createUser === actor.userId) throw approvalErrors.SELF_APPROVAL();
    if (!c.can(kind.permission)) throw commonErrors.NO_PERMISSION();
    if (await isResetBy(tx, actor.userId, row.createUser)) throw approvalErrors.APPROVER_RESET();
    if (row.expireTime <= new Date()) throw approvalErrors.APPROVAL_EXPIRED({ no: row.approvalNo });
    if (decision.isApproved) await assertStillMay(tx, row);
    if (decision.isApproved) await kind.run(tx, actor, approvedOf(kind, row));
    else await kind.dropped?.(tx, actor, { ...approvedOf(kind, row), reason: decision.reason ?? '' });
    await notify(tx, actor, row, decision.isApproved ? 'APPROVAL_PASSED' : 'APPROVAL_REFUSED', decision.reason);
  }
  await tx
    .update(approvals)
    .set({
      decidedBy: actor.userId,
      decidedByName: actor.realName,
      decideTime: sql`now()`,
      decision: decision.reason ?? null,
    })
    .where(
      inArray(
        approvals.id,
        rows.map(({ id }) => id),
      ),
    );
}

/** Refuses a request if its requester has lost the permission since. @throws ASKER_LOST */
async function assertStillMay(tx: Tx, { createUser, createUserName, askedPermission }: ApprovalRow): Promise<void> {
  // The kind itself checks a request that every signed-in person may make.
  if (askedPermission === null) return;
  const asker = createUser === null ? null : await actorOf(tx, createUser);
  if (asker && holds(asker, askedPermission)) return;
  throw approvalErrors.ASKER_LOST({ user: createUserName ?? '' });
}

const approvedOf = <P extends z.ZodType>(kind: ApprovalKind<P>, row: ApprovalRow) => ({
  id: row.id,
  approvalNo: row.approvalNo,
  payload: kind.payload.parse(row.payload),
  reason: row.reason,
  proposer: { userId: row.createUser ?? 0n, realName: row.createUserName ?? '' },
});

/**
 * Locks the waiting requests that meet a condition on `apr_request`, in the order of their ids. Call it before locking
 * the objects of the requests: requests come first in the order of locks.
 */
export async function lockRequests(tx: Tx, where: SQL): Promise<void> {
  await tx.execute(sql`select from apr_request where status = ${is.waiting} and ${where} order by id for update`);
}

/** Like `lockRequests`, for the requests that rows of a table name in their `approval_id`. */
export const lockRequestsOf = (tx: Tx, table: PgTable, ids: readonly bigint[]): Promise<void> =>
  lockRequests(
    tx,
    sql`id in (select approval_id from ${table} where id = any(${sql.param(ids.map(String))}::bigint[]))`,
  );

/**
 * Returns the request of an object that the caller has locked. The request is already locked by this transaction, or
 * free. Waiting for its lock here would break the order of locks.
 * @throws ChangedMeanwhile when the request was made after the caller locked the requests and another transaction
 * holds it
 */
async function lockedRequest(tx: Tx, id: bigint): Promise<ApprovalRow> {
  const [row] = await tx.select().from(approvals).where(eq(approvals.id, id)).for('update', { skipLocked: true });
  if (!row) throw new ChangedMeanwhile();
  return row;
}

/**
 * Approves one request from the page of its object, exactly as its own list would.
 * @throws STATE_CONFLICT for a decided request, and the errors of `decide`
 */
export async function approveRequest(tx: Tx, c: Context, id: bigint): Promise<void> {
  const row = await lockedRequest(tx, id);
  if (row.status !== is.waiting || row.tenantId !== c.actor.tenantId) throw commonErrors.STATE_CONFLICT();
  await decide(tx, c, [row], { isApproved: true, reason: undefined });
  await end(tx, c.actor, row, is.approved, 'pass');
}

/** Ends a request whose object no longer exists, without a message. Its requester sees it as withdrawn. */
export async function closeRequest(tx: Tx, actor: Actor, id: bigint): Promise<void> {
  const row = await lockedRequest(tx, id);
  if (row.status === is.waiting) await end(tx, actor, row, is.withdrawn, 'withdraw');
}

/** Withdraws requests for their requester; the caller writes their states. @throws NOT_YOUR_REQUEST */
export async function dropRequests(tx: Tx, c: Context, rows: readonly ApprovalRow[]): Promise<void> {
  if (rows.some(({ createUser }) => createUser !== c.actor.userId)) throw approvalErrors.NOT_YOUR_REQUEST();
  for (const row of rows) {
    const kind = c.app.approvals.get(row.kind);
    await kind?.dropped?.(tx, c.actor, { ...approvedOf(kind, row), reason: '' });
  }
}

async function end(tx: Tx, actor: Actor, row: ApprovalRow, to: number, event: string): Promise<void> {
  await tx
    .update(approvals)
    .set({ status: to, updateUser: actor.userId, updateTime: sql`now()`, version: sql`${approvals.version} + 1` })
    .where(eq(approvals.id, row.id));
  await logState(tx, actor, { type: approval.name, id: row.id, from: row.status, to, event });
  announceChange(tx, row.tenantId, approval);
}

/** Expires requests without a decision and notifies the requesters. @returns how many */
export async function expireApprovals(
  tx: Tx,
  kinds: ReadonlyMap<number, ApprovalKind>,
  batch = allOrNone,
): Promise<number> {
  const due = await tx
    .select()
    .from(approvals)
    .where(
      and(eq(approvals.status, is.waiting), lte(approvals.expireTime, sql`now()`), batch.isNotSetApart(approvals.id)),
    )
    .orderBy(approvals.expireTime)
    .limit(EXPIRE_MAX)
    .for('update', { skipLocked: true });
  await batch.each(tx, due, async (own, row) => {
    const actor = systemActor(row.tenantId);
    await logState(own, actor, {
      type: approval.name,
      id: row.id,
      from: is.waiting,
      to: is.expired,
      event: 'expire',
    });
    const kind = kinds.get(row.kind);
    await kind?.dropped?.(own, actor, { ...approvedOf(kind, row), reason: '' });
    await notify(own, actor, row, 'APPROVAL_EXPIRED', undefined);
    announceChange(own, row.tenantId, approval);
    await own
      .update(approvals)
      .set({ status: is.expired, updateTime: sql`now()`, version: sql`${approvals.version} + 1` })
      .where(eq(approvals.id, row.id));
  });
  return due.length;
}

async function notify(
  tx: Tx,
  actor: Actor,
  row: ApprovalRow,
  key: 'APPROVAL_PASSED' | 'APPROVAL_REFUSED' | 'APPROVAL_EXPIRED',
  reason: string | undefined,
): Promise<void> {
  if (row.createUser === null) return;
  const params = { no: row.approvalNo, user: actor.realName, reason: reason ?? '' };
  await sendMessage(tx, actor, { to: { userIds: [row.createUser] }, key, params, ...aboutOf(row) });
}

const aboutOf = ({ id }: ApprovalRow) => ({
  bizType: approval.name,
  bizId: String(id),
  route: `/${approval.name}/index?record=${id}`,
});
