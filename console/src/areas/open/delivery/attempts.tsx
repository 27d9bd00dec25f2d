import type { openDelivery } from '@trade-assistant/contract/areas/open/delivery.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { formatTime } from '@trade-assistant/contract/kit/time.ts';
import { useText } from '../../../kit/i18n.ts';
import { currentZone } from '../../../kit/zone.ts';
import styles from './attempts.module.css';

/** Attempts of a delivery, newest first, with the first characters of each answer. */
export function Attempts({ attempts }: Pick<WireRowOf<typeof openDelivery>, 'attempts'>) {
  const t = useText();
  if (attempts.length === 0) return <p className="kit-weak">{t({ zh: '尚未发送', en: 'Not sent yet' })}</p>;
  return (
    <section aria-label={t({ zh: '尝试记录', en: 'Attempts' })}>
      <h3>{t({ zh: '尝试记录', en: 'Attempts' })}</h3>
      <ol className={styles.attempts ?? ''}>
        {attempts.map(({ time, status, error, millis, answer }) => (
          <li key={time}>
            <span className="kit-number">{formatTime(new Date(time), currentZone())}</span>{' '}
            <strong>{status ?? t({ zh: '无应答', en: 'No answer' })}</strong>{' '}
            <span className="kit-weak">{t({ zh: '{n} 毫秒', en: '{n} ms' }, { n: String(millis) })}</span>
            {error === null ? null : <p className="kit-weak">{error}</p>}
            {answer === '' ? null : <pre className={styles.answer ?? ''}>{answer}</pre>}
          </li>
        ))}
      </ol>
    </section>
  );
}
