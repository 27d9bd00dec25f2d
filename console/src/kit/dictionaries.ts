import { type Dictionary, type DictionaryEntry, labelled } from '@trade-assistant/contract/kit/dictionary.ts';
import { create } from 'zustand';

interface KnownDictionaries {
  /** The version of the answer; empty until the server has answered. */
  readonly version: string;
  readonly entries: Readonly<Record<string, readonly DictionaryEntry[]>>;
  /** Key (`flow_desk/approval`) → address. */
  readonly routes: Readonly<Record<string, string>>;
}

/** Names of values and screens of documents as operators configured them; as declared until the server has answered. */
const useKnown = create<KnownDictionaries>(() => ({ version: '', entries: {}, routes: {} }));

const made = new WeakMap<Dictionary, { readonly from: readonly DictionaryEntry[]; readonly made: Dictionary }>();

/** A dictionary as it is now, outside of React. */
export function currentDictionary<D extends Dictionary>(dictionary: D): D {
  const { entries } = useKnown.getState();
  const from = Object.hasOwn(entries, dictionary.code) ? entries[dictionary.code] : undefined;
  if (!from) return dictionary;
  const known = made.get(dictionary);
  if (known?.from === from) return known.made as D;
  const now = labelled(dictionary, from);
  made.set(dictionary, { from, made: now });
  return now;
}

/** A dictionary as it is now: names, order and colours, entries of operators' own, and which are sealed. */
export function useDictionary<D extends Dictionary>(dictionary: D): D {
  useKnown(({ entries }) => entries[dictionary.code]);
  return currentDictionary(dictionary);
}

/** Draws again whenever any of them changes, where several are read with `currentDictionary`. */
export const useDictionaryVersion = (): string => useKnown(({ version }) => version);

/**
 * Returns the address of a document: its own, replaced by the screen that operators set for its type; undefined without
 * both.
 */
export function documentAddress(type: string | null | undefined, own: string | null | undefined): string | undefined {
  const named = type ? useKnown.getState().routes[`flow_${type}`] : undefined;
  // Never another host: addresses of this console start with exactly one slash.
  if (!named || !/^\/(?![/\\])/.test(named)) return own ?? undefined;
  const [path = '/', defined = ''] = named.split('?');
  const query = new URLSearchParams(defined);
  for (const [name, value] of new URLSearchParams(own?.split('?')[1] ?? '')) query.set(name, value);
  return query.size === 0 ? path : `${path}?${query}`;
}

/** The current answer of the server. */
export const setKnownDictionaries = (known: KnownDictionaries): void => useKnown.setState(known);

/** Returns the version of the latest names; empty before the first answer. */
export const knownVersion = (): string => useKnown.getState().version;
