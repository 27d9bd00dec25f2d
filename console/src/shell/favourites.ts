import { useCallback } from 'react';
import { usePreference } from '../kit/preferences.ts';

const NONE: readonly string[] = [];
const isListOfPaths = (value: unknown): boolean =>
  Array.isArray(value) && value.every((path) => typeof path === 'string');

/** Returns the keys of the user's favourite screens in their order, and a function that adds or removes one. */
export function useFavourites(): { readonly favourites: readonly string[]; readonly toggle: (key: string) => void } {
  const [favourites, setFavourites] = usePreference('favourites', NONE, isListOfPaths);
  const toggle = useCallback(
    (key: string) =>
      setFavourites(favourites.includes(key) ? favourites.filter((other) => other !== key) : [...favourites, key]),
    [favourites, setFavourites],
  );
  return { favourites, toggle };
}
