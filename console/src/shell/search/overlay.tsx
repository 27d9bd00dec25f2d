import SearchOutlined from '@ant-design/icons/SearchOutlined';
import type { ReactNode } from 'react';
import { useText } from '../../kit/i18n.ts';
import { words } from '../words.ts';
import { EscButton, OverDialog } from './over-dialog.tsx';
import styles from './overlay.module.css';
import { type Result, ResultList } from './result-list.tsx';
import { useCombobox } from './use-combobox.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly results: readonly Result[];
  readonly isWide?: boolean;
  /** More results are being fetched. */
  readonly isBusy?: boolean;
  /** The keys, shown below the results. */
  readonly footer?: ReactNode;
}

/** A search box and its results, over everything. */
export function Overlay({
  label,
  placeholder,
  query,
  onQuery,
  results,
  isWide = false,
  isBusy = false,
  footer,
}: Props) {
  const t = useText();
  const combobox = useCombobox(results, query);
  return (
    <OverDialog label={label} isWide={isWide}>
      <div className={styles.box}>
        <SearchOutlined aria-hidden="true" />
        <input
          role="combobox"
          {...combobox.box}
          aria-expanded={results.length > 0}
          aria-label={label}
          placeholder={placeholder}
          maxLength={100}
          value={query}
          onChange={(event) => onQuery(event.target.value)}
          onKeyDown={combobox.onKeyDown}
        />
        <EscButton />
      </div>
      {results.length > 0 ? (
        <ResultList combobox={combobox} label={label} results={results} isWide={isWide} />
      ) : (
        <p className={styles.empty} role="status">
          {isBusy ? t(words.searching) : t(words.searchNothing, { query: query.trim() })}
        </p>
      )}
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </OverDialog>
  );
}
