import { useMemo } from 'react';
import { readPreference, setPreference, usePreference } from '../../kit/preferences.ts';

const KEY = 'notices.read';
/** Twice as many as are ever shown: what is older no longer needs a mark. */
const KEPT_MOST = 100;
const NONE: readonly string[] = [];
const isListOfIds = (value: unknown): boolean => Array.isArray(value) && value.every((id) => typeof id === 'string');

/** The notices somebody has opened, here or at another browser. */
export function useReadNotices(): ReadonlySet<string> {
  const [ids] = usePreference(KEY, NONE, isListOfIds);
  return useMemo(() => new Set(ids), [ids]);
}

/** Remembers that a notice was opened. */
export function markNoticeRead(id: string): void {
  const ids = readPreference(KEY, NONE, isListOfIds);
  if (!ids.includes(id)) setPreference(KEY, [...ids, id].slice(-KEPT_MOST));
}
