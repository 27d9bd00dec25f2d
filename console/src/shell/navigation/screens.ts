import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { words } from '../words.ts';
import { canonicalPath, DEFAULT_ICON, HOME_PATH, leafPlaces, type MenuPlace, pageName, searchOf } from './menu.ts';
import { routeName } from './route-names.ts';

interface Titled {
  readonly title: Text;
  readonly isTabless?: true;
}

/** The kinds of screens at an address. */
export type Screen =
  | ({ readonly kind: 'page'; readonly page: string } & Titled)
  | ({ readonly kind: 'home' } & Titled)
  /** A foreign page; `id` is the menu entry's. */
  | ({ readonly kind: 'embedded'; readonly url: string; readonly id: string } & Titled)
  /** The menu lists it, but this version has no page for it. */
  | ({ readonly kind: 'absent' } & Titled)
  /** It was shown until the right to it was taken away. */
  | ({ readonly kind: 'lost' } & Titled);

/** `forbidden`: the page exists, but not in this user's menu. */
type Refusal = 'forbidden' | 'unknown';

/** Pages every signed-in user may open without a menu entry, by name, with their tab titles. */
const openPages: Readonly<Record<string, Text>> = {
  'desk/task': routeName('task') ?? words.home,
  'desk/message': routeName('message') ?? words.home,
  'desk/number-history': routeName('number-history') ?? words.home,
  'wel/dashboard': routeName('dashboard') ?? words.home,
  info: routeName('info') ?? words.home,
  test: routeName('test') ?? words.home,
  'dict-horizontal': routeName('dict-horizontal') ?? words.home,
  'dict-vertical': routeName('dict-vertical') ?? words.home,
};

/** Returns the pages outside the menu as further places, so that a search finds them by name. */
export function unlistedPlaces(places: readonly MenuPlace[], pages: ReadonlySet<string>): MenuPlace[] {
  const known = new Set(leafPlaces(places).map(({ key }) => key));
  return Object.entries(openPages).flatMap(([page, title]) => {
    const path = canonicalPath(`/${page}`);
    if (known.has(path) || !pages.has(page)) return [];
    return [{ key: path, title, icon: openIcons[page] ?? DEFAULT_ICON, target: { kind: 'page', path }, children: [] }];
  });
}

const openIcons: Readonly<Record<string, string>> = {
  'desk/task': 'UnorderedListOutlined',
  'desk/message': 'MessageOutlined',
  'desk/number-history': 'HistoryOutlined',
  'wel/dashboard': 'DashboardOutlined',
  info: 'UserOutlined',
};

/**
 * Returns the screen of a canonical address. `pages` are the names of this version's pages (`whatsapp/warehouse`). The
 * menu decides which users see a page; the server checks again with every call.
 */
export function screenAt(path: string, places: readonly MenuPlace[], pages: ReadonlySet<string>): Screen | Refusal {
  if (path === HOME_PATH) return { kind: 'home', title: words.home };
  const page = pageName(path);
  const hasPage = pages.has(page);
  const place = leafPlaces(places).find(({ key }) => key === path);
  if (place) {
    const { title, target } = place;
    const shown = { title, ...(place.isTabless ? { isTabless: true as const } : {}) };
    if (target?.kind === 'embedded') return { kind: 'embedded', url: target.url, id: target.id, ...shown };
    return hasPage ? { kind: 'page', page, ...shown } : { kind: 'absent', ...shown };
  }
  const open = Object.hasOwn(openPages, page) ? openPages[page] : undefined;
  if (open) return hasPage ? { kind: 'page', page, title: open } : { kind: 'absent', title: open };
  return hasPage ? 'forbidden' : 'unknown';
}

/** Where a navigation ends: at a screen, or at another address. */
export type Destination =
  | { readonly kind: 'go'; readonly to: string }
  | { readonly kind: 'show'; readonly path: string; readonly screen: Screen };

interface NavigationContext {
  readonly places: readonly MenuPlace[];
  readonly pages: ReadonlySet<string>;
  /** Whether a path has an open tab: it stays, and shows that the page is no longer permitted. */
  readonly isOpen: (path: string) => boolean;
}

/** Returns the destination of an address after the menu was loaded. */
export function destinationOf(
  pathname: string,
  search: string,
  { places, pages, isOpen }: NavigationContext,
): Destination {
  const path = canonicalPath(pathname);
  if (path !== pathname) return { kind: 'go', to: path + search };
  const screen = screenAt(path, places, pages);
  if (typeof screen !== 'string') {
    const bare = screen.kind === 'embedded' && !new URLSearchParams(search).has('src');
    return bare ? { kind: 'go', to: addressAt(places, path) } : { kind: 'show', path, screen };
  }
  const src = path.startsWith('/myiframe/') ? new URLSearchParams(search).get('src') : null;
  if (src !== null) {
    // Frame only addresses of the menu: a link must not bring a foreign page into the console.
    const known = leafPlaces(places).find(({ target }) => target?.kind === 'embedded' && target.url === src);
    if (known) return { kind: 'go', to: addressAt(places, known.key) };
  }
  if (isOpen(path)) return { kind: 'show', path, screen: forbiddenScreen() };
  return { kind: 'go', to: screen === 'forbidden' || src !== null ? '/403' : '/404' };
}

/** Replaces a screen that may no longer be shown. */
export const forbiddenScreen = (title: Text = words.forbidden): Screen => ({ kind: 'lost', title });

const addressAt = (places: readonly MenuPlace[], path: string): string => path + searchOf(places, path);
