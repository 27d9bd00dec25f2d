import { useEffect, useEffectEvent } from 'react';
import { onServerEvent } from './channel.ts';

/** How often a screen asks while nothing can be pushed, in milliseconds. */
export const POLL_MILLIS = 30_000;

/** Does something for every pushed event of a name, for as long as the component is shown. */
export function useServerEvent<P>(event: string, handler: (payload: P) => void): void {
  const handle = useEffectEvent(handler);
  useEffect(() => onServerEvent<P>(event, (payload) => handle(payload)), [event]);
}
