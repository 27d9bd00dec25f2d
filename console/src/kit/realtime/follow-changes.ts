import { queryClient, reload } from '../client/query.ts';
import { onServerEvent, useIsLive } from './channel.ts';

/** Changes that come in bursts are asked about once per so many milliseconds. */
const GATHER_MILLIS = 1_000;

/**
 * Asks again for whatever the server says somebody changed, and for everything that is shown when the channel comes back:
 * nobody knows what changed meanwhile. Gives back how to stop.
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
