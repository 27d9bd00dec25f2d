import { withdrawal } from '@trade-assistant/contract/areas/agent/withdrawal.ts';
import { OPEN_WITHDRAWALS } from '@trade-assistant/contract/areas/agent/withdrawal-fields.ts';
import { paymentType, withdrawalStatus, withdrawalWallet } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { withdrawalRecord } from '@trade-assistant/contract/areas/user/withdrawal-record.ts';
import { identifier } from '@trade-assistant/contract/kit/field.ts';
import type { CallData, WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { reviewAction } from '../../kit/list/actions/review-action.ts';
import type { ResourcePageOptions } from '../../kit/resource-page.tsx';
import { AccountNumber } from './account-number.tsx';
import { bookText, sentText } from './amount-due.tsx';
import { ApprovalLink } from './approval-link.tsx';
import { PayeeFacts } from './payee-facts.tsx';
import { PayeeName } from './payee-name.tsx';
import { needsReference, REFERENCE_LABEL, REFERENCE_MAX, referenceHelp } from './payment-reference.ts';
import { outcomeText, paidText, requestedText } from './payout-texts.ts';
import type { WithdrawalResource } from './resources.ts';
import { WithdrawalMethod } from './withdrawal-method.tsx';

const Queue = lazyWithRetry(() => import('./withdrawal-queue.tsx'));
const BankBatch = lazyWithRetry(() => import('./bank-batch.tsx'));
const PayOut = lazyWithRetry(() => import('./pay-out.tsx'));
const SecondReview = lazyWithRetry(() => import('./second-review.tsx'));

type Withdrawal = WireRowOf<WithdrawalResource>;

interface Stated {
  readonly status: number;
  readonly paymentMethod: string | null;
}

const { checking } = withdrawalStatus.is;

/** Whether it can be paid; one in second review is approved instead, as its first person requested. */
const isPayable = ({ status }: Stated): boolean =>
  status !== checking && (OPEN_WITHDRAWALS as readonly number[]).includes(status);

const isBankDue = ({ status, methodType }: Stated & { readonly methodType: number | null }): boolean =>
  methodType === paymentType.is.bank &&
  [withdrawalStatus.is.pending, withdrawalStatus.is.failed, withdrawalStatus.is.passed].some((due) => due === status);

const payment = (rows: readonly { readonly amount: string }[]) => {
  const required = needsReference(rows);
  return {
    txHash: identifier({ label: REFERENCE_LABEL, help: referenceHelp(required), max: REFERENCE_MAX, required }),
  };
};

/** The list of reviewers of withdrawals. */
export const withdrawalReview = (resource: WithdrawalResource): ResourcePageOptions<WithdrawalResource> => ({
  leading: ['withdrawNo', 'userName', 'status', 'netAmount', 'payeeName', 'methodName', 'amount', 'createTime'],
  columns: {
    methodName: { render: (row) => <WithdrawalMethod row={row} /> },
    // Wide enough for a shortened address or a bank with four digits, so that 1440 pixels have room for it.
    payeeName: { width: 130, render: ({ payeeName }) => <PayeeName name={payeeName} /> },
  },
  toolbarActions: [reviewAction('audit', ({ onClose }) => <Queue resource={resource} onClose={onClose} />)],
  transitions: { remove: () => false },
  transitionTexts: {
    'turn-down': {
      confirm: (rows) => ({
        zh: `驳回提现 ${requestedText(rows).zh}？冻结的金额退回原账户。`,
        en: `Reject the withdrawal of ${requestedText(rows).en}? The amount on hold returns to its wallet.`,
      }),
      done: (rows) => ({
        zh: `已驳回提现 ${requestedText(rows).zh}`,
        en: `Withdrawal rejected: ${requestedText(rows).en}`,
      }),
    },
    'mark-returned': {
      confirm: (rows) => ({
        zh: `登记退票 ${paidText(rows).zh}？金额退回原账户。`,
        en: `Has the payment of ${paidText(rows).en} bounced? The amount returns to its wallet.`,
      }),
      done: (rows) => ({ zh: `已退回 ${requestedText(rows).zh}`, en: `Returned: ${requestedText(rows).en}` }),
    },
  },
  rowActions: [
    {
      key: 'pay-out',
      label: { zh: '代付', en: 'Pay out' },
      permission: 'audit',
      on: 'both',
      isOffered: isPayable,
      panel: ({ rows, onClose }) => <PayOut resource={resource} rows={rows} onClose={onClose} />,
    },
    {
      key: 'second-review',
      label: { zh: '复核打款', en: 'Approve payout' },
      permission: `${withdrawal.name}:check`,
      isOffered: ({ status, approvalId }) => status === checking && Boolean(approvalId),
      panel: ({ rows: [row], onClose }) =>
        row?.approvalId ? <SecondReview row={row} approvalId={row.approvalId} onClose={onClose} /> : null,
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
      isOffered: isPayable,
      confirm: ([row]) =>
        row && {
          zh: `确认已向${row.userName}的收款账户 ${row.payeeName ?? ''} 打款 ${sentText(row).zh}？冻结的 ${bookText(row.amount)} 随即扣除。`,
          en: `Has ${sentText(row).en} been sent to ${row.userName}, ${row.payeeName ?? ''}? The ${bookText(row.amount)} on hold are then deducted.`,
        },
      fields: payment,
      call: 'pass',
      done: (rows, answer) =>
        outcomeText(rows, answer as CallData<typeof withdrawal, 'pass', 'in'>, {
          zh: '已登记打款 {what}',
          en: 'Recorded as paid: {what}',
        }),
    },
    ...(resource.name === withdrawalRecord.name
      ? []
      : [
          {
            key: 'transfer',
            label: { zh: '转入余额', en: 'Move to balance' },
            permission: 'transfer',
            isOffered: (row: Stated & { readonly walletKind: number }) =>
              isPayable(row) && row.walletKind === withdrawalWallet.is.brokerage,
            confirm: (rows: readonly Withdrawal[]) => ({
              zh: `不打款，把佣金转入可用余额：${requestedText(rows).zh}？`,
              en: `Move commission to the balance instead of paying it out: ${requestedText(rows).en}?`,
            }),
            call: 'transfer' as never,
            done: (rows: readonly Withdrawal[]) => ({
              zh: `已转入余额：${requestedText(rows).zh}`,
              en: `Moved to the balance: ${requestedText(rows).en}`,
            }),
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
      {row.approvalId && row.status === checking && <ApprovalLink id={row.approvalId} />}
    </>
  ),
});
