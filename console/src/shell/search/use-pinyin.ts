import type { match } from 'pinyin-pro';
import { useEffect, useState } from 'react';
import type { MatchPinyin } from './find.ts';

let loaded: MatchPinyin | undefined;

/** Returns the pinyin of all characters, fetched when the first Latin letter is typed; undefined until then. */
export function usePinyin(query: string): MatchPinyin | undefined {
  const [match, setMatch] = useState(() => loaded);
  const isWanted = !match && /[a-z]/i.test(query);
  useEffect(() => {
    if (!isWanted) return;
    let isHere = true;
    // Without it names are still found by their characters and in the other language.
    import('pinyin-pro').then(
      (library) => {
        loaded = rangesOf(library.match);
        if (isHere) setMatch(() => loaded);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return match;
}

/** Returns a search by the library for neighbouring characters, each by its pinyin or its initial, the last by a part of it. */
export const rangesOf =
  (find: typeof match): MatchPinyin =>
  (text, query) => {
    const places = find(text, query, { continuous: true }) ?? [];
    const [first] = places;
    return first === undefined ? false : [first, places.at(-1) ?? first];
  };
