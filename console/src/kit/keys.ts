import { useContext, useEffect, useEffectEvent } from 'react';
import { PageVisibility } from './page-visibility.ts';

/**
 * Binds single keys of a screen or panel: `{ n: add, '/': focusSearch, 'shift+e': closeAndNext }`. They are inactive while the user types, while
 * something else is open above, and while the screen's tab is hidden.
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
    const key = event.key.toLowerCase();
    const action = (event.shiftKey ? keys[`shift+${key}`] : undefined) ?? keys[key];
    if (!action) return;
    event.preventDefault();
    action();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Binds Ctrl+Enter (⌘ Enter) in a panel, also while the user types; undefined: it does nothing. */
export function useSubmitKey(submit: (() => void) | undefined): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.isComposing || isAbove('drawer')) return;
    event.preventDefault();
    if (!event.repeat) submit?.();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

/** Layers above a page or panel that take its keys. The theme gives panels their class. */
const ABOVE = {
  page: 'dialog[open], [role="dialog"]',
  drawer: 'dialog[open], [role="dialog"]:not(.kit-drawer)',
} as const;

/**
 * Returns whether a dialog, or above a page also a panel, is open. Closed ones may stay in the document, not displayed.
 */
export const isAbove = (place: 'page' | 'drawer'): boolean =>
  [...document.querySelectorAll(ABOVE[place])].some((dialog) => dialog.checkVisibility());

/** Inputs without text. */
const PRESSED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'button', 'submit', 'reset', 'file', 'image']);

/** Whether the focus is in a checkbox, which uses the space key and no letter. */
const isBox = (target: EventTarget | null): boolean => target instanceof HTMLInputElement && PRESSED.has(target.type);

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  !isBox(target) &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="combobox"],[role="menu"]') !== null);
