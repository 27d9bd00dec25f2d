/** Prefix of all our entries in the browser, so that clearing them leaves other entries alone. */
const PREFIX = 'trade-assistant:';

/** `local` is permanent, `session` belongs to one window and ends with it. */
export type Place = 'local' | 'session';

/** A stored entry: the value, its kind and the time it was written. */
interface Entry {
  readonly content: unknown;
  readonly dataType: string;
  /** Milliseconds since the epoch. */
  readonly datetime: number;
}

/** Name of the entry that keeps input and selections of this window; removed at sign-out. */
export const KEPT = 'kept';
/** Name of the entry with requests that this window sent and that have no answer yet. */
export const UNANSWERED = 'unanswered';
/** Prefix of unsent messages' entries; they are removed when their writer signs out. */
export const MESSAGE_DRAFTS = 'messages:draft:';

/** The full storage key of one of our entries. */
export const storageKey = (name: string): string => PREFIX + name;

/**
 * Reads an entry: the window's own first, then the browser's. Undefined when it is missing, unreadable, of another
 * kind, or storage is forbidden (private windows). Plain JSON left by another version is read unchanged.
 */
export function readStored<T>(name: string): T | undefined {
  for (const place of ['session', 'local'] as const) {
    const found = readAt(name, place);
    if (found !== undefined) return found.content as T;
  }
  return undefined;
}

/** Returns the time an entry was written; undefined when it is missing or has none. */
export function storedAt(name: string): Date | undefined {
  const found = readAt(name, 'session') ?? readAt(name, 'local');
  return found?.datetime ? new Date(found.datetime) : undefined;
}

/** Writes an entry, or removes it for undefined. A full or forbidden storage only costs the memory of it: false then. */
export function writeStored(name: string, value: unknown, place: Place = 'local'): boolean {
  try {
    const entry: Entry = { content: value, dataType: kindOf(value), datetime: Date.now() };
    if (value === undefined) storageOf(place).removeItem(storageKey(name));
    else storageOf(place).setItem(storageKey(name), JSON.stringify(entry));
    return true;
  } catch {
    // The page works without remembering.
    return false;
  }
}

/** Removes all our entries whose names have this prefix, in both places. */
export function clearStored(beginning: string): void {
  for (const place of ['session', 'local'] as const) {
    try {
      const storage = storageOf(place);
      const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
      for (const key of keys) if (key.startsWith(storageKey(beginning))) storage.removeItem(key);
    } catch {
      // Nothing can be stored, so there is nothing to clear.
    }
  }
}

function readAt(name: string, place: Place): Entry | undefined {
  try {
    const text = storageOf(place).getItem(storageKey(name));
    if (text === null) return undefined;
    const value: unknown = JSON.parse(text);
    if (!isEntry(value)) return { content: value, dataType: kindOf(value), datetime: 0 };
    return value.dataType === kindOf(value.content) ? value : undefined;
  } catch {
    return undefined;
  }
}

// Read at each use: even naming a forbidden storage throws.
const storageOf = (place: Place): Storage => (place === 'local' ? localStorage : sessionStorage);

const kindOf = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

const isEntry = (value: unknown): value is Entry =>
  typeof value === 'object' &&
  value !== null &&
  'content' in value &&
  'dataType' in value &&
  'datetime' in value &&
  typeof value.datetime === 'number';
