import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { afterPaint } from '../../kit/after-paint.ts';
import { isTabOpen } from './tab-store.ts';

/**
 * The clicked tab, until the address has changed: its page is ready and shown in the next frame, and everything that
 * depends on the address is drawn after that.
 */
export const useOptimisticTab = create<{ readonly path: string | null }>(() => ({ path: null }));

/** The pages that are awake. */
const ready = new Set<string>();

/** The path drawn as the address, which follows the browser's address after a delay. */
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

/** Opens a tab; shows its page at once if it is ready. */
export function goToTab(path: string, goThere: () => void): void {
  if (window.location.pathname === path) {
    // The user returned before leaving: the address stays, so nothing else would end this state.
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
