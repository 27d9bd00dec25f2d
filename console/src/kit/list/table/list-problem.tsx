import { messageOf } from '../../client/call-error.ts';
import { useText } from '../../i18n.ts';
import './list-problem.css';

/**
 * Why the rows could not be had, and another try. The rows before stay where they are. Of what is there already: where the
 * network failed, nothing more could be loaded to say so.
 */
export function ListProblem({ error, onRetry }: { error: Error; onRetry: () => void }) {
  const t = useText();
  return (
    <div className="kit-list-problem" role="alert">
      <span>{messageOf(error)}</span>
      <button type="button" className="kit-link" onClick={onRetry}>
        {t({ zh: '重试', en: 'Retry' })}
      </button>
    </div>
  );
}
