import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../kit/client/query.ts';
import { TimeValue } from '../../kit/fields/time-value.tsx';
import { useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { Changes } from '../../kit/parts/changes.tsx';
import '../../kit/parts/history.css';

/** The changes of a record from the audit trail, latest first. */
export default function RecordChanges({ resource, id }: { resource: string; id: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(auditLog, 'history', { resource, id }, { staleMillis: 0 });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0) return <p className="kit-weak">{t({ zh: '还没有变更', en: 'No changes yet' })}</p>;
  return (
    <ol className="kit-history">
      {data.map(({ id: row, time, account, title, reason, changes }) => (
        <li key={row}>
          <p>{title.split(' · ').at(-1)}</p>
          <Changes changes={changes} />
          {reason && (
            <p>
              <q>{reason}</q>
            </p>
          )}
          <p className="kit-weak">
            {account || t({ zh: '系统', en: 'System' })} · <TimeValue wire={time} />
          </p>
        </li>
      ))}
    </ol>
  );
}
