import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { withdrawalStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { PayeeFacts } from '../../features/payments/payee-facts.tsx';
import { WithdrawalMethod } from '../../features/payments/withdrawal-method.tsx';
import { withdrawalReview } from '../../features/payments/withdrawal-review.tsx';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { without } from '../../kit/form/values.ts';
import { useCan } from '../../kit/permission.tsx';
import { resourcePage } from '../../kit/resource-page.tsx';

const Order = lazyWithRetry(() => import('./withdrawal/order.tsx'));
const MoveBrokerage = lazyWithRetry(() => import('./withdrawal/move-brokerage.tsx'));

/** Withdrawals: their own for agents, all agents' for staff. */
export default function WithdrawalPage() {
  const isOwner = useCan('agent/withdrawal:add');
  const isReviewer = useCan('agent/withdrawal:audit');
  return isOwner && !isReviewer ? <OwnWithdrawals /> : <AgentWithdrawals />;
}

const OwnWithdrawals = resourcePage(withdrawal, {
  leading: ['withdrawNo', 'status', 'amount', 'netAmount', 'walletKind', 'methodName', 'payeeName', 'createTime'],
  search: (fields) => without(fields, 'userId', 'userType'),
  columns: {
    methodName: { render: (row) => <WithdrawalMethod row={row} /> },
    userName: { isHiddenAtFirst: true },
  },
  toolbarActions: [
    {
      key: 'withdraw',
      label: { zh: '提现', en: 'Withdraw' },
      permission: 'add',
      isPrimary: true,
      parameter: 'withdraw',
      panel: ({ value, onClose }) => <Order amount={value} onClose={onClose} />,
    },
    {
      key: 'transfer',
      label: { zh: '佣金转余额', en: 'Move commission to balance' },
      permission: 'transfer',
      parameter: 'transfer',
      panel: ({ onClose }) => <MoveBrokerage onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'note',
      label: { zh: '修改附言', en: 'Change the note' },
      permission: 'add',
      isOffered: ({ status }) => status === withdrawalStatus.is.pending,
      fields: { applyNote: withdrawal.fields.applyNote },
      initial: ([row]) => ({ applyNote: row?.applyNote }),
      call: 'submit',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '附言已修改', en: 'Changed' },
    },
  ],
  isEditable: () => false,
  detail: ({ payee }) => (payee ? <PayeeFacts payee={payee} /> : null),
  unmentioned: ['userId', 'userName', 'userType', 'payee', 'payeeId', 'payeeType', 'methodNameEn', 'approvalId'],
});

const AgentWithdrawals = resourcePage(withdrawal, withdrawalReview(withdrawal));
WithdrawalPage.list = AgentWithdrawals.list;
