import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { messageOf } from '../../kit/client/call-error.ts';
import { useText } from '../../kit/i18n.ts';
import { Problem } from '../../kit/parts/problem.tsx';
import { words } from '../../shell/words.ts';

/** A placeholder for content that is loading, or the reason why it could not be loaded. */
export function LoadState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useText();
  if (!error) return <Skeleton active paragraph={{ rows: 4 }} />;
  return (
    <>
      <Problem text={messageOf(error)} />
      <Button onClick={onRetry}>{t(words.retry)}</Button>
    </>
  );
}
