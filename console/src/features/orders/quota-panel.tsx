import Progress from 'antd/es/progress';
import { useCall } from '../../kit/client/query.ts';
import { TimeValue } from '../../kit/fields/time-value.tsx';
import { useText } from '../../kit/i18n.ts';
import { countText } from '../../kit/parts/figures.tsx';
import { TotalLine, TotalLines } from '../../kit/parts/total-lines.tsx';
import type { OrderResource } from './types.ts';

interface QuotaPanelProps {
  readonly resource: OrderResource;
  readonly senderId: string;
  /** The order, once it is a draft. */
  readonly orderId?: string;
  /** About how many recipients a new order has. */
  readonly needs?: number | null;
}

/** The limit of recipients in 24 hours that a sender shares, how much of it is used, and whether the order fits. */
export function QuotaPanel({ resource, senderId, orderId, needs = null }: QuotaPanelProps) {
  const t = useText();
  const { data } = useCall(resource, 'quota', orderId === undefined ? { senderId } : { id: orderId }, {
    staleMillis: 0,
  });
  if (!data || (data.portfolioLimit === null && data.balanceAllows === null)) return null;
  const { portfolioLimit: limit, portfolioUsed24h: used, remaining, resetAt, balanceAllows } = data;
  const wanted = data.orderNeeds ?? needs;
  const isShort = wanted !== null && remaining !== null && wanted > remaining;
  return (
    <section aria-label={t({ zh: '额度', en: 'Limits' })}>
      {limit !== null && (
        <Progress
          percent={Math.min(100, Math.round((100 * used) / Math.max(1, limit)))}
          size="small"
          status={isShort ? 'exception' : 'normal'}
          aria-label={t({ zh: '24 小时额度', en: 'Limit of 24 hours' })}
        />
      )}
      <TotalLines>
        {limit !== null && (
          <TotalLine label={t({ zh: '24 小时收件人', en: 'Recipients in 24 hours' })}>
            {countText(used)} / {countText(limit)}
          </TotalLine>
        )}
        {wanted !== null && limit !== null && (
          <TotalLine label={t({ zh: '本单需要', en: 'This order needs' })}>{countText(wanted)}</TotalLine>
        )}
        {balanceAllows !== null && (
          <TotalLine label={t({ zh: '余额可发', en: 'Paid by the balance' })}>{countText(balanceAllows)}</TotalLine>
        )}
        {resetAt && (
          <TotalLine label={t({ zh: '下 100 个名额释放于', en: 'Next 100 places become free at' })}>
            <TimeValue wire={resetAt} />
          </TotalLine>
        )}
      </TotalLines>
      {isShort && (
        <p className="kit-weak" role="status">
          {t({
            zh: '达到额度后自动等待，名额释放后继续发送。',
            en: 'The order waits when the limit is reached, and goes on as places become free.',
          })}
        </p>
      )}
    </section>
  );
}
