import { Link } from 'react-router';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useCan } from '../../../kit/permission.tsx';

/** The order a note belongs to, leading to it where the reader may see orders. */
export function OrderLink({ orderNo }: { orderNo: string | null }) {
  const canSeeOrders = useCan('agent/product:orders');
  if (!orderNo) return <Nothing />;
  return canSeeOrders ? (
    <Link to={`/agent/product-order?orderNo=${encodeURIComponent(orderNo)}`}>{orderNo}</Link>
  ) : (
    <Copyable text={orderNo} />
  );
}
