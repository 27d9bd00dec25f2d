import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import { words } from '../words.ts';
import { HOME_PATH, leavesOf, type Place, pageName } from './menu.ts';

/** What an address shows to this user. */
export type Screen =
  | { readonly kind: 'page'; readonly page: string; readonly title: Text }
  | { readonly kind: 'home'; readonly title: Text }
  | { readonly kind: 'embedded'; readonly url: string; readonly title: Text }
  /** The menu lists it, but this version has no page for it. */
  | { readonly kind: 'absent'; readonly title: Text }
  /** There is such a page, but not in this user's menu. */
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'unknown' };

/** Pages everybody signed in may open without a menu entry, with the words on their tabs. */
const openPages: Readonly<Record<string, Text>> = {
  'desk/task': { zh: '任务中心', en: 'Tasks' },
};

/**
 * What a canonical address shows. `pages` are the names of the pages this version has (`whatsapp/warehouse`).
 * The menu decides who sees what; the server checks it again with every call.
 */
export function screenAt(path: string, places: readonly Place[], pages: ReadonlySet<string>): Screen {
  if (path === HOME_PATH) return { kind: 'home', title: words.home };
  const place = leavesOf(places).find(({ key }) => key === path);
  if (place?.target?.kind === 'embedded') return { kind: 'embedded', url: place.target.url, title: place.title };
  const page = pageName(path);
  const hasPage = pages.has(page);
  if (place) return hasPage ? { kind: 'page', page, title: place.title } : { kind: 'absent', title: place.title };
  const open = Object.hasOwn(openPages, page) ? openPages[page] : undefined;
  if (hasPage && open) return { kind: 'page', page, title: open };
  return { kind: hasPage ? 'forbidden' : 'unknown' };
}

/** Whether an address stands for something that may have a tab. */
export const isTabbed = (screen: Screen): screen is Extract<Screen, { title: Text }> => 'title' in screen;
