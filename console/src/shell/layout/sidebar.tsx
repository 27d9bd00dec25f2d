import ConfigProvider from 'antd/es/config-provider';
import Menu, { type MenuProps } from 'antd/es/menu';
import antdTheme from 'antd/es/theme';
import { useEffect, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLocale, useText } from '../../kit/i18n.ts';
import { MenuIcon } from '../navigation/icons.tsx';
import { groupsAbove, HOME_PATH, leavesOf, type Place, titleIn } from '../navigation/menu.ts';
import { Logo } from '../parts/logo.tsx';
import { addressOfTab } from '../tabs/tab-store.ts';
import { useLook } from '../theme/look.tsx';
import { words } from '../words.ts';
import styles from './sidebar.module.css';

interface Props {
  readonly places: readonly Place[];
  /** The canonical address being shown. */
  readonly path: string;
  readonly isCollapsed: boolean;
  /** Inside the drawer of a narrow screen: full width whatever the theme says. */
  readonly isRoomy?: boolean;
  readonly onChosen?: () => void;
}

/** The menu of the left side. One group is open at a time; groups of the place being shown open by themselves. */
export function Sidebar({ places, path, isCollapsed, isRoomy = false, onChosen }: Props) {
  const t = useText();
  const { theme } = useLook();
  const isStacked = theme.narrow === true && !isRoomy;
  return (
    <aside className={styles.sidebar} data-collapsed={isCollapsed} data-stacked={isStacked} data-roomy={isRoomy}>
      <div className={styles.brand}>
        <Logo size={32} />
        {isCollapsed || isStacked ? null : <span>{t(words.product)}</span>}
      </div>
      <nav className={styles.nav} aria-label={t(words.menu)}>
        <PlaceMenu
          places={places}
          path={path}
          mode={isStacked ? 'stacked' : isCollapsed ? 'collapsed' : 'open'}
          onChosen={onChosen}
        />
        {places.length === 0 && !isCollapsed ? (
          <p className={styles.empty}>
            {t(words.menuEmpty)}
            <br />
            {t(words.menuEmptyHint)}
          </p>
        ) : null}
      </nav>
    </aside>
  );
}

interface MenuOfPlacesProps {
  readonly places: readonly Place[];
  readonly path: string;
  readonly mode: 'open' | 'collapsed' | 'stacked';
  readonly onChosen: (() => void) | undefined;
}

function PlaceMenu({ places, path, mode, onChosen }: MenuOfPlacesProps) {
  const t = useText();
  const locale = useLocale();
  const navigate = useNavigate();
  const menuTheme = useMenuTheme();
  const above = useMemo(() => groupsAbove(places, path) ?? [], [places, path]);
  const [openKeys, setOpenKeys] = useState(above);
  useEffect(() => {
    if (above.length > 0) setOpenKeys(above);
  }, [above]);

  const items = useMemo<NonNullable<MenuProps['items']>>(() => {
    const item = ({ key, title, icon, children }: Place, depth: number): NonNullable<MenuProps['items']>[number] => {
      const label = titleIn(title, locale);
      // Inside a group the words stand alone: an icon for each is noise.
      const shown = { key, label, title: label, ...(depth === 0 ? { icon: <MenuIcon name={icon} /> } : {}) };
      return children.length > 0 ? { ...shown, children: children.map((child) => item(child, depth + 1)) } : shown;
    };
    const home = { key: HOME_PATH, label: t(words.home), title: t(words.home), icon: <MenuIcon name="HomeOutlined" /> };
    return [home, ...places.filter(({ key }) => key !== HOME_PATH).map((place) => item(place, 0))];
  }, [places, locale, t]);

  const choose = (key: string) => {
    const target = leavesOf(places).find((place) => place.key === key)?.target;
    if (target?.kind === 'window') window.open(target.url, '_blank', 'noopener');
    else void navigate(addressOfTab(key));
    onChosen?.();
  };

  return (
    <ConfigProvider theme={menuTheme}>
      <Menu
        mode={mode === 'stacked' ? 'vertical' : 'inline'}
        {...(mode === 'stacked' ? {} : { inlineCollapsed: mode === 'collapsed' })}
        {...(mode === 'open'
          ? { openKeys, onOpenChange: (keys: string[]) => setOpenKeys(oneBranch(keys, places)) }
          : {})}
        selectedKeys={[path]}
        items={items}
        onClick={({ key }) => choose(key)}
      />
    </ConfigProvider>
  );
}

/** Opening a group closes the others that do not hold it. */
function oneBranch(keys: string[], places: readonly Place[]): string[] {
  const latest = keys.at(-1);
  if (latest === undefined) return [];
  return [...(groupsAbove(places, latest) ?? []), latest];
}

/** Ant Design's menu in the colours of the sidebar. */
function useMenuTheme() {
  const { sidebar } = useLook().palette;
  return useMemo(
    () => ({
      inherit: true,
      algorithm: sidebar.dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      components: {
        Menu: {
          itemBg: 'transparent',
          subMenuItemBg: 'transparent',
          popupBg: sidebar.solid,
          itemColor: sidebar.text,
          itemHoverColor: sidebar.text,
          itemHoverBg: sidebar.hover,
          itemActiveBg: sidebar.hover,
          itemSelectedBg: sidebar.selected,
          itemSelectedColor: sidebar.selectedText,
          subMenuItemSelectedColor: sidebar.text,
          groupTitleColor: sidebar.text,
          itemHeight: 40,
          itemMarginInline: 8,
          itemMarginBlock: 2,
          itemBorderRadius: 6,
          activeBarBorderWidth: 0,
          iconMarginInlineEnd: 12,
        },
      },
    }),
    [sidebar],
  );
}
