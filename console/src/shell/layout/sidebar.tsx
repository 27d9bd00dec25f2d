import ExportOutlined from '@ant-design/icons/ExportOutlined';
import ConfigProvider from 'antd/es/config-provider';
import Menu, { type MenuProps } from 'antd/es/menu';
import antdTheme from 'antd/es/theme';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useLocale, useText } from '../../kit/i18n.ts';
import { NamedIcon } from '../../kit/icons/named-icon.tsx';
import { groupsAbove, HOME_PATH, leafPlaces, type MenuPlace, type MenuTarget, titleIn } from '../navigation/menu.ts';
import { Mark } from '../parts/mark.tsx';
import { useGoTo } from '../search/use-go-to.ts';
import { useTheme } from '../theme/theme-context.tsx';
import { useBrand } from '../use-brand.ts';
import { words } from '../words.ts';
import styles from './sidebar.module.css';

interface Props {
  readonly places: readonly MenuPlace[];
  /** The key of the place being shown: its canonical address, or that of a pinned view. */
  readonly path: string;
  readonly isCollapsed: boolean;
  /** Inside the panel of a narrow screen: full width in every theme. */
  readonly isRoomy?: boolean;
  readonly onChosen?: () => void;
}

/** The menu of the left side. One group is open at a time; groups of the place being shown open by themselves. */
export function Sidebar({ places, path, isCollapsed, isRoomy = false, onChosen }: Props) {
  const t = useText();
  const { theme } = useTheme();
  const { name, logoUrl } = useBrand();
  // Collapsed, the narrow theme leaves its names away as the others do.
  const isStacked = theme.narrow === true && !isRoomy && !isCollapsed;
  const isEmpty = places.every(({ key }) => key === HOME_PATH);
  return (
    <aside
      className={styles.sidebar}
      data-collapsed={isCollapsed}
      data-stacked={isStacked}
      data-roomy={isRoomy}
      data-foot={isCollapsed || isStacked || isRoomy ? undefined : 'notices'}
    >
      <div className={styles.brand}>
        <Mark url={logoUrl} size={32} />
        {isCollapsed || isStacked ? null : <span title={name}>{name}</span>}
      </div>
      <nav className={styles.nav} aria-label={t(words.menu)}>
        <PlaceMenu
          places={places}
          path={path}
          mode={isStacked ? 'stacked' : isCollapsed ? 'collapsed' : 'open'}
          onChosen={onChosen}
        />
        {isEmpty && !isCollapsed ? (
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
  readonly places: readonly MenuPlace[];
  readonly path: string;
  readonly mode: 'open' | 'collapsed' | 'stacked';
  readonly onChosen: (() => void) | undefined;
}

function PlaceMenu({ places, path, mode, onChosen }: MenuOfPlacesProps) {
  const t = useText();
  const locale = useLocale();
  const goTo = useGoTo();
  const isStacked = mode === 'stacked';
  const menuTheme = useMenuTheme(isStacked);
  const above = useMemo(() => groupsAbove(places, path) ?? [], [places, path]);
  const [openKeys, setOpenKeys] = useState(above);
  useEffect(() => {
    if (above.length > 0) setOpenKeys(above);
  }, [above]);

  const items = useMemo<NonNullable<MenuProps['items']>>(() => {
    const item = (place: MenuPlace, depth: number): NonNullable<MenuProps['items']>[number] => {
      const { key, icon, target, children } = place;
      const title = titleIn(place.title, locale);
      const label = target ? <Door title={title} target={target} isPin={place.isPin} /> : title;
      // No icons inside a group.
      const shown = { key, title, ...(depth === 0 ? withIcon(label, icon, isStacked) : { label }) };
      if (children.length === 0) return shown;
      const below = children.map((child) => item(child, depth + 1));
      // Within a group a group is a heading: every entry is two clicks away.
      if (depth !== 1) return { ...shown, children: below };
      const heading = (
        <span className={styles.heading} data-stacked={isStacked}>
          {title}
        </span>
      );
      return { key, label: heading, type: 'group', children: below };
    };
    const home = {
      key: HOME_PATH,
      title: t(words.home),
      ...withIcon(t(words.home), 'HomeOutlined', isStacked),
    };
    return [home, ...places.filter(({ key }) => key !== HOME_PATH).map((place) => item(place, 0))];
  }, [places, locale, t, isStacked]);

  const choose: MenuProps['onClick'] = ({ key, domEvent }) => {
    // A click that opens another tab or window of the browser is left to the link.
    const isModified = domEvent.ctrlKey || domEvent.metaKey || domEvent.shiftKey;
    if (isModified && domEvent.target instanceof HTMLAnchorElement && domEvent.type === 'click') return;
    domEvent.preventDefault();
    goTo(leafPlaces(places).find((place) => place.key === key)?.target ?? { kind: 'page', path: key });
    onChosen?.();
  };

  return (
    <ConfigProvider theme={menuTheme}>
      <Menu
        mode={isStacked ? 'vertical' : 'inline'}
        {...(isStacked ? { expandIcon: null, styles: POPUP_STYLES } : { inlineCollapsed: mode === 'collapsed' })}
        {...(mode === 'open'
          ? { openKeys, onOpenChange: (keys: string[]) => setOpenKeys(oneBranch(keys, places)) }
          : {})}
        builtinPlacements={PLACEMENTS}
        selectedKeys={[path]}
        items={items}
        onClick={choose}
      />
    </ConfigProvider>
  );
}

/** Beside the label, or above it. */
const withIcon = (label: ReactNode, icon: string, isStacked: boolean) =>
  isStacked
    ? {
        label: (
          <span className={styles.stacked}>
            <span className={styles.stackedIcon}>
              <NamedIcon name={icon} />
            </span>
            <span>{label}</span>
          </span>
        ),
      }
    : { label, icon: <NamedIcon name={icon} /> };

const ITEM_HEIGHT = 40;
/**
 * As high as the text needs. The library reserves room for an arrow at the end, as wide as the padding at the start.
 */
const STACKED = { itemHeight: 'auto', itemMarginInline: 2, itemPaddingInline: 10, padding: 0, marginXS: 0 };
/** Submenus beside a stacked entry have the usual line height. */
const POPUP_STYLES = { subMenu: { item: { height: ITEM_HEIGHT, lineHeight: `${ITEM_HEIGHT}px`, paddingInline: 16 } } };

const BESIDE = { points: ['tl', 'tr'], overflow: { adjustX: true, shiftY: true } };
/** A submenu that is higher than the room below its group moves up, instead of ending above the window. */
const PLACEMENTS = { rightTop: BESIDE, rightBottom: BESIDE };

/** A real link, so that the browser's own ways of opening a link work; the keyboard uses the menu's items. */
const Door = ({ title, target, isPin }: { title: string; target: MenuTarget; isPin?: true | undefined }) =>
  target.kind === 'window' ? (
    <a className={styles.door} href={target.url} target="_blank" rel="noopener noreferrer" tabIndex={-1}>
      {title} <ExportOutlined aria-hidden="true" />
    </a>
  ) : (
    <a className={styles.door} data-pin={isPin} href={target.path + (target.search ?? '')} tabIndex={-1}>
      {title}
    </a>
  );

/** Opening a group closes the others that do not contain it. */
function oneBranch(keys: string[], places: readonly MenuPlace[]): string[] {
  const latest = keys.at(-1);
  if (latest === undefined) return [];
  return [...(groupsAbove(places, latest) ?? []), latest];
}

/** Ant Design's menu in the colours of the sidebar. */
function useMenuTheme(isStacked: boolean) {
  const { sidebar } = useTheme().palette;
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
          ...(isStacked ? STACKED : { itemHeight: ITEM_HEIGHT, itemMarginInline: 8 }),
          collapsedWidth: 64,
          itemMarginBlock: 2,
          itemBorderRadius: 6,
          activeBarBorderWidth: 0,
          iconMarginInlineEnd: 12,
        },
      },
    }),
    [sidebar, isStacked],
  );
}
