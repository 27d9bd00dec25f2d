import Alert from 'antd/es/alert';
import Form from 'antd/es/form';
import Radio from 'antd/es/radio';
import Skeleton from 'antd/es/skeleton';
import { Suspense, useEffect, useState } from 'react';
import { call } from '../../kit/client/call.ts';
import { messageOf } from '../../kit/client/call-error.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { useText } from '../../kit/i18n.ts';
import { InlineLoadBoundary } from '../../kit/inline-load-boundary.tsx';
import { lazyWithRetry } from '../../kit/lazy-with-retry.tsx';
import { countText } from '../../kit/parts/figures.tsx';
import { TotalLine, TotalLines } from '../../kit/parts/total-lines.tsx';
import { TaskPanel } from '../list-tasks/task-panel.tsx';
import type { Order, OrderResource } from './types.ts';

const TimeInput = lazyWithRetry(() => import('../../kit/form/time-input.tsx'));

type Scope = 'FAILED' | 'EXPIRED' | 'BOTH';
type Effect = Awaited<ReturnType<typeof preview>>;

const preview = (resource: OrderResource, id: string, scope: Scope) =>
  call(resource, 'schedule-reset', { id, scope, preview: true });

/** Sends failed or expired messages again: how many may be, and what is held for them, before it is confirmed. */
export default function SendAgain({
  resource,
  order,
  onClose,
}: {
  readonly resource: OrderResource;
  readonly order: Order;
  readonly onClose: () => void;
}) {
  const t = useText();
  const [scope, setScope] = useState<Scope>('BOTH');
  const [resetTime, setTime] = useState<string | null>(null);
  const [effect, setEffect] = useState<{ readonly scope: Scope; readonly found: Effect | string } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    preview(resource, order.id, scope).then(
      (found) => isCurrent && setEffect({ scope, found }),
      (error: unknown) => isCurrent && setEffect({ scope, found: messageOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [resource, order.id, scope]);
  const found = effect?.scope === scope ? effect.found : null;
  const lines = found !== null && typeof found !== 'string' ? found.lines : 0;
  const send = async (idempotencyKey: string) => {
    const input = { id: order.id, scope, ...(resetTime === null ? {} : { resetTime }) };
    const done = await call(resource, 'schedule-reset', input, { idempotencyKey });
    const words = { zh: '{n} 条将重新发送', en: '{n} {n|message|messages} will be sent again' };
    return t(words, { n: countText(done.lines) });
  };
  const scopes = [
    { value: 'BOTH', label: t({ zh: '失败和过期', en: 'Failed and expired' }) },
    { value: 'FAILED', label: t({ zh: '仅失败', en: 'Failed only' }) },
    { value: 'EXPIRED', label: t({ zh: '仅过期', en: 'Expired only' }) },
  ] as const;
  return (
    <TaskPanel
      title={t({ zh: '重发 · {name}', en: 'Send again · {name}' }, { name: order.orderName })}
      resource={resource}
      submitText={t({ zh: '重发 {n} 条', en: 'Send {n} again' }, { n: countText(lines) })}
      isReady={lines > 0}
      send={send}
      onClose={onClose}
    >
      <Form.Item label={t({ zh: '范围', en: 'Messages' })}>
        <Radio.Group value={scope} options={[...scopes]} onChange={({ target }) => setScope(target.value)} />
      </Form.Item>
      <Form.Item label={t({ zh: '重发时间', en: 'Send at' })}>
        <InlineLoadBoundary>
          <Suspense fallback={<Skeleton.Input active block />}>
            <TimeInput
              value={resetTime ?? ''}
              aria-label={t({ zh: '重发时间', en: 'Send at' })}
              placeholder={t({ zh: '立即', en: 'At once' })}
              onChange={(time) => setTime(time ?? null)}
            />
          </Suspense>
        </InlineLoadBoundary>
      </Form.Item>
      {found === null ? (
        <Skeleton active title={false} />
      ) : typeof found === 'string' ? (
        <Alert type="error" showIcon title={found} />
      ) : (
        <TotalLines>
          <TotalLine label={t({ zh: '可以重发', en: 'Can be sent again' })} isMain>
            {countText(found.lines)}
          </TotalLine>
          {found.excluded > 0 && (
            <TotalLine label={t({ zh: '不能重发（号码无效、已退订等）', en: 'Cannot (no such number, opted out …)' })}>
              {countText(found.excluded)}
            </TotalLine>
          )}
          <TotalLine label={t({ zh: '冻结金额', en: 'Amount to hold' })}>
            <MoneyValue wire={found.held} currency={order.currency ?? undefined} decimals={6} />
          </TotalLine>
        </TotalLines>
      )}
    </TaskPanel>
  );
}
