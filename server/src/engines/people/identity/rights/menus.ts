import type { MenuMeta } from '@trade-assistant/contract/areas/system/menu.ts';
import type { MenuSide } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { asc, isNull } from 'drizzle-orm';
import type { Actor } from '../../../../kernel/auth/actor.ts';
import type { Tx } from '../../../../kernel/db/index.ts';
import { menus } from '../tables.ts';
import { grantedIds, packagedIds } from './granted-menus.ts';
import { seenBy, withoutEmptyGroups, withoutUnusedGroups } from './menu-places.ts';
import { buildMenuTree, type MenuNode, type MenuRow, withAncestors } from './menu-rows.ts';
import { isForTenant } from './platform.ts';
import { boundMenuIds } from './top-menus.ts';

const MENU = 1;

/** Returns the menu that a user sees by type. */
export const sideOf = (type: number): MenuSide => (type === userType.is.staff ? 'staff' : 'agents');

/**
 * Returns the menus that an actor's roles open, with the groups above them, as a forest in the order of the actor's side.
 * With a top menu: only the menus bound to it. Menus that only carry buttons are left out.
 */
export async function menuTreeOf(
  tx: Tx,
  actor: Actor,
  input: { topMenuId?: bigint | null | undefined },
  /** Ids granted to the roles to show; default: the actor's own. */
  grants?: ReadonlySet<bigint> | null,
): Promise<MenuNode[]> {
  const shown = (await allMenus(tx, actor)).filter((menu) => menu.category === MENU && menu.visible === 1);
  const all = seenBy(sideOf(actor.userType), shown);
  const granted = grants === undefined ? await grantedIds(tx, actor) : grants;
  const bound = input.topMenuId ? await boundMenuIds(tx, actor, [input.topMenuId]) : null;
  const chosen = all.filter(
    (menu) =>
      (granted === null || granted.has(menu.id)) && (bound === null || bound.has(menu.id)) && isFor(actor, menu.meta),
  );
  return withoutEmptyGroups(buildMenuTree(withAncestors(all, chosen)));
}

/** An entry that names roles is only for them, regardless of other grants. */
const isFor = ({ roleKeys }: Actor, { roles = [] }: MenuMeta): boolean =>
  roles.length === 0 || roles.some((role) => roleKeys.includes(role));

/** Returns the menus of which an actor has buttons, each with those buttons. */
export async function buttonsOf(tx: Tx, actor: Actor): Promise<MenuNode[]> {
  const all = await allMenus(tx, actor);
  const granted = await grantedIds(tx, actor);
  const buttons = all.filter((menu) => menu.category !== MENU && (granted === null || granted.has(menu.id)));
  const parents = new Set(buttons.map((button) => button.parentId));
  return buildMenuTree([...all.filter((menu) => menu.category === MENU && parents.has(menu.id)), ...buttons]).filter(
    (node) => node.category === MENU,
  );
}

/** A menu for selectors; `key` and `value` are its id. */
export interface MenuChoice {
  readonly id: bigint;
  readonly parentId: bigint;
  readonly title: string;
  readonly titleEn: string;
  readonly key: bigint;
  readonly value: bigint;
  children?: MenuChoice[] | undefined;
}

/** Returns every menu without its buttons, as a forest of choices; `shown` leaves out menus hidden in the side menu. */
export const menuChoices = async (tx: Tx, actor: Actor, which: 'all' | 'shown' = 'all'): Promise<MenuChoice[]> =>
  buildMenuTree(
    (await allMenus(tx, actor)).filter((menu) => menu.category === MENU && (which === 'all' || menu.visible === 1)),
  ).map(choiceOf);

const choiceOf = (node: MenuNode): MenuChoice => ({
  id: node.id,
  parentId: node.parentId ?? 0n,
  title: node.name,
  titleEn: node.nameEn,
  key: node.id,
  value: node.id,
  ...(node.children?.length ? { children: node.children.map(choiceOf) } : {}),
});

/**
 * Returns every menu, including hidden ones, without buttons, as a forest in the order of a side. Hidden groups of the other
 * delivered arrangement are left out.
 */
export const menuForest = async (tx: Tx, actor: Actor, side: MenuSide = 'staff'): Promise<MenuNode[]> =>
  withoutUnusedGroups(
    buildMenuTree(
      seenBy(
        side,
        (await allMenus(tx, actor)).filter(({ category }) => category === MENU),
      ),
    ),
  );

/**
 * Returns the menus of a tenant: without the platform's own, for other tenants, and without those outside its package.
 */
async function allMenus(tx: Tx, actor: Actor): Promise<MenuRow[]> {
  const rows = await tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));
  const own = rows.filter(({ code }) => isForTenant(actor.tenantId, code));
  const packaged = await packagedIds(tx, actor.tenantId);
  return packaged === null
    ? own
    : withAncestors(
        own,
        own.filter(({ id }) => packaged.has(id)),
      );
}
