import Statistic from 'antd/es/statistic';
import { useState } from 'react';
import { useText } from '../../../kit/i18n.ts';

/** The time left to pay. */
export function Countdown({ until }: { until: Date }) {
  const t = useText();
  const [isOver, setOver] = useState(() => until.getTime() <= Date.now());
  if (isOver)
    return (
      <p className="kit-bad" role="status">
        {t({
          zh: '付款时间已过。已付款请照常提交凭证，未付款请重新下单。',
          en: 'The payment window has expired. If you have paid, upload the proof; otherwise place a new order.',
        })}
      </p>
    );
  return (
    <Statistic.Timer
      type="countdown"
      title={t({ zh: '请在此时间内付款', en: 'Time left to pay' })}
      value={until.getTime()}
      format="HH:mm:ss"
      onFinish={() => setOver(true)}
    />
  );
}
