import { rebateSource } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import type { rebates } from '@trade-assistant/contract/areas/agent/rebates.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { Link } from 'react-router';
import { useCan } from '../../../kit/permission.tsx';

/** The document a rebate was earned by; a link for staff, who alone may see customers' orders. */
export function SourceLink({ row: { sourceType, sourceNo } }: { row: WireRowOf<typeof rebates> }) {
  const isStaff = useCan('agent/recharge:audit');
  const canSeeOrders = useCan('agent/product:orders');
  const canSeeNotes = useCan('whatsapp/outbound:view');
  const number = encodeURIComponent(sourceNo);
  if (isStaff && canSeeOrders && sourceType === rebateSource.is.product)
    return <Link to={`/agent/product-order?orderNo=${number}`}>{sourceNo}</Link>;
  if (isStaff && canSeeNotes && sourceType === rebateSource.is.delivery)
    return <Link to={`/whatsapp/outbound/index?outboundNo=${number}`}>{sourceNo}</Link>;
  return <span className="kit-number">{sourceNo}</span>;
}
