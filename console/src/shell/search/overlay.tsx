import SearchOutlined from '@ant-design/icons/SearchOutlined';
import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../../kit/i18n.ts';
import { words } from '../words.ts';
import styles from './overlay.module.css';
import { closeOverlay } from './overlays.ts';
import { type Result, ResultList } from './result-list.tsx';
import { useCombobox } from './use-combobox.ts';

interface Props {
  readonly label: string;
  readonly placeholder: string;
  readonly query: string;
  readonly onQuery: (query: string) => void;
  readonly results: readonly Result[];
  readonly isWide?: boolean;
  /** Below the results: which keys do what. */
  readonly footer?: ReactNode;
}

/**
 * A box and what it finds, over everything. It is the browser's own dialog: it keeps the focus, Esc closes it, and the
 * focus returns to where it was.
 */
export function Overlay({ label, placeholder, query, onQuery, results, isWide = false, footer }: Props) {
  const t = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  const combobox = useCombobox(results, query);
  useEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a click beside it closes it; for keys there is Esc
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide}
      aria-label={label}
      // Esc closed it; not so when it was only shown anew.
      onClose={() => dialog.current?.open || closeOverlay()}
      onClick={(event) => event.target === event.currentTarget && closeOverlay()}
    >
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
        <button type="button" className={styles.close} aria-label={`${t(words.close)} Esc`} onClick={closeOverlay}>
          <kbd>Esc</kbd>
        </button>
      </div>
      {results.length > 0 ? (
        <ResultList combobox={combobox} label={label} results={results} isWide={isWide} />
      ) : (
        <p className={styles.empty} role="status">
          {t(words.searchNothing, { query: query.trim() })}
        </p>
      )}
      {footer ? <footer className={styles.footer}>{footer}</footer> : null}
    </dialog>
  );
}
