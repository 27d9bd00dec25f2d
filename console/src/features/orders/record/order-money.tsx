import Skeleton from 'antd/es/skeleton';
import { useCall } from '../../../kit/client/query.ts';
import { CountryValue } from '../../../kit/fields/country.tsx';
import { MoneyValue } from '../../../kit/fields/money-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { ListProblem } from '../../../kit/list/table/list-problem.tsx';
import { countText } from '../../../kit/parts/figures.tsx';
import { TaskMoney } from '../../list-tasks/task-money.tsx';
import type { Order, OrderResource } from '../types.ts';

const EXACT = 6;

/** The money of an order in all and by country, and each of its movements in the finance log. */
export default function OrderMoney({ resource, order }: { readonly resource: OrderResource; readonly order: Order }) {
  const t = useText();
  const { data, error, refetch } = useCall(resource, 'lanes', { id: order.id });
  const amount = (wire: string | null) =>
    wire === null ? '–' : <MoneyValue wire={wire} currency={order.currency ?? undefined} decimals={EXACT} />;
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton active />;
  const { lanes, money } = data;
  const heads = [
    t({ zh: '单价', en: 'Unit price' }),
    t({ zh: '条数', en: 'Messages' }),
    t({ zh: '扣费', en: 'Charged' }),
    t({ zh: '退回', en: 'Returned' }),
    t({ zh: '退款', en: 'Refunded' }),
  ];
  return (
    <TaskMoney
      no={order.orderNo}
      currency={order.currency}
      held={money.held}
      charged={money.charged}
      returned={money.refunded}
    >
      {lanes.length > 0 && (
        <table className="kit-lines kit-alert">
          <thead>
            <tr>
              <th scope="col">{t({ zh: '国家', en: 'Country' })}</th>
              {heads.map((head) => (
                <th key={head} scope="col" data-align="right">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lanes.map(({ countryCode, unitPrice, units, charged, returned, refunded }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a country has a line for each price
              <tr key={index}>
                <th scope="row">
                  <CountryValue code={countryCode} />
                </th>
                <td data-align="right">{amount(unitPrice)}</td>
                {[units, charged, returned, refunded].map((count, column) => (
                  <td key={heads[column + 1]} data-align="right" className="kit-number">
                    {countText(count)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </TaskMoney>
  );
}
