import { money, text, time } from '@trade-assistant/contract/kit/field.ts';
import { FieldValue } from '../../kit/fields/value.tsx';
import { useText } from '../../kit/i18n.ts';
import { ReviewQueue } from '../../kit/parts/review-queue.tsx';
import { picture } from './picture.ts';
import { Sample } from './sample.tsx';

const title = { zh: '审核队列', en: 'Review queue' } as const;
const fields = {
  payer: text({ label: { zh: '付款人', en: 'Payer' }, max: 40 }),
  amount: money({ label: { zh: '金额', en: 'Amount' } }),
  time: time({ label: { zh: '付款时间', en: 'Paid' } }),
};
const items = [
  { id: '1', payer: 'Ada Chen', amount: '1280.5', time: '2026-01-05 09:30:00' },
  { id: '2', payer: 'Bruno Lima', amount: '300', time: '2026-01-05 10:12:00' },
  { id: '3', payer: 'Chitra Rao', amount: '75.25', time: '2026-01-06 18:40:00' },
] as const;

/** Nothing is sent: decisions last until the page is opened again. */
export function ReviewSample() {
  const t = useText();
  return (
    <Sample title={title} isWide>
      <ReviewQueue
        items={items}
        facts={(item) => (
          <dl className="kit-facts">
            {Object.entries(fields).map(([name, field]) => (
              <div key={name}>
                <dt>{t(field.options.label)}</dt>
                <dd>
                  <FieldValue field={field} value={item[name as keyof typeof fields]} currency="USD" isWhole />
                </dd>
              </div>
            ))}
          </dl>
        )}
        evidence={({ payer, amount }) => [picture(`${payer} · ${amount} USD`)]}
        onDecide={() => Promise.resolve()}
      />
    </Sample>
  );
}
