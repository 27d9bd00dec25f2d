import { useSyncExternalStore } from 'react';

let isPrinting = false;
const followers = new Set<() => void>();

function set(isBegun: boolean): void {
  isPrinting = isBegun;
  for (const changed of followers) changed();
}
window.addEventListener('beforeprint', () => set(true));
window.addEventListener('afterprint', () => set(false));

function follow(changed: () => void): () => void {
  followers.add(changed);
  return () => followers.delete(changed);
}

/**
 * Whether the browser is putting the page on paper. It is known before the page is laid out for that, so what can only be pressed
 * may be drawn as words.
 */
export const useIsPrinting = (): boolean => useSyncExternalStore(follow, () => isPrinting);
