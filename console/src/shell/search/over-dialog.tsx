import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { useText } from '../../kit/i18n.ts';
import { words } from '../words.ts';
import styles from './overlay.module.css';
import { closeOnly, closeOverlay, useOverlay } from './overlays.ts';

interface Props {
  readonly label: string;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/**
 * A layer over everything. It is a browser dialog: it keeps the focus, Esc closes it, and the focus returns to its
 * previous element.
 */
export function OverDialog({ label, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [overlay] = useState(() => useOverlay.getState().open);
  // Close it while it is in the page: a dialog closed after that does not return the focus.
  useLayoutEffect(() => {
    const shown = dialog.current;
    shown?.showModal();
    return () => shown?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide}
      aria-label={label}
      // Esc closed it, unless it was shown again. The browser reports late: the next key may have opened another
      // overlay.
      onClose={() => dialog.current?.open || closeOnly(overlay)}
      // Esc closes only this dialog, not also the panel below.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onClick={(event) => event.target === event.currentTarget && closeOverlay()}
    >
      {children}
    </dialog>
  );
}

/** Closes the dialog, and shows the key that does so. */
export function EscButton() {
  const t = useText();
  return (
    <button type="button" className={styles.close} aria-label={`${t(words.close)} Esc`} onClick={closeOverlay}>
      <kbd>Esc</kbd>
    </button>
  );
}
