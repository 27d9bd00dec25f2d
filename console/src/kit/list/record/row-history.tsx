import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { messageOf } from '../../client/call-error.ts';
import { useCall } from '../../client/query.ts';
import { History, stateChange } from '../../parts/history.tsx';
import type { RecordTab, Row } from '../types.ts';

interface Change {
  readonly time: string;
  readonly userName: string | null;
  readonly event: string;
  readonly from: number | null;
  readonly to: number;
  readonly reason: string | null;
}

const CREATED = { zh: '新增', en: 'Added' } as const;
/** Changes made by the system have no call. */
const AUTOMATIC = { zh: '自动处理', en: 'Automatically' } as const;

/** The history of a row. */
function RowHistory({ resource, id }: { resource: Resource; id: string }) {
  const { data, error } = useCall(resource, 'timeline', { id });
  const states = resource.fields[resource.stateField ?? '']?.dictionary;
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data || !states) return <Skeleton active />;
  const entries = (data as readonly Change[]).map(({ time, userName, event, from, to, reason }, place) => ({
    id: `${time} ${place}`,
    time,
    who: userName,
    what:
      resource.events?.[event] ??
      resource.transitions?.[event]?.title ??
      resource.calls[event]?.title ??
      (from === null ? CREATED : AUTOMATIC),
    changes: [stateChange(states, from, to)],
    reason,
  }));
  return <History entries={entries} />;
}

/** Returns the history tab of a resource that records changes of its state. */
export const historyTabs = (resource: Resource): readonly RecordTab<Row>[] =>
  'timeline' in resource.calls
    ? [
        {
          key: 'history',
          label: { zh: '状态记录', en: 'History' },
          render: ({ id }) => <RowHistory resource={resource} id={id} />,
        },
      ]
    : [];
