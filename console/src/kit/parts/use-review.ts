import { useRef, useState } from 'react';
import { CallError, messageOf } from '../client/call-error.ts';
import { newIdempotencyKey } from '../client/under-key.ts';
import { useEvent } from '../use-event.ts';

export interface Reviewed {
  readonly id: string;
}

/** Sends a decision about one item under an idempotency key. `reason` is null for an approval. */
export type Decide<I> = (item: I, reason: string | null, idempotencyKey: string) => Promise<unknown>;

interface Review<I> {
  /** The one to decide about; undefined when none is left. */
  readonly current: I | undefined;
  readonly previous: I | undefined;
  /** The one after it, to be loaded ahead. */
  readonly next: I | undefined;
  /** Position of the current item, including decided ones. */
  readonly place: number;
  readonly count: number;
  readonly step: (by: 1 | -1) => void;
  /** Moves to the next item at once; a failed decision restores its item with the reason. */
  readonly decide: (reason: string | null) => void;
  /** Why the decision about the current item failed. */
  readonly problem: string | undefined;
  /** How many others have such a problem, and the way to the first of them. */
  readonly failed: number;
  readonly showFailed: () => void;
}

/** One item at a time out of a list that may be requested again meanwhile. */
export function useReview<I extends Reviewed>(items: readonly I[], onDecide: Decide<I>): Review<I> {
  const [decided, setDecided] = useState<ReadonlySet<string>>(new Set());
  const [problems, setProblems] = useState<ReadonlyMap<string, string>>(new Map());
  const [currentId, setCurrentId] = useState<string>();
  const [lastPlace, setLastPlace] = useState(0);
  /** By decision: repeating one after no answer is the same attempt. */
  const keys = useRef(new Map<string, string>());
  const left = items.filter(({ id }) => !decided.has(id));
  const found = left.findIndex(({ id }) => id === currentId);
  // When the current entry has left the queue, take the one in its place.
  const at = found >= 0 ? found : Math.max(0, Math.min(lastPlace, left.length - 1));
  const current = left[at];

  const go = (index: number) => {
    const target = left[index];
    if (!target) return;
    setCurrentId(target.id);
    setLastPlace(index);
  };
  const send = async (item: I, reason: string | null) => {
    const what = JSON.stringify([item.id, reason]);
    const key = keys.current.get(what) ?? newIdempotencyKey();
    keys.current.set(what, key);
    try {
      await onDecide(item, reason, key);
      keys.current.delete(what);
    } catch (error) {
      if (error instanceof CallError && error.isRefusal) keys.current.delete(what);
      setProblems((before) => new Map(before).set(item.id, messageOf(error)));
      setDecided((before) => without(before, item.id));
    }
  };
  const decide = useEvent((reason: string | null) => {
    if (!current) return;
    setDecided((before) => new Set(before).add(current.id));
    setProblems((before) => new Map([...before].filter(([id]) => id !== current.id)));
    setCurrentId(left[at + 1]?.id ?? left[at - 1]?.id);
    setLastPlace(at);
    void send(current, reason);
  });
  const others = left.filter(({ id }) => id !== current?.id && problems.has(id));
  return {
    current,
    previous: left[at - 1],
    next: left[at + 1],
    place: decided.size + at + 1,
    count: decided.size + left.length,
    step: useEvent((by) => go(at + by)),
    decide,
    problem: current && problems.get(current.id),
    failed: others.length,
    showFailed: useEvent(() => go(left.findIndex(({ id }) => id === others[0]?.id))),
  };
}

const without = (ids: ReadonlySet<string>, gone: string): ReadonlySet<string> =>
  new Set([...ids].filter((id) => id !== gone));
