import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { HOME_PATH } from '../navigation/menu.ts';

/** An open tab: the address it shows. Its path is its identity, so one page never has two tabs. */
export interface Tab {
  readonly path: string;
  /** The query with its `?`, or empty. Filters live there, and come back with the tab. */
  readonly search: string;
  /** The title from the menu; without it, the name of its page. */
  readonly label?: Text;
  /** Comes first and stays until it is unpinned. */
  readonly isPinned?: true;
}

/** In order: the first page, pinned tabs, then the others. */
export interface Tabs {
  readonly tabs: readonly Tab[];
  /** The path of the tab being shown. */
  readonly active: string;
  /** The path of the page a session starts with. Its tab is always open. */
  readonly first: string;
}

/** The tabs of a new session. */
export const startTabs: Tabs = { tabs: [{ path: HOME_PATH, search: '' }], active: HOME_PATH, first: HOME_PATH };

/** Whether a tab can be closed: the first page, pinned tabs and the last tab stay. */
export const isClosable = ({ tabs, first }: Tabs, path: string): boolean =>
  tabs.length > 1 && path !== first && tabs.some((tab) => tab.path === path && !tab.isPinned);

/** Shows an address: in its own tab when it is open, else in a new one at the end. */
export function openTab(state: Tabs, tab: Tab): Tabs {
  const known = state.tabs.find(({ path }) => path === tab.path);
  if (known?.search === tab.search && isSameLabel(known.label, tab.label))
    return state.active === tab.path ? state : { ...state, active: tab.path };
  const tabs = known
    ? state.tabs.map((one) =>
        one === known ? { ...tab, ...(known.isPinned ? { isPinned: true as const } : {}) } : one,
      )
    : [...state.tabs, tab];
  return arranged(state, { tabs, active: tab.path });
}

/** Closes a tab. When it was the one being shown, the one before it is shown, or the first. */
export function closeTab(state: Tabs, path: string): Tabs {
  const at = state.tabs.findIndex((tab) => tab.path === path);
  if (at < 0 || !isClosable(state, path)) return state;
  const tabs = state.tabs.filter((tab) => tab.path !== path);
  const active = state.active === path ? (tabs[Math.max(at - 1, 0)]?.path ?? state.first) : state.active;
  return { ...state, tabs, active };
}

/** Keeps one tab, the first page and pinned tabs. */
export function closeOthers(state: Tabs, path: string): Tabs {
  if (!state.tabs.some((tab) => tab.path === path)) return state;
  return { ...state, tabs: state.tabs.filter((tab) => tab.path === path || stays(state, tab)), active: path };
}

/** Keeps only the first page and pinned tabs. */
export const closeAll = (state: Tabs): Tabs =>
  arranged(state, { tabs: state.tabs.filter((tab) => stays(state, tab)), active: state.first });

/** Puts a tab at a place, counted from 0; it stays among its like. */
export function moveTab(state: Tabs, path: string, to: number): Tabs {
  const moved = state.tabs.find((tab) => tab.path === path);
  if (!moved) return state;
  const tabs = state.tabs.filter((tab) => tab !== moved);
  tabs.splice(Math.max(0, Math.min(to, tabs.length)), 0, moved);
  return arranged(state, { tabs });
}

/** Whether a tab can be moved by so many places. */
export const isMovable = (state: Tabs, path: string, by: number): boolean => {
  const at = state.tabs.findIndex((tab) => tab.path === path);
  return at >= 0 && moveTab(state, path, at + by) !== state;
};

/** Pins a tab, or lets it go. */
export function pinTab(state: Tabs, path: string, isPinned: boolean): Tabs {
  const tabs = state.tabs.map((tab) => {
    if (tab.path !== path || Boolean(tab.isPinned) === isPinned) return tab;
    const { isPinned: _before, ...bare } = tab;
    return isPinned ? { ...bare, isPinned: true as const } : bare;
  });
  return arranged(state, { tabs });
}

/** Makes a page the start page. */
export const withFirstPage = (state: Tabs, first: string): Tabs => arranged(state, { first });

/** Drops tabs whose address is no longer permitted; the first page stays. */
export function dropForbiddenTabs(state: Tabs, isAllowed: (path: string) => boolean): Tabs {
  return arranged(state, { tabs: state.tabs.filter(({ path }) => path === state.first || isAllowed(path)) });
}

/** Reads tabs as a reload left them; anything unfit is as if nothing had been kept. */
export function parseTabs(text: string | null): Tabs {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(kept) || !Array.isArray(kept.tabs)) return startTabs;
    const tabs: Tab[] = [];
    for (const one of kept.tabs as unknown[]) {
      const tab = parseTab(one);
      if (tab && !tabs.some(({ path }) => path === tab.path)) tabs.push(tab);
    }
    const first = isPath(kept.first) ? kept.first : HOME_PATH;
    return arranged(startTabs, { tabs, active: String(kept.active), first });
  } catch {
    return startTabs;
  }
}

function parseTab(kept: unknown): Tab | undefined {
  if (!isRecord(kept) || !isPath(kept.path) || typeof kept.search !== 'string') return undefined;
  const { path, search, label, isPinned } = kept;
  const hasLabel = isRecord(label) && typeof label.zh === 'string' && typeof label.en === 'string';
  return {
    path,
    search,
    ...(hasLabel ? { label: { zh: label.zh as string, en: label.en as string } } : {}),
    ...(isPinned === true ? { isPinned } : {}),
  };
}

const isSameLabel = (one: Text | undefined, other: Text | undefined): boolean =>
  one?.zh === other?.zh && one?.en === other?.en;

const stays = ({ first }: Tabs, tab: Tab): boolean => tab.path === first || tab.isPinned === true;

/** Changes tabs, in their order, the first page and the one being shown among them. The same state when nothing changed. */
function arranged(before: Tabs, change: Partial<Tabs>): Tabs {
  const { tabs: wanted, active: shown, first } = { ...before, ...change };
  const home = wanted.find(({ path }) => path === first) ?? { path: first, search: '' };
  const others = wanted.filter((tab) => tab !== home);
  const tabs = [home, ...others.filter(({ isPinned }) => isPinned), ...others.filter(({ isPinned }) => !isPinned)];
  const active = tabs.some(({ path }) => path === shown) ? shown : first;
  const isSame =
    active === before.active &&
    first === before.first &&
    tabs.length === before.tabs.length &&
    tabs.every((tab, index) => tab === before.tabs[index]);
  return isSame ? before : { tabs, active, first };
}

const isPath = (value: unknown): value is string => typeof value === 'string' && /^\/[^/]/.test(value);
const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
