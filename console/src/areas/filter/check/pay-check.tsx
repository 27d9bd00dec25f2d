import { checkMode } from '@trade-assistant/contract/areas/filter/dictionaries.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import type { Check, CheckResource } from '../../../features/checks/types.ts';
import { call } from '../../../kit/client/call.ts';
import { invalidate } from '../../../kit/client/query.ts';
import { showSuccess } from '../../../kit/feedback.tsx';
import { useAttempt } from '../../../kit/form/use-attempt.ts';
import { useText } from '../../../kit/i18n.ts';
import { Problem } from '../../../kit/parts/problem.tsx';
import { CancelButton, SidePanel } from '../../../kit/parts/side-panel.tsx';
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
  const { isBusy, problem, attempt } = useAttempt({});
  const submit = () =>
    attempt(async (idempotencyKey) => {
      const expectedUnitPrice = quote.data?.unitPrice;
      await call(resource, 'update', { id: check.id, action: 'RETRY_PAY', expectedUnitPrice }, { idempotencyKey });
      showSuccess(t({ zh: '已支付，开始检测', en: 'Paid; the check has started' }));
      void invalidate(resource);
      onClose();
    });
  return (
    <SidePanel
      title={t({ zh: '支付检测 · {name}', en: 'Pay · {name}' }, { name: check.taskName })}
      width={480}
      onClose={onClose}
      isClosable={!isBusy}
      footer={
        <>
          <QuoteNote asked={quote} lines={lines} />
          <CancelButton disabled={isBusy} />
          <Button type="primary" loading={isBusy} disabled={!quote.data} onClick={() => void submit()}>
            {t({ zh: '支付并开始', en: 'Pay and start' })}
          </Button>
        </>
      }
    >
      <Problem text={problem} />
      {check.waiting && <Alert type="info" showIcon className="kit-alert" title={check.waiting} />}
      <Quote
        resource={resource}
        filterType={kind.filterType}
        asked={quote}
        lines={lines}
        isCached={check.checkMode === checkMode.is.cached}
        isCounted
      />
    </SidePanel>
  );
}
