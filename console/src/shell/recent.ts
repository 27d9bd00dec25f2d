import { useEffect } from 'react';
import { create } from 'zustand';
import { useSession } from '../kit/client/session.ts';
import { readStored, writeStored } from '../kit/storage.ts';

const NAME = 'recent';
const MOST = 12;

interface Recent {
  readonly owner: string;
  /** Addresses of screens, the latest first. */
  readonly paths: readonly string[];
}

/** Where the user of this browser has been; the next user starts with nothing. */
export const useRecent = create<Recent>(() => parseRecent(readStored(NAME)));

/** Remembers the screen at an address as the latest one. */
export function useRememberedScreen(path: string): void {
  const userId = useSession(({ user }) => user?.userId);
  useEffect(() => {
    if (userId) remember(userId, path);
  }, [userId, path]);
}

function remember(owner: string, path: string): void {
  const before = useRecent.getState();
  const paths = before.owner === owner ? before.paths : [];
  if (before.owner === owner && paths[0] === path) return;
  const after = { owner, paths: [path, ...paths.filter((other) => other !== path)].slice(0, MOST) };
  useRecent.setState(after, true);
  writeStored(NAME, after);
}

function parseRecent(kept: unknown): Recent {
  const { owner, paths } = (kept ?? {}) as Record<string, unknown>;
  const isWhole = typeof owner === 'string' && Array.isArray(paths);
  return isWhole ? { owner, paths: paths.filter((path) => typeof path === 'string') } : { owner: '', paths: [] };
}
