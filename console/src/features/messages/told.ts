import { TOLD_MAX } from '@trade-assistant/contract/areas/message/index.ts';
import { useSession } from '../../kit/client/session.ts';
import { readStored, writeStored } from '../../kit/storage.ts';

/** Ids as the wire has them: what a storage gives back may be anything. */
export const isId = (value: unknown): value is string => typeof value === 'string' && /^\d{1,18}$/.test(value);

/** What this window shows as new: ids of messages, and names of what stands for several. */
export const shown = new Set<string>();

/**
 * Messages that are shown until somebody closes them, whatever becomes of the window: this browser remembers them for
 * its user. All others are shown once.
 */
const nameOf = (): string => `messages:told:${useSession.getState().user?.userId}`;

function lasting(): readonly string[] {
  const kept = readStored<unknown>(nameOf());
  return Array.isArray(kept) ? kept.filter(isId) : [];
}
const keep = (ids: readonly string[]) => writeStored(nameOf(), ids.length > 0 ? ids.slice(-TOLD_MAX) : undefined);

/** Whether a message is to be shown still. */
export const isLasting = (id: string): boolean => lasting().includes(id);

/** Shows a message until it is closed, after a reload and a lock too. */
export function makeLasting(id: string): void {
  if (!isLasting(id)) keep([...lasting(), id]);
}

/** A message is shown no longer. @returns whether this window showed it */
export function forget(id: string): boolean {
  if (isLasting(id)) keep(lasting().filter((one) => one !== id));
  return shown.delete(id);
}

/** The messages to ask about whether they are still unread. */
export const toldIds = (): string[] => [...new Set([...lasting(), ...shown])].filter(isId).slice(-TOLD_MAX);
