import { auditLog } from '@trade-assistant/contract/areas/log/audit.ts';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { Changes } from '../../../kit/parts/changes.tsx';

/** What a row of the trail says, in words. */
export function RowChanges({ id }: { id: string }) {
  const t = useText();
  const { data, error, refetch } = useCall(auditLog, 'changes', { id });
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '变更内容', en: 'What changed' })}</h2>
      {error ? (
        <ListProblem error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : data.length === 0 ? (
        <p className="kit-weak">{t({ zh: '没有改动数据', en: 'No record was changed' })}</p>
      ) : (
        <Changes changes={data} isNamed />
      )}
    </section>
  );
}
