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
 * What lies over everything. It is the browser's own dialog: it keeps the focus, Esc closes it, and the focus returns to
 * where it was.
 */
export function OverDialog({ label, isWide = false, children }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [overlay] = useState(() => useOverlay.getState().open);
  // While it is still in the page: a dialog that is closed after that gives the focus to nobody.
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
      // Esc closed it; not so when it was only shown again. The browser tells late: the next key may have opened another.
      onClose={() => dialog.current?.open || closeOnly(overlay)}
      // Esc is meant for it, not also for the drawer beneath.
      onKeyDown={(event) => event.key === 'Escape' && event.stopPropagation()}
      onClick={(event) => event.target === event.currentTarget && closeOverlay()}
    >
      {children}
    </dialog>
  );
}

/** Closes it by hand, and names the key that does. */
export function EscButton() {
  const t = useText();
  return (
    <button type="button" className={styles.close} aria-label={`${t(words.close)} Esc`} onClick={closeOverlay}>
      <kbd>Esc</kbd>
    </button>
  );
}
