import { type ButtonHTMLAttributes, type ReactNode, Suspense, useState } from 'react';
import { DialogLoadBoundary, lazyWithRetry } from '../dialog-load-boundary.tsx';
import type { DropProps } from './drop.tsx';

const Drop = lazyWithRetry(() => import('./drop.tsx'));

interface DropButtonProps extends Omit<DropProps, 'onClose' | 'children' | 'content'> {
  /** Instead of a menu; a function gets the call that closes it. */
  readonly content?: ReactNode | ((close: () => void) => ReactNode);
  /** Draws the button with these properties, which make it open the menu. */
  readonly button: (props: ButtonHTMLAttributes<HTMLButtonElement>) => ReactNode;
}

/**
 * A button with a menu (or other content) below it. The content is created at the first press: lists have many of
 * these, and each one created in advance slows every page.
 */
export function DropButton({ button, content, ...drop }: DropButtonProps) {
  const [isOpen, setOpen] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const close = () => {
    setFocus(isFocusInDrop());
    setOpen(false);
  };
  const quiet = button({
    // It is created again when its content closes, and takes the focus back if the content had it.
    autoFocus: hasFocus,
    'aria-haspopup': drop.menu ? 'menu' : 'dialog',
    'aria-expanded': isOpen,
    onClick: () => setOpen(true),
  });
  if (!isOpen) return quiet;
  return (
    <DialogLoadBoundary onFailed={close}>
      <Suspense fallback={quiet}>
        <Drop {...drop} content={typeof content === 'function' ? content(close) : content} onClose={close}>
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
