import { useMemo } from 'react';
import { readPreference, setPreference, usePreference } from '../../kit/preferences.ts';

const KEY = 'notices.read';
/** Twice as many as are ever shown: older notices need no mark. */
const KEPT_MOST = 100;
const NONE: readonly string[] = [];
const isListOfIds = (value: unknown): boolean => Array.isArray(value) && value.every((id) => typeof id === 'string');

/** Returns the notices the user has opened, in this or another browser. */
export function useReadNotices(): ReadonlySet<string> {
  const [ids] = usePreference(KEY, NONE, isListOfIds);
  return useMemo(() => new Set(ids), [ids]);
}

/** Remembers that a notice was opened. */
export function markNoticeRead(id: string): void {
  const ids = readPreference(KEY, NONE, isListOfIds);
  if (!ids.includes(id)) setPreference(KEY, [...ids, id].slice(-KEPT_MOST));
}
