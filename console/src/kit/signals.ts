import { readStored, storageKey, writeStored } from './storage.ts';

type Handler = (payload: unknown) => void;

const handlers = new Map<string, Set<Handler>>();
const entry = (name: string): string => `signal:${name}`;

/** Notifies every window of this browser: this one at once, the others through the storage. */
export function raiseSignal(name: string, payload: unknown): void {
  // The time makes a repeated signal a change, which the other windows notice.
  writeStored(entry(name), { payload, at: Date.now(), by: Math.random() });
  for (const handler of handlers.get(name) ?? []) handler(payload);
}

/** Calls `handler` for every such signal of any window of this browser. Returns a function that unsubscribes. */
export function onSignal<P>(name: string, handler: (payload: P) => void): () => void {
  const known = handlers.get(name) ?? new Set();
  handlers.set(name, known);
  known.add(handler as Handler);
  const follow = ({ key, newValue }: StorageEvent) => {
    if (key !== storageKey(entry(name)) || newValue === null) return;
    const told = readStored<{ payload?: unknown }>(entry(name));
    if (told) handler(told.payload as P);
  };
  window.addEventListener('storage', follow);
  return () => {
    known.delete(handler as Handler);
    window.removeEventListener('storage', follow);
  };
}
