import { incomingPaymentStatus, rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { BOOK_CURRENCY } from '@trade-assistant/contract/currency.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { MoneyValue } from '../../kit/fields/money-value.tsx';
import { DictValue } from '../../kit/fields/status.tsx';
import { useText } from '../../kit/i18n.ts';
import { ListProblem } from '../../kit/list/table/list-problem.tsx';
import { useCan } from '../../kit/permission.tsx';
import type { RechargeResource } from './resources.ts';

interface RechargeClaimsProps {
  readonly resource: RechargeResource;
  readonly id: string;
  readonly txHash: string | null;
}

/** Other recharges that name the same transaction and the findings of payment watchers; empty without any. */
export function RechargeClaims({ resource, id, txHash }: RechargeClaimsProps) {
  const t = useText();
  const isReviewer = useCan(`${resource.name}:audit`);
  const { data, error, refetch } = useCall(resource, 'claims', { id }, { enabled: isReviewer && txHash !== null });
  if (error) return <ListProblem error={error} onRetry={() => void refetch()} />;
  if (!data || data.claims.length + data.payments.length === 0) return null;
  return (
    <section className="kit-group">
      <h2 className="kit-heading">{t({ zh: '同一交易', en: 'Same transaction' })}</h2>
      {data.claims.length > 0 && (
        <Alert
          type="warning"
          showIcon
          title={t({
            zh: '其他充值单也填写了这笔交易，只能有一笔入账，请核对后再决定',
            en: 'Other recharges name this transaction too; only one can be credited. Please compare them first',
          })}
        />
      )}
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '单号', en: 'No.' })}</th>
            <th>{t({ zh: '用户', en: 'User' })}</th>
            <th data-align="right">{t({ zh: '金额', en: 'Amount' })}</th>
            <th>{t({ zh: '时间', en: 'Time' })}</th>
            <th>{t({ zh: '状态', en: 'Status' })}</th>
          </tr>
        </thead>
        <tbody>
          {data.payments.map((payment) => (
            <tr key={payment.id}>
              <td>
                <Link to={`/${incomingPayment.name}/index?record=${payment.id}`}>
                  {t({ zh: '监听到的付款', en: 'Detected payment' })}
                </Link>
                {payment.rechargeNo && <div className="kit-weak kit-number">{payment.rechargeNo}</div>}
              </td>
              <td>–</td>
              <td data-align="right">
                <MoneyValue wire={payment.amount} currency={payment.currency} decimals={6} />
              </td>
              <td className="kit-number">{payment.paidTime}</td>
              <td>
                <DictValue dictionary={incomingPaymentStatus} value={payment.status} />
              </td>
            </tr>
          ))}
          {data.claims.map((claim) => (
            <tr key={claim.id}>
              <td className="kit-number">
                <Link to={`/${screenOf(claim.userType)}/index?record=${claim.id}`}>{claim.rechargeNo}</Link>
                {claim.isCertain && (
                  <div className="kit-weak">
                    {t({ zh: '付款已归此单', en: 'The payment belongs to this recharge' })}
                  </div>
                )}
              </td>
              <td>{claim.userName}</td>
              <td data-align="right">
                <MoneyValue wire={claim.payAmount} currency={BOOK_CURRENCY} decimals={6} />
              </td>
              <td className="kit-number">{claim.createTime}</td>
              <td>
                <DictValue dictionary={rechargeStatus} value={claim.status} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const screenOf = (type: number): string => (type === userType.is.agent ? 'agent/recharge' : 'user/recharge-record');
