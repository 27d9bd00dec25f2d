import { menuAgentPlace, menuCategory } from '@trade-assistant/contract/areas/system/menu.ts';
import type { KeptMenu } from '@trade-assistant/contract/areas/system/menu-arrangement.ts';
import { isFormerGroup, menuSeeds, seedOfScreen, titleOfScreen } from '../seed/menus.ts';
import { agentPlaceOf, isWorkGroup, staffPlaceOf, UNUSED_SORT, workGroupSeeds } from '../seed/work-menu.ts';
import type { MenuPlace, MenuPlaceChange } from './menu-place.ts';
import { changesTo, placeOf } from './menu-places.ts';
import type { MenuRow } from './menu-rows.ts';

/** The next step of an arrangement. */
export interface MenuPlan {
  readonly changes: readonly MenuPlaceChange[];
  readonly kept: KeptMenu[];
}

/** Former groups that keep entries come after the groups of the menu by work. */
const AFTER_WORK = 100;

/**
 * Returns how the rows are arranged by work. Entries of administrators, own names and hidden states stay. A screen whose new group was
 * deleted stays where it is; a former group is hidden once it is empty.
 */
export function workPlan(rows: readonly MenuRow[]): MenuPlan {
  const menus = rows.filter(({ category }) => category === menuCategory.is.menu);
  const idOf = idByCode(menus);
  const places = new Map<string, MenuPlace>();
  const kept: KeptMenu[] = [];
  for (const row of menus) {
    const keep = (reason: KeptMenu['reason']) => kept.push(keptOf(row, reason));
    const group = workGroupSeeds.findIndex(({ code }) => code === row.code);
    if (group >= 0) {
      const parentId = idOf(workGroupSeeds[group]?.within);
      places.set(String(row.id), { ...placeOf(row), parentId, sort: group + 2, visible: 1 });
    } else if (row.isBuiltIn === 0) keep('own');
    else {
      const place = workPlaceOf(row, idOf);
      if (place === 'groupMissing') keep('groupMissing');
      else if (place) places.set(String(row.id), place);
      if (place && isRenamed(row)) keep('renamed');
    }
  }
  for (const row of menus.filter(({ code }) => isFormerGroup(code))) {
    const place = placeOf(row);
    const isNeeded = hasBelow(menus, places, String(row.id));
    if (row.visible === 0) continue;
    places.set(
      String(row.id),
      isNeeded ? { ...place, sort: row.sort + AFTER_WORK } : { ...place, visible: 0, sort: row.sort + UNUSED_SORT },
    );
  }
  return { changes: changesTo(rows, places), kept };
}

/** Returns how the rows return to their former places. What was changed or added since the takeover stays. */
export function formerPlan(rows: readonly MenuRow[], taken: readonly MenuPlaceChange[], takenTime: Date): MenuPlan {
  const menus = rows.filter(({ category }) => category === menuCategory.is.menu);
  const live = new Set(menus.map(({ id }) => String(id)));
  const idOf = idByCode(menus);
  const changes = new Map(taken.map((change) => [change.id, change]));
  const places = new Map<string, MenuPlace>();
  const kept: KeptMenu[] = [];
  for (const row of menus) {
    const [change, current] = [changes.get(String(row.id)), placeOf(row)];
    const keep = (reason: KeptMenu['reason']) => kept.push(keptOf(row, reason));
    if (change) {
      const { before, after } = change;
      const isLost = before.parentId !== null && !live.has(before.parentId);
      const place = isLost ? { ...merged(current, change), ...standOf(current) } : merged(current, change);
      places.set(String(row.id), place);
      if (isLost) keep('groupMissing');
      else if (isChanged(current, after)) keep('changed');
    } else if (row.createTime > takenTime && !isFormerGroup(row.code) && !isWorkGroup(row.code)) {
      keep('added');
      const former = row.isBuiltIn === 1 ? idOf(seedOfScreen(row.code)?.group) : null;
      // A screen of a later release has a place in the former menu too.
      if (former !== null) places.set(String(row.id), formerPlaceOf(row, former));
    }
  }
  // A group that still has entries stays.
  for (const row of menus.filter(({ code }) => isWorkGroup(code)).toReversed()) {
    const place = places.get(String(row.id)) ?? placeOf(row);
    if (place.visible === 0 && hasBelow(menus, places, String(row.id)))
      places.set(String(row.id), { ...place, visible: row.visible });
  }
  return { changes: changesTo(rows, places), kept };
}

type IdOf = (code: string | undefined) => string | null;
const idByCode = (menus: readonly MenuRow[]): IdOf => {
  const ids = new Map(menus.map(({ code, id }) => [code, String(id)]));
  return (code) => (code && ids.get(code)) || null;
};

const keptOf = ({ id, name, nameEn }: MenuRow, reason: KeptMenu['reason']): KeptMenu => ({ id, name, nameEn, reason });

/** Whether somebody gave a built-in screen another name than this version or its menu by work gives. */
function isRenamed({ code, name, nameEn }: MenuRow): boolean {
  const names = [titleOfScreen(code), staffPlaceOf(code)?.title];
  return !names.some((title) => title && title.zh === name && (nameEn === '' || title.en === nameEn));
}

function workPlaceOf(row: MenuRow, idOf: IdOf): MenuPlace | 'groupMissing' | undefined {
  const [staff, agents, seed] = [staffPlaceOf(row.code), agentPlaceOf(row.code), seedOfScreen(row.code)];
  if (!staff || !seed) return undefined;
  const [parentId, agentParentId] = [idOf(staff.group), idOf(agents?.group)];
  if (parentId === null || (agents && agentParentId === null)) return 'groupMissing';
  const isOwnName = isRenamed(row);
  return {
    ...placeOf(row),
    ...{ parentId, sort: staff.sort, source: row.source === seed.icon && staff.icon ? staff.icon : row.source },
    ...(staff.title && !isOwnName ? { name: staff.title.zh, nameEn: staff.title.en } : {}),
    ...(agents === null ? { ...SAME_PLACE, agentPlace: menuAgentPlace.is.none } : {}),
    ...(agents
      ? {
          agentPlace: menuAgentPlace.is.own,
          agentParentId,
          agentSort: agents.sort,
          agentName: row.agentName ?? (isOwnName ? null : (agents.title?.zh ?? null)),
          agentNameEn: row.agentNameEn ?? (isOwnName ? null : (agents.title?.en ?? null)),
        }
      : {}),
  };
}

const SAME_PLACE = {
  agentPlace: menuAgentPlace.is.same,
  agentParentId: null,
  agentSort: null,
  agentName: null,
  agentNameEn: null,
} as const;

function formerPlaceOf(row: MenuRow, parentId: string): MenuPlace {
  const title = isRenamed(row) ? undefined : titleOfScreen(row.code);
  const names = title ? { name: title.zh, nameEn: title.en } : {};
  const sort = menuSeeds.findIndex(({ code }) => code === row.code) + 1;
  return { ...placeOf(row), ...SAME_PLACE, ...names, parentId, sort };
}

const standOf = ({ parentId, sort }: MenuPlace) => ({ parentId, sort });

/** Whether somebody changed more than the order of a level. */
const isChanged = (current: MenuPlace, after: MenuPlace): boolean =>
  (Object.keys(after) as (keyof MenuPlace)[]).some(
    (key) => key !== 'sort' && key !== 'agentSort' && current[key] !== after[key],
  );

/** Returns the former place, except for what was changed since: the group, the place for agents, names, icon, visibility. */
function merged(current: MenuPlace, { before, after }: MenuPlaceChange): MenuPlace {
  const former = (...keys: (keyof MenuPlace)[]) =>
    Object.fromEntries(keys.map((key) => [key, current[key] === after[key] ? before[key] : current[key]]));
  const isMoved = current.parentId !== after.parentId;
  const isMovedForAgents = current.agentPlace !== after.agentPlace || current.agentParentId !== after.agentParentId;
  return {
    ...current,
    ...(isMoved ? {} : standOf(before)),
    ...(isMovedForAgents
      ? {}
      : { agentPlace: before.agentPlace, agentParentId: before.agentParentId, agentSort: before.agentSort }),
    ...former('visible', 'name', 'nameEn', 'source', 'agentName', 'agentNameEn'),
  };
}

/** Whether anything is below a group once rows are at their new places; groups that stay hidden do not count. */
const hasBelow = (menus: readonly MenuRow[], places: ReadonlyMap<string, MenuPlace>, id: string): boolean =>
  menus.some((row) => {
    const { parentId, agentPlace, agentParentId, visible } = places.get(String(row.id)) ?? placeOf(row);
    if (isWorkGroup(row.code) && visible === 0) return false;
    return parentId === id || (agentPlace === menuAgentPlace.is.own && agentParentId === id);
  });
