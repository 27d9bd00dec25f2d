import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { logError } from '../../kit/errors/collect.ts';
import { translate } from '../../kit/i18n.ts';
import { isLoadFailure } from '../../kit/loading.ts';
import { forgetView, type View } from './desk.ts';

interface ViewBoundaryProps {
  readonly view: View;
  readonly children: ReactNode;
}

/**
 * Limits a drawing error to the message panel, which is open above every page: a reload does not open the failed view
 * again. Loading errors are left to the boundaries above.
 */
export class ViewBoundary extends Component<ViewBoundaryProps, { error: unknown }> {
  override state: { error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown') };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    forgetView();
    logError('render', error, info.componentStack ?? '');
  }

  override componentDidUpdate({ view }: ViewBoundaryProps) {
    if (view !== this.props.view && this.state.error !== undefined) this.retry();
  }

  private retry = () => this.setState({ error: undefined });

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (isLoadFailure(error)) throw error;
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        title={translate({ zh: '无法显示消息', en: 'Messages cannot be displayed' })}
        action={
          <Button size="small" onClick={this.retry}>
            {translate({ zh: '重试', en: 'Retry' })}
          </Button>
        }
      />
    );
  }
}
