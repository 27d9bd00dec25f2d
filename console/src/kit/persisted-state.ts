import { createContext, useContext, useState } from 'react';
import { onOwnerChange, ownerOf, useSession } from './client/session.ts';
import { KEPT, readStored, writeStored } from './storage.ts';

/**
 * State of pages beside their address: input, selection, open parts and scroll positions. It survives a lock, which
 * unmounts the pages, in memory, and a reload in the window's session storage, under its user's name. It is removed
 * when its user signs out or another one signs in, and with its tab; an expired session keeps it.
 */
type Values = Readonly<Record<string, unknown>>;

/** In milliseconds. Saved after this time without a change, and when the page is left. */
const QUIET_MILLIS = 300;
/** Longest saved text, in UTF-16 units: a window has room for five million. */
const MAX_LENGTH = 500_000;
/** Prefix of entries that the user would lose by closing the tab. */
const DRAFT = 'draft:';

let tabs = load();
/** Names of drafts by tab that no storage keeps. */
let risks: readonly string[] = [];
let timer: ReturnType<typeof setTimeout> | undefined;

/** Where the page of one tab keeps its state. */
export interface KeptPlace {
  /** The value kept under a name; undefined when missing or invalid. */
  readonly read: <T>(name: string, isFit: (value: unknown) => value is T) => T | undefined;
  /** Keeps a JSON value, or the result of a function called when saving; undefined forgets. */
  readonly write: (name: string, value: unknown) => void;
  /**
   * The same for drafts, which are not lost without a question; `isSafe` is false for values that no storage may keep.
   */
  readonly writeDraft: (name: string, value: unknown, isSafe?: boolean) => void;
  readonly readDraft: KeptPlace['read'];
  /** Names of the drafts. */
  readonly drafts: () => readonly string[];
}

/** The place of a tab, by its path. */
export function keptPlace(path: string): KeptPlace {
  const write = (name: string, value: unknown) => {
    const { [name]: before, ...others } = tabs[path] ?? {};
    if (before === value && typeof value !== 'function') return;
    tabs = { ...tabs, [path]: value === undefined ? others : { ...others, [name]: value } };
    timer ??= setTimeout(saveKept, QUIET_MILLIS);
  };
  const read: KeptPlace['read'] = (name, isFit) => {
    const value = tabs[path]?.[name];
    return isFit(value) ? value : undefined;
  };
  return {
    read,
    write,
    readDraft: (name, isFit) => read(DRAFT + name, isFit),
    drafts: () =>
      Object.keys(tabs[path] ?? {}).flatMap((name) => (name.startsWith(DRAFT) ? [name.slice(DRAFT.length)] : [])),
    writeDraft: (name, value, isSafe = true) => {
      const risk = `${path} ${name}`;
      risks = risks.filter((one) => one !== risk);
      if (!isSafe) risks = [...risks, risk];
      write(DRAFT + name, value);
    },
  };
}

const KeptPlaceContext = createContext(keptPlace(''));
/** Gives the pages inside their place in the kept state. */
export const KeptPlaceProvider = KeptPlaceContext.Provider;
export const useKeptPlace = (): KeptPlace => useContext(KeptPlaceContext);

/** State of a page that survives a lock and a reload. Values are JSON. */
export function usePersistedState<T>(
  name: string,
  initial: T,
  isFit: (value: unknown) => value is T,
): [T, (next: T) => void] {
  const place = useKeptPlace();
  const [value, setValue] = useState<T>(() => place.read(name, isFit) ?? initial);
  const set = (next: T) => {
    place.write(name, next);
    setValue(next);
  };
  return [value, set];
}

/** Returns whether closing a tab would lose a draft. */
export const hasDraft = (path: string): boolean => Object.keys(tabs[path] ?? {}).some((name) => name.startsWith(DRAFT));

/** Forgets the kept state of the tabs that `isGone` matches. */
export function forgetKept(isGone: (path: string) => boolean): void {
  const left = Object.entries(tabs).filter(([path]) => !isGone(path));
  if (left.length === Object.keys(tabs).length) return;
  tabs = Object.fromEntries(left);
  risks = risks.filter((risk) => !isGone(risk.split(' ')[0] ?? ''));
  saveKept();
}

/** @returns whether all drafts are safe */
function saveKept(): boolean {
  clearTimeout(timer);
  timer = undefined;
  let isSafe = risks.length === 0;
  const saved: Record<string, Values> = {};
  for (const [path, values] of Object.entries(tabs)) {
    const short = Object.entries(values).flatMap(([name, value]) => {
      const now: unknown = typeof value === 'function' ? value() : value;
      const fits = (JSON.stringify(now)?.length ?? 0) <= MAX_LENGTH;
      if (!fits && name.startsWith(DRAFT)) isSafe = false;
      return fits ? [[name, now] as const] : [];
    });
    if (short.length > 0) saved[path] = Object.fromEntries(short);
  }
  const by = ownerOf(useSession.getState());
  if (by === null || Object.keys(saved).length === 0) writeStored(KEPT, undefined, 'session');
  else if (!writeStored(KEPT, { by, tabs: saved }, 'session')) {
    writeStored(KEPT, undefined, 'session');
    isSafe &&= !Object.keys(tabs).some(hasDraft);
  }
  return isSafe;
}

function load(): Readonly<Record<string, Values>> {
  const kept = readStored<unknown>(KEPT);
  const by = ownerOf(useSession.getState());
  if (isRecord(kept) && by !== null && kept.by === by && isRecord(kept.tabs))
    return Object.fromEntries(
      Object.entries(kept.tabs).filter((entry): entry is [string, Values] => isRecord(entry[1])),
    );
  // State of another user is discarded.
  if (kept !== undefined) writeStored(KEPT, undefined, 'session');
  return {};
}

// A hoisted declaration: the storage is read while this module is still being evaluated.
export function isRecord(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export const isTexts = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string');

onOwnerChange(() => forgetKept(() => true));
globalThis.addEventListener?.('pagehide', saveKept);
// Leaving asks first only where something would really be lost.
globalThis.addEventListener?.('beforeunload', (event) => {
  if (!saveKept()) event.preventDefault();
});
