import { useLayoutEffect } from 'react';
import { create } from 'zustand';
import { afterPaint } from '../../kit/after-paint.ts';
import { isTabOpen } from './tab-store.ts';

/**
 * The tab that was clicked on, for the moment until the address says the same: its page stands ready and is shown in the
 * next frame, and all that asks for the address is drawn after that.
 */
const useAhead = create<{ readonly path: string | null }>(() => ({ path: null }));

/** The pages that are awake. */
const ready = new Set<string>();

/** Whether a tab is the one being shown: clicked on a moment ago, else the one of the address. */
export const useIsShown = (path: string, isAtAddress: boolean): boolean =>
  useAhead((ahead) => (ahead.path === null ? isAtAddress : ahead.path === path));

/** Says that the page of a tab stands ready, for as long as its effects are on. */
export function useReady(path: string): void {
  useLayoutEffect(() => {
    ready.add(path);
    return () => void ready.delete(path);
  }, [path]);
}

/** Goes to a tab; shows its page before, when that stands ready. */
export function goToTab(path: string, goThere: () => void): void {
  if (!ready.has(path)) {
    goThere();
    return;
  }
  useAhead.setState({ path });
  afterPaint(() => {
    // Somewhere else by another way meanwhile, or closed.
    if (useAhead.getState().path !== path) return;
    if (isTabOpen(path)) goThere();
    else useAhead.setState({ path: null });
  });
}

/** Nothing is ahead of the address any more when it has changed, whereto ever. */
export function useAddressFollows(atAddress: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each new address, whichever it is
  useLayoutEffect(() => {
    useAhead.setState({ path: null });
  }, [atAddress]);
}
