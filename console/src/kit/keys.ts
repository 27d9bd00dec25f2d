import { useEffect, useEffectEvent } from 'react';

/**
 * Single keys of a screen or of its drawer: `{ n: add, '/': focusSearch }`. They rest while something is being typed,
 * while something else lies above, and while the screen's tab is hidden (its effects are off then).
 */
export function useKeys(
  keys: Readonly<Record<string, (() => void) | undefined>>,
  place: 'page' | 'drawer' = 'page',
): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
    if (document.querySelector(ABOVE[place])) return;
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

/** What lies above a page, and above a drawer, and takes the keys from it. */
const ABOVE = {
  page: '.ant-modal-wrap:not([style*="display: none"]), .ant-drawer-open',
  drawer: '.ant-modal-wrap:not([style*="display: none"])',
} as const;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName) ||
    target.closest('[role="combobox"],[role="menu"]') !== null);
