import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../client/query.ts';
import { TimeValue } from '../../fields/time-value.tsx';
import { useText } from '../../i18n.ts';
import { Changes } from '../../parts/changes.tsx';
import { ListProblem } from '../table/list-problem.tsx';
import type { RecordTab, Row } from '../types.ts';
import '../../parts/history.css';

/** Who did what to a record, the latest first, as the audit trail has it. */
function RecordChanges({ resource, id }: { resource: string; id: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(auditLog, 'history', { resource, id }, { staleMillis: 0 });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0)
    return <p className="kit-weak">{t({ zh: '还没有变更', en: 'Nothing has been changed yet' })}</p>;
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
            {account || t({ zh: '系统', en: 'The system' })} · <TimeValue wire={time} />
          </p>
        </li>
      ))}
    </ol>
  );
}

/** Resources whose rows are a log themselves, or that nobody changes. */
const isChanged = ({ name, calls }: Resource): boolean =>
  !name.startsWith('log/') &&
  'detail' in calls &&
  Object.values(calls).some(({ methods, standard }) => methods[0] === 'POST' && standard !== 'export');

/** The tab of a record for who may read the audit trail. */
export const changesTabs = (resource: Resource, can: (code: string) => boolean): readonly RecordTab<Row>[] =>
  isChanged(resource) && can('log/audit:view')
    ? [
        {
          key: 'changes',
          label: { zh: '变更记录', en: 'Changes' },
          render: ({ id }) => <RecordChanges resource={resource.name} id={id} />,
        },
      ]
    : [];
