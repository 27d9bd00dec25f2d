import { useMemo } from 'react';
import { useLocale } from '../../kit/i18n.ts';
import type { MenuPlace } from '../navigation/menu.ts';
import { type SearchEntry, searchEntries } from './entries.ts';
import { findMatches, type MatchRange } from './find.ts';
import { useGoTo } from './use-go-to.ts';
import { usePinyin } from './use-pinyin.ts';

export interface ScreenResult {
  readonly key: string;
  readonly title: string;
  readonly span: MatchRange | undefined;
  readonly rank: number;
  readonly entry: SearchEntry;
  readonly choose: () => void;
}

/** Returns the screens that match a query, best first; choosing one calls `before` and opens it. */
export function useScreenResults(places: readonly MenuPlace[], query: string, before: () => void): ScreenResult[] {
  const locale = useLocale();
  const goTo = useGoTo();
  const matchPinyin = usePinyin(query);
  const entries = useMemo(() => searchEntries(places, locale), [places, locale]);
  return useMemo(
    () =>
      findMatches(entries, query, matchPinyin).map(({ item, span, rank }) => ({
        key: `screen:${item.key}`,
        title: item.names[0] ?? '',
        span,
        rank,
        entry: item,
        choose: () => {
          before();
          goTo(item.target);
        },
      })),
    [entries, query, matchPinyin, before, goTo],
  );
}
