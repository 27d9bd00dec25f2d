import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import Alert from 'antd/es/alert';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { Funnel } from '../../../kit/parts/funnel.tsx';
import { useCanAny } from '../../../kit/permission.tsx';
import { useRecordChanges } from '../../../kit/realtime/use-record-changes.ts';
import type { MessageChannel, Order } from '../types.ts';
import { filterLines, STATES_OF_STEP } from './line-filter.ts';

const { rejected, exception, paused } = orderStatus.is;
const TROUBLED: readonly number[] = [rejected, exception, paused];

/** The progress of an open order, kept up to date: steps from all lines to replies, each of which opens its recipients. */
export default function OrderLive({ channel, order }: { readonly channel: MessageChannel; readonly order: Order }) {
  useRecordChanges(channel.orders, order.id, 'orderId');
  // Opened again, it shows all recipients.
  useEffect(() => () => filterLines('', []), []);
  const [, setQuery] = useSearchParams();
  const canSee = useCanAny()(`${channel.recipients.name}:view`);
  const open = (tab: string) =>
    setQuery(
      (query) => {
        query.set('tab', tab);
        return query;
      },
      { replace: true },
    );
  const recipients = (step: keyof typeof STATES_OF_STEP) =>
    canSee
      ? () => {
          filterLines(order.id, STATES_OF_STEP[step]);
          open('recipients');
        }
      : undefined;
  const delivered = order.deliveredCount + order.readCount;
  const submitted = delivered + order.submittedCount + order.failedCount + order.expiredCount;
  const allowed = order.totalCount - order.invalidCount - order.duplicateCount - order.suppressedCount;
  const reason = TROUBLED.includes(order.status) ? order.failReason : null;
  return (
    <>
      {reason && <Alert type="warning" showIcon className="kit-alert" title={reason} />}
      {order.isRead === 1 && (
        <Funnel
          label={{ zh: '发送进度', en: 'Progress' }}
          steps={[
            {
              key: 'total',
              label: { zh: '总数', en: 'Total' },
              count: order.totalCount,
              tone: 'off',
              onOpen: recipients('total'),
            },
            {
              key: 'allowed',
              label: { zh: '可发', en: 'Allowed' },
              count: allowed,
              of: 'total',
              onOpen: recipients('allowed'),
            },
            {
              key: 'submitted',
              label: { zh: '已提交', en: 'Submitted' },
              count: submitted,
              of: 'allowed',
              onOpen: recipients('submitted'),
            },
            {
              key: 'delivered',
              label: { zh: '已送达', en: 'Delivered' },
              count: delivered,
              of: 'submitted',
              tone: 'good',
              onOpen: recipients('delivered'),
            },
            ...(channel.isUnread
              ? []
              : [
                  {
                    key: 'read',
                    label: { zh: '已读', en: 'Read' },
                    count: order.readCount,
                    of: 'delivered',
                    tone: 'good' as const,
                    onOpen: recipients('read'),
                  },
                ]),
            {
              key: 'replied',
              label: { zh: '回复', en: 'Replied' },
              count: order.replyCount,
              of: 'delivered',
              tone: 'good',
              onOpen: () => open('messages'),
            },
          ]}
        />
      )}
    </>
  );
}
