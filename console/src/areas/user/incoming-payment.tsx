import { incomingPaymentStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { incomingPayment } from '@trade-assistant/contract/areas/user/incoming-payment.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const Attach = lazyWithRetry(() => import('./incoming-payment/attach.tsx'));

/** Observed payments, and manual matching of those without a recharge. */
export default resourcePage(incomingPayment, {
  leading: ['txHash', 'amount', 'status', 'problem', 'rechargeNo', 'userName', 'paidTime'],
  rowActions: [
    {
      key: 'attach',
      label: { zh: '关联充值', en: 'Attach to a recharge' },
      permission: 'handle',
      isOffered: ({ status }) => status === incomingPaymentStatus.is.unmatched,
      panel: ({ rows: [row], onClose }) => row && <Attach payment={row} onClose={onClose} />,
    },
  ],
});
