import { useMemo } from 'react';
import { type PreferenceValue, usePreference } from '../../kit/preferences.ts';
import { canonicalPath, HOME_PATH, type MenuPlace } from '../navigation/menu.ts';
import { pageNames } from '../navigation/pages.ts';
import { screenAt } from '../navigation/screens.ts';

const KEY = 'firstPage';
const isPath = (value: PreferenceValue): boolean => typeof value === 'string' && /^\/[\w-]/.test(value);

/** Returns the path of the user's chosen start page, and a function that changes it. */
export const useFirstPage = () => usePreference<string>(KEY, HOME_PATH, isPath);

/** Returns the path of the page a session of this user starts with. */
export function useFirstPath(places: readonly MenuPlace[]): string {
  const [chosen] = useFirstPage();
  return useMemo(() => firstPageOf(chosen, places, pageNames), [chosen, places]);
}

/**
 * Returns the path a session starts with: the chosen one if it is permitted, otherwise home; the choice is kept,
 * because withdrawn permissions are often granted again.
 */
export function firstPageOf(chosen: string, places: readonly MenuPlace[], pages: ReadonlySet<string>): string {
  const path = canonicalPath(chosen);
  return typeof screenAt(path, places, pages) === 'string' ? HOME_PATH : path;
}
