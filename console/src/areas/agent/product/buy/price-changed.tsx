import { formatMoney, type Micro } from '@trade-assistant/contract/kit/money.ts';
import Alert from 'antd/es/alert';
import { useText } from '../../../../kit/i18n.ts';

/** What was shown before, and what is asked now. */
export function PriceChanged({ before, now, currency }: { before: Micro; now: Micro; currency: string }) {
  const t = useText();
  return (
    <Alert
      type="warning"
      showIcon
      className="kit-alert"
      title={t({ zh: '价格已更新，请确认新价格', en: 'The price has changed; please confirm the new one' })}
      description={
        <span className="kit-number">
          <s>{formatMoney(before)}</s> → <strong>{formatMoney(now)}</strong> {currency}
        </span>
      }
    />
  );
}
