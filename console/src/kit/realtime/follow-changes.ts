import { invalidate } from '../client/query.ts';
import { onServerEvent } from './channel.ts';

/** Changes that come in bursts are asked about once per so many milliseconds. */
const GATHER_MILLIS = 1_000;

/** Asks again for whatever the server says somebody changed. Gives back how to stop. */
export function followChanges(): () => void {
  const changed = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const stop = onServerEvent<{ resource?: unknown }>('changed', ({ resource }) => {
    if (typeof resource !== 'string') return;
    changed.add(resource);
    timer ??= setTimeout(() => {
      timer = undefined;
      void invalidate(...changed);
      changed.clear();
    }, GATHER_MILLIS);
  });
  return () => {
    stop();
    clearTimeout(timer);
  };
}
