import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../../kit/client/query.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { History } from '../../../kit/parts/history.tsx';
import type { OrderResource } from '../types.ts';

/** Events of an order in words; others keep their names. */
const WORDS: Readonly<Record<string, Text>> = {
  draft: { zh: '名单已读取', en: 'List read' },
  review: { zh: '提交审核', en: 'Sent for review' },
  queue: { zh: '提交发送', en: 'Confirmed' },
  decline: { zh: '审核驳回', en: 'Rejected' },
  start: { zh: '开始发送', en: 'Sending started' },
  pause: { zh: '暂停', en: 'Paused' },
  resume: { zh: '继续', en: 'Resumed' },
  complete: { zh: '完成', en: 'Completed' },
  completePartly: { zh: '部分完成', en: 'Completed in part' },
  cancel: { zh: '取消', en: 'Cancelled' },
  fail: { zh: '失败', en: 'Failed' },
  reopen: { zh: '重新打开', en: 'Reopened' },
  add: { zh: '追加号码', en: 'Numbers added' },
  reset: { zh: '重发', en: 'Sent again' },
  overrule: { zh: '驳回消息', en: 'Messages overruled' },
  pass: { zh: '认定消息', en: 'Messages decided' },
  reveal: { zh: '查看消息内容', en: 'Content read' },
  purge: { zh: '清除名单', en: 'List deleted' },
};

/** Events of an order, each with its time, person and reason. */
export default function OrderEvents({
  resource,
  orderId,
}: {
  readonly resource: OrderResource;
  readonly orderId: string;
}) {
  const { data, error, refetch } = useCall(resource, 'events', { id: orderId });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  return (
    <History
      entries={data.map(({ time, userName, event, reason }, index) => ({
        id: String(index),
        time,
        who: userName,
        what: WORDS[event] ?? { zh: event, en: event },
        changes: [],
        reason,
      }))}
    />
  );
}
