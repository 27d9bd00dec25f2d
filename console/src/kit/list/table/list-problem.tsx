import { messageOf } from '../../client/call-error.ts';
import { useText } from '../../i18n.ts';
import './list-problem.css';

/**
 * The reason why fetching rows failed, and a retry. Earlier rows stay. It uses only loaded code: without a network
 * nothing more could be loaded.
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
