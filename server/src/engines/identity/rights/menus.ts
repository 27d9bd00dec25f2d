import type { MenuMeta } from '@trade-assistant/contract/areas/system/menu.ts';
import { asc, type InferSelectModel, isNull } from 'drizzle-orm';
import type { Actor } from '../../../kernel/auth/actor.ts';
import type { Tx } from '../../../kernel/db/index.ts';
import { menus } from '../tables.ts';
import { grantedIds, packagedIds } from './granted-menus.ts';
import { isForTenant } from './platform.ts';
import { boundMenuIds } from './top-menus.ts';

export type MenuRow = InferSelectModel<typeof menus>;
export interface MenuNode extends MenuRow {
  readonly children?: MenuNode[];
}

const MENU = 1;

/**
 * Returns the menus that an actor's roles open, with the groups above them, as a forest in order. With a top menu:
 * only the menus bound to it. Menus that only carry buttons are left out.
 */
export async function menuTreeOf(
  tx: Tx,
  actor: Actor,
  input: { topMenuId?: bigint | null | undefined },
  /** Ids granted to the roles to show; default: the actor's own. */
  grants?: ReadonlySet<bigint> | null,
): Promise<MenuNode[]> {
  const all = (await allMenus(tx, actor)).filter((menu) => menu.category === MENU && menu.visible === 1);
  const granted = grants === undefined ? await grantedIds(tx, actor) : grants;
  const bound = input.topMenuId ? await boundMenuIds(tx, actor, [input.topMenuId]) : null;
  const chosen = all.filter(
    (menu) =>
      (granted === null || granted.has(menu.id)) && (bound === null || bound.has(menu.id)) && isFor(actor, menu.meta),
  );
  return buildMenuTree(withAncestors(all, chosen));
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

/** Returns every menu, including hidden ones, without buttons, as a forest in order. */
export const menuForest = async (tx: Tx, actor: Actor): Promise<MenuNode[]> =>
  buildMenuTree((await allMenus(tx, actor)).filter(({ category }) => category === MENU));

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

/** Adds the groups above granted entries, because a grant may name a leaf without its group. */
export function withAncestors(all: readonly MenuRow[], chosen: readonly MenuRow[]): MenuRow[] {
  const byId = new Map(all.map((menu) => [menu.id, menu]));
  const wanted = new Set<bigint>();
  for (const menu of chosen) {
    for (
      let at: MenuRow | undefined = menu;
      at && !wanted.has(at.id);
      at = at.parentId === null ? undefined : byId.get(at.parentId)
    )
      wanted.add(at.id);
  }
  return all.filter((menu) => wanted.has(menu.id));
}

/** Builds trees from ordered rows; a row without its parent in the list becomes a root. */
export function buildMenuTree(rows: readonly MenuRow[]): MenuNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as MenuNode[] }]));
  const roots: MenuNode[] = [];
  for (const node of nodes.values())
    (node.parentId === null ? roots : (nodes.get(node.parentId)?.children ?? roots)).push(node);
  return roots;
}
