import { useMemo } from 'react';
import { type PreferenceValue, usePreference } from '../../kit/preferences.ts';
import { canonicalPath, HOME_PATH, type MenuPlace } from '../navigation/menu.ts';
import { pageNames } from '../navigation/pages.ts';
import { screenAt } from '../navigation/screens.ts';

const KEY = 'firstPage';
const isPath = (value: PreferenceValue): boolean => typeof value === 'string' && /^\/[\w-]/.test(value);

/** The path of the page a session of this user begins with, and how to choose another. */
export const useFirstPage = () => usePreference<string>(KEY, HOME_PATH, isPath);

/** The path of the page a session of this user begins with as things are. */
export function useFirstPath(places: readonly MenuPlace[]): string {
  const [chosen] = useFirstPage();
  return useMemo(() => firstPageOf(chosen, places, pageNames), [chosen, places]);
}

/**
 * The path a session begins with: the one chosen, for as long as it may be shown. Home is shown meanwhile; the
 * choice is kept, since rights that were taken away are often given back.
 */
export function firstPageOf(chosen: string, places: readonly MenuPlace[], pages: ReadonlySet<string>): string {
  const path = canonicalPath(chosen);
  return typeof screenAt(path, places, pages) === 'string' ? HOME_PATH : path;
}
