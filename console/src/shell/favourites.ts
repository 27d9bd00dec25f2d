import { useCallback } from 'react';
import { usePreference } from '../kit/preferences.ts';

const NONE: readonly string[] = [];
const isListOfPaths = (value: unknown): boolean =>
  Array.isArray(value) && value.every((path) => typeof path === 'string');

/** The keys of the screens somebody starred, in their order, and how to star or unstar one. */
export function useFavourites(): { readonly favourites: readonly string[]; readonly toggle: (key: string) => void } {
  const [favourites, setFavourites] = usePreference('favourites', NONE, isListOfPaths);
  const toggle = useCallback(
    (key: string) =>
      setFavourites(favourites.includes(key) ? favourites.filter((other) => other !== key) : [...favourites, key]),
    [favourites, setFavourites],
  );
  return { favourites, toggle };
}
