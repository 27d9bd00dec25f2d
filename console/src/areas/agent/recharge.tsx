import { recharge } from '@trade-assistant/contract/areas/agent/recharge.ts';
import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { AmountDue } from '../../features/payments/amount-due.tsx';
import { MethodName } from '../../features/payments/method-name.tsx';
import { rechargeReview } from '../../features/payments/recharge-review.tsx';
import { RechargeStatus } from '../../features/payments/recharge-status.tsx';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { without } from '../../kit/form/values.ts';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const { awaiting, review, expired } = rechargeStatus.is;

interface Stated {
  readonly status: number;
}

/** Returns whether the payer may still submit a proof; the server also checks how long ago the recharge expired. */
const isProvable = ({ status }: Stated): boolean => status === awaiting || status === review || status === expired;

const Order = lazyWithRetry(() => import('./recharge/order.tsx'));
const Pay = lazyWithRetry(() => import('./recharge/pay.tsx'));

/** Recharges: their own for agents, all agents' for staff. */
export default function RechargePage() {
  const isPayer = useCan('agent/recharge:add');
  const isReviewer = useCan('agent/recharge:audit');
  return isPayer && !isReviewer ? <OwnRecharges /> : <AgentRecharges />;
}

const OwnRecharges = resourcePage(recharge, {
  leading: ['rechargeNo', 'methodName', 'payAmount', 'creditedAmount', 'status', 'createTime'],
  search: (fields) => without(fields, 'userId', 'userType'),
  columns: {
    methodName: { render: (row) => <MethodName row={row} /> },
    payAmount: { width: 230, render: (row) => <AmountDue row={row} /> },
    userName: { isHiddenAtFirst: true },
    amount: { isHiddenAtFirst: true },
    status: { render: (row) => <RechargeStatus row={row} /> },
  },
  toolbarActions: [
    {
      key: 'order',
      label: { zh: '充值', en: 'Recharge' },
      permission: 'add',
      isPrimary: true,
      parameter: 'order',
      panel: ({ value, onClose }) => <Order amount={value} onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'pay',
      label: { zh: '付款与凭证', en: 'Pay and upload proof' },
      permission: 'edit',
      isOffered: isProvable,
      panel: ({ rows: [row], onClose }) => (row ? <Pay id={row.id} given={row} onClose={onClose} /> : null),
    },
  ],
  facts: { payAmount: (row) => <AmountDue row={row} />, status: (row) => <RechargeStatus row={row} /> },
  // Payment details are submitted together with the recharge.
  isEditable: () => false,
  unmentioned: ['userId', 'userName', 'userType', 'bankInfo', 'methodNameEn', 'approvalId'],
});

const AgentRecharges = resourcePage(recharge, rechargeReview(recharge));
RechargePage.list = AgentRecharges.list;
