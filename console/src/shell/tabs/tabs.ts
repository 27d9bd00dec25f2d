import { HOME_PATH } from '../navigation/menu.ts';

/** An open tab: the address it shows. Its path is its identity, so one page never has two tabs. */
export interface Tab {
  readonly path: string;
  /** The query with its `?`, or empty. Filters live there, and come back with the tab. */
  readonly search: string;
}

export interface Tabs {
  readonly tabs: readonly Tab[];
  /** The path of the tab being shown. */
  readonly active: string;
}

const home: Tab = { path: HOME_PATH, search: '' };

/** What a new session begins with. */
export const startTabs: Tabs = { tabs: [home], active: HOME_PATH };

/** Home stays, and so does the last tab. */
export const isClosable = ({ tabs }: Tabs, path: string): boolean => tabs.length > 1 && path !== HOME_PATH;

/** Shows an address: in its own tab when it is open, else in a new one at the end. */
export function openTab(state: Tabs, tab: Tab): Tabs {
  const known = state.tabs.find(({ path }) => path === tab.path);
  if (known?.search === tab.search) return state.active === tab.path ? state : { ...state, active: tab.path };
  const tabs = known ? state.tabs.map((one) => (one === known ? tab : one)) : [...state.tabs, tab];
  return { tabs, active: tab.path };
}

/** Closes a tab. When it was the one being shown, the one before it is shown, or the first. */
export function closeTab(state: Tabs, path: string): Tabs {
  const at = state.tabs.findIndex((tab) => tab.path === path);
  if (at < 0 || !isClosable(state, path)) return state;
  const tabs = state.tabs.filter((tab) => tab.path !== path);
  const active = state.active === path ? (tabs[Math.max(at - 1, 0)] ?? home).path : state.active;
  return { tabs, active };
}

/** Keeps one tab and home. */
export function closeOthers(state: Tabs, path: string): Tabs {
  const tabs = state.tabs.filter((tab) => tab.path === path || tab.path === HOME_PATH);
  return tabs.some((tab) => tab.path === path) ? { tabs, active: path } : state;
}

/** Leaves only home. */
export const closeAll = (state: Tabs): Tabs => {
  const kept = state.tabs.find(({ path }) => path === HOME_PATH) ?? home;
  return { tabs: [kept], active: HOME_PATH };
};

/** Drops tabs whose address may no longer be shown; home is always there. */
export function keepTabs(state: Tabs, isAllowed: (path: string) => boolean): Tabs {
  const allowed = state.tabs.filter(({ path }) => path === HOME_PATH || isAllowed(path));
  const tabs = allowed.some(({ path }) => path === HOME_PATH) ? allowed : [home, ...allowed];
  if (tabs.length === state.tabs.length && tabs.every((tab, index) => tab === state.tabs[index])) return state;
  return { tabs, active: tabs.some(({ path }) => path === state.active) ? state.active : HOME_PATH };
}

/** Reads tabs as a reload left them; anything unfit is as if nothing had been kept. */
export function parseTabs(text: string | null): Tabs {
  try {
    const kept: unknown = JSON.parse(text ?? 'null');
    if (!isRecord(kept) || !Array.isArray(kept.tabs)) return startTabs;
    const tabs: Tab[] = [];
    for (const tab of kept.tabs as unknown[]) {
      const isTab =
        isRecord(tab) && typeof tab.path === 'string' && /^\/[^/]/.test(tab.path) && typeof tab.search === 'string';
      if (isTab && !tabs.some(({ path }) => path === tab.path))
        tabs.push({ path: tab.path as string, search: tab.search as string });
    }
    return keepTabs({ tabs, active: String(kept.active) }, () => true);
  } catch {
    return startTabs;
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
