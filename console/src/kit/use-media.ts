import { useSyncExternalStore } from 'react';

/** Returns whether a media query matches, and follows its changes. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (changed) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', changed);
      return () => media.removeEventListener('change', changed);
    },
    () => window.matchMedia(query).matches,
  );
}

/** Below this width the sidebar is a slide-in panel. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 991.98px)');

/** Below this width the top bar has no room for all of its items: size class 0. */
export const useIsPhone = (): boolean => useMedia('(max-width: 767.98px)');

/** From this width on there is room for optional content: size class 3. */
export const useIsRoomy = (): boolean => useMedia('(min-width: 1200px)');
