import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { type Actor, holds } from '../../kernel/auth/actor.ts';
import { rightsChanged } from '../../kernel/auth/changes.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { ADMINISTRATOR } from './actor.ts';
import { assertAdministratorRemains, assertMayManage } from './administrators.ts';
import { lockUser } from './agent-tree.ts';
import { identityErrors } from './errors.ts';
import { roleMenus, roles, userRoles } from './tables.ts';

/** Ids of a tenant's roles by key, in the order of the keys; a missing role is our own mistake and throws. */
export async function roleIdsOfKeys(tx: Tx, tenantId: string, keys: readonly string[]): Promise<bigint[]> {
  const found = await tx
    .select({ id: roles.id, key: roles.roleAlias })
    .from(roles)
    .where(and(eq(roles.tenantId, tenantId), inArray(roles.roleAlias, [...keys]), isNull(roles.deletedAt)));
  return keys.map((key) => found.find((role) => role.key === key)?.id ?? missing(tenantId, key));
}

/** The keys of the roles somebody holds. */
export async function roleKeysOf(tx: Tx, userId: bigint): Promise<string[]> {
  const found = await tx
    .select({ key: roles.roleAlias })
    .from(userRoles)
    .innerJoin(roles, and(eq(roles.id, userRoles.roleId), isNull(roles.deletedAt)))
    .where(eq(userRoles.userId, userId));
  return found.map(({ key }) => key);
}

/** The roles somebody may give to staff, in the order of the roles. */
export async function assignableRoles(
  tx: Tx,
  actor: Actor,
): Promise<{ id: bigint; roleName: string; roleNameEn: string }[]> {
  const all = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.tenantId, actor.tenantId), eq(roles.status, 1), isNull(roles.deletedAt)))
    .orderBy(roles.sort, roles.id);
  const given = [];
  for (const role of all) if (!isAgentRole(role.roleAlias) && (await covers(tx, actor, role))) given.push(role);
  return given.map(({ id, roleName, roleNameEn }) => ({ id, roleName, roleNameEn }));
}

/**
 * Replaces the roles of a user. Nobody hands out more than they hold: each role must be of the tenant, and what it
 * allows must be within what the actor may do; only administrators make administrators or unmake them,
 * and the last one stays. The roles of agents and
 * sub-users come with the kind of account and are open to whoever may open it. Takes effect at once, on every node.
 */
export async function assignRoles(
  tx: Tx,
  actor: Actor,
  input: { userId: bigint; roleIds: readonly bigint[] },
): Promise<void> {
  const user = await lockUser(tx, actor, input.userId);
  await assertMayManage(tx, actor, user);
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
      if (own === undefined && !(await covers(tx, actor, role))) throw identityErrors.ROLE_NOT_ASSIGNABLE();
    }
  }
  if (!isAdministrator) await assertAdministratorRemains(tx, user);
  await tx.delete(userRoles).where(eq(userRoles.userId, user.id));
  if (ids.length > 0) await tx.insert(userRoles).values(ids.map((roleId) => ({ userId: user.id, roleId })));
  await rightsChanged(tx);
}

/**
 * Replaces the menus and buttons of a role. The actor must hold every button given and may not touch the
 * administrator's role, whose holders need no grants. Takes effect at once, on every node.
 */
export async function grantMenus(
  tx: Tx,
  actor: Actor,
  input: { roleId: bigint; menuIds: readonly bigint[] },
): Promise<void> {
  const found = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.tenantId, actor.tenantId), eq(roles.id, input.roleId), isNull(roles.deletedAt)))
    .for('update');
  const role = found[0];
  if (!role) throw commonErrors.NOT_FOUND();
  if (role.roleAlias === ADMINISTRATOR) throw identityErrors.ROLE_NOT_ASSIGNABLE();
  const ids = [...new Set(input.menuIds)];
  if (ids.length > 0) {
    const wanted = await tx.execute<{ category: number; code: string }>(
      sql`select category, code from sys_menu where id in ${ids} and deleted_at is null`,
    );
    if (wanted.rows.length !== ids.length) throw commonErrors.NOT_FOUND();
    for (const { category, code } of wanted.rows)
      if (category === 2 && !holds(actor, code)) throw identityErrors.ROLE_NOT_ASSIGNABLE();
  }
  await tx.delete(roleMenus).where(eq(roleMenus.roleId, role.id));
  if (ids.length > 0) await tx.insert(roleMenus).values(ids.map((menuId) => ({ roleId: role.id, menuId })));
  await rightsChanged(tx);
}

const OWN_ROLE: Readonly<Record<number, string | undefined>> = { 2: 'agent', 3: 'agent_sub' };
const isAgentRole = (key: string): boolean => key === 'agent' || key === 'agent_sub';

async function covers(tx: Tx, actor: Actor, role: { id: bigint; roleAlias: string }): Promise<boolean> {
  if (actor.permissions.has('*')) return true;
  if (role.roleAlias === ADMINISTRATOR) return false;
  const buttons = await tx.execute<{ code: string }>(sql`
    select m.code from sys_role_menu rm join sys_menu m on m.id = rm.menu_id and m.category = 2 and m.deleted_at is null
    where rm.role_id = ${role.id}`);
  return buttons.rows.every(({ code }) => holds(actor, code));
}

function missing(tenantId: string, key: string): never {
  throw new Error(`Tenant ${tenantId} has no role ${key}`);
}
