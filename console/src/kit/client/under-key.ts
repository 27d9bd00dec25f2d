import { readStored, UNANSWERED, writeStored } from '../storage.ts';
import { CallError } from './call-error.ts';
import { onOwnerChange, ownerOf, useSession } from './session.ts';

/** A call that was sent and had no definite answer: it may have been carried out, and must not be a second time. */
interface SentAttempt {
  /** The call with its whole input: only an identical call is a repetition. */
  readonly what: string;
  readonly about: readonly string[];
  readonly key: string;
}

const MOST = 100;
/** Longest text kept over a reload, in UTF-16 units: all texts must fit into the window's storage. */
const MAX_LENGTH = 10_000;

let sent: readonly SentAttempt[] = load();

/** Kept over a reload: a user without an answer reloads the page and tries again. */
function setSent(next: readonly SentAttempt[]): void {
  sent = next.slice(-MOST);
  const by = ownerOf(useSession.getState());
  const short = sent.filter(({ what, about }) => what.length + about.join('').length <= MAX_LENGTH);
  writeStored(UNANSWERED, by === null || short.length === 0 ? undefined : { by, sent: short }, 'session');
}

function load(): readonly SentAttempt[] {
  const kept = readStored<{ by?: unknown; sent?: unknown }>(UNANSWERED);
  if (typeof kept !== 'object' || kept === null || !Array.isArray(kept.sent)) return [];
  return kept.by === ownerOf(useSession.getState()) ? kept.sent.filter(isSent) : [];
}

// A hoisted declaration: the storage is read while this module is still being evaluated.
function isSent(value: unknown): value is SentAttempt {
  if (typeof value !== 'object' || value === null) return false;
  const { what, about, key } = value as Partial<Record<keyof SentAttempt, unknown>>;
  return typeof what === 'string' && typeof key === 'string' && Array.isArray(about);
}

onOwnerChange(() => setSent([]));

/**
 * Sends a writing call under an idempotency key. The same call is sent under the same key again after no answer, or
 * after an error that is not the server's own refusal.
 * @param about the objects the call changes. Any other call about one of them gives a later repetition a new key: in
 * the sequence on, off, on the third call does not repeat the first.
 */
export async function underKey<T>(
  what: string,
  about: readonly string[],
  send: (key: string) => Promise<T>,
): Promise<T> {
  const key = sent.find((one) => one.what === what)?.key ?? newIdempotencyKey();
  supersede(about, key);
  setSent([...sent.filter((one) => one.what !== what), { what, about, key }]);
  const isAnswered = () => setSent(sent.filter((one) => one.key !== key));
  try {
    const answer = await send(key);
    isAnswered();
    return answer;
  } catch (error) {
    if (error instanceof CallError && error.isRefusal) isAnswered();
    throw error;
  }
}

/** Forgets attempts about any of these objects under another key. */
export function supersede(about: readonly string[], key: string): void {
  const kept = sent.filter((one) => one.key === key || !about.some((each) => one.about.includes(each)));
  if (kept.length < sent.length) setSent(kept);
}

/** Returns the objects of a call: the rows named in its input, else everything the call changes. */
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
