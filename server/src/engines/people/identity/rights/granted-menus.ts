import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { roleMenus, roles, userRoles } from '../tables.ts';
import { isAdministrator } from './actor.ts';

/** Returns ids of the menus and buttons in the tenant's package; null: everything. */
export async function packagedIds(tx: Tx, tenantId: string): Promise<Set<bigint> | null> {
  const { rows } = await tx.execute<{ ids: string[] | null }>(sql`
    select case when package_id is not null then array(
      select k.menu_id::text from sys_tenant_package_menu k where k.package_id = t.package_id) end as ids
    from sys_tenant t where t.tenant_id = ${tenantId}`);
  const ids = rows[0]?.ids;
  return ids ? new Set(ids.map(BigInt)) : null;
}

/**
 * Returns ids granted to the roles the actor works as, limited to the tenant's package; null for an actor who may do
 * everything.
 */
export async function grantedIds(tx: Tx, actor: Actor): Promise<Set<bigint> | null> {
  if (actor.permissions.has('*')) return null;
  const packaged = await packagedIds(tx, actor.tenantId);
  if (isAdministrator(actor)) return packaged;
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
  return new Set(rows.flatMap(({ id }) => (packaged === null || packaged.has(id) ? [id] : [])));
}
