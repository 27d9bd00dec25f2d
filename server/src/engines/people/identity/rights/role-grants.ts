import { apiScopeMethod } from '@trade-assistant/contract/areas/system/api-scope.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import { and, asc, eq, inArray, isNull, type SQL, sql } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import { rightsChanged } from '../../../../kernel/auth/changes.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { push, rooms } from '../../../../kernel/realtime/index.ts';
import { visible } from '../../../../kernel/resource/scope.ts';
import { identityErrors } from '../errors.ts';
import { openingOf } from '../seed/menus.ts';
import { apiScopes, dataScopes, menus, roles } from '../tables.ts';
import { ADMINISTRATOR, isAdministrator } from './actor.ts';
import { isMetBy } from './data-rules.ts';
import { grantedIds, packagedIds } from './granted-menus.ts';
import { type MenuRow, withAncestors } from './menu-rows.ts';
import { isForTenant } from './platform.ts';
import { assertSetIs, digestOfSet } from './set-digest.ts';

type RoleRow = typeof roles.$inferSelect;

/** The ids to grant to roles. */
export interface Grants {
  readonly menuIds: readonly bigint[];
  /** If absent, they stay. */
  readonly dataScopeIds?: readonly bigint[] | undefined;
  readonly apiScopeIds?: readonly bigint[] | undefined;
  /** The `grantsDigest` of the roles when the user made the choice. */
  readonly digest?: string | undefined;
}

/**
 * Replaces the grants of roles; granting a page also grants the button that opens it. Grants that the actor does not
 * hold stay: adding one is refused, leaving one out does not remove it. Child roles also lose what a role loses. Takes
 * effect at once on every node.
 * @throws NOT_FOUND for an unknown role or entry; ROLE_NOT_ASSIGNABLE for the administrator role, whose holders need
 * no grants, and for grants that the actor does not hold; SCOPE_NEEDED when a role would see more rows than the actor;
 * SET_CHANGED when the grants changed since the actor read them
 */
export async function grantRoles(tx: Tx, actor: Actor, roleIds: readonly bigint[], given: Grants): Promise<void> {
  const locked = await lockRoles(tx, actor, roleIds);
  if (locked.some(({ roleAlias }) => roleAlias === ADMINISTRATOR)) throw identityErrors.ROLE_NOT_ASSIGNABLE();
  await assertSetIs(tx, grantEntries(roleIds), given.digest);
  const all = await liveMenus(tx);
  const menusHeld = await heldIds(tx, actor, all);
  const menu = { known: new Set(all.map(({ id }) => id)), isHeld: (id: bigint) => isHeld(menusHeld, id) };
  const { dataScopeIds, apiScopeIds } = given;
  const menuIds = withOpenings(given.menuIds, all, menu.isHeld);
  const scopes = dataScopeIds || apiScopeIds ? await heldScopes(tx, actor) : undefined;
  for (const { id } of locked) {
    await replace(tx, id, roleGrants.menu, menuIds, menu);
    if (scopes && dataScopeIds) await replace(tx, id, roleGrants.dataScope, dataScopeIds, scopes.dataScope);
    if (scopes && apiScopeIds) await replace(tx, id, roleGrants.apiScope, apiScopeIds, scopes.apiScope);
    const wider = await widerThan(tx, actor, id);
    if (wider !== undefined) throw identityErrors.SCOPE_NEEDED({ resource: wider });
  }
  await rightsChanged(tx);
  await notifyHolders(tx, actor, locked);
}

/** Returns a short digest of some roles' grants; it changes with them. */
export const grantsDigest = (tx: Tx, roleIds: readonly bigint[]): Promise<string> =>
  digestOfSet(tx, grantEntries(roleIds));

const grantEntries = (roleIds: readonly bigint[]): SQL =>
  sql.join(
    Object.entries(roleGrants).map(
      ([kind, { table, column }]) => sql`
        select concat_ws(':', ${kind}::text, role_id, ${sql.identifier(column)}) from ${sql.identifier(table)}
        where role_id = any(${list(roleIds)}::bigint[])`,
    ),
    sql` union all `,
  );

/** Adds the opening buttons of pages: a page without its opening button cannot be opened. */
function withOpenings(
  ids: readonly bigint[],
  all: readonly MenuRow[],
  holds: (id: bigint) => boolean,
): readonly bigint[] {
  const wanted = new Set(ids);
  const codes = new Set(all.flatMap(({ id, code }) => (wanted.has(id) ? [openingOf(code)] : [])));
  return [...wanted, ...all.flatMap(({ id, code }) => (codes.has(code) && !wanted.has(id) && holds(id) ? [id] : []))];
}

/** The table of each kind of grant, and whether child roles lose what a role loses. */
const roleGrants = {
  menu: { table: 'sys_role_menu', column: 'menu_id', isInherited: true },
  // Losing a data scope can mean seeing more rows.
  dataScope: { table: 'sys_role_data_scope', column: 'data_scope_id', isInherited: false },
  apiScope: { table: 'sys_role_api_scope', column: 'api_scope_id', isInherited: true },
} as const;
type RoleGrant = (typeof roleGrants)[keyof typeof roleGrants];

interface Grantable {
  readonly known: ReadonlySet<bigint>;
  readonly isHeld: (id: bigint) => boolean;
}

async function replace(
  tx: Tx,
  roleId: bigint,
  { table, column, isInherited }: RoleGrant,
  given: readonly bigint[],
  { known, isHeld: holds }: Grantable,
): Promise<void> {
  const [rows, entry] = [sql.identifier(table), sql.identifier(column)];
  const wanted = new Set(given);
  for (const id of wanted) if (!known.has(id)) throw commonErrors.NOT_FOUND();
  const before = await grantsOf(tx, [roleId], { table, column });
  const added = [...wanted].filter((id) => !before.has(id));
  if (added.some((id) => !holds(id))) throw identityErrors.ROLE_NOT_ASSIGNABLE();
  const lost = [...before].filter((id) => !wanted.has(id) && holds(id));
  if (lost.length > 0)
    await tx.execute(sql`
      with recursive below as (
        select ${roleId}::bigint as id
        union select r.id from sys_role r join below b on r.parent_id = b.id where ${isInherited}
      )
      delete from ${rows} where role_id in (select id from below) and ${entry} = any(${list(lost)}::bigint[])`);
  if (added.length > 0)
    await tx.execute(
      sql`insert into ${rows} (role_id, ${entry}) select ${roleId}, one from unnest(${list(added)}::bigint[]) one`,
    );
}

/**
 * Returns a resource of which the role would see rows that the actor does not: the role opens it without a data scope,
 * or with one that the actor does not have. Undefined if there is none.
 */
async function widerThan(tx: Tx, actor: Actor, roleId: bigint): Promise<string | undefined> {
  const ruled = Object.keys(actor.dataRules ?? {});
  if (ruled.length === 0) return undefined;
  const { rows } = await tx.execute<{ resource: string }>(sql`
    select ruled.resource from unnest(${sql.param(ruled)}::text[]) ruled(resource)
    where exists (select from sys_role_menu g join sys_menu m on m.id = g.menu_id and m.category = 2 and m.deleted_at is null
        where g.role_id = ${roleId} and ${isMetBy(sql`ruled.resource`, sql`m.code`)})
      and (not exists (select from sys_role_data_scope g join sys_data_scope s on s.id = g.data_scope_id
          where g.role_id = ${roleId} and s.resource_code = ruled.resource and s.deleted_at is null)
        or exists (select from sys_role_data_scope g join sys_data_scope s on s.id = g.data_scope_id
          where g.role_id = ${roleId} and s.resource_code = ruled.resource and s.deleted_at is null and not exists (
            select from sys_user_role ur join sys_role_data_scope own on own.role_id = ur.role_id
            where ${worksAs(actor)} and own.data_scope_id = s.id)))
    limit 1`);
  return rows[0]?.resource;
}

/** Returns the data and API scopes of the actor's tenant, and which of them the actor may grant. */
async function heldScopes(tx: Tx, actor: Actor): Promise<Record<'dataScope' | 'apiScope', Grantable>> {
  const { dataScope, apiScope } = await scopesOfTenant(tx, actor);
  const of = (scopes: readonly { id: bigint; isHeld: boolean }[]): Grantable => {
    const held = new Map(scopes.map(({ id, isHeld: one }) => [id, one]));
    return { known: new Set(held.keys()), isHeld: (id) => held.get(id) ?? false };
  };
  return { dataScope: of(dataScope), apiScope: of(apiScope) };
}

/** A scope that can be granted. */
export interface GrantableScope {
  readonly id: bigint;
  readonly resource: string;
  readonly title: string;
  readonly titleEn: string;
  readonly isHeld: boolean;
}

/** Returns all data and API scopes of the actor's tenant, and which of them the actor has. */
export async function scopesOfTenant(
  tx: Tx,
  actor: Actor,
): Promise<Record<'dataScope' | 'apiScope', GrantableScope[]>> {
  const rules = actor.dataRules ?? {};
  const own = Object.keys(rules).length > 0 ? await grantsOfActor(tx, actor) : new Set<bigint>();
  const data = await tx
    .select()
    .from(dataScopes)
    .where(and(eq(dataScopes.tenantId, actor.tenantId), isNull(dataScopes.deletedAt)))
    .orderBy(asc(dataScopes.resourceCode), asc(dataScopes.id));
  const api = await tx
    .select()
    .from(apiScopes)
    .where(and(eq(apiScopes.tenantId, actor.tenantId), isNull(apiScopes.deletedAt)))
    .orderBy(asc(apiScopes.scopePath), asc(apiScopes.id));
  return {
    dataScope: data.map(({ id, resourceCode: resource, scopeName: title, scopeNameEn: titleEn }) => ({
      ...{ id, resource, title, titleEn },
      // An actor who sees all rows may grant any part of them.
      isHeld: rules[resource] === undefined || own.has(id),
    })),
    apiScope: api.map(({ id, resourceCode: resource, scopeName: title, scopeNameEn: titleEn, ...route }) => ({
      ...{ id, resource, title, titleEn },
      isHeld: !actor.deniedRoutes?.has(routeOf(route)),
    })),
  };
}

/** Returns the data and API scopes that the actor may grant. */
export async function grantableScopes(
  tx: Tx,
  actor: Actor,
): Promise<Record<'dataScope' | 'apiScope', GrantableScope[]>> {
  const { dataScope, apiScope } = await scopesOfTenant(tx, actor);
  return { dataScope: dataScope.filter((one) => one.isHeld), apiScope: apiScope.filter((one) => one.isHeld) };
}

/** The key of a route in `Actor.deniedRoutes`. */
export const routeOf = ({ scopeMethod, scopePath }: { scopeMethod: number; scopePath: string }): string =>
  `${scopeMethod === apiScopeMethod.is.get ? 'GET' : 'POST'} ${scopePath}`;

/** Rows `ur` of the roles an actor works as. */
const worksAs = ({ userId, narrowing }: Actor) =>
  sql`ur.user_id = ${userId} ${narrowing?.roleId ? sql`and ur.role_id = ${narrowing.roleId}` : sql``}`;

async function grantsOfActor(tx: Tx, actor: Actor): Promise<Set<bigint>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    select distinct g.data_scope_id::text as id from sys_user_role ur join sys_role_data_scope g on g.role_id = ur.role_id
    where ${worksAs(actor)}`);
  return new Set(rows.map(({ id }) => BigInt(id)));
}

async function grantsOf(
  tx: Tx,
  roleIds: readonly bigint[],
  { table, column }: Pick<RoleGrant, 'table' | 'column'>,
): Promise<Set<bigint>> {
  const { rows } = await tx.execute<{ id: string }>(
    sql`select distinct ${sql.identifier(column)}::text as id from ${sql.identifier(table)} where role_id = any(${list(roleIds)}::bigint[])`,
  );
  return new Set(rows.map(({ id }) => BigInt(id)));
}

const list = (ids: readonly bigint[]) => sql.param(ids.map(String));

/** Makes the consoles of users with one of these roles, or a child role, reload menu and buttons. */
export async function notifyHolders(tx: Tx, actor: Actor, changed: readonly Pick<RoleRow, 'id'>[]): Promise<void> {
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

/** Copies a role's grants to a new role, as far as the actor has them. @throws SCOPE_NEEDED as `grantRoles` does */
export async function copyGrants(tx: Tx, actor: Actor, from: bigint, to: bigint): Promise<void> {
  const [role] = await tx.select().from(roles).where(eq(roles.id, from));
  // The administrator role has everything and no grants.
  if (role?.roleAlias === ADMINISTRATOR) throw identityErrors.ROLE_NOT_ASSIGNABLE();
  const all = await liveMenus(tx);
  const menusHeld = await heldIds(tx, actor, all);
  const scopes = await heldScopes(tx, actor);
  const held = async (kind: RoleGrant, isOwn: (id: bigint) => boolean) =>
    [...(await grantsOf(tx, [from], kind))].filter(isOwn);
  await grantRoles(tx, actor, [to], {
    menuIds: await held(roleGrants.menu, (id) => isHeld(menusHeld, id) && all.some((menu) => menu.id === id)),
    dataScopeIds: await held(roleGrants.dataScope, scopes.dataScope.isHeld),
    apiScopeIds: await held(roleGrants.apiScope, scopes.apiScope.isHeld),
  });
}

/** Whether an actor holds everything a role is granted. */
export async function holdsAllOf(tx: Tx, actor: Actor, role: Pick<RoleRow, 'id' | 'roleAlias'>): Promise<boolean> {
  if (isAdministrator(actor)) return true;
  if (role.roleAlias === ADMINISTRATOR) return false;
  const held = await heldIds(tx, actor, await liveMenus(tx));
  if (![...(await grantsOf(tx, [role.id], roleGrants.menu))].every((id) => isHeld(held, id))) return false;
  const { apiScope } = await heldScopes(tx, actor);
  if (![...(await grantsOf(tx, [role.id], roleGrants.apiScope))].every(apiScope.isHeld)) return false;
  return (await widerThan(tx, actor, role.id)) === undefined;
}

/**
 * Returns the menus and buttons an actor may grant: those the actor has, with the groups above, including hidden
 * buttons.
 */
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

/** Returns the grants of some roles of the actor's tenant; everything for the administrator role. @throws NOT_FOUND */
export async function grantedToRoles(tx: Tx, actor: Actor, roleIds: readonly bigint[]) {
  const found = await rolesOf(tx, actor, roleIds);
  const live = new Set((await liveMenus(tx)).map(({ id }) => id));
  const { dataScope, apiScope } = await heldScopes(tx, actor);
  if (found.some(({ roleAlias }) => roleAlias === ADMINISTRATOR))
    return {
      menu: (await packagedIds(tx, actor.tenantId)) ?? live,
      dataScope: new Set<bigint>(),
      apiScope: apiScope.known,
    };
  const granted = async (kind: RoleGrant, known: ReadonlySet<bigint>) =>
    new Set([...(await grantsOf(tx, roleIds, kind))].filter((id) => known.has(id)));
  return {
    menu: await granted(roleGrants.menu, live),
    dataScope: await granted(roleGrants.dataScope, dataScope.known),
    apiScope: await granted(roleGrants.apiScope, apiScope.known),
  };
}

/** Returns roles that the actor may reach. @throws NOT_FOUND when one is unknown */
export async function rolesOf(tx: Tx, actor: Actor, roleIds: readonly bigint[]): Promise<RoleRow[]> {
  const ids = [...new Set(roleIds)];
  const found = await tx
    .select()
    .from(roles)
    .where(and(inArray(roles.id, ids), visible(actor, roles, 'tenant')));
  if (found.length < ids.length) throw commonErrors.NOT_FOUND();
  return found;
}

async function lockRoles(tx: Tx, actor: Actor, roleIds: readonly bigint[]): Promise<RoleRow[]> {
  const ids = [...new Set(roleIds)];
  const found = await tx
    .select()
    .from(roles)
    .where(and(inArray(roles.id, ids), visible(actor, roles, 'tenant')))
    .orderBy(asc(roles.id))
    .for('update');
  if (found.length < ids.length) throw commonErrors.NOT_FOUND();
  return found;
}

const liveMenus = (tx: Tx): Promise<MenuRow[]> =>
  tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));

/** Returns the ids the actor has, with the groups above; null: everything. */
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
