import { useMemo, useState } from 'react';
import { useLocale, useText } from '../../kit/i18n.ts';
import { NamedIcon } from '../../kit/icons/named-icon.tsx';
import '../../kit/icons/page-icons.ts';
import type { MenuPlace } from '../navigation/menu.ts';
import { words } from '../words.ts';
import { Overlay } from './overlay.tsx';
import { closeOverlay } from './overlays.ts';
import { useScreenResults } from './use-screen-results.ts';

/** Every screen of the menu at a glance, and a box that narrows them down. */
export default function MenuSearch({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const locale = useLocale();
  const [query, setQuery] = useState('');
  const found = useScreenResults(places, query, closeOverlay);
  const results = useMemo(
    () =>
      found.map(({ entry, ...result }) => ({
        ...result,
        icon: <NamedIcon name={entry.icon} />,
        // Results are ordered by rank, so their groups are beside them instead of above.
        heading: query.trim() ? '' : (entry.group?.[locale] ?? ''),
        note: query.trim() ? entry.group?.[locale] : undefined,
      })),
    [found, query, locale],
  );
  return (
    <Overlay
      label={t(words.search)}
      placeholder={t(words.searchHint)}
      query={query}
      onQuery={setQuery}
      results={results}
      isWide
    />
  );
}
