import { openDelivery } from '@trade-assistant/contract/areas/open/delivery.ts';
import { openEndpoint } from '@trade-assistant/contract/areas/open/endpoint.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { useSession } from '../../kit/client/session.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { DictValue, Status } from '../../kit/fields/status.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

type EndpointRow = WireRowOf<typeof openEndpoint>;

const CreateEndpoint = lazyWithRetry(() => import('./endpoint/create-endpoint.tsx'));
const RotateSecret = lazyWithRetry(() => import('./endpoint/rotate-secret.tsx'));
const ResendFailed = lazyWithRetry(() => import('./endpoint/resend-failed.tsx'));

const isOwn = ({ ownerId }: EndpointRow): boolean => ownerId === useSession.getState().user?.userId;
const ofOne = ([row]: readonly EndpointRow[]) => ({ id: row?.id });

/** Addresses that events are sent to, each with its deliveries. */
export default resourcePage(openEndpoint, {
  leading: ['endpointName', 'url', 'status', 'lastSuccessTime', 'events', 'pausedTime'],
  unmentioned: ['ownerId'],
  columns: { status: { render: (row) => <State row={row} /> } },
  facts: { status: (row) => <State row={row} /> },
  isEditable: isOwn,
  isRemovable: isOwn,
  toolbarActions: [
    {
      key: 'create',
      label: { zh: '添加端点', en: 'Add an endpoint' },
      permission: 'add',
      isPrimary: true,
      panel: ({ onClose }) => <CreateEndpoint onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'test',
      label: { zh: '发送测试事件', en: 'Send a test event' },
      permission: 'edit',
      isOffered: (row) => isOwn(row) && row.pausedTime === null && row.status === 1,
      call: 'test',
      input: ofOne,
      done: {
        zh: '测试事件已发送，结果见投递记录',
        en: 'Test event sent; its result is among the deliveries',
      },
    },
    {
      key: 'resume',
      label: { zh: '恢复投递', en: 'Resume' },
      permission: 'edit',
      isOffered: (row) => isOwn(row) && row.pausedTime !== null,
      call: 'resume',
      input: ofOne,
      done: { zh: '已恢复，失败的投递可以重发', en: 'Resumed; failed deliveries can be sent again' },
    },
    {
      key: 'resend',
      label: { zh: '重发失败的投递', en: 'Send failed deliveries again' },
      permission: 'open/delivery:edit',
      panel: ({ rows: [row], onClose }) => (row ? <ResendFailed row={row} onClose={onClose} /> : null),
    },
    {
      key: 'rotate',
      label: { zh: '轮换密钥', en: 'Rotate the secret' },
      permission: 'edit',
      isOffered: isOwn,
      panel: ({ rows: [row], onClose }) => (row ? <RotateSecret row={row} onClose={onClose} /> : null),
    },
  ],
  tabs: [
    {
      key: 'deliveries',
      label: { zh: '投递记录', en: 'Deliveries' },
      list: {
        resource: openDelivery,
        filter: ({ id }) => ({ endpointId: id }),
        columns: ['createTime', 'eventType', 'state', 'tries', 'httpStatus'],
        sort: '-createTime',
      },
    },
  ],
});

/** Whether deliveries arrive: an enabled endpoint may be paused by the system, or fail at present. */
function State({ row: { status, pausedTime, failures } }: { readonly row: EndpointRow }) {
  if (status === enableStatus.is.enabled && pausedTime !== null)
    return <Status tone="bad" words={{ zh: '已自动暂停', en: 'Paused by the system' }} />;
  if (status === enableStatus.is.enabled && failures > 0)
    return <Status tone="attention" words={{ zh: '启用，投递失败中', en: 'Enabled, failing' }} />;
  return <DictValue dictionary={enableStatus} value={status} />;
}
