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
  /** Called before a page that failed to load is requested again: forgets the failed attempt. */
  readonly onReload?: () => void;
}

/**
 * Limits an error to its page: the frame and the other tabs stay usable. A page that failed to load offers a reload.
 */
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
