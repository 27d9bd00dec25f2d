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
    import('pinyin-match').then(
      ({ default: pinyin }) => {
        loaded = pinyin.match;
        if (isHere) setMatch(() => pinyin.match);
      },
      () => undefined,
    );
    return () => {
      isHere = false;
    };
  }, [isWanted]);
  return match;
}
