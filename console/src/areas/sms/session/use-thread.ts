import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import type { CallData } from '@trade-assistant/contract/kit/resource.ts';
import { useCallback, useEffect, useRef, useState } from 'react';
import { call } from '../../../kit/client/call.ts';
import { CallError, messageOf } from '../../../kit/client/call-error.ts';
import { joinRoom, useIsLive } from '../../../kit/realtime/channel.ts';
import { useServerEvent } from '../../../kit/realtime/use-server-event.ts';
import { added, EMPTY_THREAD, type Pending, type ThreadState } from './thread-state.ts';

const PAGE = 50;
const TOGETHER = 200;
/** How often a thread asks for new entries while nothing can be pushed. */
const POLL_MILLIS = 10_000;

type Sent = CallData<typeof smsSession, 'send', 'in'>['entry'];

/** Others wrote meanwhile: how many texts, and who. */
export interface Conflict {
  readonly count: number;
  readonly by: string | null;
}

/**
 * The entries of a session. After a push, a broken connection or a pause it asks for everything after the last entry that it has, so that
 * nothing is missing or shown twice.
 */
export function useThread(id: string) {
  const [state, setState] = useState<ThreadState>(EMPTY_THREAD);
  const [error, setError] = useState<Error | null>(null);
  const [isLoadingOlder, setLoadingOlder] = useState(false);
  const latest = useRef(state);
  const update = useCallback((change: (before: ThreadState) => ThreadState) => {
    latest.current = change(latest.current);
    setState(latest.current);
  }, []);

  const isResuming = useRef(false);
  const isAsked = useRef(false);
  /** Loads the newest entries, or all after the last one; one run at a time, and once more if asked meanwhile. */
  const resume = useCallback(async () => {
    if (isResuming.current) {
      isAsked.current = true;
      return;
    }
    isResuming.current = true;
    try {
      do {
        isAsked.current = false;
        for (let hasNewer = true; hasNewer; ) {
          const { last } = latest.current;
          const page = await call(
            smsSession,
            'messages',
            last === null ? { id, size: PAGE } : { id, after: last, size: TOGETHER },
          );
          update((before) => added(before, page, last === null));
          hasNewer = last !== null && page.hasNewer;
        }
      } while (isAsked.current);
      setError(null);
    } catch (problem) {
      if (problem instanceof Error) setError(problem);
    } finally {
      isResuming.current = false;
    }
  }, [id, update]);

  const older = async () => {
    const [first] = latest.current.entries;
    if (!first || isLoadingOlder) return;
    setLoadingOlder(true);
    try {
      const page = await call(smsSession, 'messages', { id, before: first.id, size: PAGE });
      update((before) => ({
        ...before,
        hasOlder: page.hasOlder,
        entries: [...page.entries, ...before.entries],
      }));
    } catch (problem) {
      if (problem instanceof Error) setError(problem);
    } finally {
      setLoadingOlder(false);
    }
  };

  useEffect(() => {
    void resume();
    return joinRoom(`record:${smsSession.name}:${id}`);
  }, [id, resume]);
  useServerEvent<{ resource?: unknown; id?: unknown }>('record', (changed) => {
    if (changed.resource === smsSession.name && changed.id === id) void resume();
  });
  const isLive = useIsLive((live) => live.isLive);
  useEffect(() => {
    // A connection that came back may have missed entries.
    if (isLive) {
      void resume();
      return;
    }
    const timer = setInterval(() => void resume(), POLL_MILLIS);
    return () => clearInterval(timer);
  }, [isLive, resume]);

  /** Sends a reply or a note; one that fails stays with its reason, and its repetition has the same key. */
  const send = async (given: Pending, isForced: boolean): Promise<{ conflict: Conflict } | { entry: Sent } | null> => {
    const pending = { ...given, begunAt: given.begunAt ?? latest.current.last, problem: null };
    update((before) => ({
      ...before,
      pending: [...before.pending.filter(({ clientKey }) => clientKey !== pending.clientKey), pending],
    }));
    try {
      const { entry } = pending.isNote
        ? await call(smsSession, 'note', { id, text: pending.text, clientKey: pending.clientKey })
        : await call(smsSession, 'send', {
            id,
            text: pending.text,
            clientKey: pending.clientKey,
            lastSeenMessageId: pending.begunAt ?? '0',
            force: isForced,
          });
      // The bubble stays until its entry is loaded, together with the entries between.
      await resume();
      return { entry };
    } catch (problem) {
      const conflict = conflictOf(problem);
      update((before) => ({
        ...before,
        pending: conflict
          ? before.pending.filter(({ clientKey }) => clientKey !== pending.clientKey)
          : before.pending.map((one) =>
              one.clientKey === pending.clientKey ? { ...one, problem: messageOf(problem) } : one,
            ),
      }));
      if (conflict) await resume();
      return conflict ? { conflict } : null;
    }
  };
  const forget = (clientKey: string) =>
    update((before) => ({ ...before, pending: before.pending.filter((one) => one.clientKey !== clientKey) }));

  return { state, error, isLoadingOlder, older: () => void older(), resume, send, forget };
}

/** Returns what others wrote, where that is why a reply was refused. */
function conflictOf(problem: unknown): Conflict | null {
  if (!(problem instanceof CallError) || problem.bizCode !== 'STALE_DATA') return null;
  const { newMessages = 1, by = null } = (problem.data ?? {}) as { newMessages?: number; by?: string | null };
  return { count: newMessages, by };
}
