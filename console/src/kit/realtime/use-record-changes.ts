import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { useEffect } from 'react';
import { queryClient } from '../client/query.ts';
import { joinRoom, onServerEvent, useIsLive } from './channel.ts';
import { POLL_MILLIS } from './use-server-event.ts';

/** Milliseconds between two refetches of a record. */
const PAUSE_MILLIS = 1_000;

/**
 * Refetches the queries of one record while the component is shown: at once when the server reports a change, then at most once a
 * second. While nothing can be pushed, it asks every 30 seconds.
 * @param as the parameter by which other calls name the record
 */
export function useRecordChanges(resource: Resource, id: string, as = 'id'): void {
  const isLive = useIsLive((state) => state.isLive);
  useEffect(() => {
    const refetch = atMostEvery(PAUSE_MILLIS, () => reloadRecord(resource, id, as));
    const leave = joinRoom(`record:${resource.name}:${id}`);
    const stop = onServerEvent<{ resource?: unknown; id?: unknown }>('record', (changed) => {
      if (changed.resource === resource.name && changed.id === id) refetch.ask();
    });
    return () => {
      stop();
      leave();
      refetch.stop();
    };
  }, [resource, id, as]);
  useEffect(() => {
    if (isLive) return;
    const timer = setInterval(() => void reloadRecord(resource, id, as), POLL_MILLIS);
    return () => clearInterval(timer);
  }, [resource, id, as, isLive]);
}

/** Refetches the shown queries whose input names the record, such as its details and its lines, and no list. */
export const reloadRecord = ({ name }: Resource, id: string, as = 'id'): Promise<void> =>
  queryClient.invalidateQueries({
    predicate: ({ queryKey: [resource, , , input] }) => {
      const asked = input as Readonly<Record<string, unknown>> | undefined;
      return (resource === name && asked?.['id'] === id) || (as !== 'id' && asked?.[as] === id);
    },
  });

interface Repeated {
  /** Runs the work now, or once more after the current pause and run. */
  ask(): void;
  stop(): void;
}

/** Runs work when asked, one at a time and with a pause after each start. */
export function atMostEvery(millis: number, work: () => Promise<unknown>): Repeated {
  let state: 'idle' | 'busy' | 'asked' | 'stopped' = 'idle';
  const run = async () => {
    state = 'busy';
    const pause = new Promise((resolve) => setTimeout(resolve, millis));
    await Promise.all([work().catch(() => undefined), pause]);
    if ((state as string) === 'asked') return void run();
    if ((state as string) !== 'stopped') state = 'idle';
  };
  return {
    ask() {
      if (state === 'idle') void run();
      else if (state === 'busy') state = 'asked';
    },
    stop() {
      state = 'stopped';
    },
  };
}
