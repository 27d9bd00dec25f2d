import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import HomeOutlined from '@ant-design/icons/HomeOutlined';
import PushpinFilled from '@ant-design/icons/PushpinFilled';
import Dropdown, { type DropdownProps } from 'antd/es/dropdown';
import { type MouseEvent, memo, useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { afterPaint } from '../../kit/after-paint.ts';
import { focusBack } from '../../kit/focus-back.ts';
import { type Translate, useLocale, useText } from '../../kit/i18n.ts';
import { hasDraft } from '../../kit/persisted-state.ts';
import { useEvent } from '../../kit/use-event.ts';
import { HOME_PATH, titleIn } from '../navigation/menu.ts';
import scroll from '../parts/horizontal-scroll.module.css';
import { useHorizontalScroll } from '../parts/use-horizontal-scroll.ts';
import { words } from '../words.ts';
import { useFirstPage } from './first-page.ts';
import { goToTab, useIsShown } from './optimistic-tab.ts';
import { refreshTab } from './refresh.ts';
import styles from './tab-bar.module.css';
import { type TabActions, tabMenu } from './tab-menu.ts';
import { addressOfTab, changeTabs, useTabs } from './tab-store.ts';
import { closeTab, isClosable, moveTab, pinTab, type Tabs } from './tabs.ts';
import type { OpenTab } from './use-open-tabs.ts';
import { pathAt, useTabDrag } from './use-tab-drag.ts';
import { tabAt, useTabKeys } from './use-tab-keys.ts';

/** A tab whose menu is open, and the menu's position in the window. */
interface TabMenu {
  readonly path: string;
  readonly left: number;
  readonly top: number;
}

/**
 * The open pages: a click shows one, a middle click closes it, dragging moves it, and its menu has all other actions.
 */
export function TabBar({ tabs, active }: { tabs: readonly OpenTab[]; active: string }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const first = useTabs((state) => state.first);
  const strip = useRef<HTMLDivElement>(null);
  const [menuOf, setMenuOf] = useState<TabMenu | null>(null);
  const [, setFirst] = useFirstPage();

  const show = useCallback((path: string) => goToTab(path, () => void navigate(addressOfTab(path))), [navigate]);
  /** Closes pages, after a question when drafts would be lost. */
  const lose = (gone: readonly OpenTab[], act: () => void) => {
    const unsaved = gone.filter(({ path }) => hasDraft(path));
    if (unsaved.length === 0) return act();
    const titles = unsaved.map(({ label, screen }) => titleIn(label ?? screen.title, locale));
    void import('./confirm-discard.ts').then(async ({ confirmDiscard }) => (await confirmDiscard(titles)) && act());
  };
  const change = useEvent((rule: (before: Tabs) => Tabs) => {
    const left = new Set(rule(useTabs.getState()).tabs.map(({ path }) => path));
    lose(
      tabs.filter(({ path }) => !left.has(path)),
      () => {
        const after = changeTabs(rule);
        if (after.active !== active) void navigate(addressOfTab(after.active));
      },
    );
  });
  const refresh = useEvent((path: string) =>
    lose(
      tabs.filter((tab) => tab.path === path),
      () => refreshTab(path),
    ),
  );
  const close = useCallback((path: string) => change((before) => closeTab(before, path)), [change]);
  const unpin = useCallback((path: string) => change((before) => pinTab(before, path, false)), [change]);
  const dismiss = (path: string) => {
    setMenuOf(null);
    focusBack(() => tabAt(strip.current, path));
  };
  const shift = (path: string, by: number) =>
    change((before) => moveTab(before, path, before.tabs.findIndex((tab) => tab.path === path) + by));

  const drawn = useMemo(
    () => tabs.map(({ label, screen, isPinned }) => titleIn(label ?? screen.title, locale) + isPinned).join(),
    [tabs, locale],
  );
  useHorizontalScroll(strip, drawn);
  const { dragged, handlers } = useTabDrag(strip, (path, to) => change((before) => moveTab(before, path, to)));
  const onKeyDown = useTabKeys(strip, { paths: tabs.map(({ path }) => path), active, show, close, shift });
  const acts = useMemo<TabActions>(
    () => ({ change, close, refresh, makeFirst: setFirst }),
    [change, close, refresh, setFirst],
  );
  // The menu may be drawn later: users do not open it while they change tabs.
  const seen = useDeferredValue(active);
  const menu = useMemo(() => tabMenu(t, { tabs, active: seen, first }, seen, acts), [t, tabs, first, seen, acts]);
  const reachable = tabs.some(({ path }) => path === active) ? active : tabs[0]?.path;

  // biome-ignore lint/correctness/useExhaustiveDependencies: new tabs and titles move the visible tab
  useEffect(() => {
    const show = () =>
      strip.current
        ?.querySelector(`[data-path="${CSS.escape(active)}"]`)
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    // The page has to be laid out for this.
    return afterPaint(show);
  }, [active, tabs.length, locale]);

  return (
    <nav className={styles.bar} aria-label={t(words.tabs)}>
      <div
        className={`${styles.strip} ${scroll.strip}`}
        ref={strip}
        role="tablist"
        aria-label={t(words.tabs)}
        onKeyDown={onKeyDown}
        onContextMenu={(event) => {
          event.preventDefault();
          setMenuOf({ path: pathAt(event.target) ?? active, left: event.clientX, top: event.clientY });
        }}
        {...handlers}
      >
        {tabs.map(({ path, screen, label, isPinned }) => (
          <TabButton
            key={path}
            t={t}
            path={path}
            title={titleIn(label ?? screen.title, locale)}
            isAtAddress={path === active}
            isReachable={path === reachable}
            isDragged={path === dragged}
            isPinned={isPinned === true}
            isClosable={isClosable({ tabs, active, first }, path)}
            onShow={show}
            onClose={close}
            onUnpin={unpin}
          />
        ))}
      </div>
      {menuOf ? (
        <Dropdown
          key={`${menuOf.path} ${menuOf.left}`}
          open
          autoFocus
          trigger={['click']}
          menu={tabMenu(t, { tabs, active, first }, menuOf.path, acts)}
          onOpenChange={(isOpen) => isOpen || dismiss(menuOf.path)}
        >
          <span className={styles.point} style={{ left: menuOf.left, top: menuOf.top }} />
        </Dropdown>
      ) : null}
      <MoreButton label={t(words.tabMore)} menu={menu} />
    </nav>
  );
}

const MoreButton = memo(function MoreButton({ label, menu }: { label: string; menu: DropdownProps['menu'] }) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Dropdown
      autoFocus
      trigger={['click']}
      placement="bottomRight"
      onOpenChange={(isOpen) => isOpen || focusBack(() => button.current)}
      {...(menu ? { menu } : {})}
    >
      <button ref={button} type="button" className={styles.more} aria-label={label} title={label}>
        <DownOutlined aria-hidden />
      </button>
    </Dropdown>
  );
});

interface TabButtonProps {
  readonly t: Translate;
  readonly path: string;
  readonly title: string;
  readonly isAtAddress: boolean;
  /** One tab of the strip is reached by the Tab key, the others by the arrows. */
  readonly isReachable: boolean;
  readonly isDragged: boolean;
  readonly isPinned: boolean;
  readonly isClosable: boolean;
  readonly onShow: (path: string) => void;
  readonly onClose: (path: string) => void;
  readonly onUnpin: (path: string) => void;
}

const TabButton = memo(function TabButton({ t, path, title, isAtAddress, isPinned, ...more }: TabButtonProps) {
  const isActive = useIsShown(path, isAtAddress);
  /** Pressed, the middle button would start the browser's own scrolling. */
  const middle = {
    onMouseDown: (event: MouseEvent) => event.button === 1 && event.preventDefault(),
    onAuxClick: (event: MouseEvent) => event.button === 1 && more.onClose(path),
  };
  return (
    <div className={styles.tab} data-path={path} data-active={isActive} data-dragged={more.isDragged}>
      <button
        type="button"
        role="tab"
        aria-selected={isActive}
        tabIndex={more.isReachable ? 0 : -1}
        className={styles.name}
        title={title}
        onClick={() => isActive || more.onShow(path)}
        {...middle}
      >
        {path === HOME_PATH ? (
          // The menu beside it has the word.
          <>
            <HomeOutlined aria-hidden />
            <span className={styles.unseen}>{title}</span>
          </>
        ) : (
          title
        )}
      </button>
      {/* A list of tabs holds tabs alone. Without a mouse the menu at its end does what these do. */}
      {isPinned ? (
        <button
          type="button"
          className={styles.close}
          tabIndex={-1}
          aria-hidden="true"
          title={`${t(words.tabUnpin)} ${title}`}
          onClick={() => more.onUnpin(path)}
        >
          <PushpinFilled aria-hidden />
        </button>
      ) : null}
      {more.isClosable ? (
        <button
          type="button"
          className={styles.close}
          tabIndex={-1}
          aria-hidden="true"
          title={`${t(words.tabClose)} ${title}`}
          onClick={() => more.onClose(path)}
          {...middle}
        >
          <CloseOutlined aria-hidden />
        </button>
      ) : null}
    </div>
  );
});
