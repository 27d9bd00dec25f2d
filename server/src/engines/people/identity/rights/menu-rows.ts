import type { InferSelectModel } from 'drizzle-orm';
import type { menus } from '../tables.ts';

export type MenuRow = InferSelectModel<typeof menus>;
export interface MenuNode extends MenuRow {
  readonly children?: MenuNode[];
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
