import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { type ComponentType, useRef, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { MAIN_KEY } from '../keys/main-key.ts';
import type { MenuPlace } from '../navigation/menu.ts';
import { words } from '../words.ts';
import { openPalette } from './overlays.ts';
import type { SuggestionsProps } from './suggestions.tsx';
import styles from './top-search.module.css';

const KEYS = `${MAIN_KEY} K`;

/** The search box in the top bar. Its suggestions load at the first focus; text typed meanwhile is kept. */
export function TopSearch({ places }: { places: readonly MenuPlace[] }) {
  const t = useText();
  const [query, setQuery] = useState('');
  const [Suggestions, setSuggestions] = useState<ComponentType<SuggestionsProps>>();
  const isAskedFor = useRef(false);
  const askForSuggestions = () => {
    if (isAskedFor.current) return;
    isAskedFor.current = true;
    import('./suggestions.tsx').then(
      (module) => setSuggestions(() => module.default),
      () => {
        isAskedFor.current = false;
      },
    );
  };
  return (
    <div className={styles.search}>
      <SearchOutlined aria-hidden="true" />
      {Suggestions ? (
        <Suggestions places={places} query={query} onQuery={setQuery} />
      ) : (
        <input
          role="combobox"
          aria-expanded={false}
          aria-label={t(words.search)}
          placeholder={t(words.search)}
          maxLength={100}
          value={query}
          onFocus={askForSuggestions}
          onChange={(event) => setQuery(event.target.value)}
        />
      )}
      <button type="button" title={t(words.palette)} aria-label={`${t(words.palette)} ${KEYS}`} onClick={openPalette}>
        <kbd>{KEYS}</kbd>
      </button>
    </div>
  );
}
