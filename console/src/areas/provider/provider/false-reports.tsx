import { provider } from '@trade-assistant/contract/areas/provider/provider.ts';
import { seedMatch } from '@trade-assistant/contract/areas/whatsapp/embedded-dictionaries.ts';
import { lineStatus } from '@trade-assistant/contract/message-dictionaries.ts';
import { Link } from 'react-router';
import { filterLines } from '../../../features/orders/record/line-filter.ts';
import { useCall } from '../../../kit/client/query.ts';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCan } from '../../../kit/permission.tsx';
import styles from './provider.module.css';

const { delivered, read, overruled } = lineStatus.is;

/** Orders whose messages a provider may have reported falsely, with ways to these messages; nothing without any. */
export function FalseReports({ id }: { readonly id: string }) {
  const t = useText();
  const canSeeSeeds = useCan('whatsapp/embedded-number-task:view');
  const asked = useCall(provider, 'false-reports', { id });
  if (asked.error) return <ListProblem error={asked.error} onRetry={() => void asked.refetch()} />;
  if (!asked.data || asked.data.length === 0) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '虚报号码（30 天）', en: 'False reports (30 days)' })}</h2>
      <div className={styles['scroll']}>
        <table className="kit-lines">
          <thead>
            <tr>
              <th scope="col">{t({ zh: '订单', en: 'Order' })}</th>
              <th scope="col">{t({ zh: '创建时间', en: 'Created' })}</th>
              <th scope="col" data-align="right">
                {t({ zh: '虚报嵌入号', en: 'False seeds' })}
              </th>
              <th scope="col" data-align="right">
                {t({ zh: '报告送达', en: 'Reported delivered' })}
              </th>
              <th scope="col" data-align="right">
                {t({ zh: '已驳回', en: 'Overruled' })}
              </th>
            </tr>
          </thead>
          <tbody>
            {asked.data.map(({ orderId, orderNo, resource, createTime, ...counts }) => {
              const to = `/${resource}/index?record=${orderId}&tab=recipients`;
              const lines = (count: number, states: readonly number[]) =>
                count === 0 ? (
                  '0'
                ) : (
                  <Link to={to} onClick={() => filterLines(orderId, states)}>
                    {countText(count)}
                  </Link>
                );
              return (
                <tr key={orderId}>
                  <th scope="row">
                    <Link to={`/${resource}/index?record=${orderId}`}>{orderNo}</Link>
                  </th>
                  <td>
                    <TimeValue wire={createTime} />
                  </td>
                  <td data-align="right" className="kit-number">
                    {`${countText(counts.falseSeeds)} / ${countText(counts.seeds)}`}
                  </td>
                  <td data-align="right" className="kit-number">
                    {lines(counts.reported, [delivered, read])}
                  </td>
                  <td data-align="right" className="kit-number">
                    {lines(counts.overruled, [overruled])}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
      {canSeeSeeds && (
        <p>
          <Link
            to={`/whatsapp/embedded-number-task/index?providerId=${id}&matchResult_in=${seedMatch.is.providerFalse}`}
          >
            {t({ zh: '查看虚报的嵌入号', en: 'Seeds with false reports' })}
          </Link>
        </p>
      )}
    </section>
  );
}
