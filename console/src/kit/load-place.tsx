import { Component, type ComponentType, type ReactNode } from 'react';
import { showLoadFailure } from './feedback.tsx';
import { isLoadFailure, lazyPiece } from './loading.ts';

interface LoadPlaceProps {
  /** Takes away what asked for the piece that did not come, so that the page is as before. */
  readonly onFailed: () => void;
  readonly children: ReactNode;
}

/**
 * Around what is loaded when it is asked for (a dialog, a menu): when it cannot be had, that is said with the offer to
 * reload, and the page it was asked for on goes on. Mistakes inside the piece are the page's own and go on up.
 */
export class LoadPlace extends Component<LoadPlaceProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidCatch(error: unknown) {
    if (!isLoadFailure(error)) return;
    for (const renew of renewals) renew();
    showLoadFailure();
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

/**
 * A component that is loaded when it is first shown, inside a `LoadPlace`: after a failure the next showing asks the
 * network anew, where React's own would fail for ever.
 */
export function lazyAgain<P extends object>(load: () => Promise<{ default: ComponentType<P> }>): ComponentType<P> {
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
  // biome-ignore lint/correctness/noComponentHookFactories: made once, where its module is
  return function Again(props: P) {
    return <Piece {...props} />;
  };
}
