import { smsSession } from '@trade-assistant/contract/areas/sms/session.ts';
import { sessionTaskStatus, sessionType } from '@trade-assistant/contract/areas/sms/session-dictionaries.ts';
import { sessionTask } from '@trade-assistant/contract/areas/sms/session-task.ts';
import Skeleton from 'antd/es/skeleton';
import { Suspense } from 'react';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { without } from '../../kit/form/values.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const FlowTab = lazyWithRetry(() => import('./session-task/flow-tab.tsx'));

const { draft, running, paused, ended } = sessionTaskStatus.is;

const step = (
  key: string,
  to: number,
  from: readonly number[],
  label: { zh: string; en: string },
  done: { zh: string; en: string },
) => ({
  key,
  label,
  done,
  permission: 'edit',
  on: 'row' as const,
  isDangerous: to === ended,
  isOffered: ({ status }: { readonly status: number }) => from.includes(status),
  call: 'update' as const,
  input: ([row]: readonly { readonly id: string }[]) => ({ id: row?.id, status: to }),
  ...(to === ended
    ? {
        confirm: {
          zh: '结束后不再接收来信，进行中的会话会关闭，不能重新启动。',
          en: 'Texts are no longer taken, open sessions are closed, and the task cannot be started again.',
        },
      }
    : {}),
});

/** Session tasks: numbers on which people write, and how they are answered. */
export default resourcePage(sessionTask, {
  leading: [
    'taskName',
    'agentName',
    'senderName',
    'sessionType',
    'status',
    'activeSessions',
    'inboundCount',
    'outboundCount',
  ],
  search: (fields) => without(fields, 'senderId', 'agentId'),
  form: { fields: (fields, row) => without(fields, 'flowJson', ...(row === null ? [] : ['agentId'])) },
  isEditable: ({ status }) => status !== ended,
  isRemovable: ({ status }) => status === draft || status === ended,
  rowActions: [
    step(
      'start',
      running,
      [draft],
      { zh: '启动', en: 'Start' },
      { zh: '已启动，来信进入收件箱', en: 'Started; texts arrive in the inbox' },
    ),
    step(
      'pause',
      paused,
      [running],
      { zh: '暂停自动回复', en: 'Pause replies' },
      { zh: '已暂停自动回复', en: 'Automatic replies paused' },
    ),
    step('resume', running, [paused], { zh: '恢复', en: 'Resume' }, { zh: '已恢复', en: 'Resumed' }),
    step(
      'end',
      ended,
      [draft, running, paused],
      { zh: '结束', en: 'End' },
      { zh: '会话任务已结束', en: 'Session task ended' },
    ),
  ],
  tabs: [
    {
      key: 'flow',
      label: { zh: '流程', en: 'Flow' },
      isOffered: ({ sessionType: type }) => type !== sessionType.is.people,
      render: (row) => (
        <InlineLoadBoundary>
          <Suspense fallback={<Skeleton active />}>
            <FlowTab key={row.id} row={row} />
          </Suspense>
        </InlineLoadBoundary>
      ),
    },
    {
      key: 'sessions',
      label: { zh: '会话', en: 'Sessions' },
      permission: 'sms/session:view',
      list: {
        resource: smsSession,
        path: null,
        filter: ({ id }) => ({ taskId_equal: id }),
        columns: ['sessionNo', 'number', 'sessionStatus', 'assignedName', 'turns', 'lastMsgTime'],
        sort: '-lastMsgTime',
      },
    },
  ],
  unmentioned: ['flowJson', 'senderId', 'agentId', 'consentId'],
});
