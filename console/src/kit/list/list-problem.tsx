import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import { messageOf } from '../client/call-error.ts';
import { useText } from '../i18n.ts';

/** Why the rows could not be had, and another try. The rows before stay where they are. */
export default function ListProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  return (
    <Alert
      type="error"
      showIcon
      className="kit-alert"
      title={messageOf(error)}
      action={
        <Button size="small" onClick={onRetry}>
          {t({ zh: '重试', en: 'Retry' })}
        </Button>
      }
    />
  );
}
