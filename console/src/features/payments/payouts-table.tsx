import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { useText } from '../../kit/i18n.ts';
import { bookText, sentText, sumOf } from './amount-due.tsx';
import type { WithdrawalResource } from './resources.ts';

type Withdrawal = WireRowOf<WithdrawalResource>;

/** The withdrawals of a payout: who receives how much where, and the sum of several. */
export function PayoutsTable({ rows }: { rows: readonly Withdrawal[] }) {
  const t = useText();
  return (
    <table className="kit-lines">
      <thead>
        <tr>
          <th>{t({ zh: '用户', en: 'User' })}</th>
          <th>{t({ zh: '收款账户', en: 'Payee' })}</th>
          <th data-align="right">{t({ zh: '打款金额', en: 'Amount to pay' })}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td>
              {row.userName} <div className="kit-weak kit-number">{row.withdrawNo}</div>
            </td>
            <td>
              {row.payee?.holderName && <div>{row.payee.holderName}</div>}
              <div>{row.payeeName}</div>
            </td>
            <td data-align="right" className="kit-number">
              {t(sentText(row))}
            </td>
          </tr>
        ))}
      </tbody>
      {rows.length > 1 && (
        <tfoot>
          <tr>
            <th colSpan={2}>{t({ zh: '合计 {n} 笔', en: 'Total of {n}' }, { n: rows.length })}</th>
            <th data-align="right" className="kit-number">
              {bookText(sumOf(rows.map(({ netAmount }) => netAmount)))}
            </th>
          </tr>
        </tfoot>
      )}
    </table>
  );
}
