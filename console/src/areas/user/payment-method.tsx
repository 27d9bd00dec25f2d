import { approval } from '@trade-assistant/contract/areas/desk/approval.ts';
import { paymentDirection } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { Nothing } from '../../kit/fields/status.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Receiving, ReceivingCell } from './payment-method/receiving.tsx';

const ChangeReceiving = lazyWithRetry(() => import('./payment-method/change-receiving.tsx'));
const receives = ({ direction }: { direction: number }) => direction !== paymentDirection.is.withdrawal;

/** Methods of recharges and withdrawals; changing a receiving account needs two persons. */
export default resourcePage(paymentMethod, {
  leading: ['methodName', 'direction', 'methodType', 'network', 'status', 'receiveAddresses'],
  columns: {
    receiveAddresses: {
      title: { zh: '收款信息', en: 'Receiving details' },
      render: (row) => (receives(row) ? <ReceivingCell row={row} /> : <Nothing />),
    },
    localCurrency: { isHiddenAtFirst: true },
    sort: { isHiddenAtFirst: true },
    createTime: { isHiddenAtFirst: true },
  },
  form: {
    followUp: (answer) => {
      const { approvalId } = answer as { approvalId?: string | null };
      return approvalId
        ? {
            said: { zh: '限额已提交复核，通过后生效', en: 'Limits sent for approval; they apply once approved' },
            route: `/${approval.name}/index?record=${approvalId}`,
          }
        : undefined;
    },
  },
  rowActions: [
    {
      key: 'receiving',
      label: { zh: '变更收款信息', en: 'Change receiving details' },
      permission: 'edit-receiving',
      isOffered: receives,
      panel: ({ rows: [row], onClose }) => (row ? <ChangeReceiving row={row} onClose={onClose} /> : null),
    },
  ],
  unmentioned: ['receiveAddresses', 'bankInfo', 'approvalId', 'confirmed'],
  detail: (row) => (receives(row) ? <Receiving row={row} /> : null),
});
