import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '../../kit/errors/collect.ts';
import { translate } from '../../kit/i18n.ts';
import { retryFailedPieces } from '../../kit/lazy-with-retry.tsx';
import { isLoadFailure } from '../../kit/loading.ts';
import { Button } from '../parts/button.tsx';
import { words } from '../words.ts';
import { Notice } from './error-page.tsx';

interface Props {
  readonly children: ReactNode;
  /** Before a page that did not load is asked for again: forget the failed attempt. */
  readonly onReload?: () => void;
}

/** Keeps a broken page to itself: the frame and the other tabs go on. A page that did not load asks for a reload. */
export class PageBoundary extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    logError('render', error, info.componentStack ?? '');
  }

  private retry = () => {
    if (isLoadFailure(this.state.error)) {
      retryFailedPieces();
      this.props.onReload?.();
    }
    this.setState({ error: undefined });
  };

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    const isMissing = isLoadFailure(error);
    return (
      <div role="alert">
        <Notice
          title={translate(isMissing ? words.newVersion : words.pageBroken)}
          hint={translate(isMissing ? words.newVersionHint : words.pageBrokenHint)}
        >
          {isMissing ? (
            <Button kind="primary" onClick={() => window.location.reload()}>
              {translate(words.reload)}
            </Button>
          ) : null}
          <Button kind={isMissing ? 'default' : 'primary'} onClick={this.retry}>
            {translate(words.retry)}
          </Button>
        </Notice>
      </div>
    );
  }
}
