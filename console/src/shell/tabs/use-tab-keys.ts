import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent } from 'react';
import { useOverlay } from '../search/overlays.ts';
import { pathAt } from './use-tab-drag.ts';

interface Acts {
  readonly paths: readonly string[];
  readonly active: string;
  readonly show: (path: string) => void;
  readonly close: (path: string) => void;
  /** By so many places. */
  readonly shift: (path: string, by: number) => void;
}

/**
 * Keys of the tabs. Everywhere: Alt 1…9 shows one, Alt W closes the one being shown. In the strip: the arrows go from
 * one to the next, with Ctrl and Shift (or ⌘ and Shift) they move it, Delete closes it. @returns for the strip's `onKeyDown`
 */
export function useTabKeys(strip: RefObject<HTMLElement | null>, acts: Acts): (event: KeyboardEvent) => void {
  const onKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!event.altKey || event.ctrlKey || event.metaKey) return;
    // Keys go to the layer on top, not to the page below.
    if (useOverlay.getState().open !== null) return;
    const digit = /^Digit([1-9])$/.exec(event.code)?.[1];
    const path = digit === undefined ? undefined : acts.paths[Number(digit) - 1];
    if (event.code !== 'KeyW' && path === undefined) return;
    event.preventDefault();
    if (path === undefined) acts.close(acts.active);
    else acts.show(path);
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  const focus = (path: string | undefined) => path !== undefined && tabAt(strip.current, path)?.focus();

  return (event) => {
    const path = pathAt(event.target);
    if (path === undefined) return;
    const at = acts.paths.indexOf(path);
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (event.key === 'Delete') {
      acts.close(path);
      requestAnimationFrame(() => focus(acts.paths[at - 1]));
    } else if (event.key === 'Home') focus(acts.paths[0]);
    else if (event.key === 'End') focus(acts.paths.at(-1));
    else if (by === 0) return;
    else if (event.shiftKey && (event.ctrlKey || event.metaKey)) {
      acts.shift(path, by);
      // A moved element loses the focus.
      requestAnimationFrame(() => focus(path));
    } else focus(acts.paths[(at + by + acts.paths.length) % acts.paths.length]);
    event.preventDefault();
  };
}

/** Returns the focusable element of a tab. */
export const tabAt = (strip: HTMLElement | null, path: string): HTMLElement | null | undefined =>
  strip?.querySelector<HTMLElement>(`[data-path="${CSS.escape(path)}"] [role="tab"]`);
