import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Changes } from '../../../kit/parts/changes.tsx';
import { FAULTS } from './last-proof.tsx';

/** The changes of an audit row in words. */
export function RowChanges({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(auditLog, 'changes', { id });
  return (
    <>
      <RowFault id={id} />
      <section className="kit-group">
        <h2 className="kit-heading">{t({ zh: '变更内容', en: 'What changed' })}</h2>
        {error ? (
          <ListProblem error={error} onRetry={() => void refetch()} />
        ) : !data ? (
          <Skeleton active title={false} paragraph={{ rows: 3 }} />
        ) : data.length === 0 ? (
          <p className="kit-weak">{t({ zh: '没有改动数据', en: 'No records were changed' })}</p>
        ) : (
          <Changes changes={data} isNamed />
        )}
      </section>
    </>
  );
}

/** Warns that the last verification found this row changed. */
function RowFault({ id }: { id: string }) {
  const t = useText();
  const { data } = useCall(auditLog, 'proof', {});
  const problem = data?.problem;
  if (!problem || problem.id !== id) return null;
  return (
    <section className="kit-group">
      <Alert
        type="error"
        showIcon
        title={`${t({ zh: '这条记录', en: 'This record ' })}${t(FAULTS[problem.fault])}`}
        description={t({
          zh: '与封存时不一致，内容不可信。此前的记录完好。',
          en: 'It differs from its sealed content and cannot be trusted. Earlier records are intact.',
        })}
      />
    </section>
  );
}
