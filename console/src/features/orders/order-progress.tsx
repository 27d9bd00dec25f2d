import { orderStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { spanText } from '../../kit/fields/time.ts';
import { useLocale, useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { TaskProgress } from '../list-tasks/task-progress.tsx';
import type { Order } from './types.ts';

/** Returns the messages that nothing more happens to before a receipt, and all that may be sent. */
export const sentOf = (order: Order): { readonly sent: number; readonly all: number } => {
  const ended = order.failedCount + order.expiredCount + order.overruledCount;
  const sent = order.submittedCount + order.deliveredCount + order.readCount + ended;
  return { sent, all: sent + order.pendingCount + order.deferredCount };
};

/** Messages of an order by state as one bar, with how many are out and, while it sends, the time left. */
export function OrderProgress({ order }: { readonly order: Order }) {
  const t = useText();
  const locale = useLocale();
  const { sent, all } = sentOf(order);
  const seconds = secondsLeft(order);
  return (
    <TaskProgress
      parts={[
        { tone: 'good', count: order.readCount + order.deliveredCount, words: t({ zh: '已送达', en: 'delivered' }) },
        { tone: 'running', count: order.submittedCount, words: t({ zh: '已提交', en: 'submitted' }) },
        { tone: 'bad', count: order.failedCount + order.overruledCount, words: t({ zh: '失败', en: 'failed' }) },
        { tone: 'off', count: order.expiredCount, words: t({ zh: '已过期', en: 'expired' }) },
        { tone: 'waiting', count: order.deferredCount, words: t({ zh: '延后', en: 'deferred' }) },
      ]}
      done={sent}
      all={all}
      note={
        seconds === null
          ? undefined
          : t({ zh: '约剩 {time}', en: 'about {time} left' }, { time: spanText(seconds, locale) })
      }
    />
  );
}

/** A longer estimate says only that something is wrong. */
const LONGEST_SECONDS = 48 * 3600;

/** Returns the seconds that the unsent messages take at the average speed so far; null where nobody can tell. */
function secondsLeft(order: Order): number | null {
  const { sent } = sentOf(order);
  if (order.status !== orderStatus.is.sending || !order.startTime || sent === 0 || order.pendingCount === 0)
    return null;
  const since = (Date.now() - new Date(order.startTime.replace(' ', 'T')).getTime()) / 1000;
  const left = (order.pendingCount * since) / sent;
  return left > 0 && left < LONGEST_SECONDS ? left : null;
}

/** Messages that arrived, read ones too, with their share of the submitted ones. */
export const Delivered = ({ order: { deliveredCount, readCount, deliveryRate } }: { readonly order: Order }) => (
  <>
    {countText(deliveredCount + readCount)}
    {deliveryRate !== null && <div className="kit-weak">{deliveryRate} %</div>}
  </>
);
