import { useSyncExternalStore } from 'react';

/** Whether the console has the whole screen, followed as it changes: Esc and F11 leave it as well. */
export const useIsFullScreen = (): boolean => useSyncExternalStore(follow, () => document.fullscreenElement !== null);

/** Enters or leaves full screen. A refusal by the browser changes nothing. */
export function toggleFullScreen(): void {
  const asked = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  asked.catch(() => undefined);
}

function follow(changed: () => void): () => void {
  document.addEventListener('fullscreenchange', changed);
  return () => document.removeEventListener('fullscreenchange', changed);
}
