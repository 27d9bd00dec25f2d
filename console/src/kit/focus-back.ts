import { useEffect, useState } from 'react';

/**
 * Returns the focus to the trigger of a menu when the menu closes, unless the focus has moved elsewhere. The library
 * does so only for a menu that has the focus while it closes.
 */
export function focusBack(find: () => HTMLElement | null | undefined): void {
  requestAnimationFrame(() => {
    const focused = document.activeElement;
    if (focused === document.body || focused?.closest('[role="menu"]')) find()?.focus();
  });
}

/**
 * Returns the focus to its previous element when the calling panel or dialog unmounts; the library does so only for a
 * closed one that stays mounted. Does nothing if the focus has moved elsewhere meanwhile.
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

const CONTROLS = 'input:not([type="hidden"], :disabled), textarea:not(:disabled)';

/**
 * Focuses the first form field of an opened dialog or panel; without this the library focuses its close button. Does nothing
 * while the focus is already inside.
 */
export function focusFirstField(body: HTMLElement | null): void {
  if (body && !body.contains(document.activeElement))
    (body.querySelector<HTMLElement>(`form :is(${CONTROLS})`) ?? body.querySelector<HTMLElement>(CONTROLS))?.focus();
}
