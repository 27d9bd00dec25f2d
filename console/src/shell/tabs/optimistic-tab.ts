import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { afterPaint } from '../../kit/after-paint.ts';
import { isTabOpen } from './tab-store.ts';

/**
 * The tab that was clicked on, for the moment until the address says the same: its page is ready and is shown in the
 * next frame, and all that asks for the address is drawn after that.
 */
export const useOptimisticTab = create<{ readonly path: string | null }>(() => ({ path: null }));

/** The pages that are awake. */
const ready = new Set<string>();

/** The path that is drawn as the address: behind the browser's own for as long as drawing takes. */
let drawn: string | undefined;

/** Whether a tab is the one being shown: clicked on a moment ago, else the one of the address. */
export const useIsShown = (path: string, isAtAddress: boolean): boolean =>
  useOptimisticTab((ahead) => (ahead.path === null ? isAtAddress : ahead.path === path));

/** Registers the page of a tab as ready. Returns a function that withdraws it. */
export function markReady(path: string): () => void {
  ready.add(path);
  return () => void ready.delete(path);
}

/** The same for as long as the effects of the page are on. */
export function useMarkReady(path: string): void {
  useLayoutEffect(() => markReady(path), [path]);
}

/** Goes to a tab; shows its page at once when it is ready. */
export function goToTab(path: string, goThere: () => void): void {
  if (window.location.pathname === path) {
    // Back before one has left: there is nothing to go to, and no address that would follow.
    useOptimisticTab.setState({ path: null });
    return;
  }
  if (!ready.has(path)) {
    useOptimisticTab.setState({ path: null });
    goThere();
    return;
  }
  useOptimisticTab.setState({ path });
  afterPaint(() => {
    // Somewhere else by another way meanwhile, or closed.
    if (useOptimisticTab.getState().path !== path) return;
    const isOpen = isTabOpen(path);
    if (isOpen) goThere();
    // A page rendered already is no new address to follow.
    if (!isOpen || path === drawn) useOptimisticTab.setState({ path: null });
  });
}

/** Ends the optimistic state once the address has changed, to any address. */
export function confirmOptimisticTab(atAddress: string): void {
  drawn = atAddress;
  useOptimisticTab.setState({ path: null });
}

export function useConfirmOptimisticTab(atAddress: string): void {
  useLayoutEffect(() => confirmOptimisticTab(atAddress), [atAddress]);
}
