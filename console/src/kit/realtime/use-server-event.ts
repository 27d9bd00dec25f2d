import { useEffect, useEffectEvent } from 'react';
import { onServerEvent, useIsLive } from './channel.ts';

/** How often a screen asks while nothing can be pushed, in milliseconds. */
export const POLL_MILLIS = 30_000;

/** Does something for every pushed event of a name, for as long as the component is shown. */
export function useServerEvent<P>(event: string, handler: (payload: P) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => onServerEvent<P>(event, (payload) => handle(payload)), [event]);
}

/** The interval at which to ask for something that is also pushed: never while the channel is open. */
export const usePollMillis = (millis: number = POLL_MILLIS): number | false =>
  useIsLive(({ isLive }) => (isLive ? false : millis));
