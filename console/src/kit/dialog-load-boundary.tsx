import type { ReactNode } from 'react';
import { showLoadFailure } from './feedback.tsx';
import { LoadGuard } from './lazy-with-retry.tsx';

export { lazyWithRetry } from './lazy-with-retry.tsx';

interface DialogLoadBoundaryProps {
  /** Takes away what asked for the piece that did not come, so that the page is as before. */
  readonly onFailed: () => void;
  readonly children: ReactNode;
}

/**
 * Around what is loaded when it is asked for (a dialog, a menu): when it cannot be had, that is said with the offer to
 * reload, and the page it was asked for on goes on.
 */
export function DialogLoadBoundary({ onFailed, children }: DialogLoadBoundaryProps) {
  const fail = () => {
    showLoadFailure();
    onFailed();
  };
  return <LoadGuard onFailed={fail}>{children}</LoadGuard>;
}
