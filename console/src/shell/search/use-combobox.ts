import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';

const PAGE = 8;
const MOVES: Readonly<Record<string, { readonly by: number; readonly wraps: boolean }>> = {
  ArrowDown: { by: 1, wraps: true },
  ArrowUp: { by: -1, wraps: true },
  PageDown: { by: PAGE, wraps: false },
  PageUp: { by: -PAGE, wraps: false },
};

interface Choosable {
  readonly key: string;
  readonly choose: () => void;
}

/** State of a text box with a list of results, one of them active: the ARIA combobox, used with the keyboard. */
export interface Combobox {
  readonly listId: string;
  readonly optionId: (key: string) => string;
  readonly active: string | undefined;
  readonly setActive: (key: string) => void;
  /** For the box. Enter is not taken from an input method that is still composing. */
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly box: {
    readonly 'aria-autocomplete': 'list';
    readonly 'aria-controls': string;
    readonly 'aria-activedescendant': string | undefined;
    readonly autoComplete: 'off';
    readonly spellCheck: false;
  };
}

/** @param query the typed text: when it changes, the first result becomes active */
export function useCombobox(results: readonly Choosable[], query: string): Combobox {
  const listId = useId();
  const [chosen, setChosen] = useState({ query, key: results[0]?.key });
  const isKnown = chosen.query === query && results.some(({ key }) => key === chosen.key);
  const active = isKnown ? chosen.key : results[0]?.key;
  const optionId = (key: string) => `${listId}-${results.findIndex((result) => result.key === key)}`;
  const isByKey = useRef(false);

  useEffect(() => {
    // Under a resting pointer the list must not run away.
    if (active !== undefined && isByKey.current) {
      const at = results.findIndex(({ key }) => key === active);
      document.getElementById(`${listId}-${at}`)?.scrollIntoView({ block: 'nearest' });
    }
    isByKey.current = false;
  });

  const step = (by: number, wraps: boolean) => {
    const at = results.findIndex(({ key }) => key === active) + by;
    const last = results.length - 1;
    const next = results[wraps ? (at + results.length) % results.length : Math.max(0, Math.min(at, last))];
    isByKey.current = true;
    setChosen({ query, key: next?.key });
  };
  const act = (key: string): void => {
    const move = MOVES[key];
    if (move) step(move.by, move.wraps);
    else results.find((result) => result.key === active)?.choose();
  };
  return {
    listId,
    optionId,
    active,
    setActive: (key) => setChosen({ query, key }),
    onKeyDown: (event) => {
      const isOurs = event.key === 'Enter' || Object.hasOwn(MOVES, event.key);
      if (!isOurs || event.nativeEvent.isComposing || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      if (results.length > 0) act(event.key);
    },
    box: {
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-activedescendant': active === undefined ? undefined : optionId(active),
      autoComplete: 'off',
      spellCheck: false,
    },
  };
}
