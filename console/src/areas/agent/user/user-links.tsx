import { Link } from 'react-router';
import { useText } from '../../../kit/i18n.ts';
import { useCan } from '../../../kit/permission.tsx';

/** The ways from a user to what they did. */
export function UserLinks({ row }: { row: { readonly id: string } }) {
  const t = useText();
  const mayLog = useCan('finance/log:view');
  const mayOrders = useCan('agent/product:orders');
  const mayNotes = useCan('whatsapp/outbound:view');
  return (
    <p className="kit-toolbar-main">
      {mayLog && <Link to={`/finance/log?userId=${row.id}`}>{t({ zh: '资金流水', en: 'Finance log' })}</Link>}
      {mayOrders && (
        <Link to={`/agent/product-order?agentId=${row.id}`}>{t({ zh: '商品订单', en: 'Product orders' })}</Link>
      )}
      {mayNotes && <Link to={`/whatsapp/outbound?agentId=${row.id}`}>{t({ zh: '出库单', en: 'Delivery notes' })}</Link>}
    </p>
  );
}
