import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import type { ReactNode } from 'react';
import { messageOf } from '../../kit/client/call-error.ts';
import { useText } from '../../kit/i18n.ts';

interface ReadingProps {
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** Something opened to be read: on its way, not to be had, or there. */
export function LoadedMessage({ isPending, error, onRetry, children }: ReadingProps) {
  const t = useText();
  if (error)
    return (
      <Alert
        type="error"
        showIcon
        title={messageOf(error)}
        action={
          <Button size="small" onClick={onRetry}>
            {t({ zh: '重试', en: 'Retry' })}
          </Button>
        }
      />
    );
  return isPending ? <Skeleton active /> : children;
}
