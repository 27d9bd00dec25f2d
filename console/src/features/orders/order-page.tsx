import { textarea } from '@trade-assistant/contract/kit/field.ts';
import { fill } from '@trade-assistant/contract/kit/locale.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { TaskState } from '../list-tasks/task-progress.tsx';
import { Part, taskTabs } from '../list-tasks/task-tabs.tsx';
import { Delivered, OrderProgress } from './order-progress.tsx';
import type { MessageChannel, Order } from './types.ts';

const NewOrder = lazyWithRetry(() => import('./new-order/new-order.tsx'));
const AddNumbers = lazyWithRetry(() => import('./new-order/add-numbers.tsx'));
const SendAgain = lazyWithRetry(() => import('./send-again.tsx'));
const ChangeOrder = lazyWithRetry(() => import('./change-order.tsx'));
const Live = lazyWithRetry(() => import('./record/order-live.tsx'));
const Recipients = lazyWithRetry(() => import('./record/recipients.tsx'));
const Message = lazyWithRetry(() => import('./record/order-message.tsx'));
const Messages = lazyWithRetry(() => import('./record/messages.tsx'));
const Money = lazyWithRetry(() => import('./record/order-money.tsx'));

const { draft, review, queued, sending, paused, rejected, completed, cancelled, exception } = orderStatus.is;
const isIn =
  (...states: readonly number[]) =>
  ({ status }: Order) =>
    states.includes(status);
const isOpen = isIn(draft, review, queued, sending, paused, rejected, exception);
const isUnderWay = isIn(queued, sending, paused, exception);
const wasSent = isIn(sending, paused, completed, cancelled, exception);

const reasonField = textarea({
  label: { zh: '原因', en: 'Reason' },
  help: { zh: '代理会看到', en: 'The agent will see it' },
  max: REASON_MAX,
  required: true,
});

/** Counts that the funnel and the recipients show. */
const COUNTS = [
  ...[
    'totalCount',
    'invalidCount',
    'duplicateCount',
    'suppressedCount',
    'pendingCount',
    'submittedCount',
    'deliveredCount',
  ],
  ...[
    'readCount',
    'failedCount',
    'overruledCount',
    'expiredCount',
    'deferredCount',
    'replyCount',
    'deliveryRate',
    'readRate',
  ],
];

/** Message orders of a channel: their list, a new one, and the progress, recipients, messages and money of each. */
export const orderPage = (channel: MessageChannel) => {
  const { orders, noun } = channel;
  return resourcePage(orders, {
    isSteady: true,
    leading: ['orderName', 'status', 'totalCount', 'messageType', 'deliveredCount', 'chargedAmount', 'scheduleTime'],
    columns: {
      status: { width: 190, render: (row) => <TaskState dictionary={orderStatus} task={row} /> },
      waiting: { isHiddenAtFirst: true },
      totalCount: {
        title: { zh: '进度', en: 'Progress' },
        width: 190,
        render: (row) => <OrderProgress order={row} />,
      },
      deliveredCount: { render: (row) => <Delivered order={row} /> },
      submittedCount: { isHiddenAtFirst: true },
      readCount: { isHiddenAtFirst: true },
      failedCount: { isHiddenAtFirst: true },
    },
    toolbarActions: [
      {
        key: 'new',
        label: { zh: `新建${noun.zh}`, en: `New ${noun.en}` },
        permission: 'create',
        isPrimary: true,
        parameter: 'check',
        panel: ({ value, onClose }) => <NewOrder channel={channel} check={value} onClose={onClose} />,
      },
    ],
    rowActions: [
      {
        key: 'continue',
        label: { zh: '继续提交', en: 'Continue' },
        permission: 'create',
        isOffered: isIn(draft, rejected),
        panel: ({ rows: [row], onClose }) => row && <NewOrder channel={channel} order={row} onClose={onClose} />,
      },
      {
        key: 'approve',
        label: { zh: '通过', en: 'Approve' },
        permission: 'review',
        on: 'both',
        isOffered: isIn(review),
        call: 'approve',
        done: { zh: '已通过', en: 'Approved' },
      },
      {
        key: 'reject',
        label: { zh: '驳回', en: 'Reject' },
        permission: 'review',
        on: 'both',
        isOffered: isIn(review),
        fields: { reason: reasonField },
        call: 'reject',
        done: { zh: '已驳回，冻结金额已退回', en: 'Rejected; the held money was released' },
      },
      {
        key: 'pause',
        label: { zh: '暂停', en: 'Pause' },
        permission: 'edit',
        isOffered: isIn(queued, sending),
        call: 'update',
        input: ([row]) => ({ id: row?.id, status: paused }),
        done: { zh: '已暂停：正在提交的消息仍会发出', en: 'Paused; messages being submitted still leave' },
      },
      {
        key: 'resume',
        label: { zh: '继续', en: 'Resume' },
        permission: 'edit',
        isOffered: isIn(paused, exception),
        call: 'update',
        input: ([row]) => ({ id: row?.id, status: sending }),
        done: { zh: '已继续', en: 'Resumed' },
      },
      {
        key: 'change',
        label: { zh: '修改设置', en: 'Change settings' },
        permission: 'edit',
        isOffered: isOpen,
        panel: ({ rows: [row], onClose }) => row && <ChangeOrder resource={orders} order={row} onClose={onClose} />,
      },
      {
        key: 'add-number',
        label: { zh: '追加号码', en: 'Add numbers' },
        permission: 'create',
        isOffered: isUnderWay,
        panel: ({ rows: [row], onClose }) => row && <AddNumbers channel={channel} order={row} onClose={onClose} />,
      },
      {
        key: 'send-again',
        label: { zh: '重发', en: 'Send again' },
        permission: 'create',
        isOffered: (row) => wasSent(row) && row.failedCount + row.expiredCount > 0,
        panel: ({ rows: [row], onClose }) => row && <SendAgain resource={orders} order={row} onClose={onClose} />,
      },
      {
        key: 'complete',
        label: { zh: '完成', en: 'Complete' },
        permission: 'edit',
        on: 'both',
        isOffered: isIn(sending, paused, exception),
        confirm: ([row, another]) => ({
          zh: another
            ? `完成所选${noun.zh}？未发送的不再发送，其冻结金额退回。`
            : `完成“${row?.orderName}”？未发送的 ${row?.pendingCount ?? 0} 条不再发送，其冻结金额退回。`,
          en: another
            ? `Complete these ${noun.en}s? Unsent messages are not sent, and their money is released.`
            : fill(
                'Complete “{name}”? Its {n} unsent {n|message is|messages are} not sent, and the money for {n|it|them} is released.',
                {
                  name: row?.orderName ?? '',
                  n: row?.pendingCount ?? 0,
                },
              ),
        }),
        call: 'complete',
        done: { zh: '已完成', en: 'Completed' },
      },
      {
        key: 'cancel',
        label: { zh: `取消${noun.zh}`, en: `Cancel ${noun.en}` },
        permission: 'edit',
        isDangerous: true,
        isOffered: isOpen,
        confirm: ([row]) => ({
          zh: `取消“${row?.orderName}”？已送达的照常扣费，未发送的金额退回。`,
          en: fill('Cancel “{name}”? Delivered messages are charged, the money for unsent ones is released.', {
            name: row?.orderName ?? '',
          }),
        }),
        call: 'update',
        input: ([row]) => ({ id: row?.id, status: cancelled }),
        done: { zh: '已取消', en: 'Cancelled' },
      },
    ],
    isRemovable: (row) => isIn(draft, rejected, completed, cancelled)(row),
    unmentioned: ['ownerId', 'senderId', 'templateId', 'consentId', 'isRead', 'jobTaskNo', ...COUNTS],
    facts: { status: (row) => <TaskState dictionary={orderStatus} task={row} /> },
    notice: (row) => (
      <Part isHigh={false}>
        <Live key={row.id} channel={channel} order={row} />
      </Part>
    ),
    tabs: [
      {
        key: 'recipients',
        label: { zh: '收件人', en: 'Recipients' },
        permission: `${channel.recipients.name}:view`,
        isOffered: (row) => row.isRead === 1,
        render: (row) => (
          <Part>
            <Recipients key={row.id} channel={channel} order={row} />
          </Part>
        ),
      },
      {
        key: 'message',
        label: { zh: '消息内容', en: 'Message' },
        render: (row) => (
          <Part>
            <Message key={row.id} channel={channel} order={row} />
          </Part>
        ),
      },
      {
        key: 'messages',
        label: { zh: '消息记录', en: 'Conversation' },
        isOffered: wasSent,
        render: (row) => (
          <Part>
            <Messages key={row.id} resource={orders} orderId={row.id} />
          </Part>
        ),
      },
      ...taskTabs<Order>(orders, (row) => <Money key={row.id} resource={orders} order={row} />),
    ],
  });
};
