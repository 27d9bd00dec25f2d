import { queryClient, reload } from '../client/query.ts';
import { onServerEvent, useIsLive } from './channel.ts';

/** Milliseconds in which a burst of changes leads to one refetch. */
const GATHER_MILLIS = 1_000;

/**
 * Refetches the resources the server reports as changed, and everything visible when the channel reconnects, because
 * changes may have been missed. Returns a function that stops it.
 */
export function followChanges(): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onServerEvent<{ resource?: unknown }>('changed', ({ resource }) => {
    if (typeof resource !== 'string') return;
    changed.add(resource);
    timer ??= setTimeout(() => {
      timer = undefined;
      void reload(changed);
      changed.clear();
    }, GATHER_MILLIS);
  });
  let hasBeenLive = useIsLive.getState().isLive;
  const stopWatching = useIsLive.subscribe(({ isLive }, before) => {
    if (!isLive || before.isLive) return;
    if (hasBeenLive) void queryClient.invalidateQueries();
    hasBeenLive = true;
  });
  return () => {
    stop();
    stopWatching();
    clearTimeout(timer);
  };
}
