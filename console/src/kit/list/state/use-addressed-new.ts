import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAddressOf } from './address.ts';

const PARAMETER = 'new';

/** Opens the form for a new record when the address asks for it (`?new=1`), once: the wish leaves the address again. */
export function useAddressedNew(place: string, add: (() => void) | undefined): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const isAskedFor = isAddressOf(pathname, place) && new URLSearchParams(search).has(PARAMETER);
  const addOnce = useEffectEvent(() => {
    const rest = new URLSearchParams(search);
    rest.delete(PARAMETER);
    void navigate({ search: rest.size > 0 ? `?${rest}` : '' }, { replace: true });
    add?.();
  });
  useEffect(() => {
    if (isAskedFor) addOnce();
  }, [isAskedFor]);
}
