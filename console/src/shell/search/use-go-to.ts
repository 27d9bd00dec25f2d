import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { MenuTarget } from '../navigation/menu.ts';
import { addressOfTarget } from '../tabs/tab-store.ts';

/** Returns a function that opens a place of the menu: in its tab as it was left, or in a new window. */
export function useGoTo(): (target: MenuTarget) => void {
  const navigate = useNavigate();
  return useCallback(
    (target) => {
      if (target.kind === 'window') window.open(target.url, '_blank', 'noopener');
      else void navigate(addressOfTarget(target));
    },
    [navigate],
  );
}
