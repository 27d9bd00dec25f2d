import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { Link } from 'react-router';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useCanAny } from '../../../kit/permission.tsx';

const isRecharge = (type: string): boolean => [recharge.name, rechargeRecord.name].some((name) => name === type);

/** The document behind a movement: a link where there is a screen for it. */
export function Document({ row }: { row: { readonly bizType: string; readonly bizNo: string | null } }) {
  const can = useCanAny();
  const canSeeOrders = can('agent/product:orders');
  if (!row.bizNo) return <Nothing />;
  const number = encodeURIComponent(row.bizNo);
  const address =
    row.bizType === 'product_order'
      ? canSeeOrders && `/agent/product-order?orderNo=${number}`
      : isRecharge(row.bizType) && can(`${row.bizType}:view`) && `/${row.bizType}/index?rechargeNo=${number}`;
  return address ? <Link to={address}>{row.bizNo}</Link> : <Copyable text={row.bizNo} />;
}
