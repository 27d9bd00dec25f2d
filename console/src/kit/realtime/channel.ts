import type { Socket } from 'socket.io-client';
import { create } from 'zustand';
import { renewOrLeave } from '../client/refresh.ts';
import { isLocked, useSession } from '../client/session.ts';
import { messagePortOfServer } from '../client/user-info.ts';

/**
 * Returns the addresses of the push channel, best first: the page's own host if it is a proper domain (a proxy serves
 * everything on one port), otherwise the message port of the same host, if the server has one, and then the page's own
 * port.
 */
export function socketAddresses(
  page: { protocol: string; hostname: string; host: string },
  messagePort: number | null,
): string[] {
  const own = `${page.protocol}//${page.host}`;
  if (messagePort === null || isProperDomain(page.hostname)) return [own];
  return [...new Set([`${page.protocol}//${page.hostname}:${messagePort}`, own])];
}

/** A name with a dot that is no address of the internet protocol. */
export const isProperDomain = (hostname: string): boolean =>
  hostname.includes('.') && !/^\d{1,3}(\.\d{1,3}){3}$/.test(hostname) && !hostname.startsWith('[');

/** Whether pushed events arrive; while they do not, screens ask from time to time instead. */
export const useIsLive = create<{ isLive: boolean }>(() => ({ isLive: false }));

type Handler = (payload: never) => void;

const RETRY_MILLIS = 5_000;
const handlers = new Map<string, Set<Handler>>();
const joined = new Map<string, number>();

let socket: Socket | undefined;
let addressIndex = 0;
/** Grows with every closing, so that an opening that was overtaken gives up. */
let generation = 0;

/** Whether the channel is needed: a user is signed in and the screen is not locked. */
const isWanted = (): boolean => useSession.getState().accessToken !== null && !isLocked();

/**
 * Opens the channel while a user is signed in and not locked, and closes it otherwise. Returns a function that stops
 * it. The library is fetched only now: the login page does not need it.
 */
export function startChannel(): () => void {
  const follow = () => {
    if (isWanted()) open();
    else close();
  };
  follow();
  const stop = useSession.subscribe((session, before) => {
    if (
      (session.accessToken === null) !== (before.accessToken === null) ||
      session.isLocked !== before.isLocked ||
      session.user?.userId !== before.user?.userId
    ) {
      close();
      follow();
    }
  });
  return () => {
    stop();
    close();
  };
}

/**
 * Calls `handler` for every event of that name, even if the channel opens later. Returns a function that unsubscribes.
 */
export function onServerEvent<P>(event: string, handler: (payload: P) => void): () => void {
  const known = handlers.get(event) ?? new Set();
  handlers.set(event, known);
  known.add(handler as Handler);
  return () => void known.delete(handler as Handler);
}

/**
 * Joins a room the server admits the user to (`task:{taskNo}`), again after reconnects. Returns a function that leaves
 * it.
 */
export function joinRoom(room: string): () => void {
  const followers = joined.get(room) ?? 0;
  joined.set(room, followers + 1);
  if (followers === 0 && socket?.connected) socket.emit('join', room);
  return () => {
    const left = (joined.get(room) ?? 1) - 1;
    if (left > 0) joined.set(room, left);
    else {
      joined.delete(room);
      if (socket?.connected) socket.emit('leave', room);
    }
  };
}

const opening = oneAttempt(connect, () => {
  // The library itself did not load: a new release or no network. Polling continues meanwhile.
  setTimeout(() => isWanted() && open(), RETRY_MILLIS * 6);
});

const open = (): void => opening.start();

async function connect(): Promise<void> {
  const mine = generation;
  const [{ io }, messagePort] = await Promise.all([import('socket.io-client'), messagePortOfServer()]);
  if (mine !== generation) return;
  const addresses = socketAddresses(window.location, messagePort);
  const address = addresses[addressIndex % addresses.length] ?? window.location.origin;
  const next = io(address, {
    path: '/ws',
    transports: ['websocket', 'polling'],
    auth: (give) => give({ token: useSession.getState().accessToken }),
    reconnectionDelay: 1_000,
    reconnectionDelayMax: 30_000,
    randomizationFactor: 0.5,
    timeout: 8_000,
  });
  socket = next;
  let hasConnected = false;
  next.on('connect', () => {
    hasConnected = true;
    useIsLive.setState({ isLive: true });
    for (const room of joined.keys()) next.emit('join', room);
  });
  next.on('disconnect', (reason) => {
    useIsLive.setState({ isLive: false });
    // Closed by the server: the session was renewed, changed or ended. Socket.IO leaves coming back to us.
    if (reason === 'io server disconnect')
      setTimeout(() => next === socket && next.connect(), RETRY_MILLIS * (0.5 + Math.random()));
  });
  next.on('connect_error', (error) => {
    if (next !== socket) return;
    if (error.message === 'UNAUTHENTICATED') {
      const token = useSession.getState().accessToken;
      const again = () => void setTimeout(() => next === socket && next.connect(), RETRY_MILLIS);
      if (token !== null) void renewOrLeave(token).then((isRenewed) => isRenewed && again(), again);
    } else if (error.message === 'SESSION_LOCKED') {
      useSession.getState().setLocked(true);
    } else if (!next.active) {
      // Refused by the server for another reason (too many windows): later there may be room.
      setTimeout(() => next === socket && next.connect(), RETRY_MILLIS * 12);
    } else if (!hasConnected && addresses.length > 1) {
      addressIndex += 1;
      close();
      if (addressIndex % addresses.length === 0) setTimeout(() => isWanted() && open(), RETRY_MILLIS * 6);
      else open();
    }
  });
  next.onAny((event: string, payload: unknown) => {
    for (const handler of handlers.get(event) ?? []) handler(payload as never);
  });
}

function close(): void {
  generation += 1;
  const old = socket;
  socket = undefined;
  opening.giveUp();
  old?.removeAllListeners();
  old?.disconnect();
  useIsLive.setState({ isLive: false });
}

/** Keeps to one attempt at a time. A replaced attempt may still fail, which is ignored. */
export function oneAttempt(begin: () => Promise<void>, onFailed: () => void): { start(): void; giveUp(): void } {
  let current: Promise<void> | undefined;
  return {
    start() {
      if (current) return;
      const mine = begin().catch(() => {
        if (current !== mine) return;
        current = undefined;
        onFailed();
      });
      current = mine;
    },
    giveUp() {
      current = undefined;
    },
  };
}
