import { and, asc, eq, type InferSelectModel, inArray, isNull } from 'drizzle-orm';
import type { Actor } from '../../kernel/auth/actor.ts';
import type { Tx } from '../../kernel/db/index.ts';
import { menus, roleMenus, roles, topMenuMenus, topMenus, userRoles } from './tables.ts';

export type MenuRow = InferSelectModel<typeof menus>;
export type TopMenuRow = InferSelectModel<typeof topMenus>;
export interface MenuNode extends MenuRow {
  readonly children?: MenuNode[];
}

const MENU = 1;

/**
 * The menus an actor's roles open, with the groups above them, as a forest in order. With a top menu: of those only the
 * ones bound to it. Menus that only carry buttons are left out.
 */
export async function routesOf(
  tx: Tx,
  actor: Actor,
  input: { topMenuId?: bigint | null | undefined },
): Promise<MenuNode[]> {
  const all = (await allMenus(tx)).filter((menu) => menu.category === MENU && menu.visible === 1);
  const granted = await grantedIds(tx, actor);
  const bound = input.topMenuId ? await boundIds(tx, actor, input.topMenuId) : null;
  const chosen = all.filter(
    (menu) => (granted === null || granted.has(menu.id)) && (bound === null || bound.has(menu.id)),
  );
  return forest(withAncestors(all, chosen));
}

/** The menus whose buttons an actor holds, each with those buttons. */
export async function buttonsOf(tx: Tx, actor: Actor): Promise<MenuNode[]> {
  const all = await allMenus(tx);
  const granted = await grantedIds(tx, actor);
  const buttons = all.filter((menu) => menu.category !== MENU && (granted === null || granted.has(menu.id)));
  const parents = new Set(buttons.map((button) => button.parentId));
  return forest([...all.filter((menu) => menu.category === MENU && parents.has(menu.id)), ...buttons]).filter(
    (node) => node.category === MENU,
  );
}

/** Every menu without its buttons, as a forest: where a menu can be put. */
export const menuTree = async (tx: Tx): Promise<MenuNode[]> =>
  forest((await allMenus(tx)).filter((menu) => menu.category === MENU));

/** The top menus of the actor's tenant, in order. */
export const topMenusOf = (tx: Tx, actor: Actor): Promise<TopMenuRow[]> =>
  tx
    .select()
    .from(topMenus)
    .where(and(eq(topMenus.tenantId, actor.tenantId), isNull(topMenus.deletedAt)))
    .orderBy(asc(topMenus.sort), asc(topMenus.id));

const allMenus = (tx: Tx): Promise<MenuRow[]> =>
  tx.select().from(menus).where(isNull(menus.deletedAt)).orderBy(asc(menus.sort), asc(menus.id));

/** Ids granted to the actor's roles; null for who may do everything. */
async function grantedIds(tx: Tx, actor: Actor): Promise<Set<bigint> | null> {
  if (actor.permissions.has('*')) return null;
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
    .innerJoin(userRoles, and(eq(userRoles.roleId, roles.id), eq(userRoles.userId, actor.userId)));
  return new Set(rows.map((row) => row.id));
}

async function boundIds(tx: Tx, actor: Actor, topMenuId: bigint): Promise<Set<bigint>> {
  const own = tx
    .select({ id: topMenus.id })
    .from(topMenus)
    .where(and(eq(topMenus.id, topMenuId), eq(topMenus.tenantId, actor.tenantId), isNull(topMenus.deletedAt)));
  const rows = await tx
    .select({ id: topMenuMenus.menuId })
    .from(topMenuMenus)
    .where(inArray(topMenuMenus.topMenuId, own));
  return new Set(rows.map((row) => row.id));
}

/** Grants may name a leaf without the group above it; the group has to show all the same. */
function withAncestors(all: readonly MenuRow[], chosen: readonly MenuRow[]): MenuRow[] {
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

/** Rows in order → trees in order; a row whose parent is not among them becomes a root. */
export function forest(rows: readonly MenuRow[]): MenuNode[] {
  const nodes = new Map(rows.map((row) => [row.id, { ...row, children: [] as MenuNode[] }]));
  const roots: MenuNode[] = [];
  for (const node of nodes.values())
    (node.parentId === null ? roots : (nodes.get(node.parentId)?.children ?? roots)).push(node);
  return roots;
}
