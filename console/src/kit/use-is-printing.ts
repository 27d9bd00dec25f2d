import { useSyncExternalStore } from 'react';

let isPrinting = false;
const followers = new Set<() => void>();

const begin = (): void => set(true);
const end = (): void => set(false);

function set(isBegun: boolean): void {
  isPrinting = isBegun;
  for (const changed of followers) changed();
}

function follow(changed: () => void): () => void {
  // One pair of listeners for all that follow; adding them again changes nothing.
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  followers.add(changed);
  return () => followers.delete(changed);
}

/**
 * Returns whether the browser is printing the page. It is known before the print layout, so buttons can be drawn as
 * text.
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(follow, () => isPrinting);
