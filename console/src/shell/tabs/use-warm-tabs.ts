import { startTransition, useEffect, useLayoutEffect, useState } from 'react';
import { isAbove } from '../../kit/keys.ts';

/** Number of hidden pages that stay awake, for a time after the last of them was left. */
const MOST = 2;
const AWAKE_MILLIS = 60_000;

const NONE: readonly string[] = [];

/** Returns the paths of the pages left last: they keep their effects, so that showing them again takes no time. */
export function useWarmTabs(shown: string): readonly string[] {
  const [{ before, awake }, setState] = useState({ before: shown, awake: NONE });
  if (before !== shown) {
    const left = [before, ...awake.filter((path) => path !== before && path !== shown)];
    setState({ before: shown, awake: left.slice(0, MOST) });
  }
  const sleep = () => setState((state) => (state.awake === NONE ? state : { ...state, awake: NONE }));

  // A page's panels and dialogs are elsewhere in the document: only sleep hides them together with the page.
  // biome-ignore lint/correctness/useExhaustiveDependencies: judged when another page is shown, not at every drawing
  useLayoutEffect(() => {
    if (isAbove('page')) sleep();
  }, [shown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: counted from when another page was shown
  useEffect(() => {
    const timer = setTimeout(() => startTransition(sleep), AWAKE_MILLIS);
    return () => clearTimeout(timer);
  }, [shown]);
  return awake;
}
