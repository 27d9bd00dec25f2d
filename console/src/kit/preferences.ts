import { useCallback } from 'react';
import { create } from 'zustand';
import { readStored, storageKey, writeStored } from './storage.ts';

/** A preference: any JSON value. */
export type PreferenceValue = string | number | boolean | null | readonly PreferenceValue[] | PreferenceRecord;
export interface PreferenceRecord {
  readonly [name: string]: PreferenceValue | undefined;
}

/** The preferences of the user as known to this browser. */
export interface KeptPreferences {
  /** Their user; null until a user has signed in here. */
  readonly owner: string | null;
  readonly values: Readonly<Record<string, PreferenceValue>>;
  /** Changed keys not sent to the server yet. A key without a value was removed. */
  readonly unsent: readonly string[];
}

const NAME = 'preferences';

/** Kept in the browser too, so that the first picture already looks as its user wants it. */
export const usePreferenceStore = create<KeptPreferences>(() => parsePreferences(readStored(NAME)));

/**
 * Returns a preference of the signed-in user and its setter: `const [density, setDensity] = usePreference('density',
 * 'middle')`. The server stores it for the user, and the browser at once; the last change of a key wins. Keys are words
 * joined by `.`, `:`, `/` or `-` (`list:user/country`), at most 100 characters, values at most 8 kB as JSON.
 *
 * `undefined` removes the choice. A kept value of another kind than the fallback, or refused by `isValid`, is replaced by
 * the fallback.
 *
 * @public
 */
export function usePreference<T extends PreferenceValue>(
  key: string,
  fallback: T,
  isValid?: (value: PreferenceValue) => boolean,
): readonly [T, (next: T | undefined) => void] {
  const kept = usePreferenceStore(({ values }) => values[key]);
  const change = useCallback((next: T | undefined) => setPreference(key, next), [key]);
  return [fitting(kept, fallback, isValid), change];
}

/** A preference outside of React; see `usePreference`. */
export const readPreference = <T extends PreferenceValue>(
  key: string,
  fallback: T,
  isValid?: (value: PreferenceValue) => boolean,
): T => fitting(usePreferenceStore.getState().values[key], fallback, isValid);

/** Changes a preference outside of React; `undefined` forgets it. */
export function setPreference(key: string, next: PreferenceValue | undefined): void {
  const { owner, values, unsent } = usePreferenceStore.getState();
  if (Object.is(values[key], next)) return;
  const { [key]: _before, ...others } = values;
  keepPreferences({
    owner,
    values: next === undefined ? others : { ...others, [key]: next },
    unsent: unsent.includes(key) ? unsent : [...unsent, key],
  });
}

/** Replaces all that is known, here and in the browser's storage. */
export function keepPreferences(next: KeptPreferences): void {
  usePreferenceStore.setState(next, true);
  writeStored(NAME, next);
}

/** Follows preferences kept by other tabs. Returns a function that stops it. */
export function followKeptPreferences(): () => void {
  const follow = ({ key }: StorageEvent) => {
    if (key === storageKey(NAME)) usePreferenceStore.setState(parsePreferences(readStored(NAME)), true);
  };
  window.addEventListener('storage', follow);
  return () => window.removeEventListener('storage', follow);
}

function fitting<T extends PreferenceValue>(
  kept: PreferenceValue | undefined,
  fallback: T,
  isValid: ((value: PreferenceValue) => boolean) | undefined,
): T {
  if (kept === undefined) return fallback;
  const fits = isValid ? isValid(kept) : kindOf(kept) === kindOf(fallback);
  return fits ? (kept as T) : fallback;
}

const kindOf = (value: PreferenceValue): string =>
  value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;

// A hoisted declaration: the store reads the storage while this module is still being evaluated.
function parsePreferences(kept: unknown): KeptPreferences {
  const { owner, values, unsent } = (isRecord(kept) ? kept : {}) as Record<string, unknown>;
  return {
    owner: typeof owner === 'string' ? owner : null,
    values: isRecord(values) ? (values as KeptPreferences['values']) : {},
    unsent: Array.isArray(unsent) ? unsent.filter((key) => typeof key === 'string') : [],
  };
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
