import { supplierClaim } from '@trade-assistant/contract/areas/whatsapp/supplier-claim.ts';
import Alert from 'antd/es/alert';
import Button from 'antd/es/button';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { download } from '../../../kit/client/download.ts';
import { useCall } from '../../../kit/client/query.ts';
import { showError } from '../../../kit/feedback.tsx';
import { groupedMoney } from '../../../kit/fields/money.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { useCanAny } from '../../../kit/permission.tsx';

const OF = ['claimed', 'accepted', 'received', 'due'] as const;

/** Balance of a supplier by currency, with its claims and its statement. */
export function SupplierBalance({ supplierId }: { supplierId: string }) {
  const t = useText();
  const can = useCanAny();
  const { data, error } = useCall(supplierClaim, 'balance', { supplierId });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  const words = {
    claimed: t({ zh: '索赔', en: 'Claimed' }),
    accepted: t({ zh: '认可', en: 'Accepted' }),
    received: t({ zh: '已收', en: 'Received' }),
    due: t({ zh: '未收', en: 'Outstanding' }),
  };
  return (
    <>
      {data.length === 0 ? (
        <p className="kit-weak">{t({ zh: '还没有发送过索赔', en: 'No claim has been sent yet' })}</p>
      ) : (
        <table className="kit-lines">
          <thead>
            <tr>
              <th>{t({ zh: '币种', en: 'Currency' })}</th>
              <th data-align="right">{t({ zh: '索赔单', en: 'Claims' })}</th>
              {OF.map((name) => (
                <th key={name} data-align="right">
                  {words[name]}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {data.map((row) => (
              <tr key={row.currency}>
                <td>{row.currency}</td>
                <td data-align="right" className="kit-number">
                  {countText(row.claims)}
                </td>
                {OF.map((name) => (
                  <td key={name} data-align="right" className="kit-number">
                    {groupedMoney(row[name])}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p>
        <Link to={`/whatsapp/supplier-claim/index?supplierId=${supplierId}`}>
          {t({ zh: '查看索赔单', en: 'Open the claims' })}
        </Link>{' '}
        {can('whatsapp/supplier-claim:export') && data.length > 0 && (
          <Button
            size="small"
            onClick={() => void download(supplierClaim, 'statement', { supplierId }).catch(showError)}
          >
            {t({ zh: '导出对账单', en: 'Export statement' })}
          </Button>
        )}
      </p>
    </>
  );
}
