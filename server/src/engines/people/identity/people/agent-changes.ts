import { userStatus, userType } from '@trade-assistant/contract/dictionaries.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Micro } from '@trade-assistant/contract/kit/money.ts';
import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { logState } from '../../../../kernel/resource/states.ts';
import { identityErrors } from '../errors.ts';
import { users } from '../tables.ts';
import { changeStatus, MAX_DEPTH, settlePauses } from './accounts.ts';
import { isInScope, isOfTree, lockUser, type UserRow } from './agent-tree.ts';
import { nameColumns } from './pinyin.ts';

const { active, awaitingApproval, disabled } = userStatus.is;
const { zh, en } = identityErrors.declarations.LIMIT_SET_ABOVE;
const LIMIT_SET_ABOVE = { zh, en };
/** The object type of their entries in the state log. */
const TIMELINE = 'agent/user';

export interface AgentChange {
  readonly id: bigint;
  /** The version the caller read; a mismatch means that another user changed the row since. */
  readonly version?: number | undefined;
  readonly realName?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly email?: string | null | undefined;
  readonly serviceAddress?: string | null | undefined;
  readonly agentLevel?: number | undefined;
  readonly spendLimitDay?: Micro | null | undefined;
  readonly spendLimitMonth?: Micro | null | undefined;
}

/** Locks an agent or sub-user below the actor. @throws NOT_FOUND; OWN_ACCOUNT for the actor itself */
export async function lockSubordinate(tx: Tx, actor: Actor, userId: bigint): Promise<UserRow> {
  if (!(await isInScope(tx, actor, userId))) throw commonErrors.NOT_FOUND();
  const user = await lockUser(tx, actor, userId);
  if (!isOfTree(user)) throw commonErrors.NOT_FOUND();
  if (user.id === actor.userId) throw identityErrors.OWN_ACCOUNT();
  return user;
}

/**
 * Changes an agent or a sub-user; absent fields stay.
 * @throws NOT_FOUND, OWN_ACCOUNT, STALE_DATA, LEVEL_TOO_HIGH, LIMIT_SET_ABOVE
 */
export async function changeAgent(tx: Tx, actor: Actor, change: AgentChange): Promise<UserRow> {
  const { id, version, phone, email, serviceAddress, realName, ...others } = change;
  const user = await lockSubordinate(tx, actor, id);
  if (version !== undefined && version !== user.version) throw commonErrors.STALE_DATA();
  if (others.agentLevel !== undefined && actor.userType !== userType.is.staff) {
    const own = await lockUser(tx, actor, actor.userId);
    if (others.agentLevel > Math.max(own.agentLevel, user.agentLevel)) throw identityErrors.LEVEL_TOO_HIGH();
  }
  const given = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== undefined));
  const limits = limitsSet(actor, user, others);
  const [changed] = await tx
    .update(users)
    .set({
      ...given,
      ...limits,
      ...(realName === undefined ? {} : { ...nameColumns(realName), name: realName }),
      ...(phone === undefined ? {} : { phone: phone ?? '' }),
      ...(email === undefined ? {} : { email: email ?? '' }),
      ...(serviceAddress === undefined ? {} : { serviceAddress: serviceAddress ?? '' }),
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
    .returning();
  // Sessions contain level and name.
  await rightsChanged(tx);
  return changed ?? user;
}

/**
 * Returns the setter of each changed limit. A limit may be changed by its setter and by the agents above. @throws
 * LIMIT_SET_ABOVE
 */
function limitsSet(
  actor: Actor,
  user: UserRow,
  change: Partial<Pick<AgentChange, 'spendLimitDay' | 'spendLimitMonth'>>,
) {
  const set: { spendLimitDayPath?: string | null; spendLimitMonthPath?: string | null } = {};
  for (const name of ['spendLimitDay', 'spendLimitMonth'] as const) {
    const value = change[name];
    if (value === undefined || value === user[name]) continue;
    const setter = user[`${name}Path`];
    if (setter !== null && !setter.startsWith(actor.ownerPath))
      throw identityErrors.LIMIT_SET_ABOVE({}, { fields: [{ field: name, message: LIMIT_SET_ABOVE }] });
    set[`${name}Path`] = value === null ? null : actor.ownerPath;
  }
  return set;
}

/**
 * Disables agents or sub-users. Accounts below can still sign in but not order until it is enabled; with `withBelow`
 * (staff only) they cannot sign in either. Money stays unchanged.
 * @throws NOT_FOUND, OWN_ACCOUNT, STATE_CONFLICT
 */
export async function disableAgents(
  tx: Tx,
  actor: Actor,
  { ids, reason, withBelow }: { readonly ids: readonly bigint[]; readonly reason: string; readonly withBelow: boolean },
): Promise<void> {
  for (const userId of inOrder(ids)) {
    const { status } = await lockSubordinate(tx, actor, userId);
    // A pending account is approved or refused by other calls.
    if (status === awaitingApproval) throw commonErrors.STATE_CONFLICT();
    await changeStatus(tx, actor, { userId, status: disabled, reason, closesBelow: withBelow });
    await logState(tx, actor, { type: TIMELINE, id: userId, from: status, to: disabled, event: 'disable', reason });
  }
}

/** Returns how many users are below some agents, without deleted ones. */
export async function peopleBelow(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<number> {
  const { rows } = await tx.execute<{ n: number }>(sql`
    select count(distinct u.id)::int as n from ${users}
    join sys_user u on u.tenant_id = ${users.tenantId} and starts_with(u.owner_path, ${users.ownerPath}) and u.id <> ${users.id}
      and u.deleted_at is null
    where ${and(visible(actor, users, 'owner'), inArray(users.id, [...ids]), ne(users.userType, userType.is.staff))}`);
  return rows[0]?.n ?? 0;
}

/**
 * Enables disabled agents or sub-users. An agent may do so only if it, or an agent below it, disabled the account.
 * @throws NOT_FOUND, OWN_ACCOUNT, STATE_CONFLICT, STATE_SET_ABOVE
 */
export async function enableAgents(tx: Tx, actor: Actor, ids: readonly bigint[]): Promise<void> {
  for (const userId of inOrder(ids)) {
    const { status } = await lockSubordinate(tx, actor, userId);
    if (status !== disabled) throw commonErrors.STATE_CONFLICT();
    await changeStatus(tx, actor, { userId, status: active });
    await logState(tx, actor, { type: TIMELINE, id: userId, from: disabled, to: active, event: 'enable' });
  }
}

const inOrder = (ids: readonly bigint[]): bigint[] => [...new Set(ids)].sort((a, b) => (a < b ? -1 : 1));

export interface Moved {
  readonly user: UserRow;
  /** The parent before and after; null at the top. */
  readonly from: UserRow | null;
  readonly to: UserRow | null;
}

/**
 * Moves an agent with its whole subtree below another agent, or to the top of the tree (`parentId` null). The new
 * parents see the subtree's data, the former ones no longer do. Prices and rebates change with the next order.
 * @throws NOT_FOUND, PARENT_INVALID, MOVE_INTO_OWN, DEPTH_LIMIT, STATE_CONFLICT if it is already there
 */
export async function moveAgent(
  tx: Tx,
  actor: Actor,
  { id, parentId, reason }: { readonly id: bigint; readonly parentId: bigint | null; readonly reason: string },
): Promise<Moved> {
  // One at a time: of two moves into each other's subtree, the second must see the result of the first.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('agent/move ' || ${actor.tenantId}, 0))`);
  const user = await lockSubordinate(tx, actor, id);
  if (user.userType !== userType.is.agent) throw identityErrors.PARENT_INVALID();
  if (user.parentId === parentId) throw commonErrors.STATE_CONFLICT();
  const to = parentId === null ? null : await parentOf(tx, actor, user, parentId);
  const from = user.parentId === null ? null : await lockUser(tx, actor, user.parentId);
  const { rows } = await tx.execute<{ depth: number }>(sql`
    select max(depth)::integer as depth from sys_user
    where tenant_id = ${actor.tenantId} and starts_with(owner_path, ${user.ownerPath}) and user_type <> ${userType.is.appUser}`);
  const height = (rows[0]?.depth ?? user.depth) - user.depth;
  if ((to?.depth ?? 0) + 1 + height > MAX_DEPTH) throw identityErrors.DEPTH_LIMIT({ max: MAX_DEPTH });
  const path = `${to?.ownerPath ?? '/'}${user.id}/`;
  await tx.execute(sql`
    insert into agt_move (tenant_id, user_id, from_path, to_path, reason, create_user)
    values (${actor.tenantId}, ${user.id}, ${user.ownerPath}, ${path}, ${reason}, ${actor.userId})`);
  const [moved] = await tx
    .update(users)
    .set({
      parentId,
      updateUser: actor.userId,
      updateTime: sql`now()`,
      version: sql`${users.version} + 1`,
    })
    .where(eq(users.id, id))
    .returning();
  for (const [above, more] of [
    [from, -1],
    [to, 1],
  ] as const)
    if (above)
      await tx
        .update(users)
        .set({ subCount: sql`${users.subCount} + ${more}` })
        .where(eq(users.id, above.id));
  await tx.execute(sql`select agt_move_paths(${actor.tenantId}, ${user.ownerPath}, ${path})`);
  await settlePauses(tx, { tenantId: actor.tenantId, ownerPath: path });
  const state = { from: user.status, to: user.status, event: 'move', reason };
  await logState(tx, actor, { type: TIMELINE, id, ...state });
  await rightsChanged(tx);
  return { user: { ...(moved ?? user), ownerPath: path }, from, to };
}

async function parentOf(tx: Tx, actor: Actor, user: UserRow, parentId: bigint): Promise<UserRow> {
  if (!(await isInScope(tx, actor, parentId))) throw identityErrors.PARENT_INVALID();
  const parent = await lockUser(tx, actor, parentId);
  if (parent.ownerPath.startsWith(user.ownerPath)) throw identityErrors.MOVE_INTO_OWN();
  if (parent.userType !== userType.is.agent || parent.status !== active) throw identityErrors.PARENT_INVALID();
  return parent;
}

/** Corrects the paths of recent moves again: a purchase that ran during a move has written the old path. */
export const repeatMoves = async (tx: Tx): Promise<void> => void (await tx.execute(sql`select agt_repeat_moves()`));
