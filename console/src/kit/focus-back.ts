import { useEffect, useState } from 'react';

/**
 * Gives the focus that a menu leaves behind when it closes to what it was opened from, unless it has gone elsewhere. The
 * library does so for a menu that has it, but has closed the menu by another way before.
 */
export function focusBack(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('[role="menu"]')) find()?.focus();
  });
}

/**
 * The same when the calling drawer or dialog goes, to what had it before: the library does so only for one that stays behind
 * closed. Nobody is disturbed who has gone elsewhere meanwhile.
 */
export function useFocusBack(): void {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        const { activeElement } = document;
        if (activeElement !== null && activeElement !== document.body) return;
        if (before instanceof HTMLElement && before.isConnected) before.focus();
      });
    },
    [before],
  );
}
