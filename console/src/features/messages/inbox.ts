import { message } from '@trade-assistant/contract/areas/message/index.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { create } from 'zustand';
import { call } from '../../kit/client/call.ts';
import { invalidate, reload } from '../../kit/client/query.ts';
import { isLocked, useSession } from '../../kit/client/session.ts';
import { onServerEvent, useIsLive } from '../../kit/realtime/channel.ts';
import { POLL_MILLIS } from '../../kit/realtime/use-server-event.ts';
import { onSignal } from '../../kit/signals.ts';
import { readStored, writeStored } from '../../kit/storage.ts';
import { isId, notifiedIds, shownIds } from './notified.ts';

export type Message = WireRowOf<typeof message>;
type Missed = CallData<typeof message, 'my/missed', 'in'>;
/** New messages, shown unread ones, and ids of those no longer shown. */
export type InboxChanges = Missed & { readonly gone: readonly string[] };

/** A recharge reminder arrived in any window of this browser. */
export const RECHARGE_SIGNAL = 'recharge-reminder';
/** The state of the user's messages, shared by all parts of the console. */
export const useInbox = create<{ unread: number }>(() => ({ unread: 0 }));

const RETRY_MILLIS = 10_000;

/**
 * The number of the last fetched message, kept in the browser for its user. All messages are fetched with `my/missed`:
 * a push only triggers the fetch, so after a pause of any length the next fetch returns the missed ones.
 */
let position: string | undefined;
let owner: string | undefined;
let running: Promise<void> | undefined;
let isAskedAgain = false;
let retry: ReturnType<typeof setTimeout> | undefined;
let announce: (news: InboxChanges) => void = () => undefined;

const positionOf = (userId: string): string => `messages:${userId}`;

/** Fetches the messages since the last fetch. Requests made during a fetch cause one more. */
export function askForMessages(): void {
  if (running !== undefined) {
    isAskedAgain = true;
    return;
  }
  running = ask().finally(() => {
    running = undefined;
    if (!isAskedAgain) return;
    isAskedAgain = false;
    askForMessages();
  });
}

async function ask(): Promise<void> {
  const { accessToken, user } = useSession.getState();
  clearTimeout(retry);
  if (accessToken === null || !user || isLocked()) return;
  if (owner !== user.userId) {
    owner = user.userId;
    const kept = readStored<unknown>(positionOf(user.userId));
    position = isId(kept) ? kept : undefined;
  }
  try {
    const told = notifiedIds();
    const missed = await call(message, 'my/missed', {
      ...(position === undefined ? {} : { after: position }),
      ...(told.length === 0 ? {} : { told: told.join(',') }),
    });
    // Another user signed in meanwhile, or the screen was locked: do not show the messages.
    if (useSession.getState().user?.userId !== user.userId || isLocked()) return;
    if (position !== missed.last) writeStored(positionOf(user.userId), missed.last);
    position = missed.last;
    if (useInbox.getState().unread !== missed.unread) useInbox.setState({ unread: missed.unread });
    const unread = new Set(missed.told.map(({ id }) => id));
    if (missed.count > 0 || told.length > 0) announce({ ...missed, gone: told.filter((id) => !unread.has(id)) });
    if (missed.count > 0) void invalidate(message);
  } catch {
    // Nothing is lost: the number stays, and the next question asks from there.
    retry = setTimeout(askForMessages, RETRY_MILLIS);
  }
}

/**
 * Keeps the messages up to date while the page is open; calls `tell` once for each new message, and for changes of
 * those it shows. Returns a function that stops it.
 */
export function keepInboxCurrent(tell: (news: InboxChanges) => void): () => void {
  announce = tell;
  const poll = setInterval(() => {
    if (!useIsLive.getState().isLive) askForMessages();
  }, POLL_MILLIS);
  const look = () => {
    if (document.visibilityState === 'visible' && !useIsLive.getState().isLive) askForMessages();
  };
  const told = new Set<string>();
  const stops = [
    onServerEvent('message', askForMessages),
    onServerEvent('message-state', () => {
      askForMessages();
      void invalidate(message);
    }),
    // After a reconnect, fetch the messages pushed while the channel was down.
    useIsLive.subscribe(({ isLive }, before) => isLive && !before.isLive && askForMessages()),
    useSession.subscribe((session, before) => {
      if (session.user?.userId === before.user?.userId) return;
      useInbox.setState({ unread: 0 });
      askForMessages();
    }),
    onSignal<{ id?: string; bizType?: string | null }>(RECHARGE_SIGNAL, ({ id, bizType }) => {
      if (id === undefined || told.has(id)) return;
      told.add(id);
      void invalidate('agent/recharge');
      if (bizType) void reload([bizType]);
      // A window beyond the server's limit of connections learns of messages from the other windows.
      if (!useIsLive.getState().isLive) askForMessages();
    }),
  ];
  document.addEventListener('visibilitychange', look);
  window.addEventListener('online', askForMessages);
  askForMessages();
  return () => {
    announce = () => undefined;
    // Notifications are removed with their page.
    shownIds.clear();
    clearInterval(poll);
    clearTimeout(retry);
    for (const stop of stops) stop();
    document.removeEventListener('visibilitychange', look);
    window.removeEventListener('online', askForMessages);
  };
}
