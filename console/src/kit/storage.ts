/** Everything the browser keeps for us lies under one prefix, so that clearing it touches nobody else's entries. */
const PREFIX = 'trade-assistant:';

/** The full storage key of one of our entries. */
export const storageKey = (name: string): string => PREFIX + name;

/** Reads a JSON entry; undefined when it is missing, unreadable, or storage is forbidden (private windows). */
export function readStored<T>(name: string): T | undefined {
  try {
    const text = localStorage.getItem(storageKey(name));
    return text === null ? undefined : (JSON.parse(text) as T);
  } catch {
    return undefined;
  }
}

/** Writes a JSON entry, or removes it for undefined. A full or forbidden storage only costs the memory of it. */
export function writeStored(name: string, value: unknown): void {
  try {
    if (value === undefined) localStorage.removeItem(storageKey(name));
    else localStorage.setItem(storageKey(name), JSON.stringify(value));
  } catch {
    // The page works without remembering.
  }
}
