import { NOTIFIED_MAX } from '@trade-assistant/contract/areas/message/index.ts';
import { useSession } from '../../kit/client/session.ts';
import { readStored, writeStored } from '../../kit/storage.ts';

/** Whether a stored value is an id of the wire: a storage may contain anything. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value);

/** Ids of messages and summaries this window shows as new. */
export const shownIds = new Set<string>();

/**
 * Name under which this browser keeps a user's notifications that stay until they are closed, also over a reload. All
 * others are shown once.
 */
const nameOf = (): string => `messages:told:${useSession.getState().user?.userId}`;

function persistent(): readonly string[] {
  const kept = readStored<unknown>(nameOf());
  return Array.isArray(kept) ? kept.filter(isId) : [];
}
const keep = (ids: readonly string[]) => writeStored(nameOf(), ids.length > 0 ? ids.slice(-NOTIFIED_MAX) : undefined);

/** Returns whether a message is shown until the user closes it. */
export const isPersistent = (id: string): boolean => persistent().includes(id);

/** Shows a message until it is closed, after a reload and a lock too. */
export function makePersistent(id: string): void {
  if (!isPersistent(id)) keep([...persistent(), id]);
}

/** A message is shown no longer. @returns whether this window showed it */
export function dismiss(id: string): boolean {
  if (isPersistent(id)) keep(persistent().filter((one) => one !== id));
  return shownIds.delete(id);
}

/** Messages with a notification on the screen, which the server is asked about: are they still unread? */
export const notifiedIds = (): string[] =>
  [...new Set([...persistent(), ...shownIds])].filter(isId).slice(-NOTIFIED_MAX);
