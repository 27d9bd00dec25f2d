import type { MenuMeta } from '@trade-assistant/contract/areas/system/menu.ts';
import type { Locale, Text } from '@trade-assistant/contract/kit/locale.ts';
import { routeName } from './route-names.ts';

/** One entry of the menu as the server sends it. Empty lists of children may be left out. */
export interface MenuEntry {
  readonly id: string;
  readonly name: string;
  readonly nameEn?: string | null | undefined;
  readonly path?: string | null | undefined;
  readonly source?: string | null | undefined;
  readonly code?: string | undefined;
  /** 2: opens in a new window. */
  readonly isOpen?: number | undefined;
  readonly meta?: MenuMeta | undefined;
  readonly children?: readonly MenuEntry[] | null | undefined;
}

/** The effect of choosing a menu item. */
export type MenuTarget =
  /** `search` is the query the menu opens it with, with its `?`. */
  | {
      readonly kind: 'page';
      readonly path: string;
      readonly search?: string;
      /** Opens with its query also where the page is open already. */
      readonly isExact?: true;
    }
  | {
      readonly kind: 'embedded';
      readonly path: string;
      readonly search: string;
      readonly url: string;
      /** The menu entry's. */
      readonly id: string;
    }
  | { readonly kind: 'window'; readonly url: string };

/** A place in the menu: its drawing and its target. */
export interface MenuPlace {
  /** The address of a page, the id of a group. Unique in the menu. */
  readonly key: string;
  readonly title: Text;
  readonly icon: string;
  /** Missing on a group. */
  readonly target?: MenuTarget;
  /** Shown without a tab, and forgotten when it is left. */
  readonly isTabless?: true;
  /** A saved view of the page above it. */
  readonly isPin?: true;
  readonly children: readonly MenuPlace[];
}

export const HOME_PATH = '/wel/index';

/** For entries that have no icon of their own. */
export const DEFAULT_ICON = 'AppstoreOutlined';

/** Returns the server's menu as places. Leaves out empty groups, groups around an entry of the same name, and entries for roles other than these keys. */
export function menuPlaces(menu: readonly MenuEntry[], roles: readonly string[] = []): MenuPlace[] {
  const seen = new Set<string>();
  const place = (entry: MenuEntry): MenuPlace[] => {
    const meta = entry.meta ?? {};
    if (meta.roles?.length && !meta.roles.some((role) => roles.includes(role))) return [];
    const children = (entry.children ?? []).flatMap(place);
    const title = routeName(meta.i18n) ?? { zh: entry.name, en: entry.nameEn || entry.name };
    const icon = entry.source || DEFAULT_ICON;
    const [only, ...others] = children;
    // An entry with the name of its group stands alone.
    if (only && others.length === 0 && only.title.zh === title.zh && only.title.en === title.en)
      return [{ ...only, icon }];
    if (children.length > 0) return [{ key: `group:${entry.id}`, title, icon, children }];
    const target = entry.path ? targetOf(entry, entry.path, meta) : undefined;
    const key = target && (target.kind === 'window' ? target.url : target.path);
    if (!target || key === undefined || seen.has(key)) return [];
    seen.add(key);
    return [{ key, title, icon, target, ...(meta.isTab === 0 ? { isTabless: true } : {}), children: [] }];
  };
  return menu.flatMap(place);
}

/** Returns all places with a target, in the order of the menu. */
export const leafPlaces = (places: readonly MenuPlace[]): MenuPlace[] =>
  places.flatMap((place) => (place.target ? [place] : leafPlaces(place.children)));

/** Returns the query of the menu's entry for a path, with its `?`; empty without one. */
export function searchOf(places: readonly MenuPlace[], path: string): string {
  const target = leafPlaces(places).find(({ key }) => key === path)?.target;
  return target === undefined || target.kind === 'window' ? '' : (target.search ?? '');
}

/** Returns the groups of a place, outermost first; undefined when it is not in the menu. */
export function groupsAbove(places: readonly MenuPlace[], key: string): string[] | undefined {
  for (const place of places) {
    if (place.key === key) return [];
    const inner = groupsAbove(place.children, key);
    if (inner) return [place.key, ...inner];
  }
  return undefined;
}

/**
 * The one spelling of a page's address: `/area/resource` and `/area/resource/` are `/area/resource/index`, and
 * `/wel/dashboard/index` is `/wel/dashboard`.
 */
export function canonicalPath(path: string): string {
  const bare = path.replace(/\/+$/, '');
  if (bare === '' || bare === '/wel') return HOME_PATH;
  // Beside home the pages of its area go without.
  if (bare.startsWith('/wel/')) return bare === HOME_PATH ? bare : bare.replace(/\/index$/, '');
  const isPage = /^(\/[\w-]+)+$/.test(bare) && !bare.startsWith('/myiframe/') && !bare.endsWith('/index');
  return isPage ? `${bare}/index` : bare;
}

/** `/whatsapp/warehouse/index` → `whatsapp/warehouse`, the name of the resource and of the page's file. */
export const pageName = (path: string): string => path.replace(/^\//, '').replace(/\/index$/, '');

/** Returns a title in the given language, Chinese when it has no English one. */
export const titleIn = (title: Text, locale: Locale): string => title[locale] || title.zh;

const isUrl = (path: string): boolean => /^https?:\/\//i.test(path);

function targetOf(entry: MenuEntry, path: string, meta: MenuMeta): MenuTarget {
  const { url } = meta.query ?? {};
  const isWindow = meta.target === '_blank';
  if (isWindow && url && (isUrl(url) || /^\/(?![/\\])/.test(url))) return { kind: 'window', url };
  if (isUrl(path) && (isWindow || entry.isOpen === 2)) return { kind: 'window', url: path };
  if (isUrl(path) || path.includes('html')) {
    // The code in the address keeps two embedded pages apart as tabs; the item's fields travel as query.
    const fields = { name: entry.name, ...(meta.i18n ? { i18n: meta.i18n } : {}), ...meta.query, src: path };
    return {
      kind: 'embedded',
      id: entry.id,
      url: path,
      path: `/myiframe/${(entry.code ?? entry.id).replace(/[^\w-]+/g, '-')}`,
      search: `?${new URLSearchParams(fields)}`,
    };
  }
  const own = canonicalPath(path.startsWith('/') ? path : `/${path}`);
  if (isWindow) return { kind: 'window', url: own };
  const search = new URLSearchParams(meta.query).toString();
  return { kind: 'page', path: own, ...(search ? { search: `?${search}` } : {}) };
}
