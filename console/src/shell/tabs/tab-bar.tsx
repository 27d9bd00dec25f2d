import CloseOutlined from '@ant-design/icons/CloseOutlined';
import DownOutlined from '@ant-design/icons/DownOutlined';
import Dropdown, { type DropdownProps } from 'antd/es/dropdown';
import { type KeyboardEvent, type MouseEvent, useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../kit/i18n.ts';
import { clearCache } from '../clear-cache.ts';
import { titleIn } from '../navigation/menu.ts';
import { words } from '../words.ts';
import { refreshTab } from './refresh.ts';
import styles from './tab-bar.module.css';
import { addressOfTab, changeTabs, useTabs } from './tab-store.ts';
import { closeAll, closeOthers, closeTab, isClosable, type Tabs } from './tabs.ts';
import type { OpenTab } from './use-open-tabs.ts';

/** The open pages. Alt 1…9 shows one, Alt W closes the one being shown, a middle click closes any. */
export function TabBar({ tabs, active }: { tabs: readonly OpenTab[]; active: string }) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const state = useTabs();
  const strip = useRef<HTMLDivElement>(null);

  const show = (path: string) => path !== active && void navigate(addressOfTab(path));
  const change = (rule: (before: Tabs) => Tabs) => {
    const after = changeTabs(rule);
    show(after.active);
  };
  const close = (path: string) => change((before) => closeTab({ ...before, active }, path));
  useTabKeys(tabs, show, () => close(active));

  useEffect(() => {
    strip.current
      ?.querySelector(`[data-path="${CSS.escape(active)}"]`)
      ?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [active]);

  const menuOf = (path: string): NonNullable<DropdownProps['menu']> => ({
    items: [
      { key: 'refresh', label: t(words.tabRefresh) },
      { key: 'close', label: t(words.tabClose), disabled: !isClosable(state, path) },
      { type: 'divider' },
      { key: 'others', label: t(words.tabCloseOthers), disabled: tabs.length < 2 },
      { key: 'all', label: t(words.tabCloseAll), disabled: tabs.length < 2 },
      { type: 'divider' },
      { key: 'clear-cache', label: t(words.cacheClear) },
    ],
    onClick: ({ key, domEvent }) => {
      domEvent.stopPropagation();
      if (key === 'refresh') refreshTab(path);
      else if (key === 'close') close(path);
      else if (key === 'clear-cache') void clearCache();
      else change((before) => (key === 'others' ? closeOthers(before, path) : closeAll(before)));
    },
  });

  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const buttons = [...(strip.current?.querySelectorAll<HTMLElement>('[role="tab"]') ?? [])];
    buttons[(buttons.indexOf(event.target as HTMLElement) + by + buttons.length) % buttons.length]?.focus();
  };

  return (
    <div className={styles.bar}>
      <div className={styles.strip} ref={strip} role="tablist" aria-label={t(words.tabs)} onKeyDown={step}>
        {tabs.map(({ path, screen }) => {
          const title = titleIn(screen.title, locale);
          const isActive = path === active;
          return (
            <Dropdown key={path} trigger={['contextMenu']} menu={menuOf(path)}>
              <div className={styles.tab} data-path={path} data-active={isActive}>
                <button
                  type="button"
                  role="tab"
                  aria-selected={isActive}
                  tabIndex={isActive ? 0 : -1}
                  className={styles.name}
                  onClick={() => show(path)}
                  onMouseDown={(event: MouseEvent) => event.button === 1 && event.preventDefault()}
                  onAuxClick={(event: MouseEvent) => event.button === 1 && close(path)}
                >
                  {title}
                </button>
                {isClosable(state, path) ? (
                  <button
                    type="button"
                    className={styles.close}
                    tabIndex={-1}
                    // A list of tabs holds tabs alone. Without a mouse they are closed by Alt+W or the menu at its end.
                    aria-hidden="true"
                    title={`${t(words.tabClose)} ${title}`}
                    onClick={() => close(path)}
                  >
                    <CloseOutlined />
                  </button>
                ) : null}
              </div>
            </Dropdown>
          );
        })}
      </div>
      <Dropdown trigger={['click']} placement="bottomRight" menu={menuOf(active)}>
        <button type="button" className={styles.more} aria-label={t(words.tabMore)} title={t(words.tabMore)}>
          <DownOutlined />
        </button>
      </Dropdown>
    </div>
  );
}

function useTabKeys(tabs: readonly OpenTab[], show: (path: string) => void, closeActive: () => void): void {
  const act = useRef({ tabs, show, closeActive });
  useEffect(() => {
    act.current = { tabs, show, closeActive };
  });
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey) return;
      const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
      const tab = digit === undefined ? undefined : act.current.tabs[Number(digit) - 1];
      if (event.code !== 'KeyW' && !tab) return;
      event.preventDefault();
      if (tab) act.current.show(tab.path);
      else act.current.closeActive();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
