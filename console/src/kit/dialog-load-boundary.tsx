import type { ReactNode } from 'react';
import { showLoadFailure } from './feedback.tsx';
import { LoadGuard } from './lazy-with-retry.tsx';

export { lazyWithRetry } from './lazy-with-retry.tsx';

interface DialogLoadBoundaryProps {
  /** Closes the dialog or menu whose code failed to load. */
  readonly onFailed: () => void;
  readonly children: ReactNode;
}

/**
 * Wraps a lazily loaded dialog or menu. When loading fails, a message offers to reload and the page below stays usable.
 */
export function DialogLoadBoundary({ onFailed, children }: DialogLoadBoundaryProps) {
  const fail = () => {
    showLoadFailure();
    onFailed();
  };
  return <LoadGuard onFailed={fail}>{children}</LoadGuard>;
}
