import { type TaskEvent, taskEvents } from '@trade-assistant/contract/tasks/events.ts';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../kit/client/query.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { History } from '../../kit/parts/history.tsx';
import type { CheckResource } from '../checks/types.ts';
import type { OrderResource } from '../orders/types.ts';

/** Events of a check or an order, each with its time, person and reason. */
export default function TaskEvents({
  resource,
  taskId,
}: {
  readonly resource: CheckResource | OrderResource;
  readonly taskId: string;
}) {
  const { data, error, refetch } = useCall(resource as CheckResource, 'events', { id: taskId });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <History
      entries={data.map(({ time, userName, event, reason }, index) => ({
        id: String(index),
        time,
        who: userName,
        what: taskEvents[event as TaskEvent] ?? { zh: event, en: event },
        changes: [],
        reason,
      }))}
    />
  );
}
