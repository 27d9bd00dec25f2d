import type { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useMemo } from 'react';
import { create } from 'zustand';
import { useNamedCall } from '../../kit/client/query.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import { type MenuPlace, menuPlaces } from '../navigation/menu.ts';
import { useRoleKeys } from '../navigation/use-menu.ts';

const NAME = 'top-menu';
const STALE_MILLIS = 10 * 60_000;

/** The id of the chosen top menu; null for home, where the side menu is whole. */
const useChoice = create<{ id: string | null }>(() => {
  const kept = readStored<unknown>(NAME);
  return { id: typeof kept === 'string' ? kept : null };
});

/** Chooses a top menu for this browser. */
export function chooseTopMenu(id: string | null): void {
  useChoice.setState({ id });
  writeStored(NAME, id ?? undefined);
}

/** Returns the top menus of the signed-in user and the chosen one; a choice that no longer exists is ignored. */
export function useTopMenus() {
  const { data: items = [] } = useNamedCall<CallData<typeof menu, 'top-menu', 'in'>>('system/menu', 'top-menu', {
    staleMillis: STALE_MILLIS,
  });
  const id = useChoice((choice) => choice.id);
  return { items, chosen: items.some((item) => item.id === id) ? id : null };
}

/**
 * Returns the places of the side menu: all, or those of the chosen top menu. Addresses are always checked against all
 * places, so that tabs and links of other parts stay valid.
 */
export function useVisiblePlaces(places: readonly MenuPlace[]): readonly MenuPlace[] {
  const { chosen } = useTopMenus();
  const roles = useRoleKeys();
  const routes = useNamedCall<CallData<typeof menu, 'routes', 'in'>>('system/menu', 'routes', {
    input: { topMenuId: chosen ?? undefined },
    ...{ enabled: chosen !== null, staleMillis: STALE_MILLIS, keepPrevious: true },
  });
  return useMemo(
    () => (chosen !== null && routes.data ? menuPlaces(routes.data, roles) : places),
    [chosen, routes.data, places, roles],
  );
}
