import { rebateSource, rebateStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { rebates } from '@trade-assistant/contract/areas/agent/rebates.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { Link } from 'react-router';
import { ApprovalLink } from '../../features/payments/approval-link.tsx';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { without } from '../../kit/form/values.ts';
import { useCan } from '../../kit/permission.tsx';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';
import { RebateTotals } from './rebate/rebate-totals.tsx';

const ByDay = lazyWithRetry(() => import('./rebate/by-day.tsx'));

/** Agents' commission on sales of their sub-accounts: their own for agents, all for staff. */
export default function RebatePage() {
  const isOwner = useCan('agent/withdrawal:add');
  const isReviewer = useCan('agent/withdrawal:audit');
  return isOwner && !isReviewer ? <OwnRebates /> : <AllRebates />;
}

/** States in which nothing of a rebate is left. */
const GONE: ReadonlySet<number> = new Set([rebateStatus.is.reversed, rebateStatus.is.voided]);

const options: ResourcePageOptions<typeof rebates> = {
  list: 'rebate/page',
  path: 'agent/rebate',
  exportCall: 'rebate/export',
  leading: [
    'createTime',
    'beneficiaryName',
    'level',
    'fromUserName',
    'sourceNo',
    'chargeAmount',
    'rate',
    'rebateAmount',
  ],
  columns: { sourceNo: { render: (row) => <SourceLink row={row} /> } },
  summary: () => <RebateTotals />,
  toolbarActions: [
    {
      key: 'by-day',
      label: { zh: '返佣走势', en: 'Daily trend' },
      panel: ({ onClose }) => <ByDay onClose={onClose} />,
    },
  ],
  rowActions: [
    {
      key: 'void',
      label: { zh: '作废', en: 'Void' },
      permission: 'rebate-void',
      isDangerous: true,
      isOffered: ({ status, approvalId }) => !GONE.has(status) && approvalId === null,
      confirm: {
        zh: '第二人复核通过后生效：未退回的返佣将被收回，已支付的从佣金中扣除，不足部分计入返佣欠款。',
        en: 'Takes effect once a second person approves it. The unrefunded part is reversed; if already paid, it is debited from the commission wallet, and any shortfall becomes a debt.',
      },
      fields: { reason: textarea({ label: { zh: '原因', en: 'Reason' }, max: REASON_MAX, required: true }) },
      call: 'rebate/void',
      input: ([row], { reason }) => ({ id: row?.id, reason }),
      done: { zh: '已提交，等待第二人复核', en: 'Sent: a second person decides' },
    },
  ],
  detail: ({ approvalId, status }) => (approvalId && !GONE.has(status) ? <ApprovalLink id={approvalId} /> : null),
  unmentioned: ['beneficiaryId', 'approvalId'],
};

const AllRebates = resourcePage(rebates, options);
const OwnRebates = resourcePage(rebates, {
  ...options,
  search: (fields) => without(fields, 'beneficiaryId'),
  columns: { ...options.columns, beneficiaryName: false, costAmount: false },
  unmentioned: ['beneficiaryId', 'beneficiaryName', 'approvalId', 'costAmount'],
});

/** The document that earned a commission; a link for staff, because only they may see customers' orders. */
function SourceLink({ row: { sourceType, sourceNo } }: { row: WireRowOf<typeof rebates> }) {
  const isStaff = useCan('agent/recharge:audit');
  const canSeeOrders = useCan('agent/product:orders');
  const canSeeNotes = useCan('whatsapp/outbound:view');
  const number = encodeURIComponent(sourceNo);
  if (isStaff && canSeeOrders && sourceType === rebateSource.is.product)
    return <Link to={`/agent/product-order?orderNo=${number}`}>{sourceNo}</Link>;
  if (isStaff && canSeeNotes && sourceType === rebateSource.is.delivery)
    return <Link to={`/whatsapp/outbound/index?outboundNo=${number}`}>{sourceNo}</Link>;
  return <span className="kit-number">{sourceNo}</span>;
}
