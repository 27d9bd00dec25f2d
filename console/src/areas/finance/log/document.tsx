import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { rechargeRecord } from '@trade-assistant/contract/areas/user/recharge-record.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { preOrder } from '@trade-assistant/contract/areas/whatsapp/pre-order.ts';
import { Link } from 'react-router';
import { Copyable } from '../../../kit/fields/copy.tsx';
import { Nothing } from '../../../kit/fields/status.tsx';
import { useCanAny } from '../../../kit/permission.tsx';

/** Lists of the ledger's documents, by the field with their number. */
const LISTS: Readonly<Record<string, string>> = {
  [recharge.name]: 'rechargeNo',
  [rechargeRecord.name]: 'rechargeNo',
  [withdrawal.name]: 'withdrawNo',
  [withdrawalRecord.name]: 'withdrawNo',
  [preOrder.name]: 'preOrderNo',
};

interface Documented {
  readonly bizType: string;
  readonly bizId: string | null;
  readonly bizNo: string | null;
  readonly approverName: string | null;
}

/** The document of a movement: a link if it has a screen. */
export function Document({ row }: { row: Documented }) {
  const can = useCanAny();
  const canSeeOrders = can('agent/product:orders');
  if (!row.bizNo) return <Nothing />;
  const number = encodeURIComponent(row.bizNo);
  const address =
    row.bizType === 'manual_adjust'
      ? // The document of an approved adjustment is its request.
        row.approverName !== null && can(`${approval.name}:view`) && `/${approval.name}/index?record=${row.bizId}`
      : row.bizType === 'product_order'
        ? canSeeOrders && `/agent/product-order?orderNo=${number}`
        : row.bizType in LISTS && can(`${row.bizType}:view`) && `/${row.bizType}/index?${LISTS[row.bizType]}=${number}`;
  return address ? <Link to={address}>{row.bizNo}</Link> : <Copyable text={row.bizNo} />;
}
