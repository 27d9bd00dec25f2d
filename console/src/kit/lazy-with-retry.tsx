import { Component, type ComponentType, type ReactNode } from 'react';
import { isLoadFailure, lazyPiece } from './loading.ts';

interface LoadGuardProps {
  /** Reports that loading failed, and closes the part that needed the code. */
  readonly onFailed: () => void;
  readonly children: ReactNode;
}

/**
 * Keeps a failed load from taking down the page around it. Errors inside the piece are passed on. Shows no message
 * itself: the login page uses it before the library for messages is loaded.
 */
export class LoadGuard extends Component<LoadGuardProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isLoadFailure(error)) return;
    retryFailedPieces();
    this.props.onFailed();
    this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isLoadFailure(error)) return null;
    throw error;
  }
}

const renewals = new Set<() => void>();

/** Requests every piece that failed to load again when it is next shown. `LoadGuard` calls this. */
export function retryFailedPieces(): void {
  for (const renew of renewals) renew();
}

/**
 * A component that is loaded when it is first shown, inside a `LoadGuard`: after a failure the next showing asks the
 * network again, where React's own would fail for ever.
 */
export function lazyWithRetry<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
  const make = () =>
    lazyPiece(() =>
      load().catch((error: unknown) => {
        renewals.add(renew);
        throw error;
      }),
    ) as unknown as ComponentType<P>;
  let Piece = make();
  const renew = () => {
    renewals.delete(renew);
    Piece = make();
  };
  // biome-ignore lint/correctness/noComponentHookFactories: called once per module
  return function Again(props: P) {
    return <Piece {...props} />;
  };
}
