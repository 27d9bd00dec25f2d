import { menuCategory } from '@trade-assistant/contract/areas/system/menu.ts';
import { commonErrors } from '@trade-assistant/contract/kit/errors.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { registry } from '@trade-assistant/contract/registry.ts';
import { asc, isNull } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { menus } from '../tables.ts';
import { ADMINISTRATOR } from './actor.ts';
import type { MenuRow } from './menu-rows.ts';
import { type GrantableScope, grantableScopes, grantedToRoles, rolesOf, scopesOfTenant } from './role-grants.ts';

/**
 * Returns the grants of two roles; each entry has its path in the menu and which of the two roles has it. @throws
 * NOT_FOUND
 */
export async function comparedGrants(tx: Tx, actor: Actor, first: bigint, second: bigint) {
  const one = await grantedToRoles(tx, actor, [first]);
  const other = await grantedToRoles(tx, actor, [second]);
  const entries = (await menuEntries(tx)).map(({ menu: { id, name, nameEn }, ...above }) => ({
    ...{ id, title: name, titleEn: nameEn || name },
    ...above,
  }));
  const scopes = await grantableScopes(tx, actor);
  const compared = (kind: keyof typeof one, of: typeof entries) =>
    of
      .map((entry) => ({ ...entry, inFirst: one[kind].has(entry.id), inSecond: other[kind].has(entry.id) }))
      .filter(({ inFirst, inSecond }) => inFirst || inSecond);
  return {
    menu: compared('menu', entries),
    dataScope: compared('dataScope', scopes.dataScope.map(titled)),
    apiScope: compared('apiScope', scopes.apiScope.map(titled)),
  };
}

/**
 * Returns the grants of a role: pages with their buttons, data and API scopes. The administrator role has everything
 * and no grants. @throws NOT_FOUND
 */
export async function givenByRole(tx: Tx, actor: Actor, roleId: bigint) {
  const [role] = await rolesOf(tx, actor, [roleId]);
  if (!role) throw commonErrors.NOT_FOUND();
  const { roleName, roleNameEn, status, roleAlias } = role;
  const about = { roleName, roleNameEn, status };
  if (roleAlias === ADMINISTRATOR)
    return { ...about, givesEverything: 1 as const, pages: [], dataScopes: [], apiScopes: [] };
  const granted = await grantedToRoles(tx, actor, [roleId]);
  const entries = await menuEntries(tx);
  const named = ({ id, name, nameEn }: MenuRow) => ({ id, title: name, titleEn: nameEn || name });
  const pages = entries
    .filter(({ menu }) => menu.category === menuCategory.is.menu)
    .map(({ menu, ...above }) => {
      const below = entries.filter((one) => one.menu.parentId === menu.id).map((one) => one.menu);
      const buttons = below.filter(({ id, category }) => category === menuCategory.is.button && granted.menu.has(id));
      const isGroup = below.some(({ category }) => category === menuCategory.is.menu);
      const isGiven = buttons.length > 0 || (granted.menu.has(menu.id) && !isGroup);
      return { isGiven, page: { ...named(menu), ...above, buttons: buttons.map(named) } };
    })
    .filter(({ isGiven }) => isGiven)
    .map(({ page }) => page);
  const { dataScope, apiScope } = await scopesOfTenant(tx, actor);
  return {
    ...about,
    givesEverything: 0 as const,
    pages,
    dataScopes: dataScope.filter(({ id }) => granted.dataScope.has(id)).map(titled),
    apiScopes: apiScope.filter(({ id }) => granted.apiScope.has(id)).map(titled),
  };
}

/** Returns all menus and buttons in tree order, each with the path of its parents. */
async function menuEntries(tx: Tx): Promise<{ menu: MenuRow; path: string; pathEn: string }[]> {
  const all = await tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));
  const below = Map.groupBy(all, ({ parentId }) => parentId);
  const walk = (parentId: bigint | null, above: readonly MenuRow[]): ReturnType<typeof entry>[] =>
    (below.get(parentId) ?? []).flatMap((menu) => [entry(menu, above), ...walk(menu.id, [...above, menu])]);
  const entry = (menu: MenuRow, above: readonly MenuRow[]) => ({
    menu,
    path: above.map(({ name }) => name).join(' / '),
    pathEn: above.map(({ name, nameEn }) => nameEn || name).join(' / '),
  });
  return walk(null, []);
}

const titled = ({ id, title, titleEn, resource }: GrantableScope) => ({
  ...{ id, title, titleEn },
  ...resourceTitle(resource),
});

function resourceTitle(name: string) {
  const title = (registry as readonly Resource[]).find((resource) => resource.name === name)?.title;
  return { path: title?.zh ?? name, pathEn: title?.en ?? name };
}
