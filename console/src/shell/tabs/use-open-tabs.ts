import { useEffect, useMemo, useRef, useState } from 'react';
import { type MenuPlace, searchOf } from '../navigation/menu.ts';
import { pageNames } from '../navigation/pages.ts';
import { tabLabel } from '../navigation/route-names.ts';
import { forbiddenScreen, type Screen, screenAt } from '../navigation/screens.ts';
import { useFirstPath } from './first-page.ts';
import { changeTabs, markPageShown, useTabs } from './tab-store.ts';
import { dropForbiddenTabs, openTab, type Tab, withFirstPage } from './tabs.ts';

/** A tab with its screen. */
export interface OpenTab extends Tab {
  readonly screen: Screen;
}

interface Open {
  /** The tabs of the bar, the one of the address being shown among them from the first moment on. */
  readonly tabs: readonly OpenTab[];
  /** The shown address; not among the tabs when its page has none. */
  readonly shown: OpenTab;
}

/** The open tabs at an address. */
export function useOpenTabs(places: readonly MenuPlace[], path: string, search: string): Open {
  // The address has the shown tab; subscribing to it here would render everything twice.
  const kept = useTabs(({ tabs }) => tabs);
  const first = useTabs((state) => state.first);
  const screenOf = useScreens(places);
  const screen = screenOf(path);
  const current = useMemo<Tab>(() => {
    const label = tabLabel(search, searchOf(places, path));
    // An embedded page carries its own name in its address, in one language only.
    const isNews = label !== undefined && label.zh !== screen.title.zh;
    return { path, search, ...(isNews ? { label } : {}) };
  }, [places, path, search, screen]);

  const beginning = useFirstPath(places);
  useEffect(() => {
    changeTabs((before) => withFirstPage(before, beginning));
  }, [beginning]);

  useEffect(() => {
    markPageShown(current.path);
    if (!screen.isTabless) changeTabs((before) => openTab(before, current));
  }, [current, screen.isTabless]);

  // Drop restored tabs whose pages are no longer permitted; tabs opened since the load stay and show a message.
  const isRestored = useRef(false);
  useEffect(() => {
    if (isRestored.current) return;
    isRestored.current = true;
    changeTabs((before) => dropForbiddenTabs(before, (one) => one === path || screenOf(one).kind !== 'lost'));
  }, [path, screenOf]);

  // The same array for as long as nothing but the page being shown changes.
  const open = useMemo(
    () => (screen.isTabless ? kept : openTab({ tabs: kept, active: path, first }, current).tabs),
    [kept, first, path, current, screen.isTabless],
  );
  const tabs = useMemo(() => open.map((tab) => ({ ...tab, screen: screenOf(tab.path) })), [open, screenOf]);
  const shown = useMemo(
    () => tabs.find((tab) => tab.path === path) ?? { ...current, screen },
    [tabs, path, current, screen],
  );
  return { tabs, shown };
}

/** The screens of addresses; the object stays the same while the screen does, so that pages are not rendered again. */
function useScreens(places: readonly MenuPlace[]): (path: string) => Screen {
  const [titles] = useState(() => new Map<string, Screen['title']>());
  return useMemo(() => {
    const known = new Map<string, Screen>();
    return (path) => {
      let screen = known.get(path);
      if (!screen) {
        const found = screenAt(path, places, pageNames);
        screen = typeof found === 'string' ? forbiddenScreen(titles.get(path)) : found;
        known.set(path, screen);
        titles.set(path, screen.title);
      }
      return screen;
    };
  }, [places, titles]);
}
