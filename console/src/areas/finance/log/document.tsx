import { Link } from 'react-router';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useCan } from '../../../kit/permission.tsx';

/** The document behind a movement: a link where there is a screen for it. */
export function Document({ row }: { row: { readonly bizType: string; readonly bizNo: string | null } }) {
  const mayOrders = useCan('agent/product:orders');
  if (!row.bizNo) return <Nothing />;
  return row.bizType === 'product_order' && mayOrders ? (
    <Link to={`/agent/product-order?orderNo=${encodeURIComponent(row.bizNo)}`}>{row.bizNo}</Link>
  ) : (
    <Copyable text={row.bizNo} />
  );
}
