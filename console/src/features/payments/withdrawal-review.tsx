import { OPEN_WITHDRAWALS } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { paymentType, withdrawalStatus, withdrawalWallet } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { identifier } from '@trade-assistant/contract/kit/field.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { reviewAction } from '../../kit/list/actions/review-action.ts';
import type { ResourcePageOptions } from '../../kit/resource-page.tsx';
import { AccountNumber } from './account-number.tsx';
import { ApprovalLink } from './approval-link.tsx';
import { PayeeFacts } from './payee-facts.tsx';
import { needsReference, REFERENCE_LABEL, REFERENCE_MAX, referenceHelp } from './payment-reference.ts';
import type { WithdrawalResource } from './resources.ts';
import { WithdrawalMethod } from './withdrawal-method.tsx';

const Queue = lazyWithRetry(() => import('./withdrawal-queue.tsx'));
const BankBatch = lazyWithRetry(() => import('./bank-batch.tsx'));
const PayOut = lazyWithRetry(() => import('./pay-out.tsx'));

interface Stated {
  readonly status: number;
  readonly paymentMethod: string | null;
}

const isOpen = ({ status }: Stated): boolean => (OPEN_WITHDRAWALS as readonly number[]).includes(status);

const isBankDue = ({ status, methodType }: Stated & { readonly methodType: number | null }): boolean =>
  methodType === paymentType.is.bank &&
  [withdrawalStatus.is.pending, withdrawalStatus.is.failed, withdrawalStatus.is.passed].some((due) => due === status);

const payment = (rows: readonly { readonly amount: string; readonly status: number }[]) => {
  // The person who requested the second review gave the reference.
  const required = needsReference(rows.filter(({ status }) => status !== withdrawalStatus.is.checking));
  return {
    txHash: identifier({ label: REFERENCE_LABEL, help: referenceHelp(required), max: REFERENCE_MAX, required }),
  };
};

/** The list of reviewers of withdrawals. */
export const withdrawalReview = (resource: WithdrawalResource): ResourcePageOptions<WithdrawalResource> => ({
  leading: ['withdrawNo', 'userName', 'status', 'amount', 'netAmount', 'payeeName', 'methodName', 'createTime'],
  columns: { methodName: { render: (row) => <WithdrawalMethod row={row} /> } },
  toolbarActions: [reviewAction('audit', ({ onClose }) => <Queue resource={resource} onClose={onClose} />)],
  transitions: { remove: () => false },
  rowActions: [
    {
      key: 'pay-out',
      label: { zh: '代付', en: 'Pay out' },
      permission: 'audit',
      on: 'both',
      isOffered: isOpen,
      panel: ({ rows, onClose }) => <PayOut resource={resource} ids={rows.map(({ id }) => id)} onClose={onClose} />,
    },
    {
      key: 'bank-batch',
      label: { zh: '银行文件', en: 'Bank file' },
      permission: 'bank-batch',
      on: 'both',
      isOffered: (row) => isBankDue(row),
      panel: ({ rows, onClose }) => <BankBatch resource={resource} rows={rows} onClose={onClose} />,
    },
    {
      key: 'pass',
      label: { zh: '登记已打款', en: 'Record as paid' },
      permission: 'audit',
      isOffered: isOpen,
      confirm: {
        zh: '确认已向收款账户打款？通过后冻结金额即扣除。',
        en: 'Has the money been sent to the payee? The amount on hold is then deducted.',
      },
      fields: payment,
      call: 'pass',
      done: { zh: '已处理', en: 'Done' },
    },
    ...(resource.name === withdrawalRecord.name
      ? []
      : [
          {
            key: 'transfer',
            label: { zh: '转入余额', en: 'Move to balance' },
            permission: 'transfer',
            isOffered: (row: Stated & { readonly walletKind: number }) =>
              isOpen(row) && row.walletKind === withdrawalWallet.is.brokerage,
            confirm: {
              zh: '不打款，把这笔佣金转入用户的可用余额？',
              en: 'Move this commission to the user’s balance instead of paying it out?',
            },
            call: 'transfer' as never,
            done: { zh: '已转入余额', en: 'Moved to the balance' },
          },
        ]),
  ],
  isEditable: () => false,
  unmentioned: ['userId', 'payee', 'payeeId', 'payeeType', 'methodNameEn', 'approvalId'],
  detail: (row) => (
    <>
      {row.payee && (
        <PayeeFacts payee={row.payee}>
          {row.payee.cardLast4 && <AccountNumber resource={resource} id={row.id} last4={row.payee.cardLast4} />}
        </PayeeFacts>
      )}
      {row.approvalId && row.status === withdrawalStatus.is.checking && <ApprovalLink id={row.approvalId} />}
    </>
  ),
});
