import { createHash } from 'node:crypto';
import { jsonOf } from '../../../../../kernel/outbound/signed.ts';
import { type Json, listOf, objectOf, textOf } from '../json.ts';

/** One event of a webhook of WhatsApp: a status, a message, or a change of something else. */
export interface Change {
  /** The business account. */
  readonly account: string | null;
  readonly time: unknown;
  readonly field: string;
  readonly value: Json;
}

/** Lists of a change with one event in each element. */
const EVENTS = ['statuses', 'messages', 'user_preferences', 'user_id_update'] as const;

/** Returns the events of a webhook, each by itself; undefined for a body that is none. */
export function changesOf(body: string): Change[] | undefined {
  const { entry } = objectOf(jsonOf(body));
  if (!Array.isArray(entry)) return undefined;
  return entry.flatMap((given) => {
    const { id, time, changes } = objectOf(given);
    return listOf(changes).flatMap((one) => {
      const { field, value } = objectOf(one);
      const change = { account: textOf(id), time, field: textOf(field) ?? '', value: objectOf(value) };
      const events = EVENTS.flatMap((list) => listOf(change.value[list]).map((event) => ({ list, event })));
      if (events.length === 0) return [change];
      const shared = Object.fromEntries(Object.entries(change.value).filter(([name]) => !isEventList(name)));
      return events.map(({ list, event }) => ({ ...change, value: { ...shared, [list]: [event] } }));
    });
  });
}

const isEventList = (name: string): boolean => (EVENTS as readonly string[]).includes(name);

/** Returns an event as a webhook of its own. */
export const bodyOf = ({ account, time, field, value }: Change): string =>
  JSON.stringify({ entry: [{ id: account, time, changes: [{ field, value }] }] });

/** Returns the key that repetitions of an event share: message and state, or a digest of the whole event. */
export function keyOf(change: Change): string {
  const status = objectOf(listOf(change.value['statuses'])[0]);
  const message = objectOf(listOf(change.value['messages'])[0]);
  const statusId = textOf(status['id']);
  if (statusId !== null) {
    const code = textOf(objectOf(listOf(status['errors'])[0])['code']) ?? '';
    return `s ${statusId} ${textOf(status['status']) ?? ''} ${code}`;
  }
  const messageId = textOf(message['id']);
  if (messageId !== null) return `m ${messageId}`;
  return createHash('sha256').update(bodyOf(change)).digest('hex');
}
