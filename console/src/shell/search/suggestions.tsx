import { useMemo, useRef, useState } from 'react';
import { useLocale, useText } from '../../kit/i18n.ts';
import { NamedIcon } from '../../kit/icons/named-icon.tsx';
import '../../kit/icons/page-icons.ts';
import type { MenuPlace } from '../navigation/menu.ts';
import { words } from '../words.ts';
import { ResultList } from './result-list.tsx';
import styles from './top-search.module.css';
import { useCombobox } from './use-combobox.ts';
import { useScreenResults } from './use-screen-results.ts';

/** More would be a list to read instead of a suggestion. */
const MOST = 10;

export interface SuggestionsProps {
  readonly places: readonly MenuPlace[];
  readonly query: string;
  readonly onQuery: (query: string) => void;
}

/** The search box of the top bar with its suggestions. It takes over the focus from the plain box before it. */
export default function Suggestions({ places, query, onQuery }: SuggestionsProps) {
  const t = useText();
  const locale = useLocale();
  const input = useRef<HTMLInputElement>(null);
  const [isOpen, setOpen] = useState(true);
  const leave = useMemo(
    () => () => {
      onQuery('');
      input.current?.blur();
    },
    [onQuery],
  );
  const found = useScreenResults(places, query, leave);
  const results = useMemo(
    () =>
      found.slice(0, MOST).map(({ entry, ...result }) => ({
        ...result,
        icon: <NamedIcon name={entry.icon} />,
        heading: '',
        note: entry.group?.[locale],
      })),
    [found, locale],
  );
  const combobox = useCombobox(results, query);
  const isShown = isOpen && query.trim() !== '';
  return (
    <>
      <input
        ref={input}
        role="combobox"
        {...combobox.box}
        // biome-ignore lint/a11y/noAutofocus: it replaces the box that just received the focus
        autoFocus
        aria-expanded={isShown}
        aria-activedescendant={isShown ? combobox.box['aria-activedescendant'] : undefined}
        aria-label={t(words.search)}
        placeholder={t(words.search)}
        maxLength={100}
        value={query}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onChange={(event) => {
          setOpen(true);
          onQuery(event.target.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && !event.nativeEvent.isComposing) leave();
          else combobox.onKeyDown(event);
        }}
      />
      {isShown ? (
        <div className={styles.suggestions}>
          {results.length > 0 ? (
            <ResultList combobox={combobox} label={t(words.search)} results={results} />
          ) : (
            <p className={styles.nothing} role="status">
              {t(words.searchNothing, { query: query.trim() })}
            </p>
          )}
        </div>
      ) : null}
    </>
  );
}
