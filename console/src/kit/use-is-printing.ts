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
 * Whether the browser is putting the page on paper. It is known before the page is laid out for that, so what can only be pressed
 * may be drawn as words.
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(follow, () => isPrinting);
