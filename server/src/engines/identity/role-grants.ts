import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import { rightsChanged } from '../../kernel/auth/changes.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { push, rooms } from '../../kernel/realtime/index.ts';
import { ADMINISTRATOR } from './actor.ts';
import { identityErrors } from './errors.ts';
import { grantedIds } from './granted-menus.ts';
import { type MenuRow, withAncestors } from './menus.ts';
import { isForTenant } from './platform.ts';
import { menus, roleMenus, roles } from './tables.ts';

type RoleRow = typeof roles.$inferSelect;

/** What roles may be granted, by ids. */
export interface Grants {
  readonly menuIds: readonly bigint[];
}

/**
 * Replaces what roles are granted. What the actor does not hold stays as it is: giving it is refused, leaving it out
 * takes nothing away. What a role loses, those below it lose too. Holds at once, on every node.
 * @throws NOT_FOUND for a role or entry there is not; ROLE_NOT_ASSIGNABLE for the administrator's role, whose holders
 * need no grants, and for what the actor does not hold
 */
export async function grantRoles(tx: Tx, actor: Actor, roleIds: readonly bigint[], { menuIds }: Grants): Promise<void> {
  const locked = await lockRoles(tx, actor, roleIds);
  if (locked.some(({ roleAlias }) => roleAlias === ADMINISTRATOR)) throw identityErrors.ROLE_NOT_ASSIGNABLE();
  const wanted = new Set(menuIds);
  const all = await liveMenus(tx);
  const known = new Set(all.map(({ id }) => id));
  for (const id of wanted) if (!known.has(id)) throw commonErrors.NOT_FOUND();
  const held = await heldIds(tx, actor, all);
  for (const role of locked) {
    const before = await menuIdsOf(tx, role.id);
    for (const id of wanted) if (!before.has(id) && !isHeld(held, id)) throw identityErrors.ROLE_NOT_ASSIGNABLE();
    const lost = [...before].filter((id) => !wanted.has(id) && isHeld(held, id));
    const given = [...wanted].filter((id) => !before.has(id));
    if (lost.length > 0) await takeFrom(tx, role.id, lost);
    if (given.length > 0) await tx.insert(roleMenus).values(given.map((menuId) => ({ roleId: role.id, menuId })));
  }
  await rightsChanged(tx);
  await tellHolders(tx, actor, locked);
}

/** Consoles of whoever has one of these roles, or one below, ask for menu and buttons again. */
export async function tellHolders(tx: Tx, actor: Actor, changed: readonly Pick<RoleRow, 'id'>[]): Promise<void> {
  const ids = changed.map(({ id }) => id.toString());
  const { rows } = await tx.execute<{ role_alias: string }>(sql`
    with recursive below as (
      select id, role_alias from sys_role where id = any(${sql.param(ids)}::bigint[])
      union select r.id, r.role_alias from sys_role r join below b on r.parent_id = b.id
    )
    select role_alias from below`);
  const to = rows.map(({ role_alias }) => rooms.role(actor.tenantId, role_alias));
  await push(tx, { rooms: to, event: 'changed', payload: { resource: 'system/menu' } });
}

/** Gives a new role what of another's grants the actor holds. */
export async function copyGrants(tx: Tx, actor: Actor, from: bigint, to: bigint): Promise<void> {
  const held = await heldIds(tx, actor, await liveMenus(tx));
  const [role] = await tx.select().from(roles).where(eq(roles.id, from));
  // The administrator's holds everything and has no grants of its own.
  if (role?.roleAlias === ADMINISTRATOR) throw identityErrors.ROLE_NOT_ASSIGNABLE();
  const ids = [...(await menuIdsOf(tx, from))].filter((id) => isHeld(held, id));
  if (ids.length > 0) await tx.insert(roleMenus).values(ids.map((menuId) => ({ roleId: to, menuId })));
}

/** Whether an actor holds everything a role is granted. */
export async function holdsAllOf(tx: Tx, actor: Actor, role: Pick<RoleRow, 'id' | 'roleAlias'>): Promise<boolean> {
  if (actor.permissions.has('*')) return true;
  if (role.roleAlias === ADMINISTRATOR) return false;
  const held = await heldIds(tx, actor, await liveMenus(tx));
  return [...(await menuIdsOf(tx, role.id))].every((id) => isHeld(held, id));
}

/** The menus and buttons an actor may grant: what they hold, with the groups above; buttons nobody shows included. */
export async function grantableMenus(tx: Tx, actor: Actor): Promise<MenuRow[]> {
  const all = (await liveMenus(tx)).filter(({ code }) => isForTenant(actor.tenantId, code));
  const granted = await grantedIds(tx, actor);
  return granted === null
    ? all
    : withAncestors(
        all,
        all.filter(({ id }) => granted.has(id)),
      );
}

/** What any of some roles of the actor's tenant is granted; the administrator's: everything. @throws NOT_FOUND */
export async function grantedToRoles(tx: Tx, actor: Actor, roleIds: readonly bigint[]): Promise<Set<bigint>> {
  const found = await rolesOf(tx, actor, roleIds);
  const all = await liveMenus(tx);
  if (found.some(({ roleAlias }) => roleAlias === ADMINISTRATOR)) return new Set(all.map(({ id }) => id));
  const live = new Set(all.map(({ id }) => id));
  const granted = await tx
    .selectDistinct({ id: roleMenus.menuId })
    .from(roleMenus)
    .where(inArray(roleMenus.roleId, [...roleIds]));
  return new Set(granted.map(({ id }) => id).filter((id) => live.has(id)));
}

/** Roles of the actor's tenant. @throws NOT_FOUND when one is not there */
export async function rolesOf(tx: Tx, actor: Actor, roleIds: readonly bigint[]): Promise<RoleRow[]> {
  const ids = [...new Set(roleIds)];
  const found = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.tenantId, actor.tenantId), inArray(roles.id, ids), isNull(roles.deletedAt)));
  if (found.length < ids.length) throw commonErrors.NOT_FOUND();
  return found;
}

async function lockRoles(tx: Tx, actor: Actor, roleIds: readonly bigint[]): Promise<RoleRow[]> {
  const ids = [...new Set(roleIds)];
  const found = await tx
    .select()
    .from(roles)
    .where(and(eq(roles.tenantId, actor.tenantId), inArray(roles.id, ids), isNull(roles.deletedAt)))
    .orderBy(asc(roles.id))
    .for('update');
  if (found.length < ids.length) throw commonErrors.NOT_FOUND();
  return found;
}

async function takeFrom(tx: Tx, roleId: bigint, menuIds: readonly bigint[]): Promise<void> {
  await tx.execute(sql`
    with recursive below as (
      select ${roleId}::bigint as id
      union select r.id from sys_role r join below b on r.parent_id = b.id
    )
    delete from sys_role_menu where role_id in (select id from below)
      and menu_id = any(${sql.param(menuIds.map(String))}::bigint[])`);
}

async function menuIdsOf(tx: Tx, roleId: bigint): Promise<Set<bigint>> {
  const rows = await tx.select({ id: roleMenus.menuId }).from(roleMenus).where(eq(roleMenus.roleId, roleId));
  return new Set(rows.map(({ id }) => id));
}

const liveMenus = (tx: Tx): Promise<MenuRow[]> =>
  tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));

/** What an actor holds, with the groups above it; null: everything. */
async function heldIds(tx: Tx, actor: Actor, all: readonly MenuRow[]): Promise<ReadonlySet<bigint> | null> {
  const granted = await grantedIds(tx, actor);
  if (granted === null) return null;
  return new Set(
    withAncestors(
      all,
      all.filter(({ id }) => granted.has(id)),
    ).map(({ id }) => id),
  );
}

const isHeld = (held: ReadonlySet<bigint> | null, id: bigint): boolean => held === null || held.has(id);
