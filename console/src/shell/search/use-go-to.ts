import { useCallback } from 'react';
import { useNavigate } from 'react-router';
import type { Target } from '../navigation/menu.ts';
import { addressOfTarget } from '../tabs/tab-store.ts';

/** Goes where a place of the menu leads: to its tab as it was left, or to a window of its own. */
export function useGoTo(): (target: Target) => void {
  const navigate = useNavigate();
  return useCallback(
    (target) => {
      if (target.kind === 'window') window.open(target.url, '_blank', 'noopener');
      else void navigate(addressOfTarget(target));
    },
    [navigate],
  );
}
