import type { ServerOptions } from 'node:http';

export const SOCKET_PATH = '/ws';
/** Whether an address is the socket's, as the engine below it sees it. */
export const isSocketUrl = (url: string): boolean => url.startsWith(`${SOCKET_PATH}/`);

/** Lets a WebSocket upgrade through at the addresses named, and nothing else. */
export const upgradesOnly =
  (isUpgrade: (url: string) => boolean): NonNullable<ServerOptions['shouldUpgradeCallback']> =>
  ({ url = '', headers }) =>
    isUpgrade(url) && headers.upgrade?.toLowerCase() === 'websocket';
