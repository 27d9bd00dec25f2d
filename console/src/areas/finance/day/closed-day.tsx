import { financeDay } from '@trade-assistant/contract/areas/finance/day.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import styles from './lines.module.css';
import { Lines, type Report } from './lines.tsx';

/** The figures of a closed day, with those at its close where they have changed. */
export function ClosedDay({ id }: { id: string }) {
  const t = useText();
  const { data, error, isPending } = useCall(financeDay, 'lines', { id });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} className="kit-alert" />;
  if (isPending) return <Skeleton active />;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '核对明细', en: 'Compare details' })}</h2>
      {data.closed && (
        <Alert
          type="warning"
          showIcon
          className="kit-alert"
          title={t({
            zh: '日结之后数据有变动：划线数字是日结时的',
            en: 'Figures changed after the day was closed; values at closing are struck through',
          })}
        />
      )}
      <Lines report={data.current} before={data.closed} />
      <Events report={data.current} />
    </section>
  );
}

/** The journals of the day by type. */
export function Events({ report }: { report: Report }) {
  const t = useText();
  if (report.events.length === 0)
    return <p className="kit-weak">{t({ zh: '当天没有记账', en: 'Nothing was posted on this day' })}</p>;
  return (
    <>
      <h2 className="kit-heading">{t({ zh: '账本变动（按业务事件）', en: 'Ledger movements by event' })}</h2>
      <p className="kit-weak">
        {t({ zh: '期初', en: 'Opening' })} <MoneyValue wire={report.opening} currency={report.currency} /> ·{' '}
        {t({ zh: '期末', en: 'Closing' })} <MoneyValue wire={report.closing} currency={report.currency} />
      </p>
      <div className={styles.scroll}>
        <table className="kit-lines">
          <thead>
            <tr>
              <th>{t({ zh: '事件', en: 'Event' })}</th>
              <th data-align="right">{t({ zh: '凭证数', en: 'Entries' })}</th>
              <th data-align="right">{t({ zh: '金额', en: 'Amount' })}</th>
            </tr>
          </thead>
          <tbody>
            {report.events.map(({ event, name, count, amount }) => (
              <tr key={event}>
                <td>{name}</td>
                <td data-align="right" className="kit-number">
                  {countText(count)}
                </td>
                <td data-align="right" className="kit-number">
                  <MoneyValue wire={amount} currency={report.currency} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
