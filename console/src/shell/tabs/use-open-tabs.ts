import { useEffect, useMemo } from 'react';
import type { Place } from '../navigation/menu.ts';
import { pageNames } from '../navigation/pages.ts';
import { isTabbed, type Screen, screenAt } from '../navigation/screens.ts';
import { changeTabs, useTabs } from './tab-store.ts';
import { keepTabs, openTab, type Tab } from './tabs.ts';

/** A tab with what it shows. */
export interface OpenTab extends Tab {
  readonly screen: Extract<Screen, { title: unknown }>;
}

/** The open tabs, the one of the address being shown among them from the first moment on. */
export function useOpenTabs(places: readonly Place[], path: string, search: string): readonly OpenTab[] {
  const state = useTabs();
  useEffect(() => {
    changeTabs((before) => openTab(before, { path, search }));
  }, [path, search]);
  useEffect(() => {
    changeTabs((before) => keepTabs(before, (one) => isTabbed(screenAt(one, places, pageNames))));
  }, [places]);

  return useMemo(
    () =>
      openTab(state, { path, search }).tabs.flatMap((tab) => {
        const screen = screenAt(tab.path, places, pageNames);
        return isTabbed(screen) ? [{ ...tab, screen }] : [];
      }),
    [state, places, path, search],
  );
}
