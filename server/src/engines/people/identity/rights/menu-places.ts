import { menuAgentPlace, menuCategory } from '@trade-assistant/contract/areas/system/menu.ts';
import type { MenuSide } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import { isFormerGroup } from '../seed/menus.ts';
import { isWorkGroup } from '../seed/work-menu.ts';
import type { MenuPlace, MenuPlaceChange } from './menu-place.ts';
import type { MenuNode, MenuRow } from './menu-rows.ts';

const textOf = (id: bigint | null): string | null => (id === null ? null : String(id));
const idOf = (text: string | null): bigint | null => (text === null ? null : BigInt(text));

/** Returns the place of a row. */
export const placeOf = (row: MenuRow): MenuPlace => ({
  parentId: textOf(row.parentId),
  sort: row.sort,
  visible: row.visible,
  name: row.name,
  nameEn: row.nameEn,
  source: row.source,
  agentPlace: row.agentPlace,
  agentParentId: textOf(row.agentParentId),
  agentSort: row.agentSort,
  agentName: row.agentName,
  agentNameEn: row.agentNameEn,
});

/** Returns rows at other places; those that are not named stay. */
export const placed = (rows: readonly MenuRow[], places: ReadonlyMap<string, MenuPlace>): MenuRow[] =>
  rows.map((row) => {
    const place = places.get(String(row.id));
    if (!place) return row;
    return { ...row, ...place, parentId: idOf(place.parentId), agentParentId: idOf(place.agentParentId) };
  });

/** Returns the changes that lead from rows to their new places. */
export const changesTo = (rows: readonly MenuRow[], places: ReadonlyMap<string, MenuPlace>): MenuPlaceChange[] =>
  rows.flatMap((row) => {
    const [before, after] = [placeOf(row), places.get(String(row.id))];
    return after && !isSame(before, after) ? [{ id: String(row.id), before, after }] : [];
  });

export const isSame = (one: MenuPlace, other: MenuPlace): boolean =>
  (Object.keys(one) as (keyof MenuPlace)[]).every((key) => one[key] === other[key]);

/** Returns rows with the parent, order and names that a side sees, in order; without those it does not see. */
export function seenBy(side: MenuSide, rows: readonly MenuRow[]): MenuRow[] {
  if (side === 'staff') return rows.toSorted(inOrder);
  return rows
    .filter(({ agentPlace }) => agentPlace !== menuAgentPlace.is.none)
    .map((row) =>
      row.agentPlace === menuAgentPlace.is.own
        ? {
            ...row,
            parentId: row.agentParentId,
            sort: row.agentSort ?? row.sort,
            name: row.agentName || row.name,
            // A name for agents in Chinese alone is shown in both languages.
            nameEn: row.agentNameEn || row.agentName || row.nameEn,
          }
        : row,
    )
    .toSorted(inOrder);
}

const inOrder = (one: MenuRow, other: MenuRow): number => one.sort - other.sort || Number(one.id - other.id);

/** Returns a forest without delivered groups in which nothing is left. */
export const withoutEmptyGroups = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .map((node) => ({ ...node, children: withoutEmptyGroups(node.children ?? []) }))
    .filter(({ code, children }) => children.length > 0 || !isDeliveredGroup(code));

/** Returns a forest without delivered groups that are hidden and in which nothing is. */
export const withoutUnusedGroups = (nodes: readonly MenuNode[]): MenuNode[] =>
  nodes
    .map((node) => ({ ...node, children: withoutUnusedGroups(node.children ?? []) }))
    .filter(({ code, visible, children }) => visible === 1 || children.length > 0 || !isDeliveredGroup(code));

/** Whether a row is a group of one of the delivered arrangements. */
export const isDeliveredGroup = (code: string): boolean => isWorkGroup(code) || isFormerGroup(code);

/** Whether the menu of agents has an entry that is above itself. Buttons stay with their entry. */
export function hasAgentCycle(rows: readonly MenuRow[]): boolean {
  const byId = new Map(
    seenBy(
      'agents',
      rows.filter(({ category }) => category === menuCategory.is.menu),
    ).map((row) => [row.id, row]),
  );
  return [...byId.values()].some((row) => {
    const passed = new Set<bigint>();
    for (let at: MenuRow | undefined = row; at; at = at.parentId === null ? undefined : byId.get(at.parentId)) {
      if (passed.has(at.id)) return true;
      passed.add(at.id);
    }
    return false;
  });
}
