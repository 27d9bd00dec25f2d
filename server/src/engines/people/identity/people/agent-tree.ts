import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { and, asc, eq, type InferSelectModel, inArray, isNull, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { identityErrors } from '../errors.ts';
import { users } from '../tables.ts';

export type UserRow = InferSelectModel<typeof users>;

export interface AgentNode {
  readonly id: bigint;
  readonly parentId: bigint | null;
  readonly title: string;
  readonly account: string;
  readonly userType: number;
  readonly status: number;
  readonly hasChildren: 0 | 1;
}

/** The users in the agent tree: agents and sub-users. App users are below agents, but not in the tree. */
export const isInTree: SQL = inArray(users.userType, [userType.is.agent, userType.is.subUser]);
/** The same for one row. */
export const isOfTree = ({ userType: type }: Pick<UserRow, 'userType'>): boolean =>
  type === userType.is.agent || type === userType.is.subUser;

/**
 * Returns the condition for one level of the agent tree, to which lists add their own filters: below `parentId`; if
 * that is 0 or absent, the top level the actor may see (top-level agents for staff, direct children for an agent).
 */
export function childrenOf(actor: Actor, parentId?: bigint | null): SQL {
  const level = parentId
    ? eq(users.parentId, parentId)
    : actor.userType === userType.is.staff
      ? isNull(users.parentId)
      : eq(users.parentId, actor.userId);
  return and(visible(actor, users, 'owner'), isInTree, level) ?? sql`false`;
}

/** Returns one level of the agent tree, oldest first. */
export async function agentChildren(
  tx: Tx,
  actor: Actor,
  input: { parentId?: bigint | null | undefined },
): Promise<AgentNode[]> {
  const rows = await tx
    .select({
      id: users.id,
      parentId: users.parentId,
      realName: users.realName,
      account: users.account,
      userType: users.userType,
      status: users.status,
      subCount: users.subCount,
    })
    .from(users)
    .where(childrenOf(actor, input.parentId))
    .orderBy(asc(users.id));
  return rows.map(({ realName, subCount, ...row }) => ({
    ...row,
    title: `${realName} (${row.account})`,
    hasChildren: subCount > 0 ? 1 : 0,
  }));
}

/** Whether the actor may see a user: staff the whole tenant, an agent its subtree, others themselves. */
export async function isInScope(tx: Tx, actor: Actor, userId: bigint): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(visible(actor, users, 'owner'), eq(users.id, userId)));
  return found.length > 0;
}

/** Returns a user of the actor's tenant and scope. @throws ACCOUNT_NOT_FOUND */
export async function findUser(tx: Tx, actor: Actor, userId: bigint): Promise<UserRow> {
  const found = await tx
    .select()
    .from(users)
    .where(and(visible(actor, users, 'owner'), eq(users.id, userId)));
  if (!found[0]) throw identityErrors.ACCOUNT_NOT_FOUND();
  return found[0];
}

/** Returns a user of the actor's tenant and scope by account, in any case. */
export async function findUserByAccount(tx: Tx, actor: Actor, account: string): Promise<UserRow | undefined> {
  const found = await tx
    .select()
    .from(users)
    .where(and(visible(actor, users, 'owner'), sql`lower(${users.account}) = lower(${account})`));
  return found[0];
}

/** Locks a user's row of the actor's tenant until the transaction ends. The caller has checked the scope. */
export async function lockUser(tx: Tx, actor: Actor, userId: bigint): Promise<UserRow> {
  const found = await tx
    .select()
    .from(users)
    .where(and(eq(users.tenantId, actor.tenantId), eq(users.id, userId), isNull(users.deletedAt)))
    .for('update');
  if (!found[0]) throw identityErrors.ACCOUNT_NOT_FOUND();
  return found[0];
}

/** Whether the clocks of an owner are paused because an agent above is disabled. */
export const isPausedOwner = (owner: SQLWrapper): SQL =>
  sql`exists (select from sys_user o where o.id = ${owner} and o.paused_since is not null)`;

/** Returns the time of an owner's clocks: paused while an agent above is disabled. */
export const clockOf = (owner: SQLWrapper): SQL<Date> =>
  sql`coalesce((select o.paused_since from sys_user o where o.id = ${owner}), now())`;

/** Refuses new orders below a disabled agent. Staff have no agents above. @throws UPLINE_DISABLED */
export async function assertUplineActive(tx: Tx, actor: Actor): Promise<void> {
  const above = actor.ownerPath.split('/').filter(Boolean).slice(0, -1).map(BigInt);
  if (above.length === 0) return;
  const idle = await tx.execute(sql`
    select 1 from sys_user where id in ${above} and (status in (0, 3) or deleted_at is not null) limit 1`);
  if (idle.rows.length > 0) throw identityErrors.UPLINE_DISABLED();
}

/** Returns the contact shown to a user: that of the nearest agent above who published one, else the platform's. */
export async function serviceAddressFor(
  tx: Tx,
  user: Pick<Actor, 'ownerPath'>,
  platformAddress: string,
): Promise<string> {
  const above = user.ownerPath.split('/').filter(Boolean).slice(0, -1).map(BigInt);
  if (above.length === 0) return platformAddress;
  const found = await tx.execute<{ service_address: string }>(sql`
    select service_address from sys_user where id in ${above} and service_address <> '' and deleted_at is null order by depth desc limit 1`);
  return found.rows[0]?.service_address ?? platformAddress;
}
