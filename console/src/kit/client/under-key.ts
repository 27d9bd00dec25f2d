import { CallError } from './call-error.ts';

/** A call that was sent and had no definite answer: it may have been carried out, and must not be a second time. */
interface Sent {
  /** The call with everything it says: nothing else is its repetition. */
  readonly what: string;
  readonly about: ReadonlySet<string>;
  readonly key: string;
}

const MOST = 100;
let sent: readonly Sent[] = [];

/**
 * Sends something that writes under an idempotency key. The same sent again after no answer, or one that was not the
 * server's own refusal, goes under the same key.
 * @param about what it changes. Whatever else is sent about any of it makes the same again a new wish: of on, off and on
 * the last is no repetition of the first.
 */
export async function underKey<T>(
  what: string,
  about: readonly string[],
  send: (key: string) => Promise<T>,
): Promise<T> {
  const key = sent.find((one) => one.what === what)?.key ?? newIdempotencyKey();
  supersede(about, key);
  sent = [...sent.filter((one) => one.what !== what), { what, about: new Set(about), key }].slice(-MOST);
  const isAnswered = () => {
    sent = sent.filter((one) => one.key !== key);
  };
  try {
    const answer = await send(key);
    isAnswered();
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.isRefusal) isAnswered();
    throw error;
  }
}

/** Forgets what was sent about any of these under another key. */
export function supersede(about: readonly string[], key: string): void {
  sent = sent.filter((one) => one.key === key || !about.some((each) => one.about.has(each)));
}

/** What an input says its call is about: the rows it names, else all the call changes. */
export function subjectsOf(resource: string, name: string, input: Readonly<Record<string, unknown>>): string[] {
  const named = NAMES.flatMap((each) => (input[each] === undefined ? [] : String(input[each]).split(',')));
  return named.length > 0 ? named.map((one) => `${resource} ${one}`) : [`${resource}/${name}`];
}
const NAMES = ['id', 'ids', 'userId', 'userIds', 'taskNo', 'batchNo'] as const;

/** `randomUUID` is missing on plain http addresses of a LAN. */
export function newIdempotencyKey(): string {
  if (typeof crypto.randomUUID === 'function') return crypto.randomUUID();
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
