import { create } from 'zustand';
import { onOwnerChange } from '../../kit/client/session.ts';
import { storageKey } from '../../kit/storage.ts';
import type { MenuTarget } from '../navigation/menu.ts';
import { parseTabs, startTabs, type Tabs } from './tabs.ts';

/** Tabs survive a reload, but belong to one window: hence the session storage. */
const KEY = storageKey('tabs');

/**
 * In milliseconds. Saved after this time without a change, and when the page is left: writing to the storage is slow.
 */
const QUIET_MILLIS = 200;
let timer: ReturnType<typeof setTimeout> | undefined;

const read = (): string | null => {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
};

export const useTabs = create<Tabs>(() => parseTabs(read()));

/** Changes the tabs by one of the rules and keeps them for the next reload. */
export function changeTabs(rule: (state: Tabs) => Tabs): Tabs {
  const before = useTabs.getState();
  const after = rule(before);
  if (after === before) return after;
  useTabs.setState(after, true);
  timer ??= setTimeout(save, QUIET_MILLIS);
  return after;
}

function save(): void {
  clearTimeout(timer);
  timer = undefined;
  try {
    sessionStorage.setItem(KEY, JSON.stringify(useTabs.getState()));
  } catch {
    // A full or forbidden storage only costs the memory of them.
  }
}
globalThis.addEventListener?.('pagehide', save);

// Another user's session starts with home only; after an expired session the same user continues with their tabs.
onOwnerChange(() => changeTabs(() => startTabs));

/** Whether a path has a tab. */
export const isTabOpen = (path: string): boolean => useTabs.getState().tabs.some((tab) => tab.path === path);

const shownPaths = new Set<string>();

/** Remembers that the page of a path has been drawn since the console was loaded. */
export const markPageShown = (path: string): void => void shownPaths.add(path);

export const wasPageShown = (path: string): boolean => shownPaths.has(path);

/** Returns the address of a menu entry: its open tab's as it was left, else the menu's. */
export const addressOfTarget = (target: Exclude<MenuTarget, { kind: 'window' }>): string => {
  const { path, search = '' } = target;
  const isExact = target.kind === 'page' && target.isExact;
  return isTabOpen(path) && !isExact ? addressOfTab(path) : path + search;
};

/** Where choosing a path leads: back to its open tab with the filters it had, else to the bare path. */
export const addressOfTab = (path: string): string =>
  path + (useTabs.getState().tabs.find((tab) => tab.path === path)?.search ?? '');
