import type { DropdownProps } from 'antd/es/dropdown';
import type { Translate } from '../../kit/i18n.ts';
import { clearCache } from '../clear-cache.ts';
import { openSearch } from '../search/overlays.ts';
import { words } from '../words.ts';
import { closeAll, closeOthers, isClosable, isMovable, moveTab, pinTab, type Tabs } from './tabs.ts';

/** Actions of a tab's menu beside changing the tabs. */
export interface TabActions {
  readonly change: (rule: (before: Tabs) => Tabs) => void;
  readonly refresh: (path: string) => void;
  readonly close: (path: string) => void;
  readonly makeFirst: (path: string) => void;
}

/** The menu of a tab: of the one clicked on, or at the end of the strip of the one being shown. */
export function tabMenu(t: Translate, state: Tabs, path: string, acts: TabActions): NonNullable<DropdownProps['menu']> {
  const tab = state.tabs.find((one) => one.path === path);
  const at = state.tabs.findIndex((one) => one.path === path);
  const isPinned = tab?.isPinned === true;
  const isFirst = path === state.first;
  const hasOthers = closeAll(state).tabs.length < state.tabs.length;
  const move = (by: number) => () => acts.change((before) => moveTab(before, path, at + by));
  const items: readonly (readonly [string, string, boolean, () => void])[] = [
    ['refresh', t(words.tabRefresh), true, () => acts.refresh(path)],
    ['close', t(words.tabClose), isClosable(state, path), () => acts.close(path)],
    [
      'pin',
      t(isPinned ? words.tabUnpin : words.tabPin),
      tab !== undefined && !isFirst,
      () => acts.change((before) => pinTab(before, path, !isPinned)),
    ],
    ['left', t(words.tabMoveLeft), isMovable(state, path, -1), move(-1)],
    ['right', t(words.tabMoveRight), isMovable(state, path, 1), move(1)],
    ['first', t(words.tabMakeFirst), tab !== undefined && !isFirst, () => acts.makeFirst(path)],
    ['others', t(words.tabCloseOthers), hasOthers, () => acts.change((before) => closeOthers(before, path))],
    ['all', t(words.tabCloseAll), hasOthers, () => acts.change(closeAll)],
    ['search', t(words.search), true, openSearch],
    ['clear-cache', t(words.cacheClear), true, () => void clearCache()],
  ];
  return {
    items: items.flatMap(([key, label, isOffered]) => [
      ...(['pin', 'others', 'search'].includes(key) ? [{ type: 'divider' as const, key: `before-${key}` }] : []),
      { key, label, disabled: !isOffered },
    ]),
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      items.find(([name]) => name === key)?.[3]();
    },
  };
}
