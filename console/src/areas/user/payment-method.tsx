import { paymentDirection } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { paymentMethod } from '@trade-assistant/contract/areas/user/payment-method.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { Nothing } from '../../kit/fields/status.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';
import { Receiving, ReceivingCell } from './payment-method/receiving.tsx';

const ChangeReceiving = lazyWithRetry(() => import('./payment-method/change-receiving.tsx'));
const receives = ({ direction }: { direction: number }) => direction !== paymentDirection.is.withdrawal;

/** How money comes in and goes out; where it is received is changed by two persons. */
export default resourcePage(paymentMethod, {
  leading: ['methodName', 'direction', 'methodType', 'network', 'status', 'receiveAddresses'],
  columns: {
    receiveAddresses: {
      title: { zh: '收款信息', en: 'Receives at' },
      render: (row) => (receives(row) ? <ReceivingCell row={row} /> : <Nothing />),
    },
    localCurrency: { isHiddenAtFirst: true },
    sort: { isHiddenAtFirst: true },
    createTime: { isHiddenAtFirst: true },
  },
  rowActions: [
    {
      key: 'receiving',
      label: { zh: '变更收款信息', en: 'Change where money is received' },
      permission: 'edit-receiving',
      isOffered: receives,
      panel: ({ rows: [row], onClose }) => (row ? <ChangeReceiving row={row} onClose={onClose} /> : null),
    },
  ],
  unmentioned: ['receiveAddresses', 'bankInfo'],
  detail: (row) => (receives(row) ? <Receiving row={row} /> : null),
});
