import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { openDelivery } from '@trade-assistant/contract/areas/open/delivery.ts';
import { openEndpoint } from '@trade-assistant/contract/areas/open/endpoint.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { enableStatus } from '@trade-assistant/contract/kit/dictionary.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { useCall } from '../../kit/client/query.ts';
import { useSession } from '../../kit/client/session.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { DictValue, Status } from '../../kit/fields/status.tsx';
import { without } from '../../kit/form/values.ts';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';

type EndpointRow = WireRowOf<typeof openEndpoint>;

const CreateEndpoint = lazyWithRetry(() => import('./endpoint/create-endpoint.tsx'));
const RotateSecret = lazyWithRetry(() => import('./endpoint/rotate-secret.tsx'));
const ResendFailed = lazyWithRetry(() => import('./endpoint/resend-failed.tsx'));

const isOwn = ({ ownerId }: EndpointRow): boolean => ownerId === useSession.getState().user?.userId;
const ofOne = ([row]: readonly EndpointRow[]) => ({ id: row?.id });

const status = { render: (row: EndpointRow) => <State row={row} /> };
const common: ResourcePageOptions<typeof openEndpoint> = {
  facts: { status: (row) => <State row={row} /> },
  isEditable: isOwn,
  isRemovable: isOwn,
  rowActions: [
    {
      key: 'test',
      label: { zh: '发送测试事件', en: 'Send test event' },
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
      label: { zh: '重发失败的投递', en: 'Resend failed' },
      permission: 'open/delivery:edit',
      panel: ({ rows: [row], onClose }) => (row ? <ResendFailed row={row} onClose={onClose} /> : null),
    },
    {
      key: 'rotate',
      label: { zh: '轮换密钥', en: 'Rotate secret' },
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
};

const OwnEndpoints = resourcePage(openEndpoint, {
  ...common,
  leading: ['endpointName', 'url', 'status', 'lastSuccessTime', 'events', 'pausedTime'],
  columns: { status, ownerName: false },
  search: (fields) => without(fields, 'ownerId'),
  unmentioned: ['ownerId', 'ownerName'],
  toolbarActions: [
    {
      key: 'create',
      label: { zh: '添加端点', en: 'Add an endpoint' },
      permission: 'add',
      isPrimary: true,
      panel: ({ onClose }) => <CreateEndpoint onClose={onClose} />,
    },
  ],
});

/** Staff look into deliveries; they have no endpoints of their own. */
const EndpointsOfAgents = resourcePage(openEndpoint, {
  ...common,
  leading: ['endpointName', 'ownerName', 'url', 'status', 'lastSuccessTime', 'events', 'pausedTime'],
  columns: { status, ownerName: { isOptional: false } },
  unmentioned: ['ownerId'],
});

/** Addresses that events are sent to, each with its deliveries: the reader's own, for staff those of all agents. */
export default function EndpointPage() {
  const { data } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  if (!data) return null;
  return data.userType === userType.is.staff ? <EndpointsOfAgents /> : <OwnEndpoints />;
}

/** Whether deliveries arrive: an enabled endpoint may be paused by the system, or fail at present. */
function State({ row: { status, pausedTime, failures } }: { readonly row: EndpointRow }) {
  if (status === enableStatus.is.enabled && pausedTime !== null)
    return <Status tone="bad" words={{ zh: '已自动暂停', en: 'Paused by the system' }} />;
  if (status === enableStatus.is.enabled && failures > 0)
    return <Status tone="attention" words={{ zh: '启用，投递失败中', en: 'Enabled, failing' }} />;
  return <DictValue dictionary={enableStatus} value={status} />;
}
