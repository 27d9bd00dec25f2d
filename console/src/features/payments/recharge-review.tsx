import { rechargeStatus } from '@trade-assistant/contract/areas/user/dictionaries.ts';
import { money, textarea } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { reviewAction } from '../../kit/list/actions/review-action.ts';
import type { ResourcePageOptions } from '../../kit/resource-page.tsx';
import { AmountDue, bookText, dueText, sumOf } from './amount-due.tsx';
import { ApprovalLink } from './approval-link.tsx';
import { MethodName } from './method-name.tsx';
import { ReceivingAccount } from './receiving-account.tsx';
import { RechargeClaims } from './recharge-claims.tsx';
import { RechargeStatus } from './recharge-status.tsx';
import type { RechargeResource } from './resources.ts';

const Queue = lazyWithRetry(() => import('./recharge-queue.tsx'));
const RechargeReversal = lazyWithRetry(() => import('./recharge-reversal.tsx'));

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

type Recharge = WireRowOf<RechargeResource>;

/** Returns the amount that approval credits. */
const credited = ({ creditedAmount, payAmount }: Recharge): string => creditedAmount ?? payAmount;
/** A corrected amount is credited instead of the amount due, and so named instead of it. */
const received = (row: Recharge): Text =>
  row.creditedAmount === null ? dueText(row) : { zh: bookText(row.creditedAmount), en: bookText(row.creditedAmount) };

const totals = (rows: readonly Recharge[]) => ({ n: rows.length, total: bookText(sumOf(rows.map(credited))) });

function passQuestion(rows: readonly Recharge[]): Text {
  const [row, another] = rows;
  const { n, total } = totals(rows);
  if (!row || another)
    return {
      zh: `确认已收到这 ${n} 笔充值，共 ${total}？通过后立即入账。`,
      en: `Have these ${n} recharges, ${total} in total, been received? They are credited immediately.`,
    };
  const { zh, en } = received(row);
  return {
    zh: `确认已收到${row.userName} ${zh}？通过后立即入账。`,
    en: `Has ${en} from ${row.userName} been received? It is credited immediately.`,
  };
}

function passedText(rows: readonly Recharge[]): Text {
  const { n, total } = totals(rows);
  const [row, another] = rows;
  return !row || another
    ? { zh: `已入账 ${n} 笔，共 ${total}`, en: `${n} recharges credited, ${total} in total` }
    : { zh: `已给${row.userName}入账 ${total}`, en: `${total} credited to ${row.userName}` };
}

/** Names the recharges of a question or success message about none but their state. */
function named(rows: readonly Recharge[]): Text {
  const [row, another] = rows;
  if (!row || another) {
    const total = bookText(sumOf(rows.map(({ payAmount }) => payAmount)));
    return { zh: `${rows.length} 笔充值（共 ${total}）`, en: `${rows.length} recharges (${total} in total)` };
  }
  const { zh, en } = dueText(row);
  return { zh: `${row.userName} ${zh}的充值`, en: `the recharge of ${en} by ${row.userName}` };
}

/** The list of reviewers of recharges. */
export const rechargeReview = (resource: RechargeResource): ResourcePageOptions<RechargeResource> => ({
  // The amount comes before the method, so that a narrow window keeps it.
  leading: ['rechargeNo', 'userName', 'payAmount', 'status', 'methodName', 'createTime'],
  columns: {
    methodName: { render: (row) => <MethodName row={row} /> },
    payAmount: { width: 230, render: (row) => <AmountDue row={row} /> },
    amount: { isHiddenAtFirst: true },
    status: { render: (row) => <RechargeStatus row={row} /> },
  },
  facts: { payAmount: (row) => <AmountDue row={row} />, status: (row) => <RechargeStatus row={row} /> },
  toolbarActions: [reviewAction('audit', ({ onClose }) => <Queue resource={resource} onClose={onClose} />)],
  transitions: { remove: () => false },
  transitionTexts: {
    pass: { confirm: passQuestion, done: passedText },
    'turn-down': {
      confirm: (rows) => ({
        zh: `驳回${named(rows).zh}？不入账。`,
        en: `Reject ${named(rows).en}? Nothing is credited.`,
      }),
      done: (rows) => ({ zh: `已驳回${named(rows).zh}`, en: `Rejected ${named(rows).en}` }),
    },
    reopen: {
      confirm: (rows) => ({ zh: `${named(rows).zh}转为待审核？`, en: `Move ${named(rows).en} to review?` }),
      done: (rows) => ({ zh: `${named(rows).zh}已转为待审核`, en: `Moved ${named(rows).en} to review` }),
    },
  },
  rowActions: [
    {
      key: 'correct',
      label: { zh: '更正入账金额', en: 'Correct amount' },
      permission: 'audit',
      isOffered: ({ status, approvalId }) => status === rechargeStatus.is.review && approvalId === null,
      fields: correction,
      initial: ([row]) => ({ creditedAmount: row?.creditedAmount ?? row?.payAmount }),
      confirm: (rows) => ({ zh: named(rows).zh, en: `For ${named(rows).en}` }),
      call: 'correct',
      input: ([row], values) => ({ id: row?.id, ...values }),
      done: (rows) => ({
        zh: `已更正${named(rows).zh}的入账金额，通过时入账`,
        en: `Corrected ${named(rows).en}; the new amount is credited on approval`,
      }),
    },
    {
      key: 'reverse',
      label: { zh: '冲回入账', en: 'Reverse credit' },
      permission: 'agent/user:adjust',
      isOffered: ({ status, reversalNo }) => status === rechargeStatus.is.passed && !reversalNo,
      panel: ({ rows: [row], onClose }) => (row ? <RechargeReversal recharge={row} onClose={onClose} /> : null),
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
