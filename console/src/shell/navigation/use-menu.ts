import type { menu } from '@trade-assistant/contract/areas/system/menu.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useEffect, useMemo } from 'react';
import { useNamedCall } from '../../kit/client/query.ts';
import { onForbidden, useSession } from '../../kit/client/session.ts';
import { type MenuPlace, menuPlaces } from './menu.ts';

interface Menu {
  /** Undefined until the menu has come: until then no address may be taken for unknown. */
  readonly places: readonly MenuPlace[] | undefined;
  readonly error: unknown;
  readonly reload: () => void;
}

const STALE_MILLIS = 10 * 60_000;
/** In milliseconds. Refusals come in groups: a screen that lost its permission makes several calls at once. */
const LOOK_AGAIN_MILLIS = 5_000;

/** The menu of the signed-in user, and with it the permissions of the session. */
export function useMenu(): Menu {
  const setPermissions = useSession((session) => session.setPermissions);
  const roles = useRoleKeys();
  const routes = useNamedCall<CallData<typeof menu, 'routes', 'in'>>('system/menu', 'routes', {
    staleMillis: STALE_MILLIS,
  });
  const buttons = useNamedCall<CallData<typeof menu, 'buttons', 'in'>>('system/menu', 'buttons', {
    staleMillis: STALE_MILLIS,
  });
  const [askRoutes, askButtons] = [routes.refetch, buttons.refetch];

  useEffect(() => {
    if (buttons.data) setPermissions(buttons.data.flatMap(({ children }) => children.map(({ code }) => code)));
  }, [buttons.data, setPermissions]);

  // A refusal shows that the menu and the buttons on the screen are outdated.
  useEffect(() => {
    let lookedAt = 0;
    return onForbidden(() => {
      if (Date.now() - lookedAt < LOOK_AGAIN_MILLIS) return;
      lookedAt = Date.now();
      void Promise.all([askRoutes(), askButtons()]);
    });
  }, [askRoutes, askButtons]);

  const places = useMemo(() => (routes.data ? menuPlaces(routes.data, roles) : undefined), [routes.data, roles]);
  return {
    places: buttons.data ? places : undefined,
    error: routes.error ?? buttons.error,
    reload: () => void Promise.all([askRoutes(), askButtons()]),
  };
}

/** The keys of the roles of the signed-in user. */
export function useRoleKeys(): readonly string[] {
  const roleName = useSession((session) => session.user?.roleName ?? '');
  return useMemo(() => roleName.split(','), [roleName]);
}
