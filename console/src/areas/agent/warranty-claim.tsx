import { warrantyStatus } from '@trade-assistant/contract/areas/agent/dictionaries.ts';
import { DECISION, UNDECIDED, warrantyClaim } from '@trade-assistant/contract/areas/agent/warranty-claim.ts';
import { oauth } from '@trade-assistant/contract/areas/auth/oauth.ts';
import { userType } from '@trade-assistant/contract/dictionaries.ts';
import { textarea } from '@trade-assistant/contract/kit/field.ts';
import type { Text } from '@trade-assistant/contract/kit/locale.ts';
import type { WireRowOf } from '@trade-assistant/contract/kit/resource.ts';
import { REASON_MAX } from '@trade-assistant/contract/kit/transitions.ts';
import { Link } from 'react-router';
import { useCall } from '../../kit/client/query.ts';
import { lazyWithRetry } from '../../kit/dialog-load-boundary.tsx';
import { groupedMoney } from '../../kit/fields/money.ts';
import { without } from '../../kit/form/values.ts';
import { useCan } from '../../kit/permission.tsx';
import { type ResourcePageOptions, resourcePage } from '../../kit/resource-page.tsx';
import { ClaimDetail } from './warranty-claim/claim-detail.tsx';

const FileClaim = lazyWithRetry(() => import('../../features/warranty/file-claim.tsx'));

type Row = WireRowOf<typeof warrantyClaim>;

const { suspected, asked } = warrantyStatus.is;
const reason = textarea({ label: { zh: '处理意见', en: 'Reason' }, max: REASON_MAX, required: true });
const isUndecided = ({ status }: Row): boolean => UNDECIDED.includes(status);
const priceOf = (rows: readonly Row[]): string =>
  rows.map(({ unitPrice, currency }) => `${groupedMoney(unitPrice)} ${currency}`).join(' + ');

/** Effect of a decision on stock and money. */
const effects: Readonly<Record<number, (rows: readonly Row[]) => Text>> = {
  [DECISION.replace]: (rows) => ({
    zh: `从库存换出 ${rows.length} 个同类号码，不收费，质保沿用原到期时间；旧号码进入冷却。无库存时等待补货。`,
    en: `${rows.length} numbers of the same kind are delivered from stock free of charge, with the rest of the warranty; the old ones go to quarantine. Without stock the claim waits.`,
  }),
  [DECISION.refund]: (rows) => ({
    zh: `退款 ${priceOf(rows.slice(0, 3))}${rows.length > 3 ? ` 等 ${rows.length} 个号码` : ''}，退回付款的钱包；返佣按比例冲回，号码进入冷却。`,
    en: `Refunds ${priceOf(rows.slice(0, 3))}${rows.length > 3 ? ` and more (${rows.length} numbers)` : ''} to the paying wallet; commissions are reversed, the numbers go to quarantine.`,
  }),
  [DECISION.refuse]: () => ({
    zh: '不换货也不退款；客户会收到处理意见。',
    en: 'Nothing is replaced or refunded; the customer receives the reason.',
  }),
};
const words = {
  [DECISION.replace]: { label: { zh: '换货', en: 'Replace' }, done: { zh: '已同意换货', en: 'Replacement approved' } },
  [DECISION.refund]: { label: { zh: '退款', en: 'Refund' }, done: { zh: '已退款', en: 'Refunded' } },
  [DECISION.refuse]: { label: { zh: '驳回', en: 'Reject' }, done: { zh: '已驳回', en: 'Rejected' } },
} as const;

const options: ResourcePageOptions<typeof warrantyClaim> = {
  leading: ['claimNo', 'number', 'status', 'productName', 'ownerName', 'replacementNumber', 'refundAmount', 'orderNo'],
  columns: {
    number: { wraps: false },
    orderNo: { render: ({ orderNo }) => <OrderLink orderNo={orderNo} /> },
    isOwn: false,
  },
  facts: { orderNo: ({ orderNo }) => <OrderLink orderNo={orderNo} /> },
  detail: (row) => <ClaimDetail key={`${row.id} ${row.status}`} row={row} />,
  toolbarActions: [
    {
      key: 'file',
      label: { zh: '申请质保', en: 'File a claim' },
      permission: 'file',
      parameter: 'number',
      isPrimary: true,
      panel: ({ value, onClose }) => <FileClaim numbers={value} onClose={onClose} />,
    },
  ],
  rowActions: [
    ...[DECISION.replace, DECISION.refund, DECISION.refuse].map((decision) => ({
      key: `decide-${decision}`,
      label: words[decision].label,
      permission: 'decide',
      on: 'both' as const,
      isDangerous: decision !== DECISION.replace,
      isOffered: isUndecided,
      confirm: (rows: readonly Row[]) => effects[decision]?.(rows),
      fields: { reason },
      initial: () => ({}),
      call: 'decide' as const,
      input: (rows: readonly Row[], values: Readonly<Record<string, unknown>>) => ({
        ids: rows.map(({ id }) => id).join(','),
        decision,
        reason: values['reason'],
      }),
      done: words[decision].done,
    })),
    {
      key: 'recheck',
      label: { zh: '重新检测', en: 'Check again' },
      permission: 'decide',
      on: 'both',
      isOffered: ({ status }) => status === suspected,
      call: 'recheck',
      done: { zh: '将在一分钟内检测', en: 'Checked within a minute' },
    },
    ...([1, 2] as const).map((choice) => ({
      key: `answer-${choice}`,
      label: choice === 1 ? { zh: '选择换货', en: 'Choose replacement' } : { zh: '选择退款', en: 'Choose refund' },
      permission: 'answer',
      isOffered: ({ status, isOwn }: Row) => status === asked && isOwn === 1,
      confirm: ([row]: readonly Row[]) => row && effects[choice]?.([row]),
      call: 'answer' as const,
      input: ([row]: readonly Row[]) => ({ id: row?.id, choice }),
      done: choice === 1 ? { zh: '已选择换货', en: 'Replacement chosen' } : { zh: '已选择退款', en: 'Refund chosen' },
    })),
  ],
  unmentioned: ['orderId', 'ownerId', 'isOwn', 'replacementNoteId', 'caseId', 'content', 'evidence'],
};

/** Warranty claims: those of the user and their sub-accounts, for staff all. */
export default function WarrantyClaimPage() {
  const { data } = useCall(oauth, 'user-info', {}, { staleMillis: 60_000 });
  if (!data) return null;
  return data.userType === userType.is.staff ? <All /> : <Own />;
}

const All = resourcePage(warrantyClaim, options);
const Own = resourcePage(warrantyClaim, {
  ...options,
  columns: { ...options.columns, batchNo: false, caseId: false },
  search: (fields) => without(fields, 'batchNo', 'caseId'),
  unmentioned: [...(options.unmentioned ?? []), 'batchNo'],
});
WarrantyClaimPage.list = All.list;

/** The order of a number, leading to it. */
function OrderLink({ orderNo }: { orderNo: string }) {
  const canSeeOrders = useCan('agent/product:orders');
  return canSeeOrders ? (
    <Link to={`/agent/product-order?orderNo=${encodeURIComponent(orderNo)}`}>{orderNo}</Link>
  ) : (
    <span className="kit-number">{orderNo}</span>
  );
}
