import { Link } from 'react-router';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useCan } from '../../../kit/permission.tsx';

/** The order of a note, as a link for users who may see orders. */
export function OrderLink({ orderNo }: { orderNo: string | null }) {
  const canSeeOrders = useCan('agent/product:orders');
  if (!orderNo) return <Nothing />;
  return canSeeOrders ? (
    <Link to={`/agent/product-order?orderNo=${encodeURIComponent(orderNo)}`}>{orderNo}</Link>
  ) : (
    <Copyable text={orderNo} />
  );
}
