import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { money, textarea } from '@trade-assistant/contract/kit/field.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { reviewAction } from '../../kit/list/actions/review-action.ts';
import type { ResourcePageOptions } from '../../kit/resource-page.tsx';
import { ApprovalLink } from './approval-link.tsx';
import { MethodName } from './method-name.tsx';
import { ReceivingAccount } from './receiving-account.tsx';
import { RechargeClaims } from './recharge-claims.tsx';
import type { RechargeResource } from './resources.ts';

const Queue = lazyWithRetry(() => import('./recharge-queue.tsx'));

const correction = {
  creditedAmount: money({
    label: { zh: '实际到账', en: 'Amount received' },
    help: {
      zh: '通过时按此金额入账；与应付金额相差较大的须由另一人复核',
      en: 'Amount credited on approval; a large deviation from the amount due needs a second person',
    },
    required: true,
    least: 1n,
  }),
  reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }),
};

/** The list of reviewers of recharges. */
export const rechargeReview = (resource: RechargeResource): ResourcePageOptions<RechargeResource> => ({
  leading: ['rechargeNo', 'userName', 'methodName', 'payAmount', 'status', 'createTime'],
  columns: { methodName: { render: (row) => <MethodName row={row} /> }, amount: { isHiddenAtFirst: true } },
  toolbarActions: [reviewAction('audit', ({ onClose }) => <Queue resource={resource} onClose={onClose} />)],
  transitions: { remove: () => false },
  rowActions: [
    {
      key: 'correct',
      label: { zh: '更正入账金额', en: 'Correct amount' },
      permission: 'audit',
      isOffered: ({ status, approvalId }) => status === rechargeStatus.is.review && approvalId === null,
      fields: correction,
      initial: ([row]) => ({ creditedAmount: row?.creditedAmount ?? row?.payAmount }),
      call: 'correct',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: { zh: '已更正，通过时按此金额入账', en: 'Corrected; this amount is credited on approval' },
    },
  ],
  isEditable: () => false,
  unmentioned: ['userId', 'bankInfo', 'methodNameEn', 'approvalId'],
  detail: ({ id, bankInfo, txHash, approvalId }) => (
    <>
      {approvalId && <ApprovalLink id={approvalId} />}
      {bankInfo && <ReceivingAccount account={bankInfo} />}
      <RechargeClaims resource={resource} id={id} txHash={txHash} />
    </>
  ),
});
