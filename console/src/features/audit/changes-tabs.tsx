import type { Resource } from '@trade-assistant/contract/kit/resource.ts';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import type { RecordTab, Row } from '../../kit/list/types.ts';

const RecordChanges = lazyWithRetry(() => import('./record-changes.tsx'));

/** Whether calls change the rows of a resource. Logs are never changed. */
const isChanged = ({ name, calls }: Resource): boolean =>
  !name.startsWith('log/') &&
  'detail' in calls &&
  Object.values(calls).some(({ methods, standard }) => methods[0] === 'POST' && standard !== 'export');

/** Returns the tab with the changes of a record, for readers of the audit trail. */
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
