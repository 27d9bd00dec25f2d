import { useMemo } from 'react';
import { useNamedCall } from '../../kit/client/query.ts';
import { type PreferenceValue, usePreference } from '../../kit/preferences.ts';
import type { MenuPlace } from './menu.ts';

/** A saved view of a list, pinned to the menu. */
export interface Pin {
  readonly id: string;
  readonly name: string;
  readonly screen: string;
}

const STALE_MILLIS = 10 * 60_000;
const NONE: readonly string[] = [];
const areIds = (value: PreferenceValue): boolean => Array.isArray(value) && value.every((id) => typeof id === 'string');

/** Returns places with the views that the user pinned, each below its page. */
export function usePins(places: readonly MenuPlace[]): readonly MenuPlace[] {
  const [ids] = usePreference('pins', NONE, areIds);
  const { data } = useNamedCall<readonly Pin[]>('desk/view', 'named', {
    input: { ids: ids.join(',') },
    enabled: ids.length > 0,
    keepPrevious: true,
    staleMillis: STALE_MILLIS,
  });
  return useMemo(() => (ids.length > 0 && data ? withPins(places, data) : places), [places, ids, data]);
}

/** Returns the address of a view. */
const searchOfView = (id: string): string => `?view=${id}`;

/** Puts each view below the page of its list; views of pages that are not in the menu are left out. */
export const withPins = (places: readonly MenuPlace[], pins: readonly Pin[]): MenuPlace[] =>
  places.flatMap((place) => {
    if (place.children.length > 0) return [{ ...place, children: withPins(place.children, pins) }];
    const path = place.target?.kind === 'page' ? place.target.path : '';
    const own = pins.filter(({ screen }) => path === `/${screen}/index`);
    return [
      place,
      ...own.map(
        ({ id, name }): MenuPlace => ({
          key: path + searchOfView(id),
          title: { zh: name, en: name },
          icon: 'PushpinOutlined',
          target: { kind: 'page', path, search: searchOfView(id), isExact: true },
          isPin: true,
          children: [],
        }),
      ),
    ];
  });

/** Returns the key of the place that is shown: a pinned view, or the page. */
export function placeShown(places: readonly MenuPlace[], path: string, search: string): string {
  const key = path + searchOfView(new URLSearchParams(search).get('view') ?? '');
  const isPinned = (all: readonly MenuPlace[]): boolean =>
    all.some((place) => place.key === key || isPinned(place.children));
  return isPinned(places) ? key : path;
}
