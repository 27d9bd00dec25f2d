import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { PageVisibility } from '../../page-visibility.ts';
import { readPreference, setPreference } from '../../preferences.ts';
import { useEvent } from '../../use-event.ts';
import { firstViewKey, hasSavedViews } from '../saved/saved-views.ts';
import { FIRST_PAGE, isAddressOf, type ListState, readAddress, writeAddress } from './address.ts';

/** The size without a choice: as many rows as fit. */
const AUTOMATIC = 0;

/**
 * A list's state, mirrored in the address while the list is the visible screen. Screens of other tabs stay mounted and
 * see the same router, so each handles only addresses of its own path.
 * @param startFilters filters of an address without a query
 * @param fitting number of rows that fit into the window; the state's size is 0 until it is known
 */
export function useListState(
  resourceName: string,
  allowed: ReadonlySet<string>,
  sort: string,
  fitting: number | undefined,
  startFilters: Readonly<Record<string, string>> = {},
): [ListState, (change: Partial<ListState>) => void] {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const sight = useContext(PageVisibility);
  const isHere = isAddressOf(pathname, resourceName);
  const [start] = useState<ListState>(() => ({
    ...FIRST_PAGE,
    sort,
    size: readPreference<number>(`list:size:${resourceName}`, AUTOMATIC),
  }));
  const [state, setState] = useState<ListState>(() => {
    if (isHere && search !== '') return readAddress(search, allowed, start);
    const id = readPreference<string>(firstViewKey(resourceName), '');
    return { ...start, filters: startFilters, ...(id && hasSavedViews() ? { view: { id, due: 'whole' } } : {}) };
  });
  /** The state as it is now: changes may follow each other before anything is drawn. */
  const shown = useRef(state);
  useLayoutEffect(() => {
    shown.current = state;
  }, [state]);

  useEffect(() => {
    if (!isHere || !sight.isShown) return;
    const own = writeAddress(shown.current, start);
    if (search === own) return;
    // Coming back through the menu brings a bare address: the list is as it was left. A link with a query is obeyed.
    if (search === '') void navigate({ search: own }, { replace: true });
    else setState(readAddress(search, allowed, start));
  }, [isHere, sight, search, navigate, allowed, start]);

  const change = useEvent(({ size, ...others }: Partial<ListState>) => {
    const chosen = size !== undefined && size === fitting ? AUTOMATIC : size;
    const next = { ...shown.current, ...others, ...(chosen === undefined ? {} : { size: chosen }) };
    shown.current = next;
    setState(next);
    if (size !== undefined && chosen !== undefined) setPreference(`list:size:${resourceName}`, chosen);
    if (isHere && sight.isShown) void navigate({ search: writeAddress(next, start) }, { replace: true });
  });
  const effective = useMemo(
    () => (state.size === AUTOMATIC ? { ...state, size: fitting ?? AUTOMATIC } : state),
    [state, fitting],
  );
  return [effective, change];
}
