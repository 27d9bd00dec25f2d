import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { push, rooms } from '../../../../kernel/realtime/index.ts';
import { identityErrors } from '../errors.ts';
import { assertAdministratorRemains, assertCanManage } from '../people/administrators.ts';
import { lockUser } from '../people/agent-tree.ts';
import { roles, userRoles } from '../tables.ts';
import { ADMINISTRATOR } from './actor.ts';
import { holdsAllOf } from './role-grants.ts';
import { assertSetIs, digestOfSet } from './set-digest.ts';

/** Returns ids of a tenant's roles in the order of the keys. A missing role is a programming error and throws. */
export async function roleIdsOfKeys(tx: Tx, tenantId: string, keys: readonly string[]): Promise<bigint[]> {
  const found = await tx
    .select({ id: roles.id, key: roles.roleAlias })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), inArray(roles.roleAlias, [...keys]), isNull(roles.deletedAt)));
  return keys.map((key) => found.find((role) => role.key === key)?.id ?? missing(tenantId, key));
}

/** Returns the keys of a user's roles. */
export async function roleKeysOf(tx: Tx, userId: bigint): Promise<string[]> {
  const found = await tx
    .select({ key: roles.roleAlias })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), isNull(roles.deletedAt)))
    .where(eq(userRoles.userId, userId));
  return found.map(({ key }) => key);
}

export interface Sought {
  readonly keyword: string;
  readonly id?: bigint | undefined;
}

/** A row for pickers. */
export interface Choice {
  readonly value: bigint;
  readonly label: string;
  readonly labelEn: string;
  readonly disabled: boolean;
}

/** Returns the roles that the actor may assign to staff, in order; with `id` also a role the actor may not assign. */
export async function roleChoices(tx: Tx, actor: Actor, { keyword, id }: Sought): Promise<Choice[]> {
  const all = await tx
    .select()
    .from(roles)
    .where(
      and(
        eq(roles.tenantId, actor.tenantId),
        isNull(roles.deletedAt),
        id === undefined ? eq(roles.status, 1) : eq(roles.id, id),
      ),
    )
    .orderBy(roles.sort, roles.id);
  const sought = keyword.toLowerCase();
  const choices: Choice[] = [];
  for (const role of all) {
    const [label, labelEn] = [role.roleName, role.roleNameEn || role.roleName];
    if (!`${label}\n${labelEn}`.toLowerCase().includes(sought)) continue;
    const disabled = isAgentRole(role.roleAlias) || !(await holdsAllOf(tx, actor, role));
    if (!disabled || id !== undefined) choices.push({ value: role.id, label, labelEn, disabled });
  }
  return choices;
}

/**
 * Replaces the roles of a user. Each role must be of the tenant, and its grants within the actor's own. Only an
 * administrator may add or remove the administrator role, and the last administrator keeps it. Roles of agents,
 * sub-users and app users come with the kind of account; every actor who may open such accounts may assign them. Takes effect at
 * once on every node.
 */
export async function assignRoles(
  tx: Tx,
  actor: Actor,
  input: { userId: bigint; roleIds: readonly bigint[] },
): Promise<void> {
  const user = await lockUser(tx, actor, input.userId);
  await assertCanManage(tx, actor, user);
  const ids = [...new Set(input.roleIds)];
  let isAdministrator = false;
  if (ids.length > 0) {
    const wanted = await tx
      .select()
      .from(roles)
      .where(and(eq(roles.tenantId, actor.tenantId), inArray(roles.id, ids), isNull(roles.deletedAt)));
    if (wanted.length !== ids.length) throw identityErrors.ROLE_NOT_ASSIGNABLE();
    isAdministrator = wanted.some(({ roleAlias }) => roleAlias === ADMINISTRATOR);
    for (const role of wanted) {
      const own = OWN_ROLE[user.userType];
      if (own ? role.roleAlias !== own : isAgentRole(role.roleAlias)) throw identityErrors.ROLE_NOT_ASSIGNABLE();
      if (own === undefined && !(await holdsAllOf(tx, actor, role))) throw identityErrors.ROLE_NOT_ASSIGNABLE();
    }
  }
  if (!isAdministrator) await assertAdministratorRemains(tx, user);
  await tx.delete(userRoles).where(eq(userRoles.userId, user.id));
  if (ids.length > 0) await tx.insert(userRoles).values(ids.map((roleId) => ({ userId: user.id, roleId })));
  await rightsChanged(tx);
  await push(tx, { rooms: [rooms.user(user.id)], event: 'changed', payload: { resource: 'system/menu' } });
}

/** The pairs of user and role, for the digest. */
const roleEntries = (userIds: readonly bigint[]) => sql`
  select concat_ws(':', user_id, role_id) from sys_user_role
  where user_id = any(${sql.param(userIds.map(String))}::bigint[])`;

/** Returns the roles of some users, and the digest that `assertRolesAre` compares. */
export async function rolesGiven(tx: Tx, userIds: readonly bigint[]): Promise<{ roleIds: bigint[]; digest: string }> {
  const held = await tx
    .selectDistinct({ id: userRoles.roleId })
    .from(userRoles)
    .where(inArray(userRoles.userId, [0n, ...userIds]));
  return { roleIds: held.map(({ id }) => id), digest: await digestOfSet(tx, roleEntries(userIds)) };
}

/** Locks users whose roles are replaced. @throws SET_CHANGED if their roles changed since `digest` was computed */
export async function assertRolesAre(
  tx: Tx,
  actor: Actor,
  userIds: readonly bigint[],
  digest: string | undefined,
): Promise<void> {
  for (const userId of [...new Set(userIds)].sort((a, b) => (a < b ? -1 : 1))) await lockUser(tx, actor, userId);
  await assertSetIs(tx, roleEntries(userIds), digest);
}

const OWN_ROLE: Readonly<Record<number, string | undefined>> = { 2: 'agent', 3: 'agent_sub', 4: 'app_user' };
const isAgentRole = (key: string): boolean => Object.values(OWN_ROLE).includes(key);

function missing(tenantId: string, key: string): never {
  throw new Error(`Tenant ${tenantId} has no role ${key}`);
}
