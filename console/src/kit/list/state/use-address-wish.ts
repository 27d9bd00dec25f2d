import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isAddressOf } from './address.ts';

/** What an address may ask a list for, by the name of its parameter; undefined where that may not be done. */
export type AddressWishes = Readonly<Record<string, ((value: string) => void) | undefined>>;

/** Does what the address of a list asks for (`?new=1`, `?task=…`), once: the parameter leaves the address again. */
export function useAddressWish(place: string, wishes: AddressWishes): void {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const query = new URLSearchParams(isAddressOf(pathname, place) ? search : '');
  const name = Object.keys(wishes).find((parameter) => query.has(parameter));
  const value = name === undefined ? null : query.get(name);
  const grant = useEffectEvent((parameter: string, wished: string) => {
    const rest = new URLSearchParams(search);
    rest.delete(parameter);
    void navigate({ search: rest.size > 0 ? `?${rest}` : '' }, { replace: true });
    wishes[parameter]?.(wished);
  });
  useEffect(() => {
    if (name !== undefined && value !== null) grant(name, value);
  }, [name, value]);
}
