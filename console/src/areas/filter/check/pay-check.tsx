import { checkMode } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import Alert from 'antd/es/alert';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { TaskPanel } from '../../../features/list-tasks/task-panel.tsx';
import { call } from '../../../kit/client/call.ts';
import { useText } from '../../../kit/i18n.ts';
import { Quote, QuoteNote, useQuote } from './quote.tsx';

interface PayCheckProps {
  readonly resource: CheckResource;
  readonly check: Check;
  readonly onClose: () => void;
}

/** Pays a check whose list has been read, at the present price for its numbers. */
export default function PayCheck({ resource, check, onClose }: PayCheckProps) {
  const t = useText();
  const lines = check.submitCount;
  const kind = { filterType: check.filterType ?? 0, activePeriod: check.activePeriod ?? 0 };
  const quote = useQuote(resource, check.countryCode, { ...kind, taskId: check.id }, lines);
  const send = async (idempotencyKey: string) => {
    const expectedUnitPrice = quote.data?.unitPrice;
    await call(resource, 'update', { id: check.id, action: 'RETRY_PAY', expectedUnitPrice }, { idempotencyKey });
    return t({ zh: '已支付，开始检测', en: 'Paid; the check has started' });
  };
  return (
    <TaskPanel
      title={t({ zh: '支付检测 · {name}', en: 'Pay · {name}' }, { name: check.taskName })}
      resource={resource}
      submitText={t({ zh: '支付并开始', en: 'Pay and start' })}
      isReady={quote.data !== undefined}
      note={<QuoteNote asked={quote} lines={lines} />}
      send={send}
      onClose={onClose}
    >
      {check.waiting && <Alert type="info" showIcon className="kit-alert" title={check.waiting} />}
      <Quote
        resource={resource}
        filterType={kind.filterType}
        asked={quote}
        lines={lines}
        isCached={check.checkMode === checkMode.is.cached}
        isCounted
      />
    </TaskPanel>
  );
}
