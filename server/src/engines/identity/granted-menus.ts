import { and, eq, isNull } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { roleMenus, roles, userRoles } from './tables.ts';

/** Ids granted to the roles the actor works as; null for who may do everything. */
export async function grantedIds(tx: Tx, actor: Actor): Promise<Set<bigint> | null> {
  if (actor.permissions.has('*')) return null;
  const roleId = actor.narrowing?.roleId;
  const rows = await tx
    .selectDistinct({ id: roleMenus.menuId })
    .from(roleMenus)
    .innerJoin(
      roles,
      and(
        eq(roles.id, roleMenus.roleId),
        isNull(roles.deletedAt),
        eq(roles.status, 1),
        eq(roles.tenantId, actor.tenantId),
      ),
    )
    .innerJoin(userRoles, and(eq(userRoles.roleId, roles.id), eq(userRoles.userId, actor.userId)))
    .where(roleId ? eq(roles.id, roleId) : undefined);
  return new Set(rows.map((row) => row.id));
}
