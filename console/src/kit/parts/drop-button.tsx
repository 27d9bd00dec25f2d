import { type ButtonHTMLAttributes, type ReactNode, Suspense, useState } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../dialog-load-boundary.tsx';
import type { DropProps } from './drop.tsx';

const Drop = lazyWithRetry(() => import('./drop.tsx'));

interface DropButtonProps extends Omit<DropProps, 'onClose' | 'children'> {
  /** The button, given what makes it one that opens something. */
  readonly button: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
}

/**
 * A button with a menu (or anything) below it. What it opens is made when it is first pressed: lists have many of these,
 * and each one made in advance costs every showing of the page.
 */
export function DropButton({ button, ...drop }: DropButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const close = () => {
    setFocus(isFocusInDrop());
    setOpen(false);
  };
  const quiet = button({
    // It is made again when what it opened closes, and then has the keyboard again if that had it.
    autoFocus: hasFocus,
    'aria-haspopup': drop.menu ? 'menu' : 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(true),
  });
  if (!isOpen) return quiet;
  return (
    <DialogLoadBoundary onFailed={close}>
      <Suspense fallback={quiet}>
        <Drop {...drop} onClose={close}>
          {button({ 'aria-haspopup': drop.menu ? 'menu' : 'dialog', 'aria-expanded': true, autoFocus: true })}
        </Drop>
      </Suspense>
    </DialogLoadBoundary>
  );
}

function isFocusInDrop(): boolean {
  const { activeElement } = document;
  return activeElement === document.body || Boolean(activeElement?.closest('.kit-drop-popup, [aria-expanded="true"]'));
}
