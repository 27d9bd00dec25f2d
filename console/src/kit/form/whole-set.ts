import { useContext, useState } from 'react';
import { CallError } from '../client/call-error.ts';
import { isRecord, isTexts } from '../persisted-state.ts';
import { FormDraftContext } from './draft.ts';
import type { Values } from './values.ts';

/** Sets of ids by the names of their form items, and the digest that the server compares with its current sets. */
export interface FoundSets<Name extends string> {
  readonly digest: string;
  readonly sets: Readonly<Record<Name, readonly string[]>>;
}

/** Applies the additions and removals made to `began` to the current set `now`. */
export function mergedSet(began: readonly string[], chosen: readonly string[], now: readonly string[]): string[] {
  const removed = new Set(began.filter((id) => !chosen.includes(id)));
  const kept = now.filter((id) => !removed.has(id));
  return [...new Set([...kept, ...chosen.filter((id) => !began.includes(id))])];
}

interface WholeSets<Name extends string> {
  /** The sets the form began with, even if newer ones have been loaded since; undefined until loaded. */
  readonly began: FoundSets<Name> | undefined;
  /** The initial value of a form item: the kept draft, else the set the form began with. */
  readonly initial: (name: Name) => string[];
  /** For `onChange` of the form. */
  readonly keep: (changed: Values) => void;
  /** Sends, and detects that another user has changed the sets meanwhile. */
  readonly sending: <Answer>(send: () => Promise<Answer>) => Promise<Answer>;
  readonly isStale: boolean;
  /** Restarts from the current sets; returns them merged with the user's changes. */
  readonly renew: (
    now: FoundSets<Name>,
    chosen: Readonly<Record<Name, readonly string[]>>,
  ) => Readonly<Record<Name, string[]>>;
  /** The key of the form: a renewal creates the form again. */
  readonly round: number;
}

const BEGAN = 'began';

/**
 * State of a form that replaces whole sets. It keeps the set it started from: a later answer or a reload must not make
 * a choice over an older set look like a choice over the new one.
 */
export function useWholeSets<Name extends string>(
  names: readonly Name[],
  found: FoundSets<Name> | undefined,
): WholeSets<Name> {
  const draft = useContext(FormDraftContext);
  const [began, setBegan] = useState<FoundSets<Name> | undefined>(() => {
    const kept = draft?.values()[BEGAN];
    return isFound(kept, names) ? kept : undefined;
  });
  const [chosenBefore, setChosenBefore] = useState<Partial<Record<Name, readonly string[]>>>({});
  const [isStale, setStale] = useState(false);
  const [round, setRound] = useState(0);
  if (!began && found) setBegan(found);
  const keep = (changed: Values) => draft?.merge({ ...changed, [BEGAN]: began });
  return {
    began,
    isStale,
    round,
    keep,
    initial: (name) => {
      const typed = draft?.values()[name];
      return isTexts(typed) ? [...typed] : [...(chosenBefore[name] ?? began?.sets[name] ?? [])];
    },
    sending: async (send) => {
      try {
        return await send();
      } catch (error) {
        if (error instanceof CallError && error.bizCode === 'SET_CHANGED') setStale(true);
        throw error;
      }
    },
    renew: (now, chosen) => {
      const merged = Object.fromEntries(
        names.map((name) => [name, mergedSet(began?.sets[name] ?? [], chosen[name], now.sets[name])]),
      ) as Record<Name, string[]>;
      draft?.merge({ ...merged, [BEGAN]: now });
      setChosenBefore(merged);
      setBegan(now);
      setStale(false);
      setRound(round + 1);
      return merged;
    },
  };
}

const isFound = <Name extends string>(value: unknown, names: readonly Name[]): value is FoundSets<Name> => {
  if (!isRecord(value) || typeof value['digest'] !== 'string') return false;
  const { sets } = value;
  return isRecord(sets) && names.every((name) => isTexts(sets[name]));
};
