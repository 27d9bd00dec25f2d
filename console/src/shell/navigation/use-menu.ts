import { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import { useEffect, useMemo } from 'react';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { type Place, placesOf } from './menu.ts';

interface Menu {
  /** Undefined until the menu has come: until then no address may be taken for unknown. */
  readonly places: readonly Place[] | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

const STALE_MILLIS = 10 * 60_000;

/** The menu of the signed-in user, and with it the permissions of the session. */
export function useMenu(): Menu {
  const setPermissions = useSession((session) => session.setPermissions);
  const routes = useCall(menu, 'routes', {}, { staleMillis: STALE_MILLIS });
  const buttons = useCall(menu, 'buttons', {}, { staleMillis: STALE_MILLIS });

  useEffect(() => {
    if (buttons.data) setPermissions(buttons.data.flatMap(({ children }) => children.map(({ code }) => code)));
  }, [buttons.data, setPermissions]);

  const places = useMemo(() => (routes.data ? placesOf(routes.data) : undefined), [routes.data]);
  return {
    places: buttons.data ? places : undefined,
    error: routes.error ?? buttons.error,
    reload: () => void Promise.all([routes.refetch(), buttons.refetch()]),
  };
}
