import { warehouse } from '@trade-assistant/contract/areas/whatsapp/warehouse.ts';
import Alert from 'antd/es/alert';
import { Link } from 'react-router';
import { messageOf } from '../../../kit/client/call-error.ts';
import { useCall } from '../../../kit/client/query.ts';
import { useText } from '../../../kit/i18n.ts';
import { countText } from '../../../kit/parts/figures.tsx';
import { StockBar } from '../parts/stock-bar.tsx';
import styles from './warehouse-totals.module.css';

const AT_MOST = 50;

/** One card per warehouse: the number of its numbers and their states. Choosing one shows its numbers. */
export function WarehouseTotals() {
  const t = useText();
  const { data, error } = useCall(warehouse, 'list', { size: AT_MOST });
  if (error) return <Alert type="error" showIcon title={messageOf(error)} className="kit-alert" />;
  if (data?.records.length === 0) return null;
  return (
    <ul className={styles.cards} aria-busy={data === undefined}>
      {data?.records.map((row) => (
        <li key={row.warehouseCode}>
          <Link
            className={styles.card}
            to={`/${warehouse.name}?warehouseCode=${encodeURIComponent(row.warehouseCode)}`}
          >
            <span className={styles.name}>
              {row.warehouseName} <span className="kit-weak">{row.warehouseCode}</span>
            </span>
            <span className={styles.figures}>
              <strong className="kit-number">{countText(row.available)}</strong>
              <span className="kit-weak">
                {t({ zh: '可用 / 共 {n}', en: 'available of {n}' }, { n: countText(row.total) })}
              </span>
            </span>
            <StockBar counts={row} hasTotal={false} />
          </Link>
        </li>
      )) ?? <li className={styles.card} />}
    </ul>
  );
}
