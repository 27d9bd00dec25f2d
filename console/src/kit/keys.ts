import { useContext, useEffect, useEffectEvent } from 'react';
import { PageVisibility } from './page-visibility.ts';

/**
 * Single keys of a screen or of its drawer: `{ n: add, '/': focusSearch }`. They rest while something is being typed,
 * while something else lies above, and while the screen's tab is hidden.
 */
export function useKeys(
  keys: Readonly<Record<string, (() => void) | undefined>>,
  place: 'page' | 'drawer' = 'page',
): void {
  const sight = useContext(PageVisibility);
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (!sight.isShown) return;
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (isAbove(place)) return;
    const action = keys[event.key.toLowerCase()];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Layers above a page or drawer that take its keys. Drawers have the class from the theme. */
const ABOVE = {
  page: 'dialog[open], [role="dialog"]',
  drawer: 'dialog[open], [role="dialog"]:not(.kit-drawer)',
} as const;

/** Whether a dialog, or over a page also a drawer, is open. Those that are closed may stay in the document, not displayed. */
export const isAbove = (place: 'page' | 'drawer'): boolean =>
  [...document.querySelectorAll(ABOVE[place])].some((dialog) => dialog.checkVisibility());

/** Inputs that take a press, no letters. */
const PRESSED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']);

/** Whether the focus is in a checkbox, which uses the space key and no letter. */
const isBox = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && PRESSED.has(target.type);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !isBox(target) &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="combobox"],[role="menu"]') !== null);
