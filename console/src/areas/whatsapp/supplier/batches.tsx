import { supplier } from '@trade-assistant/contract/areas/whatsapp/supplier.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import Alert from 'antd/es/alert';
import Skeleton from 'antd/es/skeleton';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { Nothing } from '../../../kit/fields/status.tsx';
import { TimeValue } from '../../../kit/fields/time-value.tsx';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import styles from './supplier.module.css';

const INACTIVE = '2';
const stock = (supplierId: string, batchNo: string, more = '') =>
  `/whatsapp/warehouse?supplierId=${supplierId}${batchNo ? `&batchNo=${encodeURIComponent(batchNo)}` : ''}${more}`;

/** Batches of a supplier with the share of inactive numbers; each figure opens its numbers. */
export function SupplierBatches({ row }: { row: WireRowOf<typeof supplier> }) {
  const t = useText();
  const { data, error } = useCall(supplier, 'batches', { id: row.id });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} />;
  if (!data) return <Skeleton active />;
  if (data.length === 0)
    return (
      <p className="kit-weak">
        {t({ zh: '还没有入库的号码；每 15 分钟统计一次', en: 'No numbers in stock yet; counted every 15 minutes' })}
      </p>
    );
  return (
    <div className={styles['scroll']}>
      <table className="kit-lines">
        <thead>
          <tr>
            <th>{t({ zh: '批次', en: 'Batch' })}</th>
            <th data-align="right">{t({ zh: '交付', en: 'Delivered' })}</th>
            <th data-align="right">{t({ zh: '客户使用中', en: 'With customers' })}</th>
            <th data-align="right">{t({ zh: '失效', en: 'Inactive' })}</th>
            <th data-align="right">{t({ zh: '失效率', en: 'Failure rate' })}</th>
            <th>{t({ zh: '首次入库', en: 'First stock-in' })}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((batch) => (
            <tr key={batch.batchNo}>
              <td>{batch.batchName ?? (batch.batchNo || <Nothing />)}</td>
              <td data-align="right" className="kit-number">
                <Link to={stock(row.id, batch.batchNo)}>{countText(batch.stocked)}</Link>
              </td>
              <td data-align="right" className="kit-number">
                <Link to={stock(row.id, batch.batchNo, '&stockStatus_in=2')}>{countText(batch.assigned)}</Link>
              </td>
              <td data-align="right" className="kit-number">
                <Link to={stock(row.id, batch.batchNo, `&surviveStatus_in=${INACTIVE}`)}>
                  {countText(batch.failed)}
                </Link>
              </td>
              <td data-align="right" className="kit-number">
                {batch.failureRate}%
              </td>
              <td>{batch.firstTime ? <TimeValue wire={batch.firstTime} /> : <Nothing />}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {row.countedTime && (
        <p className="kit-weak">
          {t({ zh: '统计于', en: 'Counted' })} <TimeValue wire={row.countedTime} />
        </p>
      )}
    </div>
  );
}
